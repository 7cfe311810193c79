/*
 * total.h - what arrives: the graphs of all components and the sea. What leaves: the exact number of valid boards, by
 * the same counts in integers.
 */
#ifndef MSC_TOTAL_H
#define MSC_TOTAL_H

#include "arena.h"
#include "certain.h"
#include "common.h"
#include "count.h"
#include "poll.h"
#include "reduce.h"

/* What is counted: boards in which one cell, any of a box or any of the sea, holds a mine; or all. */
typedef struct msc_pinned_mine {
    uint32_t box; /* MSC_NONE: no box is pinned */
    bool sea;
} msc_pinned_mine;

/* Upper bound of the words of any such number, at least 1. */
size_t msc_total_words(const msc_reduced *reduced);

/* Fill words, room for msc_total_words(), and the number of them that matter. What it takes from the arena can be given
   back by msc_arena_rewind. Fails with MINES_INTERRUPTED or the arena's status. */
mines_status msc_total(const msc_reduced *reduced, const msc_graph *graph, const msc_certain *certain,
                       msc_pinned_mine pinned, msc_arena *arena, msc_poll *poll, uint32_t *words, size_t *used);

/* The number of all valid boards in decimal digits with a NUL, room for 10 * msc_total_words() + 1. */
mines_status msc_total_text(const msc_reduced *reduced, const msc_graph *graph, const msc_certain *certain,
                            msc_arena *arena, msc_poll *poll, char *text);

#endif
