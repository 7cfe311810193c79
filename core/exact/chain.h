/*
 * chain.h - what arrives: the graphs of all components and the sea. What leaves: one chain of weights that couples
 * them through the number of mines left.
 *
 * The components stand in a chain, the sea at its end. prefix[i][p] is the weight of p mines in the components before
 * the i-th; suffix[i][p] the weight of all ways to place the rest, given that p; p = low[i] .. high[i]. Vectors are
 * scaled by powers of two.
 */
#ifndef MCORE_CHAIN_H
#define MCORE_CHAIN_H

#include "../base/arena.h"
#include "../base/common.h"
#include "certain.h"
#include "forward_backward.h"
#include "reduce.h"

typedef struct mcore_chain {
    uint32_t components;
    mcore_graph *graph; /* by component */
    mcore_weights weights;
    const uint32_t *low, *high; /* components + 1 entries */
    double **prefix;            /* components + 1 vectors of high - low + 1 entries */
    double **suffix;
    int *prefix_scale; /* by component: power of two by which the step to prefix[i + 1] was multiplied */
    int *suffix_scale; /* by component: power of two by which the step to suffix[i] was multiplied */
    double total;      /* sum over p of prefix[components][p] * suffix[components][p], as they are scaled */
} mcore_chain;

/* Entries of prefix[i] and suffix[i]. */
static inline size_t mcore_chain_span(const mcore_chain *chain, uint32_t i)
{
    return (size_t)chain->high[i] - chain->low[i] + 1;
}

/* Forward vectors and the chain; the graphs must have been built. window: for layers that are not kept, or NULL. Fails
   with MINES_INTERRUPTED or the arena's status. */
mines_status mcore_chain_build(mcore_chain *chain, const mcore_reduced *reduced, const mcore_certain *certain,
                               mcore_graph *graph, mcore_segment *window, mcore_arena *arena, mcore_poll *poll);

/* The tilt at which a mine weighs about as much as a free cell: log2 of mines / (cells - mines). */
int mcore_chain_first_tilt(const mcore_reduced *reduced);

/* The p at which the weight of the sea is taken for 1: where it is largest, among those that a valid board has. */
uint32_t mcore_chain_sea_start(const mcore_chain *chain, const mcore_reduced *reduced);

/* The same of marks: what is possible, however improbable. The graphs' forward vectors have room. */
mines_status mcore_chain_reachable(mcore_chain *chain, const mcore_reduced *reduced, const mcore_certain *certain,
                                   mcore_graph *graph, mcore_segment *window, mcore_arena *arena, mcore_poll *poll);

/* At most the bytes that the chain takes. */
uint64_t mcore_chain_bytes(const mcore_reduced *reduced, const mcore_graph *graph);

/*
 * Weights of the sea: out[p - low] = C(sea cells - pinned, mines left - p) * theta^(mines left - p), up to one factor
 * that is the same for every `pinned` <= 9; p = low .. low + count - 1, where low is that of the chain's end.
 */
void mcore_chain_sea_weights(const mcore_chain *chain, const mcore_reduced *reduced, uint32_t pinned, size_t count,
                             double *out);

/* One step of the suffix: out[p - low[i]] = sum over k of poly[k] * next[p + k], for `extra` more p than high[i]. */
void mcore_chain_step(const mcore_chain *chain, uint32_t i, const double *next, uint32_t extra, double *out);

/* Terminal weights of component i: out[k - kmin] = sum over p of prefix[i][p] * next[p + k], k = kmin .. kmax + extra
   of its end state, where next is a suffix after component i with `extra` more entries. */
void mcore_chain_terminal(const mcore_chain *chain, uint32_t i, const double *next, uint32_t extra, double *out);

#endif
