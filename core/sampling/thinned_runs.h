/*
 * thinned_runs.h - weighted valid boards of positions whose exact count is out of reach. A *run* counts the position
 * with thinned graphs (see exact/thinning.h). It yields an unbiased estimate of the number of valid boards, the run's
 * weight, and boards drawn uniformly from those that its graphs still contain. Averages over many runs, each weighted
 * so, approach those over all valid boards.
 *
 * mcore_thinned_runs_new analyses the position once and allocates the object, which holds one run at a time;
 * mcore_thinned_runs_free frees it. Use it on one thread; drawing starts threads of its own. A run depends only on the
 * position, the seed, its number and max_states.
 */
#ifndef MCORE_THINNED_RUNS_H
#define MCORE_THINNED_RUNS_H

#include "../base/arena.h"
#include "../base/common.h"
#include "../base/poll.h"
#include "../exact/solution.h"
#include "estimate_params.h"

/* value * 2^power, because numbers of valid boards can exceed the range of a double. */
typedef struct mcore_run_weight {
    double value; /* 0, or not far from 1 */
    int64_t power;
} mcore_run_weight;

typedef struct mcore_thinned_runs {
    const mcore_estimate_params *params;
    mcore_arena arena; /* freed with the object; its owner may allocate here too, at the cost of the runs' budget */
    mcore_board board;
    mcore_reduced reduced;
    uint32_t *order; /* of the boxes of all components, each starting at its first_box */
    mcore_weights weights;
    uint32_t reference; /* frontier mines for which the sea's number of ways counts as 1 */
    mcore_poll poll;
    mines_solution run; /* the current run, in its own arena */
    bool thinned;       /* whether a layer of the current run was thinned; if not, its count is exact */
} mcore_thinned_runs;

/* Fails with MINES_NO_VALID_BOARD and the fault set, MINES_INTERRUPTED, or an arena's status. *runs is NULL only if its
   allocation failed; otherwise free it in any case. The parameters must outlive the object. */
mines_status mcore_thinned_runs_new(const mcore_estimate_params *params, mcore_thinned_runs **runs, mines_fault *fault);

/* NULL is allowed. */
void mcore_thinned_runs_free(mcore_thinned_runs *runs);

/* Replace the current run by run `number`, whose layers keep at most max_states states. *weight estimates the number of
   valid boards up to a factor that all runs share; 0 if thinning happened to remove every valid board. */
mines_status mcore_thinned_runs_solve(mcore_thinned_runs *runs, uint64_t number, uint32_t max_states,
                                      mcore_run_weight *weight);

/* Draw boards from the current run, whose weight must not be 0. tally: rows * cols counts of boards with a mine in the
   cell, then rows * cols counts of boards without a mine around it. */
mines_status mcore_thinned_runs_draw(mcore_thinned_runs *runs, uint64_t number, uint64_t boards, uint64_t *tally);

#endif
