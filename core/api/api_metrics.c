/* api_metrics.c - the exported functions about complete boards: they check arguments and hand on. */
#include "../base/common.h"

#include "../base/options.h"
#include "../base/parallel.h"
#include "../metrics/metrics.h"
#include "../metrics/zini.h"

/* The arguments of a call, checked. */
typedef struct job {
    const uint8_t *masks, *opened;
    size_t rows, cols;
    uint64_t memory;
    uint32_t *bbbv, *openings, *islands, *zini, *hzini, *solved;
} job;

static bool stack_known(const uint8_t *masks, size_t count, size_t rows, size_t cols)
{
    return (masks != NULL || count == 0) && rows >= 1 && cols >= 1 && rows <= MINES_MAX_GAME_SIDE &&
           cols <= MINES_MAX_GAME_SIDE && (uint64_t)rows * cols <= MINES_MAX_GAME_CELLS &&
           count <= SIZE_MAX / (rows * cols);
}

/* Boards that a thread takes at a time: enough to be worth a thread, few enough to look up in between. */
static uint64_t share_of(size_t rows, size_t cols)
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
                mcore_metric_counts counts = mcore_metrics_count(&metrics, mask, j->islands != NULL, poll);
                if (j->bbbv != NULL)
                    j->bbbv[i] = counts.bbbv;
                if (j->openings != NULL)
                    j->openings[i] = counts.openings;
                if (j->islands != NULL)
                    j->islands[i] = counts.islands;
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
            if (j->zini != NULL)
                status = mcore_zini_count(&zini, mask, false, poll, j->zini + i);
            if (j->hzini != NULL && status == MINES_OK)
                status = mcore_zini_count(&zini, mask, true, poll, j->hzini + i);
        }
    }
    mcore_zini_free(&zini);
    return status;
}

MINES_API MCORE_REALIGN mines_status mines_metrics(const uint8_t *masks, size_t count, size_t rows, size_t cols,
                                                   const mines_options *options, uint32_t threads, uint32_t *bbbv,
                                                   uint32_t *openings, uint32_t *islands, uint32_t *zini,
                                                   uint32_t *hzini)
{
    if (!stack_known(masks, count, rows, cols) || !mcore_options_known(options))
        return MINES_BAD_ARGUMENT;
    mcore_poll poll;
    mcore_poll_init(&poll, options, UINT64_MAX);
    job j = {
        .masks = masks,
        .rows = rows,
        .cols = cols,
        .memory = mcore_options_memory(options),
        .bbbv = bbbv,
        .openings = openings,
        .islands = islands,
        .zini = zini,
        .hzini = hzini,
    };
    mines_status status = MINES_OK;
    uint64_t share = share_of(rows, cols);
    if (bbbv != NULL || openings != NULL || islands != NULL)
        status = mcore_parallel_run(count, share, threads, &poll, count_boards, &j);
    if (status == MINES_OK && (zini != NULL || hzini != NULL))
        status = mcore_parallel_run(count, share / 16 + 1, threads, &poll, click_boards, &j);
    return status;
}

MINES_API MCORE_REALIGN mines_status mines_bbbv_solved(const uint8_t *masks, const uint8_t *opened, size_t count,
                                                       size_t rows, size_t cols, const mines_options *options,
                                                       uint32_t threads, uint32_t *solved)
{
    if (!stack_known(masks, count, rows, cols) || !stack_known(opened, count, rows, cols) ||
        !mcore_options_known(options) || (solved == NULL && count != 0))
        return MINES_BAD_ARGUMENT;
    mcore_poll poll;
    mcore_poll_init(&poll, options, UINT64_MAX);
    job j = {
        .masks = masks,
        .opened = opened,
        .rows = rows,
        .cols = cols,
        .memory = mcore_options_memory(options),
        .solved = solved,
    };
    return mcore_parallel_run(count, share_of(rows, cols), threads, &poll, count_boards, &j);
}

MINES_API MCORE_REALIGN mines_status mines_numbers(const uint8_t *masks, size_t count, size_t rows, size_t cols,
                                                   uint8_t *numbers)
{
    if (!stack_known(masks, count, rows, cols) || (numbers == NULL && count != 0))
        return MINES_BAD_ARGUMENT;
    for (size_t i = 0; i < count; i++)
        mcore_metrics_numbers(masks + i * rows * cols, rows, cols, numbers + i * rows * cols);
    return MINES_OK;
}
