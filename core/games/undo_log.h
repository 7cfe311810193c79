/*
 * undo_log.h - the actions of a game, and the cells that each changed, for undo and redo and for reporting changes. All
 * memory comes from the arena that mcore_undo_log_init gets.
 *
 * A completed action is a *step*. Its cells are stored as *runs* of consecutive sites, so that an opening of millions
 * of cells takes memory per row, not per cell. During an action its runs are in the order in which cells changed and
 * serve as the queue of the flood; mcore_undo_log_commit sorts them and joins adjacent ones.
 *
 * Redo repeats an undone step from its kind and site, which changes the same cells. So the runs of undone steps are not
 * kept, except those of the last undone one until the next action: they are what the undo changed.
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
    uint32_t end;   /* index after its last run; its first run follows the last one of the step before */
    uint8_t kind;   /* mines_action_kind */
    uint8_t player; /* whose turn it was; 0 in a classic game */
} mcore_step;

typedef struct mcore_undo_log {
    mcore_arena *arena;
    mcore_run *run;
    mcore_step *step;
    size_t run_capacity, step_capacity;
    uint32_t runs;    /* of the steps done and of the current action */
    uint32_t first;   /* first run of the current action */
    uint32_t done;    /* steps done */
    uint32_t steps;   /* steps done or undone */
    uint32_t changed; /* what the last call changed: runs changed .. changed_end - 1 */
    uint32_t changed_end;
} mcore_undo_log;

void mcore_undo_log_init(mcore_undo_log *log, mcore_arena *arena);

/* Copy into another arena; false if it has no memory. */
bool mcore_undo_log_copy(mcore_undo_log *copy, const mcore_undo_log *log, mcore_arena *arena);

/* Report that nothing changed. */
static inline void mcore_undo_log_clear_changes(mcore_undo_log *log) { log->changed = log->changed_end = 0; }

/* Index after the last run of the steps done. */
static inline uint32_t mcore_undo_log_end(const mcore_undo_log *log)
{
    return log->done > 0 ? log->step[log->done - 1].end : 0;
}

/* Begin an action. Allocates its step, so that commit needs no memory; false if there is none. */
bool mcore_undo_log_begin(mcore_undo_log *log);

/* Record a cell that the current action is about to change, at most once per action; false without memory. */
bool mcore_undo_log_record(mcore_undo_log *log, uint32_t site);

/* Abandon the current action, whose changes the caller has reverted. Clears the arena's status. */
void mcore_undo_log_discard(mcore_undo_log *log);

/* Complete the current action. redo: it is the next undone step, and the steps after it stay; otherwise all undone
   steps are dropped. false: interrupted, and the action is still the current one. */
bool mcore_undo_log_commit(mcore_undo_log *log, mcore_poll *poll, mines_action_kind kind, uint32_t site,
                           uint32_t player, bool redo);

/* Undo the last step done; there must be one. Its runs are reported as changed; the caller reverts their cells. */
const mcore_step *mcore_undo_log_undo(mcore_undo_log *log);

#endif
