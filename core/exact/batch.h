/*
 * batch.h - what arrives: many boards of one size. What leaves: their exact answers, found on several threads. Each
 * thread keeps one solution and uses its memory again for the next board.
 */
#ifndef MCORE_BATCH_H
#define MCORE_BATCH_H

#include "../base/common.h"
#include "../base/poll.h"

/* The arguments of mines_solve_many, checked. */
typedef struct mcore_batch {
    const char *boards;
    const uint32_t *mines;
    size_t count, rows, cols;
    uint64_t memory; /* a thread's */
    double *mine, *zero_around;
    uint8_t *safe, *certain_mines;
    mines_status *status;
} mcore_batch;

/* threads: 0 means one per available processor. The poll is asked on the calling thread alone. */
mines_status mcore_batch_solve(mcore_batch *batch, uint32_t threads, mcore_poll *poll);

#endif
