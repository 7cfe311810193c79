/*
 * alias.h - alias tables: draw one of n weighted outcomes in constant time (Walker's method, built in linear time as by
 * Vose, 1991). The caller reserves the arrays in its arena, fills in weights, prunes them and builds the table; the
 * same arrays serve one table after another.
 */
#ifndef MCORE_ALIAS_H
#define MCORE_ALIAS_H

#include "../base/arena.h"
#include "../base/common.h"

typedef struct mcore_alias {
    double *weight;      /* input; building the table overwrites it */
    uint32_t *keep;      /* outcomes that survived pruning */
    uint32_t *next;      /* free for the caller until the table is built */
    uint64_t *threshold; /* the table, one entry per surviving outcome */
    uint32_t *other;
} mcore_alias;

/* Make the arrays hold that many outcomes; their contents are lost. Start from a zeroed struct. False on failure. */
bool mcore_alias_reserve(mcore_alias *alias, mcore_arena *arena, size_t outcomes);

/* Scale weight[0 .. n - 1] so that the largest is near 1, and drop those that become 0: weight[] and keep[] then hold
   the weights and the numbers of the others. Returns how many those are. */
uint32_t mcore_alias_prune(mcore_alias *alias, uint32_t n);

/* Fill threshold and other from weight[0 .. n - 1], all positive. To draw, take a uniform index i below n and a uniform
   64-bit fraction f: the outcome is i if f < threshold[i], otherwise other[i]. */
void mcore_alias_build(mcore_alias *alias, uint32_t n);

#endif
