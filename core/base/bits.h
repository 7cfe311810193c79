/* bits.h - the lowest set bit and the number of set bits of a 64-bit word. */
#ifndef MCORE_BITS_H
#define MCORE_BITS_H

#include "common.h"

/* mcore_lowest_bit in portable C. */
int mcore_lowest_bit_portable(uint64_t x);

/* The index of the lowest set bit of x != 0, from 0. */
static inline int mcore_lowest_bit(uint64_t x)
{
#if defined(__GNUC__)
    return __builtin_ctzll(x);
#else
    return mcore_lowest_bit_portable(x);
#endif
}

/* The number of set bits of x. */
static inline uint32_t mcore_popcount(uint64_t x)
{
    x -= (x >> 1) & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (uint32_t)((x * 0x0101010101010101u) >> 56);
}

#endif
