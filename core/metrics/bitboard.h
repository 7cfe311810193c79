/*
 * bitboard.h - bitboards: one bit per cell, read from a mask of bytes. A row has `words` 64-bit words, with the
 * leftmost cell in the lowest bit of the first word; bits past the last column are 0. Every bitboard has an extra empty
 * row before the first row and after the last; pointers are to the first row. The caller owns the memory, and fills the
 * empty rows with zeros.
 *
 * The functions stop early if the poll says so; their results are then unspecified.
 */
#ifndef MCORE_BITBOARD_H
#define MCORE_BITBOARD_H

#include "../base/common.h"
#include "../base/poll.h"

typedef struct mcore_bitboard_shape {
    size_t rows, cols;
    size_t words;  /* per row */
    uint64_t last; /* the bits of a row's last word that are cells */
} mcore_bitboard_shape;

mcore_bitboard_shape mcore_bitboard_shape_of(size_t rows, size_t cols);

/* Words of a bitboard, including its two empty rows. */
size_t mcore_bitboard_words(const mcore_bitboard_shape *shape);

/* Set the bits of the bytes of the mask that are not 0, and clear the others. */
void mcore_bitboard_read(const mcore_bitboard_shape *shape, const uint8_t *mask, uint64_t *bits, mcore_poll *poll);

/* Copy `in` to `out` and set all neighbours of its bits, too. The two must be different. */
void mcore_bitboard_dilate(const mcore_bitboard_shape *shape, const uint64_t *in, uint64_t *out, mcore_poll *poll);

/* How many bits are set. */
uint32_t mcore_bitboard_count(const mcore_bitboard_shape *shape, const uint64_t *bits, mcore_poll *poll);

#endif
