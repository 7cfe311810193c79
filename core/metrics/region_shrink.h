/*
 * region_shrink.h - what arrives: a plane of at most 64 rows and 64 columns. What leaves: how many of its regions
 * vanished when all of them shrank towards the top left corner, a cell at a time, and what is left of the others.
 *
 * The rule is Levialdi's (Communications of the ACM 15, 1972): a cell is set in the next round if it is and one of the
 * cells on its right, below, and below on the right is, too, or if the one on its right and the one below both are. No
 * region ever falls apart or touches another, and one that has come down to a single cell vanishes in the next round.
 * A round takes all cells of some rows at once, and branches depend on no cell.
 */
#ifndef MCORE_REGION_SHRINK_H
#define MCORE_REGION_SHRINK_H

#include "../base/common.h"
#include "bitboard.h"

enum {
    MCORE_REGION_SHRINK_SIDE = 64,
    MCORE_REGION_SHRINK_ROUNDS = 48 /* at most; a region with a longer way to its corner is left */
};

/* Can a plane of this shape shrink? */
static inline bool mcore_region_shrink_fits(const mcore_bitboard_shape *shape)
{
    return shape->rows <= MCORE_REGION_SHRINK_SIDE && shape->cols <= MCORE_REGION_SHRINK_SIDE;
}

/* left: `rows` words, what has not vanished; *any says whether that is anything. */
uint32_t mcore_region_shrink(const mcore_bitboard_shape *shape, const uint64_t *plane, uint64_t *left, bool *any);

#endif
