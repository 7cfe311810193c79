/*
 * combine.h - what arrives: the graphs of all components and the sea. What leaves: one chain of weights that couples
 * them through the number of mines left.
 *
 * The components stand in a chain, the sea at its end. prefix[i][p] is the weight of p mines in the components before
 * the i-th; suffix[i][p] the weight of all ways to place the rest, given that p; p = low[i] .. high[i]. Both are scaled
 * by powers of two (each vector by its own), which cancel in every answer.
 */
#ifndef MSC_COMBINE_H
#define MSC_COMBINE_H

#include "arena.h"
#include "common.h"
#include "count.h"
#include "reduce.h"

typedef struct msc_chain {
    uint32_t components;
    msc_graph *graph;          /* by component */
    msc_weights weights;
    uint32_t *low, *high;      /* components + 1 entries */
    double **prefix;           /* components + 1 vectors of high - low + 1 entries */
    double **suffix;
    int *suffix_scale;         /* components + 1: suffix[i] holds the true weights times 2^suffix_scale[i] */
    double total;              /* sum over p of prefix[components][p] * suffix[components][p] */
} msc_chain;

/* Build forward vectors and the chain; the graphs must have been built. */
mines_status msc_chain_build(msc_chain *chain, const msc_reduced *reduced, msc_graph *graph, msc_arena *arena,
                             msc_poll *poll);

/* Terminal weights of component i: out[k - kmin] = sum over p of prefix[i][p] * suffix[i + 1][p + k], for the end
   state's k = kmin .. kmax. */
void msc_chain_terminal(const msc_chain *chain, uint32_t i, double *out);

#endif
