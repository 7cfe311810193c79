/*
 * scaling.h - exact scaling of doubles by powers of two, and the square root, without the mathematics library. The
 * results are the same on every machine.
 */
#ifndef MCORE_SCALING_H
#define MCORE_SCALING_H

#include "common.h"

/* 2^power; 0 or infinity beyond the range of a double. */
double mcore_power_of_two(int power);

/* The power of two at or below x > 0: 2^power <= x < 2^(power + 1); 0 for x = 0. */
int mcore_exponent(double x);

/* The square root of x >= 0, to the last bits. */
double mcore_square_root(double x);

/* Multiply n numbers by one power of two, so that the largest is in [1, 2); returns that power. */
int mcore_rescale(double *x, size_t n);

#endif
