/*
 * certain.h - what arrives: the graphs of all components. What leaves: the fewest and most mines that each box and the
 * sea hold over all valid boards, decided by sets of integers alone.
 *
 * Where the number of mines left leaves every component free, edges decide. Otherwise each state carries the set of its
 * possible k, forwards and backwards, and the components' sets are coupled through the count.
 */
#ifndef MCORE_CERTAIN_H
#define MCORE_CERTAIN_H

#include "../base/arena.h"
#include "../base/common.h"
#include "../base/poll.h"
#include "graph.h"
#include "reduce.h"

typedef struct mcore_certain {
    uint32_t *low, *high;        /* components + 1 entries: fewest and most mines in the components before the i-th, as
                                    the components alone allow */
    uint8_t *box_low, *box_high; /* by box, over all valid boards */
    uint32_t sea_low, sea_high;  /* over all valid boards */
} mcore_certain;

/* scratch: for what is needed meanwhile only; it may be `arena`. low_memory: as little of that as possible, in more
   time. Fails with MINES_NO_VALID_BOARD where no combination has the right number of mines, MINES_INTERRUPTED, or an
   arena's status. */
mines_status mcore_certain_find(mcore_certain *certain, const mcore_reduced *reduced, const mcore_graph *graph,
                                bool low_memory, mcore_arena *arena, mcore_arena *scratch, mcore_poll *poll);

/* At most the bytes that this takes in `arena`, */
uint64_t mcore_certain_bytes(const mcore_reduced *reduced);

/* and in `scratch`. To find out it needs some, too; 0 where there is none. */
uint64_t mcore_certain_scratch_bytes(const mcore_reduced *reduced, const mcore_graph *graph, mcore_arena *arena);

#endif
