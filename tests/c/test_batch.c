/* test_batch.c - mines_solve_many against mines_solve, board by board. */
#include "../../include/minesweeper_core.h"

#include "calls.h"
#include "check.h"
#include "positions.h"

#include <math.h>

enum { BOARDS = 300, ROWS = 9, COLS = 11, SIZE = ROWS * COLS };

/* Positions: most are possible, some are not, and one has a wrong byte. */
typedef struct stack {
    char boards[BOARDS * SIZE];
    uint32_t mines[BOARDS];
    double mine[BOARDS * SIZE], zero[BOARDS * SIZE];
    uint8_t safe[BOARDS * SIZE], mined[BOARDS * SIZE];
    mines_status status[BOARDS];
} stack;

static void make(stack *s)
{
    static position p;
    uint64_t seed = 5;
    for (size_t i = 0; i < BOARDS; i++) {
        position_random(&p, ROWS, COLS, 10 + (uint32_t)(i % 30), (unsigned)(i % 10) * 10, i % 3 == 0 ? 20 : 0, &seed);
        memcpy(s->boards + i * SIZE, p.cells, SIZE);
        s->mines[i] = i % 50 == 7 ? 1 : p.mines;
    }
    s->boards[100 * SIZE + 3] = '?';
}

static void compare(const stack *s, size_t i)
{
    double mine[SIZE], zero[SIZE];
    uint8_t safe[SIZE], mined[SIZE];
    mines_solution *solution;
    mines_status status = mines_solve(s->boards + i * SIZE, ROWS, COLS, s->mines[i], NULL, &solution, NULL);
    CHECK_SAME(s->status[i], status);
    if (status != MINES_OK) {
        for (size_t cell = i * SIZE; cell < (i + 1) * SIZE; cell++)
            CHECK(isnan(s->mine[cell]) && isnan(s->zero[cell]) && !s->safe[cell] && !s->mined[cell]);
        return;
    }
    CHECK_SAME(mines_solution_mine(solution, mine), MINES_OK);
    CHECK_SAME(mines_solution_zero_around(solution, NULL, zero), MINES_OK);
    CHECK_SAME(mines_solution_certain(solution, safe, mined), MINES_OK);
    CHECK(memcmp(s->mine + i * SIZE, mine, sizeof mine) == 0);
    CHECK(memcmp(s->zero + i * SIZE, zero, sizeof zero) == 0);
    CHECK(memcmp(s->safe + i * SIZE, safe, sizeof safe) == 0);
    CHECK(memcmp(s->mined + i * SIZE, mined, sizeof mined) == 0);
    mines_solution_free(solution);
}

static int refuse(void *context, double progress)
{
    (void)progress;
    ++*(int *)context;
    return 1;
}

int main(void)
{
    static stack s;
    static const uint32_t threads[] = {1, 2, 7, 0};
    make(&s);
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
        memset(s.mine, 1, sizeof s.mine);
        memset(s.safe, 7, sizeof s.safe);
        CHECK_SAME(mines_solve_many(s.boards, BOARDS, ROWS, COLS, s.mines, &SIZED(mines_options, .threads = threads[t]),
                                    &SIZED(mines_solve_many_result, .mine = s.mine, .zero_around = s.zero,
                                           .certain_safe = s.safe, .certain_mines = s.mined, .status = s.status)),
                   MINES_OK);
        for (size_t i = 0; i < BOARDS; i++)
            compare(&s, i);
    }
    CHECK_SAME(s.status[100], MINES_BAD_CELL);
    /* each output may be NULL */
    CHECK_SAME(mines_solve_many(s.boards, BOARDS, ROWS, COLS, s.mines, &SIZED(mines_options, .threads = 2),
                                &SIZED(mines_solve_many_result, .mine = NULL)),
               MINES_OK);
    CHECK_SAME(mines_solve_many(NULL, 0, ROWS, COLS, NULL, &SIZED(mines_options, .threads = 2),
                                &SIZED(mines_solve_many_result, .mine = NULL)),
               MINES_OK);
    CHECK_SAME(mines_solve_many(NULL, 1, ROWS, COLS, s.mines, &SIZED(mines_options, .threads = 2),
                                &SIZED(mines_solve_many_result, .mine = NULL)),
               MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_solve_many(s.boards, 1, 0, COLS, s.mines, &SIZED(mines_options, .threads = 2),
                                &SIZED(mines_solve_many_result, .mine = NULL)),
               MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_solve_many(s.boards, SIZE_MAX / 2, ROWS, COLS, s.mines, &SIZED(mines_options, .threads = 2),
                                &SIZED(mines_solve_many_result, .mine = NULL)),
               MINES_BAD_ARGUMENT);
    /* a memory limit that no board fits doesn't end the call; each status says so */
    mines_options options = {.size = sizeof options, .memory = 1000};
    CHECK_SAME(mines_solve_many(s.boards, 5, ROWS, COLS, s.mines, with_threads(&options, 1),
                                &SIZED(mines_solve_many_result, .mine = s.mine, .status = s.status)),
               MINES_OK);
    CHECK_SAME(s.status[0], MINES_BUDGET_EXCEEDED);
    /* interrupted at the first poll, which happens during the work */
    int polls = 0;
    options = (mines_options){.size = sizeof options, .poll = refuse, .context = &polls};
    mines_status status = MINES_OK;
    for (int round = 0; round < 1000 && status == MINES_OK; round++)
        status = mines_solve_many(s.boards, BOARDS, ROWS, COLS, s.mines, with_threads(&options, 3),
                                  &SIZED(mines_solve_many_result, .mine = s.mine, .zero_around = s.zero));
    CHECK(status == MINES_INTERRUPTED ? polls == 1 : polls == 0);
    return check_done("test_batch");
}
