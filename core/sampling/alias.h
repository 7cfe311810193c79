/*
 * alias.h - a leaf: what arrives: weights. What leaves: an alias table over those that count, by which an outcome is
 * drawn with one look. Everything is allocated in the arena given.
 */
#ifndef MCORE_ALIAS_H
#define MCORE_ALIAS_H

#include "../base/arena.h"
#include "../base/common.h"

typedef struct mcore_alias {
    double *weight; /* what arrives; spent by what is made of it */
    uint32_t *keep; /* outcomes that are left */
    uint32_t *next; /* the caller's, until the table is made */
    uint64_t *threshold;
    uint32_t *other;
} mcore_alias;

/* Room for so many outcomes; what the arrays held is lost. Begins with zeros. false on failure. */
bool mcore_alias_reserve(mcore_alias *alias, mcore_arena *arena, size_t outcomes);

/* Scale weight[0 .. n - 1] so that the largest is near 1 and drop those that vanish beside it: keep[] says which are
   left, weight[] has theirs. Returns how many. */
uint32_t mcore_alias_prune(mcore_alias *alias, uint32_t n);

/*
 * weight[0 .. n - 1], all positive, to threshold and other. A uniform index i and a uniform 64-bit fraction f give i
 * where f < threshold[i], else other[i]. Walker's method as Vose made it linear (1991).
 */
void mcore_alias_build(mcore_alias *alias, uint32_t n);

#endif
