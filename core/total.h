/*
 * total.h - what arrives: a solution. What leaves: the exact number of valid boards, by the same counts in integers.
 */
#ifndef MSC_TOTAL_H
#define MSC_TOTAL_H

#include "common.h"
#include "poll.h"
#include "solution.h"

/* Upper bound of the words of the total, at least 1. */
size_t msc_total_words(const mines_solution *solution);

/* Fill words, room for msc_total_words(), and the number of them that matter. Fails with MINES_OUT_OF_MEMORY,
   MINES_BUDGET_EXCEEDED or MINES_INTERRUPTED. */
mines_status msc_total(const mines_solution *solution, uint64_t memory, msc_poll *poll, uint32_t *words, size_t *used);

/* The same in decimal digits with a NUL, room for 10 * msc_total_words() + 1. */
mines_status msc_total_text(const mines_solution *solution, uint64_t memory, msc_poll *poll, char *text);

#endif
