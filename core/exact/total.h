/*
 * total.h - what arrives: the graphs of all components and the sea. What leaves: the exact number of valid boards, by
 * the same counts in integers.
 */
#ifndef MCORE_TOTAL_H
#define MCORE_TOTAL_H

#include "../base/arena.h"
#include "../base/common.h"
#include "../base/poll.h"
#include "cell_query.h"
#include "certain.h"
#include "graph.h"
#include "reduce.h"

/* Upper bound of the words of any such number, at least 1. */
size_t mcore_total_words(const mcore_reduced *reduced);

/* Fill words, room for mcore_total_words(), and the number of them that matter. What these functions take from the
   arena can be given back by mcore_arena_rewind. All fail with MINES_INTERRUPTED or the arena's status. */
mines_status mcore_total(const mcore_reduced *reduced, const mcore_graph *graph, const mcore_certain *certain,
                         mcore_arena *arena, mcore_poll *poll, uint32_t *words, size_t *used);

/* The numbers of valid boards in which m of the counted cells of a question hold mines and its own cell is safe,
   m = 0 .. width - 1 with width <= MCORE_NUMBERS: mcore_total_words() words each, one behind the other. */
mines_status mcore_total_query(const mcore_reduced *reduced, const mcore_graph *graph, const mcore_certain *certain,
                               const mcore_cell_query *ask, uint32_t width, mcore_arena *arena, mcore_poll *poll,
                               uint32_t *words);

/* The number of all valid boards in decimal digits with a NUL, room for 10 * mcore_total_words() + 1. */
mines_status mcore_total_text(const mcore_reduced *reduced, const mcore_graph *graph, const mcore_certain *certain,
                              mcore_arena *arena, mcore_poll *poll, char *text);

#endif
