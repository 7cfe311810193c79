/*
 * bitboard.h - a board as bits: what arrives is a mask, what leaves are planes. A plane has one bit a cell, `words`
 * 64-bit words a row, the leftmost cell in the lowest bit of the first word, bits behind the last column 0. An empty
 * row lies before the first row and one behind the last; pointers are to the first row. The caller owns the memory.
 */
#ifndef MCORE_BITBOARD_H
#define MCORE_BITBOARD_H

#include "../base/common.h"
#include "../base/poll.h"

typedef struct mcore_bitboard_shape {
    size_t rows, cols;
    size_t words;  /* of a row */
    uint64_t last; /* the bits of a row's last word that are cells */
} mcore_bitboard_shape;

mcore_bitboard_shape mcore_bitboard_shape_of(size_t rows, size_t cols);

/* Words of a plane, its two empty rows included. */
size_t mcore_bitboard_words(const mcore_bitboard_shape *shape);

/* The set bits are the bytes of the mask that are not 0. The empty rows are left alone, here and below. */
void mcore_bitboard_read(const mcore_bitboard_shape *shape, const uint8_t *mask, uint64_t *plane, mcore_poll *poll);

/* out: the bits that are set in `in` or touch one that is. Not in place. */
void mcore_bitboard_dilate(const mcore_bitboard_shape *shape, const uint64_t *in, uint64_t *out, mcore_poll *poll);

/* How many bits are set. */
uint32_t mcore_bitboard_count(const mcore_bitboard_shape *shape, const uint64_t *plane, mcore_poll *poll);

#endif
