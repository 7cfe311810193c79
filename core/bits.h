/*
 * bits.h - a leaf: bits of words, and powers of two in doubles without the maths library.
 */
#ifndef MSC_BITS_H
#define MSC_BITS_H

#include "common.h"

/* The place of the lowest bit of x != 0. */
int msc_lowest(uint64_t x);

/* 2^power; 0 or infinity beyond the range of a double. */
double msc_power_of_two(int power);

/* The power of two at or below x > 0: 2^power <= x < 2^(power + 1); 0 for x = 0. */
int msc_exponent(double x);

/* Multiply n numbers by one power of two, so that the largest is in [1, 2); returns that power. */
int msc_rescale(double *x, size_t n);

#endif
