/* frontier_draw.c - draws one batch: its 512 boards pass through the stages together. */
#include "frontier.h"

#include <string.h>

/* What the stages of one draw work on. */
typedef struct drawing {
    const mcore_frontier *frontier;
    const mcore_kernel *kernel;
    mcore_lanes *words;
    mcore_random *steps;
    mcore_frontier_work *work;
} drawing;

/* Index of slot p in mcore_frontier_work.mask. */
static inline uint32_t mask_index(uint32_t p) { return p % 8 * 64 + p / 8; }

/* Uniform in [0, sum). */
static inline double uniform(mcore_random *steps, double sum)
{
    return (double)(mcore_random_next(steps) >> 11) * (1.0 / 9007199254740992.0) * sum;
}

/* ---- Stages with tables ------------------------------------------------------------------------------------------ */

/*
 * A lane's outcome: an index into the node's entries, and `second` = 1 if the fraction is not below the entry's
 * threshold. Indexing the outcome by `second` avoids a branch that no processor could predict.
 */
static void draw_counts(const mcore_stage *stage, mcore_frontier_work *work)
{
    const mcore_count_entry *entries = stage->entry.count;
    for (uint32_t p = 0; p < MINES_BATCH; p++) {
        mcore_node node = stage->node[work->node[p]];
        uint64_t fraction;
        const mcore_count_entry *entry = entries + node.first + mcore_scale(work->word[0][p], node.count, &fraction);
        uint32_t second = fraction >= entry->threshold;
        work->node[p] = entry->next[second];
    }
}

/* Slots p = 8 j + i in two loops, because mask[64 * i + j] belongs to each. one_node: all lanes are at node 0. */
static inline void draw_paths(const mcore_stage *stage, bool one_node, mcore_frontier_work *restrict work)
{
    const mcore_path_entry *restrict entries = stage->entry.path;
    const mcore_node *restrict nodes = stage->node;
    mcore_node node = nodes[0];
    for (uint32_t j = 0; j < MINES_BATCH / 8; j++) {
        for (uint32_t i = 0; i < 8; i++) {
            uint32_t p = 8 * j + i;
            if (!one_node)
                node = nodes[work->node[p]];
            uint64_t fraction;
            const mcore_path_entry *entry = entries + node.first + mcore_scale(work->word[0][p], node.count, &fraction);
            uint32_t second = fraction >= entry->threshold;
            work->mask[64 * i + j] |= entry->mask[second];
            work->node[p] = entry->next[second];
        }
    }
}

static inline void draw_groups(const mcore_stage *stage, bool one_node, mcore_frontier_work *restrict work,
                               mcore_random *steps)
{
    const mcore_group_entry *restrict entries = stage->entry.group;
    const mcore_node *restrict nodes = stage->node;
    const uint64_t *restrict masks = stage->mask;
    mcore_node node = nodes[0];
    for (uint32_t j = 0; j < MINES_BATCH / 8; j++) {
        for (uint32_t i = 0; i < 8; i++) {
            uint32_t p = 8 * j + i;
            if (!one_node)
                node = nodes[work->node[p]];
            uint64_t fraction;
            const mcore_group_entry *entry =
                entries + node.first + mcore_scale(work->word[0][p], node.count, &fraction);
            uint32_t second = fraction >= entry->threshold;
            uint32_t count = entry->count[second];
            uint32_t path = mcore_scale(work->word[1][p], count, &fraction);
            if (mcore_reject(fraction, count))
                path = mcore_random_below(steps, count);
            work->mask[64 * i + j] |= masks[entry->first[second] + path];
            work->node[p] = entry->next[second];
        }
    }
}

/* ---- One component's share of the mines -------------------------------------------------------------------------- */

/* As draw_counts for a SHARE stage, but the weights are computed anew for every lane. */
static void walk_share(const mcore_frontier *frontier, const mcore_stage *stage, mcore_frontier_work *work,
                       mcore_random *steps)
{
    const mcore_chain *chain = &frontier->solution->chain;
    uint32_t i = stage->component, end = mcore_graph_end(chain->graph + i), least = chain->graph[i].kmin[end];
    const double *own = chain->graph[i].forward + chain->graph[i].vector[end], *prefix = chain->prefix[i];
    uint32_t length = chain->graph[i].kmax[end] - least + 1;
    for (uint32_t p = 0; p < MINES_BATCH; p++) {
        /* own mines least + k, with k = 0 .. length - 1, belong to the prefix entry base - k */
        uint32_t base = work->node[p] + chain->low[i + 1] - chain->low[i] - least;
        uint32_t top = chain->high[i] - chain->low[i];
        uint32_t from = base > top ? base - top : 0, to = mcore_min(length - 1, base);
        double sum = 0.0;
        for (uint32_t k = from; k <= to; k++)
            sum += own[k] * prefix[base - k];
        double x = uniform(steps, sum);
        uint32_t chosen = from;
        for (uint32_t k = from; k <= to; k++) {
            double weight = own[k] * prefix[base - k];
            if (weight > 0.0) {
                chosen = k;
                if (x < weight)
                    break;
                x -= weight;
            }
        }
        work->node[p] = chosen;
    }
}

/* The component's share is drawn: node holds its k - kmin, and kept the p before the stage. Keep what remains of p. */
static void keep_rest(const mcore_frontier *frontier, uint32_t component, mcore_frontier_work *work)
{
    const mcore_chain *chain = &frontier->solution->chain;
    const mcore_graph *graph = chain->graph + component;
    uint32_t least = graph->kmin[mcore_graph_end(graph)];
    for (uint32_t p = 0; p < MINES_BATCH; p++)
        work->kept[p] = work->kept[p] + chain->low[component + 1] - chain->low[component] - least - work->node[p];
}

static void draw_share(const drawing *d, const mcore_stage *stage)
{
    memcpy(d->work->kept, d->work->node, sizeof d->work->node);
    if (stage->kind == MCORE_STAGE_SHARE)
        draw_counts(stage, d->work);
    else
        walk_share(d->frontier, stage, d->work, d->steps);
    keep_rest(d->frontier, stage->component, d->work);
}

/* ---- Layers walked edge by edge ---------------------------------------------------------------------------------- */

/* The state before a layer whose vector contains this entry: the first whose vector ends after it. */
static uint32_t state_at(const mcore_graph *graph, uint32_t layer, size_t entry)
{
    uint32_t low = graph->first_state[layer], high = graph->first_state[layer + 1] - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (graph->vector[middle + 1] > entry)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* The edges by which a lane may have come to a node; at most one for each number of mines in the box. */
typedef struct edges {
    uint32_t count;
    size_t edge[MCORE_BOX_CELLS + 1];
    double weight[MCORE_BOX_CELLS + 1], sum;
} edges;

static inline void weigh_edges(const mcore_graph *graph, const mcore_incoming *in, const double *box_weight,
                               uint32_t state, uint32_t k, edges *out)
{
    uint32_t count = 0;
    double sum = 0.0;
    for (size_t e = in->first[state]; e < in->first[state + 1]; e++) {
        uint32_t source = in->source[e], j = in->mines[e];
        if (k < j || k - j < graph->kmin[source] || k - j > graph->kmax[source])
            continue;
        out->weight[count] = box_weight[j] * graph->forward[graph->vector[source] + (k - j - graph->kmin[source])];
        sum += out->weight[count];
        out->edge[count++] = e;
    }
    out->count = count;
    out->sum = sum;
}

/* An edge with probability weight[i] / sum; never one of weight 0. Every state but the first has an edge into it. */
static inline size_t choose_edge(const edges *of, mcore_random *steps)
{
    double x = uniform(steps, of->sum);
    uint32_t chosen = 0;
    for (uint32_t i = 0; i < of->count; i++) {
        if (of->weight[i] > 0.0) {
            chosen = i;
            if (x < of->weight[i])
                break;
            x -= of->weight[i];
        }
    }
    /* cppcheck-suppress uninitvar ; NOLINTNEXTLINE(clang-analyzer-core.uninitialized.UndefReturn): there is an edge */
    return of->edge[chosen];
}

/* All lanes one layer back; the cells of its box are mask bits from `bit` on. */
static void walk_layer(const drawing *d, const mcore_graph *graph, const mcore_incoming *in, uint32_t layer,
                       uint32_t bit)
{
    const mcore_frontier *frontier = d->frontier;
    mcore_frontier_work *work = d->work;
    uint32_t size = frontier->solution->reduced.box[graph->box[layer]].size;
    const double *box_weight = frontier->solution->chain.weights.weight[size];
    for (uint32_t p = 0; p < MINES_BATCH; p++) {
        edges into;
        weigh_edges(graph, in, box_weight, work->state[p], work->mines[p], &into);
        size_t edge = choose_edge(&into, d->steps);
        uint32_t j = in->mines[edge], subsets = mcore_binomial[size][j];
        uint32_t i = subsets > 1 ? mcore_random_below(d->steps, subsets) : 0;
        work->mask[mask_index(p)] |= (uint64_t)frontier->subset[frontier->subset_first[j] + i] << bit;
        work->state[p] = in->source[edge];
        work->mines[p] -= j;
    }
}

static void walk(const drawing *d, const mcore_stage *stage)
{
    const mcore_graph *graph = d->frontier->solution->graph + stage->component;
    const mcore_incoming *in = d->frontier->incoming + stage->component;
    mcore_frontier_work *work = d->work;
    size_t base = graph->vector[graph->first_state[stage->to]];
    for (uint32_t p = 0; p < MINES_BATCH; p++) {
        size_t entry = base + work->node[p];
        uint32_t state = state_at(graph, stage->to, entry);
        work->state[p] = state;
        work->mines[p] = graph->kmin[state] + (uint32_t)(entry - graph->vector[state]);
    }
    uint32_t bit = stage->bit;
    for (uint32_t layer = stage->to; layer-- > stage->from;) {
        walk_layer(d, graph, in, layer, bit);
        bit += d->frontier->solution->reduced.box[graph->box[layer]].size;
    }
    base = graph->vector[graph->first_state[stage->from]];
    for (uint32_t p = 0; p < MINES_BATCH; p++) {
        uint32_t state = work->state[p];
        work->node[p] = (uint32_t)(graph->vector[state] - base) + work->mines[p] - graph->kmin[state];
    }
}

/* ---- All stages -------------------------------------------------------------------------------------------------- */

static void draw_stage(const drawing *d, const mcore_stage *stage)
{
    mcore_frontier_work *work = d->work;
    if (stage->kind != MCORE_STAGE_SHARE_WALK && stage->kind != MCORE_STAGE_WALK)
        d->kernel->words(d->words, work->word[0], MINES_BATCH / 64);
    switch (stage->kind) {
    case MCORE_STAGE_TOTAL:
        draw_counts(stage, work);
        break;
    case MCORE_STAGE_SHARE:
    case MCORE_STAGE_SHARE_WALK:
        draw_share(d, stage);
        break;
    case MCORE_STAGE_PATHS:
        if (stage->nodes == 1)
            draw_paths(stage, true, work);
        else
            draw_paths(stage, false, work);
        break;
    case MCORE_STAGE_GROUPS:
        d->kernel->words(d->words, work->word[1], MINES_BATCH / 64);
        if (stage->nodes == 1)
            draw_groups(stage, true, work, d->steps);
        else
            draw_groups(stage, false, work, d->steps);
        break;
    case MCORE_STAGE_WALK:
        walk(d, stage);
        break;
    }
}

/* The masks of all lanes are complete: store them as planes, and clear them. */
static void store_planes(const drawing *d, const mcore_stage *stage, uint64_t *planes)
{
    mcore_frontier_work *work = d->work;
    d->kernel->transpose(work->mask, stage->cells);
    for (uint32_t c = 0; c < stage->cells; c++)
        memcpy(planes + (size_t)stage->site[c] * MCORE_WORDS, work->mask + c * MCORE_WORDS,
               MCORE_WORDS * sizeof *planes);
    memset(work->mask, 0, sizeof work->mask);
}

bool mcore_frontier_draw(const mcore_frontier *frontier, const mcore_kernel *kernel, mcore_lanes *words,
                         mcore_random *steps, mcore_frontier_work *work, uint64_t *planes, uint32_t rem[MINES_BATCH],
                         bool (*halt)(void *context), void *context)
{
    const drawing d = {frontier, kernel, words, steps, work};
    const mines_solution *solution = frontier->solution;
    uint32_t left = solution->reduced.mines_left - solution->chain.low[solution->chain.components];
    memset(work->node, 0, sizeof work->node);
    memset(work->mask, 0, sizeof work->mask);
    for (uint32_t i = 0; i < frontier->stages; i++) {
        const mcore_stage *stage = frontier->stage + i;
        if ((stage->kind == MCORE_STAGE_WALK || i % 16 == 15) && halt(context))
            return false;
        draw_stage(&d, stage);
        if (i == 0) { /* the first stage draws the number of mines in all components */
            for (uint32_t p = 0; p < MINES_BATCH; p++)
                rem[p] = left - work->node[p];
        }
        if (stage->component_done)
            memcpy(work->node, work->kept, sizeof work->node);
        if (stage->cells != 0)
            store_planes(&d, stage, planes);
    }
    if (frontier->stages == 0) {
        for (uint32_t p = 0; p < MINES_BATCH; p++)
            rem[p] = left;
    }
    return true;
}
