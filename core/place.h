/*
 * place.h - what arrives: a size, a number of mines, a first click and its rule. What leaves: a mask, exactly uniform
 * among the boards that keep the rule, from a stream of random words. Allocates nothing.
 *
 * How, for it is part of what a seed means: cells are drawn from the whole board with repetition until enough of them
 * are new; those where the rule wants no mine count as drawn from the start. Where more than half of the cells that are
 * free get mines, those that get none are drawn instead. Each word gives two cells, its low half first: half * cells =
 * index * 2^32 + fraction, thrown away where fraction < 2^32 mod cells (Lemire 2019).
 *
 * Too many mines for the rule: all cells but those where it wants none are mines; the others lie among the neighbours
 * of the clicked cell, all choices equally likely; the clicked cell comes last of all.
 */
#ifndef MSC_PLACE_H
#define MSC_PLACE_H

#include "common.h"
#include "poll.h"
#include "rng.h"

typedef struct msc_placing {
    uint32_t rows, cols;     /* rows * cols <= MINES_MAX_GAME_CELLS */
    uint32_t mines;          /* at most rows * cols */
    mines_first_click first;
    uint32_t row, col;       /* of the first click; on the board also where the rule is MINES_FIRST_ANYTHING */
} msc_placing;

/* In how many cells the rule of the first click wants no mine. */
uint32_t msc_place_kept(const msc_placing *placing);

/* The next board of a stream: mask gets rows * cols bytes, 1 = mine. poll may be NULL; false: stopped, and the mask is
   unspecified. */
bool msc_place(const msc_placing *placing, msc_random *random, msc_poll *poll, uint8_t *mask);

/* Board `number` of a seed: the first one of the stream MSC_PURPOSE_PLACE of that number. */
bool msc_place_board(const msc_placing *placing, uint64_t seed, uint64_t number, msc_poll *poll, uint8_t *mask);

#endif
