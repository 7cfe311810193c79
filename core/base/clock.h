/* clock.h - a leaf: the monotonic clock, a thread's own, and a rest. */
#ifndef MCORE_CLOCK_H
#define MCORE_CLOCK_H

#include "common.h"

uint64_t mcore_clock_now(void); /* nanoseconds since some fixed moment */

/* Processor time that the calling thread has had, in nanoseconds; in coarse steps on some systems, and the largest
   number where there is no such clock. */
uint64_t mcore_clock_thread_time(void);

/* Let the calling thread rest for so many nanoseconds, below a second; some systems only know milliseconds. */
void mcore_clock_sleep(uint32_t nanoseconds);

#endif
