/*
 * counterexample.h - searches for a counterexample to "this cell is safe": a board with a mine there that agrees with
 * all opened numbers of a board being opened (local_rules.h). All memory comes from the caller's arena and serves one
 * search after another.
 *
 * The true board agrees with the numbers. Another such board differs from it in some undecided cells, its *flips*.
 * Flipping the cell in question gives the numbers around it one mine too many, so that one of their mines must be
 * flipped, too, and so on until all numbers agree again. The search tries all possibilities up to a limit of steps. It
 * stays near the cell, because numbers without a flip around them agree already.
 */
#ifndef MCORE_COUNTEREXAMPLE_H
#define MCORE_COUNTEREXAMPLE_H

#include "../base/arena.h"
#include "../base/common.h"
#include "local_rules.h"

typedef enum mcore_counterexample_result {
    MCORE_COUNTEREXAMPLE_NONE,   /* there is none: the numbers alone prove that the cell is safe */
    MCORE_COUNTEREXAMPLE_FOUND,  /* but perhaps with another number of mines than the true board */
    MCORE_COUNTEREXAMPLE_GAVE_UP /* the limit of steps was reached */
} mcore_counterexample_result;

typedef struct mcore_counterexample {
    uint32_t steps;    /* the limit of a search */
    uint32_t step;     /* the steps of the last search */
    int32_t gained;    /* in the flipped cells: mines of the board found less those of the true board */
    uint32_t *flipped; /* sites of the board's flips */
    uint32_t flips;

    /* of the search; excess and state are 0 between searches */
    int8_t *excess;  /* by site: mines around the number less the number */
    uint8_t *state;  /* by site: whether the cell is flipped or excluded for now */
    uint32_t *wrong; /* numbers with an excess other than 0 */
    uint32_t *where; /* by site: index into wrong */
    uint32_t wrong_count;
    uint32_t *trail; /* cells whose state is set, in the order in which it was set */
    uint32_t trail_length;
    struct mcore_choice *choice;
} mcore_counterexample;

/* Allocate for the boards of `rules`; false: arena->status says why. */
bool mcore_counterexample_init(mcore_counterexample *search, mcore_arena *arena, const mcore_local_rules *rules);

/* site: an undecided cell without a mine, next to an opened number. */
mcore_counterexample_result mcore_counterexample_find(mcore_counterexample *search, const mcore_local_rules *rules,
                                                      uint32_t site);

#endif
