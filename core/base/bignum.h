/*
 * bignum.h - natural numbers of any size: arrays of 32-bit words, least significant first, owned by the caller.
 */
#ifndef MCORE_BIGNUM_H
#define MCORE_BIGNUM_H

#include "common.h"

/* to += from * factor. `to` has `capacity` >= length words, and the result must fit. */
void mcore_bignum_add_small(uint32_t *to, size_t capacity, const uint32_t *from, size_t length, uint32_t factor);

/* to += a * b. `to` has `capacity` words, and the result must fit. */
void mcore_bignum_add_product(uint32_t *to, size_t capacity, const uint32_t *a, size_t a_length, const uint32_t *b,
                              size_t b_length);

/* x *= factor, in place within `capacity` words; returns the new length. */
size_t mcore_bignum_multiply(uint32_t *x, size_t length, size_t capacity, uint32_t factor);

/* x /= divisor, in place; returns the remainder. */
uint32_t mcore_bignum_divide(uint32_t *x, size_t length, uint32_t divisor);

/* a / b, b > 0, to the accuracy of a double; 0 or infinity outside its range. Lengths without leading zeros. */
double mcore_bignum_ratio(const uint32_t *a, size_t a_length, const uint32_t *b, size_t b_length);

/* The length without leading zeros. */
size_t mcore_bignum_length(const uint32_t *x, size_t length);

#endif
