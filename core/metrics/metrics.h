/*
 * metrics.h - what arrives: masks of one size. What leaves: 3BV, openings and islands, and how much of the 3BV is done.
 * The scratch memory of an mcore_metrics serves one board after the other; mcore_metrics_free gives it back.
 *
 * 3BV is Stephan Bechtel's: an opening is a region of 0-cells with the cells that touch it; each opening counts
 * 1, and so does each safe cell of no opening. Those cells make up the islands: groups that touch, diagonally too.
 */
#ifndef MCORE_METRICS_H
#define MCORE_METRICS_H

#include "../base/arena.h"
#include "bitboard.h"
#include "region_count.h"

typedef struct mcore_metrics {
    mcore_bitboard_shape shape;
    uint64_t *mines, *zeros; /* planes, these and the following */
    uint64_t *opened;        /* 0-cells and all around them */
    uint64_t *apart;         /* the other safe cells */
    uint64_t *work;
    mcore_region_counter regions;
    mcore_arena arena;
} mcore_metrics;

/* Scratch memory of at most `memory` bytes for boards of a size. MINES_OK, MINES_OUT_OF_MEMORY or
   MINES_BUDGET_EXCEEDED; to be freed in any case. */
mines_status mcore_metrics_init(mcore_metrics *metrics, size_t rows, size_t cols, uint64_t memory);
void mcore_metrics_free(mcore_metrics *metrics);

/* 3BV of a mask, rows * cols bytes. Where the poll says stop, here and below, the result means nothing. */
uint32_t mcore_metrics_bbbv(mcore_metrics *metrics, const uint8_t *mask, mcore_poll *poll);

typedef struct mcore_metric_counts {
    uint32_t bbbv, openings, islands;
} mcore_metric_counts;

/* The same and more. */
mcore_metric_counts mcore_metrics_count(mcore_metrics *metrics, const uint8_t *mask, bool islands, mcore_poll *poll);

/* How much of the 3BV is done where the cells that are not 0 in `opened` are opened: openings of which all 0-cells are,
   and opened safe cells of no opening. */
uint32_t mcore_metrics_done(mcore_metrics *metrics, const uint8_t *mask, const uint8_t *opened, mcore_poll *poll);

/* The mines around each cell, 9 for a mine. */
void mcore_metrics_numbers(const uint8_t *mask, size_t rows, size_t cols, uint8_t *numbers);

#endif
