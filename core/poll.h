/*
 * poll.h - a leaf: when long work looks up. It asks the caller's poll function, at most every 20 ms, and knows a
 * deadline. One per call, used on the thread that called.
 */
#ifndef MSC_POLL_H
#define MSC_POLL_H

#include "common.h"

typedef struct msc_poll {
    int (*ask)(void *context, double progress); /* may be NULL */
    void *context;
    uint64_t next;     /* time of the next look, ns */
    uint64_t deadline; /* ns on msc_clock_now(); UINT64_MAX: none */
    uint64_t own;      /* the deadline waits until msc_clock_thread() is here: time that others took does not count */
    uint32_t credit;   /* work left before the clock is read */
    bool stop;         /* once true, stays so */
    bool refused;      /* it was the caller who stopped it */
} msc_poll;

void msc_poll_init(msc_poll *poll, const mines_options *options, uint64_t deadline);

/* Let the deadline wait until the calling thread has had so many nanoseconds of processor time from now. */
void msc_poll_patience(msc_poll *poll, uint64_t nanoseconds);

/* True if the work should end: asked to, or past the deadline. */
bool msc_poll_now(msc_poll *poll, double progress);

/* So much work as n numbers to go through. */
static inline uint32_t msc_poll_work(size_t n) { return n < 20000 ? (uint32_t)n + 1 : 20000; }

/* The same for inner loops: cheap, reads the clock once in about `work` = 20,000 steps. */
static inline bool msc_poll_step(msc_poll *poll, uint32_t work)
{
    if (poll->credit > work) {
        poll->credit -= work;
        return poll->stop;
    }
    poll->credit = 20000;
    return msc_poll_now(poll, -1.0);
}

#endif
