/*
 * recount.h - what arrives: the graphs, and questions whose answers doubles may have lost. What leaves: the same
 * probabilities from counts in integers, right to a few units in the last place however small they are.
 */
#ifndef MCORE_RECOUNT_H
#define MCORE_RECOUNT_H

#include "../base/arena.h"
#include "../base/common.h"
#include "../base/poll.h"
#include "cell_query.h"
#include "certain.h"
#include "graph.h"
#include "reduce.h"

/* Whether a board has so many undecided cells that doubles may lose something: otherwise no probability is below one in
   2^500. */
bool mcore_recount_may_underflow(const mcore_reduced *reduced);

typedef struct mcore_recount {
    const mcore_reduced *reduced;
    const mcore_graph *graph;
    const mcore_certain *certain;
    uint32_t width;      /* the most numbers of counted mines that a question asks for */
    mcore_arena *arena;  /* for what all questions share, taken with the first of them */
    mcore_arena scratch; /* rewound after each count */
    mcore_poll *poll;
    uint32_t *all; /* the number of all valid boards; NULL before the first question */
    size_t all_length;
    uint32_t *some; /* width numbers: of the boards that a question asks for */
} mcore_recount;

void mcore_recount_begin(mcore_recount *recount, const mcore_reduced *reduced, const mcore_graph *graph,
                         const mcore_certain *certain, uint32_t width, mcore_arena *arena, mcore_poll *poll);

/* answer[m] = P(m of the counted cells hold mines and the own cell is safe), m = 0 .. width - 1; exactly 0 where it
   can't be. One that is below the range of doubles, but possible, is the smallest normal one. Fails with
   MINES_INTERRUPTED or an arena's status. */
mines_status mcore_recount_query(mcore_recount *recount, const mcore_cell_query *ask, double *answer);

void mcore_recount_end(mcore_recount *recount);

#endif
