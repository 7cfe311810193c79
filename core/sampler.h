/*
 * sampler.h - what arrives: a solution. What leaves: valid boards, as bytes or as tallies per cell, drawn in batches on
 * several threads. Each batch depends on the seed and its number alone, and tallies are sums of integers, so that no
 * result depends on how the batches were shared out.
 */
#ifndef MSC_SAMPLER_H
#define MSC_SAMPLER_H

#include "arena.h"
#include "common.h"
#include "frontier.h"
#include "kernel.h"
#include "poll.h"
#include "solution.h"

struct mines_sampler {
    msc_arena arena;
    const mines_solution *solution;
    const msc_kernel *kernel;
    msc_frontier frontier;
    msc_sea sea;
    size_t cells;   /* rows * cols */
    uint32_t *site; /* by cell */
    uint32_t *mined; /* sites of known mines and those that hold one without being drawn */
    uint32_t mined_count;
    /* where tallies have to be counted, and the cells they belong to */
    uint32_t *mine_site, *mine_cell, mine_count;
    uint32_t *zero_site, *zero_cell, zero_count;
    uint8_t *always; /* by cell: what every valid board has there, where nothing is counted */
};

enum { MSC_ALWAYS_MINE = 1, MSC_ALWAYS_ZERO = 2 };

/* mines_sampler_new, its arguments checked; it has the usual limits. */
mines_status msc_sampler_build(const mines_solution *solution, const msc_frontier_limits *limits, uint64_t memory,
                               msc_poll *poll, mines_sampler **sampler);
void msc_sampler_free(mines_sampler *sampler);

/* mines_sampler_draw, its arguments checked; the poll's deadline must be UINT64_MAX. */
mines_status msc_sampler_draw(const mines_sampler *sampler, uint64_t memory, msc_poll *poll, uint64_t seed,
                              uint64_t first, uint64_t count, uint32_t threads, uint8_t *boards);

/*
 * mines_sampler_tally, its arguments checked; count 0: no limit. No batch is begun or, but for the first, finished
 * after `deadline`; the first is given up too, and *drawn is 0, once its thread has had `patience` nanoseconds of
 * processor time (UINT64_MAX: never). The poll's deadline must be UINT64_MAX.
 */
mines_status msc_sampler_tally(const mines_sampler *sampler, uint64_t memory, msc_poll *poll, uint64_t seed,
                               uint64_t count, uint64_t deadline, uint64_t patience, uint32_t threads,
                               uint64_t *mine, uint64_t *zero_around, uint64_t *drawn);

#endif
