#include "bignum.h"

#include "scaling.h"

void mcore_bignum_add_small(uint32_t *to, size_t capacity, const uint32_t *from, size_t length, uint32_t factor)
{
    uint64_t carry = 0;
    size_t i = 0;
    for (; i < length; i++) {
        carry += (uint64_t)from[i] * factor + to[i];
        to[i] = (uint32_t)carry;
        carry >>= 32;
    }
    for (; carry != 0 && i < capacity; i++) {
        carry += to[i];
        to[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

void mcore_bignum_add_product(uint32_t *to, size_t capacity, const uint32_t *a, size_t a_length, const uint32_t *b,
                              size_t b_length)
{
    for (size_t i = 0; i < a_length; i++) {
        if (a[i] != 0)
            mcore_bignum_add_small(to + i, capacity - i, b, b_length, a[i]);
    }
}

size_t mcore_bignum_multiply(uint32_t *x, size_t length, size_t capacity, uint32_t factor)
{
    uint64_t carry = 0;
    for (size_t i = 0; i < length; i++) {
        carry += (uint64_t)x[i] * factor;
        x[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0 && length < capacity)
        x[length++] = (uint32_t)carry;
    return length;
}

uint32_t mcore_bignum_divide(uint32_t *x, size_t length, uint32_t divisor)
{
    uint64_t rest = 0;
    for (size_t i = length; i-- > 0;) {
        rest = rest << 32 | x[i];
        x[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
    return (uint32_t)rest;
}

/* The three most significant words as a double. */
static double top(const uint32_t *x, size_t length)
{
    double value = 0.0;
    for (size_t i = 0; i < 3; i++)
        value = value * 4294967296.0 + (i < length ? (double)x[length - 1 - i] : 0.0);
    return value;
}

double mcore_bignum_ratio(const uint32_t *a, size_t a_length, const uint32_t *b, size_t b_length)
{
    double ratio = top(a, a_length) / top(b, b_length);
    /* in two steps: the whole power of two may be outside the range of a double */
    int power = a_length >= b_length ? (int)(a_length - b_length) * 32 : -(int)(b_length - a_length) * 32;
    return ratio * mcore_power_of_two(power / 2) * mcore_power_of_two(power - power / 2);
}

size_t mcore_bignum_length(const uint32_t *x, size_t length)
{
    while (length > 0 && x[length - 1] == 0)
        length--;
    return length;
}
