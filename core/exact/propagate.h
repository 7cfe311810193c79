/*
 * propagate.h - the cells that single numbers decide. The input is a board; the outputs are the decided cells, the
 * undecided ones and the numbers that still have an undecided neighbour, all in the caller's arena.
 *
 * A number whose mines are all known, or that needs all its undecided neighbours for the rest, decides those. The code
 * handles 64 cells at once: cells are bits in the order of sites, so a neighbour is a shift, and the mines and unopened
 * cells around all of them are added up bit by bit. Rounds over the whole board are repeated as long as they decide
 * enough cells to be worth it; reduce.h finishes long chains in which each cell waits for the one before.
 */
#ifndef MCORE_PROPAGATE_H
#define MCORE_PROPAGATE_H

#include "../base/arena.h"
#include "../base/common.h"
#include "board.h"

/* What a number still needs from its neighbours. */
typedef struct mcore_number_view {
    uint8_t residual;  /* missing mines */
    uint8_t undecided; /* undecided neighbours */
} mcore_number_view;

typedef struct mcore_propagation {
    mcore_number_view *view; /* by site, only of the numbers below */
    uint32_t *site;          /* opened numbers with an undecided neighbour, ascending */
    uint32_t numbers;
    /* Sets of sites, one bit each, padded at both ends so that shifts to neighbours need no bounds check. */
    size_t words;
    uint64_t *opened, *undecided;
    uint64_t *safe, *mines; /* the cells decided here */
} mcore_propagation;

/* Fails with MINES_NO_VALID_BOARD if the numbers contradict one another; *fault then names the first number that its
   neighbours alone can't satisfy, if there is one. Also fails with the arena's status. */
mines_status mcore_propagate(mcore_propagation *propagation, const mcore_board *board, mcore_arena *arena,
                             mines_fault *fault);

/* Three bits of a set, from `bit` on. */
static inline uint32_t mcore_three_bits(const uint64_t *set, size_t bit)
{
    const uint64_t *at = set + bit / 64;
    return (uint32_t)(at[0] >> bit % 64 | at[1] << 1 << (63 - bit % 64)) & 7;
}

/* Which of a cell's neighbours are in a set: bit k stands for board->neighbour_offset[k]. */
static inline uint32_t mcore_neighbours_in(const uint64_t *set, const mcore_board *board, uint32_t site)
{
    uint32_t side = mcore_three_bits(set, site - 1);
    return mcore_three_bits(set, site - board->stride - 1) | (side & 1) << 3 | (side & 4) << 2 |
           mcore_three_bits(set, site + board->stride - 1) << 5;
}

#endif
