/*
 * solution.h - the handle mines_solution: a position on its way through all rooms, in one arena.
 */
#ifndef MCORE_SOLUTION_H
#define MCORE_SOLUTION_H

#include "../base/arena.h"
#include "../base/common.h"
#include "../base/poll.h"
#include "board.h"
#include "certain.h"
#include "chain.h"
#include "graph.h"
#include "marginal.h"
#include "reduce.h"

struct mines_solution {
    mcore_arena arena;
    mcore_board board;
    mcore_reduced reduced;
    mcore_graph *graph; /* by component */
    mcore_certain certain;
    mcore_chain chain;
    uint8_t *certain_cell;     /* by site: MCORE_CERTAIN_SAFE, MCORE_CERTAIN_MINE (unopened cells only) or 0 */
    bool certain_mine;         /* whether any cell is MCORE_CERTAIN_MINE */
    double *mine;              /* P(mine) by site; 0 on the wall */
    double trust_floor;        /* below it doubles may have lost something: as mcore_marginal says; known with mine */
    uint64_t graph_bytes;      /* bytes that it held before the numbers on its graphs; 0 while these are not built */
    uint64_t graph_peak_bytes; /* the most that it held until then */
};

/* The beginning of every solution: from text to what the count needs of it, in the arena given. */
mines_status mcore_solution_reduce(mcore_board *board, mcore_reduced *reduced, mcore_arena *arena, const char *text,
                                   size_t rows, size_t cols, uint32_t mines, mines_fault *fault);

/* mines_solve, its pointers checked, with a poll of the caller's: *solution is NULL unless MINES_OK. *fault is only
   written where something is to blame. Where the forward vectors of all layers do not fit the memory, those of some are
   kept: its graphs have a `row`. */
mines_status mcore_solve(const char *text, size_t rows, size_t cols, uint32_t mines, uint64_t memory, mcore_poll *poll,
                         mines_solution **solution, mines_fault *fault);

/* As much of it as drawing boards needs: with all forward vectors, without the probabilities (mine is NULL) and, with
   `shortcut`, without the chain where a cell is a certain mine. */
mines_status mcore_solve_to_draw(const char *text, size_t rows, size_t cols, uint32_t mines, uint64_t memory,
                                 bool shortcut, mcore_poll *poll, mines_solution **solution, mines_fault *fault);

void mcore_solution_free(mines_solution *solution);

/* The same in a solution that is the caller's, its arena initialised: what was in it is forgotten, its memory used
   again. */
mines_status mcore_solve_again(mines_solution *solution, const char *text, size_t rows, size_t cols, uint32_t mines,
                               mcore_poll *poll, mines_fault *fault);

/* As far as the cells that are certain: no chain, and mine is NULL. */
mines_status mcore_solve_certain_again(mines_solution *solution, const char *text, size_t rows, size_t cols,
                                       uint32_t mines, mcore_poll *poll, mines_fault *fault);

/* What a solution says, row-major as the functions of the public header give it. Outputs may be NULL. */
void mcore_solution_write(const mines_solution *solution, double *mine, uint8_t *safe, uint8_t *mines);

#endif
