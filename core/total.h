/*
 * total.h - what arrives: the graphs of all components and the sea. What leaves: the exact number of valid boards, by
 * the same counts in integers.
 */
#ifndef MSC_TOTAL_H
#define MSC_TOTAL_H

#include "arena.h"
#include "ask.h"
#include "certain.h"
#include "common.h"
#include "count.h"
#include "poll.h"
#include "reduce.h"

/* Upper bound of the words of any such number, at least 1. */
size_t msc_total_words(const msc_reduced *reduced);

/* Fill words, room for msc_total_words(), and the number of them that matter. What these functions take from the arena
   can be given back by msc_arena_rewind. All fail with MINES_INTERRUPTED or the arena's status. */
mines_status msc_total(const msc_reduced *reduced, const msc_graph *graph, const msc_certain *certain,
                       msc_arena *arena, msc_poll *poll, uint32_t *words, size_t *used);

/* The numbers of valid boards in which m of the counted cells of a question hold mines and its own cell is safe,
   m = 0 .. width - 1 with width <= MSC_NUMBERS: msc_total_words() words each, one behind the other. */
mines_status msc_total_asked(const msc_reduced *reduced, const msc_graph *graph, const msc_certain *certain,
                             const msc_ask *ask, uint32_t width, msc_arena *arena, msc_poll *poll, uint32_t *words);

/* The number of all valid boards in decimal digits with a NUL, room for 10 * msc_total_words() + 1. */
mines_status msc_total_text(const msc_reduced *reduced, const msc_graph *graph, const msc_certain *certain,
                            msc_arena *arena, msc_poll *poll, char *text);

#endif
