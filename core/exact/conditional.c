#include "conditional.h"

#include "../base/scaling.h"
#include "recount.h"

#include <stdlib.h>
#include <string.h>

static const mcore_chain *chain_of(const mcore_conditional *c) { return &c->solution->chain; }

static mines_status status_of(const mcore_conditional *c)
{
    if (c->arena->status != MINES_OK)
        return c->arena->status;
    return c->scratch->status == MINES_OK && c->poll->stop ? MINES_INTERRUPTED : c->scratch->status;
}

mines_status mcore_conditional_begin(mcore_conditional *c, const mines_solution *solution, bool numbers,
                                     mcore_arena *arena, mcore_arena *scratch, mcore_poll *poll)
{
    *c = (mcore_conditional){
        .solution = solution,
        .arena = arena,
        .scratch = scratch,
        .poll = poll,
        .numbers = numbers,
        .width = numbers ? MCORE_NUMBERS : 1,
        .extra = numbers ? MCORE_NUMBERS - 1 : 0,
        .least = mcore_recount_may_underflow(&solution->reduced) ? 0x1p-993 : 0.0,
        .component_of = mcore_arena_alloc(arena, solution->reduced.boxes, sizeof(uint32_t)),
        .layer_of = mcore_arena_alloc(arena, solution->reduced.boxes, sizeof(uint32_t)),
    };
    if (arena->status != MINES_OK)
        return arena->status;
    for (uint32_t i = 0; i < solution->reduced.components; i++) {
        const mcore_graph *graph = solution->graph + i;
        for (uint32_t layer = 0; layer < graph->layers; layer++) {
            c->component_of[graph->box[layer]] = i;
            c->layer_of[graph->box[layer]] = layer;
        }
    }
    return MINES_OK;
}

/* ---- The sea ---- */

/* The chain's suffixes with pinned sea cells, scaled like the solution's own. NULL if the arena is exhausted or the
   poll stopped it. */
static double **suffix_for(mcore_conditional *c, uint32_t pinned)
{
    const mcore_chain *chain = chain_of(c);
    uint32_t n = chain->components;
    if (c->suffix[pinned] != NULL)
        return c->suffix[pinned];
    double **suffix = mcore_arena_alloc(c->arena, (size_t)n + 1, sizeof *suffix);
    for (uint32_t i = 0; i <= n && suffix != NULL; i++)
        suffix[i] = mcore_arena_alloc(c->arena, mcore_chain_span(chain, i) + c->extra, sizeof(double));
    if (c->arena->status != MINES_OK)
        return NULL;
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a failed allocation sets the arena's status */
    mcore_chain_sea_weights(chain, pinned, mcore_chain_span(chain, n) + c->extra, suffix[n]);
    for (uint32_t i = n; i-- > 0;) {
        size_t entries = mcore_chain_span(chain, i) + c->extra;
        mcore_chain_step(chain, i, suffix[i + 1], c->extra, suffix[i]);
        mcore_weights_normalise_by(&chain->weights, chain->suffix_scale[i], suffix[i], entries);
        if (mcore_poll_step(c->poll, mcore_poll_work(entries)))
            return NULL;
    }
    c->suffix[pinned] = suffix;
    return suffix;
}

/* Weight of i mines on the query's sea neighbours, apart from the rest of the sea. */
static double sea_ways(const mcore_conditional *c, const mcore_cell_query *query, uint32_t i)
{
    return chain_of(c)->weights.weight[query->sea][i];
}

/* The most mines on sea neighbours that the answer distinguishes. */
static uint32_t most_sea_mines(const mcore_conditional *c, const mcore_cell_query *query)
{
    return c->numbers ? query->sea : 0;
}

/* Turn sums into probabilities; `all` is the weight of all valid boards. */
static void divide_answer(const mcore_conditional *c, double all, double *answer)
{
    for (uint32_t m = 0; m < c->width; m++)
        answer[m] = answer[m] >= c->least ? answer[m] / all : 0.0;
}

/* ---- Layers with pinned cells ---- */

/* Forward vectors of two layers with a second index m < width, the mines among the neighbours so far: entry
   (k - kmin) * width + m of a state. */
typedef struct rerun {
    double *here, *next;
    uint32_t width;
    mcore_segment forward; /* for the solution's forward vectors if it keeps only some */
} rerun;

static bool rerun_alloc(mcore_conditional *c, const mcore_graph *graph, rerun *r)
{
    size_t most = 0;
    for (uint32_t layer = 0; layer <= graph->layers; layer++) {
        size_t size = mcore_graph_layer_size(graph, layer);
        most = size > most ? size : most;
    }
    *r = (rerun){.here = mcore_arena_realloc(c->scratch, NULL, most * c->width, sizeof(double)),
                 .next = mcore_arena_realloc(c->scratch, NULL, most * c->width, sizeof(double)),
                 .width = 1};
    if (graph->checkpoints != NULL) {
        size_t widest = mcore_checkpoints_widest(graph->checkpoints);
        r->forward.data = mcore_arena_realloc(c->scratch, NULL, widest, sizeof(double));
    }
    return status_of(c) == MINES_OK;
}

static void rerun_release(mcore_conditional *c, rerun *r)
{
    mcore_arena_release(c->scratch, r->forward.data);
    mcore_arena_release(c->scratch, r->here);
    mcore_arena_release(c->scratch, r->next);
}

/* A layer's box: its pinned neighbours and its other cells that may hold mines. */
typedef struct box_split {
    uint32_t neighbours, others;
} box_split;

/* Add the vector `from` of a state, `length` entries with the second index, to its target's along an edge with j mines:
   i of them on the pinned neighbours. */
static inline void convolve_edge(const mcore_weights *weights, box_split box, uint32_t j, uint32_t width,
                                 const double *restrict from, size_t length, double *restrict to)
{
    uint32_t most = mcore_min(box.neighbours, mcore_min(j, width - 1));
    for (uint32_t i = 0; i <= most; i++) {
        if (j - i > box.others)
            continue;
        double weight = weights->weight[box.neighbours][i] * weights->weight[box.others][j - i];
        double *out = to + i;
        /* the last i entries of each k are 0: there can't be so many mines before this layer */
        for (size_t x = 0; x + i < length; x++)
            out[x] += weight * from[x];
    }
}

/* Advance by one layer, with pinned cells in its box. */
static void rerun_layer(const mcore_conditional *c, const mcore_graph *graph, uint32_t layer, mcore_query_pin pin,
                        rerun *r)
{
    const mcore_weights *weights = &chain_of(c)->weights;
    uint32_t first = graph->first_state[layer], end = graph->first_state[layer + 1], width = r->width;
    box_split box = {pin.neighbours, (uint32_t)graph->box_size[layer] - pin.neighbours - pin.self};
    size_t entries = mcore_graph_layer_size(graph, layer + 1) * width;
    memset(r->next, 0, entries * sizeof *r->next);
    for (uint32_t s = first; s < end; s++) {
        const double *from = r->here + (graph->vector[s] - graph->vector[first]) * width;
        size_t length = mcore_graph_vector_length(graph, s) * width;
        uint32_t j = graph->first_mines[s];
        for (size_t e = graph->first_edge[s]; e < graph->first_edge[s + 1]; e++, j++) {
            uint32_t t = graph->target[e];
            if (t == MCORE_NONE)
                continue;
            size_t at = graph->vector[t] - graph->vector[end] + mcore_graph_edge_shift(graph, s, j, t);
            convolve_edge(weights, box, j, width, from, length, r->next + at * width);
        }
    }
    mcore_weights_normalise_by(weights, graph->forward_scale[layer], r->next, entries);
    double *swap = r->here;
    r->here = r->next;
    r->next = swap;
}

static int by_layer(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* Set r->here to the solution's forward vectors of a layer, without mines among the neighbours. */
static bool rerun_start(const mcore_conditional *c, const mcore_graph *graph, uint32_t layer, rerun *r)
{
    size_t entries = mcore_graph_layer_size(graph, layer);
    const double *forward = mcore_forward_layer(graph, &chain_of(c)->weights, layer, &r->forward, c->poll);
    if (forward == NULL)
        return false;
    memset(r->here, 0, entries * r->width * sizeof *r->here);
    for (size_t x = 0; x < entries; x++)
        r->here[x * r->width] = forward[x];
    return true;
}

/* Run from the first pinned layer of a component to `to`, or to just after the last pinned one if `to` is MCORE_NONE.
   pins: those of this component. Returns the layer reached, or MCORE_NONE if the poll stopped it. */
static uint32_t rerun_pins(const mcore_conditional *c, const mcore_graph *graph, const mcore_query_pin *pins,
                           uint32_t count, uint32_t to, rerun *r)
{
    uint32_t layers[MCORE_NUMBERS][2]; /* layer, index into pins */
    for (uint32_t i = 0; i < count; i++) {
        layers[i][0] = c->layer_of[pins[i].box];
        layers[i][1] = i;
    }
    qsort(layers, count, sizeof *layers, by_layer);
    if (to == MCORE_NONE)
        to = layers[count - 1][0] + 1;
    uint32_t layer = layers[0][0], next = 0;
    if (!rerun_start(c, graph, layer, r))
        return MCORE_NONE;
    for (; layer < to; layer++) {
        mcore_query_pin pin = {0};
        if (next < count && layers[next][0] == layer)
            pin = pins[layers[next++][1]];
        rerun_layer(c, graph, layer, pin, r);
        if (mcore_poll_step(c->poll, mcore_poll_work(mcore_graph_layer_size(graph, layer) * r->width)))
            return MCORE_NONE;
    }
    return to;
}

/* ---- Queries of one component ---- */

/* Backward vectors of the component for one number of pinned sea cells. */
typedef struct meeting {
    mcore_backward backward;
    mcore_checkpoints checkpoints; /* of the backward vectors, if not all fit */
    int *later;                    /* by layer: forward scaling from it to the end */
    double *terminal;
    double total;      /* weight of all valid boards at the component's end */
    uint32_t sea_pins; /* that the backward vectors are for; MCORE_NONE before the first */
} meeting;

static bool backward_fits(const mcore_conditional *c, const mcore_graph *graph)
{
    return mcore_arena_fits(c->scratch, mcore_backward_size(graph, c->extra), sizeof(double));
}

/* Allocate backward vectors of all layers, or of some if all don't fit. */
static bool meeting_alloc(mcore_conditional *c, const mcore_graph *graph, meeting *m)
{
    mcore_arena *scratch = c->scratch;
    mcore_backward *b = &m->backward;
    size_t entries = mcore_backward_size(graph, c->extra), segment;
    b->extra = c->extra;
    b->scale = mcore_arena_realloc(scratch, NULL, (size_t)graph->layers + 1, sizeof(int));
    m->later = mcore_arena_realloc(scratch, NULL, (size_t)graph->layers + 1, sizeof(int));
    if (status_of(c) == MINES_OK && !backward_fits(c, graph) &&
        mcore_checkpoints_init(&m->checkpoints, graph->layers, scratch)) {
        mcore_graph_layer_offsets(graph, true, c->extra, m->checkpoints.start);
        if (!mcore_checkpoints_choose(&m->checkpoints, 1, &segment, scratch))
            return false;
        b->checkpoints = &m->checkpoints;
        b->segment.data = mcore_arena_realloc(scratch, NULL, segment, sizeof(double));
        entries = m->checkpoints.kept;
    }
    b->b = mcore_arena_realloc(scratch, NULL, entries, sizeof(double));
    if (status_of(c) != MINES_OK)
        return false;
    m->later[graph->layers] = 0;
    for (uint32_t layer = graph->layers; layer-- > 0;)
        m->later[layer] = m->later[layer + 1] + graph->forward_scale[layer];
    return true;
}

/* Set m->total for component i. */
static bool set_total(mcore_conditional *c, uint32_t i, meeting *m)
{
    const mcore_graph *graph = chain_of(c)->graph + i;
    double **suffix = suffix_for(c, 0);
    if (suffix == NULL)
        return false;
    mcore_chain_terminal(chain_of(c), i, suffix[i + 1], 0, m->terminal);
    const double *own = mcore_graph_totals(graph);
    m->total = 0.0;
    for (size_t k = 0; k < mcore_graph_totals_length(graph); k++)
        m->total += own[k] * m->terminal[k];
    return true;
}

/* Fill the backward vectors of component i for a number of pinned sea cells, if they aren't for it already. */
static bool set_sea_pins(mcore_conditional *c, uint32_t i, uint32_t sea_pins, meeting *m)
{
    if (m->sea_pins == sea_pins)
        return true;
    m->sea_pins = sea_pins;
    double **suffix = suffix_for(c, sea_pins);
    if (suffix == NULL)
        return false;
    mcore_chain_terminal(chain_of(c), i, suffix[i + 1], c->extra, m->terminal);
    return mcore_backward_fill(chain_of(c)->graph + i, &chain_of(c)->weights, m->terminal, &m->backward, c->poll);
}

/* sum[m] += the weight of all ways with m mines among the box neighbours: forward vectors `here` of a layer with
   r->width entries per number, times backward vectors shifted by the mines on sea neighbours. */
static void dot_layer(const mcore_graph *graph, uint32_t layer, const rerun *r, const double *backward, size_t extra,
                      double *restrict sum)
{
    uint32_t first = graph->first_state[layer], end = graph->first_state[layer + 1], width = r->width;
    for (uint32_t s = first; s < end; s++) {
        const double *here = r->here + (graph->vector[s] - graph->vector[first]) * width;
        const double *b = backward + (graph->vector[s] - graph->vector[first]) + (size_t)(s - first) * extra;
        size_t length = mcore_graph_vector_length(graph, s);
        for (size_t k = 0; k < length; k++) {
            for (uint32_t m = 0; m < width; m++)
                sum[m] += here[k * width + m] * b[k];
        }
    }
}

/* Answer a query whose pinned boxes are in one component: forward and backward vectors meet after the last pinned
   layer. False if the poll stopped it. */
static bool answer_one(const mcore_conditional *c, const mcore_graph *graph, meeting *m, const mcore_cell_query *query,
                       rerun *r, double *answer)
{
    r->width = c->numbers ? query->neighbours + 1u : 1;
    uint32_t layer = rerun_pins(c, graph, query->pins, query->pin_count, MCORE_NONE, r);
    if (layer == MCORE_NONE)
        return false;
    const double *backward = mcore_backward_layer(graph, &chain_of(c)->weights, layer, &m->backward, c->poll);
    if (backward == NULL)
        return false;
    for (uint32_t i = 0; i <= most_sea_mines(c, query); i++) {
        double sum[MCORE_NUMBERS] = {0};
        dot_layer(graph, layer, r, backward + i, c->extra, sum);
        for (uint32_t k = 0; k < r->width; k++)
            answer[k + i] += sum[k] * sea_ways(c, query, i);
    }
    divide_answer(c, m->total * mcore_power_of_two(m->backward.scale[layer] - m->later[layer]), answer);
    return true;
}

/* The order of queries if vectors are recomputed: those that start in the same segment of forward vectors together,
   and among them those that meet the same backward vectors. */
typedef struct visit {
    uint32_t sea_pins;
    uint32_t start; /* the kept layer at or before the first pinned box */
    uint32_t last;  /* layer of the last pinned box */
    uint32_t query; /* index */
} visit;

static int by_visit(const void *left, const void *right)
{
    const visit *a = left, *b = right;
    if (a->sea_pins != b->sea_pins)
        return a->sea_pins < b->sea_pins ? -1 : 1;
    if (a->start != b->start)
        return a->start > b->start ? -1 : 1;
    if (a->last != b->last)
        return a->last > b->last ? -1 : 1;
    return a->query < b->query ? -1 : a->query > b->query;
}

static visit visit_of(const mcore_conditional *c, const mcore_checkpoints *checkpoints, const mcore_cell_query *query,
                      uint32_t index)
{
    uint32_t first = MCORE_NONE, last = 0;
    for (uint32_t i = 0; i < query->pin_count; i++) {
        first = mcore_min(first, c->layer_of[query->pins[i].box]);
        last = mcore_max(last, c->layer_of[query->pins[i].box]);
    }
    if (checkpoints == NULL)
        first = 0;
    while (checkpoints != NULL && checkpoints->offset[first] == MCORE_NOT_KEPT)
        first--;
    return (visit){mcore_query_sea_pins(query), first, last, index};
}

/* The queries of `list` in an order that rarely recomputes vectors, or `list` itself if nothing is recomputed. NULL if
   the arena is exhausted. */
static const uint32_t *order_queries(mcore_conditional *c, const mcore_graph *graph, const mcore_cell_query *queries,
                                     const uint32_t *list, size_t count)
{
    if (graph->checkpoints == NULL && backward_fits(c, graph))
        return list;
    visit *visits = mcore_arena_realloc(c->scratch, NULL, count, sizeof *visits);
    uint32_t *order = mcore_arena_realloc(c->scratch, NULL, count, sizeof *order);
    if (visits == NULL || order == NULL)
        return NULL;
    for (size_t x = 0; x < count; x++)
        visits[x] = visit_of(c, graph->checkpoints, queries + list[x], list[x]);
    qsort(visits, count, sizeof *visits, by_visit);
    for (size_t x = 0; x < count; x++)
        order[x] = visits[x].query;
    return order;
}

/* The body of mcore_conditional_component; the caller rewinds the scratch arena. False if it stopped; the arenas'
   status or the poll says why. */
static bool answer_component(mcore_conditional *c, uint32_t i, const mcore_cell_query *queries, const uint32_t *list,
                             size_t count, double *answers)
{
    const mcore_graph *graph = chain_of(c)->graph + i;
    size_t entries = mcore_graph_totals_length(graph) + c->extra;
    meeting m = {.terminal = mcore_arena_realloc(c->scratch, NULL, entries, sizeof(double)), .sea_pins = MCORE_NONE};
    rerun r = {0};
    if (m.terminal == NULL || !rerun_alloc(c, graph, &r))
        return false;
    const uint32_t *order = order_queries(c, graph, queries, list, count);
    if (order == NULL || !meeting_alloc(c, graph, &m) || !set_total(c, i, &m))
        return false;
    for (size_t x = 0; x < count; x++) {
        const mcore_cell_query *query = queries + order[x];
        if (!set_sea_pins(c, i, mcore_query_sea_pins(query), &m) ||
            !answer_one(c, graph, &m, query, &r, answers + (size_t)order[x] * c->width))
            return false;
    }
    return true;
}

mines_status mcore_conditional_component(mcore_conditional *c, uint32_t i, const mcore_cell_query *queries,
                                         const uint32_t *list, size_t count, double *answers)
{
    bool done = answer_component(c, i, queries, list, count, answers);
    mines_status status = done ? MINES_OK : status_of(c);
    mcore_arena_rewind(c->scratch);
    return status;
}

/* ---- Queries across components ---- */

/* A vector over k, mines in some components, with a second index of `width` entries: mines among the neighbours. */
typedef struct product {
    double *x;
    size_t length;
    uint32_t width;
} product;

static bool product_alloc(mcore_conditional *c, product *p, size_t length, uint32_t width)
{
    *p = (product){mcore_arena_realloc(c->scratch, NULL, length * width, sizeof(double)), length, width};
    if (p->x != NULL)
        memset(p->x, 0, length * width * sizeof(double));
    return p->x != NULL;
}

/* *to *= from, whose second index has from_width entries; false if the arena is exhausted or the poll stopped it. Terms
   beyond the width of *to are 0 and left out. */
static bool multiply(mcore_conditional *c, product *to, const double *from, size_t length, uint32_t from_width)
{
    product result;
    if (!product_alloc(c, &result, to->length + length - 1, to->width))
        return false;
    for (size_t b = 0; b < length * from_width; b++) {
        uint32_t i = (uint32_t)(b % from_width); /* NOLINT(clang-analyzer-core.DivideZero): at least 1 */
        double *at = result.x + b / from_width * to->width + i;
        for (size_t a = 0; a + i < to->length * to->width; a++)
            at[a] += to->x[a] * from[b];
        if (mcore_poll_step(c->poll, mcore_poll_work(to->length * to->width)))
            return false;
    }
    mcore_arena_release(c->scratch, to->x);
    *to = result;
    return true;
}

static double dot(const double *x, const double *y, size_t n)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

/* The components that a query touches, run to their ends. */
typedef struct touched {
    uint32_t component[MCORE_NUMBERS]; /* ascending */
    uint32_t count;
    product pinned; /* the product of them with the pins */
    product plain;  /* and without */
} touched;

/* Multiply one component, with these pins, into the products. */
static bool touch(mcore_conditional *c, uint32_t component, const mcore_query_pin *pins, uint32_t count, touched *t)
{
    const mcore_graph *graph = chain_of(c)->graph + component;
    size_t length = mcore_graph_totals_length(graph);
    rerun r;
    if (!rerun_alloc(c, graph, &r))
        return false;
    r.width = c->width;
    bool done = rerun_pins(c, graph, pins, count, graph->layers, &r) != MCORE_NONE &&
                multiply(c, &t->pinned, r.here, length, r.width) &&
                multiply(c, &t->plain, mcore_graph_totals(graph), length, 1);
    rerun_release(c, &r);
    t->component[t->count++] = component;
    return done;
}

static bool touch_all(mcore_conditional *c, const mcore_cell_query *query, touched *t)
{
    if (!product_alloc(c, &t->pinned, 1, c->width) || !product_alloc(c, &t->plain, 1, 1))
        return false;
    t->pinned.x[0] = t->plain.x[0] = 1.0;
    for (uint32_t i = 0, pins; i < query->pin_count; i += pins) {
        uint32_t component = c->component_of[query->pins[i].box];
        for (pins = 1; i + pins < query->pin_count && c->component_of[query->pins[i + pins].box] == component;)
            pins++;
        if (!touch(c, component, query->pins + i, pins, t))
            return false;
    }
    return true;
}

/* The weights of mines in the untouched components before the last touched one. */
static bool untouched(mcore_conditional *c, const touched *t, product *out)
{
    const mcore_chain *chain = chain_of(c);
    uint32_t from = t->count > 0 ? t->component[0] : chain->components, next = 0;
    if (!product_alloc(c, out, mcore_chain_span(chain, from), 1))
        return false;
    memcpy(out->x, chain->prefix[from], out->length * sizeof(double));
    for (uint32_t i = from; t->count > 0 && i <= t->component[t->count - 1]; i++) {
        const mcore_graph *graph = chain->graph + i;
        if (t->component[next] == i) {
            next++;
            continue;
        }
        if (!multiply(c, out, mcore_graph_totals(graph), mcore_graph_totals_length(graph), 1))
            return false;
        (void)mcore_weights_normalise(&chain->weights, out->x, out->length);
    }
    return true;
}

/* Combine touched and untouched components with the rest of the chain. with, without: suffixes after the last touched
   component with and without the query's sea pins. */
static void combine(const mcore_conditional *c, const mcore_cell_query *query, const touched *t, const product *rest,
                    const double *with, const double *without, double *answer)
{
    const product *pinned = &t->pinned, *plain = &t->plain;
    uint32_t most = most_sea_mines(c, query);
    double all = 0.0;
    for (size_t k = 0; k < plain->length; k++)
        all += plain->x[k] * dot(rest->x, without + k, rest->length);
    for (size_t k = 0; k < pinned->length + most; k++) {
        double weight = dot(rest->x, with + k, rest->length);
        for (uint32_t i = 0; i <= most && i <= k; i++) {
            if (k - i >= pinned->length)
                continue;
            for (uint32_t m = 0; m + i < c->width; m++)
                answer[m + i] += pinned->x[(k - i) * c->width + m] * weight * sea_ways(c, query, i);
        }
    }
    divide_answer(c, all, answer);
}

static bool answer_any(mcore_conditional *c, const mcore_cell_query *query, double *answer)
{
    touched t = {.count = 0};
    product rest;
    double **with = suffix_for(c, mcore_query_sea_pins(query)), **without = suffix_for(c, 0);
    if (with == NULL || without == NULL || !touch_all(c, query, &t) || !untouched(c, &t, &rest))
        return false;
    uint32_t after = t.count > 0 ? t.component[t.count - 1] + 1 : chain_of(c)->components;
    combine(c, query, &t, &rest, with[after], without[after], answer);
    return true;
}

mines_status mcore_conditional_any(mcore_conditional *c, const mcore_cell_query *query, double *answer)
{
    bool done = answer_any(c, query, answer);
    mines_status status = done ? MINES_OK : status_of(c);
    mcore_arena_rewind(c->scratch);
    if (done && mcore_poll_step(c->poll, 500))
        return MINES_INTERRUPTED;
    return status;
}
