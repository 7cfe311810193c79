/*
 * region_count.h - what arrives: a plane. What leaves: the number of its regions, groups of set bits that touch,
 * diagonally too. Small planes shrink first, see region_shrink.h. Others, and what is left, take one pass over the runs
 * of set bits, row by row: the runs of two rows are linked where they touch and all others forgotten, so time goes with
 * the number of runs, whatever shape they have, and memory with the length of a row.
 */
#ifndef MCORE_REGION_COUNT_H
#define MCORE_REGION_COUNT_H

#include "../base/arena.h"
#include "bitboard.h"

/* The runs of one row. */
typedef struct mcore_region_runs {
    uint32_t count;
    uint32_t *first, *last; /* columns */
    uint32_t *parent;       /* another run of this row, further left, of the same region; itself: the region's root */
    bool *spoilt;           /* of a root: the region has a bit that spoils it */
} mcore_region_runs;

typedef struct mcore_region_counter {
    mcore_region_runs rows[2]; /* the row before and this one, by turns */
    uint32_t *heir;            /* of a root of the row before: the first run of this row in its region */
} mcore_region_counter;

/* Scratch memory for planes of a shape; false where the arena gives none. */
bool mcore_region_counter_init(mcore_region_counter *regions, const mcore_bitboard_shape *shape, mcore_arena *arena);

/* The regions of `plane` that have no bit in common with `spoil`; spoil may be NULL. */
uint32_t mcore_region_count(mcore_region_counter *regions, const mcore_bitboard_shape *shape, const uint64_t *plane,
                            const uint64_t *spoil, mcore_poll *poll);

#endif
