#include "conditional.h"

#include "../base/scaling.h"
#include "recount.h"

#include <stdlib.h>
#include <string.h>

/* ---- The chain with a pinned sea ---- */

static const mcore_chain *chain_of(const mcore_conditional *q) { return &q->solution->chain; }

static mines_status status_of(const mcore_conditional *q)
{
    if (q->arena->status != MINES_OK)
        return q->arena->status;
    return q->scratch->status == MINES_OK && q->poll->stop ? MINES_INTERRUPTED : q->scratch->status;
}

/* Suffixes scaled like the solution's own; NULL where memory ends or the poll stopped it. */
static double **suffix_for(mcore_conditional *q, uint32_t pinned)
{
    const mcore_chain *chain = chain_of(q);
    uint32_t n = chain->components;
    if (q->suffix[pinned] != NULL)
        return q->suffix[pinned];
    double **suffix = mcore_arena_alloc(q->arena, (size_t)n + 1, sizeof *suffix);
    for (uint32_t i = 0; i <= n && suffix != NULL; i++)
        suffix[i] = mcore_arena_alloc(q->arena, mcore_chain_span(chain, i) + q->extra, sizeof(double));
    if (q->arena->status != MINES_OK)
        return NULL;
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): where a request fails, the arena's status says so */
    mcore_chain_sea_weights(chain, &q->solution->reduced, pinned, mcore_chain_span(chain, n) + q->extra, suffix[n]);
    for (uint32_t i = n; i-- > 0;) {
        mcore_chain_step(chain, i, suffix[i + 1], q->extra, suffix[i]);
        if (chain->weights.boolean) {
            (void)mcore_weights_normalise(&chain->weights, suffix[i], mcore_chain_span(chain, i) + q->extra);
        } else if (chain->suffix_scale[i] != 0) {
            double factor = mcore_power_of_two(chain->suffix_scale[i]);
            for (size_t p = 0; p < mcore_chain_span(chain, i) + q->extra; p++)
                suffix[i][p] *= factor;
        }
        if (mcore_poll_step(q->poll, mcore_poll_work(mcore_chain_span(chain, i) + q->extra)))
            return NULL;
    }
    q->suffix[pinned] = suffix;
    return suffix;
}

/* ---- Layers run again ---- */

/* Forward vectors of one layer with a second index: entry (k - kmin) * width + m of a state, m mines counted so far. */
typedef struct rerun {
    double *here, *next;
    uint32_t width;
    mcore_segment forward; /* for the solution's forward vectors where it has some of them only */
} rerun;

static bool make_rerun(mcore_conditional *q, const mcore_graph *graph, rerun *r)
{
    size_t most = 0;
    for (uint32_t layer = 0; layer <= graph->layers; layer++) {
        size_t room = mcore_graph_layer_size(graph, layer);
        most = room > most ? room : most;
    }
    *r = (rerun){.here = mcore_arena_realloc(q->scratch, NULL, most * q->width, sizeof(double)),
                 .next = mcore_arena_realloc(q->scratch, NULL, most * q->width, sizeof(double)),
                 .width = 1};
    if (graph->checkpoints != NULL)
        r->forward.data =
            mcore_arena_realloc(q->scratch, NULL, mcore_checkpoints_widest(graph->checkpoints), sizeof(double));
    return status_of(q) == MINES_OK;
}

static void free_rerun(mcore_conditional *q, rerun *r)
{
    mcore_arena_release(q->scratch, r->forward.data);
    mcore_arena_release(q->scratch, r->here);
    mcore_arena_release(q->scratch, r->next);
}

/* One layer on, `p` of its box's cells counted and, if own, one more safe. */
static void rerun_layer(const mcore_conditional *q, const mcore_graph *graph, uint32_t layer, uint32_t p, uint32_t own,
                        rerun *r)
{
    const mcore_weights *weights = &chain_of(q)->weights;
    uint32_t first = graph->first_state[layer], end = graph->first_state[layer + 1], width = r->width;
    uint32_t free_cells = q->solution->reduced.box[graph->box[layer]].size - p - own;
    size_t room = mcore_graph_layer_size(graph, layer + 1);
    memset(r->next, 0, room * width * sizeof *r->next);
    for (uint32_t s = first; s < end; s++) {
        const double *from = r->here + (graph->vector[s] - graph->vector[first]) * width;
        size_t length = mcore_graph_vector_length(graph, s) * width;
        uint32_t j = graph->first_mines[s];
        for (size_t e = graph->first_edge[s]; e < graph->first_edge[s + 1]; e++, j++) {
            uint32_t t = graph->target[e];
            if (t == MCORE_NONE)
                continue;
            size_t at = graph->vector[t] - graph->vector[end] + mcore_graph_edge_shift(graph, s, j, t);
            for (uint32_t i = 0; i <= mcore_min(p, mcore_min(j, width - 1)); i++) {
                if (j - i > free_cells)
                    continue;
                double weight =
                    (double)mcore_binomial[p][i] * mcore_binomial[free_cells][j - i] * weights->theta_power[j];
                double *to = r->next + at * width + i;
                /* the last i entries of each k are 0: so many mines can't have been counted before this layer */
                for (size_t x = 0; x + i < length; x++)
                    to[x] += weight * from[x];
            }
        }
    }
    if (weights->boolean) {
        (void)mcore_weights_normalise(weights, r->next, room * width);
    } else if (graph->forward_scale[layer] != 0) {
        double factor = mcore_power_of_two(graph->forward_scale[layer]);
        for (size_t x = 0; x < room * width; x++)
            r->next[x] *= factor;
    }
    double *swap = r->here;
    r->here = r->next;
    r->next = swap;
}

static int by_layer(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* Run from the first pinned layer of a component to `to`, or to just behind the last pinned one if `to` is MCORE_NONE;
   returns the layer reached, MCORE_NONE where the poll stopped it. pins: those of this component. */
static uint32_t rerun_pins(const mcore_conditional *q, const mcore_graph *graph, const mcore_query_pin *pins,
                           uint32_t count, uint32_t to, rerun *r)
{
    uint32_t layers[MCORE_NUMBERS][2];
    for (uint32_t i = 0; i < count; i++) {
        layers[i][0] = q->layer_of[pins[i].box];
        layers[i][1] = i;
    }
    qsort(layers, count, sizeof *layers, by_layer);
    if (to == MCORE_NONE)
        to = layers[count - 1][0] + 1;
    uint32_t layer = layers[0][0], next = 0;
    size_t room = mcore_graph_layer_size(graph, layer);
    const double *forward = mcore_forward_layer(graph, &chain_of(q)->weights, layer, &r->forward, q->poll);
    if (forward == NULL)
        return MCORE_NONE;
    memset(r->here, 0, room * r->width * sizeof *r->here);
    for (size_t x = 0; x < room; x++)
        r->here[x * r->width] = forward[x];
    for (; layer < to; layer++) {
        if (next < count && layers[next][0] == layer) {
            const mcore_query_pin *pinned = pins + layers[next++][1];
            rerun_layer(q, graph, layer, pinned->neighbours, pinned->self, r);
        } else {
            rerun_layer(q, graph, layer, 0, 0, r);
        }
        if (mcore_poll_step(q->poll, mcore_poll_work(mcore_graph_layer_size(graph, layer) * r->width)))
            return MCORE_NONE;
    }
    return to;
}

mines_status mcore_conditional_begin(mcore_conditional *q, const mines_solution *solution, bool numbers,
                                     mcore_arena *arena, mcore_arena *scratch, mcore_poll *poll)
{
    *q = (mcore_conditional){
        .solution = solution,
        .arena = arena,
        .scratch = scratch,
        .poll = poll,
        .numbers = numbers,
        .width = numbers ? MCORE_NUMBERS : 1,
        .least = mcore_recount_may_underflow(&solution->reduced) ? 0x1p-993 : 0.0,
        .extra = numbers ? MCORE_NUMBERS - 1 : 0,
        .component_of = mcore_arena_alloc(arena, solution->reduced.boxes, sizeof(uint32_t)),
        .layer_of = mcore_arena_alloc(arena, solution->reduced.boxes, sizeof(uint32_t)),
    };
    if (arena->status != MINES_OK)
        return arena->status;
    for (uint32_t i = 0; i < solution->reduced.components; i++) {
        const mcore_graph *graph = solution->graph + i;
        for (uint32_t layer = 0; layer < graph->layers; layer++) {
            q->component_of[graph->box[layer]] = i;
            q->layer_of[graph->box[layer]] = layer;
        }
    }
    return MINES_OK;
}

/* ---- Answers ---- */

/* Weight of i mines on the counted cells of the sea, apart from the rest of the sea. */
static double sea_ways(const mcore_conditional *q, const mcore_cell_query *a, uint32_t i)
{
    return (double)mcore_binomial[a->sea][i] * chain_of(q)->weights.theta_power[i];
}

/* The most mines on counted sea cells that are followed. */
static uint32_t sea_most(const mcore_conditional *q, const mcore_cell_query *a) { return q->numbers ? a->sea : 0; }

/* Backward vectors of one component for one number of pinned sea cells. */
typedef struct backward {
    mcore_backward v;
    mcore_checkpoints row; /* which of them are kept where not all can be */
    int *later;            /* by layer: forward scaling from it to the end */
    double total;          /* of the component's end, no cell pinned */
} backward;

/* A question whose pinned boxes lie in one component: met behind the last pinned layer. False: stopped. */
static bool answer_one(const mcore_conditional *q, const mcore_graph *graph, backward *w, const mcore_cell_query *a,
                       rerun *r, double *out)
{
    r->width = q->numbers ? a->neighbours + 1u : 1;
    uint32_t layer = rerun_pins(q, graph, a->pins, a->pin_count, MCORE_NONE, r);
    if (layer == MCORE_NONE)
        return false;
    uint32_t first = graph->first_state[layer], end = graph->first_state[layer + 1];
    const double *backward = mcore_backward_layer(graph, &chain_of(q)->weights, layer, &w->v, q->poll);
    if (backward == NULL)
        return false;
    for (uint32_t i = 0; i <= sea_most(q, a); i++) {
        double sum[MCORE_NUMBERS] = {0};
        for (uint32_t s = first; s < end; s++) {
            const double *here = r->here + (graph->vector[s] - graph->vector[first]) * r->width;
            const double *b = backward + (graph->vector[s] - graph->vector[first]) + (size_t)(s - first) * q->extra + i;
            size_t length = mcore_graph_vector_length(graph, s);
            for (size_t k = 0; k < length; k++) {
                for (uint32_t m = 0; m < r->width; m++)
                    sum[m] += here[k * r->width + m] * b[k];
            }
        }
        for (uint32_t m = 0; m < r->width; m++)
            out[m + i] += sum[m] * sea_ways(q, a, i);
    }
    double all = w->total * mcore_power_of_two(w->v.scale[layer] - w->later[layer]);
    for (uint32_t m = 0; m < q->width; m++)
        out[m] = out[m] >= q->least ? out[m] / all : 0.0;
    return true;
}

/* Room for those of all layers, or of some where that is all there is room for. */
static bool make_backward(mcore_conditional *q, const mcore_graph *graph, backward *w)
{
    mcore_arena *scratch = q->scratch;
    size_t room = mcore_backward_size(graph, q->extra), window;
    w->v.extra = q->extra;
    w->v.scale = mcore_arena_realloc(scratch, NULL, (size_t)graph->layers + 1, sizeof(int));
    w->later = mcore_arena_realloc(scratch, NULL, (size_t)graph->layers + 1, sizeof(int));
    if (status_of(q) == MINES_OK && !mcore_arena_fits(scratch, room, sizeof(double)) &&
        mcore_checkpoints_init(&w->row, graph->layers, scratch)) {
        mcore_graph_layer_offsets(graph, true, q->extra, w->row.start);
        if (!mcore_checkpoints_choose(&w->row, 1, &window, scratch))
            return false;
        w->v.checkpoints = &w->row;
        w->v.segment.data = mcore_arena_realloc(scratch, NULL, window, sizeof(double));
        room = w->row.kept;
    }
    w->v.b = mcore_arena_realloc(scratch, NULL, room, sizeof(double));
    if (status_of(q) != MINES_OK)
        return false;
    w->later[graph->layers] = 0;
    for (uint32_t layer = graph->layers; layer-- > 0;)
        w->later[layer] = w->later[layer + 1] + graph->forward_scale[layer];
    return true;
}

/* The weight of component i's valid boards, by its end, no cell pinned. */
static mines_status component_total(mcore_conditional *q, uint32_t i, double *terminal, double *total)
{
    const mcore_graph *graph = chain_of(q)->graph + i;
    double **suffix = suffix_for(q, 0);
    if (suffix == NULL)
        return status_of(q);
    mcore_chain_terminal(chain_of(q), i, suffix[i + 1], 0, terminal);
    const double *own = mcore_graph_totals(graph);
    *total = 0.0;
    for (size_t k = 0; k < mcore_graph_vector_length(graph, mcore_graph_end(graph)); k++)
        *total += own[k] * terminal[k];
    return MINES_OK;
}

/* A question where vectors are computed again: those of one stretch of forward vectors stand together, and among them
   those that meet the same backward vectors, so that no stretch is computed more often than it must be. */
typedef struct visit {
    uint32_t pinned;  /* cells of the sea */
    uint32_t stretch; /* the layer before that of the first pinned box that is kept, or that layer */
    uint32_t last;    /* of the pinned boxes' layers */
    uint32_t ask;
} visit;

static int by_visit(const void *left, const void *right)
{
    const visit *a = left, *b = right;
    if (a->pinned != b->pinned)
        return a->pinned < b->pinned ? -1 : 1;
    if (a->stretch != b->stretch)
        return a->stretch > b->stretch ? -1 : 1;
    if (a->last != b->last)
        return a->last > b->last ? -1 : 1;
    return a->ask < b->ask ? -1 : a->ask > b->ask;
}

/* The questions in that order; NULL where memory ends. */
static visit *plan_visits(mcore_conditional *q, const mcore_graph *graph, const mcore_cell_query *asks,
                          const uint32_t *list, size_t count)
{
    visit *visits = mcore_arena_realloc(q->scratch, NULL, count, sizeof *visits);
    for (size_t x = 0; x < count && visits != NULL; x++) {
        const mcore_cell_query *a = asks + list[x];
        uint32_t first = MCORE_NONE, last = 0;
        for (uint32_t i = 0; i < a->pin_count; i++) {
            first = mcore_min(first, q->layer_of[a->pins[i].box]);
            last = mcore_max(last, q->layer_of[a->pins[i].box]);
        }
        while (graph->checkpoints != NULL && graph->checkpoints->offset[first] == MCORE_NOT_KEPT)
            first--;
        visits[x] = (visit){(uint32_t)a->sea + a->sea_self, graph->checkpoints != NULL ? first : 0, last, list[x]};
    }
    if (visits != NULL)
        qsort(visits, count, sizeof *visits, by_visit);
    return visits;
}

mines_status mcore_conditional_component(mcore_conditional *q, uint32_t i, const mcore_cell_query *asks,
                                         const uint32_t *list, size_t count, double *answers)
{
    const mcore_graph *graph = chain_of(q)->graph + i;
    size_t room = mcore_graph_vector_length(graph, mcore_graph_end(graph)) + q->extra;
    double *terminal = mcore_arena_realloc(q->scratch, NULL, room, sizeof *terminal);
    backward w = {0};
    rerun r = {0};
    mines_status status = MINES_OK;
    if (terminal == NULL || !make_rerun(q, graph, &r))
        return status_of(q);
    /* what is computed again is not asked for in turn */
    bool again = graph->checkpoints != NULL ||
                 !mcore_arena_fits(q->scratch, mcore_backward_size(graph, q->extra), sizeof(double));
    visit *visits = again ? plan_visits(q, graph, asks, list, count) : NULL;
    if (status_of(q) != MINES_OK || !make_backward(q, graph, &w))
        return status_of(q);
    status = component_total(q, i, terminal, &w.total);
    uint32_t pinned = MCORE_NONE;
    for (size_t x = 0; x < count && status == MINES_OK; x++) {
        uint32_t index = visits != NULL ? visits[x].ask : list[x];
        const mcore_cell_query *a = asks + index;
        if ((uint32_t)a->sea + a->sea_self != pinned) {
            pinned = (uint32_t)a->sea + a->sea_self;
            double **suffix = suffix_for(q, pinned);
            if (suffix == NULL)
                return status_of(q);
            mcore_chain_terminal(chain_of(q), i, suffix[i + 1], q->extra, terminal);
            if (!mcore_backward_fill(graph, &chain_of(q)->weights, terminal, &w.v, q->poll))
                status = MINES_INTERRUPTED;
        }
        if (status == MINES_OK && !answer_one(q, graph, &w, a, &r, answers + (size_t)index * q->width))
            status = MINES_INTERRUPTED;
    }
    mcore_arena_rewind(q->scratch);
    return status;
}

/* A vector over k, mines in some components, with a second index of `width` entries: counted mines. */
typedef struct product {
    double *x;
    size_t length;
    uint32_t width;
} product;

static bool make_product(mcore_conditional *q, product *p, size_t length, uint32_t width)
{
    *p = (product){mcore_arena_realloc(q->scratch, NULL, length * width, sizeof(double)), length, width};
    if (p->x != NULL)
        memset(p->x, 0, length * width * sizeof(double));
    return p->x != NULL;
}

/* *to *= from, whose second index has from_width entries; false where memory ends or the poll stopped it. Terms beyond
   the width of *to are 0 and left out. */
static bool multiply(mcore_conditional *q, product *to, const double *from, size_t length, uint32_t from_width)
{
    product result;
    if (!make_product(q, &result, to->length + length - 1, to->width))
        return false;
    for (size_t b = 0; b < length * from_width; b++) {
        uint32_t i = (uint32_t)(b % from_width); /* NOLINT(clang-analyzer-core.DivideZero): at least 1 */
        double *at = result.x + b / from_width * to->width + i;
        for (size_t a = 0; a + i < to->length * to->width; a++)
            at[a] += to->x[a] * from[b];
        if (mcore_poll_step(q->poll, mcore_poll_work(to->length * to->width)))
            return false;
    }
    mcore_arena_release(q->scratch, to->x);
    *to = result;
    return true;
}

/* Weights of mines in the components that a question doesn't touch, up to the last one it does. */
static bool untouched(mcore_conditional *q, const uint32_t *touched, uint32_t count, product *out)
{
    const mcore_chain *chain = chain_of(q);
    uint32_t from = count > 0 ? touched[0] : chain->components, next = 0;
    if (!make_product(q, out, mcore_chain_span(chain, from), 1))
        return false;
    memcpy(out->x, chain->prefix[from], out->length * sizeof(double));
    for (uint32_t i = from; count > 0 && i <= touched[count - 1]; i++) {
        const mcore_graph *graph = chain->graph + i;
        uint32_t end = mcore_graph_end(graph);
        if (touched[next] == i) {
            next++;
            continue;
        }
        if (!multiply(q, out, mcore_graph_totals(graph), mcore_graph_vector_length(graph, end), 1))
            return false;
        (void)mcore_weights_normalise(&chain->weights, out->x, out->length);
    }
    return true;
}

static double dot(const double *x, const double *y, size_t n)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

/* The touched components of a question, each run to its end: *pinned with its pins, *plain without. Returns how many
   there are. */
static uint32_t run_touched(mcore_conditional *q, const mcore_cell_query *a, product *pinned, product *plain,
                            uint32_t *touched)
{
    uint32_t count = 0, pins;
    for (uint32_t i = 0; i < a->pin_count && status_of(q) == MINES_OK; i += pins) {
        uint32_t component = q->component_of[a->pins[i].box];
        const mcore_graph *graph = chain_of(q)->graph + component;
        size_t length = mcore_graph_vector_length(graph, mcore_graph_end(graph));
        for (pins = 1; i + pins < a->pin_count && q->component_of[a->pins[i + pins].box] == component;)
            pins++;
        rerun r;
        if (make_rerun(q, graph, &r)) {
            r.width = q->width;
            if (rerun_pins(q, graph, a->pins + i, pins, graph->layers, &r) != MCORE_NONE &&
                multiply(q, pinned, r.here, length, r.width))
                multiply(q, plain, mcore_graph_totals(graph), length, 1);
            free_rerun(q, &r);
        }
        touched[count++] = component;
    }
    return count;
}

mines_status mcore_conditional_any(mcore_conditional *q, const mcore_cell_query *a, double *out)
{
    const mcore_chain *chain = chain_of(q);
    uint32_t touched[MCORE_NUMBERS];
    product pinned, plain, rest;
    double **with = suffix_for(q, (uint32_t)a->sea + a->sea_self), **without = suffix_for(q, 0);
    if (with == NULL || without == NULL || !make_product(q, &pinned, 1, q->width) || !make_product(q, &plain, 1, 1))
        return status_of(q);
    pinned.x[0] = plain.x[0] = 1.0;
    uint32_t count = run_touched(q, a, &pinned, &plain, touched);
    if (status_of(q) != MINES_OK || !untouched(q, touched, count, &rest))
        return status_of(q);
    uint32_t after = count > 0 ? touched[count - 1] + 1 : chain->components;
    double all = 0.0;
    for (size_t k = 0; k < plain.length; k++)
        all += plain.x[k] * dot(rest.x, without[after] + k, rest.length);
    for (size_t k = 0; k < pinned.length + sea_most(q, a); k++) {
        double weight = dot(rest.x, with[after] + k, rest.length);
        for (uint32_t i = 0; i <= sea_most(q, a) && i <= k; i++) {
            if (k - i >= pinned.length)
                continue;
            for (uint32_t m = 0; m + i < q->width; m++)
                out[m + i] += pinned.x[(k - i) * q->width + m] * weight * sea_ways(q, a, i);
        }
    }
    for (uint32_t m = 0; m < q->width; m++)
        out[m] = out[m] >= q->least ? out[m] / all : 0.0;
    mcore_arena_rewind(q->scratch);
    return mcore_poll_step(q->poll, 500) ? MINES_INTERRUPTED : MINES_OK;
}
