/*
 * counted.c - draws batches with one kernel for each position on standard input. kernels.py runs it under callgrind,
 * which counts the instructions that mcore_sampler_tally executes. Arguments: the kernel's name, the number of batches.
 */
#include "../core/base/cpu.h"
#include "../core/sampling/sampler.h"

#include "position.h"

#include <stdlib.h>
#include <string.h>

/* The kernel of that name, or NULL if this machine does not support it. */
static const mcore_kernel *kernel_named(const char *name)
{
    for (uint32_t mask = UINT32_MAX;; mask >>= 1) {
        const mcore_kernel *kernel = mcore_kernel_for(mcore_cpu_features() & mask);
        if (strcmp(kernel->name, name) == 0)
            return kernel;
        if (mask == 0)
            return NULL;
    }
}

int main(int argc, char **argv)
{
    static position p;
    static uint64_t mine[MOST_CELLS], zero[MOST_CELLS];
    const mines_options one_thread = {.size = sizeof one_thread, .threads = 1};
    const mcore_kernel *kernel = argc == 3 ? kernel_named(argv[1]) : NULL;
    if (kernel == NULL)
        return 2;
    uint64_t boards = strtoull(argv[2], NULL, 10) * MINES_BATCH;
    int read;
    while ((read = position_next(&p)) > 0) {
        mines_solution *solution;
        mines_sampler *sampler;
        if (mines_solve(p.cells, p.rows, p.cols, p.mines, NULL, &solution, NULL) != MINES_OK ||
            mines_sampler_new(solution, NULL, &sampler) != MINES_OK)
            return 2;
        sampler->kernel = kernel;
        if (mines_sampler_tally(sampler, 1, boards, 0, &one_thread, mine, zero, NULL) != MINES_OK)
            return 2;
        mines_sampler_free(sampler);
        mines_solution_free(solution);
    }
    return read == 0 ? 0 : 2;
}
