/*
 * kernel_scalar.h - what all kernels do lane by lane: the sea's exact rule for lanes that the guess does not decide,
 * and the last cell.
 */
#ifndef MCORE_KERNEL_SCALAR_H
#define MCORE_KERNEL_SCALAR_H

#include "kernel.h"

static inline uint32_t mcore_slot_of(uint32_t lane) { return 64 * (lane % 8) + lane / 8; }

/* The exact rule for one lane. With d = 256 * rem - byte * left, the byte is below T if d >= left, and equal to T if
   0 <= d < left; f is then d. */
static inline bool mcore_sea_mine(uint32_t byte, uint32_t rem, uint32_t left, mcore_random *ties)
{
    int32_t d = (int32_t)(256 * rem) - (int32_t)(byte * left);
    return d >= (int32_t)left || (d > 0 && mcore_random_below(ties, left) < (uint32_t)d);
}

/* The last cell of the sea has a mine in the lanes with one remaining. */
static inline void mcore_sea_last(const mcore_rem *rem, bool narrow, uint64_t plane[MCORE_WORDS])
{
    uint8_t mine[64] = {0}; /* of lanes 8 q .. 8 q + 7 */
    for (uint32_t b = 8; b-- > 0;) {
        for (uint32_t q = 0; q < 64; q++)
            mine[q] = (uint8_t)(2 * mine[q] + (narrow ? rem->narrow[64 * b + q] : rem->wide[64 * b + q]));
    }
    for (uint32_t w = 0; w < MCORE_WORDS; w++) {
        plane[w] = 0;
        for (uint32_t k = 0; k < 8; k++)
            plane[w] |= (uint64_t)mine[8 * w + k] << 8 * k;
    }
}

#endif
