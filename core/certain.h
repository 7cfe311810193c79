/*
 * certain.h - what arrives: the graphs of all components. What leaves: the fewest and most mines that each box and the
 * sea hold over all valid boards, decided by sets of integers alone.
 *
 * Where the number of mines left leaves every component free, edges decide. Otherwise each state carries the set of its
 * possible k, forwards and backwards, and the components' sets are coupled through the count.
 */
#ifndef MSC_CERTAIN_H
#define MSC_CERTAIN_H

#include "arena.h"
#include "common.h"
#include "count.h"
#include "poll.h"
#include "reduce.h"

typedef struct msc_certain {
    uint32_t *low, *high;        /* components + 1 entries: fewest and most mines in the components before the i-th, as
                                    the components alone allow */
    uint8_t *box_low, *box_high; /* by box, over all valid boards */
    uint32_t sea_low, sea_high;  /* over all valid boards */
} msc_certain;

/* Fails with MINES_NO_VALID_BOARD where no combination has the right number of mines, MINES_INTERRUPTED, or the arena's
   status. */
mines_status msc_certain_find(msc_certain *certain, const msc_reduced *reduced, const msc_graph *graph,
                              msc_arena *arena, msc_poll *poll);

/* At most the bytes that this takes at once; most of them are given back. */
uint64_t msc_certain_bytes(const msc_reduced *reduced, const msc_graph *graph);

#endif
