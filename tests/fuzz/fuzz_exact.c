/*
 * fuzz_exact.c - boards of up to 36 cells, 12 of them unopened, against an enumeration of every placement: the total,
 * all probabilities, the certain cells, the fault; the same with any memory limit; drawn boards are valid.
 */
#include "position.h"

#include <math.h>

enum { MOST_CELLS = 36, MOST_UNOPENED = 12 };

typedef struct tally {
    uint32_t total, mine[MOST_CELLS], zero_around[MOST_CELLS], number[MOST_CELLS][9];
    bool valid[1 << MOST_UNOPENED];
    size_t unopened;
    size_t cell[MOST_UNOPENED]; /* the cell of each bit of a set */
} tally;

static unsigned ones(uint32_t set)
{
    unsigned count = 0;
    for (; set != 0; set &= set - 1)
        count++;
    return count;
}

static void count_all(const fuzz_position *p, tally *t)
{
    size_t cells = p->rows * p->cols;
    uint8_t known[MOST_CELLS], bit[MOST_CELLS];
    uint32_t near[MOST_CELLS] = {0}, flags = 0; /* near: the unopened neighbours as a set */
    unsigned base[MOST_CELLS];
    memset(t, 0, sizeof *t);
    for (size_t i = 0; i < cells; i++) {
        known[i] = p->cells[i] == '+';
        flags += known[i];
        if (p->cells[i] == '-')
            t->cell[t->unopened++] = i;
    }
    for (size_t i = 0; i < cells; i++) {
        base[i] = fuzz_around(known, p->rows, p->cols, i);
        for (size_t u = 0; u < t->unopened; u++) {
            memset(bit, 0, sizeof bit);
            bit[t->cell[u]] = 1;
            near[i] |= (uint32_t)fuzz_around(bit, p->rows, p->cols, i) << u;
        }
    }
    for (uint32_t set = 0; set < UINT32_C(1) << t->unopened; set++) {
        bool valid = flags + ones(set) == p->mines;
        for (size_t i = 0; i < cells && valid; i++) {
            if (p->cells[i] != '-' && p->cells[i] != '+')
                valid = base[i] + ones(set & near[i]) == (unsigned)(p->cells[i] - '0');
        }
        if (!valid)
            continue;
        t->valid[set] = true;
        t->total++;
        for (size_t u = 0; u < t->unopened; u++)
            t->mine[t->cell[u]] += set >> u & 1;
        for (size_t i = 0; i < cells; i++) {
            unsigned around = base[i] + ones(set & near[i]);
            size_t u = 0;
            while (u < t->unopened && t->cell[u] != i)
                u++;
            bool mine = known[i] || (u < t->unopened && (set >> u & 1));
            t->zero_around[i] += around == 0;
            if (!mine)
                t->number[i][around]++;
        }
    }
    for (size_t i = 0; i < cells; i++)
        t->mine[i] += known[i] ? t->total : 0;
}

/* A share of integers with the promised error; exactly 0 for none and 1 for all. */
static bool is_share(double got, uint32_t part, uint32_t total)
{
    double wanted = (double)part / (double)total;
    if (part == 0 || part == total)
        return got == wanted;
    return got > 0.0 && got < 1.0 && fabs(got - wanted) <= 1e-12 * wanted;
}

static void check_fault(const fuzz_position *p, const mines_fault *fault)
{
    size_t cells = p->rows * p->cols, at = (size_t)fault->row * p->cols + (size_t)fault->col;
    uint8_t known[MOST_CELLS], closed[MOST_CELLS];
    uint32_t flags = 0, unopened = 0;
    for (size_t i = 0; i < cells; i++) {
        flags += known[i] = p->cells[i] == '+';
        unopened += closed[i] = p->cells[i] == '-';
    }
    FUZZ_CHECK((fault->reason == MINES_FAULT_KNOWN_MINES) == (flags > p->mines));
    if (fault->reason != MINES_FAULT_KNOWN_MINES)
        FUZZ_CHECK((fault->reason == MINES_FAULT_FEW_CELLS) == (p->mines - flags > unopened));
    if (fault->reason != MINES_FAULT_NUMBER) {
        FUZZ_CHECK(fault->row == -1 && fault->col == -1);
        return;
    }
    FUZZ_CHECK(fault->row >= 0 && fault->col >= 0 && at < cells && (size_t)fault->col < p->cols);
    FUZZ_CHECK(p->cells[at] >= '0' && p->cells[at] <= '8');
    unsigned number = (unsigned)(p->cells[at] - '0'), least = fuzz_around(known, p->rows, p->cols, at);
    FUZZ_CHECK(number < least || number > least + fuzz_around(closed, p->rows, p->cols, at));
}

static void check_answers(const fuzz_position *p, const tally *t, const mines_solution *solution)
{
    size_t cells = p->rows * p->cols, words = total_words(solution), used = 99, needed = 99, length = 99;
    double *mine = fuzz_buffer(cells, sizeof *mine), *zero = fuzz_buffer(cells, sizeof *zero);
    double *number = fuzz_buffer(cells * 9, sizeof *number);
    uint8_t *safe = fuzz_buffer(cells, 1), *sure = fuzz_buffer(cells, 1);
    uint32_t *word = fuzz_buffer(words, sizeof *word);
    char *text = fuzz_buffer(10 * words + 1, 1), wanted[16];
    FUZZ_CHECK(words >= 1);
    FUZZ_CHECK(mines_solution_mine(solution, mine) == MINES_OK);
    FUZZ_CHECK(mines_solution_zero_around(solution, NULL, zero) == MINES_OK);
    FUZZ_CHECK(mines_solution_number(solution, NULL, number) == MINES_OK);
    FUZZ_CHECK(mines_solution_certain(solution, safe, sure) == MINES_OK);
    FUZZ_CHECK(mines_solution_total(solution, NULL, word, words, &used) == MINES_OK);
    FUZZ_CHECK(mines_solution_total(solution, NULL, word, words - 1, &needed) == MINES_TOO_SMALL);
    FUZZ_CHECK(needed == words && used == 1 && word[0] == t->total);
    FUZZ_CHECK(mines_solution_total_text(solution, NULL, NULL, 0, &needed) == MINES_TOO_SMALL &&
               needed == 10 * words + 1);
    FUZZ_CHECK(mines_solution_total_text(solution, NULL, text, needed, &length) == MINES_OK && length == strlen(text));
    snprintf(wanted, sizeof wanted, "%u", (unsigned)t->total);
    FUZZ_CHECK(strcmp(text, wanted) == 0);
    for (size_t i = 0; i < cells; i++) {
        FUZZ_CHECK(is_share(mine[i], t->mine[i], t->total));
        FUZZ_CHECK(is_share(zero[i], t->zero_around[i], t->total));
        for (size_t k = 0; k < 9; k++)
            FUZZ_CHECK(is_share(number[i * 9 + k], t->number[i][k], t->total));
        FUZZ_CHECK(safe[i] == (p->cells[i] == '-' && t->mine[i] == 0));
        FUZZ_CHECK(sure[i] == (p->cells[i] == '-' && t->mine[i] == t->total));
    }
}

static void check_drawn(const fuzz_position *p, const tally *t, const mines_solution *solution, uint64_t seed)
{
    enum { BOARDS = 64 };
    size_t cells = p->rows * p->cols;
    uint8_t *boards = fuzz_buffer(BOARDS * cells, 1);
    uint64_t *mine = fuzz_buffer(cells, sizeof *mine), *zero = fuzz_buffer(cells, sizeof *zero), drawn = 0;
    mines_sampler *sampler;
    FUZZ_CHECK(mines_sampler_new(solution, NULL, &sampler) == MINES_OK);
    FUZZ_CHECK(mines_sampler_draw(sampler, seed, 0, BOARDS, &SIZED(mines_options, .threads = 1), boards) == MINES_OK);
    FUZZ_CHECK(mines_sampler_tally(sampler, seed, BOARDS, 0, &SIZED(mines_options, .threads = 1), mine, zero, &drawn) ==
               MINES_OK);
    FUZZ_CHECK(drawn == BOARDS);
    for (size_t b = 0; b < BOARDS; b++) {
        const uint8_t *board = boards + b * cells;
        uint32_t set = 0;
        for (size_t u = 0; u < t->unopened && u < MOST_UNOPENED; u++)
            set |= (uint32_t)board[t->cell[u]] << u;
        FUZZ_CHECK(set < UINT32_C(1) << t->unopened && t->valid[set]);
        for (size_t i = 0; i < cells; i++) {
            FUZZ_CHECK(p->cells[i] == '-' ? board[i] <= 1 : board[i] == (p->cells[i] == '+'));
            mine[i] -= board[i];
            zero[i] -= fuzz_around(board, p->rows, p->cols, i) == 0;
        }
    }
    for (size_t i = 0; i < cells; i++)
        FUZZ_CHECK(mine[i] == 0 && zero[i] == 0);
    mines_sampler_free(sampler);
}

/* Any memory limit: the same answer or none, and fault.needed suffices. */
static void check_budget(const fuzz_position *p, mines_status status, const mines_solution *solution, uint64_t memory)
{
    size_t cells = p->rows * p->cols;
    mines_options options = {.size = sizeof options, .memory = memory};
    mines_solution *other = (mines_solution *)(uintptr_t)1;
    mines_fault fault = {.size = sizeof fault};
    mines_status got = mines_solve(p->cells, p->rows, p->cols, p->mines, &options, &other, &fault);
    FUZZ_CHECK(got == status || got == MINES_BUDGET_EXCEEDED);
    FUZZ_CHECK((got == MINES_OK) == (other != NULL));
    if (got == MINES_OK) {
        double mine[2][MOST_CELLS];
        mines_solution_mine(solution, mine[0]);
        mines_solution_mine(other, mine[1]);
        FUZZ_CHECK(memcmp(mine[0], mine[1], cells * sizeof(double)) == 0);
        mines_sampler *sampler;
        got = mines_sampler_new(other, &options, &sampler);
        FUZZ_CHECK(got == MINES_OK || got == MINES_BUDGET_EXCEEDED);
        mines_sampler_free(sampler);
        got = mines_solution_number(other, &options, fuzz_buffer(cells * 9, sizeof(double)));
        FUZZ_CHECK(got == MINES_OK || got == MINES_BUDGET_EXCEEDED);
    }
    mines_solution_free(other);
    if (got == MINES_BUDGET_EXCEEDED && fault.needed > 0) {
        FUZZ_CHECK(fault.needed > memory);
        options.memory = fault.needed;
        FUZZ_CHECK(mines_solve(p->cells, p->rows, p->cols, p->mines, &options, &other, NULL) == status);
        mines_solution_free(other);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static tally t;
    fuzz_input in = fuzz_begin(data, size);
    fuzz_position p = {0};
    p.rows = 1 + fuzz_below(&in, 6);
    p.cols = 1 + fuzz_below(&in, p.rows == 1 ? 24 : 6);
    uint8_t seed = fuzz_byte(&in), budget = fuzz_byte(&in);
    fuzz_take_position(&in, &p, MOST_UNOPENED);
    count_all(&p, &t);
    mines_fault fault = {.size = sizeof fault};
    mines_solution *solution = (mines_solution *)(uintptr_t)1;
    mines_status status = mines_solve(p.cells, p.rows, p.cols, p.mines, NULL, &solution, &fault);
    FUZZ_CHECK(status == (t.total > 0 ? MINES_OK : MINES_NO_VALID_BOARD));
    FUZZ_CHECK((solution != NULL) == (t.total > 0));
    if (status == MINES_OK) {
        check_answers(&p, &t, solution);
        if (seed % 4 == 0)
            check_drawn(&p, &t, solution, seed);
    } else {
        check_fault(&p, &fault);
    }
    if (budget % 4 == 1)
        check_budget(&p, status, solution, (uint64_t)(budget + 1) << 7);
    mines_solution_free(solution);
    return 0;
}
