/*
 * no_guess.h - what arrives: a complete board and a first click. What leaves: whether the board can be won from there
 * without a guess. A cell is opened only where it is safe in all valid boards, the number of mines included; cells are
 * opened until all safe ones are, or until no valid board stands in the way of any cell being a mine.
 *
 * A look at the whole board refuses many: a mine and a safe cell that no number can tell apart. Then three ways decide,
 * the cheap ones first: the rules of local_rules.h; alternatives, which show that a cell may be a mine or that the
 * numbers forbid it; and, where these leave anything open, the exact count. A verdict is the same whichever of them
 * found it. One judge a thread; its memory is used again for the next board of the same size.
 */
#ifndef MCORE_NO_GUESS_H
#define MCORE_NO_GUESS_H

#include "../base/arena.h"
#include "../base/common.h"
#include "../base/poll.h"
#include "../exact/solution.h"
#include "counterexample.h"
#include "local_rules.h"

typedef struct mcore_no_guess {
    mcore_arena arena;
    mcore_local_rules deduction;
    mcore_counterexample alternative;
    mines_solution solution; /* its arena has the caller's budget */
    char *text;              /* the board as the exact count takes it */
    uint8_t *safe, *certain_mine;
    uint32_t *mark; /* by site: `now` where the cell is in frontier, or now + 1: shown to be possibly a mine */
    uint32_t now;
    uint32_t *frontier;                    /* undecided cells next to an opened number */
    uint32_t sea, sea_mines;               /* the other undecided cells, and the mines among them */
    uint8_t *out, *shut, *upright, *level; /* by site: for the search of twins; out: not on the board */
    uint64_t exact;                        /* how often the exact count was asked: for tests */
} mcore_no_guess;

/* rows, cols: 1 to MINES_MAX_SIDE. memory: what the boards may take, and again what the exact count may. MINES_OK,
   MINES_OUT_OF_MEMORY or MINES_BUDGET_EXCEEDED; to be freed in any case. */
mines_status mcore_no_guess_init(mcore_no_guess *judge, uint32_t rows, uint32_t cols, uint64_t memory);

/* A judge of zeros only may be freed, too. */
void mcore_no_guess_free(mcore_no_guess *judge);

/* Whether the board can be won. Also false where the exact count would have taken more than its memory: not proven.
   Fails with MINES_INTERRUPTED or MINES_OUT_OF_MEMORY. */
mines_status mcore_no_guess_board(mcore_no_guess *judge, const uint8_t *mask, uint32_t row, uint32_t col,
                                  mcore_poll *poll, bool *won);

/* Its parts: the first click on a new board; then as far as logic goes, again after the deduction was changed. */
bool mcore_no_guess_begin(mcore_no_guess *judge, const uint8_t *mask, uint32_t row, uint32_t col); /* false: a mine */
mines_status mcore_no_guess_resume(mcore_no_guess *judge, mcore_poll *poll, bool *won);

#endif
