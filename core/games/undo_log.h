/*
 * undo_log.h - what arrives: the actions of a game as they are done, and the cells that each changes. What leaves: the
 * same, for going back and forth and for telling what changed. Everything is allocated in the arena given.
 *
 * An action that was done is a *step*. Its cells are kept as *runs* of sites side by side, so that an opening of
 * millions of cells takes memory by the row. While an action is at work its runs are in the order in which they were
 * noted, and serve as the queue of the flood; at the end they are sorted and those that touch are joined.
 *
 * Going forth does an undone step again by its kind and site, which changes the same cells: the runs of steps that are
 * undone need not be kept. Only those of the last one are, until the next action, for they are what changed.
 */
#ifndef MCORE_UNDO_LOG_H
#define MCORE_UNDO_LOG_H

#include "../base/arena.h"
#include "../base/common.h"
#include "../base/poll.h"

typedef struct mcore_run {
    uint32_t site, length;
} mcore_run;

typedef struct mcore_step {
    uint32_t site;
    uint32_t end;   /* its runs end before this one; they begin where those of the step before end */
    uint8_t kind;   /* mines_action_kind */
    uint8_t player; /* whose turn it was; 0 where there is only one */
} mcore_step;

typedef struct mcore_undo_log {
    mcore_arena *arena;
    mcore_run *run;
    mcore_step *step;
    size_t run_capacity, step_capacity;
    uint32_t runs;    /* of the steps done, and of the action at work */
    uint32_t first;   /* those of the action at work begin here */
    uint32_t done;    /* steps done */
    uint32_t steps;   /* and those that can be done again */
    uint32_t changed; /* what the last call changed: the runs from this one */
    uint32_t changed_end;
} mcore_undo_log;

void mcore_undo_log_init(mcore_undo_log *journal, mcore_arena *arena);

/* A copy in another arena; false on failure. */
bool mcore_undo_log_copy(mcore_undo_log *copy, const mcore_undo_log *journal, mcore_arena *arena);

/* Nothing changed. */
static inline void mcore_undo_log_clear_changes(mcore_undo_log *journal)
{
    journal->changed = journal->changed_end = 0;
}

/* The runs of the steps done end here. */
static inline uint32_t mcore_undo_log_end(const mcore_undo_log *journal)
{
    return journal->done > 0 ? journal->step[journal->done - 1].end : 0;
}

/* Room for one step more, so that the action's end needs no memory; false on failure. */
bool mcore_undo_log_begin(mcore_undo_log *journal);

/* This cell is going to be changed by the action at work; false on failure. No cell is noted twice. */
bool mcore_undo_log_note(mcore_undo_log *journal, uint32_t site);

/* The action at work comes to nothing. What it noted has been put back, and the arena may be asked again. */
void mcore_undo_log_drop(mcore_undo_log *journal);

/* The action at work is done. again: it is the next of those that had been undone, which stay; otherwise they go.
   false: stopped, and it is still at work. */
bool mcore_undo_log_commit(mcore_undo_log *journal, mcore_poll *poll, mines_action_kind kind, uint32_t site,
                           uint32_t player, bool again);

/* The last step becomes the next to be done again; its runs are what changed. There must be one. */
const mcore_step *mcore_undo_log_back(mcore_undo_log *journal);

#endif
