/*
 * cpu.h - the features of the processor by which the sampling kernels are chosen. The portable kernel needs none.
 */
#ifndef MCORE_CPU_H
#define MCORE_CPU_H

#include "common.h"

/* Whether kernels for x86 are built: they need target attributes, which enable instructions for one function. */
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
#  define MCORE_X86 1
#else
#  define MCORE_X86 0
#endif

/* 64-bit ARM always has NEON. */
#if defined(__GNUC__) && defined(__aarch64__) && !defined(__AARCH64EB__)
#  define MCORE_NEON 1
#else
#  define MCORE_NEON 0
#endif

/* One bit each, set only if the operating system saves the registers too. */
enum {
    MCORE_CPU_SSE2 = 1,
    MCORE_CPU_AVX2 = 2,        /* with POPCNT, BMI and BMI2 */
    MCORE_CPU_AVX512 = 4,      /* F, BW, VL */
    MCORE_CPU_AVX512_MORE = 8, /* VBMI, VPOPCNTDQ */
    MCORE_CPU_NEON = 16
};

/* The features of this processor, detected once. Thread-safe. */
uint32_t mcore_cpu_features(void);

#endif
