/*
 * kernel.h - the inner loops of the sampler, as a table of functions, so that every processor can have its own version.
 * All versions give the same results, bit for bit. They work on the caller's arrays and allocate nothing.
 *
 * A batch is MINES_BATCH boards; board L of it is *lane* L, 0 .. 511. A *plane* has one bit per lane, in MCORE_WORDS
 * words of 64: lane L is bit L % 64 of word L / 64. There is a plane for each site, MCORE_WORDS words after that of the
 * site before it, with its lanes' mines. Those of the wall are 0.
 *
 * Arrays with one element per lane, such as random words or bytes, are indexed by *slot* p = 64 * (L % 8) + L / 8. In
 * this order eight rows of 64 bytes combine into the 64 bytes of a plane without moving any byte sideways.
 */
#ifndef MCORE_KERNEL_H
#define MCORE_KERNEL_H

#include "../../base/common.h"
#include "../../base/rng.h"

enum { MCORE_WORDS = MINES_BATCH / 64 };

/*
 * The sea is filled cell by cell. A lane with `rem` mines remaining for `left` cells, the present one included, places
 * a mine with probability exactly rem / left, as follows. Let r be the lane's random byte and
 * T = floor(256 * rem / left). A mine is placed if r < T, and not if r > T. r == T is a tie: a uniform number below
 * `left` is drawn from the stream of ties, and a mine placed if it is below f = 256 * rem - T * left; if f is 0, no
 * number is drawn and no mine placed. The ties of a cell are decided in the order of lanes. The last cell takes no
 * bytes: it gets the remaining mine, if any. Every other cell takes MINES_BATCH bytes of the stream of the sea, the
 * p-th for slot p, where a word's lowest byte comes first.
 */
typedef struct mcore_sea {
    const uint32_t *site; /* of its cells, in the order in which they are filled */
    uint32_t cells;       /* 1 .. 65536 */
    bool narrow;          /* at most MCORE_NARROW_CELLS cells, and MCORE_NARROW_MINES mines in any lane */
} mcore_sea;

enum { MCORE_NARROW_CELLS = 512, MCORE_NARROW_MINES = 127 };

/* The remaining mines by slot: bytes if the sea is narrow, otherwise 16 bits. */
typedef union mcore_rem {
    uint8_t narrow[MINES_BATCH];
    uint16_t wide[MINES_BATCH];
} mcore_rem;

/*
 * A guess g that kernels compare bytes with instead of T, because it needs no division. With left in (2^s, 2^(s + 1)],
 * scale = 2^max(0, 8 - s) and recip = ceil(2^24 / scale / left) - 1 < 2^16, let g = rem * scale * recip >> 16. Before
 * rounding down it is less than 256 * rem / left, for rem > 0, by at most rem * scale * left / 2^16 / left. In the
 * narrow sea that is 1 / left: bytes below g are mines, bytes above it are not, and the exact rule is needed only for
 * bytes equal to g. In the wide sea it is at most 1, and the exact rule is needed for g and g + 1.
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

    /* Write the next 64 * blocks words of a stream. */
    void (*words)(mcore_lanes *lanes, uint64_t *out, uint32_t blocks);

    /* Fill cells from .. to - 1 of the sea. */
    void (*sea)(const mcore_sea *sea, uint32_t from, uint32_t to, mcore_rem *rem, mcore_lanes *bytes,
                mcore_random *ties, uint64_t *planes);

    /* Turn a mask of cells per lane into a plane per cell. On entry bit c of mask[(p % 8) * 64 + p / 8] is cell c in
       slot p, with 1 <= cells <= 64 and all higher bits 0. On return mask[c * MCORE_WORDS ...] is the plane of cell
       c. */
    void (*transpose)(uint64_t mask[64 * MCORE_WORDS], uint32_t cells);

    /* Add to count[i] the number of wanted lanes, a plane, with a mine at site[i]; or, count_zero, with none around
       it. */
    void (*count_mines)(const uint64_t *planes, const uint32_t *site, uint32_t sites,
                        const uint64_t wanted[MCORE_WORDS], uint64_t *count);
    void (*count_zero)(const uint64_t *planes, uint32_t stride, const uint32_t *site, uint32_t sites,
                       const uint64_t wanted[MCORE_WORDS], uint64_t *count);

    /* Write lanes from .. to - 1 as boards of bytes, 1 = mine: cell c of lane L is out[(L - from) * cells + c]. */
    void (*unpack)(const uint64_t *planes, const uint32_t *site, size_t cells, uint32_t from, uint32_t to,
                   uint8_t *out);
} mcore_kernel;

/* cpu.h says which of them a build has. */
extern const mcore_kernel mcore_kernel_portable, mcore_kernel_sse2, mcore_kernel_avx2, mcore_kernel_avx512,
    mcore_kernel_vbmi, mcore_kernel_neon;

/* The best kernel for this machine. */
const mcore_kernel *mcore_kernel_choose(void);

/* The best kernel for a machine with these features of cpu.h; the portable one needs none. */
const mcore_kernel *mcore_kernel_for(uint32_t features);

#endif
