/* cpu.c - asks the processor. */
#include "cpu.h"

#if MCORE_X86

#  include <cpuid.h>

enum { ASKED = 1 << 30 }; /* marks a word of features that has been found out */

/* Which registers the system keeps when it switches threads; the processor must have OSXSAVE. */
static uint32_t kept_registers(void)
{
    uint32_t low, high;
    __asm__ volatile(".byte 0x0f, 0x01, 0xd0" /* xgetbv */ : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

static uint32_t ask(void)
{
    enum { XMM_YMM = 0x06, ZMM = 0xe0 };
    uint32_t a, b, c, d, features = ASKED;
    if (!__get_cpuid(1, &a, &b, &c, &d))
        return features;
    if (d & bit_SSE2)
        features |= MCORE_CPU_SSE2;
    uint32_t kept = c & bit_OSXSAVE ? kept_registers() : 0;
    bool avx = (c & bit_AVX) && (c & bit_POPCNT) && (kept & XMM_YMM) == XMM_YMM;
    if (!avx || !__get_cpuid_count(7, 0, &a, &b, &c, &d))
        return features;
    if ((b & bit_AVX2) && (b & bit_BMI) && (b & bit_BMI2))
        features |= MCORE_CPU_AVX2;
    if ((features & MCORE_CPU_AVX2) && (b & bit_AVX512F) && (b & bit_AVX512BW) && (b & bit_AVX512VL) &&
        (kept & ZMM) == ZMM) {
        features |= MCORE_CPU_AVX512;
        if ((c & bit_AVX512VBMI) && (c & bit_AVX512VPOPCNTDQ))
            features |= MCORE_CPU_AVX512_MORE;
    }
    return features;
}

uint32_t mcore_cpu_features(void)
{
    static uint32_t cache; /* every thread that finds it empty writes the same word */
    uint32_t features = __atomic_load_n(&cache, __ATOMIC_RELAXED);
    if (features == 0) {
        features = ask();
        __atomic_store_n(&cache, features, __ATOMIC_RELAXED);
    }
    return features & ~(uint32_t)ASKED;
}

#else

uint32_t mcore_cpu_features(void) { return MCORE_NEON ? MCORE_CPU_NEON : 0; }

#endif
