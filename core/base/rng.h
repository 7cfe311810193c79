/*
 * rng.h - reproducible random numbers. The caller owns the generators.
 *
 * Every batch of boards has its own streams, which depend only on the seed, the batch's number and the stream's
 * purpose. A stream is xoshiro256++ (Blackman and Vigna, 2019) whose state comes from Philox4x32-10 (Salmon et al.,
 * 2011): the key is the seed, low word first; the counter is (batch low, batch high, 2 * lane + half, purpose); half 0
 * gives state words 0 and 1, half 1 gives words 2 and 3, each from two Philox words, the low one first.
 *
 * mcore_random is one such generator. mcore_lanes is eight in parallel, lane = 0 .. 7, for code that uses many words at
 * once: its words are ordered step 0 lane 0, step 0 lane 1, ..., step 0 lane 7, step 1 lane 0, ... A scalar stream is
 * lane 0 of its purpose.
 */
#ifndef MCORE_RNG_H
#define MCORE_RNG_H

#include "common.h"

enum { MCORE_LANES = 8 };

/* What a stream is for. Boards depend on these numbers: never change them. */
typedef enum mcore_purpose {
    MCORE_PURPOSE_FRONTIER = 1,  /* mcore_lanes: choices from tables */
    MCORE_PURPOSE_STEP = 2,      /* mcore_random: choices without tables, and words to replace rejected ones */
    MCORE_PURPOSE_SEA = 3,       /* mcore_lanes: bytes */
    MCORE_PURPOSE_TIE = 4,       /* mcore_random: if a byte does not decide */
    MCORE_PURPOSE_PLACEMENT = 5, /* mcore_random: the mines of a new board; "batch" is the board's number */
    MCORE_PURPOSE_RESAMPLE = 6   /* mcore_random: which states are kept; "batch" is the run's number */
} mcore_purpose;

typedef struct mcore_random {
    uint64_t s[4];
} mcore_random;

typedef struct mcore_lanes {
    uint64_t s[4][MCORE_LANES];
} mcore_lanes;

enum { MCORE_PHILOX_ROUNDS = 10 };
#define MCORE_PHILOX_M0 0xD2511F53u
#define MCORE_PHILOX_M1 0xCD9E8D57u
#define MCORE_PHILOX_W0 0x9E3779B9u
#define MCORE_PHILOX_W1 0xBB67AE85u

/* The block function: out = Philox4x32-10 of this counter and key. */
void mcore_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]);

void mcore_random_set(mcore_random *random, uint64_t seed, uint64_t batch, mcore_purpose purpose);

/* One of 2^55 streams of a batch: the low 31 bits of `part` are the lane, the others are added above the purpose. Part
   0 is the stream of mcore_random_set; the others are different from all streams of purposes without mcore_lanes. */
void mcore_random_set_part(mcore_random *random, uint64_t seed, uint64_t batch, uint64_t part, mcore_purpose purpose);
void mcore_lanes_set(mcore_lanes *lanes, uint64_t seed, uint64_t batch, mcore_purpose purpose);

/* Replace states of 0, from which xoshiro must not start. */
static inline void mcore_lanes_mend(mcore_lanes *lanes)
{
    for (int i = 0; i < MCORE_LANES; i++)
        lanes->s[0][i] += (lanes->s[0][i] | lanes->s[1][i] | lanes->s[2][i] | lanes->s[3][i]) == 0;
}

static inline uint64_t mcore_rotate(uint64_t x, int by) { return (x << by) | (x >> (64 - by)); }

static inline uint64_t mcore_random_next(mcore_random *random)
{
    uint64_t *s = random->s;
    uint64_t result = mcore_rotate(s[0] + s[3], 23) + s[0];
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = mcore_rotate(s[3], 45);
    return result;
}

/* x * n = index * 2^64 + *fraction: a uniform x gives a nearly uniform index below n; see mcore_reject. */
static inline uint32_t mcore_scale(uint64_t x, uint32_t n, uint64_t *fraction)
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

/* Whether an index with this fraction must be drawn again, so that all n indices are equally likely (Lemire, 2019).
   Rarely true for small n. */
static inline bool mcore_reject(uint64_t fraction, uint32_t n)
{
    return fraction < n && fraction < (0 - (uint64_t)n) % n;
}

/* An exactly uniform index below n; n > 0. */
static inline uint32_t mcore_random_below(mcore_random *random, uint32_t n)
{
    uint64_t fraction;
    uint32_t index;
    do {
        index = mcore_scale(mcore_random_next(random), n, &fraction);
    } while (mcore_reject(fraction, n));
    return index;
}

#endif
