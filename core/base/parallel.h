/*
 * parallel.h - shares the items of one call among several threads. The caller passes the number of items and a function
 * that every thread runs; it claims items from a common queue until there are none, so the work is the same if the
 * system refuses some threads. The caller's poll function is only called on the calling thread, even while it waits for
 * others; the other threads notice the end of the call when they poll.
 */
#ifndef MCORE_PARALLEL_H
#define MCORE_PARALLEL_H

#include "common.h"
#include "poll.h"
#include "threads.h"

typedef struct mcore_parallel mcore_parallel;

/* What each thread runs, with a poll of its own. Any status but MINES_OK ends the whole call with it. */
typedef mines_status mcore_parallel_work(mcore_parallel *parallel, mcore_poll *poll, void *context);

struct mcore_parallel {
    mcore_parallel_work *work;
    void *context;
    mcore_poll *poll; /* the caller's */
    mcore_lock lock;
    uint64_t count;      /* items */
    uint64_t chunk;      /* the most items that a thread claims at a time */
    uint64_t divisor;    /* and at most the remaining items divided by this, plus 1, so that all end at the same time */
    uint64_t next;       /* first unclaimed item; under the lock, like the following members */
    uint32_t busy;       /* threads at work */
    mines_status status; /* what ends the call */
};

/* Process `count` items in chunks, on at most as many threads as there are chunks. threads: 0 means one per available
   processor. Returns MINES_OK, the status of a thread, MINES_INTERRUPTED, or MINES_OUT_OF_MEMORY if there is no lock.
 */
mines_status mcore_parallel_run(uint64_t count, uint64_t chunk, uint32_t threads, mcore_poll *poll,
                                mcore_parallel_work *work, void *context);

/* Called by the threads: claim items *first .. *last - 1. False if there are none left or the call has ended. */
bool mcore_parallel_next(mcore_parallel *parallel, mcore_poll *poll, uint64_t *first, uint64_t *last);

#endif
