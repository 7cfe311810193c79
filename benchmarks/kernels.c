/*
 * kernels.c - measures the sampler with each kernel. kernels.py compiles it with core/, because the public header does
 * not let a caller choose a kernel. Argument: milliseconds of drawing per rate. Standard input: positions (position.h).
 * Prints one JSON object per line: first what the machine itself can do, then one for each position.
 */
#include "../core/base/clock.h"
#include "../core/base/cpu.h"
#include "../core/sampling/sampler.h"

#include "position.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COPY_BYTES = 1 << 23, WORD_BLOCKS = 512, REPEAT = 15, GRID2_BOARDS = 1000000 };

/* The index-th kernel that this machine supports, starting with the best, or NULL. */
static const mcore_kernel *kernel_at(unsigned index)
{
    uint32_t features = mcore_cpu_features(), bit = 0x80000000u;
    const mcore_kernel *kernel = mcore_kernel_for(features);
    for (; index > 0; index--) {
        const mcore_kernel *last = kernel;
        for (; kernel == last; bit >>= 1) {
            if (bit == 0)
                return NULL;
            features &= ~bit;
            kernel = mcore_kernel_for(features);
        }
    }
    return kernel;
}

static double milliseconds_since(uint64_t start) { return (double)(mcore_clock_now() - start) / 1e6; }

static void print_machine(void)
{
    static char from[COPY_BYTES], to[COPY_BYTES];
    static uint64_t word[WORD_BLOCKS * 64];
    /* volatile: keeps the compiler from removing the copy */
    void *(*volatile copy)(void *, const void *, size_t) = memcpy;
    double best = 1e9;
    for (int i = 0; i < REPEAT; i++) {
        uint64_t start = mcore_clock_now();
        copy(to, from, sizeof to);
        double ms = milliseconds_since(start);
        best = ms < best ? ms : best;
    }
    printf("{\"copy_gb_s\": %.2f, \"generator_gb_s\": {", COPY_BYTES / best / 1e6);
    const mcore_kernel *kernel;
    for (unsigned k = 0; (kernel = kernel_at(k)) != NULL; k++) {
        mcore_lanes lanes;
        mcore_lanes_set(&lanes, k, 0, MCORE_PURPOSE_SEA);
        best = 1e9;
        for (int i = 0; i < REPEAT; i++) {
            uint64_t start = mcore_clock_now();
            kernel->words(&lanes, word, WORD_BLOCKS);
            double ms = milliseconds_since(start);
            best = ms < best ? ms : best;
        }
        printf("%s\"%s\": %.2f", k > 0 ? ", " : "", kernel->name, sizeof word / best / 1e6);
    }
    printf("}}\n");
}

/* Boards per second with both tallies; on one thread per second of its CPU time, which other processes don't affect. */
static double rate(const mines_sampler *sampler, uint32_t threads, uint32_t time_ms)
{
    static uint64_t mine[MOST_CELLS], zero[MOST_CELLS];
    const mines_options options = {.size = sizeof options, .threads = threads};
    uint64_t drawn = 0, start = mcore_clock_now(), own = mcore_clock_thread_time();
    mines_sampler_tally(sampler, 1, 0, time_ms, &options, mine, zero, &drawn);
    double ms = milliseconds_since(start);
    if (threads == 1 && own != UINT64_MAX)
        ms = (double)(mcore_clock_thread_time() - own) / 1e6;
    return (double)drawn / ms * 1e3;
}

int main(int argc, char **argv)
{
    static position p;
    uint32_t time_ms = argc > 1 ? (uint32_t)atoi(argv[1]) : 50;
    print_machine();
    int read;
    while ((read = position_next(&p)) > 0) {
        mines_solution *solution;
        mines_sampler *sampler;
        uint64_t start = mcore_clock_now();
        if (mines_solve(p.cells, p.rows, p.cols, p.mines, NULL, &solution, NULL) != MINES_OK)
            return 2;
        double solve_ms = milliseconds_since(start);
        start = mcore_clock_now();
        if (mines_sampler_new(solution, NULL, &sampler) != MINES_OK)
            return 2;
        printf("{\"solve_ms\": %.4f, \"tables_ms\": %.4f, \"sea\": %" PRIu32 ", \"one_thread\": {", solve_ms,
               milliseconds_since(start), sampler->sea.cells);
        const mcore_kernel *kernel, *best = sampler->kernel;
        for (unsigned k = 0; (kernel = kernel_at(k)) != NULL; k++) {
            sampler->kernel = kernel;
            printf("%s\"%s\": %.0f", k > 0 ? ", " : "", kernel->name, rate(sampler, 1, time_ms));
        }
        sampler->kernel = best;
        printf("}, \"two_threads\": %.0f", rate(sampler, 2, time_ms));
        mines_sampler_free(sampler);
        if (p.rows == 16 && p.cols == 16 && p.mines == 51) {
            /* make certain mines known, as in the game: otherwise the function would only report them */
            for (uint32_t cell = 0; cell < 256; cell++) {
                uint32_t site = mcore_site(&solution->board, cell / 16, cell % 16);
                if (solution->certain_cell[site] == MCORE_CERTAIN_MINE)
                    p.cells[cell] = '+';
            }
            static float mine[256], zero[256];
            unsigned int drawn;
            start = mcore_clock_now();
            DetermineGrid2(p.cells, mine, zero, &drawn, 2, GRID2_BOARDS, 10000);
            printf(", \"grid2_ms\": %.3f", milliseconds_since(start));
        }
        mines_solution_free(solution);
        printf("}\n");
        fflush(stdout);
    }
    return read == 0 ? 0 : 2;
}
