/*
 * look.h - what arrives: a board. What leaves: its opened numbers as the propagation needs them. 64 cells are looked at
 * at once: cells are bits of words in the order of sites, so that a neighbour is a shift, and the mines and unopened
 * cells around all of them are added up bit by bit.
 */
#ifndef MSC_LOOK_H
#define MSC_LOOK_H

#include "arena.h"
#include "board.h"
#include "common.h"

/* A number's view of its neighbours. */
typedef struct msc_view {
    uint8_t residual;  /* mines missing */
    uint8_t undecided; /* unopened neighbours */
} msc_view;

typedef struct msc_look {
    msc_view *view;  /* by site; {0, 0} but for the numbers below */
    uint32_t *site;  /* opened numbers with an unopened neighbour, ascending */
    uint32_t numbers;
} msc_look;

/* Fails with MINES_NO_VALID_BOARD, naming the first number that its own neighbours can't meet, or the arena's
   status. */
mines_status msc_look_at(msc_look *look, const msc_board *board, msc_arena *arena, mines_fault *fault);

#endif
