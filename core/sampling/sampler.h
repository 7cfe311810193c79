/*
 * sampler.h - draws valid boards of a solution in batches, on several threads: as bytes, or as tallies per cell. A
 * batch depends only on the seed and its number, and tallies are sums of integers, so that results do not depend on how
 * the batches were distributed.
 *
 * mcore_sampler_build makes a mines_sampler, mcore_sampler_free frees it; it points into the solution, which must
 * outlive it. Any number of threads may use one sampler at a time. The caller owns all output arrays.
 */
#ifndef MCORE_SAMPLER_H
#define MCORE_SAMPLER_H

#include "../base/arena.h"
#include "../base/common.h"
#include "../base/poll.h"
#include "../exact/solution.h"
#include "frontier.h"
#include "kernels/kernel.h"

struct mines_sampler {
    mcore_arena arena;
    const mines_solution *solution;
    const mcore_kernel *kernel;
    mcore_frontier frontier;
    mcore_sea sea;
    size_t cells;    /* rows * cols */
    uint32_t *site;  /* by cell */
    uint32_t *mined; /* sites with a mine in every valid board */
    uint32_t mined_count;
    /* sites whose mines, or boards without a mine around, must be counted, and their cells */
    uint32_t *mine_site, *mine_cell, mine_count;
    uint32_t *zero_site, *zero_cell, zero_count;
    uint8_t *always; /* by cell: what is true of every valid board; counting does not apply to it */
};

/* Bits of `always`. */
enum { MCORE_ALWAYS_MINE = 1, MCORE_ALWAYS_ZERO = 2 };

/* mines_sampler_new with checked arguments, which uses mcore_frontier_usual. */
mines_status mcore_sampler_build(const mines_solution *solution, const mcore_frontier_limits *limits, uint64_t memory,
                                 mcore_poll *poll, mines_sampler **sampler);

/* NULL is allowed. */
void mcore_sampler_free(mines_sampler *sampler);

/* mines_sampler_draw with checked arguments. The poll's deadline must be UINT64_MAX. */
mines_status mcore_sampler_draw(const mines_sampler *sampler, uint64_t memory, mcore_poll *poll, uint64_t seed,
                                uint64_t first, uint64_t count, uint32_t threads, uint8_t *boards);

/*
 * mines_sampler_tally with checked arguments; a count of 0 means no limit. After `deadline` no batch is begun, and
 * unfinished ones are abandoned. The first batch is exempt until its thread has used `grace` nanoseconds of CPU time
 * (UINT64_MAX: for ever); if it is abandoned, *drawn is 0. The poll's own deadline must be UINT64_MAX.
 */
mines_status mcore_sampler_tally(const mines_sampler *sampler, uint64_t memory, mcore_poll *poll, uint64_t seed,
                                 uint64_t count, uint64_t deadline, uint64_t grace, uint32_t threads, uint64_t *mine,
                                 uint64_t *zero_around, uint64_t *drawn);

#endif
