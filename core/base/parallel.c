#include "parallel.h"

#include "clock.h"

enum { SHORTEST_REST_NS = 20000, LONGEST_REST_NS = 5000000 };

/* A thread that is not the caller's looks whether another has ended the call. */
static int ended(void *context, double progress)
{
    mcore_parallel *crew = context;
    (void)progress;
    mcore_lock_acquire(&crew->lock);
    bool over = crew->status != MINES_OK;
    mcore_lock_release(&crew->lock);
    return over;
}

static void end(mcore_parallel *crew, mines_status status)
{
    mcore_lock_acquire(&crew->lock);
    if (crew->status == MINES_OK)
        crew->status = status;
    mcore_lock_release(&crew->lock);
}

bool mcore_parallel_next(mcore_parallel *crew, mcore_poll *poll, uint64_t *first, uint64_t *last)
{
    mcore_lock_acquire(&crew->lock);
    uint64_t at = crew->status == MINES_OK ? crew->next : crew->count;
    uint64_t left = crew->count - at, fair = left / crew->shares + 1;
    fair = fair < crew->share ? fair : crew->share;
    crew->next = at + (left < fair ? left : fair);
    *first = at;
    *last = crew->next;
    mcore_lock_release(&crew->lock);
    if (left == 0)
        return false;
    if (mcore_poll_now(poll, (double)at / (double)crew->count)) {
        end(crew, MINES_INTERRUPTED);
        return false;
    }
    return true;
}

static void count_busy(mcore_parallel *crew, bool begins)
{
    mcore_lock_acquire(&crew->lock);
    crew->busy += begins ? 1u : UINT32_MAX;
    mcore_lock_release(&crew->lock);
}

/* The calling thread finds no more pieces, but goes on to ask the poll for those who still have some. */
static void wait_for_others(mcore_parallel *crew)
{
    for (uint32_t rest = SHORTEST_REST_NS;; rest = mcore_min(2 * rest, LONGEST_REST_NS)) {
        mcore_lock_acquire(&crew->lock);
        bool over = crew->busy == 0 || crew->status != MINES_OK;
        mcore_lock_release(&crew->lock);
        if (over)
            return;
        if (mcore_poll_now(crew->poll, -1.0))
            end(crew, MINES_INTERRUPTED);
        mcore_clock_sleep(rest);
    }
}

static void begin(void *arg, uint32_t index)
{
    mcore_parallel *crew = arg;
    mines_options options = {.size = sizeof options, .poll = ended, .context = crew};
    mcore_poll own, *poll = crew->poll;
    if (index > 0) {
        mcore_poll_init(&own, &options, UINT64_MAX);
        poll = &own;
    }
    count_busy(crew, true);
    mines_status status = crew->work(crew, poll, crew->context);
    if (status != MINES_OK)
        end(crew, status);
    count_busy(crew, false);
    if (index == 0)
        wait_for_others(crew);
}

mines_status mcore_parallel_run(uint64_t count, uint64_t share, uint32_t threads, mcore_poll *poll,
                                mcore_parallel_work *work, void *context)
{
    mcore_parallel crew = {
        .work = work, .context = context, .poll = poll, .count = count, .share = share, .status = MINES_OK};
    uint64_t useful = count / share + (count % share != 0);
    if (useful > 1) /* otherwise there is no need to ask the system */
        threads = mcore_min(threads != 0 ? threads : mcore_threads_available(), MINES_MAX_THREADS);
    threads = useful <= 1 || useful < threads ? (uint32_t)useful : threads;
    if (threads == 0)
        return MINES_OK;
    crew.shares = threads > 1 ? 2 * threads : 1;
    if (!mcore_lock_init(&crew.lock))
        return MINES_OUT_OF_MEMORY;
    mcore_threads_run(threads, begin, &crew);
    mcore_lock_free(&crew.lock);
    return crew.status;
}
