/*
 * metrics.h - 3BV, openings and islands of complete boards, given as masks, and how much of the 3BV is solved. An
 * mcore_metrics holds scratch memory for boards of one size, which serves one board after another; use each on one
 * thread only, and free it with mcore_metrics_free.
 *
 * 3BV is Stephan Bechtel's: an opening is a region of 0-cells together with the cells that touch it; each opening
 * counts 1, and so does each safe cell outside openings. These cells form islands: groups that touch, also diagonally.
 */
#ifndef MCORE_METRICS_H
#define MCORE_METRICS_H

#include "../base/arena.h"
#include "bitboard.h"
#include "region_count.h"

typedef struct mcore_metrics {
    mcore_bitboard_shape shape;
    /* bitboards */
    uint64_t *mines, *zeros;
    uint64_t *openings; /* 0-cells and all around them */
    uint64_t *apart;    /* the other safe cells */
    uint64_t *work;
    mcore_region_counter regions;
    mcore_arena arena;
} mcore_metrics;

/* Allocate at most `memory` bytes for boards of one size. MINES_OK, MINES_OUT_OF_MEMORY or MINES_BUDGET_EXCEEDED; free
   it in any case. */
mines_status mcore_metrics_init(mcore_metrics *metrics, size_t rows, size_t cols, uint64_t memory);
void mcore_metrics_free(mcore_metrics *metrics);

/* The 3BV of a mask of rows * cols bytes. Here and below, the result is unspecified if the poll says stop. */
uint32_t mcore_metrics_bbbv(mcore_metrics *metrics, const uint8_t *mask, mcore_poll *poll);

typedef struct mcore_metric_counts {
    uint32_t bbbv, openings, islands;
} mcore_metric_counts;

/* The same with the openings and, if wanted, the islands, which are 0 otherwise. */
mcore_metric_counts mcore_metrics_count(mcore_metrics *metrics, const uint8_t *mask, bool islands, mcore_poll *poll);

/* The part of the 3BV solved by opening the cells that are not 0 in `opened`: openings whose 0-cells are all opened,
   and opened safe cells outside openings. */
uint32_t mcore_metrics_solved(mcore_metrics *metrics, const uint8_t *mask, const uint8_t *opened, mcore_poll *poll);

/* The number of mines around each cell, or 9 for a mine. */
void mcore_metrics_numbers(const uint8_t *mask, size_t rows, size_t cols, uint8_t *numbers);

#endif
