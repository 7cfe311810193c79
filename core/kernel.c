/* kernel.c - which kernel a machine gets. */
#include "kernel.h"

#include "cpu.h"

/* Every kernel with the features it needs, the best one first. */
static const struct {
    uint32_t features;
    const msc_kernel *kernel;
} kernels[] = {
#if MSC_X86
    {MSC_CPU_AVX512 | MSC_CPU_AVX512_MORE, &msc_kernel_vbmi},
    {MSC_CPU_AVX512, &msc_kernel_avx512},
    {MSC_CPU_AVX2, &msc_kernel_avx2},
    {MSC_CPU_SSE2, &msc_kernel_sse2},
#endif
#if MSC_NEON
    {MSC_CPU_NEON, &msc_kernel_neon},
#endif
    {0, &msc_kernel_portable},
};

const msc_kernel *msc_kernel_for(uint32_t features)
{
    size_t i = 0;
    while ((features & kernels[i].features) != kernels[i].features)
        i++;
    return kernels[i].kernel;
}

const msc_kernel *msc_kernel_choose(void) { return msc_kernel_for(msc_cpu_features()); }
