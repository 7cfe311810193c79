/*
 * record.h - what both games keep: a field, the journal of what was done on it, and the arena in which both lie. The
 * handle of a game begins with its record. What arrives: a size, or a handle. What leaves: handles, the caller's to
 * free with msc_record_free; the steps of the journal, back and forth, and what is told of them.
 */
#ifndef MSC_RECORD_H
#define MSC_RECORD_H

#include "arena.h"
#include "common.h"
#include "field.h"
#include "journal.h"

typedef struct msc_record {
    msc_arena arena;
    msc_field field;
    msc_journal journal;
    /* Something is being done with the game, and until it is over nobody else can use it: not who is asked meanwhile,
       and not a process made by fork of another thread, for ever. volatile: that process finds it as it stands. */
    volatile bool busy;
} msc_record;

/* A handle of so many bytes, 0 behind its record, all cells unopened and no mines among them. The size of the board is
   allowed. NULL: out of memory. */
void *msc_record_new(size_t bytes, uint32_t rows, uint32_t cols, uint32_t mines);

/* A copy of a handle of so many bytes. NULL: out of memory. */
void *msc_record_copy(const void *handle, size_t bytes);

void msc_record_free(void *handle);

/* May a call go on? MINES_OK; MINES_BAD_ARGUMENT for NULL or where its other arguments are not known; MINES_BUSY. */
mines_status msc_record_usable(const void *handle, bool known);

/* The action at work failed: it comes to nothing, and the next one may find memory. Gives why, MINES_OUT_OF_MEMORY or
   MINES_INTERRUPTED. */
mines_status msc_record_give_up(msc_record *record, const msc_poll *poll);

/* Take the last step back; NULL where there is none. */
const msc_step *msc_record_back(msc_record *record);

/* The step that can be done again next; NULL where there is none. Nothing changes. */
const msc_step *msc_record_next(msc_record *record);

/* What mines_game_changed tells. */
size_t msc_record_changed(const msc_record *record, uint32_t *cells, size_t capacity);

/* What mines_game_log tells. */
size_t msc_record_log(const msc_record *record, mines_action *actions, size_t capacity);

#endif
