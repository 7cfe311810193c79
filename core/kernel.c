/* kernel.c - which kernel a machine gets. */
#include "kernel.h"

#include "cpu.h"

/* Every kernel with the features it needs, the best one first. */
static const struct {
    uint32_t features;
    const msc_kernel *kernel;
} kernels[] = {
    {0, &msc_kernel_portable},
};

const msc_kernel *msc_kernel_choose(void)
{
    uint32_t features = msc_cpu_features();
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
        if ((features & kernels[i].features) == kernels[i].features)
            return kernels[i].kernel;
    }
    return &msc_kernel_portable;
}
