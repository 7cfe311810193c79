/*
 * estimate_params.h - the arguments of an estimate, shared by estimate.c and thinned_runs.c. The caller owns the text
 * and the options, which must outlive the call.
 */
#ifndef MCORE_ESTIMATE_PARAMS_H
#define MCORE_ESTIMATE_PARAMS_H

#include "../base/common.h"

typedef struct mcore_estimate_params {
    const char *text; /* the board, rows * cols characters */
    size_t rows, cols;
    uint32_t mines;
    uint64_t memory; /* budget in bytes */
    uint64_t seed;
    uint64_t count;           /* boards; 0: as many as the time allows */
    uint64_t start, deadline; /* ns on mcore_clock_now(); deadline UINT64_MAX: none */
    uint32_t threads;
    const mines_options *options;
} mcore_estimate_params;

#endif
