/*
 * fuzz_position.c - larger positions, up to 24 x 24 cells, some of random bytes, with small memory limits: the answers
 * are consistent, drawn boards are valid, and mines_solve_many gives the same as mines_solve.
 */
#include "position.h"

#include <math.h>

enum { MOST_SIDE = 24, MOST_BOARDS = 3, DRAWN = 16 };

/* The probabilities are consistent: in range, exact for certain cells, with the right sum. */
static void check_sums(const fuzz_position *p, const double *mine, const double *zero, const double *number,
                       const uint8_t *safe, const uint8_t *sure)
{
    double sum = 0.0;
    for (size_t i = 0; i < p->rows * p->cols; i++) {
        double shown = mine[i];
        FUZZ_CHECK(mine[i] >= 0.0 && mine[i] <= 1.0 && zero[i] >= 0.0 && zero[i] <= 1.0);
        for (size_t k = 0; k < 9; k++) {
            FUZZ_CHECK(number[i * 9 + k] >= 0.0 && number[i * 9 + k] <= 1.0);
            shown += number[i * 9 + k];
        }
        FUZZ_CHECK(fabs(shown - 1.0) <= 1e-11);
        FUZZ_CHECK(number[i * 9] <= zero[i] * (1.0 + 1e-11));
        FUZZ_CHECK((mine[i] == 0.0) == (p->cells[i] == '-' ? safe[i] == 1 : p->cells[i] != '+'));
        FUZZ_CHECK((mine[i] == 1.0) == (p->cells[i] == '-' ? sure[i] == 1 : p->cells[i] == '+'));
        if (p->cells[i] >= '0' && p->cells[i] <= '8')
            FUZZ_CHECK(number[i * 9 + (size_t)(p->cells[i] - '0')] == 1.0);
        sum += mine[i];
    }
    FUZZ_CHECK(fabs(sum - p->mines) <= 1e-9);
}

static void check_drawn(const fuzz_position *p, const mines_solution *solution, const mines_options *options,
                        const uint8_t *safe, const uint8_t *sure, uint8_t seed)
{
    size_t cells = p->rows * p->cols;
    mines_sampler *sampler = NULL;
    mines_status status = mines_sampler_new(solution, options, &sampler);
    FUZZ_CHECK(status == MINES_OK || status == MINES_BUDGET_EXCEEDED);
    if (status != MINES_OK)
        return;
    uint8_t *boards = fuzz_buffer(DRAWN * cells, 1), *again = fuzz_buffer(DRAWN * cells, 1);
    size_t split = seed % DRAWN;
    FUZZ_CHECK(mines_sampler_draw(sampler, seed, 500, DRAWN, &SIZED(mines_options, .threads = 1 + seed % 2u), boards) ==
               MINES_OK);
    FUZZ_CHECK(mines_sampler_draw(sampler, seed, 500, split, &SIZED(mines_options, .threads = 1), again) == MINES_OK);
    FUZZ_CHECK(mines_sampler_draw(sampler, seed, 500 + split, DRAWN - split, &SIZED(mines_options, .threads = 1),
                                  again + split * cells) == MINES_OK);
    FUZZ_CHECK(memcmp(boards, again, DRAWN * cells) == 0);
    mines_sampler_free(sampler);
    for (const uint8_t *b = boards; b < boards + DRAWN * cells; b += cells) {
        uint32_t mines = 0;
        for (size_t i = 0; i < cells; i++) {
            mines += b[i];
            if (p->cells[i] == '-')
                FUZZ_CHECK(b[i] <= 1 && !(safe[i] && b[i]) && !(sure[i] && !b[i]));
            else
                FUZZ_CHECK(b[i] == (p->cells[i] == '+'));
            if (p->cells[i] >= '0' && p->cells[i] <= '8')
                FUZZ_CHECK(fuzz_around(b, p->rows, p->cols, i) == (unsigned)(p->cells[i] - '0'));
        }
        FUZZ_CHECK(mines == p->mines);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input in = fuzz_begin(data, size);
    fuzz_position p = {0};
    p.rows = 1 + fuzz_below(&in, MOST_SIDE);
    p.cols = 1 + fuzz_below(&in, MOST_SIDE);
    uint8_t how = fuzz_byte(&in), seed = fuzz_byte(&in);
    size_t cells = p.rows * p.cols, count = 1 + how % MOST_BOARDS;
    mines_options options = {.size = sizeof options, .memory = (uint64_t)4096 << (how >> 2 & 7)};
    char *boards = fuzz_buffer(count * cells, 1);
    uint32_t *mines = fuzz_buffer(count, sizeof *mines);
    double *mine = fuzz_buffer(count * cells, sizeof *mine), *zero = fuzz_buffer(count * cells, sizeof *zero);
    uint8_t *safe = fuzz_buffer(count * cells, 1), *sure = fuzz_buffer(count * cells, 1);
    mines_status *status = fuzz_buffer(count, sizeof *status);
    for (size_t b = 0; b < count; b++) {
        if (how & 128 && b == count - 1) { /* random bytes */
            mines[b] = fuzz_byte(&in);
            for (size_t i = 0; i < cells; i++)
                boards[b * cells + i] = fuzz_left(&in) > 0 ? (char)fuzz_byte(&in) : '-';
            continue;
        }
        unsigned buffers = fuzz_buffers_used;
        fuzz_take_position(&in, &p, cells);
        memcpy(boards + b * cells, p.cells, cells);
        mines[b] = p.mines;
        fuzz_buffers_used = buffers;
    }
    FUZZ_CHECK(mines_solve_many(boards, count, p.rows, p.cols, mines, with_threads(&options, how >> 5 & 3),
                                &SIZED(mines_solve_many_result, .mine = mine, .zero_around = zero, .certain_safe = safe,
                                       .certain_mines = sure, .status = status)) == MINES_OK);
    for (size_t b = 0; b < count; b++) {
        unsigned buffers = fuzz_buffers_used;
        mines_solution *solution = NULL;
        p.cells = boards + b * cells;
        p.mines = mines[b];
        mines_fault fault = {.size = sizeof fault};
        mines_status alone = mines_solve(p.cells, p.rows, p.cols, p.mines, &options, &solution, &fault);
        if (alone == MINES_BUDGET_EXCEEDED && fault.needed > 0) { /* that much suffices */
            mines_options more = {.size = sizeof more, .memory = fault.needed};
            FUZZ_CHECK(fault.needed > options.memory);
            FUZZ_CHECK(mines_solve(p.cells, p.rows, p.cols, p.mines, &more, &solution, NULL) != MINES_BUDGET_EXCEEDED);
            mines_solution_free(solution);
            solution = NULL;
        }
        /* zero_around may need more memory than the count */
        FUZZ_CHECK(status[b] == alone || status[b] == MINES_BUDGET_EXCEEDED || alone == MINES_BUDGET_EXCEEDED);
        if (status[b] != MINES_OK) {
            for (size_t i = b * cells; i < (b + 1) * cells; i++)
                FUZZ_CHECK(isnan(mine[i]) && isnan(zero[i]) && safe[i] == 0 && sure[i] == 0);
        }
        if (status[b] == MINES_OK && alone == MINES_OK) {
            double *of_one = fuzz_buffer(cells, sizeof *of_one), *number = fuzz_buffer(cells * 9, sizeof *number);
            uint8_t *certain = fuzz_buffer(cells, 1);
            FUZZ_CHECK(mines_solution_mine(solution, of_one) == MINES_OK);
            FUZZ_CHECK(memcmp(of_one, mine + b * cells, cells * sizeof *mine) == 0);
            FUZZ_CHECK(mines_solution_zero_around(solution, NULL, of_one) == MINES_OK);
            FUZZ_CHECK(memcmp(of_one, zero + b * cells, cells * sizeof *zero) == 0);
            mines_status within = mines_solution_zero_around(solution, &options, of_one);
            FUZZ_CHECK(within == MINES_OK || within == MINES_BUDGET_EXCEEDED);
            FUZZ_CHECK(within != MINES_OK || memcmp(of_one, zero + b * cells, cells * sizeof *zero) == 0);
            FUZZ_CHECK(mines_solution_certain(solution, certain, NULL) == MINES_OK);
            FUZZ_CHECK(memcmp(certain, safe + b * cells, cells) == 0);
            FUZZ_CHECK(mines_solution_certain(solution, NULL, certain) == MINES_OK);
            FUZZ_CHECK(memcmp(certain, sure + b * cells, cells) == 0);
            FUZZ_CHECK(mines_solution_number(solution, NULL, number) == MINES_OK);
            check_sums(&p, mine + b * cells, zero + b * cells, number, safe + b * cells, sure + b * cells);
            check_drawn(&p, solution, &options, safe + b * cells, sure + b * cells, seed);
        }
        mines_solution_free(solution);
        fuzz_buffers_used = buffers;
    }
    return 0;
}
