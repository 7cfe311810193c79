/*
 * game_base.h - what both games keep: a field, the journal of what was done on it, and the arena in which both lie. The
 * handle of a game begins with its record. What arrives: a size, or a handle. What leaves: handles, the caller's to
 * free with mcore_game_base_free; the steps of the journal, back and forth, and what is told of them.
 */
#ifndef MCORE_GAME_BASE_H
#define MCORE_GAME_BASE_H

#include "../base/arena.h"
#include "../base/common.h"
#include "field.h"
#include "undo_log.h"

typedef struct mcore_game_base {
    mcore_arena arena;
    mcore_field field;
    mcore_undo_log journal;
    /* Something is being done with the game, and until it is over nobody else can use it: not who is asked meanwhile,
       and not a process made by fork of another thread, for ever. volatile: that process finds it as it stands. */
    volatile bool busy;
} mcore_game_base;

/* A handle of so many bytes, 0 behind its record, all cells unopened and no mines among them. The size of the board is
   allowed. NULL: out of memory. */
void *mcore_game_base_new(size_t bytes, uint32_t rows, uint32_t cols, uint32_t mines);

/* A copy of a handle of so many bytes. NULL: out of memory. */
void *mcore_game_base_copy(const void *handle, size_t bytes);

void mcore_game_base_free(void *handle);

/* May a call go on? MINES_OK; MINES_BAD_ARGUMENT for NULL or where its other arguments are not known; MINES_BUSY. */
mines_status mcore_game_base_usable(const void *handle, bool known);

/* The action at work failed: it comes to nothing, and the next one may find memory. Gives why, MINES_OUT_OF_MEMORY or
   MINES_INTERRUPTED. */
mines_status mcore_game_base_give_up(mcore_game_base *record, const mcore_poll *poll);

/* Take the last step back; NULL where there is none. */
const mcore_step *mcore_game_base_back(mcore_game_base *record);

/* The step that can be done again next; NULL where there is none. Nothing changes. */
const mcore_step *mcore_game_base_next(mcore_game_base *record);

/* What mines_game_changed tells. */
size_t mcore_game_base_changed(const mcore_game_base *record, uint32_t *cells, size_t capacity);

/* What mines_game_log tells. */
size_t mcore_game_base_log(const mcore_game_base *record, mines_action *actions, size_t capacity);

#endif
