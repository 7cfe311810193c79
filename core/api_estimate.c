/* api_estimate.c - the exported function of estimates: it checks arguments and hands on. */
#include "common.h"

#include "clock.h"
#include "estimate.h"
#include "fpu.h"
#include "options.h"

MINES_API MSC_REALIGN mines_status mines_estimate(const char *board, size_t rows, size_t cols, uint32_t mines,
                                                  const mines_options *options, uint64_t seed, uint64_t count,
                                                  uint32_t time_ms, uint32_t threads, double *mine,
                                                  double *mine_error, double *zero_around, double *zero_around_error,
                                                  mines_quality *quality, mines_fault *fault)
{
    MSC_ROUND_TO_DOUBLE;
    mines_fault unused_fault;
    mines_quality unused_quality;
    if (fault == NULL)
        fault = &unused_fault;
    if (quality == NULL)
        quality = &unused_quality;
    *fault = (mines_fault){MINES_REASON_NONE, -1, -1, 0};
    *quality = (mines_quality){0};
    if (board == NULL || !msc_options_known(options) || (count == 0 && time_ms == 0))
        return MINES_BAD_ARGUMENT;
    uint64_t start = msc_clock_now();
    const msc_question question = {
        .text = board, .rows = rows, .cols = cols, .mines = mines, .memory = msc_options_memory(options), .seed = seed,
        .count = count, .start = start,
        .deadline = time_ms != 0 ? start + time_ms * (uint64_t)1000000 : UINT64_MAX,
        .threads = threads, .options = options,
    };
    const msc_shares shares = {mine, mine_error, zero_around, zero_around_error};
    return msc_estimate(&question, &shares, quality, fault);
}
