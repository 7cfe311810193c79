/*
 * region_count.h - counts the regions of a bitboard: groups of set bits that touch, also diagonally. Small bitboards
 * are shrunk first (region_shrink.h), which finds most of their regions. For all others, and for what is left, one pass
 * over the rows links each row's runs of set bits to those of the row before, and forgets earlier rows. Time is
 * proportional to the number of runs, whatever shapes they form, and memory to the length of a row.
 *
 * The scratch memory of an mcore_region_counter belongs to the caller's arena. Use each on one thread only.
 */
#ifndef MCORE_REGION_COUNT_H
#define MCORE_REGION_COUNT_H

#include "../base/arena.h"
#include "bitboard.h"

/* The runs of one row. */
typedef struct mcore_region_runs {
    uint32_t count;
    uint32_t *first, *last; /* columns */
    uint32_t *parent;       /* a run of the same region further left in this row; itself for the region's root */
    bool *excluded;         /* of a root: the region is not to be counted */
} mcore_region_runs;

typedef struct mcore_region_counter {
    mcore_region_runs rows[2]; /* the row before and this one, alternating */
    uint32_t *successor;       /* of a root of the row before: the first run of this row in its region */
} mcore_region_counter;

/* Allocate the scratch memory for bitboards of a shape; false if the arena is exhausted. */
bool mcore_region_counter_init(mcore_region_counter *counter, const mcore_bitboard_shape *shape, mcore_arena *arena);

/* The number of regions of `bits` that have no bit in common with `exclude`, which may be NULL. If the poll says stop,
   the result is unspecified. */
uint32_t mcore_region_count(mcore_region_counter *counter, const mcore_bitboard_shape *shape, const uint64_t *bits,
                            const uint64_t *exclude, mcore_poll *poll);

#endif
