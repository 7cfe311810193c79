/*
 * resample.h - replaces many weights by a few that are right on average (Fearnhead and Clifford, 2003). The caller owns
 * both arrays.
 *
 * Weights above a threshold are kept. Of the others each is kept with probability weight / threshold, and then counts
 * as much as the threshold. They are chosen by systematic sampling, which, of all ways to keep that many, adds the
 * least variance to the sum.
 */
#ifndef MCORE_RESAMPLE_H
#define MCORE_RESAMPLE_H

#include "../base/common.h"
#include "../base/rng.h"

/* Set multiplier[i] for each weight[i] > 0, i < count: 0 if it is dropped, 1 or more if it is kept. Keeps `most` of
   them on average and at most `most` + 1, where 1 <= most < count. Uses one word of `random`. */
void mcore_resample(const double *weight, uint32_t count, uint32_t most, mcore_random *random, double *multiplier);

#endif
