/*
 * conditional.h - answers cell queries from a solution.
 *
 * Pinned cells only change the number of ways to fill a few boxes and the sea. So only the layers from the first to the
 * last pinned box are computed again: from the stored forward vectors, with a second index for mines among the
 * neighbours, up to where they meet backward vectors. i mines on pinned sea cells count like i more mines in the
 * components; the rest of the sea only depends on the number of its pinned cells.
 *
 * If only some forward vectors are stored, or the memory is too small for all backward vectors, the others are
 * recomputed a segment at a time (checkpoint.h), and the queries of a component are ordered so that this happens
 * rarely.
 *
 * The solution must outlive mcore_conditional. Answers go into the caller's arrays.
 */
#ifndef MCORE_CONDITIONAL_H
#define MCORE_CONDITIONAL_H

#include "../base/arena.h"
#include "../base/common.h"
#include "../base/poll.h"
#include "cell_query.h"
#include "solution.h"

typedef struct mcore_conditional {
    const mines_solution *solution;
    mcore_arena *arena;   /* for what all queries share */
    mcore_arena *scratch; /* rewound after each call */
    mcore_poll *poll;
    bool numbers;                       /* answer for every number of mines around; else only for none */
    uint32_t width;                     /* entries of an answer: MCORE_NUMBERS or 1 */
    uint32_t extra;                     /* the most mines on pinned sea cells: MCORE_NUMBERS - 1 or 0 */
    double least;                       /* smaller sums may have underflowed and become 0 */
    uint32_t *component_of;             /* by box */
    uint32_t *layer_of;                 /* by box */
    double **suffix[MCORE_NUMBERS + 1]; /* by number of pinned sea cells: the chain's suffixes; NULL until needed */
} mcore_conditional;

/* Prepare for queries of one kind. Fails with the arena's status. */
mines_status mcore_conditional_begin(mcore_conditional *conditional, const mines_solution *solution, bool numbers,
                                     mcore_arena *arena, mcore_arena *scratch, mcore_poll *poll);

/*
 * An answer is `width` entries, which the caller sets to 0: P(m of the query's neighbours are mines and its own cell is
 * safe), from m = 0. Both functions fail with MINES_INTERRUPTED or an arena's status.
 */

/* Answer queries[list[0 .. count - 1]], whose boxes are all in component i; list is sorted by pinned cells of the
   sea. The answer to queries[q] goes to answers + q * width. */
mines_status mcore_conditional_component(mcore_conditional *conditional, uint32_t i, const mcore_cell_query *queries,
                                         const uint32_t *list, size_t count, double *answers);

/* Answer any query, by running all components that it touches to their ends. */
mines_status mcore_conditional_any(mcore_conditional *conditional, const mcore_cell_query *query, double *answer);

#endif
