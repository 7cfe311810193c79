/*
 * test_brute.c - small boards against an enumeration of every placement: the total, the mines and numbers of each cell,
 * the certain cells, and whether a valid board exists. All shares are fractions of integers.
 */
#include <minesweeper_core.h>

#include "check.h"
#include "positions.h"

enum { MAX_UNOPENED = 13, MAX_CELLS = 40 };

typedef struct tally {
    uint32_t total;
    uint32_t mine[MAX_CELLS];
    uint32_t zero_around[MAX_CELLS];
    uint32_t number[MAX_CELLS][9]; /* safe with number k */
} tally;

static void count_all(const position *p, tally *t)
{
    size_t cells = p->rows * p->cols, unopened[MAX_UNOPENED], n = 0;
    uint8_t mine[MAX_CELLS];
    uint32_t known = 0;
    memset(t, 0, sizeof *t);
    for (size_t i = 0; i < cells; i++) {
        mine[i] = p->cells[i] == '+';
        known += mine[i];
        if (p->cells[i] == '-')
            unopened[n++] = i;
    }
    for (uint32_t set = 0; set < UINT32_C(1) << n; set++) {
        uint32_t mines = known;
        unsigned around[MAX_CELLS];
        int valid = 1;
        for (size_t j = 0; j < n; j++)
            mines += mine[unopened[j]] = set >> j & 1;
        if (mines != p->mines)
            continue;
        for (size_t i = 0; i < cells; i++) {
            around[i] = mines_around(mine, p->rows, p->cols, i / p->cols, i % p->cols);
            if (p->cells[i] >= '0' && p->cells[i] <= '8')
                valid = valid && around[i] == (unsigned)(p->cells[i] - '0');
        }
        if (!valid)
            continue;
        t->total++;
        for (size_t i = 0; i < cells; i++) {
            t->mine[i] += mine[i];
            t->zero_around[i] += around[i] == 0;
            if (!mine[i])
                t->number[i][around[i]]++;
        }
    }
}

/* Print the boards of the first failures. */
static void show(const position *p)
{
    fprintf(stderr, "with %u mines:\n", (unsigned)p->mines);
    for (size_t r = 0; r < p->rows; r++)
        fprintf(stderr, "    %.*s\n", (int)p->cols, p->cells + r * p->cols);
}

static void compare(const position *p)
{
    static tally t;
    double mine[MAX_CELLS], zero_around[MAX_CELLS], number[MAX_CELLS * 9];
    uint8_t safe[MAX_CELLS], sure[MAX_CELLS];
    char total[64], wanted[16];
    size_t length;
    unsigned long failures = check_failures;
    mines_solution *solution = NULL;
    mines_status status = mines_solve(p->cells, p->rows, p->cols, p->mines, NULL, &solution, NULL);

    count_all(p, &t);
    if (t.total == 0) {
        CHECK_SAME(status, MINES_NO_VALID_BOARD);
        CHECK(solution == NULL);
    } else if (CHECK_SAME(status, MINES_OK)) {
        CHECK_SAME(mines_solution_mine(solution, mine), MINES_OK);
        CHECK_SAME(mines_solution_zero_around(solution, NULL, zero_around), MINES_OK);
        CHECK_SAME(mines_solution_number(solution, NULL, number), MINES_OK);
        CHECK_SAME(mines_solution_certain(solution, safe, sure), MINES_OK);
        CHECK_SAME(mines_solution_total_text(solution, NULL, total, sizeof total, &length), MINES_OK);
        snprintf(wanted, sizeof wanted, "%u", (unsigned)t.total);
        CHECK_TEXT(total, wanted);
        for (size_t i = 0; i < p->rows * p->cols; i++) {
            int unopened = p->cells[i] == '-';
            CHECK_CLOSE(mine[i], (double)t.mine[i] / t.total);
            CHECK_SAME(mine[i] == 1.0, t.mine[i] == t.total);
            CHECK_CLOSE(zero_around[i], (double)t.zero_around[i] / t.total);
            CHECK_SAME(zero_around[i] == 1.0, t.zero_around[i] == t.total);
            CHECK_SAME(safe[i], unopened && t.mine[i] == 0);
            CHECK_SAME(sure[i], unopened && t.mine[i] == t.total);
            for (size_t k = 0; k < 9; k++)
                CHECK_CLOSE(number[i * 9 + k], (double)t.number[i][k] / t.total);
        }
    }
    mines_solution_free(solution);
    if (check_failures != failures && failures < 20)
        show(p);
}

/* Open safe cells until few unopened ones remain, possibly too few for the mines. */
static int thin_out(position *p, uint64_t *state)
{
    static uint8_t mine[MAX_CELLS];
    size_t cells = p->rows * p->cols, unopened = cells;
    unsigned flag = random_below(state, 3) * 40;
    place_mines(mine, cells, p->mines, state);
    memset(p->cells, '-', cells);
    for (size_t i = 0; i < cells; i++) {
        if (mine[i] && random_below(state, 100) < flag) {
            p->cells[i] = '+';
            unopened--;
        }
    }
    size_t target = 1 + random_below(state, MAX_UNOPENED);
    for (int tries = 0; unopened > target && tries < 1000; tries++) {
        size_t i = random_below(state, (uint32_t)cells);
        if (!mine[i] && p->cells[i] == '-') {
            p->cells[i] = (char)('0' + mines_around(mine, p->rows, p->cols, i / p->cols, i % p->cols));
            unopened--;
        }
    }
    return unopened <= MAX_UNOPENED;
}

/* Make it possibly impossible: change the number of mines or a number. */
static void disturb(position *p, uint64_t *state)
{
    uint32_t how = random_below(state, 6);
    if (how == 0) {
        p->mines += 1 + random_below(state, 2);
    } else if (how == 1) {
        p->mines -= p->mines < 1 ? 0 : 1;
    } else if (how == 2) {
        size_t i = random_below(state, (uint32_t)(p->rows * p->cols));
        if (p->cells[i] >= '0' && p->cells[i] <= '8')
            p->cells[i] = (char)('0' + random_below(state, 9));
    }
}

int main(void)
{
    static position p;
    uint64_t state = 20260101;
    int boards = 0;
    while (boards < 1500) {
        p.rows = 1 + random_below(&state, 6);
        p.cols = 1 + random_below(&state, p.rows == 1 ? 30 : 6);
        p.mines = random_below(&state, (uint32_t)(p.rows * p.cols) / (1 + random_below(&state, 4)) + 1);
        if (!thin_out(&p, &state))
            continue;
        disturb(&p, &state);
        compare(&p);
        boards++;
    }
    return check_done("test_brute");
}
