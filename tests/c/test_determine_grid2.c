/* test_determine_grid2.c - DetermineGrid2 against its contract, row by row, through the public header alone. */
#define _DEFAULT_SOURCE /* mmap with MAP_ANONYMOUS */
#include <minesweeper_core.h>

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include "calls.h"
#include "check.h"
#include "positions.h"

enum { CELLS = 256, MINES = 51 };

typedef struct result {
    float mine[CELLS], zero[CELLS];
    unsigned int drawn;
} result;

/* Outputs are filled with nonsense first, so that missing writes show. */
static result call(const char *board, unsigned int threads, unsigned int min_valid, unsigned int time_ms)
{
    result r;
    for (size_t i = 0; i < CELLS; i++)
        r.mine[i] = r.zero[i] = 42.0f;
    r.drawn = 4711;
    DetermineGrid2(board, r.mine, r.zero, &r.drawn, threads, min_valid, time_ms);
    return r;
}

static void all_unavailable(const result *r)
{
    CHECK_SAME(r->drawn, 0);
    for (size_t i = 0; i < CELLS; i++)
        CHECK(r->mine[i] == -1.0f && r->zero[i] == -1.0f);
}

/* The answer for a possible position: the shortcut, or shares that agree with the exact answers. */
static void check_position(const char *board)
{
    static double mine[CELLS], zero[CELLS];
    static uint8_t safe[CELLS], sure[CELLS];
    int certain = 0;
    mines_solution *solution;
    if (!CHECK_SAME(mines_solve(board, 16, 16, MINES, NULL, &solution, NULL), MINES_OK))
        return;
    CHECK_SAME(mines_solution_mine(solution, mine), MINES_OK);
    CHECK_SAME(mines_solution_zero_around(solution, NULL, zero), MINES_OK);
    CHECK_SAME(mines_solution_certain(solution, safe, sure), MINES_OK);
    mines_solution_free(solution);
    for (size_t i = 0; i < CELLS; i++)
        certain += sure[i];

    result r = call(board, 2, 100000, 60000);
    if (certain > 0) {
        CHECK_SAME(r.drawn, 0);
        for (size_t i = 0; i < CELLS; i++) {
            CHECK(r.mine[i] == (sure[i] ? 1.0f : -1.0f));
            CHECK(r.zero[i] == -1.0f);
        }
        return;
    }
    double placed = 0.0, wanted = MINES;
    CHECK(r.drawn >= 100000);
    for (size_t i = 0; i < CELLS; i++) {
        if (board[i] != '-') {
            CHECK(r.mine[i] == -1.0f && r.zero[i] == -1.0f);
            wanted -= board[i] == '+';
            continue;
        }
        placed += (double)r.mine[i];
        if (safe[i])
            CHECK(r.mine[i] == 0.0f);
        /* Six standard errors of a share over 100,000 boards, plus a little for the tails near 0 and 1. */
        CHECK(fabs((double)r.mine[i] - mine[i]) <= 6.0 * sqrt(mine[i] * (1.0 - mine[i]) / r.drawn) + 2e-4);
        CHECK(fabs((double)r.zero[i] - zero[i]) <= 6.0 * sqrt(zero[i] * (1.0 - zero[i]) / r.drawn) + 2e-4);
    }
    CHECK_WITHIN(placed, wanted, 1e-4); /* all boards have the same number of mines; floats are rounded */
}

static void positions(void)
{
    static position p;
    uint64_t state = 3;
    int shortcuts = 0;
    for (unsigned i = 0; i < 60; i++) {
        static const unsigned open[] = {5, 15, 30, 50, 70, 85};
        position_random(&p, 16, 16, MINES, open[i % 6], i % 4 * 30, &state);
        check_position(p.cells);
        shortcuts += call(p.cells, 1, 512, 1000).drawn == 0;
    }
    CHECK(shortcuts > 5 && shortcuts < 55); /* both cases occurred */

    position_blank(&p, 16, 16, MINES);
    check_position(p.cells);
}

/* One unopened cell enclosed by known mines, next to no number; `others` known mines elsewhere. */
static void enclosed_cell(char *board, size_t others)
{
    uint8_t mine[CELLS] = {0};
    for (size_t i = 0; i < others; i++)
        mine[i] = 1;
    for (size_t r = 9; r <= 11; r++)
        for (size_t c = 7; c <= 9; c++)
            mine[r * 16 + c] = 1;
    for (size_t i = 0; i < CELLS; i++)
        board[i] = mine[i] ? '+' : (char)('0' + mines_around(mine, 16, 16, i / 16, i % 16));
    board[10 * 16 + 8] = '-';
}

static void decided_by_count(void)
{
    enum { CENTRE = 10 * 16 + 8 };
    char board[CELLS];
    result r;
    enclosed_cell(board, 42); /* 50 known: the last mine must be in the middle */
    r = call(board, 1, 1000, 1000);
    CHECK_SAME(r.drawn, 0);
    for (size_t i = 0; i < CELLS; i++)
        CHECK(r.mine[i] == (i == CENTRE ? 1.0f : -1.0f) && r.zero[i] == -1.0f);

    enclosed_cell(board, 43); /* 51 known: none is left */
    r = call(board, 1, 1000, 60000);
    CHECK(r.drawn >= 1000);
    for (size_t i = 0; i < CELLS; i++)
        CHECK(r.mine[i] == (i == CENTRE ? 0.0f : -1.0f) && r.zero[i] == (i == CENTRE ? 0.0f : -1.0f));

    enclosed_cell(board, 44); /* 52 known */
    r = call(board, 1, 1000, 1000);
    all_unavailable(&r);
    enclosed_cell(board, 41); /* 49 known: two mines can't share a cell */
    r = call(board, 1, 1000, 1000);
    all_unavailable(&r);
}

static void no_valid_board(void)
{
    char board[CELLS];
    result r;
    memset(board, '-', CELLS);
    memset(board, '+', 52); /* more than 51 known */
    r = call(board, 1, 1000, 1000);
    all_unavailable(&r);

    memset(board, '8', CELLS);
    memset(board, '-', 20); /* too few cells */
    r = call(board, 1, 1000, 1000);
    all_unavailable(&r);

    memset(board, '-', CELLS);
    board[0] = '4'; /* a corner has three neighbours */
    r = call(board, 1, 1000, 1000);
    all_unavailable(&r);

    for (int byte = 0; byte < 256; byte++) {
        memset(board, '-', CELLS);
        board[100] = (char)byte;
        r = call(board, 1, 100, 1000);
        if (byte == '-' || byte == '+' || (byte >= '0' && byte <= '7'))
            CHECK(r.drawn >= 100);
        else if (byte == '8')
            CHECK(r.drawn == 0 && r.mine[0] == -1.0f && r.mine[99] == 1.0f); /* eight certain mines around it */
        else
            all_unavailable(&r);
    }
}

static void nulls(void)
{
    char board[CELLS];
    result r = {.drawn = 4711};
    memset(board, '-', CELLS);
    r.mine[0] = r.zero[0] = 42.0f;
    DetermineGrid2(NULL, r.mine, r.zero, &r.drawn, 1, 100, 100);
    CHECK(r.drawn == 0 && r.mine[0] == 42.0f && r.zero[0] == 42.0f);
    DetermineGrid2(NULL, NULL, NULL, NULL, 1, 100, 100);
    DetermineGrid2(board, NULL, NULL, NULL, 1, 100, 100);
    DetermineGrid2(board, r.mine, NULL, NULL, 1, 100, 1000);
    CHECK(r.mine[0] > 0.0f && r.mine[0] < 1.0f);
    DetermineGrid2(board, NULL, r.zero, NULL, 1, 100, 1000);
    CHECK(r.zero[0] > 0.0f && r.zero[0] < 1.0f);
    DetermineGrid2(board, NULL, NULL, &r.drawn, 1, 100, 1000);
    CHECK(r.drawn >= 100);
}

static void amounts(void)
{
    char board[CELLS];
    memset(board, '-', CELLS);
    CHECK(call(board, 1, 1, 0).drawn >= 1); /* at least one batch, even without time */
    CHECK(call(board, 1, 0, 0).drawn >= 1);
    CHECK(call(board, 1, 1, 1000).drawn >= 1);
    CHECK(call(board, 0, 100001, 60000).drawn >= 100001);
    CHECK(call(board, 1000, 100001, 60000).drawn >= 100001); /* more than 32 threads count as 32 */
    CHECK(call(board, 4000000000u, 1000, 60000).drawn >= 1000);
    unsigned int drawn = 0; /* no minimum: draws for the whole time, in which a busy machine may draw nothing */
    for (int i = 0; i < 20 && drawn <= 512; i++)
        drawn = call(board, 1, 0, 50).drawn;
    CHECK(drawn > 512);
}

/* A copy of data that ends at a guard page. */
static char *against_guard(size_t bytes, void **map, size_t *length)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    *length = 2 * page;
    *map = mmap(NULL, *length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (!CHECK(*map != MAP_FAILED) || !CHECK(mprotect((char *)*map + page, page, PROT_NONE) == 0))
        return NULL;
    return (char *)*map + page - bytes;
}

static void guard_pages(void)
{
    static position p;
    void *maps[3];
    size_t lengths[3];
    uint64_t state = 5;
    char *board = against_guard(CELLS, &maps[0], &lengths[0]);
    char *mine = against_guard(CELLS * sizeof(float), &maps[1], &lengths[1]);
    char *zero = against_guard(CELLS * sizeof(float), &maps[2], &lengths[2]);
    if (board == NULL || mine == NULL || zero == NULL)
        return;
    for (unsigned i = 0; i < 20; i++) {
        unsigned int drawn = 4711;
        position_random(&p, 16, 16, MINES, i * 5, 50, &state);
        memcpy(board, p.cells, CELLS);
        DetermineGrid2(board, (float *)(void *)mine, (float *)(void *)zero, &drawn, 2, 1000, 1000);
        CHECK(drawn != 4711);
        CHECK(memcmp(board, p.cells, CELLS) == 0); /* it is only read */
    }
    for (size_t i = 0; i < 3; i++)
        munmap(maps[i], lengths[i]);
}

static void *call_in_thread(void *board)
{
    static const float one = 1.0f;
    result r;
    uintptr_t wrong = 0;
    for (int i = 0; i < 10; i++) {
        r = call(board, 2, 2000, 60000);
        wrong += r.drawn == 4711;
        for (size_t cell = 0; cell < CELLS; cell++)
            wrong += r.mine[cell] > one || r.zero[cell] > one;
    }
    return (void *)wrong;
}

static void concurrent_calls(void)
{
    enum { CALLERS = 6 };
    static position p[CALLERS];
    pthread_t thread[CALLERS];
    uint64_t state = 6;
    for (unsigned i = 0; i < CALLERS; i++) {
        position_random(&p[i], 16, 16, MINES, 20 + 10 * i, 100, &state);
        if (!CHECK(pthread_create(&thread[i], NULL, call_in_thread, p[i].cells) == 0))
            return;
    }
    for (unsigned i = 0; i < CALLERS; i++) {
        void *wrong = NULL;
        CHECK(pthread_join(thread[i], &wrong) == 0);
        CHECK(wrong == NULL);
    }
}

static void best_cell(void)
{
    char board[CELLS];
    int32_t row = 77, col = 77;
    memset(board, '-', CELLS);
    CHECK_SAME(
        mines_get_grid_with_best_probability(board, 10000, 60000, &SIZED(mines_options, .threads = 1), &row, &col),
        MINES_OK);
    CHECK(row >= 0 && row < 16 && col >= 0 && col < 16);
    board[0] = '4';
    row = col = 77;
    CHECK_SAME(
        mines_get_grid_with_best_probability(board, 10000, 60000, &SIZED(mines_options, .threads = 1), &row, &col),
        MINES_NO_VALID_BOARD);
    CHECK(row == -1 && col == -1);
    board[0] = '?';
    CHECK_SAME(
        mines_get_grid_with_best_probability(board, 10000, 60000, &SIZED(mines_options, .threads = 1), &row, &col),
        MINES_BAD_CELL);
    CHECK_SAME(
        mines_get_grid_with_best_probability(NULL, 10000, 60000, &SIZED(mines_options, .threads = 1), &row, &col),
        MINES_BAD_ARGUMENT);
    board[0] = '-';
    CHECK_SAME(
        mines_get_grid_with_best_probability(board, 10000, 60000, &SIZED(mines_options, .threads = 1), NULL, &col),
        MINES_BAD_ARGUMENT);
    CHECK_SAME(
        mines_get_grid_with_best_probability(board, 10000, 60000, &SIZED(mines_options, .threads = 1), &row, NULL),
        MINES_BAD_ARGUMENT);
}

static int refuse(void *context, double progress)
{
    (void)progress;
    ++*(int *)context;
    return 1;
}

/* mines_determine_grid2: it can be interrupted, and its status says why there is no answer. */
static void with_options(void)
{
    char board[CELLS];
    float mine[CELLS], zero[CELLS];
    uint32_t valid = 77;
    int polls = 0;
    mines_options options = {.size = sizeof options, .poll = refuse, .context = &polls};
    memset(board, '-', CELLS);
    CHECK_SAME(mines_determine_grid2(board, 1000, 60000, &SIZED(mines_options, .threads = 1), mine, zero, &valid),
               MINES_OK);
    CHECK_SAME(valid, 1000);
    CHECK_SAME(mines_determine_grid2(board, 0, 60000, with_threads(&options, 1), mine, zero, &valid),
               MINES_INTERRUPTED);
    CHECK_SAME(valid, 0);
    CHECK_SAME(polls, 1);
    for (int cell = 0; cell < CELLS; cell++)
        CHECK(mine[cell] == -1.0f && zero[cell] == -1.0f);
    int32_t row = 77, col = 77;
    CHECK_SAME(mines_get_grid_with_best_probability(board, 0, 60000, with_threads(&options, 1), &row, &col),
               MINES_INTERRUPTED);
    CHECK(row == -1 && col == -1);
    options.size = 3;
    CHECK_SAME(mines_determine_grid2(board, 0, 60000, with_threads(&options, 1), mine, zero, &valid),
               MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_determine_grid2(NULL, 0, 60000, &SIZED(mines_options, .threads = 1), mine, zero, &valid),
               MINES_BAD_ARGUMENT);
    board[0] = '4';
    CHECK_SAME(mines_determine_grid2(board, 0, 60000, &SIZED(mines_options, .threads = 1), NULL, NULL, NULL),
               MINES_NO_VALID_BOARD);
    board[0] = 0;
    CHECK_SAME(mines_determine_grid2(board, 0, 60000, &SIZED(mines_options, .threads = 1), mine, NULL, &valid),
               MINES_BAD_CELL);
}

/* All mines are where the unopened rows and columns of a lattice cross: up to 1.5 million states but few valid boards,
   so that most thinned counts find none. Even with no time there is an answer, and it is right. */
static void knotted(void)
{
    static uint8_t sure[CELLS], safe[CELLS];
    uint64_t state = 3;
    for (int i = 0; i < 6; i++) {
        uint8_t mine[CELLS] = {0};
        char board[CELLS + 1] = {0};
        for (int placed = 0; placed < MINES;) {
            size_t crossing = (size_t)(random_below(&state, 8) * 2 + 1) * 16 + random_below(&state, 8) * 2 + 1;
            placed += !mine[crossing];
            mine[crossing] = 1;
        }
        for (size_t cell = 0; cell < CELLS; cell++) {
            int around = 0;
            for (size_t other = 0; other < CELLS; other++)
                around += mine[other] && abs((int)(other / 16) - (int)(cell / 16)) <= 1 &&
                          abs((int)(other % 16) - (int)(cell % 16)) <= 1;
            board[cell] = cell / 16 % 2 == 0 && cell % 2 == 0 ? (char)('0' + around) : '-';
        }
        mines_solution *solution;
        if (!CHECK_SAME(mines_solve(board, 16, 16, MINES, NULL, &solution, NULL), MINES_OK))
            return;
        CHECK_SAME(mines_solution_certain(solution, safe, sure), MINES_OK);
        mines_solution_free(solution);
        result r = call(board, 1, 1000, 0);
        int known = 0;
        for (size_t cell = 0; cell < CELLS; cell++)
            known |= r.mine[cell] == 1.0f && r.drawn == 0;
        CHECK(r.drawn > 0 || known);
        for (size_t cell = 0; cell < CELLS && r.drawn > 0; cell++) {
            if (board[cell] == '-')
                CHECK(safe[cell] ? r.mine[cell] == 0.0f : !sure[cell] || r.mine[cell] == 1.0f);
        }
        for (size_t cell = 0; cell < CELLS && known; cell++)
            CHECK(r.mine[cell] == -1.0f || (r.mine[cell] == 1.0f && sure[cell]));
    }
}

int main(void)
{
    positions();
    knotted();
    decided_by_count();
    no_valid_board();
    nulls();
    amounts();
    guard_pages();
    concurrent_calls();
    best_cell();
    with_options();
    return check_done("test_determine_grid2");
}
