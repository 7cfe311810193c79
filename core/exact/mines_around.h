/*
 * mines_around.h - P(no mine around) and P(number) of every cell. The input is a solution, which is not changed; the
 * caller provides the output arrays and a memory budget in bytes. Cells with the same surroundings share one query
 * (cell_query.h).
 */
#ifndef MCORE_MINES_AROUND_H
#define MCORE_MINES_AROUND_H

#include "../base/common.h"
#include "../base/poll.h"
#include "solution.h"

/* mines_solution_zero_around and mines_solution_number, with checked pointers. Both fail with MINES_INTERRUPTED,
   MINES_BUDGET_EXCEEDED or MINES_OUT_OF_MEMORY. */
mines_status mcore_mines_around_zero(const mines_solution *solution, uint64_t memory, mcore_poll *poll, double *out);
mines_status mcore_mines_around_number(const mines_solution *solution, uint64_t memory, mcore_poll *poll, double *out);

#endif
