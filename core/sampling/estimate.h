/*
 * estimate.h - what arrives: a position of any difficulty. What leaves: shares over valid boards with standard errors,
 * and how good they are.
 *
 * Where the count fits the budget the boards are uniform. Otherwise they come from runs of the thinned count (see
 * count.h): each run estimates the number of valid boards without bias, and boards drawn from it weigh as much as that
 * estimate. A share is a ratio of sums over runs; its error follows from how the runs differ (the delta method), and is
 * honest only where they hardly do: where Kish's effective number of runs is not far below their number.
 */
#ifndef MCORE_ESTIMATE_H
#define MCORE_ESTIMATE_H

#include "../base/common.h"
#include "../base/poll.h"

typedef struct mcore_estimate_params {
    const char *text;
    size_t rows, cols;
    uint32_t mines;
    uint64_t memory;
    uint64_t seed;
    uint64_t count;           /* boards; 0: as many as the time allows */
    uint64_t start, deadline; /* ns; UINT64_MAX: none */
    uint32_t threads;
    const mines_options *options;
} mcore_estimate_params;

/* Each may be NULL; rows * cols. */
typedef struct mcore_estimate_outputs {
    double *mine, *mine_error, *zero_around, *zero_around_error;
} mcore_estimate_outputs;

/* MINES_OK, or what mines_estimate says. *quality is always filled; the board is not NULL. */
mines_status mcore_estimate(const mcore_estimate_params *question, const mcore_estimate_outputs *shares,
                            mines_quality *quality, mines_fault *fault);

/* What it does where the count does not fit; tally: room for 2 * rows * cols. */
mines_status mcore_estimate_thinned(const mcore_estimate_params *question, const mcore_estimate_outputs *shares,
                                    uint64_t *tally, mines_quality *quality, mines_fault *fault);

/*
 * As much as a moment gives: one batch from each of a few runs with few states, weighed as they should be, but nothing
 * can be said of the errors. tally: rows * cols each for mines and for none around: in how many of *drawn boards, as
 * far as whole numbers can say. decided_mine: rows * cols, 1 where single numbers show that the cell holds a mine. The
 * time ends it after a run; MINES_INTERRUPTED if there is none by then.
 */
mines_status mcore_estimate_soon(const mcore_estimate_params *question, uint32_t states, uint32_t runs, uint64_t *tally,
                                 uint64_t *drawn, uint8_t *decided_mine);

#endif
