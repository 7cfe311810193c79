/*
 * sampler.h - what arrives: a solution. What leaves: valid boards, as bytes or as tallies per cell, drawn in batches on
 * several threads. Each batch depends on the seed and its number alone, and tallies are sums of integers, so that no
 * result depends on how the batches were shared out.
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
    uint32_t *mined; /* sites of known mines and those that hold one without being drawn */
    uint32_t mined_count;
    /* where tallies have to be counted, and the cells they belong to */
    uint32_t *mine_site, *mine_cell, mine_count;
    uint32_t *zero_site, *zero_cell, zero_count;
    uint8_t *always; /* by cell: what every valid board has there, where nothing is counted */
};

enum { MCORE_ALWAYS_MINE = 1, MCORE_ALWAYS_ZERO = 2 };

/* mines_sampler_new, its arguments checked; it has the usual limits. */
mines_status mcore_sampler_build(const mines_solution *solution, const mcore_frontier_limits *limits, uint64_t memory,
                                 mcore_poll *poll, mines_sampler **sampler);
void mcore_sampler_free(mines_sampler *sampler);

/* mines_sampler_draw, its arguments checked; the poll's deadline must be UINT64_MAX. */
mines_status mcore_sampler_draw(const mines_sampler *sampler, uint64_t memory, mcore_poll *poll, uint64_t seed,
                                uint64_t first, uint64_t count, uint32_t threads, uint8_t *boards);

/*
 * mines_sampler_tally, its arguments checked; count 0: no limit. No batch is begun or, but for the first, finished
 * after `deadline`; the first is given up too, and *drawn is 0, once its thread has had `patience` nanoseconds of
 * processor time (UINT64_MAX: never). The poll's deadline must be UINT64_MAX.
 */
mines_status mcore_sampler_tally(const mines_sampler *sampler, uint64_t memory, mcore_poll *poll, uint64_t seed,
                                 uint64_t count, uint64_t deadline, uint64_t patience, uint32_t threads, uint64_t *mine,
                                 uint64_t *zero_around, uint64_t *drawn);

#endif
