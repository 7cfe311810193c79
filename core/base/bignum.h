/*
 * bignum.h - a leaf: natural numbers of any size, 32-bit words, least significant first, in arrays of the caller's.
 */
#ifndef MCORE_BIGNUM_H
#define MCORE_BIGNUM_H

#include "common.h"

/* to += from * factor, where to has `room` >= length words and the result fits. */
void mcore_bignum_add_small(uint32_t *to, size_t room, const uint32_t *from, size_t length, uint32_t factor);

/* to += a * b, where to has `room` words and the result fits. */
void mcore_bignum_add_product(uint32_t *to, size_t room, const uint32_t *a, size_t a_length, const uint32_t *b,
                              size_t b_length);

/* x *= factor in place, within `room` words; returns the new length. */
size_t mcore_bignum_multiply(uint32_t *x, size_t length, size_t room, uint32_t factor);

/* x /= divisor in place; returns the remainder. */
uint32_t mcore_bignum_divide(uint32_t *x, size_t length, uint32_t divisor);

/* a / b, b > 0, to the accuracy of a double; 0 or infinity beyond its range. Lengths without leading zeros. */
double mcore_bignum_ratio(const uint32_t *a, size_t a_length, const uint32_t *b, size_t b_length);

/* Words without leading zeros. */
size_t mcore_bignum_length(const uint32_t *x, size_t length);

#endif
