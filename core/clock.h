/* clock.h - a leaf: the monotonic clock, and a thread's own. */
#ifndef MSC_CLOCK_H
#define MSC_CLOCK_H

#include "common.h"

uint64_t msc_clock_now(void); /* nanoseconds since some fixed moment */

/* Processor time that the calling thread has had, in nanoseconds; in coarse steps on some systems, and the largest
   number where there is no such clock. */
uint64_t msc_clock_thread(void);

#endif
