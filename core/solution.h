/*
 * solution.h - the handle mines_solution: a position on its way through all rooms, in one arena.
 */
#ifndef MSC_SOLUTION_H
#define MSC_SOLUTION_H

#include "arena.h"
#include "board.h"
#include "combine.h"
#include "common.h"
#include "count.h"
#include "reduce.h"

struct mines_solution {
    msc_arena arena;
    msc_board board;
    msc_reduced reduced;
    msc_graph *graph; /* by component */
    msc_chain chain;
    double *mine;     /* P(mine) by site; 0 on the wall */
    uint8_t *certain; /* by site: MSC_CERTAIN_SAFE, MSC_CERTAIN_MINE (unopened cells only) or 0 */
    bool certain_mine; /* whether any unopened cell is MSC_CERTAIN_MINE */
};

enum { MSC_CERTAIN_SAFE = 1, MSC_CERTAIN_MINE = 2 };

/* What mines_solve does, with the clock running against a deadline as well: MINES_INTERRUPTED when it is reached. */
mines_status msc_solve(const char *text, size_t rows, size_t cols, uint32_t mines, uint64_t memory, msc_poll *poll,
                       mines_solution **solution, mines_fault *fault);

#endif
