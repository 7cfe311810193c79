/*
 * recount.h - what arrives: the graphs, and questions whose answers doubles may have lost. What leaves: the same
 * probabilities from counts in integers, right to a few units in the last place however small they are.
 */
#ifndef MSC_RECOUNT_H
#define MSC_RECOUNT_H

#include "arena.h"
#include "ask.h"
#include "certain.h"
#include "common.h"
#include "count.h"
#include "poll.h"
#include "reduce.h"

/* Whether a board has so many undecided cells that doubles may lose something: otherwise no probability is below one in
   2^500. */
bool msc_recount_may_lose(const msc_reduced *reduced);

typedef struct msc_recount {
    const msc_reduced *reduced;
    const msc_graph *graph;
    const msc_certain *certain;
    uint32_t width;    /* the most numbers of counted mines that a question asks for */
    msc_arena *arena;  /* for what all questions share, taken with the first of them */
    msc_arena scratch; /* rewound after each count */
    msc_poll *poll;
    uint32_t *all;     /* the number of all valid boards; NULL before the first question */
    size_t all_length;
    uint32_t *some;    /* width numbers: of the boards that a question asks for */
} msc_recount;

void msc_recount_begin(msc_recount *recount, const msc_reduced *reduced, const msc_graph *graph,
                       const msc_certain *certain, uint32_t width, msc_arena *arena, msc_poll *poll);

/* answer[m] = P(m of the counted cells hold mines and the own cell is safe), m = 0 .. width - 1; exactly 0 where it
   can't be. One that is below the range of doubles, but possible, is the smallest normal one. Fails with
   MINES_INTERRUPTED or an arena's status. */
mines_status msc_recount_ask(msc_recount *recount, const msc_ask *ask, double *answer);

void msc_recount_end(msc_recount *recount);

#endif
