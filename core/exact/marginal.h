/*
 * marginal.h - what arrives: the chain and what is certain. What leaves: P(mine) of every cell.
 */
#ifndef MCORE_MARGINAL_H
#define MCORE_MARGINAL_H

#include "../base/arena.h"
#include "../base/common.h"
#include "../base/poll.h"
#include "certain.h"
#include "chain.h"
#include "reduce.h"

enum { MCORE_CERTAIN_SAFE = 1, MCORE_CERTAIN_MINE = 2 };

/* Unopened cells that are the same in every valid board, by site: cell[site] is set to one of the above, else 0. True
   if any of them is a mine. */
bool mcore_certain_cells(const mcore_reduced *reduced, const mcore_certain *certain, uint8_t *cell);

/* P(mine) by site, 0 on the wall; exactly 0 or 1 only for certain, opened and known cells. *trust_floor: what the
   chain's doubles find smaller than this they may have lost something of, and it has to be counted in integers, as is
   done here; infinite where they don't hold what they should. window: the chain's, as it was left, or NULL; its room,
   from mcore_arena_realloc, is given back. Fails with MINES_INTERRUPTED or the arena's status. */
mines_status mcore_marginal(const mcore_chain *chain, const mcore_reduced *reduced, const mcore_certain *certain,
                            const uint8_t *certain_cell, double *mine, double *trust_floor, mcore_segment *window,
                            mcore_arena *arena, mcore_poll *poll);

/* At most the bytes that this takes at once, without counting again. */
uint64_t mcore_marginal_bytes(const mcore_reduced *reduced, const mcore_graph *graph);

/* A probability that is known to be neither 0 nor 1, kept from rounding to either. */
double mcore_open_interval(double p);

#endif
