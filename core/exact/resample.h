/*
 * resample.h - a leaf: a few weighted things that stand for many. What arrives: weights. What leaves: what each is
 * multiplied by, 0 for those left out, so that every weight is kept on average.
 *
 * Those heavier than a threshold stay as they are; of the others each is kept with a probability of its weight over the
 * threshold, at the threshold's weight, chosen systematically: of all ways to keep so few this one adds the least
 * variance to the sum (Fearnhead and Clifford, 2003).
 */
#ifndef MCORE_RESAMPLE_H
#define MCORE_RESAMPLE_H

#include "../base/common.h"
#include "../base/rng.h"

/* multiplier[i] for weight[i] > 0, i < count; at most `most` + 1 of them are not 0, `most` on average, where
   1 <= most < count. Takes one word of `random`. */
void mcore_resample(const double *weight, uint32_t count, uint32_t most, mcore_random *random, double *multiplier);

#endif
