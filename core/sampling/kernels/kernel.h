/*
 * kernel.h - what arrives: random streams, tables of numbers. What leaves: planes, the mines of MINES_BATCH boards at
 * once, and their counts. The inner loops of the sampler behind one table of functions, so that each machine can have
 * its own; all give the same results bit for bit.
 *
 * A batch is MINES_BATCH boards, numbered 0 .. 511 by *lane*. A *plane* is one bit a lane, MCORE_WORDS words of 64:
 * lane L is bit L % 64 of word L / 64. Planes are kept by site, MCORE_WORDS words each; those of the wall are 0.
 *
 * Where lanes take random words or bytes in turn, they do so by *turn* p = 64 * (L % 8) + L / 8: with this order eight
 * rows of 64 bytes make the 64 bytes of a plane without moving any byte sideways.
 */
#ifndef MCORE_KERNEL_H
#define MCORE_KERNEL_H

#include "../../base/common.h"
#include "../../base/rng.h"

enum { MCORE_WORDS = MINES_BATCH / 64 };

/*
 * The sea is filled cell by cell. A lane that has `rem` mines left for the `left` cells left (the present one included)
 * puts a mine with probability rem / left, exactly, as follows. The lane's random byte r is compared with
 * T = floor(256 * rem / left): below is a mine, above is none, equal is a tie. A tie with f = 256 * rem - T * left = 0
 * is no mine; otherwise a number below `left` is drawn from the stream of ties, and it is a mine if that is below f.
 * The ties of a cell are taken by ascending lane. The last cell takes no bytes: it gets what is left. Each cell takes
 * MINES_BATCH bytes of the stream of the sea, turn p the p-th byte, the bytes of a word from the lowest upwards.
 */
typedef struct mcore_sea {
    const uint32_t *site; /* cells, in the order they are filled */
    uint32_t cells;       /* 1 .. 65536 */
    bool narrow;          /* at most MCORE_NARROW_CELLS, and no lane begins with more than MCORE_NARROW_MINES */
} mcore_sea;

enum { MCORE_NARROW_CELLS = 512, MCORE_NARROW_MINES = 127 };

/* The mines left in each lane, by turn: bytes where the sea is narrow, else 16 bits. */
typedef union mcore_rem {
    uint8_t narrow[MINES_BATCH];
    uint16_t wide[MINES_BATCH];
} mcore_rem;

/*
 * What a kernel may compare bytes with in place of T. With left in (2^s, 2^(s + 1)], scale = 2^max(0, 8 - s) and
 * recip = ceil(2^24 / scale / left) - 1 < 2^16, the guess g = rem * scale * recip >> 16 falls short of 256 * rem / left
 * by more than 0, for rem > 0, and not by more than rem * scale * left / 2^16 / left. In the narrow sea that is
 * 1 / left: bytes below g are mines and bytes above it are none, and only for those equal to g the exact rule has to be
 * asked. In the wide one it is 1 at most, and the exact rule has to be asked for g and g + 1.
 */
typedef struct mcore_sea_factor {
    uint16_t scale, recip;
} mcore_sea_factor;

static inline mcore_sea_factor mcore_sea_factor_of(uint32_t left)
{
    uint32_t shift = 8;
    while (shift > 0 && left > (uint32_t)512 >> shift)
        shift--;
    return (mcore_sea_factor){(uint16_t)(1u << shift), (uint16_t)(((1u << (24 - shift)) + left - 1) / left - 1)};
}

typedef struct mcore_kernel {
    const char *name;

    /* mcore_lanes_set. */
    void (*set_lanes)(mcore_lanes *lanes, uint64_t seed, uint64_t batch, mcore_purpose purpose);

    /* The next 64 * blocks words of a stream. */
    void (*words)(mcore_lanes *lanes, uint64_t *out, uint32_t blocks);

    /* Fill cells from .. to - 1 of the sea. */
    void (*sea)(const mcore_sea *sea, uint32_t from, uint32_t to, mcore_rem *rem, mcore_lanes *bytes,
                mcore_random *ties, uint64_t *planes);

    /* mask: for turn p, bits of cells 0 .. cells - 1 at mask[(p % 8) * 64 + p / 8]. On return the plane of cell c is
       mask[c * MCORE_WORDS ...]. 1 <= cells <= 64; bits from cells upwards are 0. */
    void (*transpose)(uint64_t mask[64 * MCORE_WORDS], uint32_t cells);

    /* Add to count[i] the mines of site[i] in the wanted lanes; with zero_around, the lanes without mine around it. */
    void (*count_mines)(const uint64_t *planes, const uint32_t *site, uint32_t sites,
                        const uint64_t wanted[MCORE_WORDS], uint64_t *count);
    void (*count_zero)(const uint64_t *planes, uint32_t stride, const uint32_t *site, uint32_t sites,
                       const uint64_t wanted[MCORE_WORDS], uint64_t *count);

    /* Lanes from .. to - 1 as boards of bytes, 1 = mine: cell c of lane L at out[(L - from) * cells + c]. */
    void (*unpack)(const uint64_t *planes, const uint32_t *site, size_t cells, uint32_t from, uint32_t to,
                   uint8_t *out);
} mcore_kernel;

/* Which of them a build has is said in cpu.h. */
extern const mcore_kernel mcore_kernel_portable, mcore_kernel_sse2, mcore_kernel_avx2, mcore_kernel_avx512,
    mcore_kernel_vbmi, mcore_kernel_neon;

/* The best kernel for this machine. */
const mcore_kernel *mcore_kernel_choose(void);

/* The best kernel for a machine with these features of cpu.h; the portable one asks for none. */
const mcore_kernel *mcore_kernel_for(uint32_t features);

#endif
