/*
 * propagate.h - what arrives: a board. What leaves: the cells that single numbers decide, and the numbers that are
 * left. 64 cells are looked at at once: cells are bits of words in the order of sites, so that a neighbour is a shift,
 * and the mines and unopened cells around all of them are added up bit by bit.
 *
 * A number whose mines are all known, or that needs all of its undecided neighbours for the rest, decides those. Rounds
 * over the whole board are repeated as long as they decide enough cells to be worth it; a long chain in which each cell
 * waits for the one before is left to others.
 */
#ifndef MCORE_PROPAGATE_H
#define MCORE_PROPAGATE_H

#include "../base/arena.h"
#include "../base/common.h"
#include "board.h"

/* A number's view of its neighbours. */
typedef struct mcore_number_view {
    uint8_t residual;  /* mines missing */
    uint8_t undecided; /* undecided neighbours */
} mcore_number_view;

typedef struct mcore_propagation {
    mcore_number_view *view; /* by site, only of the numbers below */
    uint32_t *site;          /* opened numbers with an undecided neighbour, ascending */
    uint32_t numbers;
    /* Sets of sites, bit by bit, with empty words in front and behind, so that neighbours need no care. */
    size_t words;
    uint64_t *opened, *undecided;
    uint64_t *safe, *mines; /* the cells decided here */
} mcore_propagation;

/* Fails with MINES_NO_VALID_BOARD where numbers can't be met, naming the first one that its own neighbours can't meet
   if there is one, or with the arena's status. */
mines_status mcore_propagate(mcore_propagation *look, const mcore_board *board, mcore_arena *arena, mines_fault *fault);

/* Three bits of a set, from `bit` on. */
static inline uint32_t mcore_three(const uint64_t *set, size_t bit)
{
    const uint64_t *at = set + bit / 64;
    return (uint32_t)(at[0] >> bit % 64 | at[1] << 1 << (63 - bit % 64)) & 7;
}

/* Which of a cell's neighbours are in a set: bit k is board->neighbour_offset[k]. */
static inline uint32_t mcore_around_in(const uint64_t *set, const mcore_board *board, uint32_t site)
{
    uint32_t side = mcore_three(set, site - 1);
    return mcore_three(set, site - board->stride - 1) | (side & 1) << 3 | (side & 4) << 2 |
           mcore_three(set, site + board->stride - 1) << 5;
}

#endif
