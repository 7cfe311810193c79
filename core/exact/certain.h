/*
 * certain.h - what all valid boards have in common: the fewest and most mines of each box and of the sea, and the cells
 * that are safe or mines on every valid board. The input is the graphs of all components.
 *
 * The decision uses sets of integers, never rounded weights. If every combination of the components' solutions leaves a
 * number of mines that the sea can hold, the edges of the graphs decide. Otherwise each state gets the set of its
 * possible k, forward and backward, and the components' sets are coupled through the number of mines left.
 *
 * Results are allocated in `arena`, temporary data in `scratch`.
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

/* scratch may be `arena`. low_memory: use as little scratch memory as possible, at the cost of time. Fails with
   MINES_NO_VALID_BOARD if no combination has the right number of mines, MINES_INTERRUPTED, or an arena's status. */
mines_status mcore_certain_find(mcore_certain *certain, const mcore_reduced *reduced, const mcore_graph *graph,
                                bool low_memory, mcore_arena *arena, mcore_arena *scratch, mcore_poll *poll);

/* Upper bound of the bytes that mcore_certain_find allocates in `arena`. */
uint64_t mcore_certain_bytes(const mcore_reduced *reduced);

/* Upper bound of the bytes that it allocates in `scratch` with low_memory. The computation itself needs `arena`; 0 if
   that is exhausted. */
uint64_t mcore_certain_scratch_bytes(const mcore_reduced *reduced, const mcore_graph *graph, mcore_arena *arena);

enum { MCORE_CERTAIN_SAFE = 1, MCORE_CERTAIN_MINE = 2 };

/* Set cell[site], board->sites entries, to one of these for unopened cells that are the same on every valid board, else
   to 0. Returns whether any of them is a mine. */
bool mcore_certain_cells(const mcore_certain *certain, const mcore_reduced *reduced, uint8_t *cell);

#endif
