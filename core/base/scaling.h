/*
 * scaling.h - exact scaling of doubles by powers of two, and the square root, without the mathematics library: the
 * results are the same on every machine.
 */
#ifndef MCORE_SCALING_H
#define MCORE_SCALING_H

#include "common.h"

/* 2^power; 0 or infinity outside the range of a double. */
double mcore_power_of_two(int power);

/* The binary exponent of x > 0: 2^exponent <= x < 2^(exponent + 1). 0 for x = 0. */
int mcore_exponent(double x);

/* The square root of x >= 0, to within a few units in the last place. */
double mcore_square_root(double x);

/* Multiply n numbers by the power of two that brings the largest into [1, 2); returns the exponent of that power. */
int mcore_rescale(double *x, size_t n);

#endif
