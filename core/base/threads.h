/*
 * threads.h - runs a function on several threads at once, and a lock: the only module that uses the system's threads.
 * The threads end before the call returns; nothing is kept between calls.
 */
#ifndef MCORE_THREADS_H
#define MCORE_THREADS_H

#include "common.h"

/* Call fn(arg, 0) on the calling thread and fn(arg, 1) .. fn(arg, n - 1) on threads of their own, and return when all
   have returned. If the system refuses a thread, its call is left out, so fn must take its work from a shared queue.
   n <= MINES_MAX_THREADS. */
void mcore_threads_run(uint32_t n, void (*fn)(void *arg, uint32_t index), void *arg);

/* The number of processors that this process may use, at least 1. */
uint32_t mcore_threads_available(void);

/* A lock: memory that is large enough for the lock of every system. */
typedef struct mcore_lock {
    union {
        unsigned char bytes[64];
        void *pointer;
        uint64_t word;
    } storage;
} mcore_lock;

bool mcore_lock_init(mcore_lock *lock);
void mcore_lock_free(mcore_lock *lock);
void mcore_lock_acquire(mcore_lock *lock);
void mcore_lock_release(mcore_lock *lock);

#endif
