/*
 * recount.h - probabilities too small for doubles, counted in integers: each is accurate to a few units in the last
 * place, however small. The inputs are the graphs of all components and a query.
 */
#ifndef MCORE_RECOUNT_H
#define MCORE_RECOUNT_H

#include "../base/arena.h"
#include "../base/common.h"
#include "../base/poll.h"
#include "cell_query.h"
#include "graph.h"
#include "reduce.h"

/* Whether a board has so many undecided cells that doubles may underflow. Otherwise no probability is below 2^-500. */
bool mcore_recount_may_underflow(const mcore_reduced *reduced);

typedef struct mcore_recount {
    const mcore_reduced *reduced;
    const mcore_graph *graph;
    uint32_t width;      /* entries of an answer */
    mcore_arena *arena;  /* for what all queries share, allocated by the first */
    mcore_arena scratch; /* rewound after each query */
    mcore_poll *poll;
    uint32_t *all; /* the number of valid boards; NULL before the first query */
    size_t all_length;
    uint32_t *some; /* `width` numbers: of the boards that satisfy a query */
} mcore_recount;

/* Prepare for queries. Allocates nothing yet. width <= MCORE_NUMBERS. */
void mcore_recount_begin(mcore_recount *recount, const mcore_reduced *reduced, const mcore_graph *graph, uint32_t width,
                         mcore_arena *arena, mcore_poll *poll);

/* answer[m] = P(m of the query's neighbours are mines and its own cell is safe), m = 0 .. width - 1; exactly 0 if that
   is impossible. A possible one below the range of doubles becomes the smallest normal double. Fails with
   MINES_INTERRUPTED or an arena's status. */
mines_status mcore_recount_query(mcore_recount *recount, const mcore_cell_query *query, double *answer);

/* Free the scratch memory. */
void mcore_recount_end(mcore_recount *recount);

#endif
