/*
 * classic_game.h - the rules of Minesweeper for one player, and the constructors of its games. A random game places its
 * mines at the first click. The caller frees games with mcore_game_free.
 */
#ifndef MCORE_CLASSIC_GAME_H
#define MCORE_CLASSIC_GAME_H

#include "../base/common.h"
#include "../base/poll.h"
#include "game.h"

/* The size is allowed. NULL: interrupted, or out of memory. */
mines_game *mcore_classic_from_mask(const uint8_t *mask, uint32_t rows, uint32_t cols, mcore_poll *poll);

/* The size is allowed and mines at most the number of cells. NULL: out of memory. */
mines_game *mcore_classic_random(uint32_t rows, uint32_t cols, uint32_t mines, uint64_t seed,
                                 mines_first_click first_click);

#endif
