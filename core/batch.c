#include "batch.h"

#include "query.h"
#include "solution.h"
#include "threads.h"

#include <math.h>
#include <string.h>

enum { SHARE = 16 /* boards a thread takes at a time */ };

/* What the threads of a call share. */
typedef struct job {
    const msc_batch *batch;
    msc_poll *poll; /* the caller's */
    msc_lock lock;
    size_t next;         /* board that nobody has taken; under the lock, as is */
    mines_status status; /* what ends the call */
} job;

/* A thread that is not the caller's looks whether another has ended the call. */
static int ended(void *context, double progress)
{
    job *j = context;
    (void)progress;
    msc_lock_take(&j->lock);
    bool over = j->status != MINES_OK;
    msc_lock_give(&j->lock);
    return over;
}

static void end(job *j, mines_status status)
{
    msc_lock_take(&j->lock);
    if (j->status == MINES_OK)
        j->status = status;
    msc_lock_give(&j->lock);
}

/* The next boards for a thread, first .. the result - 1; nothing where they are equal. */
static size_t take(job *j, size_t *first)
{
    size_t count = j->batch->count;
    msc_lock_take(&j->lock);
    *first = j->status == MINES_OK ? j->next : count;
    size_t end = count - *first < SHARE ? count : *first + SHARE;
    j->next = end;
    msc_lock_give(&j->lock);
    return end;
}

/* What is said of a board that has no answer. */
static void write_nothing(const msc_batch *b, size_t at, size_t cells)
{
    for (size_t i = at; i < at + cells; i++) {
        if (b->mine != NULL)
            b->mine[i] = (double)NAN;
        if (b->zero_around != NULL)
            b->zero_around[i] = (double)NAN;
    }
    if (b->safe != NULL)
        memset(b->safe + at, 0, cells);
    if (b->certain_mines != NULL)
        memset(b->certain_mines + at, 0, cells);
}

/* One board; false where the whole call has to end. */
static bool solve_one(job *j, mines_solution *solution, size_t index, msc_poll *poll)
{
    const msc_batch *b = j->batch;
    size_t cells = b->rows * b->cols, at = index * cells;
    mines_fault fault;
    mines_status status =
        msc_solve_again(solution, b->boards + at, b->rows, b->cols, b->mines[index], poll, &fault);
    if (status == MINES_OK && b->zero_around != NULL)
        status = msc_query_zero_around(solution, b->memory, poll, b->zero_around + at);
    if (status == MINES_OK)
        msc_solution_write(solution, b->mine != NULL ? b->mine + at : NULL, b->safe != NULL ? b->safe + at : NULL,
                           b->certain_mines != NULL ? b->certain_mines + at : NULL);
    else
        write_nothing(b, at, cells);
    if (b->status != NULL)
        b->status[index] = status;
    if (status == MINES_INTERRUPTED || status == MINES_OUT_OF_MEMORY)
        end(j, status);
    return status != MINES_INTERRUPTED && status != MINES_OUT_OF_MEMORY;
}

static void work(void *arg, uint32_t index)
{
    job *j = arg;
    mines_options options = {.size = sizeof options, .poll = ended, .context = j};
    msc_poll own, *poll = j->poll;
    if (index > 0) {
        msc_poll_init(&own, &options, UINT64_MAX);
        poll = &own;
    }
    mines_solution solution;
    memset(&solution, 0, sizeof solution);
    msc_arena_init(&solution.arena, j->batch->memory);
    for (size_t first, last; (last = take(j, &first)) > first;) {
        size_t i = first;
        while (i < last && solve_one(j, &solution, i, poll))
            i++;
        if (i < last)
            break;
        if (msc_poll_now(poll, (double)last / (double)j->batch->count))
            end(j, MINES_INTERRUPTED);
    }
    msc_arena_free(&solution.arena);
}

mines_status msc_batch_solve(const msc_batch *batch, uint32_t threads, msc_poll *poll)
{
    job j = {.batch = batch, .poll = poll, .status = MINES_OK};
    size_t useful = (batch->count + SHARE - 1) / SHARE;
    threads = msc_min(threads != 0 ? threads : msc_threads_available(), MINES_MAX_THREADS);
    threads = useful < threads ? (uint32_t)useful : threads;
    if (threads == 0)
        return MINES_OK;
    if (!msc_lock_init(&j.lock))
        return MINES_OUT_OF_MEMORY;
    msc_threads_run(threads, work, &j);
    msc_lock_free(&j.lock);
    return j.status;
}
