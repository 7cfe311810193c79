/*
 * game.h - what arrives: a mask, or a size, a number of mines and a seed; then actions. What leaves: the classic game
 * for one player as they leave it, its owner's to copy and to free by its record. An action costs what it changes,
 * never the board; but the first click of a random game lays the mines. One that is stopped was not done.
 */
#ifndef MCORE_GAME_H
#define MCORE_GAME_H

#include "../base/common.h"
#include "game_base.h"

struct mines_game {
    mcore_game_base record;
    bool random; /* the mines are laid by the first click */
    mines_first_click first;
    uint64_t seed;
    uint32_t laid; /* site of the first click that they lie for; MCORE_NONE: they lie for none */
};

/* The size is allowed. NULL: stopped, or out of memory. */
mines_game *mcore_game_of_mask(const uint8_t *mask, uint32_t rows, uint32_t cols, mcore_poll *poll);

/* mines is at most the number of cells. NULL: out of memory. */
mines_game *mcore_game_random(uint32_t rows, uint32_t cols, uint32_t mines, uint64_t seed, mines_first_click first);

/* An action on a cell of the board; not MINES_ACTION_BOMB. Fails with MINES_OUT_OF_MEMORY or MINES_INTERRUPTED, and
   then nothing was done. */
mines_status mcore_game_act(mines_game *game, mines_action_kind kind, uint32_t site, mcore_poll *poll,
                            mines_refusal *refusal);

/* false: there is nothing to undo. */
bool mcore_game_undo(mines_game *game);

/* *done false: there is nothing to do again. Fails as mcore_game_act. */
mines_status mcore_game_redo(mines_game *game, mcore_poll *poll, bool *done);

mines_game_state mcore_game_state(const mines_game *game);

/* Do the mines lie? */
bool mcore_game_placed(const mines_game *game);

#endif
