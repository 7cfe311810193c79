/* clock.c - the monotonic clock of each system. */
#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#  define _POSIX_C_SOURCE 200809L
#endif

#include "clock.h"

#if defined(_WIN32)

#  define WIN32_LEAN_AND_MEAN
#  include <windows.h>

uint64_t msc_clock_now(void)
{
    LARGE_INTEGER ticks, frequency;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&ticks);
    uint64_t whole = (uint64_t)ticks.QuadPart / (uint64_t)frequency.QuadPart;
    uint64_t part = (uint64_t)ticks.QuadPart % (uint64_t)frequency.QuadPart;
    return whole * 1000000000u + part * 1000000000u / (uint64_t)frequency.QuadPart;
}

#else

#  include <time.h>

uint64_t msc_clock_now(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
        return 0;
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

#endif
