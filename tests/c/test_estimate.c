/*
 * test_estimate.c - thinning and estimates: weights are preserved on average, errors are right on boards with known
 * answers, and calls fail where no reliable answer is possible.
 */
#include "../../core/exact/resample.h"
#include "../../core/sampling/estimate.h"

#include "calls.h"
#include "check.h"
#include "positions.h"

#include <math.h>

enum { SIDE = 18, SIZE = SIDE * SIDE, MINES = 80, BOARDS = 200, DRAWN = 2560, INTERVAL_CELLS = 12 };

/* The average of each weight over many thinnings, and the number of weights kept. */
static void thinning(void)
{
    enum { COUNT = 40, MOST = 12, TIMES = 20000 };
    double weight[COUNT], multiplier[COUNT], mean[COUNT] = {0};
    uint64_t seed = 3;
    mcore_random random;
    mcore_random_set(&random, 1, 2, MCORE_PURPOSE_RESAMPLE);
    for (int i = 0; i < COUNT; i++)
        weight[i] = ldexp(1.0 + random_below(&seed, 1000) / 1000.0, -(int)random_below(&seed, 8));
    weight[7] = 100.0;
    for (int time = 0; time < TIMES; time++) {
        uint32_t kept = 0;
        double sum = 0.0, all = 0.0;
        mcore_resample(weight, COUNT, MOST, &random, multiplier);
        for (int i = 0; i < COUNT; i++) {
            kept += multiplier[i] != 0.0;
            CHECK(multiplier[i] == 0.0 || multiplier[i] >= 1.0);
            mean[i] += multiplier[i] / TIMES;
            sum += multiplier[i] * weight[i];
            all += weight[i];
        }
        CHECK(kept >= MOST - 1 && kept <= MOST + 1);
        CHECK(multiplier[7] == 1.0);
        CHECK_WITHIN(sum, all, 0.2); /* the sampling is systematic: losses and gains balance */
    }
    for (int i = 0; i < COUNT; i++) {
        /* a weight kept with probability q becomes 1/q times as large: the mean has a variance of (1/q - 1) / TIMES */
        double spread = 0.0;
        for (int k = 0; k < COUNT; k++)
            spread = weight[k] > spread && weight[k] < 100.0 ? weight[k] : spread;
        double limit = 6.0 * sqrt((spread * COUNT / weight[i]) / TIMES);
        CHECK(fabs(mean[i] - 1.0) < limit);
    }
    /* equal weights, and some that are almost 0 */
    for (int i = 0; i < COUNT; i++)
        weight[i] = i < 30 ? 1.0 / 3.0 : 1e-300;
    for (int time = 0; time < 100; time++) {
        uint32_t kept = 0;
        mcore_resample(weight, COUNT, MOST, &random, multiplier);
        for (int i = 0; i < COUNT; i++)
            kept += multiplier[i] != 0.0;
        CHECK(kept >= MOST - 1 && kept <= MOST + 1);
    }
}

/* Whether the exact answer is in the 95 % interval, for cells that enough boards say something about. */
static void count_hits(const double *exact, const double *share, const double *error, uint32_t *hits, uint32_t *cells)
{
    uint32_t seen = 0;
    for (int c = 0; c < SIZE && seen < INTERVAL_CELLS; c++) {
        int cell = c * 31 % SIZE; /* spread over the board */
        if (exact[cell] * (1.0 - exact[cell]) * DRAWN < 9.0)
            continue;
        seen++;
        *cells += 1;
        *hits += fabs(share[cell] - exact[cell]) <= 1.998 * error[cell]; /* of Student's t with 63 degrees of freedom */
    }
}

/* Errors are right: the 95 % intervals contain the exact answer in 93 to 97 % of the cells of 200 thinned boards. */
static void coverage(void)
{
    static position p;
    static double exact[2][SIZE], share[2][SIZE], error[2][SIZE];
    static uint64_t tally[2 * SIZE];
    uint64_t seed = 11;
    uint32_t hits[2] = {0}, cells[2] = {0}, thinned = 0;
    for (uint32_t board = 0; thinned < BOARDS && board < 3 * BOARDS; board++) {
        position_random(&p, SIDE, SIDE, MINES, 25, 0, &seed);
        mines_solution *solution;
        if (!CHECK_SAME(mines_solve(p.cells, SIDE, SIDE, MINES, NULL, &solution, NULL), MINES_OK))
            return;
        mines_solution_mine(solution, exact[0]);
        mines_solution_zero_around(solution, NULL, exact[1]);
        mines_solution_free(solution);
        const mcore_estimate_params params = {.text = p.cells,
                                              .rows = SIDE,
                                              .cols = SIDE,
                                              .mines = MINES,
                                              .memory = (uint64_t)1 << 30,
                                              .seed = board,
                                              .count = DRAWN,
                                              .deadline = UINT64_MAX,
                                              .threads = 1};
        const mcore_estimate_outputs shares = {share[0], error[0], share[1], error[1]};
        mcore_estimate_quality quality;
        mines_fault fault = {.size = sizeof fault, .reason = MINES_FAULT_NONE, .row = -1, .col = -1, .needed = 0};
        CHECK_SAME(mcore_estimate_thinned(&params, &shares, tally, &quality, &fault), MINES_OK);
        CHECK(quality.exact == 0 && quality.runs == 64 && quality.boards >= DRAWN);
        CHECK(quality.effective >= 0.9 * 64 && quality.effective <= 64.0 + 1e-9);
        bool needed = quality.effective < 64.0 - 1e-6;
        thinned += needed;
        for (int of = 0; of < 2 && needed; of++)
            count_hits(exact[of], share[of], error[of], &hits[of], &cells[of]);
        for (int c = 0; c < SIZE; c++) {
            CHECK(share[0][c] >= 0.0 && share[0][c] <= 1.0 && error[0][c] >= 0.0);
            CHECK(exact[0][c] != 0.0 || share[0][c] == 0.0);
            CHECK(exact[0][c] != 1.0 || share[0][c] == 1.0);
        }
    }
    printf("%u boards: intervals held %u of %u and %u of %u\n", thinned, hits[0], cells[0], hits[1], cells[1]);
    CHECK_SAME(thinned, BOARDS);
    for (int of = 0; of < 2; of++)
        CHECK(hits[of] >= 0.93 * cells[of] && hits[of] <= 0.97 * cells[of]);
}

/* If the exact count fits, the boards are those of the sampler. */
static void exact_boards(void)
{
    static position p;
    double mine[SIZE], error[SIZE], zero[SIZE];
    uint64_t tally[SIZE], drawn, seed = 4;
    mines_estimate_result result = {.size = sizeof result, .mine = mine, .mine_error = error, .zero_around = zero};
    mines_solution *solution;
    mines_sampler *sampler;
    position_random(&p, SIDE, SIDE, MINES, 40, 0, &seed);
    CHECK_SAME(mines_solve(p.cells, SIDE, SIDE, MINES, NULL, &solution, NULL), MINES_OK);
    CHECK_SAME(mines_sampler_new(solution, NULL, &sampler), MINES_OK);
    CHECK_SAME(mines_sampler_tally(sampler, 9, 5000, 0, &SIZED(mines_options, .threads = 1), tally, NULL, &drawn),
               MINES_OK);
    CHECK_SAME(
        mines_estimate(p.cells, SIDE, SIDE, MINES, 9, 5000, 0, &SIZED(mines_options, .threads = 1), &result, NULL),
        MINES_OK);
    CHECK(result.exact == 1 && result.runs == 1 && result.boards == 5000 && result.effective == 1.0);
    for (int c = 0; c < SIZE; c++) {
        volatile double wanted = (double)tally[c] / 5000.0; /* rounded to a double, on an x87 too */
        CHECK(mine[c] == wanted);
        CHECK_WITHIN(error[c], sqrt(mine[c] * (1.0 - mine[c]) / 5000.0), 1e-14);
    }
    mines_sampler_free(sampler);
    mines_solution_free(solution);
}

static int refuse(void *context, double progress)
{
    (void)context;
    (void)progress;
    return 1;
}

/* Isolated numbers on a board too large for the exact count. */
static void large(position *p)
{
    static uint8_t mine[64 * 64];
    uint64_t seed = 8;
    position_blank(p, 64, 64, 800);
    place_mines(mine, 64 * 64, 800, &seed);
    for (size_t r = 1; r < 64; r += 2) {
        for (size_t c = 1; c < 64; c += 2) {
            if (!mine[r * 64 + c])
                p->cells[r * 64 + c] = (char)('0' + mines_around(mine, 64, 64, r, c));
        }
    }
}

static void refusals(void)
{
    static position p;
    static double mine[64 * 64];
    mines_estimate_result result = {.size = sizeof result, .mine = mine}, none = {.size = sizeof none};
    mines_fault fault = {.size = sizeof fault};
    mines_options options = {.size = sizeof options, .threads = 1, .memory = 8 << 20};
    large(&p);
    CHECK_SAME(mines_estimate(p.cells, 64, 64, 800, 1, 1000, 0, &options, &result, NULL), MINES_BUDGET_EXCEEDED);
    CHECK(result.exact == 0 && result.states >= 16 && result.boards == 0);
    options.memory = 0;
    CHECK_SAME(mines_estimate(p.cells, 64, 64, 800, 1, 0, 50, &options, &result, NULL),
               MINES_BUDGET_EXCEEDED); /* of time */
    options.poll = refuse;
    CHECK_SAME(mines_estimate(p.cells, 64, 64, 800, 1, 1000, 0, &options, &result, NULL), MINES_INTERRUPTED);
    options.poll = NULL;
    CHECK_SAME(mines_estimate("4-----", 2, 3, 3, 1, 10, 0, &options, &result, &fault), MINES_NO_VALID_BOARD);
    CHECK(fault.reason == MINES_FAULT_NUMBER && fault.row == 0 && fault.col == 0);
    result.boards = result.runs = 77;
    CHECK_SAME(mines_estimate("--", 1, 2, 1, 1, 0, 0, &options, &result, NULL), MINES_BAD_ARGUMENT);
    CHECK(result.runs == 0 && result.states == 0 && result.effective == 0.0 && result.boards == 0);
    CHECK_SAME(mines_estimate("--", 1, 257, 1, 1, 1, 0, &options, &none, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_estimate("-?", 1, 2, 1, 1, 1, 0, &options, &result, &fault), MINES_BAD_CELL);
    CHECK_SAME(mines_estimate("--", 1, 2, 1, 1, 1000, 0, &options, &none, NULL), MINES_OK);
    CHECK(none.exact == 1 && none.boards == 1000);
}

int main(void)
{
    thinning();
    exact_boards();
    refusals();
    coverage();
    return check_done("test_estimate");
}
