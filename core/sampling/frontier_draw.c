/* frontier_draw.c - the mines next to numbers of one batch: 512 boards go through the stages side by side. */
#include "frontier.h"

#include <string.h>

/* Where turn p keeps its bits in a mask. */
static inline uint32_t place(uint32_t p) { return p % 8 * 64 + p / 8; }

/*
 * The choice of one lane: an index into the node's entries, and 1 in place of 0 where the fraction is not below the
 * threshold. The outcome is then read at [second], with no branch: no processor can guess it.
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

/* With cells: turns 8 j + i by j and i, so that mask[64 * i + j] is the place of each. `alone`: all stand at node 0. */
static inline void draw_ways(const mcore_stage *stage, bool alone, mcore_frontier_work *restrict work)
{
    const mcore_way_entry *restrict entries = stage->entry.way;
    const mcore_node *restrict nodes = stage->node;
    mcore_node node = nodes[0];
    for (uint32_t j = 0; j < MINES_BATCH / 8; j++) {
        for (uint32_t i = 0; i < 8; i++) {
            uint32_t p = 8 * j + i;
            if (!alone)
                node = nodes[work->node[p]];
            uint64_t fraction;
            const mcore_way_entry *entry = entries + node.first + mcore_scale(work->word[0][p], node.count, &fraction);
            uint32_t second = fraction >= entry->threshold;
            work->mask[64 * i + j] |= entry->mask[second];
            work->node[p] = entry->next[second];
        }
    }
}

static inline void draw_groups(const mcore_stage *stage, bool alone, mcore_frontier_work *restrict work,
                               mcore_random *steps)
{
    const mcore_group_entry *restrict entries = stage->entry.group;
    const mcore_node *restrict nodes = stage->node;
    const uint64_t *restrict ways = stage->mask;
    mcore_node node = nodes[0];
    for (uint32_t j = 0; j < MINES_BATCH / 8; j++) {
        for (uint32_t i = 0; i < 8; i++) {
            uint32_t p = 8 * j + i;
            if (!alone)
                node = nodes[work->node[p]];
            uint64_t fraction;
            const mcore_group_entry *entry =
                entries + node.first + mcore_scale(work->word[0][p], node.count, &fraction);
            uint32_t second = fraction >= entry->threshold;
            uint32_t count = entry->count[second];
            uint32_t way = mcore_scale(work->word[1][p], count, &fraction);
            if (mcore_reject(fraction, count))
                way = mcore_random_below(steps, count);
            work->mask[64 * i + j] |= ways[entry->first[second] + way];
            work->node[p] = entry->next[second];
        }
    }
}

/* An index below n with probability weight[i] / sum; one of a positive weight. */
static uint32_t choose(const double *weight, uint32_t n, double sum, mcore_random *steps)
{
    double x = (double)(mcore_random_next(steps) >> 11) * (1.0 / 9007199254740992.0) * sum;
    uint32_t chosen = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (weight[i] > 0.0) {
            chosen = i;
            if (x < weight[i])
                break;
            x -= weight[i];
        }
    }
    return chosen;
}

/* node: mines p in this component and those before; becomes the component's k - kmin, what is before it is kept. */
static void share_mines(const mcore_frontier *frontier, uint32_t component, mcore_frontier_work *work)
{
    const mcore_chain *chain = &frontier->solution->chain;
    const mcore_graph *graph = chain->graph + component;
    uint32_t least = graph->kmin[mcore_graph_end(graph)];
    for (uint32_t p = 0; p < MINES_BATCH; p++)
        work->kept[p] = work->kept[p] + chain->low[component + 1] - chain->low[component] - least - work->node[p];
}

static void walk_share(const mcore_frontier *frontier, const mcore_stage *stage, mcore_frontier_work *work,
                       mcore_random *steps)
{
    const mcore_chain *chain = &frontier->solution->chain;
    uint32_t i = stage->component, end = mcore_graph_end(chain->graph + i), least = chain->graph[i].kmin[end];
    const double *own = chain->graph[i].forward + chain->graph[i].vector[end], *prefix = chain->prefix[i];
    uint32_t length = chain->graph[i].kmax[end] - least + 1;
    for (uint32_t p = 0; p < MINES_BATCH; p++) {
        /* k - least = 0 .. length - 1 leaves an index into the prefix of base - (k - least) */
        uint32_t base = work->node[p] + chain->low[i + 1] - chain->low[i] - least;
        uint32_t top = chain->high[i] - chain->low[i];
        uint32_t from = base > top ? base - top : 0, to = mcore_min(length - 1, base);
        double sum = 0.0;
        for (uint32_t k = from; k <= to; k++)
            sum += own[k] * prefix[base - k];
        double x = (double)(mcore_random_next(steps) >> 11) * (1.0 / 9007199254740992.0) * sum;
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

/* The state in front of a layer whose vector holds this entry. */
static uint32_t state_at(const mcore_graph *graph, uint32_t layer, size_t entry)
{
    uint32_t low = graph->first_state[layer], high = graph->first_state[layer + 1] - 1;
    while (low < high) { /* the first state whose vector ends behind it: those without vector are passed over */
        uint32_t middle = low + (high - low) / 2;
        if (graph->vector[middle + 1] > entry)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void walk(const mcore_frontier *frontier, const mcore_stage *stage, mcore_frontier_work *work,
                 mcore_random *steps)
{
    const mcore_graph *graph = frontier->solution->graph + stage->component;
    const mcore_incoming *in = frontier->incoming + stage->component;
    const mcore_weights *weights = &frontier->solution->chain.weights;
    size_t base = graph->vector[graph->first_state[stage->to]];
    for (uint32_t p = 0; p < MINES_BATCH; p++) {
        size_t entry = base + work->node[p];
        uint32_t state = state_at(graph, stage->to, entry);
        work->state[p] = state;
        work->mines[p] = graph->kmin[state] + (uint32_t)(entry - graph->vector[state]);
    }
    uint32_t bit = stage->bit;
    for (uint32_t layer = stage->to; layer-- > stage->from;) {
        uint32_t size = frontier->solution->reduced.box[graph->box[layer]].size;
        for (uint32_t p = 0; p < MINES_BATCH; p++) {
            uint32_t k = work->mines[p], edges = 0;
            size_t edge_at[MCORE_BOX_CELLS + 1]; /* at most one for each number of mines in the box */
            double weight[MCORE_BOX_CELLS + 1], sum = 0.0;
            for (size_t e = in->first[work->state[p]]; e < in->first[work->state[p] + 1]; e++) {
                uint32_t source = in->source[e], j = in->mines[e];
                if (k < j || k - j < graph->kmin[source] || k - j > graph->kmax[source])
                    continue;
                weight[edges] =
                    weights->weight[size][j] * graph->forward[graph->vector[source] + (k - j - graph->kmin[source])];
                sum += weight[edges];
                edge_at[edges++] = e;
            }
            /* cppcheck-suppress uninitvar ; every state but the first has an edge to it */
            size_t edge = edge_at[choose(weight, edges, sum, steps)];
            uint32_t j = in->mines[edge], ways = mcore_binomial[size][j];
            uint32_t way = ways > 1 ? mcore_random_below(steps, ways) : 0;
            work->mask[place(p)] |= (uint64_t)frontier->subset[frontier->subset_first[j] + way] << bit;
            work->state[p] = in->source[edge];
            work->mines[p] = k - j;
        }
        bit += size;
    }
    base = graph->vector[graph->first_state[stage->from]];
    for (uint32_t p = 0; p < MINES_BATCH; p++) {
        uint32_t state = work->state[p];
        work->node[p] = (uint32_t)(graph->vector[state] - base) + work->mines[p] - graph->kmin[state];
    }
}

bool mcore_frontier_draw(const mcore_frontier *frontier, const mcore_kernel *kernel, mcore_lanes *words,
                         mcore_random *steps, mcore_frontier_work *work, uint64_t *planes, uint32_t rem[MINES_BATCH],
                         bool (*halt)(void *context), void *context)
{
    const mines_solution *solution = frontier->solution;
    uint32_t left = solution->reduced.mines_left - solution->chain.low[solution->chain.components];
    memset(work->node, 0, sizeof work->node);
    memset(work->mask, 0, sizeof work->mask);
    for (uint32_t i = 0; i < frontier->stages; i++) {
        const mcore_stage *stage = frontier->stage + i;
        if ((stage->kind == MCORE_STAGE_WALK || i % 16 == 15) && halt(context))
            return false;
        if (stage->kind != MCORE_STAGE_SHARE_WALK && stage->kind != MCORE_STAGE_WALK)
            kernel->words(words, work->word[0], MINES_BATCH / 64);
        if (stage->kind == MCORE_STAGE_SHARE || stage->kind == MCORE_STAGE_SHARE_WALK)
            memcpy(work->kept, work->node, sizeof work->node);
        switch (stage->kind) {
        case MCORE_STAGE_TOTAL:
        case MCORE_STAGE_SHARE:
            draw_counts(stage, work);
            break;
        case MCORE_STAGE_SHARE_WALK:
            walk_share(frontier, stage, work, steps);
            break;
        case MCORE_STAGE_WAYS:
            if (stage->nodes == 1)
                draw_ways(stage, true, work);
            else
                draw_ways(stage, false, work);
            break;
        case MCORE_STAGE_GROUPS:
            kernel->words(words, work->word[1], MINES_BATCH / 64);
            if (stage->nodes == 1)
                draw_groups(stage, true, work, steps);
            else
                draw_groups(stage, false, work, steps);
            break;
        case MCORE_STAGE_WALK:
            walk(frontier, stage, work, steps);
            break;
        }
        if (stage->kind == MCORE_STAGE_SHARE || stage->kind == MCORE_STAGE_SHARE_WALK)
            share_mines(frontier, stage->component, work);
        if (i == 0) {
            for (uint32_t p = 0; p < MINES_BATCH; p++)
                rem[p] = left - work->node[p];
        }
        if (stage->component_done)
            memcpy(work->node, work->kept, sizeof work->node);
        if (stage->cells != 0) {
            kernel->transpose(work->mask, stage->cells);
            for (uint32_t c = 0; c < stage->cells; c++)
                memcpy(planes + (size_t)stage->site[c] * MCORE_WORDS, work->mask + c * MCORE_WORDS,
                       MCORE_WORDS * sizeof *planes);
            memset(work->mask, 0, sizeof work->mask);
        }
    }
    if (frontier->stages == 0) {
        for (uint32_t p = 0; p < MINES_BATCH; p++)
            rem[p] = left;
    }
    return true;
}
