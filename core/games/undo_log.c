#include "undo_log.h"

#include <string.h>

void mcore_undo_log_init(mcore_undo_log *journal, mcore_arena *arena) { *journal = (mcore_undo_log){.arena = arena}; }

bool mcore_undo_log_copy(mcore_undo_log *copy, const mcore_undo_log *journal, mcore_arena *arena)
{
    *copy = *journal;
    copy->arena = arena;
    copy->run = NULL;
    copy->step = NULL;
    copy->run_capacity = copy->step_capacity = 0;
    size_t runs = mcore_max(journal->runs, journal->changed_end);
    if (runs > 0) {
        copy->run = mcore_arena_realloc(arena, NULL, runs, sizeof *copy->run);
        if (copy->run == NULL)
            return false;
        memcpy(copy->run, journal->run, runs * sizeof *copy->run);
        copy->run_capacity = runs;
    }
    if (journal->steps > 0) {
        copy->step = mcore_arena_realloc(arena, NULL, journal->steps, sizeof *copy->step);
        if (copy->step == NULL)
            return false;
        memcpy(copy->step, journal->step, journal->steps * sizeof *copy->step);
        copy->step_capacity = journal->steps;
    }
    return true;
}

bool mcore_undo_log_begin(mcore_undo_log *journal)
{
    void *data = journal->step;
    if (journal->done == UINT32_MAX || !mcore_arena_reserve(journal->arena, &data, &journal->step_capacity,
                                                            (size_t)journal->done + 1, sizeof *journal->step))
        return false;
    journal->step = data;
    journal->first = journal->runs;
    return true;
}

bool mcore_undo_log_note(mcore_undo_log *journal, uint32_t site)
{
    if (journal->runs > journal->first) {
        mcore_run *last = &journal->run[journal->runs - 1];
        if (last->site + last->length == site) {
            last->length++;
            return true;
        }
    }
    void *data = journal->run;
    if (journal->runs == UINT32_MAX || !mcore_arena_reserve(journal->arena, &data, &journal->run_capacity,
                                                            (size_t)journal->runs + 1, sizeof *journal->run))
        return false;
    journal->run = data;
    journal->run[journal->runs++] = (mcore_run){site, 1};
    return true;
}

void mcore_undo_log_drop(mcore_undo_log *journal)
{
    journal->runs = mcore_undo_log_end(journal);
    journal->arena->status = MINES_OK;
    mcore_undo_log_clear_changes(journal);
}

/* By site, ascending, for a few. */
static void sort_few(mcore_run *run, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        mcore_run moving = run[i];
        size_t hole = i;
        for (; hole > 0 && run[hole - 1].site > moving.site; hole--)
            run[hole] = run[hole - 1];
        run[hole] = moving;
    }
}

/* Those whose site lacks the bit to the front; gives how many they are. */
static size_t part(mcore_run *run, size_t count, uint32_t bit)
{
    size_t low = 0, high = count;
    while (low < high) {
        mcore_run here = run[low];
        if (here.site & bit) {
            run[low] = run[--high];
            run[high] = here;
        } else {
            low++;
        }
    }
    return low;
}

/* By site, ascending, in place: parted by one bit after the other, the highest first. false: stopped; they are all
   there, in some order. */
static bool sort(mcore_run *run, size_t count, mcore_poll *poll)
{
    enum { FEW = 16, TOP = 28 /* a site is below 2^29 */ };
    struct stretch {
        mcore_run *run;
        size_t count;
        uint32_t bit;
    } waiting[TOP + 2]; /* the last one is in front of all others */
    size_t left = 0;
    waiting[left++] = (struct stretch){run, count, (uint32_t)1 << TOP};
    while (left > 0) {
        struct stretch now = waiting[--left];
        if (mcore_poll_step(poll, mcore_poll_work(now.count)))
            return false;
        if (now.count <= FEW || now.bit == 0) {
            sort_few(now.run, now.count);
            continue;
        }
        size_t low = part(now.run, now.count, now.bit);
        waiting[left++] = (struct stretch){now.run + low, now.count - low, now.bit >> 1};
        waiting[left++] = (struct stretch){now.run, low, now.bit >> 1};
    }
    return true;
}

static bool in_order(const mcore_run *run, size_t count)
{
    size_t i = 1;
    while (i < count && run[i - 1].site < run[i].site)
        i++;
    return i >= count;
}

/* How many are left when runs that touch have been joined; sorted and at least one. */
static size_t join(mcore_run *run, size_t count)
{
    size_t last = 0;
    for (size_t i = 1; i < count; i++) {
        if (run[last].site + run[last].length == run[i].site)
            run[last].length += run[i].length;
        else
            run[++last] = run[i];
    }
    return last + 1;
}

bool mcore_undo_log_commit(mcore_undo_log *journal, mcore_poll *poll, mines_action_kind kind, uint32_t site,
                           uint32_t player, bool again)
{
    uint32_t first = mcore_undo_log_end(journal);
    if (journal->runs - first > 1) {
        mcore_run *run = journal->run + first;
        if (!in_order(run, journal->runs - first) && !sort(run, journal->runs - first, poll))
            return false;
        journal->runs = first + (uint32_t)join(run, journal->runs - first);
    }
    journal->step[journal->done++] = (mcore_step){site, journal->runs, (uint8_t)kind, (uint8_t)player};
    if (!again)
        journal->steps = journal->done;
    journal->changed = first;
    journal->changed_end = journal->runs;
    return true;
}

const mcore_step *mcore_undo_log_back(mcore_undo_log *journal)
{
    const mcore_step *step = &journal->step[--journal->done];
    journal->runs = mcore_undo_log_end(journal);
    journal->changed = journal->runs;
    journal->changed_end = step->end;
    return step;
}
