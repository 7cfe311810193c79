#include "marginal.h"

#include "../base/scaling.h"
#include "recount.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* The weight of all valid boards can be computed at every layer. If the results differ by more than this, the doubles
   are not trusted. */
#define MAX_DISAGREEMENT 1e-12

double mcore_open_interval(double p)
{
    double most = 1.0 - DBL_EPSILON / 2;
    return p < DBL_MIN ? DBL_MIN : p > most ? most : p;
}

/* The results in doubles. */
typedef struct marginals {
    double *box, sea;     /* P(mine) of a cell */
    double trust_floor;   /* see mcore_marginal */
    bool track_underflow; /* whether the board is large enough for underflow */
} marginals;

/* ---- The effect of underflow ---- */

static double larger(double a, double b) { return a > b ? a : b; }

static double largest(const double *x, size_t n)
{
    double most[4] = {0.0}; /* four independent chains of comparisons */
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        for (size_t k = 0; k < 4; k++)
            most[k] = larger(x[i + k], most[k]);
    }
    for (; i < n; i++)
        most[0] = larger(x[i], most[0]);
    return larger(larger(most[0], most[1]), larger(most[2], most[3]));
}

static bool agree(double weight, double other, int scale)
{
    if (scale != 0)
        weight *= mcore_power_of_two(-scale);
    double difference = weight - other;
    return difference <= MAX_DISAGREEMENT * other && -difference <= MAX_DISAGREEMENT * other;
}

/* Numbers were multiplied by 2^scale and are now multiplied by others up to `factor`; all valid boards weigh `all`.
   Returns the probability below which underflow may have cost more than 1e-12 of it. */
static double underflow_bound(int scale, double factor, double all)
{
    /* 2^-1074 for each of up to 2^41 terms on the way, and 2^40 for the 1e-12 */
    double bound = 0x1p-993 * mcore_power_of_two(scale > 0 ? scale : 0) * factor / all;
    return bound > 0.0 ? bound : (double)INFINITY;
}

/* Account for underflow in the vectors on both sides of a layer: `from` before it, `next` after it. */
static void track_layer(marginals *m, const mcore_graph *graph, const mcore_weights *weights, uint32_t layer,
                        const double *from, const double *next, int next_scale, double all)
{
    uint32_t size = graph->box_size[layer];
    double step = largest(weights->weight[size], size + 1);
    int from_scale = layer > 0 ? graph->forward_scale[layer - 1] : 0;
    int scale = from_scale > next_scale ? from_scale : next_scale;
    /* no number is above 2^280: 1 after normalising, up to 2^240 times that before it, and sums of up to 2^39 terms */
    double bound = underflow_bound(scale, step * 0x1p280, all);
    if (bound > 1e-150) {
        double most = larger(largest(from, mcore_graph_layer_size(graph, layer)),
                             largest(next, mcore_graph_layer_size(graph, layer + 1)));
        bound = underflow_bound(scale, step * larger(most, 1.0), all);
    }
    m->trust_floor = larger(bound, m->trust_floor);
}

/* Account for underflow in the vectors of the chain, and check that they agree on the weight of all valid boards. */
static void track_chain(marginals *m, const mcore_chain *chain)
{
    int scale = 0;
    if (!(chain->total > 0.0))
        m->trust_floor = (double)INFINITY;
    for (uint32_t i = chain->components + 1; i-- > 0;) {
        const double *prefix = chain->prefix[i], *suffix = chain->suffix[i];
        size_t span = mcore_chain_span(chain, i);
        int before = i > 0 ? chain->prefix_scale[i - 1] : 0, after = 0;
        double all = chain->total;
        if (i < chain->components) {
            after = chain->suffix_scale[i];
            scale += after - chain->prefix_scale[i];
            all = 0.0;
            for (size_t p = 0; p < span; p++)
                all += prefix[p] * suffix[p];
            if (!agree(all, chain->total, scale))
                m->trust_floor = (double)INFINITY;
        }
        if (m->track_underflow) {
            double factor = larger(largest(prefix, span), largest(suffix, span));
            m->trust_floor = larger(underflow_bound(before > after ? before : after, factor, all), m->trust_floor);
        }
    }
}

/* ---- Probabilities in doubles ---- */

/* P(mine) of each cell of a layer's box, from its forward vectors `from` and the backward vectors `next` of layer + 1.
 *all is the weight of all valid boards, as it is scaled there. */
static double layer_mine(const mcore_graph *graph, const mcore_weights *weights, uint32_t layer, const double *from,
                         const double *next, double *all)
{
    uint32_t end = graph->first_state[layer + 1], size = graph->box_size[layer];
    double mass[MCORE_BOX_CELLS + 1] = {0}, mines = 0.0;
    for (uint32_t s = graph->first_state[layer]; s < end; s++) {
        size_t length = mcore_graph_vector_length(graph, s);
        uint32_t j = graph->first_mines[s];
        for (size_t e = graph->first_edge[s]; e < graph->first_edge[s + 1]; e++, j++) {
            uint32_t t = graph->target[e];
            if (t == MCORE_NONE)
                continue;
            const double *to = next + (graph->vector[t] - graph->vector[end]) + mcore_graph_edge_shift(graph, s, j, t);
            double sum = 0.0;
            for (size_t i = 0; i < length; i++)
                sum += from[i] * to[i];
            mass[j] += sum;
        }
        from += length;
    }
    *all = 0.0;
    for (uint32_t j = 0; j <= size; j++) {
        *all += mass[j] * weights->weight[size][j];
        mines += mass[j] * weights->weight[size][j] * j;
    }
    return mines / (*all * size);
}

/* Backward vectors of two layers. */
typedef struct layer_pair {
    double *here, *next;
} layer_pair;

/* P(mine) for the boxes of component i, from its last layer to its first. False if the poll stopped it. */
static bool component_mines(marginals *m, const mcore_chain *chain, uint32_t i, layer_pair v, mcore_segment *segment,
                            mcore_poll *poll)
{
    const mcore_graph *graph = chain->graph + i;
    int bits = 0, scale = 0, step = 0;
    double first = 0.0, all;
    mcore_chain_terminal(chain, i, chain->suffix[i + 1], 0, v.next);
    for (uint32_t layer = graph->layers; layer-- > 0;) {
        const double *forward = mcore_forward_layer(graph, &chain->weights, layer, segment, poll);
        if (forward == NULL)
            return false;
        m->box[graph->box[layer]] = layer_mine(graph, &chain->weights, layer, forward, v.next, &all);
        if (layer + 1 == graph->layers)
            first = all;
        else if (!agree(all, first, scale))
            m->trust_floor = (double)INFINITY;
        if (m->track_underflow)
            track_layer(m, graph, &chain->weights, layer, forward, v.next, step, all);
        step = mcore_backward_step(graph, &chain->weights, layer, 0, &bits, v.next, v.here);
        scale += step;
        if (layer > 0)
            scale -= graph->forward_scale[layer - 1];
        double *swap = v.next;
        v.next = v.here;
        v.here = swap;
        if (mcore_poll_step(poll, mcore_poll_work(mcore_graph_layer_size(graph, layer))))
            return false;
    }
    return true;
}

static double sea_mine(const mcore_chain *chain)
{
    uint32_t n = chain->components, low = chain->low[n], left = chain->reduced->mines_left;
    double mines = 0.0;
    if (chain->reduced->sea_cells == 0)
        return 0.0;
    for (uint32_t p = low; p <= chain->high[n] && p < left; p++)
        mines += chain->prefix[n][p - low] * chain->suffix[n][p - low] * (left - p);
    return mines / (chain->total * chain->reduced->sea_cells);
}

/* Entries of the largest layer of all graphs. */
static size_t largest_layer(const mcore_graph *graph, uint32_t components)
{
    size_t most = 0;
    for (uint32_t i = 0; i < components; i++) {
        for (uint32_t layer = 0; layer <= graph[i].layers; layer++) {
            size_t size = mcore_graph_layer_size(graph + i, layer);
            most = size > most ? size : most;
        }
    }
    return most;
}

static mines_status all_components(marginals *m, const mcore_chain *chain, mcore_segment *segment, mcore_arena *arena,
                                   mcore_poll *poll)
{
    size_t most = largest_layer(chain->graph, chain->components);
    double *here = mcore_arena_realloc(arena, NULL, most, sizeof *here);
    double *next = mcore_arena_realloc(arena, NULL, most, sizeof *next);
    mines_status status = arena->status;
    for (uint32_t i = 0; i < chain->components && status == MINES_OK; i++) {
        if (!component_mines(m, chain, i, (layer_pair){here, next}, segment, poll))
            status = MINES_INTERRUPTED;
    }
    mcore_arena_release(arena, next);
    mcore_arena_release(arena, here);
    if (segment != NULL) { /* no longer needed, and counting in integers may need its memory */
        mcore_arena_release(arena, segment->data);
        segment->data = NULL;
        segment->checkpoints = NULL;
    }
    return status;
}

uint64_t mcore_marginal_bytes(const mcore_reduced *reduced, const mcore_graph *graph)
{
    return mcore_arena_bytes(reduced->boxes, sizeof(double)) +
           2 * mcore_arena_bytes(largest_layer(graph, reduced->components), sizeof(double));
}

/* ---- Counting in integers ---- */

/* Recompute the uncertain probabilities that the doubles may have lost. */
static mines_status recount_small(marginals *m, const mcore_chain *chain, const uint8_t *certain_cell,
                                  mcore_arena *arena, mcore_poll *poll)
{
    const mcore_reduced *reduced = chain->reduced;
    mcore_recount r;
    mcore_recount_begin(&r, reduced, chain->graph, 2, arena, poll);
    double answer[2] = {0}; /* without a mine in one cell, and with it */
    mines_status status = MINES_OK;
    for (uint32_t i = 0; i < reduced->boxes && status == MINES_OK; i++) {
        bool uncertain = certain_cell[reduced->cells[reduced->box[i].first_cell]] == 0;
        if (!uncertain || m->box[i] >= m->trust_floor)
            continue;
        const mcore_cell_query query = {.pins = {{.box = i, .neighbours = 1}}, .pin_count = 1, .neighbours = 1};
        status = mcore_recount_query(&r, &query, answer);
        m->box[i] = answer[1];
    }
    if (status == MINES_OK && reduced->sea_cells > 0 && certain_cell[reduced->sea[0]] == 0 &&
        !(m->sea >= m->trust_floor)) {
        const mcore_cell_query query = {.sea = 1};
        status = mcore_recount_query(&r, &query, answer);
        m->sea = answer[1];
    }
    mcore_recount_end(&r);
    return status;
}

/* ---- All cells ---- */

/* Write P(mine) of interchangeable cells. */
static void write_group(const uint32_t *site, uint32_t count, double p, const uint8_t *certain_cell, double *mine)
{
    if (count == 0)
        return;
    uint8_t certain = certain_cell[site[0]];
    double exact = certain == 0 ? mcore_open_interval(p) : certain == MCORE_CERTAIN_MINE ? 1.0 : 0.0;
    for (uint32_t i = 0; i < count; i++)
        mine[site[i]] = exact;
}

static void write_cells(const marginals *m, const mcore_reduced *reduced, const uint8_t *certain_cell, double *mine)
{
    const mcore_board *board = reduced->board;
    memset(mine, 0, board->sites * sizeof *mine);
    for (uint32_t site = 0; site < board->sites && board->known > 0; site++)
        mine[site] = reduced->cell_class[site] == MCORE_CLASS_KNOWN;
    for (uint32_t i = 0; i < reduced->decided_cells; i++)
        mine[reduced->decided[i]] = certain_cell[reduced->decided[i]] == MCORE_CERTAIN_MINE;
    for (uint32_t i = 0; i < reduced->boxes; i++) {
        const mcore_box *box = reduced->box + i;
        write_group(reduced->cells + box->first_cell, box->size, m->box[i], certain_cell, mine);
    }
    write_group(reduced->sea, reduced->sea_cells, m->sea, certain_cell, mine);
}

mines_status mcore_marginal(const mcore_chain *chain, const uint8_t *certain_cell, double *mine, double *trust_floor,
                            mcore_segment *segment, mcore_arena *arena, mcore_poll *poll)
{
    marginals m = {
        .box = mcore_arena_alloc(arena, chain->reduced->boxes, sizeof *m.box),
        .sea = sea_mine(chain),
        .track_underflow = mcore_recount_may_underflow(chain->reduced),
    };
    track_chain(&m, chain);
    mines_status status = all_components(&m, chain, segment, arena, poll);
    if (status == MINES_OK)
        status = recount_small(&m, chain, certain_cell, arena, poll);
    *trust_floor = m.trust_floor;
    if (status == MINES_OK)
        write_cells(&m, chain->reduced, certain_cell, mine);
    return status;
}
