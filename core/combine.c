#include "combine.h"

#include "bits.h"

#include <string.h>

enum { WORST_TILT = 60 };

/* Below this the chain's ends hardly meet, and another tilt is tried. */
#define POOR_TOTAL 1e-100

/* A component's own weights: those of its end state. */
static const double *poly(const msc_graph *graph, uint32_t *length)
{
    uint32_t end = msc_graph_end(graph);
    *length = graph->kmax[end] - graph->kmin[end] + 1;
    return msc_graph_own(graph);
}

uint32_t msc_sea_start(const msc_chain *chain, const msc_reduced *reduced)
{
    uint32_t low = chain->low[chain->components], high = chain->high[chain->components];
    double cells = reduced->sea_cells, left = reduced->mines_left, theta = chain->weights.theta_power[1];
    uint32_t from = left > cells ? msc_max(low, reduced->mines_left - reduced->sea_cells) : low;
    uint32_t to = msc_min(high, reduced->mines_left);
    double mode = left - (cells + 1.0) * theta / (1.0 + theta);
    return mode <= from ? from : mode >= to ? to : (uint32_t)mode;
}

void msc_sea_weights(const msc_chain *chain, const msc_reduced *reduced, uint32_t pinned, size_t count, double *out)
{
    uint32_t low = chain->low[chain->components];
    double cells = reduced->sea_cells, left = reduced->mines_left, theta = chain->weights.theta_power[1];
    uint32_t from = left > cells ? msc_max(low, reduced->mines_left - reduced->sea_cells) : low;
    uint32_t start = msc_sea_start(chain, reduced);
    memset(out, 0, count * sizeof *out);
    if (chain->weights.marks) {
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

void msc_chain_step(const msc_chain *chain, uint32_t i, const double *next, uint32_t extra, double *out)
{
    uint32_t length;
    const double *own = poly(chain->graph + i, &length);
    size_t room = msc_chain_span(chain, i) + extra;
    memset(out, 0, room * sizeof *out);
    for (uint32_t k = 0; k < length; k++) {
        for (size_t p = 0; p < room; p++)
            out[p] += own[k] * next[p + k];
    }
}

void msc_chain_terminal(const msc_chain *chain, uint32_t i, const double *next, uint32_t extra, double *out)
{
    uint32_t length;
    (void)poly(chain->graph + i, &length);
    size_t before = msc_chain_span(chain, i), room = (size_t)length + extra;
    const double *prefix = chain->prefix[i];
    for (size_t k = 0; k < room; k++) {
        double sum = 0.0;
        for (size_t p = 0; p < before; p++)
            sum += prefix[p] * next[p + k];
        out[k] = sum;
    }
}

/* prefix[i + 1] from prefix[i]. */
static void extend_prefix(const msc_chain *chain, uint32_t i)
{
    uint32_t length;
    const double *own = poly(chain->graph + i, &length), *from = chain->prefix[i];
    double *to = chain->prefix[i + 1];
    size_t before = msc_chain_span(chain, i), after = msc_chain_span(chain, i + 1);
    memset(to, 0, after * sizeof *to);
    for (uint32_t k = 0; k < length; k++) {
        for (size_t p = 0; p < before; p++)
            to[p + k] += from[p] * own[k];
    }
    chain->prefix_scale[i] = msc_settle(&chain->weights, to, after);
}

static size_t where_largest(const double *x, size_t n)
{
    size_t best = 0;
    for (size_t i = 1; i < n; i++)
        best = x[i] > x[best] ? i : best;
    return best;
}

/* All vectors for the chain's weights, up to where both ends of the chain meet. */
static mines_status fill(msc_chain *chain, const msc_reduced *reduced, msc_window *window, msc_poll *poll)
{
    uint32_t n = chain->components;
    chain->prefix[0][0] = 1.0;
    for (uint32_t i = 0; i < n; i++) {
        if (!msc_graph_forward(chain->graph + i, reduced, &chain->weights, window, poll))
            return MINES_INTERRUPTED;
        extend_prefix(chain, i);
        if (msc_poll_step(poll, msc_poll_work(msc_chain_span(chain, i + 1))))
            return MINES_INTERRUPTED;
    }
    msc_sea_weights(chain, reduced, 0, msc_chain_span(chain, n), chain->suffix[n]);
    chain->total = 0.0;
    for (size_t p = 0; p < msc_chain_span(chain, n); p++)
        chain->total += chain->prefix[n][p] * chain->suffix[n][p];
    return MINES_OK;
}

int msc_first_tilt(const msc_reduced *reduced)
{
    double cells = reduced->sea_cells, mines = reduced->mines_left;
    for (uint32_t i = 0; i < reduced->boxes; i++)
        cells += reduced->box[i].size;
    int tilt = msc_exponent((mines + 0.5) / (cells - mines + 0.5) * 1.4142135623730951);
    return tilt < -WORST_TILT ? -WORST_TILT : tilt > WORST_TILT ? WORST_TILT : tilt;
}

uint64_t msc_chain_bytes(const msc_reduced *reduced, const msc_graph *graph)
{
    uint64_t n = reduced->components, span = 1;
    uint64_t bytes = 2 * (msc_arena_bytes(n + 1, sizeof(double *)) + msc_arena_bytes(n, sizeof(int)) +
                          msc_arena_bytes(span, sizeof(double)));
    for (uint64_t i = 0; i < n; i++) {
        uint32_t end = msc_graph_end(graph + i);
        span += graph[i].kmax[end] - graph[i].kmin[end];
        bytes += 2 * msc_arena_bytes(span, sizeof(double));
    }
    return bytes;
}

/* A chain with room for its vectors. */
static mines_status take_chain(msc_chain *chain, const msc_reduced *reduced, const msc_certain *certain,
                               msc_graph *graph, msc_arena *arena)
{
    uint32_t n = reduced->components;
    *chain = (msc_chain){
        .components = n,
        .graph = graph,
        .low = certain->low,
        .high = certain->high,
        .prefix = msc_take(arena, (size_t)n + 1, sizeof(double *)),
        .suffix = msc_take(arena, (size_t)n + 1, sizeof(double *)),
        .prefix_scale = msc_take(arena, n, sizeof(int)),
        .suffix_scale = msc_take(arena, n, sizeof(int)),
    };
    if (arena->status != MINES_OK)
        return arena->status;
    for (uint32_t i = 0; i <= n; i++) {
        chain->prefix[i] = msc_take(arena, msc_chain_span(chain, i), sizeof(double));
        chain->suffix[i] = msc_take(arena, msc_chain_span(chain, i), sizeof(double));
    }
    return arena->status;
}

/* The suffixes from the last one on. */
static mines_status fill_back(msc_chain *chain, msc_poll *poll)
{
    for (uint32_t i = chain->components; i-- > 0;) {
        msc_chain_step(chain, i, chain->suffix[i + 1], 0, chain->suffix[i]);
        chain->suffix_scale[i] = msc_settle(&chain->weights, chain->suffix[i], msc_chain_span(chain, i));
        if (msc_poll_step(poll, msc_poll_work(msc_chain_span(chain, i))))
            return MINES_INTERRUPTED;
    }
    return MINES_OK;
}

mines_status msc_chain_mark(msc_chain *chain, const msc_reduced *reduced, const msc_certain *certain,
                            msc_graph *graph, msc_window *window, msc_arena *arena, msc_poll *poll)
{
    mines_status status = take_chain(chain, reduced, certain, graph, arena);
    msc_weights_mark(&chain->weights);
    if (status == MINES_OK)
        status = fill(chain, reduced, window, poll);
    return status == MINES_OK ? fill_back(chain, poll) : status;
}

mines_status msc_chain_build(msc_chain *chain, const msc_reduced *reduced, const msc_certain *certain,
                             msc_graph *graph, msc_window *window, msc_arena *arena, msc_poll *poll)
{
    mines_status status = take_chain(chain, reduced, certain, graph, arena);
    if (status != MINES_OK)
        return status;
    uint32_t n = chain->components;
    int tilt = msc_first_tilt(reduced), direction = 0, best = tilt;
    double best_total = -1.0;
    for (;;) {
        msc_weights_set(&chain->weights, tilt);
        status = fill(chain, reduced, window, poll);
        if (status != MINES_OK)
            return status;
        if (chain->total > best_total) {
            best_total = chain->total;
            best = tilt;
        }
        /* more mines in the frontier than the count asks for: make mines lighter there, and the other way round */
        size_t frontier = where_largest(chain->prefix[n], msc_chain_span(chain, n));
        size_t wanted = where_largest(chain->suffix[n], msc_chain_span(chain, n));
        int towards = frontier > wanted ? -1 : 1;
        if (chain->total >= POOR_TOTAL || frontier == wanted || towards == -direction ||
            tilt + towards > WORST_TILT || tilt + towards < -WORST_TILT)
            break;
        direction = towards;
        tilt += towards;
    }
    if (tilt != best) {
        msc_weights_set(&chain->weights, best);
        status = fill(chain, reduced, window, poll);
        if (status != MINES_OK)
            return status;
    }
    return fill_back(chain, poll);
}
