/*
 * metrics.h - what arrives: masks of one size. What leaves: 3BV, openings and islands, and how much of the 3BV is done.
 * The scratch memory of an msc_metrics serves one board after the other; msc_metrics_free gives it back.
 *
 * 3BV is Stephan Bechtel's: an opening is a region of 0-cells with the cells that touch it; each opening counts
 * 1, and so does each safe cell of no opening. Those cells make up the islands: groups that touch, diagonally too.
 */
#ifndef MSC_METRICS_H
#define MSC_METRICS_H

#include "arena.h"
#include "plane.h"
#include "regions.h"

typedef struct msc_metrics {
    msc_shape shape;
    uint64_t *mines, *zeros; /* planes, these and the following */
    uint64_t *opened;        /* 0-cells and all around them */
    uint64_t *apart;         /* the other safe cells */
    uint64_t *work;
    msc_regions regions;
    msc_arena arena;
} msc_metrics;

/* Scratch memory of at most `memory` bytes for boards of a size. MINES_OK, MINES_OUT_OF_MEMORY or
   MINES_BUDGET_EXCEEDED; to be freed in any case. */
mines_status msc_metrics_init(msc_metrics *metrics, size_t rows, size_t cols, uint64_t memory);
void msc_metrics_free(msc_metrics *metrics);

/* 3BV of a mask, rows * cols bytes. Where the poll says stop, here and below, the result means nothing. */
uint32_t msc_metrics_bbbv(msc_metrics *metrics, const uint8_t *mask, msc_poll *poll);

typedef struct msc_counts {
    uint32_t bbbv, openings, islands;
} msc_counts;

/* The same and more. */
msc_counts msc_metrics_count(msc_metrics *metrics, const uint8_t *mask, bool islands, msc_poll *poll);

/* How much of the 3BV is done where the cells that are not 0 in `opened` are opened: openings of which all 0-cells are,
   and opened safe cells of no opening. */
uint32_t msc_metrics_done(msc_metrics *metrics, const uint8_t *mask, const uint8_t *opened, msc_poll *poll);

/* The mines around each cell, 9 for a mine. */
void msc_metrics_numbers(const uint8_t *mask, size_t rows, size_t cols, uint8_t *numbers);

#endif
