/* api_sampler.c - the exported functions of samplers. */
#include "../base/common.h"

#include "../base/clock.h"
#include "../sampling/kernels/kernel.h"
#include "../sampling/sampler.h"
#include "call.h"

MINES_API mines_status mines_sampler_new(const mines_solution *solution, const mines_options *options,
                                         mines_sampler **sampler)
{
    MCORE_CALL(call, options);
    if (sampler != NULL)
        *sampler = NULL;
    if (!call.valid || sampler == NULL || solution == NULL)
        return MINES_BAD_ARGUMENT;
    return mcore_sampler_build(solution, &mcore_frontier_usual, call.memory, &call.poll, sampler);
}

MINES_API void mines_sampler_free(mines_sampler *sampler) { mcore_sampler_free(sampler); }

MINES_API mines_status mines_sampler_draw(const mines_sampler *sampler, uint64_t seed, uint64_t first_index,
                                          uint64_t count, const mines_options *options, uint8_t *boards)
{
    MCORE_CALL(call, options);
    if (!call.valid || sampler == NULL || (boards == NULL && count != 0) || first_index > UINT64_MAX - count ||
        count > SIZE_MAX / sampler->cells)
        return MINES_BAD_ARGUMENT;
    return mcore_sampler_draw(sampler, call.memory, &call.poll, seed, first_index, count, call.threads, boards);
}

MINES_API mines_status mines_sampler_tally(const mines_sampler *sampler, uint64_t seed, uint64_t count,
                                           uint32_t time_ms, const mines_options *options, uint64_t *mine,
                                           uint64_t *zero_around, uint64_t *drawn)
{
    uint64_t start = mcore_clock_now();
    MCORE_CALL(call, options);
    if (drawn != NULL)
        *drawn = 0;
    if (!call.valid || sampler == NULL || (count == 0 && time_ms == 0))
        return MINES_BAD_ARGUMENT;
    uint64_t deadline = time_ms != 0 ? start + time_ms * (uint64_t)1000000 : UINT64_MAX;
    return mcore_sampler_tally(sampler, call.memory, &call.poll, seed, count, deadline, UINT64_MAX, call.threads, mine,
                               zero_around, drawn);
}

MINES_API const char *mines_simd_name(void) { return mcore_kernel_choose()->name; }
