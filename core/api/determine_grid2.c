/* determine_grid2.c - the functions of C[o]re.dll. */
#include "determine_grid2.h"

#include "../base/clock.h"
#include "../base/fp_precision.h"
#include "../base/options.h"
#include "../base/poll.h"
#include "../base/rng.h"
#include "../exact/solution.h"
#include "../sampling/estimate.h"
#include "../sampling/sampler.h"

#include <string.h>
#include <time.h>

#define MILLISECOND ((uint64_t)1000000)

enum {
    /* How long after the deadline the preparation of uniform boards may go on: most positions need a tenth of it. Time
       in which the machine was busy with something else does not count. */
    PREPARE_GRACE_MS = 5,
    /* After that some of a thinned count are weighed, which every machine has time for: at most so long, and the first
       batch of either. */
    WEIGH_GRACE_MS = 2000,
    DRAW_GRACE_MS = 100,
    WEIGH_STATES = 128,
    WEIGH_RUNS = 2,
    /* With less time than this after the analysis, or fewer boards wanted, large tables do not pay. */
    SHORT_MS = 20,
    FEW_BOARDS = 20000
};

/* So little that giving it back takes a few milliseconds at most; no board is known that needs a tenth. */
#define MEMORY ((uint64_t)256 << 20)

/* One call: its times, and what it finds. */
typedef struct call {
    const mines_options *options;
    uint64_t deadline;
    mcore_poll poll;
    mines_solution *solution; /* NULL where there is none */
    uint64_t drawn;
    uint64_t tally[2 * MCORE_GRID_CELLS]; /* boards with a mine in the cell, then those with none around */
    uint8_t certain_mine[MCORE_GRID_CELLS];
} call;

/* A seed that no other call has, from the time and the place of the call: there is no state to keep a count in. */
static uint64_t fresh_seed(const call *c)
{
    uint64_t now = mcore_clock_now(), today = (uint64_t)time(NULL), where = (uint64_t)(uintptr_t)c;
    const uint32_t counter[4] = {(uint32_t)now, (uint32_t)(now >> 32), (uint32_t)where, (uint32_t)(where >> 32)};
    const uint32_t key[2] = {(uint32_t)today, (uint32_t)(today >> 32)};
    uint32_t out[4];
    mcore_philox(counter, key, out);
    return out[0] | (uint64_t)out[1] << 32;
}

/* The start of a call: the position, analysed until shortly after the deadline at most. */
static mines_status analyse(call *c, const char *board, const mines_options *options, uint64_t start, uint32_t time_ms,
                            bool shortcut)
{
    mines_fault fault = {MINES_REASON_NONE, -1, -1, 0};
    c->options = options;
    c->deadline = start + time_ms * MILLISECOND;
    c->drawn = 0;
    mcore_poll_init(&c->poll, options, c->deadline + PREPARE_GRACE_MS * MILLISECOND);
    mcore_poll_grace(&c->poll, (time_ms + PREPARE_GRACE_MS) * MILLISECOND);
    const mcore_position position = {board, MCORE_GRID_SIDE, MCORE_GRID_SIDE, MCORE_GRID_MINES};
    return mcore_solution_new_for_sampling(&position, MEMORY, shortcut, &c->poll, &c->solution, &fault);
}

/* Boards until `count` exist (0: no minimum) or the time is up. */
static mines_status sample(call *c, uint32_t threads, uint32_t count)
{
    mines_sampler *sampler;
    bool quick = (count != 0 && count <= FEW_BOARDS) || mcore_clock_now() + SHORT_MS * MILLISECOND > c->deadline;
    mines_status status = mcore_sampler_build(c->solution, quick ? &mcore_frontier_quick : &mcore_frontier_usual,
                                              MEMORY, &c->poll, &sampler);
    if (status != MINES_OK)
        return status;
    mcore_poll_init(&c->poll, c->options, UINT64_MAX);
    /* with no minimum the only limit but the time is what the caller's number can hold */
    status =
        mcore_sampler_tally(sampler, MEMORY, &c->poll, fresh_seed(c), count != 0 ? count : UINT32_MAX, c->deadline,
                            DRAW_GRACE_MS * MILLISECOND, threads, c->tally, c->tally + MCORE_GRID_CELLS, &c->drawn);
    mcore_sampler_free(sampler);
    return status;
}

/* Where there was no time, or no room, for uniform boards: some that have to be weighed. */
static mines_status weigh(call *c, const char *board)
{
    const mcore_estimate_params params = {
        .text = board,
        .rows = MCORE_GRID_SIDE,
        .cols = MCORE_GRID_SIDE,
        .mines = MCORE_GRID_MINES,
        .memory = MEMORY,
        .seed = fresh_seed(c),
        .threads = 1,
        .options = c->options,
        .deadline = mcore_clock_now() + WEIGH_GRACE_MS * MILLISECOND,
    };
    return mcore_estimate_quick(&params, WEIGH_STATES, WEIGH_RUNS, c->tally, &c->drawn, c->certain_mine);
}

/* Everything there is to know in time: the mines that are certain, or tallies. */
static mines_status find(call *c, const char *board, const mines_options *options, uint64_t start, uint32_t threads,
                         uint32_t count, uint32_t time_ms, bool shortcut)
{
    memset(c->certain_mine, 0, sizeof c->certain_mine);
    mines_status status = analyse(c, board, options, start, time_ms, shortcut);
    if (status == MINES_OK && shortcut && c->solution->certain_mine)
        mcore_solution_write(c->solution, NULL, NULL, c->certain_mine);
    else if (status == MINES_OK)
        status = sample(c, threads, count);
    mcore_solution_free(c->solution);
    if ((status == MINES_INTERRUPTED && !c->poll.cancelled) || status == MINES_BUDGET_EXCEEDED)
        status = weigh(c, board);
    return status;
}

static void put(float *array, size_t cell, float value)
{
    if (array != NULL)
        array[cell] = value;
}

/* What a call came to: that its time was up before there was a board is no failure. */
static mines_status outcome(const call *c, mines_status status)
{
    return status == MINES_INTERRUPTED && !c->poll.cancelled ? MINES_OK : status;
}

/* mines_determine_grid2, begun at `start`. */
static mines_status determine(const char *board, const mines_options *options, uint64_t start, uint32_t threads,
                              uint32_t count, uint32_t time_ms, float *mine, float *zero_around, uint32_t *valid)
{
    if (valid != NULL)
        *valid = 0;
    if (board == NULL || !mcore_options_known(options))
        return MINES_BAD_ARGUMENT;
    for (size_t cell = 0; cell < MCORE_GRID_CELLS; cell++) {
        put(mine, cell, -1.0f);
        put(zero_around, cell, -1.0f);
    }
    call c;
    mines_status status = find(&c, board, options, start, threads, count, time_ms, true);
    if (status != MINES_OK)
        return outcome(&c, status);
    bool shortcut = memchr(c.certain_mine, 1, sizeof c.certain_mine) != NULL;
    for (uint32_t cell = 0; cell < MCORE_GRID_CELLS; cell++) {
        if (shortcut && c.certain_mine[cell]) {
            put(mine, cell, 1.0f);
        } else if (!shortcut && c.drawn > 0 && board[cell] == '-') {
            put(mine, cell, (float)((double)c.tally[cell] / (double)c.drawn));
            put(zero_around, cell, (float)((double)c.tally[MCORE_GRID_CELLS + cell] / (double)c.drawn));
        }
    }
    if (valid != NULL && !shortcut)
        *valid = (uint32_t)c.drawn;
    return MINES_OK;
}

MINES_API MCORE_REALIGN void MINES_STDCALL DetermineGrid2(const char *strMineBoard, float *probabilityMine,
                                                          float *probabilityZeroMineAround, unsigned int *numValidGen,
                                                          unsigned int numThread, unsigned int minValidGen,
                                                          unsigned int timeCalculationMS)
{
    MCORE_ROUND_TO_DOUBLE;
    (void)determine(strMineBoard, NULL, mcore_clock_now(), numThread, minValidGen, timeCalculationMS, probabilityMine,
                    probabilityZeroMineAround, numValidGen);
}

MINES_API MCORE_REALIGN mines_status mines_determine_grid2(const char *board, const mines_options *options,
                                                           uint32_t num_thread, uint32_t min_valid_gen,
                                                           uint32_t time_ms, float *probability_mine,
                                                           float *probability_zero_mine_around, uint32_t *num_valid_gen)
{
    MCORE_ROUND_TO_DOUBLE;
    return determine(board, options, mcore_clock_now(), num_thread, min_valid_gen, time_ms, probability_mine,
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

MINES_API MCORE_REALIGN mines_status mines_get_grid_with_best_probability(const char *board,
                                                                          const mines_options *options,
                                                                          uint32_t num_thread, uint32_t min_valid_gen,
                                                                          uint32_t time_ms, int32_t *row, int32_t *col)
{
    MCORE_ROUND_TO_DOUBLE;
    uint64_t start = mcore_clock_now();
    if (row != NULL)
        *row = -1;
    if (col != NULL)
        *col = -1;
    if (board == NULL || row == NULL || col == NULL || !mcore_options_known(options))
        return MINES_BAD_ARGUMENT;
    call c;
    mines_status status = find(&c, board, options, start, num_thread, min_valid_gen, time_ms, false);
    int32_t best = status == MINES_OK ? mcore_best_grid(board, c.tally, c.tally + MCORE_GRID_CELLS, c.drawn) : -1;
    if (best >= 0) {
        *row = best / MCORE_GRID_SIDE;
        *col = best % MCORE_GRID_SIDE;
    }
    return outcome(&c, status);
}
