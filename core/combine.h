/*
 * combine.h - what arrives: the graphs of all components and the sea. What leaves: one chain of weights that couples
 * them through the number of mines left.
 *
 * The components stand in a chain, the sea at its end. prefix[i][p] is the weight of p mines in the components before
 * the i-th; suffix[i][p] the weight of all ways to place the rest, given that p; p = low[i] .. high[i]. Vectors are
 * scaled by powers of two.
 */
#ifndef MSC_COMBINE_H
#define MSC_COMBINE_H

#include "arena.h"
#include "certain.h"
#include "common.h"
#include "count.h"
#include "reduce.h"

typedef struct msc_chain {
    uint32_t components;
    msc_graph *graph; /* by component */
    msc_weights weights;
    const uint32_t *low, *high; /* components + 1 entries */
    double **prefix;            /* components + 1 vectors of high - low + 1 entries */
    double **suffix;
    int *prefix_scale; /* by component: power of two by which the step to prefix[i + 1] was multiplied */
    int *suffix_scale; /* by component: power of two by which the step to suffix[i] was multiplied */
    double total;      /* sum over p of prefix[components][p] * suffix[components][p], as they are scaled */
} msc_chain;

/* Entries of prefix[i] and suffix[i]. */
static inline size_t msc_chain_span(const msc_chain *chain, uint32_t i)
{
    return (size_t)chain->high[i] - chain->low[i] + 1;
}

/* Forward vectors and the chain; the graphs must have been built. window: for layers that are not kept, or NULL. Fails
   with MINES_INTERRUPTED or the arena's status. */
mines_status msc_chain_build(msc_chain *chain, const msc_reduced *reduced, const msc_certain *certain,
                             msc_graph *graph, msc_window *window, msc_arena *arena, msc_poll *poll);

/* The tilt at which a mine weighs about as much as a free cell: log2 of mines / (cells - mines). */
int msc_first_tilt(const msc_reduced *reduced);

/* The p at which the weight of the sea is taken for 1: where it is largest, among those that a valid board has. */
uint32_t msc_sea_start(const msc_chain *chain, const msc_reduced *reduced);

/* The same of marks: what is possible, however improbable. The graphs' forward vectors have room. */
mines_status msc_chain_mark(msc_chain *chain, const msc_reduced *reduced, const msc_certain *certain,
                            msc_graph *graph, msc_window *window, msc_arena *arena, msc_poll *poll);

/* At most the bytes that the chain takes. */
uint64_t msc_chain_bytes(const msc_reduced *reduced, const msc_graph *graph);

/*
 * Weights of the sea: out[p - low] = C(sea cells - pinned, mines left - p) * theta^(mines left - p), up to one factor
 * that is the same for every `pinned` <= 9; p = low .. low + count - 1, where low is that of the chain's end.
 */
void msc_sea_weights(const msc_chain *chain, const msc_reduced *reduced, uint32_t pinned, size_t count, double *out);

/* One step of the suffix: out[p - low[i]] = sum over k of poly[k] * next[p + k], for `extra` more p than high[i]. */
void msc_chain_step(const msc_chain *chain, uint32_t i, const double *next, uint32_t extra, double *out);

/* Terminal weights of component i: out[k - kmin] = sum over p of prefix[i][p] * next[p + k], k = kmin .. kmax + extra
   of its end state, where next is a suffix after component i with `extra` more entries. */
void msc_chain_terminal(const msc_chain *chain, uint32_t i, const double *next, uint32_t extra, double *out);

#endif
