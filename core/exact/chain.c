#include "chain.h"

#include "../base/scaling.h"

#include <string.h>

enum { MAX_TILT = 60 };

/* Below this total the last prefix and suffix hardly overlap, and another tilt is tried. */
#define POOR_TOTAL 1e-100

/* ---- The sea ---- */

/* The fewest mines in the components for which the sea can hold the rest. */
static uint32_t least_for_sea(const mcore_chain *chain)
{
    uint32_t low = chain->low[chain->components], left = chain->reduced->mines_left, cells = chain->reduced->sea_cells;
    return left > cells ? mcore_max(low, left - cells) : low;
}

uint32_t mcore_chain_sea_start(const mcore_chain *chain)
{
    double cells = chain->reduced->sea_cells, left = chain->reduced->mines_left, theta = chain->weights.theta_power[1];
    uint32_t from = least_for_sea(chain), to = mcore_min(chain->high[chain->components], chain->reduced->mines_left);
    double mode = left - (cells + 1.0) * theta / (1.0 + theta);
    return mode <= from ? from : mode >= to ? to : (uint32_t)mode;
}

static void boolean_sea_weights(const mcore_chain *chain, uint32_t pinned, size_t count, double *out)
{
    uint32_t low = chain->low[chain->components], left = chain->reduced->mines_left;
    for (size_t i = 0; i < count && low + i <= left; i++)
        out[i] = left - (low + i) + pinned <= chain->reduced->sea_cells ? 1.0 : 0.0;
}

void mcore_chain_sea_weights(const mcore_chain *chain, uint32_t pinned, size_t count, double *out)
{
    const mcore_reduced *reduced = chain->reduced;
    uint32_t low = chain->low[chain->components], from = least_for_sea(chain), start = mcore_chain_sea_start(chain);
    double cells = reduced->sea_cells, left = reduced->mines_left, theta = chain->weights.theta_power[1];
    memset(out, 0, count * sizeof *out);
    if (chain->weights.boolean) {
        boolean_sea_weights(chain, pinned, count, out);
        return;
    }
    /* from the largest weight in both directions */
    out[start - low] = 1.0;
    for (uint32_t p = start; p > from; p--) {
        double m = left - p;
        out[p - 1 - low] = out[p - low] * ((cells - m) * theta / (m + 1.0));
    }
    for (uint32_t p = start; p + 1 - low < count && p < reduced->mines_left; p++) {
        double m = left - p;
        out[p + 1 - low] = out[p - low] * (m / ((cells - m + 1.0) * theta));
    }
    /* C(cells - pinned, m) / C(cells, m) */
    for (size_t i = 0; i < count && pinned > 0; i++) {
        double m = left - (double)(low + i);
        if (out[i] == 0.0)
            continue;
        for (uint32_t t = 0; t < pinned; t++)
            out[i] *= m + t < cells ? (cells - m - t) / (cells - t) : 0.0;
    }
}

/* ---- Steps along the chain ---- */

void mcore_chain_step(const mcore_chain *chain, uint32_t i, const double *next, uint32_t extra, double *out)
{
    const double *totals = mcore_graph_totals(chain->graph + i);
    size_t length = mcore_graph_totals_length(chain->graph + i), entries = mcore_chain_span(chain, i) + extra;
    memset(out, 0, entries * sizeof *out);
    for (size_t k = 0; k < length; k++) {
        for (size_t p = 0; p < entries; p++)
            out[p] += totals[k] * next[p + k];
    }
}

void mcore_chain_terminal(const mcore_chain *chain, uint32_t i, const double *next, uint32_t extra, double *out)
{
    size_t before = mcore_chain_span(chain, i), entries = mcore_graph_totals_length(chain->graph + i) + extra;
    const double *prefix = chain->prefix[i];
    for (size_t k = 0; k < entries; k++) {
        double sum = 0.0;
        for (size_t p = 0; p < before; p++)
            sum += prefix[p] * next[p + k];
        out[k] = sum;
    }
}

/* prefix[i + 1] from prefix[i]. */
static void extend_prefix(const mcore_chain *chain, uint32_t i)
{
    const double *totals = mcore_graph_totals(chain->graph + i), *from = chain->prefix[i];
    double *to = chain->prefix[i + 1];
    size_t length = mcore_graph_totals_length(chain->graph + i);
    size_t before = mcore_chain_span(chain, i), after = mcore_chain_span(chain, i + 1);
    memset(to, 0, after * sizeof *to);
    for (size_t k = 0; k < length; k++) {
        for (size_t p = 0; p < before; p++)
            to[p + k] += from[p] * totals[k];
    }
    chain->prefix_scale[i] = mcore_weights_normalise(&chain->weights, to, after);
}

/* Fill the forward vectors, the prefixes, the last suffix and the total, with the chain's weights. */
static mines_status fill_prefix(mcore_chain *chain, mcore_segment *segment, mcore_poll *poll)
{
    uint32_t n = chain->components;
    chain->prefix[0][0] = 1.0;
    for (uint32_t i = 0; i < n; i++) {
        if (!mcore_forward_fill(chain->graph + i, &chain->weights, segment, poll))
            return MINES_INTERRUPTED;
        extend_prefix(chain, i);
        if (mcore_poll_step(poll, mcore_poll_work(mcore_chain_span(chain, i + 1))))
            return MINES_INTERRUPTED;
    }
    mcore_chain_sea_weights(chain, 0, mcore_chain_span(chain, n), chain->suffix[n]);
    chain->total = 0.0;
    for (size_t p = 0; p < mcore_chain_span(chain, n); p++)
        chain->total += chain->prefix[n][p] * chain->suffix[n][p];
    return MINES_OK;
}

/* Fill the other suffixes. */
static mines_status fill_suffix(mcore_chain *chain, mcore_poll *poll)
{
    for (uint32_t i = chain->components; i-- > 0;) {
        mcore_chain_step(chain, i, chain->suffix[i + 1], 0, chain->suffix[i]);
        chain->suffix_scale[i] = mcore_weights_normalise(&chain->weights, chain->suffix[i], mcore_chain_span(chain, i));
        if (mcore_poll_step(poll, mcore_poll_work(mcore_chain_span(chain, i))))
            return MINES_INTERRUPTED;
    }
    return MINES_OK;
}

/* ---- The whole chain ---- */

static mines_status chain_alloc(mcore_chain *chain, const mcore_reduced *reduced, const mcore_certain *certain,
                                mcore_graph *graph, mcore_arena *arena)
{
    uint32_t n = reduced->components;
    *chain = (mcore_chain){
        .reduced = reduced,
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

int mcore_chain_first_tilt(const mcore_reduced *reduced)
{
    double cells = mcore_reduced_undecided(reduced), mines = reduced->mines_left;
    int tilt = mcore_exponent((mines + 0.5) / (cells - mines + 0.5) * 1.4142135623730951);
    return tilt < -MAX_TILT ? -MAX_TILT : tilt > MAX_TILT ? MAX_TILT : tilt;
}

static size_t index_of_largest(const double *x, size_t n)
{
    size_t best = 0;
    for (size_t i = 1; i < n; i++)
        best = x[i] > x[best] ? i : best;
    return best;
}

/* How to change the tilt, -1, 0 or 1: mines get lighter if the components' most likely number of mines is above the one
   that the sea leaves for them, and heavier if it is below. */
static int tilt_change(const mcore_chain *chain)
{
    uint32_t n = chain->components;
    if (chain->total >= POOR_TOTAL)
        return 0;
    size_t likely = index_of_largest(chain->prefix[n], mcore_chain_span(chain, n));
    size_t wanted = index_of_largest(chain->suffix[n], mcore_chain_span(chain, n));
    int change = likely > wanted ? -1 : 1, tilt = chain->weights.tilt + change;
    return likely == wanted || tilt > MAX_TILT || tilt < -MAX_TILT ? 0 : change;
}

mines_status mcore_chain_build(mcore_chain *chain, const mcore_reduced *reduced, const mcore_certain *certain,
                               mcore_graph *graph, mcore_segment *segment, mcore_arena *arena, mcore_poll *poll)
{
    mines_status status = chain_alloc(chain, reduced, certain, graph, arena);
    int tilt = mcore_chain_first_tilt(reduced), direction = 0, best = tilt;
    double best_total = -1.0;
    while (status == MINES_OK) {
        mcore_weights_set(&chain->weights, tilt);
        status = fill_prefix(chain, segment, poll);
        if (status != MINES_OK)
            return status;
        if (chain->total > best_total) {
            best_total = chain->total;
            best = tilt;
        }
        int change = tilt_change(chain);
        if (change == 0 || change == -direction)
            break;
        direction = change;
        tilt += change;
    }
    if (status == MINES_OK && tilt != best) {
        mcore_weights_set(&chain->weights, best);
        status = fill_prefix(chain, segment, poll);
    }
    return status == MINES_OK ? fill_suffix(chain, poll) : status;
}

mines_status mcore_chain_reachable(mcore_chain *chain, const mcore_reduced *reduced, const mcore_certain *certain,
                                   mcore_graph *graph, mcore_segment *segment, mcore_arena *arena, mcore_poll *poll)
{
    mines_status status = chain_alloc(chain, reduced, certain, graph, arena);
    mcore_weights_set_boolean(&chain->weights);
    if (status == MINES_OK)
        status = fill_prefix(chain, segment, poll);
    return status == MINES_OK ? fill_suffix(chain, poll) : status;
}
