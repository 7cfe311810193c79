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

/* passing: for what is needed meanwhile only; it may be `arena`. sparing: as little of that as possible, in more time.
   Fails with MINES_NO_VALID_BOARD where no combination has the right number of mines, MINES_INTERRUPTED, or an arena's
   status. */
mines_status msc_certain_find(msc_certain *certain, const msc_reduced *reduced, const msc_graph *graph, bool sparing,
                              msc_arena *arena, msc_arena *passing, msc_poll *poll);

/* At most the bytes that this takes in `arena`, */
uint64_t msc_certain_bytes(const msc_reduced *reduced);

/* and in `passing`. To find out it needs some, too; 0 where there is none. */
uint64_t msc_certain_bytes_for_a_while(const msc_reduced *reduced, const msc_graph *graph, msc_arena *arena);

#endif
