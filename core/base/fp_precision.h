/*
 * fp_precision.h - the same rounding on every machine. The x87 would keep 64 bits of each result, and tables computed
 * from such doubles would draw other boards than SSE2 does. MCORE_ROUND_TO_DOUBLE, as the first statement of an
 * exported function or a thread, makes the x87 round every result to 53 bits; when the function returns, the caller's
 * control word is restored. On all other machines it does nothing.
 */
#ifndef MCORE_FP_PRECISION_H
#define MCORE_FP_PRECISION_H

#include "common.h"

#if defined(__GNUC__) && defined(__i386__) && !defined(__SSE2_MATH__)

/* Bits 8 and 9 of the control word are the precision: 2 means 53 bits, 3 means 64. */
static inline uint16_t mcore_fp_enter(void)
{
    uint16_t before, during;
    __asm__ volatile("fnstcw %0" : "=m"(before) : : "memory");
    during = (uint16_t)((before & ~0x300u) | 0x200u);
    __asm__ volatile("fldcw %0" : : "m"(during) : "memory");
    return before;
}

static inline void mcore_fp_leave(const uint16_t *before) { __asm__ volatile("fldcw %0" : : "m"(*before) : "memory"); }

#  define MCORE_ROUND_TO_DOUBLE                                                                                        \
      const uint16_t mcore_fp_saved __attribute__((cleanup(mcore_fp_leave), unused)) = mcore_fp_enter()

#else
#  define MCORE_ROUND_TO_DOUBLE ((void)0)
#endif

#endif
