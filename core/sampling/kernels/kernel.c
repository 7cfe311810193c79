#include "kernel.h"

#include "../../base/cpu.h"

/* All kernels of this build with the features that they need, the best one first. */
static const struct {
    uint32_t features;
    const mcore_kernel *kernel;
} kernels[] = {
#if MCORE_X86
    {MCORE_CPU_AVX512 | MCORE_CPU_AVX512_MORE, &mcore_kernel_vbmi},
    {MCORE_CPU_AVX512, &mcore_kernel_avx512},
    {MCORE_CPU_AVX2, &mcore_kernel_avx2},
    {MCORE_CPU_SSE2, &mcore_kernel_sse2},
#endif
#if MCORE_NEON
    {MCORE_CPU_NEON, &mcore_kernel_neon},
#endif
    {0, &mcore_kernel_portable},
};

const mcore_kernel *mcore_kernel_for(uint32_t features)
{
    size_t i = 0;
    while ((features & kernels[i].features) != kernels[i].features)
        i++;
    return kernels[i].kernel;
}

const mcore_kernel *mcore_kernel_choose(void) { return mcore_kernel_for(mcore_cpu_features()); }
