#include "undo_log.h"

#include <string.h>

void mcore_undo_log_init(mcore_undo_log *log, mcore_arena *arena) { *log = (mcore_undo_log){.arena = arena}; }

bool mcore_undo_log_copy(mcore_undo_log *copy, const mcore_undo_log *log, mcore_arena *arena)
{
    *copy = *log;
    copy->arena = arena;
    copy->run = NULL;
    copy->step = NULL;
    copy->run_capacity = copy->step_capacity = 0;
    size_t runs = mcore_max(log->runs, log->changed_end);
    if (runs > 0) {
        copy->run = mcore_arena_realloc(arena, NULL, runs, sizeof *copy->run);
        if (copy->run == NULL)
            return false;
        memcpy(copy->run, log->run, runs * sizeof *copy->run);
        copy->run_capacity = runs;
    }
    if (log->steps > 0) {
        copy->step = mcore_arena_realloc(arena, NULL, log->steps, sizeof *copy->step);
        if (copy->step == NULL)
            return false;
        memcpy(copy->step, log->step, log->steps * sizeof *copy->step);
        copy->step_capacity = log->steps;
    }
    return true;
}

bool mcore_undo_log_begin(mcore_undo_log *log)
{
    void *data = log->step;
    if (log->done == UINT32_MAX ||
        !mcore_arena_reserve(log->arena, &data, &log->step_capacity, (size_t)log->done + 1, sizeof *log->step))
        return false;
    log->step = data;
    log->first = log->runs;
    return true;
}

bool mcore_undo_log_record(mcore_undo_log *log, uint32_t site)
{
    if (log->runs > log->first) {
        mcore_run *last = &log->run[log->runs - 1];
        if (last->site + last->length == site) {
            last->length++;
            return true;
        }
    }
    void *data = log->run;
    if (log->runs == UINT32_MAX ||
        !mcore_arena_reserve(log->arena, &data, &log->run_capacity, (size_t)log->runs + 1, sizeof *log->run))
        return false;
    log->run = data;
    log->run[log->runs++] = (mcore_run){site, 1};
    return true;
}

void mcore_undo_log_discard(mcore_undo_log *log)
{
    log->runs = mcore_undo_log_end(log);
    log->arena->status = MINES_OK;
    mcore_undo_log_clear_changes(log);
}

/* Insertion sort by site. */
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

/* Move the runs whose site has the bit clear to the front; returns their number. */
static size_t partition(mcore_run *run, size_t count, uint32_t bit)
{
    size_t low = 0, high = count;
    while (low < high) {
        mcore_run swapped = run[low];
        if (swapped.site & bit) {
            run[low] = run[--high];
            run[high] = swapped;
        } else {
            low++;
        }
    }
    return low;
}

/* Binary radix sort by site, in place, from the highest bit down. false: interrupted; the runs are in some order. */
static bool sort(mcore_run *run, size_t count, mcore_poll *poll)
{
    enum { FEW = 16, TOP = 28 /* a site is below 2^29 */ };
    struct part {
        mcore_run *run;
        size_t count;
        uint32_t bit;
    } pending[TOP + 2]; /* a stack; the top one has the lowest sites */
    size_t parts = 0;
    pending[parts++] = (struct part){run, count, (uint32_t)1 << TOP};
    while (parts > 0) {
        struct part now = pending[--parts];
        if (mcore_poll_step(poll, mcore_poll_work(now.count)))
            return false;
        if (now.count <= FEW || now.bit == 0) {
            sort_few(now.run, now.count);
            continue;
        }
        size_t low = partition(now.run, now.count, now.bit);
        pending[parts++] = (struct part){now.run + low, now.count - low, now.bit >> 1};
        pending[parts++] = (struct part){now.run, low, now.bit >> 1};
    }
    return true;
}

static bool is_sorted(const mcore_run *run, size_t count)
{
    size_t i = 1;
    while (i < count && run[i - 1].site < run[i].site)
        i++;
    return i >= count;
}

/* Join adjacent runs; returns how many remain. They are sorted and at least one. */
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

bool mcore_undo_log_commit(mcore_undo_log *log, mcore_poll *poll, mines_action_kind kind, uint32_t site,
                           uint32_t player, bool redo)
{
    uint32_t first = mcore_undo_log_end(log);
    if (log->runs - first > 1) {
        mcore_run *run = log->run + first;
        if (!is_sorted(run, log->runs - first) && !sort(run, log->runs - first, poll))
            return false;
        log->runs = first + (uint32_t)join(run, log->runs - first);
    }
    log->step[log->done++] = (mcore_step){site, log->runs, (uint8_t)kind, (uint8_t)player};
    if (!redo)
        log->steps = log->done;
    log->changed = first;
    log->changed_end = log->runs;
    return true;
}

const mcore_step *mcore_undo_log_undo(mcore_undo_log *log)
{
    const mcore_step *step = &log->step[--log->done];
    log->runs = mcore_undo_log_end(log);
    log->changed = log->runs;
    log->changed_end = step->end;
    return step;
}
