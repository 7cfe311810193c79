#include "chain.h"

#include "../base/scaling.h"

#include <string.h>

enum { WORST_TILT = 60 };

/* Below this the chain's ends hardly meet, and another tilt is tried. */
#define POOR_TOTAL 1e-100

/* A component's own weights: those of its end state. */
static const double *poly(const mcore_graph *graph, uint32_t *length)
{
    uint32_t end = mcore_graph_end(graph);
    *length = graph->kmax[end] - graph->kmin[end] + 1;
    return mcore_graph_totals(graph);
}

uint32_t mcore_chain_sea_start(const mcore_chain *chain, const mcore_reduced *reduced)
{
    uint32_t low = chain->low[chain->components], high = chain->high[chain->components];
    double cells = reduced->sea_cells, left = reduced->mines_left, theta = chain->weights.theta_power[1];
    uint32_t from = left > cells ? mcore_max(low, reduced->mines_left - reduced->sea_cells) : low;
    uint32_t to = mcore_min(high, reduced->mines_left);
    double mode = left - (cells + 1.0) * theta / (1.0 + theta);
    return mode <= from ? from : mode >= to ? to : (uint32_t)mode;
}

void mcore_chain_sea_weights(const mcore_chain *chain, const mcore_reduced *reduced, uint32_t pinned, size_t count,
                             double *out)
{
    uint32_t low = chain->low[chain->components];
    double cells = reduced->sea_cells, left = reduced->mines_left, theta = chain->weights.theta_power[1];
    uint32_t from = left > cells ? mcore_max(low, reduced->mines_left - reduced->sea_cells) : low;
    uint32_t start = mcore_chain_sea_start(chain, reduced);
    memset(out, 0, count * sizeof *out);
    if (chain->weights.boolean) {
        for (size_t i = 0; i < count && low + i <= reduced->mines_left; i++)
            out[i] = reduced->mines_left - (low + i) + pinned <= reduced->sea_cells ? 1.0 : 0.0;
        return;
    }
    out[start - low] = 1.0;
    for (uint32_t p = start; p > from; p--) {
        double m = left - p;
        out[p - 1 - low] = out[p - low] * ((cells - m) * theta / (m + 1.0));
    }
    for (uint32_t p = start; p + 1 - low < count && p < reduced->mines_left; p++) {
        double m = left - p;
        out[p + 1 - low] = out[p - low] * (m / ((cells - m + 1.0) * theta));
    }
    for (size_t i = 0; i < count && pinned > 0; i++) {
        double m = left - (double)(low + i);
        if (out[i] == 0.0)
            continue;
        for (uint32_t t = 0; t < pinned; t++)
            out[i] *= m + t < cells ? (cells - m - t) / (cells - t) : 0.0;
    }
}

void mcore_chain_step(const mcore_chain *chain, uint32_t i, const double *next, uint32_t extra, double *out)
{
    uint32_t length;
    const double *own = poly(chain->graph + i, &length);
    size_t room = mcore_chain_span(chain, i) + extra;
    memset(out, 0, room * sizeof *out);
    for (uint32_t k = 0; k < length; k++) {
        for (size_t p = 0; p < room; p++)
            out[p] += own[k] * next[p + k];
    }
}

void mcore_chain_terminal(const mcore_chain *chain, uint32_t i, const double *next, uint32_t extra, double *out)
{
    uint32_t length;
    (void)poly(chain->graph + i, &length);
    size_t before = mcore_chain_span(chain, i), room = (size_t)length + extra;
    const double *prefix = chain->prefix[i];
    for (size_t k = 0; k < room; k++) {
        double sum = 0.0;
        for (size_t p = 0; p < before; p++)
            sum += prefix[p] * next[p + k];
        out[k] = sum;
    }
}

/* prefix[i + 1] from prefix[i]. */
static void extend_prefix(const mcore_chain *chain, uint32_t i)
{
    uint32_t length;
    const double *own = poly(chain->graph + i, &length), *from = chain->prefix[i];
    double *to = chain->prefix[i + 1];
    size_t before = mcore_chain_span(chain, i), after = mcore_chain_span(chain, i + 1);
    memset(to, 0, after * sizeof *to);
    for (uint32_t k = 0; k < length; k++) {
        for (size_t p = 0; p < before; p++)
            to[p + k] += from[p] * own[k];
    }
    chain->prefix_scale[i] = mcore_weights_normalise(&chain->weights, to, after);
}

static size_t where_largest(const double *x, size_t n)
{
    size_t best = 0;
    for (size_t i = 1; i < n; i++)
        best = x[i] > x[best] ? i : best;
    return best;
}

/* All vectors for the chain's weights, up to where both ends of the chain meet. */
static mines_status fill(mcore_chain *chain, const mcore_reduced *reduced, mcore_segment *window, mcore_poll *poll)
{
    uint32_t n = chain->components;
    chain->prefix[0][0] = 1.0;
    for (uint32_t i = 0; i < n; i++) {
        if (!mcore_forward_fill(chain->graph + i, &chain->weights, window, poll))
            return MINES_INTERRUPTED;
        extend_prefix(chain, i);
        if (mcore_poll_step(poll, mcore_poll_work(mcore_chain_span(chain, i + 1))))
            return MINES_INTERRUPTED;
    }
    mcore_chain_sea_weights(chain, reduced, 0, mcore_chain_span(chain, n), chain->suffix[n]);
    chain->total = 0.0;
    for (size_t p = 0; p < mcore_chain_span(chain, n); p++)
        chain->total += chain->prefix[n][p] * chain->suffix[n][p];
    return MINES_OK;
}

int mcore_chain_first_tilt(const mcore_reduced *reduced)
{
    double cells = reduced->sea_cells, mines = reduced->mines_left;
    for (uint32_t i = 0; i < reduced->boxes; i++)
        cells += reduced->box[i].size;
    int tilt = mcore_exponent((mines + 0.5) / (cells - mines + 0.5) * 1.4142135623730951);
    return tilt < -WORST_TILT ? -WORST_TILT : tilt > WORST_TILT ? WORST_TILT : tilt;
}

uint64_t mcore_chain_bytes(const mcore_reduced *reduced, const mcore_graph *graph)
{
    uint64_t n = reduced->components, span = 1;
    uint64_t bytes = 2 * (mcore_arena_bytes(n + 1, sizeof(double *)) + mcore_arena_bytes(n, sizeof(int)) +
                          mcore_arena_bytes(span, sizeof(double)));
    for (uint64_t i = 0; i < n; i++) {
        uint32_t end = mcore_graph_end(graph + i);
        span += graph[i].kmax[end] - graph[i].kmin[end];
        bytes += 2 * mcore_arena_bytes(span, sizeof(double));
    }
    return bytes;
}

/* A chain with room for its vectors. */
static mines_status take_chain(mcore_chain *chain, const mcore_reduced *reduced, const mcore_certain *certain,
                               mcore_graph *graph, mcore_arena *arena)
{
    uint32_t n = reduced->components;
    *chain = (mcore_chain){
        .components = n,
        .graph = graph,
        .low = certain->low,
        .high = certain->high,
        .prefix = mcore_arena_alloc(arena, (size_t)n + 1, sizeof(double *)),
        .suffix = mcore_arena_alloc(arena, (size_t)n + 1, sizeof(double *)),
        .prefix_scale = mcore_arena_alloc(arena, n, sizeof(int)),
        .suffix_scale = mcore_arena_alloc(arena, n, sizeof(int)),
    };
    if (arena->status != MINES_OK)
        return arena->status;
    for (uint32_t i = 0; i <= n; i++) {
        chain->prefix[i] = mcore_arena_alloc(arena, mcore_chain_span(chain, i), sizeof(double));
        chain->suffix[i] = mcore_arena_alloc(arena, mcore_chain_span(chain, i), sizeof(double));
    }
    return arena->status;
}

/* The suffixes from the last one on. */
static mines_status fill_back(mcore_chain *chain, mcore_poll *poll)
{
    for (uint32_t i = chain->components; i-- > 0;) {
        mcore_chain_step(chain, i, chain->suffix[i + 1], 0, chain->suffix[i]);
        chain->suffix_scale[i] = mcore_weights_normalise(&chain->weights, chain->suffix[i], mcore_chain_span(chain, i));
        if (mcore_poll_step(poll, mcore_poll_work(mcore_chain_span(chain, i))))
            return MINES_INTERRUPTED;
    }
    return MINES_OK;
}

mines_status mcore_chain_reachable(mcore_chain *chain, const mcore_reduced *reduced, const mcore_certain *certain,
                                   mcore_graph *graph, mcore_segment *window, mcore_arena *arena, mcore_poll *poll)
{
    mines_status status = take_chain(chain, reduced, certain, graph, arena);
    mcore_weights_set_boolean(&chain->weights);
    if (status == MINES_OK)
        status = fill(chain, reduced, window, poll);
    return status == MINES_OK ? fill_back(chain, poll) : status;
}

mines_status mcore_chain_build(mcore_chain *chain, const mcore_reduced *reduced, const mcore_certain *certain,
                               mcore_graph *graph, mcore_segment *window, mcore_arena *arena, mcore_poll *poll)
{
    mines_status status = take_chain(chain, reduced, certain, graph, arena);
    if (status != MINES_OK)
        return status;
    uint32_t n = chain->components;
    int tilt = mcore_chain_first_tilt(reduced), direction = 0, best = tilt;
    double best_total = -1.0;
    for (;;) {
        mcore_weights_set(&chain->weights, tilt);
        status = fill(chain, reduced, window, poll);
        if (status != MINES_OK)
            return status;
        if (chain->total > best_total) {
            best_total = chain->total;
            best = tilt;
        }
        /* more mines in the frontier than the count asks for: make mines lighter there, and the other way round */
        size_t frontier = where_largest(chain->prefix[n], mcore_chain_span(chain, n));
        size_t wanted = where_largest(chain->suffix[n], mcore_chain_span(chain, n));
        int towards = frontier > wanted ? -1 : 1;
        if (chain->total >= POOR_TOTAL || frontier == wanted || towards == -direction || tilt + towards > WORST_TILT ||
            tilt + towards < -WORST_TILT)
            break;
        direction = towards;
        tilt += towards;
    }
    if (tilt != best) {
        mcore_weights_set(&chain->weights, best);
        status = fill(chain, reduced, window, poll);
        if (status != MINES_OK)
            return status;
    }
    return fill_back(chain, poll);
}
