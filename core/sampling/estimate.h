/*
 * estimate.h - the share of valid boards with a mine in each cell, and with no mine around it, with standard errors,
 * for positions of any difficulty. The caller owns all arrays.
 *
 * If the exact count fits in the memory budget, boards are drawn uniformly. Otherwise they come from weighted runs of
 * the thinned count (thinned_runs.h): a share is then a ratio of sums over runs, and its error follows from how much
 * the runs differ (the delta method). That error can be trusted only if the runs have similar weights, that is, if
 * Kish's effective number of runs is close to their number; runs get more states until it is.
 */
#ifndef MCORE_ESTIMATE_H
#define MCORE_ESTIMATE_H

#include "../base/common.h"
#include "estimate_params.h"

/* How an estimate was made: the fields of the same names in mines_estimate_result. */
typedef struct mcore_estimate_quality {
    uint32_t exact, runs, states;
    double effective;
    uint64_t boards;
} mcore_estimate_quality;

/* Each has rows * cols entries or is NULL. */
typedef struct mcore_estimate_outputs {
    double *mine, *mine_error, *zero_around, *zero_around_error;
} mcore_estimate_outputs;

/* mines_estimate; params->text is not NULL and the options are valid. *quality is always set. */
mines_status mcore_estimate(const mcore_estimate_params *params, const mcore_estimate_outputs *outputs,
                            mcore_estimate_quality *quality, mines_fault *fault);

/* The part of mcore_estimate that uses thinned runs. tally: scratch memory of 2 * rows * cols entries. */
mines_status mcore_estimate_thinned(const mcore_estimate_params *params, const mcore_estimate_outputs *outputs,
                                    uint64_t *tally, mcore_estimate_quality *quality, mines_fault *fault);

/*
 * A rough answer in little time: one batch of boards from each of `runs` thinned runs of at most max_states states,
 * properly weighted, but without any statement about the errors. tally: rows * cols entries for mines, then as many for
 * no mine around, as numbers of boards out of *drawn, rounded. decided_mine: rows * cols entries, 1 where single
 * numbers show that the cell is a mine. Past the deadline it ends after the current run; MINES_INTERRUPTED if none is
 * complete by then.
 */
mines_status mcore_estimate_quick(const mcore_estimate_params *params, uint32_t max_states, uint32_t runs,
                                  uint64_t *tally, uint64_t *drawn, uint8_t *decided_mine);

#endif
