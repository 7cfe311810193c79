/*
 * cpu.h - a leaf: what the processor can do, as a word of features. The portable kernel needs none of them; kernels for
 * vector units are chosen by them.
 */
#ifndef MCORE_CPU_H
#define MCORE_CPU_H

#include "common.h"

/* Whether kernels for x86 are built: they need the compiler's way to use more instructions in one function only. */
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
#  define MCORE_X86 1
#else
#  define MCORE_X86 0
#endif

/* 64-bit ARM always has vectors. */
#if defined(__GNUC__) && defined(__aarch64__) && !defined(__AARCH64EB__)
#  define MCORE_NEON 1
#else
#  define MCORE_NEON 0
#endif

/* One bit each; each says that the operating system keeps the registers, too. */
enum {
    MCORE_CPU_SSE2 = 1,
    MCORE_CPU_AVX2 = 2,        /* with POPCNT, BMI and BMI2 */
    MCORE_CPU_AVX512 = 4,      /* F, BW, VL */
    MCORE_CPU_AVX512_MORE = 8, /* VBMI, VPOPCNTDQ */
    MCORE_CPU_NEON = 16
};

/* The features of this processor that a kernel can be chosen by. Asked once; threads may ask at the same time. */
uint32_t mcore_cpu_features(void);

#endif
