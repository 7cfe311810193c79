/*
 * region_shrink.h - shrinks all regions of a bitboard of at most 64 x 64 cells towards their top left corners, cell by
 * cell, and counts those that vanish. Allocates nothing.
 *
 * The rule is Levialdi's (Communications of the ACM 15, 1972): a cell is set in the next round if it is set and so is
 * the cell to its right, below it, or diagonally below to the right; or if both the one to its right and the one below
 * it are. Regions never split or merge, and a region reduced to a single cell vanishes in the next round. A round
 * processes several rows at once, without a branch that depends on a cell.
 */
#ifndef MCORE_REGION_SHRINK_H
#define MCORE_REGION_SHRINK_H

#include "../base/common.h"
#include "bitboard.h"

enum {
    MCORE_REGION_SHRINK_SIDE = 64,
    MCORE_REGION_SHRINK_ROUNDS = 48 /* at most; regions that need more remain */
};

/* Whether bitboards of this shape are small enough. */
static inline bool mcore_region_shrink_fits(const mcore_bitboard_shape *shape)
{
    return shape->rows <= MCORE_REGION_SHRINK_SIDE && shape->cols <= MCORE_REGION_SHRINK_SIDE;
}

/* Returns how many regions vanished. left: `rows` words, what remains of the others, written only if *any is true. */
uint32_t mcore_region_shrink(const mcore_bitboard_shape *shape, const uint64_t *bits, uint64_t *left, bool *any);

#endif
