/*
 * placement.h - places the mines of a new board: the mask is exactly uniform among all that follow the first-click
 * rule. The caller owns the mask and the stream of random words; nothing is allocated.
 *
 * The method is part of what a seed means. Cells are drawn from the whole board with repetition until enough of them
 * are new; the cells that the rule protects count as drawn from the start. If more than half of the other cells are to
 * be mines, the safe ones are drawn instead. Each random word gives two cells, its low half first: half * cells =
 * index * 2^32 + fraction, rejected if fraction < 2^32 mod cells (Lemire 2019).
 *
 * If there are too many mines for the rule, every unprotected cell is a mine; the remaining mines go to neighbours of
 * the clicked cell, all choices being equally likely, and to the clicked cell itself only if these are not enough.
 */
#ifndef MCORE_PLACEMENT_H
#define MCORE_PLACEMENT_H

#include "../base/common.h"
#include "../base/poll.h"
#include "../base/rng.h"

typedef struct mcore_placement {
    uint32_t rows, cols; /* rows * cols <= MINES_MAX_GAME_CELLS */
    uint32_t mines;      /* at most rows * cols */
    mines_first_click first_click;
    uint32_t row, col; /* of the first click; must be on the board even for MINES_FIRST_ANYTHING */
} mcore_placement;

/* How many cells the first-click rule protects from mines. */
uint32_t mcore_placement_protected(const mcore_placement *placement);

/* Make the next board of a stream: rows * cols bytes, 1 = mine. poll may be NULL; false if it stopped the work, which
   leaves the mask unspecified. */
bool mcore_placement_next(const mcore_placement *placement, mcore_random *random, mcore_poll *poll, uint8_t *mask);

/* Make board `number` of a seed: the first one of stream MCORE_PURPOSE_PLACEMENT of that number. */
bool mcore_placement_board(const mcore_placement *placement, uint64_t seed, uint64_t number, mcore_poll *poll,
                           uint8_t *mask);

#endif
