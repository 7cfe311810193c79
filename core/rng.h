/*
 * rng.h - a leaf: where the random words come from.
 *
 * Every batch of boards has its own streams, which depend on the seed, the batch's number and the stream's purpose
 * alone. A stream is xoshiro256++ (Blackman and Vigna, 2019), its state set by Philox4x32-10 (Salmon et al., 2011):
 * the key is the seed, low word first; the counter is (batch low, batch high, 2 * lane + half, purpose); half 0 gives
 * state words 0 and 1, half 1 gives words 2 and 3, each from two Philox words, the low one first.
 *
 * msc_random is one such generator. msc_lanes is eight side by side, lane = 0 .. 7, for code that takes many words at
 * once: its words come in the order step 0 lane 0, step 0 lane 1, ..., step 0 lane 7, step 1 lane 0, ...; a scalar
 * stream is lane 0 of its purpose.
 */
#ifndef MSC_RNG_H
#define MSC_RNG_H

#include "common.h"

enum { MSC_LANES = 8 };

/* Which words a stream is for. The numbers are part of what a seed means: never change them. */
typedef enum msc_purpose {
    MSC_PURPOSE_FRONTIER = 1, /* msc_lanes: choices from tables */
    MSC_PURPOSE_STEP = 2,     /* msc_random: choices without tables, and words to replace rejected ones */
    MSC_PURPOSE_SEA = 3,      /* msc_lanes: bytes */
    MSC_PURPOSE_TIE = 4,      /* msc_random: where a byte does not decide */
    MSC_PURPOSE_PLACE = 5,    /* msc_random: the mines of a new board; "batch" is the board's number */
    MSC_PURPOSE_THIN = 6      /* msc_random: which states are kept; "batch" is the run's number */
} msc_purpose;

typedef struct msc_random {
    uint64_t s[4];
} msc_random;

typedef struct msc_lanes {
    uint64_t s[4][MSC_LANES];
} msc_lanes;

enum { MSC_PHILOX_ROUNDS = 10 };
#define MSC_PHILOX_M0 0xD2511F53u
#define MSC_PHILOX_M1 0xCD9E8D57u
#define MSC_PHILOX_W0 0x9E3779B9u
#define MSC_PHILOX_W1 0xBB67AE85u

/* The block function: out = Philox4x32-10 of this counter and key. */
void msc_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]);

void msc_random_set(msc_random *random, uint64_t seed, uint64_t batch, msc_purpose purpose);

/* One of 2^55 streams of a batch; part 0 is that of msc_random_set, and no other is a lane of msc_lanes_set where only
   scalar streams are taken of the purpose. The part's low 31 bits stand for the lane, the others above the purpose. */
void msc_random_set_part(msc_random *random, uint64_t seed, uint64_t batch, uint64_t part, msc_purpose purpose);
void msc_lanes_set(msc_lanes *lanes, uint64_t seed, uint64_t batch, msc_purpose purpose);

/* A state of zeros only is the one that xoshiro must not have. */
static inline void msc_lanes_mend(msc_lanes *lanes)
{
    for (int i = 0; i < MSC_LANES; i++)
        lanes->s[0][i] += (lanes->s[0][i] | lanes->s[1][i] | lanes->s[2][i] | lanes->s[3][i]) == 0;
}

static inline uint64_t msc_rotate(uint64_t x, int by) { return (x << by) | (x >> (64 - by)); }

static inline uint64_t msc_random_next(msc_random *random)
{
    uint64_t *s = random->s;
    uint64_t result = msc_rotate(s[0] + s[3], 23) + s[0];
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = msc_rotate(s[3], 45);
    return result;
}

/* x * n = index * 2^64 + *fraction: a uniform x gives a uniform index below n and where in its share x fell. */
static inline uint32_t msc_scale(uint64_t x, uint32_t n, uint64_t *fraction)
{
#if defined(__SIZEOF_INT128__)
    __extension__ typedef unsigned __int128 product;
    product xn = (product)x * n;
    *fraction = (uint64_t)xn;
    return (uint32_t)(xn >> 64);
#else
    uint64_t low = (x & 0xffffffffu) * n;
    uint64_t high = (x >> 32) * n + (low >> 32);
    *fraction = x * n;
    return (uint32_t)(high >> 32);
#endif
}

/* Whether the index that went with this fraction has to be drawn again, so that all n are exactly equally likely
   (Lemire 2019). Hardly ever true for a small n. */
static inline bool msc_reject(uint64_t fraction, uint32_t n)
{
    return fraction < n && fraction < (0 - (uint64_t)n) % n;
}

/* Uniform below n, exactly; n > 0. */
static inline uint32_t msc_random_below(msc_random *random, uint32_t n)
{
    uint64_t fraction;
    uint32_t index;
    do {
        index = msc_scale(msc_random_next(random), n, &fraction);
    } while (msc_reject(fraction, n));
    return index;
}

#endif
