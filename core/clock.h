/* clock.h - a leaf: the monotonic clock. */
#ifndef MSC_CLOCK_H
#define MSC_CLOCK_H

#include "common.h"

uint64_t msc_clock_now(void); /* nanoseconds since some fixed moment */

#endif
