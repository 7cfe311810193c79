/* api_estimate.c - the exported function of estimates. */
#include "../base/common.h"

#include "../base/clock.h"
#include "../sampling/estimate.h"
#include "call.h"

MINES_API mines_status mines_estimate(const char *board, uint32_t rows, uint32_t cols, uint32_t mines, uint64_t seed,
                                      uint64_t count, uint32_t time_ms, const mines_options *options,
                                      mines_estimate_result *result, mines_fault *fault)
{
    uint64_t start = mcore_clock_now();
    MCORE_CALL(call, options);
    mines_fault unused;
    fault = mcore_call_fault(fault, &unused);
    if (!mcore_size_known(result, sizeof *result))
        return MINES_BAD_ARGUMENT;
    mcore_estimate_quality quality = {0};
    mines_status status = MINES_BAD_ARGUMENT;
    if (call.valid && fault != NULL && board != NULL && (count != 0 || time_ms != 0)) {
        const mcore_estimate_params params = {
            .text = board,
            .rows = rows,
            .cols = cols,
            .mines = mines,
            .memory = call.memory,
            .seed = seed,
            .count = count,
            .start = start,
            .deadline = time_ms != 0 ? start + time_ms * (uint64_t)1000000 : UINT64_MAX,
            .threads = call.threads,
            .options = options,
        };
        const mcore_estimate_outputs shares = {result->mine, result->mine_error, result->zero_around,
                                               result->zero_around_error};
        status = mcore_estimate(&params, &shares, &quality, fault);
    }
    result->exact = quality.exact;
    result->runs = quality.runs;
    result->states = quality.states;
    result->effective = quality.effective;
    result->boards = quality.boards;
    return status;
}
