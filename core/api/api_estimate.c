/* api_estimate.c - the exported function of estimates: it checks arguments and hands on. */
#include "../base/common.h"

#include "../base/clock.h"
#include "../base/fp_precision.h"
#include "../base/options.h"
#include "../sampling/estimate.h"

MINES_API MCORE_REALIGN mines_status mines_estimate(const char *board, size_t rows, size_t cols, uint32_t mines,
                                                    const mines_options *options, uint64_t seed, uint64_t count,
                                                    uint32_t time_ms, uint32_t threads, double *mine,
                                                    double *mine_error, double *zero_around, double *zero_around_error,
                                                    mines_quality *quality, mines_fault *fault)
{
    MCORE_ROUND_TO_DOUBLE;
    mines_fault unused_fault;
    mines_quality unused_quality;
    if (fault == NULL)
        fault = &unused_fault;
    if (quality == NULL)
        quality = &unused_quality;
    *fault = (mines_fault){MINES_REASON_NONE, -1, -1, 0};
    *quality = (mines_quality){0};
    if (board == NULL || !mcore_options_known(options) || (count == 0 && time_ms == 0))
        return MINES_BAD_ARGUMENT;
    uint64_t start = mcore_clock_now();
    const mcore_estimate_params params = {
        .text = board,
        .rows = rows,
        .cols = cols,
        .mines = mines,
        .memory = mcore_options_memory(options),
        .seed = seed,
        .count = count,
        .start = start,
        .deadline = time_ms != 0 ? start + time_ms * (uint64_t)1000000 : UINT64_MAX,
        .threads = threads,
        .options = options,
    };
    const mcore_estimate_outputs shares = {mine, mine_error, zero_around, zero_around_error};
    return mcore_estimate(&params, &shares, quality, fault);
}
