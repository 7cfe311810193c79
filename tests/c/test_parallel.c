/* test_parallel.c - parallel work: every item is done once, a failure ends the call, and the caller's poll function is
   called until the last thread ends. */
#include "../../core/base/clock.h"
#include "../../core/base/parallel.h"

#include "check.h"

enum { PIECES = 1000 };

typedef struct pieces {
    mcore_lock lock;
    int done[PIECES];
    uint64_t fails, endless; /* items that do so; PIECES: none */
    bool wrong;              /* a share was empty or too large, or unfair at the end */
} pieces;

static mines_status work(mcore_parallel *parallel, mcore_poll *poll, void *context)
{
    pieces *p = context;
    for (uint64_t first, last; mcore_parallel_next(parallel, poll, &first, &last);) {
        mcore_lock_acquire(&p->lock);
        p->wrong = p->wrong || first >= last || last - first > parallel->chunk;
        p->wrong = p->wrong || (last == PIECES && parallel->divisor > 1 && first + 1 != last);
        mcore_lock_release(&p->lock);
        for (uint64_t i = first; i < last; i++) {
            if (i == p->fails)
                return MINES_BUDGET_EXCEEDED;
            while (i == p->endless && !mcore_poll_now(poll, -1.0))
                mcore_clock_sleep(100000);
            mcore_lock_acquire(&p->lock);
            p->done[i]++;
            mcore_lock_release(&p->lock);
        }
    }
    return poll->stop ? MINES_INTERRUPTED : MINES_OK;
}

typedef struct poll_limit {
    int polls, most;
} poll_limit;

static int stop_at_limit(void *context, double progress)
{
    poll_limit *p = context;
    CHECK(progress <= 1.0);
    return ++p->polls >= p->most;
}

static mines_status run(uint64_t share, uint32_t threads, uint64_t fails, uint64_t endless, poll_limit *poll_limit)
{
    static pieces p;
    memset(&p, 0, sizeof p);
    p.fails = fails;
    p.endless = endless;
    mines_options options = {.size = sizeof options, .poll = stop_at_limit, .context = poll_limit};
    mcore_poll poll;
    mcore_poll_init(&poll, poll_limit != NULL ? &options : NULL, UINT64_MAX);
    CHECK(mcore_lock_init(&p.lock));
    mines_status status = mcore_parallel_run(PIECES, share, threads, &poll, work, &p);
    mcore_lock_free(&p.lock);
    CHECK(!p.wrong);
    for (int i = 0; i < PIECES; i++)
        CHECK(status == MINES_OK ? p.done[i] == 1 : p.done[i] <= 1);
    return status;
}

int main(void)
{
    for (uint32_t threads = 0; threads <= 5; threads++) {
        CHECK_SAME(run(1, threads, PIECES, PIECES, NULL), MINES_OK);
        CHECK_SAME(run(7, threads, PIECES, PIECES, NULL), MINES_OK);
        CHECK_SAME(run(2 * PIECES, threads, PIECES, PIECES, NULL), MINES_OK);
        CHECK_SAME(run(7, threads, 500, PIECES, NULL), MINES_BUDGET_EXCEEDED);
        CHECK_SAME(run(7, threads, 0, PIECES, NULL), MINES_BUDGET_EXCEEDED);
        /* an item that never ends: whichever thread has it, the others run out of items and polling continues */
        for (uint64_t endless = 0; endless < 3; endless++) {
            poll_limit p = {0, 4};
            CHECK_SAME(run(1, threads, PIECES, endless, &p), MINES_INTERRUPTED);
            CHECK(p.polls >= 4);
        }
    }
    CHECK_SAME(mcore_parallel_run(0, 1, 0, NULL, work, NULL), MINES_OK);
    return check_done("test_parallel");
}
