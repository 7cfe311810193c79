/*
 * grid2.h - DetermineGrid2 as declared by programs that don't have the header and look it up by name.
 */
#ifndef CLIENTS_GRID2_H
#define CLIENTS_GRID2_H

#include "system.h"

#if defined(_WIN32) && !defined(_WIN64)
#  define GRID2_CALL __stdcall
#else
#  define GRID2_CALL
#endif

typedef void(GRID2_CALL *grid2)(char *board, float *mine, float *zero, unsigned int *valid, unsigned int threads,
                                unsigned int count, unsigned int time_ms);

static inline grid2 grid2_of(any_function function)
{
    grid2 result;
    memcpy(&result, &function, sizeof result);
    return result;
}

/* Every output is -1 or a share. */
static inline void check_shares(const float *shares)
{
    int i;
    for (i = 0; i < 256; i++)
        REQUIRE(shares[i] == -1.0f || (shares[i] >= 0.0f && shares[i] <= 1.0f));
}

#endif
