/* determine_grid2.c - the functions of C[o]re.dll. */
#include "determine_grid2.h"

#include "../base/clock.h"
#include "../base/fp_precision.h"
#include "../base/poll.h"
#include "../base/rng.h"
#include "../exact/solution.h"
#include "../sampling/estimate.h"
#include "../sampling/sampler.h"
#include "call.h"

#include <string.h>
#include <time.h>

#define MILLISECOND ((uint64_t)1000000)

enum {
    /* How long after the deadline the exact count may go on; most positions need a tenth of it. Only processor time of
       this thread counts, so that a busy machine doesn't shorten it. */
    PREPARE_GRACE_MS = 5,
    /* How much longer a thinned count may take, and its states and runs. Every machine can do that. */
    THINNED_GRACE_MS = 2000,
    THINNED_STATES = 128,
    THINNED_RUNS = 2,
    /* Processor time for the first batch of boards. */
    DRAW_GRACE_MS = 100,
    /* With less time than this after the analysis, or fewer boards requested, large tables are not worth building. */
    SHORT_MS = 20,
    FEW_BOARDS = 20000
};

/* Small enough to be freed in a few milliseconds; no known board needs a tenth of it. */
#define MEMORY ((uint64_t)256 << 20)

/* The state and the results of one call. */
typedef struct attempt {
    const mines_options *options;
    uint64_t deadline;
    mcore_poll poll;
    mines_solution *solution; /* may be NULL */
    uint64_t drawn;
    uint64_t tally[2 * MCORE_GRID_CELLS]; /* by cell: boards with a mine there; then those with none around it */
    uint8_t certain_mine[MCORE_GRID_CELLS];
} attempt;

/* A different seed for each call, from the time and the address of a local variable: the library has no global state.
 */
static uint64_t fresh_seed(const attempt *a)
{
    uint64_t now = mcore_clock_now(), today = (uint64_t)time(NULL), address = (uint64_t)(uintptr_t)a;
    const uint32_t counter[4] = {(uint32_t)now, (uint32_t)(now >> 32), (uint32_t)address, (uint32_t)(address >> 32)};
    const uint32_t key[2] = {(uint32_t)today, (uint32_t)(today >> 32)};
    uint32_t out[4];
    mcore_philox(counter, key, out);
    return out[0] | (uint64_t)out[1] << 32;
}

/* Analyse the position, until shortly after the deadline at most. */
static mines_status analyse(attempt *a, const char *board, const mines_options *options, uint64_t start,
                            uint32_t time_ms, bool shortcut)
{
    mines_fault unused = {.size = sizeof unused};
    a->options = options;
    a->deadline = start + time_ms * MILLISECOND;
    a->drawn = 0;
    mcore_poll_init(&a->poll, options, a->deadline + PREPARE_GRACE_MS * MILLISECOND);
    mcore_poll_grace(&a->poll, (time_ms + PREPARE_GRACE_MS) * MILLISECOND);
    const mcore_position position = {board, MCORE_GRID_SIDE, MCORE_GRID_SIDE, MCORE_GRID_MINES};
    return mcore_solution_new_for_sampling(&position, MEMORY, shortcut, &a->poll, &a->solution, &unused);
}

/* Draw uniform boards until there are `count` (0: no minimum) or the time is up. */
static mines_status sample(attempt *a, uint32_t threads, uint32_t count)
{
    mines_sampler *sampler;
    bool quick = (count != 0 && count <= FEW_BOARDS) || mcore_clock_now() + SHORT_MS * MILLISECOND > a->deadline;
    mines_status status = mcore_sampler_build(a->solution, quick ? &mcore_frontier_quick : &mcore_frontier_usual,
                                              MEMORY, &a->poll, &sampler);
    if (status != MINES_OK)
        return status;
    mcore_poll_init(&a->poll, a->options, UINT64_MAX);
    /* without a minimum the number of boards is limited only by its type */
    status =
        mcore_sampler_tally(sampler, MEMORY, &a->poll, fresh_seed(a), count != 0 ? count : UINT32_MAX, a->deadline,
                            DRAW_GRACE_MS * MILLISECOND, threads, a->tally, a->tally + MCORE_GRID_CELLS, &a->drawn);
    mcore_sampler_free(sampler);
    return status;
}

/* Draw weighted boards from a thinned count, if uniform ones take too much time or memory. */
static mines_status draw_thinned(attempt *a, const char *board)
{
    const mcore_estimate_params params = {
        .text = board,
        .rows = MCORE_GRID_SIDE,
        .cols = MCORE_GRID_SIDE,
        .mines = MCORE_GRID_MINES,
        .memory = MEMORY,
        .seed = fresh_seed(a),
        .threads = 1,
        .options = a->options,
        .deadline = mcore_clock_now() + THINNED_GRACE_MS * MILLISECOND,
    };
    return mcore_estimate_quick(&params, THINNED_STATES, THINNED_RUNS, a->tally, &a->drawn, a->certain_mine);
}

/* Fill in the certain mines or the tallies. */
static mines_status find(attempt *a, const char *board, const mines_options *options, uint64_t start, uint32_t threads,
                         uint32_t count, uint32_t time_ms, bool shortcut)
{
    memset(a->certain_mine, 0, sizeof a->certain_mine);
    mines_status status = analyse(a, board, options, start, time_ms, shortcut);
    if (status == MINES_OK && shortcut && a->solution->certain_mine)
        mcore_solution_write(a->solution, NULL, NULL, a->certain_mine);
    else if (status == MINES_OK)
        status = sample(a, threads, count);
    mcore_solution_free(a->solution);
    if ((status == MINES_INTERRUPTED && !a->poll.cancelled) || status == MINES_BUDGET_EXCEEDED)
        status = draw_thinned(a, board);
    return status;
}

static void put(float *array, size_t cell, float value)
{
    if (array != NULL)
        array[cell] = value;
}

/* The status of a call: running out of time before the first board is not a failure. */
static mines_status outcome(const attempt *a, mines_status status)
{
    return status == MINES_INTERRUPTED && !a->poll.cancelled ? MINES_OK : status;
}

/* The outputs of a call without a valid board. */
static void clear(const char *board, float *mine, float *zero_around, uint32_t *valid)
{
    if (valid != NULL)
        *valid = 0;
    for (size_t cell = 0; cell < MCORE_GRID_CELLS && board != NULL; cell++) {
        put(mine, cell, -1.0f);
        put(zero_around, cell, -1.0f);
    }
}

/* mines_determine_grid2 from `start` on; the board is not NULL and the outputs are cleared. */
static mines_status determine(const char *board, const mines_options *options, uint64_t start, uint32_t threads,
                              uint32_t count, uint32_t time_ms, float *mine, float *zero_around, uint32_t *valid)
{
    attempt a;
    mines_status status = find(&a, board, options, start, threads, count, time_ms, true);
    if (status != MINES_OK)
        return outcome(&a, status);
    bool shortcut = memchr(a.certain_mine, 1, sizeof a.certain_mine) != NULL;
    for (uint32_t cell = 0; cell < MCORE_GRID_CELLS; cell++) {
        if (shortcut && a.certain_mine[cell]) {
            put(mine, cell, 1.0f);
        } else if (!shortcut && a.drawn > 0 && board[cell] == '-') {
            put(mine, cell, (float)((double)a.tally[cell] / (double)a.drawn));
            put(zero_around, cell, (float)((double)a.tally[MCORE_GRID_CELLS + cell] / (double)a.drawn));
        }
    }
    if (valid != NULL && !shortcut)
        *valid = (uint32_t)a.drawn;
    return MINES_OK;
}

MINES_API void MINES_STDCALL DetermineGrid2(const char *strMineBoard, float *probabilityMine,
                                            float *probabilityZeroMineAround, unsigned int *numValidGen,
                                            unsigned int numThread, unsigned int minValidGen,
                                            unsigned int timeCalculationMS)
{
    uint64_t start = mcore_clock_now();
    MCORE_ROUND_TO_DOUBLE;
    clear(strMineBoard, probabilityMine, probabilityZeroMineAround, numValidGen);
    if (strMineBoard != NULL)
        (void)determine(strMineBoard, NULL, start, numThread, minValidGen, timeCalculationMS, probabilityMine,
                        probabilityZeroMineAround, numValidGen);
}

MINES_API mines_status mines_determine_grid2(const char *board, uint32_t min_valid_gen, uint32_t time_ms,
                                             const mines_options *options, float *probability_mine,
                                             float *probability_zero_mine_around, uint32_t *num_valid_gen)
{
    uint64_t start = mcore_clock_now();
    MCORE_CALL(call, options);
    clear(board, probability_mine, probability_zero_mine_around, num_valid_gen);
    if (!call.valid || board == NULL)
        return MINES_BAD_ARGUMENT;
    return determine(board, options, start, call.threads, min_valid_gen, time_ms, probability_mine,
                     probability_zero_mine_around, num_valid_gen);
}

int32_t mcore_best_grid(const char board[MCORE_GRID_CELLS], const uint64_t mine[MCORE_GRID_CELLS],
                        const uint64_t zero_around[MCORE_GRID_CELLS], uint64_t matched)
{
    int32_t best = -1;
    uint64_t best_mine = 0, best_zero_around = 0;
    if (matched == 0)
        return -1;
    for (int32_t r = 1; r <= MCORE_GRID_SIDE; r++) {
        for (int32_t c = 1; c <= MCORE_GRID_SIDE; c++) {
            int32_t cell = (r - 1) * MCORE_GRID_SIDE + (c - 1);
            bool margin = r == 1 || r == MCORE_GRID_SIDE || c == 1 || c == MCORE_GRID_SIDE;
            if (board[cell] != '-' || mine[cell] < best_mine)
                continue;
            /* "more than matched x 0.03 above the best", in integers */
            if (100 * (mine[cell] - best_mine) > 3 * matched || (zero_around[cell] <= best_zero_around && !margin)) {
                best = cell;
                best_mine = mine[cell];
                best_zero_around = zero_around[cell];
            }
        }
    }
    return best;
}

MINES_API mines_status mines_get_grid_with_best_probability(const char *board, uint32_t min_valid_gen, uint32_t time_ms,
                                                            const mines_options *options, int32_t *row, int32_t *col)
{
    uint64_t start = mcore_clock_now();
    MCORE_CALL(call, options);
    if (row != NULL)
        *row = -1;
    if (col != NULL)
        *col = -1;
    if (!call.valid || board == NULL || row == NULL || col == NULL)
        return MINES_BAD_ARGUMENT;
    attempt a;
    mines_status status = find(&a, board, options, start, call.threads, min_valid_gen, time_ms, false);
    int32_t best = status == MINES_OK ? mcore_best_grid(board, a.tally, a.tally + MCORE_GRID_CELLS, a.drawn) : -1;
    if (best >= 0) {
        *row = best / MCORE_GRID_SIDE;
        *col = best % MCORE_GRID_SIDE;
    }
    return outcome(&a, status);
}
