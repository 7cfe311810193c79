#include "parallel.h"

#include "clock.h"

enum { SHORTEST_SLEEP_NS = 20000, LONGEST_SLEEP_NS = 5000000 };

/* The poll function of the other threads: whether the call has ended. */
static int has_ended(void *context, double progress)
{
    mcore_parallel *p = context;
    (void)progress;
    mcore_lock_acquire(&p->lock);
    bool ended = p->status != MINES_OK;
    mcore_lock_release(&p->lock);
    return ended;
}

static void end_call(mcore_parallel *p, mines_status status)
{
    mcore_lock_acquire(&p->lock);
    if (p->status == MINES_OK)
        p->status = status;
    mcore_lock_release(&p->lock);
}

bool mcore_parallel_next(mcore_parallel *p, mcore_poll *poll, uint64_t *first, uint64_t *last)
{
    mcore_lock_acquire(&p->lock);
    uint64_t at = p->status == MINES_OK ? p->next : p->count;
    uint64_t left = p->count - at, claim = left / p->divisor + 1;
    claim = claim < p->chunk ? claim : p->chunk;
    p->next = at + (left < claim ? left : claim);
    *first = at;
    *last = p->next;
    mcore_lock_release(&p->lock);
    if (left == 0)
        return false;
    if (mcore_poll_now(poll, (double)at / (double)p->count)) {
        end_call(p, MINES_INTERRUPTED);
        return false;
    }
    return true;
}

static void count_busy(mcore_parallel *p, bool begins)
{
    mcore_lock_acquire(&p->lock);
    p->busy += begins ? 1u : UINT32_MAX;
    mcore_lock_release(&p->lock);
}

/* The calling thread has no more items, but keeps polling for those that have. */
static void wait_for_others(mcore_parallel *p)
{
    for (uint32_t sleep = SHORTEST_SLEEP_NS;; sleep = mcore_min(2 * sleep, LONGEST_SLEEP_NS)) {
        mcore_lock_acquire(&p->lock);
        bool over = p->busy == 0 || p->status != MINES_OK;
        mcore_lock_release(&p->lock);
        if (over)
            return;
        if (mcore_poll_now(p->poll, -1.0))
            end_call(p, MINES_INTERRUPTED);
        mcore_clock_sleep(sleep);
    }
}

static void run_thread(void *arg, uint32_t index)
{
    mcore_parallel *p = arg;
    mines_options options = {.size = sizeof options, .poll = has_ended, .context = p};
    mcore_poll own, *poll = p->poll;
    if (index > 0) {
        mcore_poll_init(&own, &options, UINT64_MAX);
        poll = &own;
    }
    count_busy(p, true);
    mines_status status = p->work(p, poll, p->context);
    if (status != MINES_OK)
        end_call(p, status);
    count_busy(p, false);
    if (index == 0)
        wait_for_others(p);
}

mines_status mcore_parallel_run(uint64_t count, uint64_t chunk, uint32_t threads, mcore_poll *poll,
                                mcore_parallel_work *work, void *context)
{
    mcore_parallel p = {
        .work = work, .context = context, .poll = poll, .count = count, .chunk = chunk, .status = MINES_OK};
    uint64_t chunks = count / chunk + (count % chunk != 0);
    if (chunks > 1) /* otherwise there is no need to query the system */
        threads = mcore_min(threads != 0 ? threads : mcore_threads_available(), MINES_MAX_THREADS);
    threads = chunks <= 1 || chunks < threads ? (uint32_t)chunks : threads;
    if (threads == 0)
        return MINES_OK;
    p.divisor = threads > 1 ? 2 * threads : 1;
    if (!mcore_lock_init(&p.lock))
        return MINES_OUT_OF_MEMORY;
    mcore_threads_run(threads, run_thread, &p);
    mcore_lock_free(&p.lock);
    return p.status;
}
