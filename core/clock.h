/* clock.h - a leaf: the monotonic clock, a thread's own, and a rest. */
#ifndef MSC_CLOCK_H
#define MSC_CLOCK_H

#include "common.h"

uint64_t msc_clock_now(void); /* nanoseconds since some fixed moment */

/* Processor time that the calling thread has had, in nanoseconds; in coarse steps on some systems, and the largest
   number where there is no such clock. */
uint64_t msc_clock_thread(void);

/* Let the calling thread rest for so many nanoseconds, below a second; some systems only know milliseconds. */
void msc_clock_rest(uint32_t nanoseconds);

#endif
