/*
 * flags_game.h - what arrives: the rules and a mask or a seed; then actions. What leaves: Minesweeper Flags, the game
 * of two players who look for mines, as they leave it, its owner's to copy and to free by its record. The scores are
 * counts of the field: the mines that are opened, of which the second player's are marked.
 */
#ifndef MCORE_FLAGS_GAME_H
#define MCORE_FLAGS_GAME_H

#include "../base/common.h"
#include "game_base.h"

struct mines_flags_game {
    mcore_game_base record;
    mines_flags_rules rules; /* with the defaults filled in */
    uint32_t turn;           /* 0 or 1 */
    uint32_t bombs[2];       /* left */
};

/* The rules have their defaults filled in and are allowed; a mask has as many mines as they say, and without one they
   are laid by seed. NULL: stopped, or out of memory. */
mines_flags_game *mcore_flags_new(const mines_flags_rules *rules, const uint8_t *mask, uint64_t seed, mcore_poll *poll);

/* MINES_ACTION_OPEN or MINES_ACTION_BOMB on a cell of the board. Fails with MINES_OUT_OF_MEMORY or MINES_INTERRUPTED,
   and then nothing was done. */
mines_status mcore_flags_act(mines_flags_game *game, mines_action_kind kind, uint32_t site, mcore_poll *poll,
                             mines_refusal *refusal);

/* false: there is nothing to undo. */
bool mcore_flags_undo(mines_flags_game *game);

/* *done false: there is nothing to do again. Fails as mcore_flags_act. */
mines_status mcore_flags_redo(mines_flags_game *game, mcore_poll *poll, bool *done);

/* Mines that a player found. */
uint32_t mcore_flags_score(const mines_flags_game *game, uint32_t player);

/* Who won: -1 where nobody did. */
int32_t mcore_flags_winner(const mines_flags_game *game);

bool mcore_flags_over(const mines_flags_game *game);

/* Who found each mine: 0 nobody, 1 or 2; rows * cols of them. */
void mcore_flags_owner(const mines_flags_game *game, uint8_t *owner);

#endif
