/*
 * placement.h - what arrives: a size, a number of mines, a first click and its rule. What leaves: a mask, exactly
 * uniform among the boards that keep the rule, from a stream of random words. Allocates nothing.
 *
 * How, for it is part of what a seed means: cells are drawn from the whole board with repetition until enough of them
 * are new; those where the rule wants no mine count as drawn from the start. Where more than half of the cells that are
 * free get mines, those that get none are drawn instead. Each word gives two cells, its low half first: half * cells =
 * index * 2^32 + fraction, thrown away where fraction < 2^32 mod cells (Lemire 2019).
 *
 * Too many mines for the rule: all cells but those where it wants none are mines; the others lie among the neighbours
 * of the clicked cell, all choices equally likely; the clicked cell comes last of all.
 */
#ifndef MCORE_PLACEMENT_H
#define MCORE_PLACEMENT_H

#include "../base/common.h"
#include "../base/poll.h"
#include "../base/rng.h"

typedef struct mcore_placement {
    uint32_t rows, cols; /* rows * cols <= MINES_MAX_GAME_CELLS */
    uint32_t mines;      /* at most rows * cols */
    mines_first_click first;
    uint32_t row, col; /* of the first click; on the board also where the rule is MINES_FIRST_ANYTHING */
} mcore_placement;

/* In how many cells the rule of the first click wants no mine. */
uint32_t mcore_placement_kept_free(const mcore_placement *placing);

/* The next board of a stream: mask gets rows * cols bytes, 1 = mine. poll may be NULL; false: stopped, and the mask is
   unspecified. */
bool mcore_placement_next(const mcore_placement *placing, mcore_random *random, mcore_poll *poll, uint8_t *mask);

/* Board `number` of a seed: the first one of the stream MCORE_PURPOSE_PLACEMENT of that number. */
bool mcore_placement_board(const mcore_placement *placing, uint64_t seed, uint64_t number, mcore_poll *poll,
                           uint8_t *mask);

#endif
