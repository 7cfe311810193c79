#include "marginal.h"

#include "../base/scaling.h"
#include "recount.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* How far the weight of all valid boards may seem to differ from place to place before doubles are not trusted. */
#define AGREE 1e-12

double mcore_open_interval(double p)
{
    double most = 1.0 - DBL_EPSILON / 2;
    return p < DBL_MIN ? DBL_MIN : p > most ? most : p;
}

/* What `low` .. `high` mines in a group of `size` like cells make certain. */
static uint8_t certain_of(uint32_t low, uint32_t high, uint32_t size)
{
    return high == 0 ? MCORE_CERTAIN_SAFE : low == size ? MCORE_CERTAIN_MINE : 0;
}

bool mcore_certain_cells(const mcore_reduced *reduced, const mcore_certain *certain, uint8_t *cell)
{
    uint8_t seen = 0;
    memset(cell, 0, reduced->board->sites);
    for (uint32_t i = 0; i < reduced->decided_cells; i++) {
        uint32_t site = reduced->decided[i];
        cell[site] = reduced->cell_class[site] == MCORE_CLASS_MINE ? MCORE_CERTAIN_MINE : MCORE_CERTAIN_SAFE;
        seen |= cell[site];
    }
    for (uint32_t i = 0; i < reduced->boxes; i++) {
        const mcore_box *box = reduced->box + i;
        uint8_t own = certain_of(certain->box_low[i], certain->box_high[i], box->size);
        for (uint32_t k = 0; k < box->size; k++)
            cell[reduced->cells[box->first_cell + k]] = own;
        seen |= own;
    }
    uint8_t own = reduced->sea_cells > 0 ? certain_of(certain->sea_low, certain->sea_high, reduced->sea_cells) : 0;
    for (uint32_t i = 0; i < reduced->sea_cells; i++)
        cell[reduced->sea[i]] = own;
    return ((seen | own) & MCORE_CERTAIN_MINE) != 0;
}

/* P(mine) of each cell of the box of a layer, from its forward vectors and the backward ones of the next; *all is the
   weight of all valid boards, as it is scaled there. */
static double layer_mine(const mcore_graph *graph, const mcore_reduced *reduced, const mcore_weights *weights,
                         uint32_t layer, const double *from, const double *next, double *all)
{
    uint32_t end = graph->first_state[layer + 1], size = reduced->box[graph->box[layer]].size;
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

/* Whether a weight is another one times 2^scale. */
static bool agrees(double weight, double other, int scale)
{
    if (scale != 0)
        weight *= mcore_power_of_two(-scale);
    double difference = weight - other;
    return difference <= AGREE * other && -difference <= AGREE * other;
}

/* What is found in doubles. Below `trust_floor` they may have lost something: of each number, what is below the least
   double, or that times the power of two by which the number was scaled. */
typedef struct found {
    double *box, sea;   /* P(mine) of a cell */
    double trust_floor; /* infinite where the weight of all valid boards is not the same everywhere */
    bool watched;       /* whether the board is large enough for anything to be lost */
} found;

/* Numbers were scaled by 2^scale and are met by others of up to `met`, where the weight of all valid boards is `all`:
   how small a probability may be of which less than 1e-12 can have been lost there. */
static double smallest(int scale, double met, double all)
{
    /* 2^-1074 for each of up to 2^41 terms on the way, and 2^40 for the 1e-12 */
    double small = 0x1p-993 * mcore_power_of_two(scale > 0 ? scale : 0) * met / all;
    return small > 0.0 ? small : (double)INFINITY;
}

static double larger(double a, double b) { return a > b ? a : b; }

static double largest(const double *x, size_t n)
{
    double most[4] = {0.0}; /* each waits for its own last one alone */
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        for (size_t k = 0; k < 4; k++)
            most[k] = larger(x[i + k], most[k]);
    }
    for (; i < n; i++)
        most[0] = larger(x[i], most[0]);
    return larger(larger(most[0], most[1]), larger(most[2], most[3]));
}

/* What a step from a layer to the next may have lost of the numbers in between. */
static void watch_layer(found *f, const mcore_graph *graph, const mcore_weights *weights, uint32_t size, uint32_t layer,
                        const double *from, const double *next, int next_scale, double all)
{
    double step = largest(weights->weight[size], size + 1);
    int from_scale = layer > 0 ? graph->forward_scale[layer - 1] : 0;
    int scale = from_scale > next_scale ? from_scale : next_scale;
    /* no number is above 2^280: settled to 1, up to 2^240 times as large before that, and sums of up to 2^39 */
    double small = smallest(scale, step * 0x1p280, all);
    if (small > 1e-150) {
        double met = larger(largest(from, mcore_graph_layer_size(graph, layer)),
                            largest(next, mcore_graph_layer_size(graph, layer + 1)));
        small = smallest(scale, step * larger(met, 1.0), all);
    }
    f->trust_floor = larger(small, f->trust_floor);
}

/* P(mine) of the boxes of component i, going back through its layers; here, next: room for those of any layer. False:
   stopped. */
static bool component_mines(const mcore_chain *chain, const mcore_reduced *reduced, uint32_t i, double *here,
                            double *next, found *f, mcore_segment *window, mcore_poll *poll)
{
    const mcore_graph *graph = chain->graph + i;
    int bits = 0, scale = 0, step = 0;
    double first = 0.0, all;
    mcore_chain_terminal(chain, i, chain->suffix[i + 1], 0, next);
    for (uint32_t layer = graph->layers; layer-- > 0;) {
        const double *forward = mcore_forward_layer(graph, &chain->weights, layer, window, poll);
        if (forward == NULL)
            return false;
        uint32_t box = graph->box[layer];
        f->box[box] = layer_mine(graph, reduced, &chain->weights, layer, forward, next, &all);
        if (layer + 1 == graph->layers)
            first = all;
        else if (!agrees(all, first, scale))
            f->trust_floor = (double)INFINITY;
        if (f->watched)
            watch_layer(f, graph, &chain->weights, reduced->box[box].size, layer, forward, next, step, all);
        step = mcore_backward_step(graph, &chain->weights, layer, 0, &bits, next, here);
        scale += step;
        if (layer > 0)
            scale -= graph->forward_scale[layer - 1];
        double *swap = next;
        next = here;
        here = swap;
        if (mcore_poll_step(poll, mcore_poll_work(mcore_graph_layer_size(graph, layer))))
            return false;
    }
    return true;
}

/* What the places of the chain may have lost. */
static void watch_chain(found *f, const mcore_chain *chain)
{
    int scale = 0;
    if (!(chain->total > 0.0))
        f->trust_floor = (double)INFINITY;
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
            if (!agrees(all, chain->total, scale))
                f->trust_floor = (double)INFINITY;
        }
        if (f->watched)
            f->trust_floor = larger(
                smallest(before > after ? before : after, larger(largest(prefix, span), largest(suffix, span)), all),
                f->trust_floor);
    }
}

/* Count what doubles did not find well. */
static mines_status recount(found *f, const mcore_reduced *reduced, const mcore_graph *graph,
                            const mcore_certain *certain, const uint8_t *certain_cell, mcore_arena *arena,
                            mcore_poll *poll)
{
    mcore_recount r;
    mcore_recount_begin(&r, reduced, graph, certain, 2, arena, poll);
    double answer[2] = {0}; /* without a mine in one cell, and with it */
    mines_status status = MINES_OK;
    for (uint32_t i = 0; i < reduced->boxes && status == MINES_OK; i++) {
        bool uncertain = certain_cell[reduced->cells[reduced->box[i].first_cell]] == 0;
        if (!uncertain || f->box[i] >= f->trust_floor)
            continue;
        const mcore_cell_query ask = {.pins = {{.box = i, .neighbours = 1}}, .pin_count = 1, .neighbours = 1};
        status = mcore_recount_query(&r, &ask, answer);
        f->box[i] = answer[1];
    }
    if (status == MINES_OK && reduced->sea_cells > 0 && certain_cell[reduced->sea[0]] == 0 &&
        !(f->sea >= f->trust_floor)) {
        const mcore_cell_query ask = {.sea = 1};
        status = mcore_recount_query(&r, &ask, answer);
        f->sea = answer[1];
    }
    mcore_recount_end(&r);
    return status;
}

static double sea_mine(const mcore_chain *chain, const mcore_reduced *reduced)
{
    uint32_t n = chain->components;
    double mines = 0.0;
    for (uint32_t p = chain->low[n]; p <= chain->high[n] && p < reduced->mines_left; p++)
        mines += chain->prefix[n][p - chain->low[n]] * chain->suffix[n][p - chain->low[n]] * (reduced->mines_left - p);
    return mines / (chain->total * reduced->sea_cells);
}

/* Entries of the largest layer. */
static size_t largest_layer(const mcore_graph *graph, uint32_t components)
{
    size_t most = 0;
    for (uint32_t i = 0; i < components; i++) {
        for (uint32_t layer = 0; layer <= graph[i].layers; layer++) {
            size_t room = mcore_graph_layer_size(graph + i, layer);
            most = room > most ? room : most;
        }
    }
    return most;
}

uint64_t mcore_marginal_bytes(const mcore_reduced *reduced, const mcore_graph *graph)
{
    return mcore_arena_bytes(reduced->boxes, sizeof(double)) +
           2 * mcore_arena_bytes(largest_layer(graph, reduced->components), sizeof(double));
}

/* P(mine) for cells of which none is more certain than another. */
static void give_like_cells(const uint32_t *site, uint32_t count, double p, const uint8_t *certain_cell, double *mine)
{
    if (count == 0)
        return;
    uint8_t certain = certain_cell[site[0]];
    double given = certain == 0 ? mcore_open_interval(p) : certain == MCORE_CERTAIN_MINE ? 1.0 : 0.0;
    for (uint32_t i = 0; i < count; i++)
        mine[site[i]] = given;
}

mines_status mcore_marginal(const mcore_chain *chain, const mcore_reduced *reduced, const mcore_certain *certain,
                            const uint8_t *certain_cell, double *mine, double *trust_floor, mcore_segment *window,
                            mcore_arena *arena, mcore_poll *poll)
{
    found f = {
        .box = mcore_arena_alloc(arena, reduced->boxes, sizeof *f.box),
        .sea = reduced->sea_cells > 0 ? sea_mine(chain, reduced) : 0.0,
        .watched = mcore_recount_may_underflow(reduced),
    };
    watch_chain(&f, chain);
    size_t most = largest_layer(chain->graph, chain->components);
    double *here = mcore_arena_realloc(arena, NULL, most, sizeof *here);
    double *next = mcore_arena_realloc(arena, NULL, most, sizeof *next);
    mines_status status = arena->status;
    for (uint32_t i = 0; i < chain->components && status == MINES_OK; i++) {
        if (!component_mines(chain, reduced, i, here, next, &f, window, poll))
            status = MINES_INTERRUPTED;
    }
    mcore_arena_release(arena, next);
    mcore_arena_release(arena, here);
    if (window != NULL) { /* done with, and counting again may need its room */
        mcore_arena_release(arena, window->data);
        window->data = NULL;
        window->checkpoints = NULL;
    }
    if (status == MINES_OK)
        status = recount(&f, reduced, chain->graph, certain, certain_cell, arena, poll);
    *trust_floor = f.trust_floor;
    if (status != MINES_OK)
        return status;

    const mcore_board *board = reduced->board;
    memset(mine, 0, board->sites * sizeof *mine);
    for (uint32_t site = 0; site < board->sites && board->known > 0; site++)
        mine[site] = reduced->cell_class[site] == MCORE_CLASS_KNOWN;
    for (uint32_t i = 0; i < reduced->decided_cells; i++)
        mine[reduced->decided[i]] = certain_cell[reduced->decided[i]] == MCORE_CERTAIN_MINE;
    for (uint32_t i = 0; i < reduced->boxes; i++) {
        const mcore_box *box = reduced->box + i;
        give_like_cells(reduced->cells + box->first_cell, box->size, f.box[i], certain_cell, mine);
    }
    give_like_cells(reduced->sea, reduced->sea_cells, f.sea, certain_cell, mine);
    return MINES_OK;
}
