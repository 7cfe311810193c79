/*
 * no_guess.h - decides whether a complete board can be won from a given first click without a guess. A cell is opened
 * only if it is safe in every valid board, given the opened numbers and the total number of mines. The board is won if
 * this opens all safe cells, and lost if every unopened cell is a mine in some valid board.
 *
 * A test of the whole board rejects many: a mine and a safe cell that no number can distinguish. After that there are
 * three methods, the cheaper ones first: the rules of local_rules.h; counterexamples, which show that a cell can be a
 * mine or that the numbers rule it out; and the exact count for what remains open. The result does not depend on which
 * method found it.
 *
 * An mcore_no_guess holds the memory for boards of one size and serves one after another; use each on one thread only.
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
    mcore_local_rules rules;
    mcore_counterexample counterexample;
    mines_solution solution; /* its arena has a budget of its own */
    char *text;              /* the board for the exact count */
    uint8_t *safe, *certain_mine;
    uint32_t *frontier; /* undecided cells next to an opened number */
    uint32_t *mark; /* by site: `now` for the cells of the frontier, now + 1 once one is shown to be possibly a mine */
    uint32_t now;
    uint32_t sea, sea_mines; /* undecided cells outside the frontier, and the mines among them */
    /* by site, for the search for twins */
    uint8_t *off_board;
    uint8_t *blocked;     /* a mine, or not on the board */
    uint8_t *blocked_row; /* blocked, and so are the cells to its left and right */
    uint8_t *blocked_col; /* blocked, and so are the cells above and below */
    uint64_t exact;       /* how often the exact count was needed; tests check it */
} mcore_no_guess;

/* rows, cols: 1 to MINES_MAX_SIDE. memory: budget of the object, and again of each exact count. MINES_OK,
   MINES_OUT_OF_MEMORY or MINES_BUDGET_EXCEEDED; free it in any case. */
mines_status mcore_no_guess_init(mcore_no_guess *no_guess, uint32_t rows, uint32_t cols, uint64_t memory);

/* Freeing a zeroed object is allowed, too. */
void mcore_no_guess_free(mcore_no_guess *no_guess);

/* Whether the board can be won. Also false if that could not be proven, because an exact count would have exceeded its
   budget. Fails with MINES_INTERRUPTED or MINES_OUT_OF_MEMORY. */
mines_status mcore_no_guess_board(mcore_no_guess *no_guess, const uint8_t *mask, uint32_t row, uint32_t col,
                                  mcore_poll *poll, bool *won);

/* The same in two steps, without the test for twins. Make the first click on a new board; false if it hits a mine. */
bool mcore_no_guess_begin(mcore_no_guess *no_guess, const uint8_t *mask, uint32_t row, uint32_t col);

/* Open all cells that are provably safe; may be called again after changes to no_guess->rules. */
mines_status mcore_no_guess_resume(mcore_no_guess *no_guess, mcore_poll *poll, bool *won);

#endif
