/*
 * test_large.c - positions too large to enumerate: properties that all answers have. With sanitizers it also tests that
 * wide layers stay within their memory.
 */
#include <minesweeper_core.h>

#include "calls.h"
#include "check.h"
#include "positions.h"

enum { MAX_CELLS = 256 * 256 };

static position p;
static double mine[MAX_CELLS], zero_around[MAX_CELLS], number[MAX_CELLS * 9];
static uint8_t safe[MAX_CELLS], sure[MAX_CELLS];

static void check_position(void)
{
    size_t cells = p.rows * p.cols;
    mines_solution *solution = NULL;
    mines_fault fault = {.size = sizeof fault, .reason = MINES_FAULT_NONE, .row = 77, .col = 77, .needed = 0};
    if (!CHECK_SAME(mines_solve(p.cells, p.rows, p.cols, p.mines, NULL, &solution, &fault), MINES_OK))
        return;
    CHECK_SAME(mines_solution_mine(solution, mine), MINES_OK);
    CHECK_SAME(mines_solution_certain(solution, safe, sure), MINES_OK);
    CHECK_SAME(mines_solution_zero_around(solution, NULL, zero_around), MINES_OK);
    CHECK_SAME(mines_solution_number(solution, NULL, number), MINES_OK);
    double expected = 0.0;
    for (size_t i = 0; i < cells; i++) {
        int unopened = p.cells[i] == '-';
        double sum = mine[i];
        expected += mine[i];
        CHECK(mine[i] >= 0.0 && mine[i] <= 1.0);
        CHECK_SAME(mine[i] == 1.0, p.cells[i] == '+' || sure[i]);
        CHECK_SAME(mine[i] == 0.0, safe[i] || (!unopened && p.cells[i] != '+'));
        CHECK(!(safe[i] && sure[i]) && (unopened || (!safe[i] && !sure[i])));
        for (size_t k = 0; k < 9; k++) {
            CHECK(number[i * 9 + k] >= 0.0 && number[i * 9 + k] <= 1.0);
            sum += number[i * 9 + k];
        }
        CHECK_WITHIN(sum, 1.0, 1e-12);
        CHECK(number[i * 9] <= zero_around[i] * (1.0 + 1e-12)); /* an opening has no mine around it */
        if (p.cells[i] >= '0' && p.cells[i] <= '8') {
            double around = 0.0;
            for (size_t r = i / p.cols == 0 ? 0 : i / p.cols - 1; r <= i / p.cols + 1 && r < p.rows; r++)
                for (size_t c = i % p.cols == 0 ? 0 : i % p.cols - 1; c <= i % p.cols + 1 && c < p.cols; c++)
                    around += mine[r * p.cols + c];
            CHECK(fabs(around - (p.cells[i] - '0')) <= 1e-11); /* the number of mines around it */
            CHECK(number[i * 9 + (size_t)(p.cells[i] - '0')] == 1.0);
        }
    }
    CHECK_WITHIN(expected, (double)p.mines, 1e-11);

    size_t words = total_words(solution), used = 0;
    uint32_t *total = calloc(words + 1, sizeof *total);
    if (total != NULL) {
        CHECK_SAME(mines_solution_total(solution, NULL, total, words, &used), MINES_OK);
        CHECK(used >= 1 && used <= words && total[used - 1] != 0);
        CHECK_SAME(total[words], 0);
    }
    free(total);
    mines_solution_free(solution);
}

/* Decrease the memory limit to `eighths` eighths again and again: fault.needed suffices and is not much more than
   necessary. Returns how often it was known. */
static int check_needed(uint64_t eighths)
{
    mines_solution *solution = NULL;
    mines_options options = {.size = sizeof options};
    mines_cost cost = {.size = sizeof cost};
    int said = 0;
    if (!CHECK_SAME(mines_solve(p.cells, p.rows, p.cols, p.mines, NULL, &solution, NULL), MINES_OK))
        return 0;
    CHECK_SAME(mines_solution_get_cost(solution, &cost), MINES_OK);
    mines_solution_free(solution);
    for (uint64_t memory = cost.bytes * 5 / 4; memory > 20000; memory = memory * eighths / 8) {
        mines_fault fault = {.size = sizeof fault, .reason = MINES_FAULT_NONE, .row = 77, .col = 77, .needed = 77};
        options.memory = memory;
        mines_status status = mines_solve(p.cells, p.rows, p.cols, p.mines, &options, &solution, &fault);
        mines_solution_free(solution);
        CHECK(status == MINES_OK || status == MINES_BUDGET_EXCEEDED);
        if (status == MINES_OK || fault.needed == 0) {
            CHECK_SAME(fault.needed, 0);
            continue;
        }
        said++;
        CHECK(fault.needed > memory);
        CHECK(fault.needed < cost.bytes + cost.bytes / 2 + 100000);
        options.memory = fault.needed;
        CHECK_SAME(mines_solve(p.cells, p.rows, p.cols, p.mines, &options, &solution, &fault), MINES_OK);
        CHECK_SAME(fault.needed, 0);
        mines_solution_free(solution);
    }
    return said;
}

int main(void)
{
    static const struct {
        uint32_t rows, cols, mines;
    } sizes[] = {{16, 16, 51}, {16, 30, 99}, {1, 256, 60}, {256, 1, 60}, {9, 40, 120}, {24, 24, 1}, {12, 12, 140}};
    uint64_t state = 10;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        uint32_t rows = sizes[i].rows, cols = sizes[i].cols;
        for (unsigned share = 0; share <= 100; share += 10) {
            position_random(&p, rows, cols, sizes[i].mines, share, share * 7 % 60, &state);
            check_position();
        }
        position_lattice(&p, rows, cols, sizes[i].mines, &state);
        check_position();
    }
    for (int i = 0; i < 6; i++) {
        position_isolated(&p, 16, 16, 51, &state);
        check_position();
        position_isolated(&p, 16, 30, 99, &state);
        check_position();
    }
    position_random(&p, 100, 100, 2000, 80, 0, &state);
    check_position();
    position_random(&p, 256, 256, 9000, 90, 50, &state);
    check_position();
    CHECK(check_needed(7) > 0);
    position_random(&p, 100, 100, 2000, 30, 0, &state); /* hundreds of MiB: each solve is slow */
    CHECK(check_needed(6) > 0);
    position_lattice(&p, 16, 30, 99, &state); /* here the number of mines decides what components may hold */
    CHECK(check_needed(7) > 0);
    return check_done("test_large");
}
