/*
 * weights.h - the weights of edges, which place j mines in a box of n cells.
 *
 * A box can hold j mines in C(n, j) ways. Every mine also weighs theta, a power of two near the odds of a mine, so that
 * the vectors of a count stay clear of overflow and underflow. Boolean weights only distinguish possible from
 * impossible: after each step every positive number becomes 1.
 */
#ifndef MCORE_WEIGHTS_H
#define MCORE_WEIGHTS_H

#include "../base/common.h"

enum { MCORE_BOX_CELLS = 8 };

typedef struct mcore_weights {
    int tilt; /* theta = 2^tilt */
    bool boolean;
    double theta_power[MCORE_BOX_CELLS + 1];                 /* theta^j */
    double weight[MCORE_BOX_CELLS + 1][MCORE_BOX_CELLS + 1]; /* [n][j] = C(n, j) * theta^j */
} mcore_weights;

extern const uint8_t mcore_binomial[MCORE_BOX_CELLS + 1][MCORE_BOX_CELLS + 1]; /* C(n, j), 0 where j > n */

void mcore_weights_set(mcore_weights *weights, int tilt);
void mcore_weights_set_boolean(mcore_weights *weights);

/* Bring n numbers back to near 1 and return the power of two that they were multiplied by. Boolean weights turn them
   into 0 and 1; the power is 0. */
int mcore_weights_normalise(const mcore_weights *weights, double *x, size_t n);

/* What mcore_weights_normalise_by does if something changes. */
void mcore_weights_normalise_by_slow(const mcore_weights *weights, int power, double *x, size_t n);

/* Repeat a normalisation that returned `power`. */
static inline void mcore_weights_normalise_by(const mcore_weights *weights, int power, double *x, size_t n)
{
    if (power != 0 || weights->boolean)
        mcore_weights_normalise_by_slow(weights, power, x, n);
}

#endif
