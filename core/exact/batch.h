/*
 * batch.h - exact answers for many boards of one size, on several threads. The caller provides all arrays. Each thread
 * keeps one solution and reuses its memory for the next board.
 */
#ifndef MCORE_BATCH_H
#define MCORE_BATCH_H

#include "../base/common.h"
#include "../base/poll.h"

/* The checked arguments of mines_solve_many. */
typedef struct mcore_batch {
    const char *boards;
    const uint32_t *mines;
    size_t count, rows, cols;
    uint64_t memory; /* bytes per thread */
    double *mine, *zero_around;
    uint8_t *certain_safe, *certain_mines;
    mines_status *status;
} mcore_batch;

/* threads: 0 means one per available processor. The caller's poll function is only called on the calling thread. */
mines_status mcore_batch_solve(mcore_batch *batch, uint32_t threads, mcore_poll *poll);

#endif
