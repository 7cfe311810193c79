/* kernel_vbmi.c - the kernel for AVX-512 with byte lookups in vectors (VBMI) and bit counts (VPOPCNTDQ). */
#include "kernel.h"

#include "../../base/cpu.h"

#if MCORE_X86

#  define KERNEL mcore_kernel_vbmi
#  define NAME "avx512vbmi"
#  define TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512vpopcntdq,popcnt,bmi,bmi2")))

#  include "kernel_avx512.h"

/* The guess for every number of mines that may remain in a lane of the narrow sea. */
typedef struct guess {
    vec low, high;
} guess;

/* Guesses for 64 numbers of mines, arranged so that packing the two halves puts them in order. */
TARGET static inline vec guesses(mcore_sea_factor factor, int first)
{
    vec step = _mm512_set_epi64(0x0037003600350034, 0x0033003200310030, 0x0027002600250024, 0x0023002200210020,
                                0x0017001600150014, 0x0013001200110010, 0x0007000600050004, 0x0003000200010000);
    vec scale = _mm512_set1_epi16((short)factor.scale), recip = _mm512_set1_epi16((short)factor.recip);
    vec a = _mm512_add_epi16(step, _mm512_set1_epi16((short)first));
    vec b = _mm512_add_epi16(step, _mm512_set1_epi16((short)(first + 8)));
    a = _mm512_mulhi_epu16(_mm512_mullo_epi16(a, scale), recip);
    b = _mm512_mulhi_epu16(_mm512_mullo_epi16(b, scale), recip);
    return _mm512_packus_epi16(a, b);
}

TARGET static inline guess narrow_guess(mcore_sea_factor factor)
{
    return (guess){guesses(factor, 0), guesses(factor, 64)};
}

TARGET static inline void narrow_row(const guess *cell, vec row, uint8_t *rem, unsigned b, vec *mine, vec *unsure)
{
    vec have = V_LOAD(rem);
    narrow_row_at(_mm512_permutex2var_epi8(cell->low, have, cell->high), have, row, rem, b, mine, unsure);
}

TARGET static inline vec plane_ones(const vec *x) { return _mm512_popcnt_epi64(x[0]); }

#  include "kernel_template.h"

#endif
