/*
 * fuzz_grid2.c - DetermineGrid2 and its relatives with any bytes and arguments: the outputs are as docs/drop-in.md
 * promises, and agree with the exact answers if these are available.
 */
#include "position.h"

#include <math.h>

enum { SIDE = 16, CELLS = 256, MINES = 51 };

/* A board with 51 mines, or sometimes 52, and some cells shown. */
static char *consistent_board(fuzz_input *in)
{
    uint8_t mine[CELLS], bytes[CELLS] = {0};
    unsigned mines = 0, want = MINES + (unsigned)((fuzz_byte(in) & 7) == 7);
    fuzz_position p = {.rows = SIDE, .cols = SIDE};
    size_t given = fuzz_left(in);
    for (size_t i = 0; i < CELLS; i++) {
        bytes[i] = i < given ? fuzz_byte(in) : i >= 7 ? bytes[i - 7] : 2;
        mine[i] = fuzz_is_mine(bytes[i]);
        mines += mine[i];
    }
    for (size_t i = 0, at = 0; i < CELLS && mines != want; i++, at = (at + 37) % CELLS) {
        if (mine[at] == (mines > want)) {
            mine[at] = !mine[at];
            mines += mine[at] ? 1u : -1u;
        }
    }
    fuzz_show(&p, mine, bytes, CELLS);
    return p.cells;
}

static char *any_board(fuzz_input *in, bool cells)
{
    static const char known[] = "-+012345678---1-";
    char *board = fuzz_buffer(CELLS, 1);
    for (size_t i = 0; i < CELLS; i++) {
        uint8_t byte = fuzz_left(in) > 0 ? fuzz_byte(in) : cells ? 0 : '-';
        board[i] = cells ? known[byte % 16] : (char)byte;
    }
    return board;
}

/* The exact answers, within a memory limit. */
typedef struct exact {
    mines_status status;
    bool shortcut;
    uint8_t safe[CELLS], sure[CELLS];
} exact;

static void solve(const char *board, exact *e)
{
    mines_options options = {.size = sizeof options, .memory = (uint64_t)64 << 20};
    mines_solution *solution;
    e->status = mines_solve(board, SIDE, SIDE, MINES, &options, &solution, NULL);
    e->shortcut = false;
    if (e->status == MINES_OK) {
        FUZZ_CHECK(mines_solution_certain(solution, e->safe, e->sure) == MINES_OK);
        for (size_t i = 0; i < CELLS; i++)
            e->shortcut = e->shortcut || e->sure[i];
    }
    mines_solution_free(solution);
}

/* Check shares of `valid` boards. counted: the boards are not weighted. */
static void check_shares(const char *board, const exact *e, const float *mine, const float *zero, uint32_t valid,
                         bool counted)
{
    double sum = 0.0, wanted = MINES;
    for (size_t i = 0; i < CELLS; i++) {
        if (board[i] != '-') {
            FUZZ_CHECK(mine == NULL || mine[i] == -1.0f);
            FUZZ_CHECK(zero == NULL || zero[i] == -1.0f);
            wanted -= board[i] == '+';
            continue;
        }
        if (mine != NULL) {
            double boards = (double)mine[i] * valid; /* the number of boards with a mine here: an integer */
            FUZZ_CHECK(mine[i] >= 0.0f && mine[i] <= 1.0f);
            FUZZ_CHECK(!counted || fabs(boards - round(boards)) <= 1e-6 * boards + 1e-6);
            FUZZ_CHECK(e->status != MINES_OK || !e->safe[i] || mine[i] == 0.0f);
            sum += (double)mine[i];
        }
        FUZZ_CHECK(zero == NULL || (zero[i] >= 0.0f && zero[i] <= 1.0f));
    }
    FUZZ_CHECK(mine == NULL || fabs(sum - wanted) <= (counted ? 1e-4 : 1.0));
}

/* With very little time boards may be weighted, and certain mines may be missing. */
static void check_outputs(const char *board, const exact *e, const float *mine, const float *zero,
                          const uint32_t *number, uint32_t min_valid, bool timed)
{
    if (number != NULL && *number > 0) {
        FUZZ_CHECK(e->status == MINES_OK || e->status == MINES_BUDGET_EXCEEDED);
        FUZZ_CHECK(timed || (!e->shortcut && *number >= min_valid));
        check_shares(board, e, mine, zero, *number, !timed);
        return;
    }
    if (number == NULL && e->status != MINES_NO_VALID_BOARD && e->status != MINES_BAD_CELL && !e->shortcut) {
        for (size_t i = 0; i < CELLS; i++)
            FUZZ_CHECK(mine == NULL || mine[i] == -1.0f || (mine[i] >= 0.0f && mine[i] <= 1.0f && board[i] == '-'));
        return;
    }
    if (number == NULL && timed)
        return;
    FUZZ_CHECK(timed || e->status != MINES_OK || e->shortcut);
    for (size_t i = 0; i < CELLS; i++) {
        bool sure = e->status == MINES_OK && e->sure[i];
        FUZZ_CHECK(zero == NULL || zero[i] == -1.0f);
        if (mine != NULL && e->status == MINES_BUDGET_EXCEEDED)
            FUZZ_CHECK(mine[i] == -1.0f || (mine[i] == 1.0f && board[i] == '-'));
        else if (mine != NULL)
            FUZZ_CHECK(mine[i] == (sure ? 1.0f : -1.0f) || (timed && mine[i] == -1.0f));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint32_t thread_counts[] = {1, 1, 1, 2, 0, 3, 33, UINT32_MAX},
                          minimums[] = {1, 2, 511, 512, 513, 1500};
    static exact e;
    fuzz_input in = fuzz_begin(data, size);
    uint8_t how = fuzz_byte(&in), limits = fuzz_byte(&in), nulls = fuzz_byte(&in);
    uint32_t threads = thread_counts[limits & 7], min_valid = minimums[(limits >> 3) % 6], time_ms = 60000;
    bool timed = limits >= 224; /* draw until the time is up, at once or soon */
    if (timed) {
        time_ms = limits & 3;
        min_valid = limits & 4 ? 0 : UINT32_MAX;
    }
    const char *board = how % 4 < 2 ? any_board(&in, how % 4 == 1) : consistent_board(&in);
    float *mine = nulls & 1 ? NULL : fuzz_buffer(CELLS, sizeof *mine);
    float *zero = nulls & 2 ? NULL : fuzz_buffer(CELLS, sizeof *zero);
    uint32_t *number = nulls & 4 ? NULL : fuzz_buffer(1, sizeof *number);
    solve(board, &e);
    if (how & 16) {
        DetermineGrid2(board, mine, zero, number, threads, min_valid, time_ms);
        check_outputs(board, &e, mine, zero, number, min_valid, timed);
    } else {
        mines_status status = mines_determine_grid2(board, min_valid, time_ms,
                                                    &SIZED(mines_options, .threads = threads), mine, zero, number);
        FUZZ_CHECK(e.status == MINES_BUDGET_EXCEEDED || status == e.status);
        check_outputs(board, &e, mine, zero, number, min_valid, timed);
    }
    if (how & 32) {
        int32_t *best = fuzz_buffer(2, sizeof *best);
        mines_status status = mines_get_grid_with_best_probability(
            board, timed ? min_valid : 200, time_ms, &SIZED(mines_options, .threads = threads), best, best + 1);
        FUZZ_CHECK(e.status == MINES_BUDGET_EXCEEDED || status == e.status);
        FUZZ_CHECK((best[0] == -1) == (best[1] == -1) && best[0] < SIDE && best[1] < SIDE);
        FUZZ_CHECK(best[0] == -1 || (best[0] >= 0 && best[1] >= 0 && board[best[0] * SIDE + best[1]] == '-'));
    }
    if (nulls == 255) {
        DetermineGrid2(NULL, mine, zero, number, threads, min_valid, time_ms);
        mines_options options = {.size = 1 + (size_t)how};
        if (options.size != sizeof options)
            FUZZ_CHECK(mines_determine_grid2(board, 1, 1, with_threads(&options, 1), mine, zero, number) ==
                       MINES_BAD_ARGUMENT);
    }
    return 0;
}
