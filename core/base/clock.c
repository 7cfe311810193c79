#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#  define _POSIX_C_SOURCE 200809L
#endif

#include "clock.h"

#if defined(_WIN32)

#  define WIN32_LEAN_AND_MEAN
#  include <windows.h>

uint64_t mcore_clock_now(void)
{
    LARGE_INTEGER ticks, frequency;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&ticks);
    uint64_t whole = (uint64_t)ticks.QuadPart / (uint64_t)frequency.QuadPart;
    uint64_t part = (uint64_t)ticks.QuadPart % (uint64_t)frequency.QuadPart;
    return whole * 1000000000u + part * 1000000000u / (uint64_t)frequency.QuadPart;
}

uint64_t mcore_clock_thread_time(void)
{
    FILETIME created, ended, kernel, user; /* in steps of 100 ns */
    if (!GetThreadTimes(GetCurrentThread(), &created, &ended, &kernel, &user))
        return UINT64_MAX;
    uint64_t system = (uint64_t)kernel.dwHighDateTime << 32 | kernel.dwLowDateTime;
    return (system + ((uint64_t)user.dwHighDateTime << 32 | user.dwLowDateTime)) * 100;
}

void mcore_clock_sleep(uint32_t nanoseconds) { Sleep(nanoseconds / 1000000u); }

#else

#  include <time.h>

uint64_t mcore_clock_now(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
        return 0;
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t mcore_clock_thread_time(void)
{
#  if defined(CLOCK_THREAD_CPUTIME_ID)
    struct timespec own;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &own) == 0)
        return (uint64_t)own.tv_sec * 1000000000u + (uint64_t)own.tv_nsec;
#  endif
    return UINT64_MAX;
}

void mcore_clock_sleep(uint32_t nanoseconds)
{
    struct timespec rest = {.tv_sec = 0, .tv_nsec = (long)nanoseconds};
    (void)nanosleep(&rest, NULL);
}

#endif
