/* clock.h - the monotonic clock, the CPU time of a thread, and sleep. Thread-safe. */
#ifndef MCORE_CLOCK_H
#define MCORE_CLOCK_H

#include "common.h"

uint64_t mcore_clock_now(void); /* nanoseconds since some fixed time */

/* CPU time of the calling thread in nanoseconds, in coarse steps on some systems; UINT64_MAX if there is no such
   clock. */
uint64_t mcore_clock_thread_time(void);

/* Suspend the calling thread for less than a second; some systems round down to milliseconds. */
void mcore_clock_sleep(uint32_t nanoseconds);

#endif
