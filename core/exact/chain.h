/*
 * chain.h - couples all components and the sea through the number of mines left. The inputs are the components' graphs;
 * the outputs are the forward vectors of the graphs and one chain of vectors, all in the caller's arena.
 *
 * The components are ordered in a chain with the sea at its end. prefix[i][p] is the weight of p mines in the
 * components before the i-th; suffix[i][p] the weight of all ways to place the rest, given that p; p = low[i] ..
 * high[i]. Vectors are scaled by powers of two.
 */
#ifndef MCORE_CHAIN_H
#define MCORE_CHAIN_H

#include "../base/arena.h"
#include "../base/common.h"
#include "../base/poll.h"
#include "certain.h"
#include "forward_backward.h"
#include "reduce.h"

typedef struct mcore_chain {
    const mcore_reduced *reduced;
    uint32_t components;
    mcore_graph *graph; /* by component */
    mcore_weights weights;
    const uint32_t *low, *high; /* those of mcore_certain, components + 1 entries */
    double **prefix;            /* components + 1 vectors of high - low + 1 entries */
    double **suffix;
    int *prefix_scale; /* by component: power of two that the step to prefix[i + 1] was multiplied by */
    int *suffix_scale; /* by component: power of two that the step to suffix[i] was multiplied by */
    double total;      /* sum over p of prefix[components][p] * suffix[components][p], as they are scaled */
} mcore_chain;

/* Entries of prefix[i] and suffix[i]. */
static inline size_t mcore_chain_span(const mcore_chain *chain, uint32_t i)
{
    return (size_t)chain->high[i] - chain->low[i] + 1;
}

/* Fill the chain and the forward vectors of its graphs, which must be allocated. Chooses the tilt for which the last
   prefix and the last suffix overlap most. segment: buffer for layers that are not kept, or NULL if all are. `reduced`,
   `certain` and `graph` must outlive the chain. Fails with MINES_INTERRUPTED or the arena's status. */
mines_status mcore_chain_build(mcore_chain *chain, const mcore_reduced *reduced, const mcore_certain *certain,
                               mcore_graph *graph, mcore_segment *segment, mcore_arena *arena, mcore_poll *poll);

/* The same in the Boolean semiring: every entry is 1 if it is possible, however improbable, else 0. */
mines_status mcore_chain_reachable(mcore_chain *chain, const mcore_reduced *reduced, const mcore_certain *certain,
                                   mcore_graph *graph, mcore_segment *segment, mcore_arena *arena, mcore_poll *poll);

/* Upper bound of the bytes that a chain allocates. */
uint64_t mcore_chain_bytes(const mcore_reduced *reduced, const mcore_graph *graph);

/* The tilt at which a mine weighs about as much as a safe cell: log2 of mines / (cells - mines). */
int mcore_chain_first_tilt(const mcore_reduced *reduced);

/* The p at which the weight of the sea is defined as 1: where it is largest, among those of valid boards. */
uint32_t mcore_chain_sea_start(const mcore_chain *chain);

/*
 * Weights of the sea without `pinned` <= 9 of its cells: out[p - low] = C(sea cells - pinned, mines left - p) *
 * theta^(mines left - p), up to a factor that does not depend on `pinned`; p = low .. low + count - 1, where low is
 * that of the chain's end.
 */
void mcore_chain_sea_weights(const mcore_chain *chain, uint32_t pinned, size_t count, double *out);

/* One step of the suffix: out[p - low[i]] = sum over k of totals[k] * next[p + k], for p = low[i] .. high[i] +
   extra. */
void mcore_chain_step(const mcore_chain *chain, uint32_t i, const double *next, uint32_t extra, double *out);

/* Terminal weights of component i: out[k - kmin] = sum over p of prefix[i][p] * next[p + k], k = kmin .. kmax + extra
   of its end state, where next is the suffix after component i with `extra` more entries. */
void mcore_chain_terminal(const mcore_chain *chain, uint32_t i, const double *next, uint32_t extra, double *out);

#endif
