/*
 * marginal.h - P(mine) of every cell, from the chain and the certain cells. The caller provides the output array;
 * temporary data is allocated in its arena.
 */
#ifndef MCORE_MARGINAL_H
#define MCORE_MARGINAL_H

#include "../base/arena.h"
#include "../base/common.h"
#include "../base/poll.h"
#include "chain.h"

/* Fill mine[site], board->sites entries: 0 on the wall, and exactly 0 or 1 only for certain, opened and known cells.
   certain_cell: from mcore_certain_cells.

   *trust_floor: the chain's doubles may be inaccurate, through underflow, for probabilities below this. Such
   probabilities must be counted in integers, as is done here; infinite if no probability can be trusted.

   segment: the chain's, as mcore_chain_build left it, or NULL. Its buffer, from mcore_arena_realloc, is released. Fails
   with MINES_INTERRUPTED or the arena's status. */
mines_status mcore_marginal(const mcore_chain *chain, const uint8_t *certain_cell, double *mine, double *trust_floor,
                            mcore_segment *segment, mcore_arena *arena, mcore_poll *poll);

/* Upper bound of the bytes that mcore_marginal allocates at a time, without counting in integers. */
uint64_t mcore_marginal_bytes(const mcore_reduced *reduced, const mcore_graph *graph);

/* A probability known to be neither 0 nor 1, kept from rounding to either. */
double mcore_open_interval(double p);

#endif
