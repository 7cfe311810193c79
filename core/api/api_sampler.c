/* api_sampler.c - the exported functions of the sampler: they check arguments and hand on. */
#include "../base/common.h"

#include "../base/clock.h"
#include "../base/fp_precision.h"
#include "../base/options.h"
#include "../sampling/kernels/kernel.h"
#include "../sampling/sampler.h"

MINES_API MCORE_REALIGN mines_status mines_sampler_new(const mines_solution *solution, const mines_options *options,
                                                       mines_sampler **sampler)
{
    MCORE_ROUND_TO_DOUBLE;
    if (sampler == NULL)
        return MINES_BAD_ARGUMENT;
    *sampler = NULL;
    if (solution == NULL || !mcore_options_known(options))
        return MINES_BAD_ARGUMENT;
    mcore_poll poll;
    mcore_poll_init(&poll, options, UINT64_MAX);
    return mcore_sampler_build(solution, &mcore_frontier_usual, mcore_options_memory(options), &poll, sampler);
}

MINES_API MCORE_REALIGN void mines_sampler_free(mines_sampler *sampler) { mcore_sampler_free(sampler); }

MINES_API MCORE_REALIGN mines_status mines_sampler_draw(const mines_sampler *sampler, const mines_options *options,
                                                        uint64_t seed, uint64_t first, uint64_t count, uint32_t threads,
                                                        uint8_t *boards)
{
    MCORE_ROUND_TO_DOUBLE;
    if (sampler == NULL || !mcore_options_known(options) || (boards == NULL && count != 0) ||
        first > UINT64_MAX - count || count > SIZE_MAX / sampler->cells)
        return MINES_BAD_ARGUMENT;
    mcore_poll poll;
    mcore_poll_init(&poll, options, UINT64_MAX);
    return mcore_sampler_draw(sampler, mcore_options_memory(options), &poll, seed, first, count, threads, boards);
}

MINES_API MCORE_REALIGN mines_status mines_sampler_tally(const mines_sampler *sampler, const mines_options *options,
                                                         uint64_t seed, uint64_t count, uint32_t time_ms,
                                                         uint32_t threads, uint64_t *mine, uint64_t *zero_around,
                                                         uint64_t *drawn)
{
    MCORE_ROUND_TO_DOUBLE;
    if (drawn != NULL)
        *drawn = 0;
    if (sampler == NULL || !mcore_options_known(options) || (count == 0 && time_ms == 0))
        return MINES_BAD_ARGUMENT;
    uint64_t deadline = time_ms != 0 ? mcore_clock_now() + time_ms * (uint64_t)1000000 : UINT64_MAX;
    mcore_poll poll;
    mcore_poll_init(&poll, options, UINT64_MAX);
    return mcore_sampler_tally(sampler, mcore_options_memory(options), &poll, seed, count, deadline, UINT64_MAX,
                               threads, mine, zero_around, drawn);
}

MINES_API MCORE_REALIGN const char *mines_simd_name(void) { return mcore_kernel_choose()->name; }
