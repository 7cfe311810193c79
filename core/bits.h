/*
 * bits.h - a leaf: bits of words, and powers of two in doubles without the maths library.
 */
#ifndef MSC_BITS_H
#define MSC_BITS_H

#include "common.h"

/* The place of the lowest bit of x != 0, by multiplication. */
int msc_lowest_anywhere(uint64_t x);

/* The same, where the compiler knows the instruction. */
static inline int msc_lowest(uint64_t x)
{
#if defined(__GNUC__)
    return __builtin_ctzll(x);
#else
    return msc_lowest_anywhere(x);
#endif
}

/* How many bits of x are set. */
static inline uint32_t msc_ones(uint64_t x)
{
    x -= (x >> 1) & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (uint32_t)((x * 0x0101010101010101u) >> 56);
}

/* 2^power; 0 or infinity beyond the range of a double. */
double msc_power_of_two(int power);

/* The power of two at or below x > 0: 2^power <= x < 2^(power + 1); 0 for x = 0. */
int msc_exponent(double x);

/* The square root of x >= 0, to the last bits. */
double msc_square_root(double x);

/* Multiply n numbers by one power of two, so that the largest is in [1, 2); returns that power. */
int msc_rescale(double *x, size_t n);

#endif
