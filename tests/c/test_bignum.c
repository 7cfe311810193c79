/* test_bignum.c - arithmetic on long numbers, against identities and remainders by small primes. */
#include "../../core/base/bignum.h"

#include "check.h"
#include "positions.h"

enum { WORDS = 40 };

static uint32_t remainder_by(const uint32_t *x, size_t length, uint32_t prime)
{
    uint64_t rest = 0;
    for (size_t i = length; i-- > 0;)
        rest = (rest << 32 | x[i]) % prime;
    return (uint32_t)rest;
}

/* 100! by multiplication, and back to 1 by division without remainders. */
static void factorial(void)
{
    uint32_t x[WORDS] = {1};
    size_t length = 1;
    for (uint32_t n = 2; n <= 100; n++)
        length = mcore_bignum_multiply(x, length, WORDS, n);
    CHECK_SAME(length, 17); /* 525 bits */
    CHECK_SAME(remainder_by(x, length, 97), 0);
    CHECK_SAME(remainder_by(x, length, 101), 100); /* Wilson's theorem: (p - 1)! = -1 */
    for (uint32_t n = 100; n >= 2; n--) {
        CHECK_SAME(mcore_bignum_divide(x, length, n), 0);
        length = mcore_bignum_length(x, length);
    }
    CHECK(length == 1 && x[0] == 1);
    CHECK_SAME(mcore_bignum_length(x + 1, WORDS - 1), 0);
}

static size_t random_natural(uint32_t *x, uint64_t *state)
{
    size_t length = random_below(state, 12);
    memset(x, 0, WORDS * sizeof *x);
    for (size_t i = 0; i < length; i++) {
        uint32_t kind = random_below(state, 4); /* also words whose carries go far */
        x[i] = kind == 0 ? UINT32_MAX : kind == 1 ? 0 : (uint32_t)next_random(state);
    }
    return length;
}

static void remainders(void)
{
    static const uint32_t primes[] = {2, 3, 65537, 2147483647, 4294967291u};
    uint64_t state = 8;
    for (int round = 0; round < 2000; round++) {
        uint32_t a[WORDS], b[WORDS], sum[WORDS], copy[WORDS];
        size_t a_length = random_natural(a, &state), b_length = random_natural(b, &state);
        uint32_t factor = (uint32_t)next_random(&state);
        random_natural(sum, &state);
        memcpy(copy, sum, sizeof sum);

        mcore_bignum_add_product(sum, WORDS, a, a_length, b, b_length);
        for (size_t i = 0; i < sizeof primes / sizeof primes[0]; i++) {
            uint64_t p = primes[i];
            uint64_t product =
                (uint64_t)remainder_by(a, a_length, primes[i]) * remainder_by(b, b_length, primes[i]) % p;
            CHECK_SAME(remainder_by(sum, WORDS, primes[i]), (product + remainder_by(copy, WORDS, primes[i])) % p);
        }
        memcpy(sum, copy, sizeof sum);
        mcore_bignum_add_small(sum, WORDS, a, a_length, factor);
        for (size_t i = 0; i < sizeof primes / sizeof primes[0]; i++) {
            uint64_t p = primes[i];
            uint64_t product = (uint64_t)remainder_by(a, a_length, primes[i]) * (factor % p) % p;
            CHECK_SAME(remainder_by(sum, WORDS, primes[i]), (product + remainder_by(copy, WORDS, primes[i])) % p);
        }

        /* a * factor / factor = a, and quotient * divisor + remainder = a. */
        if (factor == 0)
            continue;
        memcpy(copy, a, sizeof a);
        size_t length = mcore_bignum_multiply(copy, a_length, WORDS, factor);
        CHECK_SAME(mcore_bignum_divide(copy, length, factor), 0);
        CHECK(memcmp(copy, a, sizeof a) == 0);
        uint32_t rest = mcore_bignum_divide(copy, a_length, factor), one[1] = {rest};
        CHECK(rest < factor);
        uint32_t back[WORDS] = {0};
        mcore_bignum_add_small(back, WORDS, copy, a_length, factor);
        mcore_bignum_add_small(back, WORDS, one, 1, 1);
        CHECK(memcmp(back, a, sizeof a) == 0);
    }
}

int main(void)
{
    factorial();
    remainders();
    return check_done("test_bignum");
}
