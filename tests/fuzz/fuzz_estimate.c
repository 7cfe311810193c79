/*
 * fuzz_estimate.c - mines_estimate with small memory limits, so that the count is thinned or impossible: the shares are
 * consistent, certain cells are certain in every estimate, uniform boards agree with the exact answers, and the same
 * seed gives the same result.
 */
#include "position.h"

#include <math.h>

enum { MOST_SIDE = 16, MOST_CELLS = MOST_SIDE * MOST_SIDE };

static void check_shares(const fuzz_position *p, double *const *share, const mines_estimate_result *quality,
                         uint64_t count)
{
    double sum = 0.0;
    FUZZ_CHECK(quality->exact <= 1 && quality->runs >= 1 && quality->effective >= 0.9 * quality->runs);
    FUZZ_CHECK(quality->effective <= quality->runs * (1.0 + 1e-12));
    FUZZ_CHECK(quality->exact ? quality->runs == 1 && quality->boards == count : quality->boards >= count);
    for (size_t i = 0; i < p->rows * p->cols; i++) {
        for (size_t of = 0; of < 4; of += 2) {
            FUZZ_CHECK(share[of][i] >= 0.0 && share[of][i] <= 1.0);
            FUZZ_CHECK(share[of + 1][i] >= 0.0 && share[of + 1][i] <= 1.0);
        }
        if (p->cells[i] != '-')
            FUZZ_CHECK(fabs(share[0][i] - (p->cells[i] == '+')) <= 1e-12 && share[1][i] <= 1e-7);
        if (p->cells[i] >= '0' && p->cells[i] <= '8')
            FUZZ_CHECK(fabs(share[2][i] - (p->cells[i] == '0')) <= 1e-12);
        sum += share[0][i];
    }
    FUZZ_CHECK(fabs(sum - p->mines) <= 1e-9);
}

/* Compare with the exact answers; the boards are independent if `exact`. */
static void check_exact(const fuzz_position *p, double *const *share, const mines_estimate_result *quality,
                        const mines_solution *solution)
{
    size_t cells = p->rows * p->cols;
    double *exact = fuzz_buffer(cells, sizeof *exact);
    uint8_t *safe = fuzz_buffer(cells, 1), *sure = fuzz_buffer(cells, 1);
    FUZZ_CHECK(mines_solution_certain(solution, safe, sure) == MINES_OK);
    for (size_t of = 0; of < 4; of += 2) {
        FUZZ_CHECK((of == 0 ? mines_solution_mine(solution, exact)
                            : mines_solution_zero_around(solution, NULL, exact)) == MINES_OK);
        for (size_t i = 0; i < cells; i++) {
            double boards = (double)quality->boards, spread = sqrt(exact[i] * (1.0 - exact[i]) / boards);
            if (exact[i] == 0.0 || exact[i] == 1.0)
                FUZZ_CHECK(fabs(share[of][i] - exact[i]) <= 1e-12);
            else if (quality->exact)
                FUZZ_CHECK(fabs(share[of][i] - exact[i]) <= 8.0 * spread + 20.0 / boards);
        }
    }
    for (size_t i = 0; i < cells; i++)
        FUZZ_CHECK((!safe[i] || share[0][i] == 0.0) && (!sure[i] || fabs(share[0][i] - 1.0) <= 1e-12));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input in = fuzz_begin(data, size);
    fuzz_position p = {0};
    p.rows = 1 + fuzz_below(&in, MOST_SIDE);
    p.cols = 1 + fuzz_below(&in, MOST_SIDE);
    size_t cells = p.rows * p.cols;
    uint8_t how = fuzz_byte(&in), seed = fuzz_byte(&in);
    uint64_t count = 1 + 3 * (uint64_t)fuzz_byte(&in), memory = ((uint64_t)2 << 10) << (how & 7);
    mines_options options = {.size = sizeof options, .memory = memory + memory / 4 * (how >> 3 & 3)};
    mines_options more = {.size = sizeof more, .memory = (uint64_t)32 << 20};
    fuzz_take_position(&in, &p, cells);
    double *share[4], *again[4];
    for (size_t k = 0; k < 4; k++) {
        share[k] = how >> 5 & 1 && k == how >> 6 ? NULL : fuzz_buffer(cells, sizeof *share[k]);
        again[k] = fuzz_buffer(cells, sizeof *again[k]);
    }
    mines_estimate_result quality = {.size = sizeof quality,
                                     .mine = share[0],
                                     .mine_error = share[1],
                                     .zero_around = share[2],
                                     .zero_around_error = share[3]};
    mines_fault fault = {.size = sizeof fault};
    mines_solution *solution = NULL;
    mines_status exact = mines_solve(p.cells, p.rows, p.cols, p.mines, &more, &solution, NULL);
    options.threads = 1 + seed % 2u;
    mines_status status = mines_estimate(p.cells, p.rows, p.cols, p.mines, seed, count, 0, &options, &quality, &fault);
    FUZZ_CHECK(status == exact || status == MINES_BUDGET_EXCEEDED || exact == MINES_BUDGET_EXCEEDED);
    FUZZ_CHECK(status == MINES_OK || status == MINES_BUDGET_EXCEEDED || status == MINES_NO_VALID_BOARD);
    if (status == MINES_OK) {
        mines_estimate_result other = {.size = sizeof other,
                                       .mine = again[0],
                                       .mine_error = again[1],
                                       .zero_around = again[2],
                                       .zero_around_error = again[3]};
        options.threads = 1;
        FUZZ_CHECK(mines_estimate(p.cells, p.rows, p.cols, p.mines, seed, count, 0, &options, &other, NULL) ==
                   MINES_OK);
        FUZZ_CHECK(other.exact == quality.exact && other.runs == quality.runs && other.states == quality.states &&
                   other.boards == quality.boards && other.effective == quality.effective);
        for (size_t k = 0; k < 4; k++)
            FUZZ_CHECK(share[k] == NULL || memcmp(share[k], again[k], cells * sizeof(double)) == 0);
        check_shares(&p, again, &quality, count);
        if (solution != NULL)
            check_exact(&p, again, &quality, solution);
    }
    mines_solution_free(solution);
    return 0;
}
