/*
 * kernel.h - what arrives: random streams, tables of numbers. What leaves: planes, the mines of MINES_BATCH boards at
 * once, and their counts. The inner loops of the sampler behind one table of functions, so that each machine can have
 * its own; all give the same results bit for bit.
 *
 * A batch is MINES_BATCH boards, numbered 0 .. 511 by *lane*. A *plane* is one bit a lane, MSC_WORDS words of 64: lane
 * L is bit L % 64 of word L / 64. Planes are kept by site, MSC_WORDS words each; those of the wall are 0.
 *
 * Where lanes take random words or bytes in turn, they do so by *turn* p = 64 * (L % 8) + L / 8: with this order eight
 * rows of 64 bytes make the 64 bytes of a plane without moving any byte sideways.
 */
#ifndef MSC_KERNEL_H
#define MSC_KERNEL_H

#include "common.h"
#include "rng.h"

enum { MSC_WORDS = MINES_BATCH / 64 };

/*
 * The sea is filled cell by cell. A lane that has `rem` mines left for the `left` cells left (the present one included)
 * puts a mine with probability rem / left, exactly, as follows. The lane's random byte r is compared with
 * T = floor(256 * rem / left): below is a mine, above is none, equal is a tie. A tie with f = 256 * rem - T * left = 0
 * is no mine; otherwise a number below `left` is drawn from the stream of ties, and it is a mine if that is below f.
 * The ties of a cell are taken by ascending lane. The last cell takes no bytes: it gets what is left. Each cell takes
 * MINES_BATCH bytes of the stream of the sea, turn p the p-th byte, the bytes of a word from the lowest upwards.
 */
typedef struct msc_sea {
    const uint32_t *site; /* cells, in the order they are filled */
    uint32_t cells;       /* 1 .. 65536 */
    bool narrow;          /* at most MSC_NARROW_CELLS, and no lane begins with more than MSC_NARROW_MINES */
} msc_sea;

enum { MSC_NARROW_CELLS = 512, MSC_NARROW_MINES = 127 };

/* The mines left in each lane, by turn: bytes where the sea is narrow, else 16 bits. */
typedef union msc_rem {
    uint8_t narrow[MINES_BATCH];
    uint16_t wide[MINES_BATCH];
} msc_rem;

/*
 * What a kernel may compare bytes with in place of T. With left in (2^s, 2^(s + 1)], scale = 2^max(0, 8 - s) and
 * recip = ceil(2^24 / scale / left) - 1 < 2^16, the guess g = rem * scale * recip >> 16 falls short of 256 * rem / left
 * by more than 0, for rem > 0, and not by more than rem * scale * left / 2^16 / left. In the narrow sea that is
 * 1 / left: bytes below g are mines and bytes above it are none, and only for those equal to g the exact rule has to be
 * asked. In the wide one it is 1 at most, and the exact rule has to be asked for g and g + 1.
 */
typedef struct msc_sea_factor {
    uint16_t scale, recip;
} msc_sea_factor;

static inline msc_sea_factor msc_sea_factor_of(uint32_t left)
{
    uint32_t shift = 8;
    while (shift > 0 && left > (uint32_t)512 >> shift)
        shift--;
    return (msc_sea_factor){(uint16_t)(1u << shift), (uint16_t)(((1u << (24 - shift)) + left - 1) / left - 1)};
}

typedef struct msc_kernel {
    const char *name;

    /* msc_lanes_set. */
    void (*set_lanes)(msc_lanes *lanes, uint64_t seed, uint64_t batch, msc_purpose purpose);

    /* The next 64 * blocks words of a stream. */
    void (*words)(msc_lanes *lanes, uint64_t *out, uint32_t blocks);

    /* Fill cells from .. to - 1 of the sea. */
    void (*sea)(const msc_sea *sea, uint32_t from, uint32_t to, msc_rem *rem, msc_lanes *bytes, msc_random *ties,
                uint64_t *planes);

    /* mask: for turn p, bits of cells 0 .. cells - 1 at mask[(p % 8) * 64 + p / 8]. On return the plane of cell c is
       mask[c * MSC_WORDS ...]. 1 <= cells <= 64; bits from cells upwards are 0. */
    void (*transpose)(uint64_t mask[64 * MSC_WORDS], uint32_t cells);

    /* Add to count[i] the mines of site[i] in the wanted lanes; with zero_around, the lanes without mine around it. */
    void (*count_mines)(const uint64_t *planes, const uint32_t *site, uint32_t sites, const uint64_t wanted[MSC_WORDS],
                        uint64_t *count);
    void (*count_zero)(const uint64_t *planes, uint32_t stride, const uint32_t *site, uint32_t sites,
                       const uint64_t wanted[MSC_WORDS], uint64_t *count);

    /* Lanes from .. to - 1 as boards of bytes, 1 = mine: cell c of lane L at out[(L - from) * cells + c]. */
    void (*unpack)(const uint64_t *planes, const uint32_t *site, size_t cells, uint32_t from, uint32_t to,
                   uint8_t *out);
} msc_kernel;

/* Which of them a build has is said in cpu.h. */
extern const msc_kernel msc_kernel_portable, msc_kernel_sse2, msc_kernel_avx2, msc_kernel_avx512, msc_kernel_vbmi,
    msc_kernel_neon;

/* The best kernel for this machine. */
const msc_kernel *msc_kernel_choose(void);

/* The best kernel for a machine with these features of cpu.h; the portable one asks for none. */
const msc_kernel *msc_kernel_for(uint32_t features);

#endif
