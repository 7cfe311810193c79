/*
 * kernel_avx512.h - the part of the template's macros and functions that both AVX-512 kernels share: vectors of 64
 * bytes, whose comparisons give masks. The including file has defined TARGET.
 */
#include "kernel_unaligned.h"

#include <immintrin.h>

#define VEC 64
typedef __m512i vec;

#define V_LOAD(from) _mm512_loadu_si512((const void *)(from))
#define V_STORE(to, x) _mm512_storeu_si512((void *)(to), x)
#define V_ZERO _mm512_setzero_si512
#define V_SET64(x) _mm512_set1_epi64((long long)(x))
#define V_XOR _mm512_xor_si512
#define V_XOR3(a, b, c) _mm512_ternarylogic_epi64(a, b, c, 0x96)
#define V_AND _mm512_and_si512
#define V_OR _mm512_or_si512
#define V_NOR_AND(a, b, c) _mm512_ternarylogic_epi64(a, b, c, 0x02)
#define V_SELECT(mask, a, b) _mm512_ternarylogic_epi64(mask, a, b, 0xca)
#define V_ADD64 _mm512_add_epi64
#define V_SHL64(x, by) _mm512_slli_epi64(x, by)
#define V_SHR64(x, by) _mm512_srli_epi64(x, by)
#define V_ROL64(x, by) _mm512_rol_epi64(x, by)
#define V_MUL32 _mm512_mul_epu32

/* narrow_row with the guess g for the `have` mines of each lane. */
TARGET static inline void narrow_row_at(vec g, vec have, vec row, uint8_t *rem, unsigned b, vec *mine, vec *unsure)
{
    vec bit = _mm512_set1_epi8((char)(1u << b));
    __mmask64 below = _mm512_cmplt_epu8_mask(row, g), equal = _mm512_cmpeq_epi8_mask(row, g);
    V_STORE(rem, _mm512_mask_sub_epi8(have, below, have, _mm512_set1_epi8(1)));
    *mine = _mm512_mask_add_epi8(*mine, below, *mine, bit);
    *unsure = _mm512_mask_add_epi8(*unsure, equal, *unsure, bit);
}

/* 32 lanes of a wide row: returns bytes of -1 for a mine; *near is -1 where the byte is the guess or one more. */
TARGET static inline __m256i wide_half(mcore_sea_factor factor, __m256i row, uint16_t *rem, __m256i *near)
{
    vec have = V_LOAD(rem), x = _mm512_mullo_epi16(have, _mm512_set1_epi16((short)factor.scale));
    vec g = _mm512_mulhi_epu16(x, _mm512_set1_epi16((short)factor.recip));
    vec over = _mm512_sub_epi16(_mm512_cvtepu8_epi16(row), g), below = _mm512_srai_epi16(over, 15);
    V_STORE(rem, _mm512_add_epi16(have, below));
    *near = _mm512_cvtepi16_epi8(_mm512_movm_epi16(_mm512_cmplt_epu16_mask(over, _mm512_set1_epi16(2))));
    return _mm512_cvtepi16_epi8(below);
}

TARGET static inline vec both_halves(__m256i low, __m256i high)
{
    return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}

TARGET static inline void wide_row(mcore_sea_factor factor, vec row, uint16_t *rem, unsigned b, vec *mine, vec *unsure)
{
    __m256i near_low, near_high;
    __m256i low = wide_half(factor, _mm512_castsi512_si256(row), rem, &near_low);
    __m256i high = wide_half(factor, _mm512_extracti64x4_epi64(row, 1), rem + 32, &near_high);
    vec bit = _mm512_set1_epi8((char)(1u << b));
    *mine = _mm512_or_si512(*mine, _mm512_and_si512(both_halves(low, high), bit));
    *unsure = _mm512_or_si512(*unsure, _mm512_and_si512(both_halves(near_low, near_high), bit));
}

TARGET static inline uint64_t some_bits(const uint8_t *bytes)
{
    vec x = V_LOAD(bytes);
    return _mm512_test_epi8_mask(x, x);
}

/* Sums of eight vectors: add pairs of words, then of quarters, then of halves. */
TARGET static inline vec add_up(const vec *x)
{
    vec pair[4];
    for (int i = 0; i < 4; i++) {
        pair[i] = _mm512_add_epi64(_mm512_unpacklo_epi64(x[2 * i], x[2 * i + 1]),
                                   _mm512_unpackhi_epi64(x[2 * i], x[2 * i + 1]));
    }
    /* pair i alternates between four parts each of sums 2 i and 2 i + 1 */
    vec low =
        _mm512_add_epi64(_mm512_shuffle_i64x2(pair[0], pair[1], 0x88), _mm512_shuffle_i64x2(pair[0], pair[1], 0xdd));
    vec high =
        _mm512_add_epi64(_mm512_shuffle_i64x2(pair[2], pair[3], 0x88), _mm512_shuffle_i64x2(pair[2], pair[3], 0xdd));
    return _mm512_add_epi64(_mm512_shuffle_i64x2(low, high, 0x88), _mm512_shuffle_i64x2(low, high, 0xdd));
}
