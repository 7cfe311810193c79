/*
 * flags_game.h - the rules of Minesweeper Flags, in which two players search for mines, and the constructor of its
 * games. The caller frees games with mcore_game_free. The scores are counts of the field: field.found opened mines, of
 * which player 1 found field.flagged.
 */
#ifndef MCORE_FLAGS_GAME_H
#define MCORE_FLAGS_GAME_H

#include "../base/common.h"
#include "../base/poll.h"
#include "game.h"

/* Replace the fields that are 0 by their defaults; mask may be NULL. false: the rules are not allowed. */
bool mcore_flags_complete(mines_flags_rules *rules, const uint8_t *mask);

/* The rules are complete. Without a mask the mines are placed by seed. NULL: interrupted, or out of memory. */
mines_game *mcore_flags_new(const mines_flags_rules *rules, const uint8_t *mask, uint64_t seed, mcore_poll *poll);

#endif
