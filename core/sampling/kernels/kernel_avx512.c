/* kernel_avx512.c - the kernel for vectors of 64 bytes on any processor with AVX-512BW. */
#include "kernel.h"

#include "../../base/cpu.h"

#if MCORE_X86

#  define KERNEL mcore_kernel_avx512
#  define NAME "avx512"
#  define TARGET __attribute__((target("avx512f,avx512bw,avx512vl,popcnt,bmi,bmi2")))

#  include "kernel_avx512.h"

typedef struct guess {
    vec scale, recip;
} guess;

TARGET static inline guess narrow_guess(mcore_sea_factor factor)
{
    return (guess){_mm512_set1_epi16((short)factor.scale), _mm512_set1_epi16((short)factor.recip)};
}

TARGET static inline void narrow_row(const guess *cell, vec row, uint8_t *rem, unsigned b, vec *mine, vec *unsure)
{
    vec have = V_LOAD(rem), zero = _mm512_setzero_si512();
    vec low = _mm512_mullo_epi16(_mm512_unpacklo_epi8(have, zero), cell->scale);
    vec high = _mm512_mullo_epi16(_mm512_unpackhi_epi8(have, zero), cell->scale);
    vec g = _mm512_packus_epi16(_mm512_mulhi_epu16(low, cell->recip), _mm512_mulhi_epu16(high, cell->recip));
    narrow_row_at(g, have, row, rem, b, mine, unsure);
}

TARGET static inline vec plane_ones(const vec *x)
{
    vec m4 = _mm512_set1_epi8(0x0f);
    vec table = _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    vec low = _mm512_shuffle_epi8(table, _mm512_and_si512(x[0], m4));
    vec high = _mm512_shuffle_epi8(table, _mm512_and_si512(_mm512_srli_epi64(x[0], 4), m4));
    return _mm512_sad_epu8(_mm512_add_epi8(low, high), _mm512_setzero_si512());
}

#  include "kernel_template.h"

#endif
