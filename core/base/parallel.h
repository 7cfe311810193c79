/*
 * parallel.h - a leaf: many like pieces of work of one call, done by several threads. What arrives: how many pieces,
 * and a function that each thread runs. It takes pieces from the common store until there are none, so that a crew of
 * which the system gave fewer threads does the same work. The caller's poll is asked on the calling thread alone, also
 * while others are still at work; these learn from the crew that the call has ended.
 */
#ifndef MCORE_PARALLEL_H
#define MCORE_PARALLEL_H

#include "common.h"
#include "poll.h"
#include "threads.h"

typedef struct mcore_parallel mcore_parallel;

/* What each thread runs, with a poll of its own. Any status but MINES_OK ends the whole call with it. */
typedef mines_status mcore_parallel_work(mcore_parallel *crew, mcore_poll *poll, void *context);

struct mcore_parallel {
    mcore_parallel_work *work;
    void *context;
    mcore_poll *poll; /* the caller's */
    mcore_lock lock;
    uint64_t count, share; /* pieces; how many a thread takes at a time, at most */
    uint64_t shares;       /* what is left is split in so many, so that in the end none has much more to do */
    uint64_t next;         /* piece that nobody has taken; under the lock, as is */
    uint32_t busy;         /* threads at work */
    mines_status status;   /* what ends the call */
};

/* Do `count` pieces, a share at a time, on no more threads than there are shares. threads: 0 means one per available
   processor. MINES_OK, what a thread returned, or MINES_INTERRUPTED. */
mines_status mcore_parallel_run(uint64_t count, uint64_t share, uint32_t threads, mcore_poll *poll,
                                mcore_parallel_work *work, void *context);

/* For a thread of the crew: the next pieces, *first .. *last - 1. False where none are left or the call has ended. */
bool mcore_parallel_next(mcore_parallel *crew, mcore_poll *poll, uint64_t *first, uint64_t *last);

#endif
