/*
 * marginal.h - what arrives: the chain and what is certain. What leaves: P(mine) of every cell.
 */
#ifndef MSC_MARGINAL_H
#define MSC_MARGINAL_H

#include "arena.h"
#include "certain.h"
#include "combine.h"
#include "common.h"
#include "poll.h"
#include "reduce.h"

enum { MSC_CERTAIN_SAFE = 1, MSC_CERTAIN_MINE = 2 };

/* Unopened cells that are the same in every valid board, by site: cell[site] is set to one of the above, else 0. True
   if any of them is a mine. */
bool msc_certain_cells(const msc_reduced *reduced, const msc_certain *certain, uint8_t *cell);

/* P(mine) by site, 0 on the wall; exactly 0 or 1 only for certain, opened and known cells. *small: what the chain's
   doubles find smaller than this they may have lost something of, and it has to be counted in integers, as is done
   here; infinite where they don't hold what they should. window: the chain's, as it was left, or NULL; its room, from
   msc_resize, is given back. Fails with MINES_INTERRUPTED or the arena's status. */
mines_status msc_marginal(const msc_chain *chain, const msc_reduced *reduced, const msc_certain *certain,
                          const uint8_t *certain_cell, double *mine, double *small, msc_window *window,
                          msc_arena *arena, msc_poll *poll);

/* At most the bytes that this takes at once, without counting again. */
uint64_t msc_marginal_bytes(const msc_reduced *reduced, const msc_graph *graph);

/* A probability that is known to be neither 0 nor 1, kept from rounding to either. */
double msc_open_interval(double p);

#endif
