/* kernel_avx2.c - the kernel for vectors of 32 bytes. */
#include "kernel.h"

#include "../../base/cpu.h"

#if MCORE_X86

#  include "kernel_unaligned.h"

#  include <immintrin.h>

#  define KERNEL mcore_kernel_avx2
#  define NAME "avx2"
#  define TARGET __attribute__((target("avx2,popcnt,bmi,bmi2")))
#  define VEC 32
typedef __m256i vec;

#  define V_LOAD(from) _mm256_loadu_si256((const __m256i *)(const void *)(from))
#  define V_STORE(to, x) _mm256_storeu_si256((__m256i *)(void *)(to), x)
#  define V_ZERO _mm256_setzero_si256
#  define V_SET64(x) _mm256_set1_epi64x((long long)(x))
#  define V_XOR _mm256_xor_si256
#  define V_XOR3(a, b, c) V_XOR(a, V_XOR(b, c))
#  define V_AND _mm256_and_si256
#  define V_OR _mm256_or_si256
#  define V_NOR_AND(a, b, c) _mm256_andnot_si256(_mm256_or_si256(a, b), c)
#  define V_SELECT(mask, a, b) _mm256_or_si256(_mm256_and_si256(mask, a), _mm256_andnot_si256(mask, b))
#  define V_ADD64 _mm256_add_epi64
#  define V_SHL64 _mm256_slli_epi64
#  define V_SHR64 _mm256_srli_epi64
#  define V_ROL64(x, by) _mm256_or_si256(_mm256_slli_epi64(x, by), _mm256_srli_epi64(x, 64 - (by)))
#  define V_MUL32 _mm256_mul_epu32

typedef struct guess {
    vec scale, recip;
} guess;

TARGET static inline guess narrow_guess(mcore_sea_factor factor)
{
    return (guess){_mm256_set1_epi16((short)factor.scale), _mm256_set1_epi16((short)factor.recip)};
}

TARGET static inline void narrow_row(const guess *cell, vec row, uint8_t *rem, unsigned b, vec *mine, vec *unsure)
{
    vec have = V_LOAD(rem), zero = _mm256_setzero_si256();
    vec low = _mm256_mullo_epi16(_mm256_unpacklo_epi8(have, zero), cell->scale);
    vec high = _mm256_mullo_epi16(_mm256_unpackhi_epi8(have, zero), cell->scale);
    vec g = _mm256_packus_epi16(_mm256_mulhi_epu16(low, cell->recip), _mm256_mulhi_epu16(high, cell->recip));
    vec below = _mm256_min_epu8(_mm256_subs_epu8(g, row), _mm256_set1_epi8(1));
    vec equal = _mm256_and_si256(_mm256_cmpeq_epi8(g, row), _mm256_set1_epi8((char)(1u << b)));
    V_STORE(rem, _mm256_sub_epi8(have, below));
    *mine = _mm256_or_si256(*mine, _mm256_slli_epi16(below, (int)b));
    *unsure = _mm256_or_si256(*unsure, equal);
}

/* Sixteen lanes of a wide row: returns -1 for a mine; *near is -1 where the byte is the guess or one more. */
TARGET static inline vec wide_half(mcore_sea_factor factor, __m128i row, uint16_t *rem, vec *near)
{
    vec have = V_LOAD(rem), x = _mm256_mullo_epi16(have, _mm256_set1_epi16((short)factor.scale));
    vec g = _mm256_mulhi_epu16(x, _mm256_set1_epi16((short)factor.recip));
    vec over = _mm256_sub_epi16(_mm256_cvtepu8_epi16(row), g);
    vec below = _mm256_cmpgt_epi16(_mm256_setzero_si256(), over);
    V_STORE(rem, _mm256_add_epi16(have, below));
    *near = _mm256_andnot_si256(below, _mm256_cmpgt_epi16(_mm256_set1_epi16(2), over));
    return below;
}

/* 16-bit words of 0 or -1 to bytes, in order. */
TARGET static inline vec to_bytes(vec low, vec high)
{
    return _mm256_permute4x64_epi64(_mm256_packs_epi16(low, high), 0xd8);
}

TARGET static inline void wide_row(mcore_sea_factor factor, vec row, uint16_t *rem, unsigned b, vec *mine, vec *unsure)
{
    vec bit = _mm256_set1_epi8((char)(1u << b)), near_low, near_high;
    vec low = wide_half(factor, _mm256_castsi256_si128(row), rem, &near_low);
    vec high = wide_half(factor, _mm256_extracti128_si256(row, 1), rem + 16, &near_high);
    *mine = _mm256_or_si256(*mine, _mm256_and_si256(to_bytes(low, high), bit));
    *unsure = _mm256_or_si256(*unsure, _mm256_and_si256(to_bytes(near_low, near_high), bit));
}

TARGET static inline uint64_t some_bits(const uint8_t *bytes)
{
    vec zero = _mm256_setzero_si256();
    uint32_t low = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(V_LOAD(bytes), zero));
    uint32_t high = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(V_LOAD(bytes + 32), zero));
    return ~(low | (uint64_t)high << 32);
}

TARGET static inline vec ones_by_8(vec x)
{
    vec m4 = _mm256_set1_epi8(0x0f);
    vec table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2,
                                 3, 3, 4);
    return _mm256_add_epi8(_mm256_shuffle_epi8(table, _mm256_and_si256(x, m4)),
                           _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi64(x, 4), m4)));
}

TARGET static inline vec plane_ones(const vec *x)
{
    return _mm256_sad_epu8(_mm256_add_epi8(ones_by_8(x[0]), ones_by_8(x[1])), _mm256_setzero_si256());
}

TARGET static inline vec add_up(const vec *x)
{
    vec a = _mm256_add_epi64(_mm256_unpacklo_epi64(x[0], x[1]), _mm256_unpackhi_epi64(x[0], x[1]));
    vec b = _mm256_add_epi64(_mm256_unpacklo_epi64(x[2], x[3]), _mm256_unpackhi_epi64(x[2], x[3]));
    return _mm256_add_epi64(_mm256_permute2x128_si256(a, b, 0x20), _mm256_permute2x128_si256(a, b, 0x31));
}

#  include "kernel_template.h"

#endif
