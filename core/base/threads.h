/*
 * threads.h - a leaf: the one place that knows the system's threads. It runs one function on several threads at once
 * and offers a lock. The threads end before the call does; nothing is kept between calls.
 */
#ifndef MCORE_THREADS_H
#define MCORE_THREADS_H

#include "common.h"

/* Call fn(arg, 0) on the calling thread and fn(arg, 1) .. fn(arg, n - 1) on threads of their own, and return when all
   have returned. Where the system gives fewer threads, the calls that would have run on them are left out: fn must take
   its work from a common store. n <= MINES_MAX_THREADS. */
void mcore_threads_run(uint32_t n, void (*fn)(void *arg, uint32_t index), void *arg);

/* Processors this process may use, at least 1. */
uint32_t mcore_threads_available(void);

/* A lock, as an opaque block of memory large enough for that of every system. */
typedef struct mcore_lock {
    union {
        unsigned char bytes[64];
        void *pointer;
        uint64_t word;
    } room;
} mcore_lock;

bool mcore_lock_init(mcore_lock *lock);
void mcore_lock_free(mcore_lock *lock);
void mcore_lock_acquire(mcore_lock *lock);
void mcore_lock_release(mcore_lock *lock);

#endif
