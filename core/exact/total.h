/*
 * total.h - the exact number of valid boards, or of those that satisfy a query: the dynamic program of
 * forward_backward.h in integers, over the graphs of all components and the sea.
 *
 * Numbers are arrays of mcore_total_words() 32-bit words (bignum.h), which the caller provides. Temporary data is
 * allocated in the caller's arena and can be freed by mcore_arena_rewind. All functions fail with MINES_INTERRUPTED or
 * the arena's status.
 */
#ifndef MCORE_TOTAL_H
#define MCORE_TOTAL_H

#include "../base/arena.h"
#include "../base/common.h"
#include "../base/poll.h"
#include "cell_query.h"
#include "graph.h"
#include "reduce.h"

/* Upper bound of the words of any such number, at least 1. */
size_t mcore_total_words(const mcore_reduced *reduced);

/* The number of valid boards; *used is its length without leading zeros. */
mines_status mcore_total(const mcore_reduced *reduced, const mcore_graph *graph, mcore_arena *arena, mcore_poll *poll,
                         uint32_t *words, size_t *used);

/* For m = 0 .. width - 1 the number of valid boards with m mines among the query's neighbours and none in its own cell:
   `width` <= MCORE_NUMBERS consecutive numbers. */
mines_status mcore_total_query(const mcore_reduced *reduced, const mcore_graph *graph, const mcore_cell_query *query,
                               uint32_t width, mcore_arena *arena, mcore_poll *poll, uint32_t *words);

/* The number of valid boards as a decimal string. text: 10 * mcore_total_words() + 1 bytes. */
mines_status mcore_total_text(const mcore_reduced *reduced, const mcore_graph *graph, mcore_arena *arena,
                              mcore_poll *poll, char *text);

#endif
