#include "cpu.h"

#if MCORE_X86

#  include <cpuid.h>

enum { DETECTED = 1 << 30 }; /* distinguishes detected features from an empty cache */

/* The registers that the system saves when it switches threads; needs OSXSAVE. */
static uint32_t saved_registers(void)
{
    uint32_t low, high;
    __asm__ volatile(".byte 0x0f, 0x01, 0xd0" /* xgetbv */ : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

static uint32_t detect(void)
{
    enum { XMM_YMM = 0x06, ZMM = 0xe0 };
    uint32_t a, b, c, d, features = DETECTED;
    if (!__get_cpuid(1, &a, &b, &c, &d))
        return features;
    if (d & bit_SSE2)
        features |= MCORE_CPU_SSE2;
    uint32_t saved = c & bit_OSXSAVE ? saved_registers() : 0;
    bool avx = (c & bit_AVX) && (c & bit_POPCNT) && (saved & XMM_YMM) == XMM_YMM;
    if (!avx || !__get_cpuid_count(7, 0, &a, &b, &c, &d))
        return features;
    if ((b & bit_AVX2) && (b & bit_BMI) && (b & bit_BMI2))
        features |= MCORE_CPU_AVX2;
    if ((features & MCORE_CPU_AVX2) && (b & bit_AVX512F) && (b & bit_AVX512BW) && (b & bit_AVX512VL) &&
        (saved & ZMM) == ZMM) {
        features |= MCORE_CPU_AVX512;
        if ((c & bit_AVX512VBMI) && (c & bit_AVX512VPOPCNTDQ))
            features |= MCORE_CPU_AVX512_MORE;
    }
    return features;
}

uint32_t mcore_cpu_features(void)
{
    static uint32_t cache; /* all threads write the same word */
    uint32_t features = __atomic_load_n(&cache, __ATOMIC_RELAXED);
    if (features == 0) {
        features = detect();
        __atomic_store_n(&cache, features, __ATOMIC_RELAXED);
    }
    return features & ~(uint32_t)DETECTED;
}

#else

uint32_t mcore_cpu_features(void) { return MCORE_NEON ? MCORE_CPU_NEON : 0; }

#endif
