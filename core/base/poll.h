/*
 * poll.h - a leaf: when long work looks up. It asks the caller's poll function, at most every 20 ms, and knows a
 * deadline. One per call, used on the thread that called.
 */
#ifndef MCORE_POLL_H
#define MCORE_POLL_H

#include "common.h"

typedef struct mcore_poll {
    int (*ask)(void *context, double progress); /* may be NULL */
    void *context;
    uint64_t next;      /* time of the next look, ns */
    uint64_t deadline;  /* ns on mcore_clock_now(); UINT64_MAX: none */
    uint64_t grace_end; /* the deadline waits until mcore_clock_thread_time() is here: time that others took does not
                           count */
    uint32_t credit;    /* work left before the clock is read */
    bool stop;          /* once true, stays so */
    bool refused;       /* it was the caller who stopped it */
} mcore_poll;

void mcore_poll_init(mcore_poll *poll, const mines_options *options, uint64_t deadline);

/* Let the deadline wait until the calling thread has had so many nanoseconds of processor time from now. */
void mcore_poll_grace(mcore_poll *poll, uint64_t nanoseconds);

/* True if the work should end: asked to, or past the deadline. */
bool mcore_poll_now(mcore_poll *poll, double progress);

/* So much work as n numbers to go through. */
static inline uint32_t mcore_poll_work(size_t n) { return n < 20000 ? (uint32_t)n + 1 : 20000; }

/* The same for inner loops: cheap, reads the clock once in about `work` = 20,000 steps. */
static inline bool mcore_poll_step(mcore_poll *poll, uint32_t work)
{
    if (poll->credit > work) {
        poll->credit -= work;
        return poll->stop;
    }
    poll->credit = 20000;
    return mcore_poll_now(poll, -1.0);
}

#endif
