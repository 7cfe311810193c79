/* api_metrics.c - the exported functions of metrics, which also share the boards out among threads. */
#include "../base/common.h"

#include "../base/parallel.h"
#include "../metrics/metrics.h"
#include "../metrics/zini.h"
#include "call.h"

/* The arguments of a call, checked. */
typedef struct job {
    const uint8_t *masks, *opened;
    size_t rows, cols;
    uint64_t memory;
    mines_metrics_result result;
    uint32_t *solved; /* not NULL: of mines_bbbv_solved; otherwise the arrays of the result that are not NULL */
} job;

static bool masks_allowed(const uint8_t *masks, size_t count, uint32_t rows, uint32_t cols)
{
    return (masks != NULL || count == 0) && rows >= 1 && cols >= 1 && rows <= MINES_MAX_GAME_SIDE &&
           cols <= MINES_MAX_GAME_SIDE && (uint64_t)rows * cols <= MINES_MAX_GAME_CELLS &&
           count <= SIZE_MAX / ((size_t)rows * cols);
}

/* Boards per work item: enough to be worth a thread, few enough to poll between items. */
static uint64_t share_of(uint32_t rows, uint32_t cols)
{
    uint64_t share = ((uint64_t)1 << 18) / ((uint64_t)rows * cols);
    return share > 0 ? share : 1;
}

static mines_status count_boards(mcore_parallel *parallel, mcore_poll *poll, void *context)
{
    const job *j = context;
    size_t cells = j->rows * j->cols;
    mcore_metrics metrics;
    mines_status status = mcore_metrics_init(&metrics, j->rows, j->cols, j->memory);
    for (uint64_t first, last; status == MINES_OK && mcore_parallel_next(parallel, poll, &first, &last);) {
        for (size_t i = (size_t)first; i < last && status == MINES_OK; i++) {
            const uint8_t *mask = j->masks + i * cells;
            if (j->solved != NULL) {
                j->solved[i] = mcore_metrics_solved(&metrics, mask, j->opened + i * cells, poll);
            } else {
                mcore_metric_counts counts = mcore_metrics_count(&metrics, mask, j->result.islands != NULL, poll);
                if (j->result.bbbv != NULL)
                    j->result.bbbv[i] = counts.bbbv;
                if (j->result.openings != NULL)
                    j->result.openings[i] = counts.openings;
                if (j->result.islands != NULL)
                    j->result.islands[i] = counts.islands;
            }
            if (poll->stop)
                status = MINES_INTERRUPTED;
        }
    }
    mcore_metrics_free(&metrics);
    return status;
}

static mines_status click_boards(mcore_parallel *parallel, mcore_poll *poll, void *context)
{
    const job *j = context;
    mcore_zini zini;
    mines_status status = mcore_zini_init(&zini, j->rows, j->cols, j->memory);
    for (uint64_t first, last; status == MINES_OK && mcore_parallel_next(parallel, poll, &first, &last);) {
        for (size_t i = (size_t)first; i < last && status == MINES_OK; i++) {
            const uint8_t *mask = j->masks + i * j->rows * j->cols;
            if (j->result.zini != NULL)
                status = mcore_zini_count(&zini, mask, false, poll, j->result.zini + i);
            if (j->result.hzini != NULL && status == MINES_OK)
                status = mcore_zini_count(&zini, mask, true, poll, j->result.hzini + i);
        }
    }
    mcore_zini_free(&zini);
    return status;
}

MINES_API mines_status mines_metrics(const uint8_t *masks, size_t count, uint32_t rows, uint32_t cols,
                                     const mines_options *options, const mines_metrics_result *result)
{
    MCORE_CALL(call, options);
    if (!call.valid || !masks_allowed(masks, count, rows, cols) || !mcore_size_known(result, sizeof *result))
        return MINES_BAD_ARGUMENT;
    job j = {.masks = masks, .rows = rows, .cols = cols, .memory = call.memory, .result = *result};
    mines_status status = MINES_OK;
    uint64_t share = share_of(rows, cols);
    if (result->bbbv != NULL || result->openings != NULL || result->islands != NULL)
        status = mcore_parallel_run(count, share, call.threads, &call.poll, count_boards, &j);
    if (status == MINES_OK && (result->zini != NULL || result->hzini != NULL))
        status = mcore_parallel_run(count, share / 16 + 1, call.threads, &call.poll, click_boards, &j);
    return status;
}

MINES_API mines_status mines_bbbv_solved(const uint8_t *masks, const uint8_t *opened, size_t count, uint32_t rows,
                                         uint32_t cols, const mines_options *options, uint32_t *solved)
{
    MCORE_CALL(call, options);
    if (!call.valid || !masks_allowed(masks, count, rows, cols) || !masks_allowed(opened, count, rows, cols) ||
        (solved == NULL && count != 0))
        return MINES_BAD_ARGUMENT;
    job j = {.masks = masks, .opened = opened, .rows = rows, .cols = cols, .memory = call.memory, .solved = solved};
    return mcore_parallel_run(count, share_of(rows, cols), call.threads, &call.poll, count_boards, &j);
}

MINES_API mines_status mines_numbers(const uint8_t *masks, size_t count, uint32_t rows, uint32_t cols, uint8_t *numbers)
{
    if (!masks_allowed(masks, count, rows, cols) || (numbers == NULL && count != 0))
        return MINES_BAD_ARGUMENT;
    size_t cells = (size_t)rows * cols;
    for (size_t i = 0; i < count; i++)
        mcore_metrics_numbers(masks + i * cells, rows, cols, numbers + i * cells);
    return MINES_OK;
}
