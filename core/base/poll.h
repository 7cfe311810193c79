/*
 * poll.h - tells long work when to stop: it calls the poll function of mines_options, at most every 20 ms, and watches
 * a deadline. Each thread has its own; only the calling thread's calls the poll function.
 */
#ifndef MCORE_POLL_H
#define MCORE_POLL_H

#include "common.h"

typedef struct mcore_poll {
    int (*callback)(void *context, double progress); /* may be NULL */
    void *context;
    uint64_t next;      /* time of the next callback, ns */
    uint64_t deadline;  /* ns on mcore_clock_now(); UINT64_MAX: none */
    uint64_t grace_end; /* ignore the deadline until mcore_clock_thread_time() reaches this */
    uint32_t credit;    /* work left before the clock is read again */
    bool stop;          /* once true, stays true */
    bool cancelled;     /* the callback asked to stop, not the deadline */
} mcore_poll;

void mcore_poll_init(mcore_poll *poll, const mines_options *options, uint64_t deadline);

/* Grace period: ignore the deadline until this thread has used that much more CPU time. Time that other processes use
   does not count. */
void mcore_poll_grace(mcore_poll *poll, uint64_t nanoseconds);

/* Returns whether the work should stop. progress: 0 .. 1, or -1 if it is unknown. */
bool mcore_poll_now(mcore_poll *poll, double progress);

/* The units of work of a pass over n numbers, for mcore_poll_step. */
static inline uint32_t mcore_poll_work(size_t n) { return n < 20000 ? (uint32_t)n + 1 : 20000; }

/* mcore_poll_now for inner loops: cheap, reads the clock once in about 20,000 units of work. */
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
