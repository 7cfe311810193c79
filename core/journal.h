/*
 * journal.h - what arrives: the actions of a game as they are done, and the cells that each changes. What leaves: the
 * same, for going back and forth and for telling what changed. Everything is allocated in the arena given.
 *
 * An action that was done is a *step*. Its cells are kept as *runs* of sites side by side, so that an opening of
 * millions of cells takes memory by the row. While an action is at work its runs are in the order in which they were
 * noted, and serve as the queue of the flood; at the end they are sorted and those that touch are joined.
 *
 * Going forth does an undone step again by its kind and site, which changes the same cells: the runs of steps that are
 * undone need not be kept. Only those of the last one are, until the next action, for they are what changed.
 */
#ifndef MSC_JOURNAL_H
#define MSC_JOURNAL_H

#include "arena.h"
#include "common.h"
#include "poll.h"

typedef struct msc_run {
    uint32_t site, length;
} msc_run;

typedef struct msc_step {
    uint32_t site;
    uint32_t end;   /* its runs end before this one; they begin where those of the step before end */
    uint8_t kind;   /* mines_action_kind */
    uint8_t player; /* whose turn it was; 0 where there is only one */
} msc_step;

typedef struct msc_journal {
    msc_arena *arena;
    msc_run *run;
    msc_step *step;
    size_t run_capacity, step_capacity;
    uint32_t runs;    /* of the steps done, and of the action at work */
    uint32_t first;   /* those of the action at work begin here */
    uint32_t done;    /* steps done */
    uint32_t steps;   /* and those that can be done again */
    uint32_t changed; /* what the last call changed: the runs from this one */
    uint32_t changed_end;
} msc_journal;

void msc_journal_init(msc_journal *journal, msc_arena *arena);

/* A copy in another arena; false on failure. */
bool msc_journal_copy(msc_journal *copy, const msc_journal *journal, msc_arena *arena);

/* Nothing changed. */
static inline void msc_journal_still(msc_journal *journal) { journal->changed = journal->changed_end = 0; }

/* The runs of the steps done end here. */
static inline uint32_t msc_journal_end(const msc_journal *journal)
{
    return journal->done > 0 ? journal->step[journal->done - 1].end : 0;
}

/* Room for one step more, so that the action's end needs no memory; false on failure. */
bool msc_journal_begin(msc_journal *journal);

/* This cell is going to be changed by the action at work; false on failure. No cell is noted twice. */
bool msc_journal_note(msc_journal *journal, uint32_t site);

/* The action at work comes to nothing. What it noted has been put back, and the arena may be asked again. */
void msc_journal_drop(msc_journal *journal);

/* The action at work is done. again: it is the next of those that had been undone, which stay; otherwise they go.
   false: stopped, and it is still at work. */
bool msc_journal_commit(msc_journal *journal, msc_poll *poll, mines_action_kind kind, uint32_t site, uint32_t player,
                        bool again);

/* The last step becomes the next to be done again; its runs are what changed. There must be one. */
const msc_step *msc_journal_back(msc_journal *journal);

#endif
