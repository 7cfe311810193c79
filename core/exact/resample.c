#include "resample.h"

#include <float.h>

/* The threshold for which the sum of min(1, weight / threshold) is `most`. */
static double find_threshold(const double *weight, uint32_t count, uint32_t most)
{
    double threshold = DBL_MAX;
    uint32_t known = 0;
    for (bool first = true;; first = false) {
        double light = 0.0;
        uint32_t above = 0;
        for (uint32_t i = 0; i < count; i++) {
            if (weight[i] >= threshold)
                above++;
            else
                light += weight[i];
        }
        /* the threshold falls and more weights exceed it until it is right; if they differ only by rounding, it may
           stop earlier */
        if (above >= most || (!first && above <= known))
            return threshold;
        threshold = light / (most - above);
        known = above;
    }
}

void mcore_resample(const double *weight, uint32_t count, uint32_t most, mcore_random *random, double *multiplier)
{
    double threshold = find_threshold(weight, count, most);
    double part = (double)(mcore_random_next(random) >> 11) / 9007199254740992.0; /* 2^53 */
    for (uint32_t i = 0; i < count; i++) {
        if (weight[i] >= threshold) {
            multiplier[i] = 1.0;
            continue;
        }
        part += weight[i] / threshold;
        multiplier[i] = part >= 1.0 ? threshold / weight[i] : 0.0;
        part -= part >= 1.0 ? 1.0 : 0.0;
    }
}
