/*
 * judge.h - what arrives: a complete board and a first click. What leaves: whether the board can be won from there
 * without a guess. A cell is opened only where it is safe in all valid boards, the number of mines included; cells are
 * opened until all safe ones are, or until no valid board stands in the way of any cell being a mine.
 *
 * A look at the whole board refuses many: a mine and a safe cell that no number can tell apart. Then three ways decide,
 * the cheap ones first: the rules of deduce.h; alternatives, which show that a cell may be a mine or that the numbers
 * forbid it; and, where these leave anything open, the exact count. A verdict is the same whichever of them found it.
 * One judge a thread; its memory is used again for the next board of the same size.
 */
#ifndef MSC_JUDGE_H
#define MSC_JUDGE_H

#include "alternative.h"
#include "arena.h"
#include "common.h"
#include "deduce.h"
#include "poll.h"
#include "solution.h"

typedef struct msc_judge {
    msc_arena arena;
    msc_deduction deduction;
    msc_alternative alternative;
    mines_solution solution; /* its arena has the caller's budget */
    char *text;      /* the board as the exact count takes it */
    uint8_t *safe, *certain_mine;
    uint32_t *mark;  /* by site: `now` where the cell is in frontier, or now + 1: shown to be possibly a mine */
    uint32_t now;
    uint32_t *frontier; /* undecided cells next to an opened number */
    uint32_t sea, sea_mines; /* the other undecided cells, and the mines among them */
    uint8_t *out, *shut, *upright, *level; /* by site: for the search of twins; out: not on the board */
    uint64_t exact;  /* how often the exact count was asked: for tests */
} msc_judge;

/* rows, cols: 1 to MINES_MAX_SIDE. memory: what the boards may take, and again what the exact count may. MINES_OK,
   MINES_OUT_OF_MEMORY or MINES_BUDGET_EXCEEDED; to be freed in any case. */
mines_status msc_judge_init(msc_judge *judge, uint32_t rows, uint32_t cols, uint64_t memory);

/* A judge of zeros only may be freed, too. */
void msc_judge_free(msc_judge *judge);

/* Whether the board can be won. Also false where the exact count would have taken more than its memory: not proven.
   Fails with MINES_INTERRUPTED or MINES_OUT_OF_MEMORY. */
mines_status msc_judge_board(msc_judge *judge, const uint8_t *mask, uint32_t row, uint32_t col, msc_poll *poll,
                             bool *won);

/* Its parts: the first click on a new board; then as far as logic goes, again after the deduction was changed. */
bool msc_judge_begin(msc_judge *judge, const uint8_t *mask, uint32_t row, uint32_t col); /* false: a mine */
mines_status msc_judge_go_on(msc_judge *judge, msc_poll *poll, bool *won);

#endif
