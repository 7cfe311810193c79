/*
 * conditional.h - what arrives: a solution and questions. What leaves: their answers.
 *
 * Pinned cells only change the ways in which a few boxes and the sea can be filled. So the layers from the first to the
 * last touched are run again from the stored forward vectors, with a second index for the counted mines, and met with
 * backward vectors. i mines on pinned sea cells count like i more mines in the components; what remains of a pinned sea
 * depends on the number of pinned cells alone.
 *
 * Where the forward vectors of some layers only are stored, or there is no room for the backward ones of all, the
 * others are computed again a stretch at a time, and questions are answered in an order in which that is seldom.
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
    mcore_arena *arena;   /* for what all questions share */
    mcore_arena *scratch; /* rewound after each call */
    mcore_poll *poll;
    bool numbers;                       /* mines around are counted; else none is allowed */
    uint32_t width;                     /* entries of an answer: MCORE_NUMBERS or 1 */
    double least;                       /* smaller sums may have lost something, and are taken for 0 */
    uint32_t extra;                     /* the most mines on pinned sea cells that are followed: 8 or 0 */
    uint32_t *component_of;             /* by box */
    uint32_t *layer_of;                 /* by box */
    double **suffix[MCORE_NUMBERS + 1]; /* of the chain with so many cells of the sea pinned; NULL until needed */
} mcore_conditional;

/* Ready for questions of one kind. Fails with the arena's status. */
mines_status mcore_conditional_begin(mcore_conditional *pinned, const mines_solution *solution, bool numbers,
                                     mcore_arena *arena, mcore_arena *scratch, mcore_poll *poll);

/*
 * Answers add to `width` zeroed entries: P(m of the counted cells hold mines and the cell itself is safe), from m = 0.
 * Both fail with MINES_INTERRUPTED or an arena's status.
 */

/* Questions list[0 .. count - 1], whose boxes all lie in component i, ordered by pinned cells of the sea. */
mines_status mcore_conditional_component(mcore_conditional *pinned, uint32_t i, const mcore_cell_query *asks,
                                         const uint32_t *list, size_t count, double *answers);

/* Any question, by running all components it touches to their ends. */
mines_status mcore_conditional_any(mcore_conditional *pinned, const mcore_cell_query *ask, double *answer);

#endif
