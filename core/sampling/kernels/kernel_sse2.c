/* kernel_sse2.c - the kernel for vectors of 16 bytes: any 64-bit x86 and most 32-bit ones. */
#include "kernel.h"

#include "../../base/cpu.h"

#if MCORE_X86

#  include <emmintrin.h>

#  define KERNEL mcore_kernel_sse2
#  define NAME "sse2"
#  define TARGET __attribute__((target("sse2")))
#  define VEC 16
typedef __m128i vec;

#  define V_LOAD(from) _mm_loadu_si128((const __m128i *)(const void *)(from))
#  define V_STORE(to, x) _mm_storeu_si128((__m128i *)(void *)(to), x)
#  define V_ZERO _mm_setzero_si128
#  define V_SET64(x) _mm_set1_epi64x((long long)(x))
#  define V_XOR _mm_xor_si128
#  define V_XOR3(a, b, c) V_XOR(a, V_XOR(b, c))
#  define V_AND _mm_and_si128
#  define V_OR _mm_or_si128
#  define V_NOR_AND(a, b, c) _mm_andnot_si128(_mm_or_si128(a, b), c)
#  define V_SELECT(mask, a, b) _mm_or_si128(_mm_and_si128(mask, a), _mm_andnot_si128(mask, b))
#  define V_ADD64 _mm_add_epi64
#  define V_SHL64 _mm_slli_epi64
#  define V_SHR64 _mm_srli_epi64
#  define V_ROL64(x, by) _mm_or_si128(_mm_slli_epi64(x, by), _mm_srli_epi64(x, 64 - (by)))
#  define V_MUL32 _mm_mul_epu32

typedef struct guess {
    vec scale, recip;
} guess;

TARGET static inline guess narrow_guess(mcore_sea_factor factor)
{
    return (guess){_mm_set1_epi16((short)factor.scale), _mm_set1_epi16((short)factor.recip)};
}

TARGET static inline void narrow_row(const guess *cell, vec row, uint8_t *rem, unsigned b, vec *mine, vec *unsure)
{
    vec have = V_LOAD(rem), zero = _mm_setzero_si128();
    vec low = _mm_mullo_epi16(_mm_unpacklo_epi8(have, zero), cell->scale);
    vec high = _mm_mullo_epi16(_mm_unpackhi_epi8(have, zero), cell->scale);
    vec g = _mm_packus_epi16(_mm_mulhi_epu16(low, cell->recip), _mm_mulhi_epu16(high, cell->recip));
    vec below = _mm_min_epu8(_mm_subs_epu8(g, row), _mm_set1_epi8(1));
    vec equal = _mm_and_si128(_mm_cmpeq_epi8(g, row), _mm_set1_epi8((char)(1u << b)));
    V_STORE(rem, _mm_sub_epi8(have, below));
    *mine = _mm_or_si128(*mine, _mm_slli_epi16(below, (int)b));
    *unsure = _mm_or_si128(*unsure, equal);
}

/* Eight lanes of a wide row: returns -1 for a mine; *near is -1 where the byte is the guess or one more. */
TARGET static inline vec wide_half(mcore_sea_factor factor, vec row, uint16_t *rem, vec *near)
{
    vec have = V_LOAD(rem), x = _mm_mullo_epi16(have, _mm_set1_epi16((short)factor.scale));
    vec over = _mm_sub_epi16(row, _mm_mulhi_epu16(x, _mm_set1_epi16((short)factor.recip)));
    vec below = _mm_cmpgt_epi16(_mm_setzero_si128(), over);
    V_STORE(rem, _mm_add_epi16(have, below));
    *near = _mm_andnot_si128(below, _mm_cmpgt_epi16(_mm_set1_epi16(2), over));
    return below;
}

TARGET static inline void wide_row(mcore_sea_factor factor, vec row, uint16_t *rem, unsigned b, vec *mine, vec *unsure)
{
    vec zero = _mm_setzero_si128(), bit = _mm_set1_epi8((char)(1u << b)), near_low, near_high;
    vec low = wide_half(factor, _mm_unpacklo_epi8(row, zero), rem, &near_low);
    vec high = wide_half(factor, _mm_unpackhi_epi8(row, zero), rem + 8, &near_high);
    *mine = _mm_or_si128(*mine, _mm_and_si128(_mm_packs_epi16(low, high), bit));
    *unsure = _mm_or_si128(*unsure, _mm_and_si128(_mm_packs_epi16(near_low, near_high), bit));
}

TARGET static inline uint64_t some_bits(const uint8_t *bytes)
{
    uint64_t none = 0;
    for (unsigned g = 0; g < 4; g++) {
        int bits = _mm_movemask_epi8(_mm_cmpeq_epi8(V_LOAD(bytes + 16 * g), _mm_setzero_si128()));
        none |= (uint64_t)(uint32_t)bits << 16 * g;
    }
    return ~none;
}

/* The bits set in every 4 bits of two vectors together, at most 8. */
TARGET static inline vec ones_by_4(vec a, vec b)
{
    vec m1 = _mm_set1_epi8(0x55), m2 = _mm_set1_epi8(0x33);
    a = _mm_sub_epi8(a, _mm_and_si128(_mm_srli_epi64(a, 1), m1));
    b = _mm_sub_epi8(b, _mm_and_si128(_mm_srli_epi64(b, 1), m1));
    vec low = _mm_add_epi8(_mm_and_si128(a, m2), _mm_and_si128(b, m2));
    vec high = _mm_add_epi8(_mm_and_si128(_mm_srli_epi64(a, 2), m2), _mm_and_si128(_mm_srli_epi64(b, 2), m2));
    return _mm_add_epi8(low, high);
}

TARGET static inline vec plane_ones(const vec *x)
{
    vec a = ones_by_4(x[0], x[1]), b = ones_by_4(x[2], x[3]), m4 = _mm_set1_epi8(0x0f);
    vec low = _mm_add_epi8(_mm_and_si128(a, m4), _mm_and_si128(b, m4));
    vec high = _mm_add_epi8(_mm_and_si128(_mm_srli_epi64(a, 4), m4), _mm_and_si128(_mm_srli_epi64(b, 4), m4));
    return _mm_sad_epu8(_mm_add_epi8(low, high), _mm_setzero_si128());
}

TARGET static inline vec add_up(const vec *x)
{
    return _mm_add_epi64(_mm_unpacklo_epi64(x[0], x[1]), _mm_unpackhi_epi64(x[0], x[1]));
}

#  include "kernel_template.h"

#endif
