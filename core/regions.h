/*
 * regions.h - what arrives: a plane. What leaves: the number of its regions, groups of set bits that touch, diagonally
 * too. Small planes shrink first, see shrink.h. Others, and what is left, take one pass over the runs of set bits, row
 * by row: the runs of two rows are linked where they touch and all others forgotten, so time goes with the number of
 * runs, whatever shape they have, and memory with the length of a row.
 */
#ifndef MSC_REGIONS_H
#define MSC_REGIONS_H

#include "arena.h"
#include "plane.h"

/* The runs of one row. */
typedef struct msc_runs {
    uint32_t count;
    uint32_t *first, *last; /* columns */
    uint32_t *parent;       /* another run of this row, further left, of the same region; itself: the region's root */
    bool *spoilt;           /* of a root: the region has a bit that spoils it */
} msc_runs;

typedef struct msc_regions {
    msc_runs rows[2]; /* the row before and this one, by turns */
    uint32_t *heir;   /* of a root of the row before: the first run of this row in its region */
} msc_regions;

/* Scratch memory for planes of a shape; false where the arena gives none. */
bool msc_regions_init(msc_regions *regions, const msc_shape *shape, msc_arena *arena);

/* The regions of `plane` that have no bit in common with `spoil`; spoil may be NULL. */
uint32_t msc_regions_count(msc_regions *regions, const msc_shape *shape, const uint64_t *plane, const uint64_t *spoil,
                           msc_poll *poll);

#endif
