/*
 * query.h - what arrives: a solution. What leaves: for every cell, what its neighbours hold. Cells with the same pins
 * share one question.
 */
#ifndef MCORE_QUERY_H
#define MCORE_QUERY_H

#include "../base/common.h"
#include "../base/poll.h"
#include "solution.h"

/* mines_solution_zero_around and mines_solution_number, their pointers checked. */
mines_status mcore_query_zero_around(const mines_solution *solution, uint64_t memory, mcore_poll *poll, double *out);
mines_status mcore_query_number(const mines_solution *solution, uint64_t memory, mcore_poll *poll, double *out);

#endif
