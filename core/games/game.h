/*
 * game.h - the handle of both games: a field, the undo log of its changes, and what the rules of its kind add. Each
 * kind of game is one table of functions, mcore_game_rules; all else here serves both. Handles are the caller's to free
 * with mcore_game_free. An action takes time proportional to the cells it changes; one that fails has changed nothing.
 *
 * A new kind of game is a file with its table and constructor, like classic_game.c and flags_game.c.
 */
#ifndef MCORE_GAME_H
#define MCORE_GAME_H

#include "../base/arena.h"
#include "../base/common.h"
#include "../base/poll.h"
#include "field.h"
#include "undo_log.h"

/* The rules of one kind of game. All functions get a cell of the board and one of its kinds of action. */
typedef struct mcore_game_rules {
    mines_game_kind kind;
    uint32_t actions; /* bit set of the mines_action_kinds that this kind of game has */
    mines_refusal (*refusal)(const mines_game *game, mines_action_kind kind, uint32_t site);
    /* Change the field by an action that is allowed, recorded in the log. false: interrupted, or out of memory. */
    bool (*perform)(mines_game *game, mines_action_kind kind, uint32_t site, mcore_poll *poll);
    /* After an action is complete and in the log: update scores and turn. found: it opened a mine. NULL: nothing to do.
     */
    void (*performed)(mines_game *game, mines_action_kind kind, bool found);
    /* After the cells of a step are reverted: restore the rest. NULL: nothing to do. */
    void (*undone)(mines_game *game, const mcore_step *step);
    bool (*placed)(const mines_game *game); /* whether the mines are placed */
    mines_game_state (*state)(const mines_game *game);
    void (*get_info)(const mines_game *game, mines_game_info *info); /* set what game.c doesn't know */
    /* mines_game_flagged and mines_game_owner. NULL: all cells are 0. */
    void (*flagged)(const mines_game *game, uint8_t *flagged);
    void (*owner)(const mines_game *game, uint8_t *owner);
} mcore_game_rules;

struct mines_game {
    const mcore_game_rules *rules;
    mcore_arena arena;
    mcore_field field;
    mcore_undo_log log;
    uint32_t turn; /* Flags: 0 or 1; otherwise 0 */
    union {
        struct {
            bool random; /* the first click places the mines */
            mines_first_click first_click;
            uint64_t seed;
            uint32_t placed_for; /* random: site of the first click for which the field has mines; MCORE_NONE: none */
        } classic;
        struct {
            mines_flags_rules rules; /* complete */
            uint32_t bombs[2];       /* left */
        } flags;
    } of;
    /* A call is changing the game; until it ends, other calls return MINES_BUSY. That protects it from calls by the
       poll function, and in a child process forked meanwhile by another thread, where the call never ends. volatile:
       such a child must find the value in memory. */
    volatile bool busy;
};

/* A new game, unopened and without mines on the field. The size is allowed. NULL: out of memory. */
mines_game *mcore_game_new(const mcore_game_rules *rules, uint32_t rows, uint32_t cols, uint32_t mines);

/* An independent copy; NULL: out of memory. */
mines_game *mcore_game_copy(const mines_game *game);

void mcore_game_free(mines_game *game);

/* An action of the game's kind on a cell of the board. Fails with MINES_OUT_OF_MEMORY or MINES_INTERRUPTED. */
mines_status mcore_game_act(mines_game *game, mines_action_kind kind, uint32_t site, mcore_poll *poll,
                            mines_refusal *refusal);

/* Undo the last action; MINES_REFUSAL_NONE or MINES_REFUSAL_NO_UNDO. */
mines_refusal mcore_game_undo(mines_game *game);

/* Redo the next undone action. Fails as mcore_game_act. */
mines_status mcore_game_redo(mines_game *game, mcore_poll *poll, mines_refusal *refusal);

/* mines_game_get_info without its size. */
void mcore_game_get_info(const mines_game *game, mines_game_info *info);

/* The number of cells that the last call changed; and their indices, ascending, into a large enough array. */
size_t mcore_game_changed_count(const mines_game *game);
void mcore_game_changed(const mines_game *game, uint32_t *cells);

/* The actions done, into an array of game->log.done. */
void mcore_game_log(const mines_game *game, mines_action *actions);

#endif
