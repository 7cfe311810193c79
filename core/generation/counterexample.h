/*
 * counterexample.h - what arrives: a board being opened, and a safe cell of it that is undecided. What leaves: whether
 * all opened numbers leave room for a mine in that cell, and the board that shows it. Room is in the caller's arena.
 *
 * The true board is one that fits. Another one differs from it in some undecided cells, its *flips*; where the cell in
 * question is flipped, the numbers around it have a mine too many, so one of their mines must be flipped as well, and
 * so on until all numbers are right again. All ways to go on are tried, up to a limit of steps. The search stays near
 * the cell, for what is not touched is right.
 */
#ifndef MCORE_COUNTEREXAMPLE_H
#define MCORE_COUNTEREXAMPLE_H

#include "../base/arena.h"
#include "../base/common.h"
#include "local_rules.h"

typedef enum mcore_counterexample_result {
    MCORE_COUNTEREXAMPLE_NONE,  /* the numbers alone say that the cell is safe */
    MCORE_COUNTEREXAMPLE_FOUND, /* there is such a board */
    MCORE_COUNTEREXAMPLE_GAVE_UP
} mcore_counterexample_result;

typedef struct mcore_counterexample {
    uint32_t steps;    /* that a search may take */
    uint32_t step;     /* that the last one took */
    int32_t gained;    /* of the board found: mines more than the true board has in these cells */
    uint32_t *flipped; /* and its flips: sites */
    uint32_t flips;

    int8_t *excess;  /* by site: mines that a number has too many; 0 between searches, as is */
    uint8_t *state;  /* by site: whether the search has flipped the cell or left it alone for now */
    uint32_t *wrong; /* numbers with an excess */
    uint32_t *where; /* by site: index into wrong */
    uint32_t wrongs;
    uint32_t *trail; /* cells whose state is set, in this order */
    uint32_t trails;
    struct mcore_choice *choice;
} mcore_counterexample;

/* False: arena->status says why. */
bool mcore_counterexample_init(mcore_counterexample *a, mcore_arena *arena, const mcore_local_rules *d);

/* site: undecided, no mine on the true board, and next to an opened number. */
mcore_counterexample_result mcore_counterexample_find(mcore_counterexample *a, const mcore_local_rules *d,
                                                      uint32_t site);

#endif
