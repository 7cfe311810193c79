/*
 * solution.h - the handle mines_solution: a position on its way through all rooms, in one arena.
 */
#ifndef MSC_SOLUTION_H
#define MSC_SOLUTION_H

#include "arena.h"
#include "board.h"
#include "certain.h"
#include "combine.h"
#include "common.h"
#include "count.h"
#include "marginal.h"
#include "poll.h"
#include "reduce.h"

struct mines_solution {
    msc_arena arena;
    msc_board board;
    msc_reduced reduced;
    msc_graph *graph; /* by component */
    msc_certain certain;
    msc_chain chain;
    uint8_t *certain_cell; /* by site: MSC_CERTAIN_SAFE, MSC_CERTAIN_MINE (unopened cells only) or 0 */
    bool certain_mine;     /* whether any cell is MSC_CERTAIN_MINE */
    double *mine;          /* P(mine) by site; 0 on the wall */
    double small;          /* below it doubles may have lost something: as msc_marginal says; known with mine */
    uint64_t before;       /* bytes that it held before the numbers on its graphs; 0 while these are not built */
    uint64_t built;        /* the most that it held until then */
};

/* The beginning of every solution: from text to what the count needs of it, in the arena given. */
mines_status msc_solution_reduce(msc_board *board, msc_reduced *reduced, msc_arena *arena, const char *text,
                                 size_t rows, size_t cols, uint32_t mines, mines_fault *fault);

/* mines_solve, its pointers checked, with a poll of the caller's: *solution is NULL unless MINES_OK. *fault is only
   written where something is to blame. Where the forward vectors of all layers do not fit the memory, those of some are
   kept: its graphs have a `row`. */
mines_status msc_solve(const char *text, size_t rows, size_t cols, uint32_t mines, uint64_t memory, msc_poll *poll,
                       mines_solution **solution, mines_fault *fault);

/* As much of it as drawing boards needs: with all forward vectors, without the probabilities (mine is NULL) and, with
   `shortcut`, without the chain where a cell is a certain mine. */
mines_status msc_solve_to_draw(const char *text, size_t rows, size_t cols, uint32_t mines, uint64_t memory,
                               bool shortcut, msc_poll *poll, mines_solution **solution, mines_fault *fault);

void msc_solution_free(mines_solution *solution);

/* The same in a solution that is the caller's, its arena initialised: what was in it is forgotten, its memory used
   again. */
mines_status msc_solve_again(mines_solution *solution, const char *text, size_t rows, size_t cols, uint32_t mines,
                             msc_poll *poll, mines_fault *fault);

/* As far as the cells that are certain: no chain, and mine is NULL. */
mines_status msc_solve_certain_again(mines_solution *solution, const char *text, size_t rows, size_t cols,
                                     uint32_t mines, msc_poll *poll, mines_fault *fault);

/* What a solution says, row-major as the functions of the public header give it. Outputs may be NULL. */
void msc_solution_write(const mines_solution *solution, double *mine, uint8_t *safe, uint8_t *mines);

#endif
