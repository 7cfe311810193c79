/*
 * test_arguments.c - the rules that hold for every function of the header: which pointers may be NULL, which sizes of
 * structs are accepted, how buffers report their size, and what outputs hold after a failure.
 *
 * Each function has its block here. A new function gets one: every pointer NULL by itself, every sized struct with a
 * wrong size, and every buffer one entry too small.
 */
#include "calls.h"
#include "check.h"

#include <stdbool.h>

/* The call is rejected. */
#define BAD(call) CHECK_SAME(call, MINES_BAD_ARGUMENT)

/* The call is rejected for each wrong size of a struct, and the size is restored. */
#define BAD_SIZES(object, call)                                                                                        \
    do {                                                                                                               \
        const size_t bad_size[] = {0, sizeof(object) - 1, sizeof(object) + 1, SIZE_MAX};                               \
        for (size_t bad_at = 0; bad_at < sizeof bad_size / sizeof *bad_size; bad_at++) {                               \
            (object).size = bad_size[bad_at];                                                                          \
            CHECK_SAME(call, MINES_BAD_ARGUMENT);                                                                      \
            CHECK_SAME((object).size, bad_size[bad_at]);                                                               \
        }                                                                                                              \
        (object).size = sizeof(object);                                                                                \
    } while (0)

static mines_options options = {.size = sizeof options, .threads = 1};
static mines_fault fault = {.size = sizeof fault};

static const char board[] = "-----13---------";
enum { ROWS = 4, COLS = 4, CELLS = ROWS * COLS, MINES = 6 };

static int some_object; /* an address that is not NULL, for handles that must be reset */
#define GARBAGE ((void *)&some_object)

/* The fault was cleared, whatever it held. */
static void check_cleared(void)
{
    CHECK(fault.size == sizeof fault && fault.reason == MINES_FAULT_NONE && fault.row == -1 && fault.col == -1);
    CHECK(fault.needed == 0);
}

static void spoil_fault(void)
{
    fault = (mines_fault){.size = sizeof fault, .reason = MINES_FAULT_COUNT, .row = 3, .col = 4, .needed = 5};
}

/* ---- Board text and exact answers */

static void board_read(void)
{
    const char text[] = "1-\n--\n";
    char cells[5] = "xxxxx";
    uint32_t rows = 0, cols = 0;
    size_t length = sizeof text - 1;
    spoil_fault();
    BAD(mines_board_read(NULL, length, cells, 4, &rows, &cols, &fault));
    check_cleared();
    BAD(mines_board_read(text, length, NULL, 4, &rows, &cols, &fault));
    BAD(mines_board_read(text, length, cells, 4, NULL, &cols, &fault));
    BAD(mines_board_read(text, length, cells, 4, &rows, NULL, &fault));
    BAD_SIZES(fault, mines_board_read(text, length, cells, 4, &rows, &cols, &fault));
    CHECK_SAME(mines_board_read(NULL, 0, NULL, 0, &rows, &cols, NULL), MINES_BAD_SHAPE);
    for (size_t capacity = 0; capacity < 4; capacity++) {
        rows = cols = 77;
        CHECK_SAME(mines_board_read(text, length, capacity > 0 ? cells : NULL, capacity, &rows, &cols, NULL),
                   MINES_TOO_SMALL);
        CHECK(rows == 2 && cols == 2);
    }
    CHECK_SAME(mines_board_read(text, length, cells, 4, &rows, &cols, &fault), MINES_OK);
    CHECK(memcmp(cells, "1---x", 5) == 0);
}

static void solve(void)
{
    mines_solution *solution = GARBAGE;
    spoil_fault();
    BAD(mines_solve(NULL, ROWS, COLS, MINES, &options, &solution, &fault));
    CHECK(solution == NULL);
    check_cleared();
    spoil_fault();
    BAD(mines_solve(board, ROWS, COLS, MINES, &options, NULL, &fault));
    check_cleared();
    solution = GARBAGE;
    BAD_SIZES(options, mines_solve(board, ROWS, COLS, MINES, &options, &solution, &fault));
    CHECK(solution == NULL);
    solution = GARBAGE;
    BAD_SIZES(fault, mines_solve(board, ROWS, COLS, MINES, &options, &solution, &fault));
    CHECK(solution == NULL);
    mines_solution_free(NULL);
    CHECK_SAME(mines_solve(board, ROWS, COLS, MINES, NULL, &solution, NULL), MINES_OK);
    mines_solution_free(solution);
}

static void solution(void)
{
    static double values[CELLS * 9];
    static uint32_t words[64];
    static char text[640];
    uint8_t cells[CELLS];
    mines_solution *s = NULL;
    mines_cost cost = {.size = sizeof cost};
    size_t needed = 77, used = 77;
    CHECK_SAME(mines_solve(board, ROWS, COLS, MINES, NULL, &s, NULL), MINES_OK);

    BAD(mines_solution_mine(NULL, values));
    BAD(mines_solution_mine(s, NULL));
    BAD(mines_solution_certain(NULL, cells, cells));
    CHECK_SAME(mines_solution_certain(s, NULL, NULL), MINES_OK);
    CHECK_SAME(mines_solution_certain(s, cells, NULL), MINES_OK);
    CHECK_SAME(mines_solution_certain(s, NULL, cells), MINES_OK);
    BAD(mines_solution_zero_around(NULL, &options, values));
    BAD(mines_solution_zero_around(s, &options, NULL));
    BAD_SIZES(options, mines_solution_zero_around(s, &options, values));
    BAD(mines_solution_number(NULL, &options, values));
    BAD(mines_solution_number(s, &options, NULL));
    BAD_SIZES(options, mines_solution_number(s, &options, values));

    BAD(mines_solution_total(NULL, &options, words, 64, &used));
    CHECK_SAME(used, 0);
    BAD(mines_solution_total(s, &options, NULL, 64, &used));
    BAD(mines_solution_total(s, &options, words, 64, NULL));
    BAD_SIZES(options, mines_solution_total(s, &options, words, 64, &used));
    CHECK_SAME(mines_solution_total(s, NULL, NULL, 0, &needed), MINES_TOO_SMALL);
    CHECK(needed >= 1 && needed <= 64);
    memset(words, 0xA5, sizeof words);
    CHECK_SAME(mines_solution_total(s, NULL, words, needed - 1, &used), MINES_TOO_SMALL);
    CHECK(used == needed && words[0] == 0xA5A5A5A5u);
    CHECK_SAME(mines_solution_total(s, NULL, words, needed, &used), MINES_OK);
    CHECK(used >= 1 && used <= needed && words[used - 1] != 0 && words[needed] == 0xA5A5A5A5u);

    BAD(mines_solution_total_text(NULL, &options, text, sizeof text, &used));
    CHECK_SAME(used, 0);
    BAD(mines_solution_total_text(s, &options, NULL, sizeof text, &used));
    BAD(mines_solution_total_text(s, &options, text, sizeof text, NULL));
    BAD_SIZES(options, mines_solution_total_text(s, &options, text, sizeof text, &used));
    CHECK_SAME(mines_solution_total_text(s, NULL, NULL, 0, &needed), MINES_TOO_SMALL);
    CHECK(needed > 1 && needed <= sizeof text);
    memset(text, 'x', sizeof text);
    CHECK_SAME(mines_solution_total_text(s, NULL, text, needed - 1, &used), MINES_TOO_SMALL);
    CHECK(used == needed && text[0] == 'x');
    CHECK_SAME(mines_solution_total_text(s, NULL, text, needed, &used), MINES_OK);
    CHECK(strlen(text) == used && used < needed);

    BAD(mines_solution_get_cost(NULL, &cost));
    BAD(mines_solution_get_cost(s, NULL));
    BAD_SIZES(cost, mines_solution_get_cost(s, &cost));
    CHECK_SAME(mines_solution_get_cost(s, &cost), MINES_OK);
    CHECK(cost.size == sizeof cost && cost.bytes > 0);
    mines_solution_free(s);
}

static void solve_many(void)
{
    const uint32_t mines[] = {MINES};
    double mine[CELLS];
    mines_solve_many_result result = {.size = sizeof result, .mine = mine};
    BAD(mines_solve_many(NULL, 1, ROWS, COLS, mines, &options, &result));
    BAD(mines_solve_many(board, 1, ROWS, COLS, NULL, &options, &result));
    BAD(mines_solve_many(board, 1, ROWS, COLS, mines, &options, NULL));
    BAD_SIZES(options, mines_solve_many(board, 1, ROWS, COLS, mines, &options, &result));
    BAD_SIZES(result, mines_solve_many(board, 1, ROWS, COLS, mines, &options, &result));
    CHECK_SAME(mines_solve_many(NULL, 0, ROWS, COLS, NULL, NULL, &result), MINES_OK);
    CHECK_SAME(mines_solve_many(board, 1, ROWS, COLS, mines, NULL, &SIZED(mines_solve_many_result, .mine = NULL)),
               MINES_OK);
}

/* ---- Valid boards and estimates */

static void sample(void)
{
    mines_solution *s = NULL;
    mines_sampler *sampler = GARBAGE;
    uint8_t boards[CELLS];
    uint64_t mine[CELLS], drawn = 77;
    CHECK_SAME(mines_solve(board, ROWS, COLS, MINES, NULL, &s, NULL), MINES_OK);
    BAD(mines_sampler_new(NULL, &options, &sampler));
    CHECK(sampler == NULL);
    BAD(mines_sampler_new(s, &options, NULL));
    sampler = GARBAGE;
    BAD_SIZES(options, mines_sampler_new(s, &options, &sampler));
    CHECK(sampler == NULL);
    mines_sampler_free(NULL);
    CHECK_SAME(mines_sampler_new(s, NULL, &sampler), MINES_OK);

    BAD(mines_sampler_draw(NULL, 1, 0, 1, &options, boards));
    BAD(mines_sampler_draw(sampler, 1, 0, 1, &options, NULL));
    BAD_SIZES(options, mines_sampler_draw(sampler, 1, 0, 1, &options, boards));
    CHECK_SAME(mines_sampler_draw(sampler, 1, 0, 0, NULL, NULL), MINES_OK);
    BAD(mines_sampler_tally(NULL, 1, 5, 0, &options, mine, mine, &drawn));
    CHECK_SAME(drawn, 0);
    BAD_SIZES(options, mines_sampler_tally(sampler, 1, 5, 0, &options, mine, NULL, &drawn));
    CHECK_SAME(mines_sampler_tally(sampler, 1, 5, 0, NULL, NULL, NULL, NULL), MINES_OK);
    mines_sampler_free(sampler);
    mines_solution_free(s);
}

static void estimate(void)
{
    mines_estimate_result result = {.size = sizeof result, .boards = 77, .effective = 7.0};
    spoil_fault();
    BAD(mines_estimate(NULL, ROWS, COLS, MINES, 1, 10, 0, &options, &result, &fault));
    check_cleared();
    CHECK(result.boards == 0 && result.effective == 0.0);
    BAD(mines_estimate(board, ROWS, COLS, MINES, 1, 10, 0, &options, NULL, &fault));
    BAD_SIZES(options, mines_estimate(board, ROWS, COLS, MINES, 1, 10, 0, &options, &result, &fault));
    BAD_SIZES(result, mines_estimate(board, ROWS, COLS, MINES, 1, 10, 0, &options, &result, &fault));
    BAD_SIZES(fault, mines_estimate(board, ROWS, COLS, MINES, 1, 10, 0, &options, &result, &fault));
    CHECK_SAME(mines_estimate(board, ROWS, COLS, MINES, 1, 10, 0, NULL, &result, NULL), MINES_OK);
    CHECK_SAME(result.boards, 10);
}

/* ---- The functions of C[o]re.dll */

static void grid2(void)
{
    char grid[256];
    float mine[256], zero[256];
    uint32_t valid = 7;
    int32_t row = 7, col = 7;
    memset(grid, '-', sizeof grid);
    for (int i = 0; i < 256; i++)
        mine[i] = zero[i] = 7.0f;
    BAD(mines_determine_grid2(NULL, 10, 1000, &options, mine, zero, &valid));
    CHECK(valid == 0 && mine[0] == 7.0f && zero[255] == 7.0f);
    valid = 7;
    BAD_SIZES(options, mines_determine_grid2(grid, 10, 1000, &options, mine, zero, &valid));
    CHECK(valid == 0 && mine[0] == -1.0f && zero[255] == -1.0f); /* as if there were no valid board */
    CHECK_SAME(mines_determine_grid2(grid, 10, 1000, NULL, NULL, NULL, NULL), MINES_OK);
    BAD(mines_get_grid_with_best_probability(NULL, 10, 1000, &options, &row, &col));
    CHECK(row == -1 && col == -1);
    BAD(mines_get_grid_with_best_probability(grid, 10, 1000, &options, NULL, &col));
    BAD(mines_get_grid_with_best_probability(grid, 10, 1000, &options, &row, NULL));
    row = col = 7;
    BAD_SIZES(options, mines_get_grid_with_best_probability(grid, 10, 1000, &options, &row, &col));
    CHECK(row == -1 && col == -1);
    CHECK_SAME(mines_get_grid_with_best_probability(grid, 10, 1000, NULL, &row, &col), MINES_OK);
}

/* ---- Complete boards */

static const uint8_t mask[CELLS] = {0, 1, 0, 0, 0, 0, 0, 1};

static void metrics(void)
{
    uint32_t bbbv = 0;
    uint8_t numbers[CELLS];
    mines_metrics_result result = {.size = sizeof result, .bbbv = &bbbv};
    BAD(mines_metrics(NULL, 1, ROWS, COLS, &options, &result));
    BAD(mines_metrics(mask, 1, ROWS, COLS, &options, NULL));
    BAD_SIZES(options, mines_metrics(mask, 1, ROWS, COLS, &options, &result));
    BAD_SIZES(result, mines_metrics(mask, 1, ROWS, COLS, &options, &result));
    CHECK_SAME(mines_metrics(NULL, 0, ROWS, COLS, NULL, &result), MINES_OK);
    CHECK_SAME(mines_metrics(mask, 1, ROWS, COLS, NULL, &SIZED(mines_metrics_result, .bbbv = NULL)), MINES_OK);
    BAD(mines_bbbv_solved(NULL, mask, 1, ROWS, COLS, &options, &bbbv));
    BAD(mines_bbbv_solved(mask, NULL, 1, ROWS, COLS, &options, &bbbv));
    BAD(mines_bbbv_solved(mask, mask, 1, ROWS, COLS, &options, NULL));
    BAD_SIZES(options, mines_bbbv_solved(mask, mask, 1, ROWS, COLS, &options, &bbbv));
    CHECK_SAME(mines_bbbv_solved(NULL, NULL, 0, ROWS, COLS, NULL, NULL), MINES_OK);
    BAD(mines_numbers(NULL, 1, ROWS, COLS, numbers));
    BAD(mines_numbers(mask, 1, ROWS, COLS, NULL));
    CHECK_SAME(mines_numbers(NULL, 0, ROWS, COLS, NULL), MINES_OK);
}

static void generate(void)
{
    mines_generate_request request = {
        .size = sizeof request, .rows = ROWS, .cols = COLS, .mines = 2, .first_click = MINES_FIRST_SAFE};
    uint8_t masks[CELLS], answer;
    uint64_t tried = 77;
    BAD(mines_generate(NULL, 1, 0, 1, &options, masks, &tried));
    CHECK_SAME(tried, 0);
    BAD(mines_generate(&request, 1, 0, 1, &options, NULL, &tried));
    BAD_SIZES(options, mines_generate(&request, 1, 0, 1, &options, masks, &tried));
    BAD_SIZES(request, mines_generate(&request, 1, 0, 1, &options, masks, &tried));
    CHECK_SAME(mines_generate(&request, 1, 0, 1, NULL, masks, NULL), MINES_OK);
    CHECK_SAME(mines_generate(&request, 1, 0, 0, NULL, NULL, NULL), MINES_OK);
    BAD(mines_no_guess(NULL, 1, ROWS, COLS, 0, 0, &options, &answer));
    BAD(mines_no_guess(mask, 1, ROWS, COLS, 0, 0, &options, NULL));
    BAD_SIZES(options, mines_no_guess(mask, 1, ROWS, COLS, 0, 0, &options, &answer));
    CHECK_SAME(mines_no_guess(NULL, 0, ROWS, COLS, 0, 0, NULL, NULL), MINES_OK);
}

/* ---- Games, of both kinds */

static void new_games(void)
{
    mines_game *game = GARBAGE;
    mines_flags_rules rules = {.size = sizeof rules, .rows = ROWS, .cols = COLS, .mines = 2};
    BAD(mines_game_new(NULL, ROWS, COLS, &options, &game));
    CHECK(game == NULL);
    BAD(mines_game_new(mask, ROWS, COLS, &options, NULL));
    game = GARBAGE;
    BAD_SIZES(options, mines_game_new(mask, ROWS, COLS, &options, &game));
    CHECK(game == NULL);
    BAD(mines_game_new_random(ROWS, COLS, 2, 1, MINES_FIRST_SAFE, &options, NULL));
    game = GARBAGE;
    BAD_SIZES(options, mines_game_new_random(ROWS, COLS, 2, 1, MINES_FIRST_SAFE, &options, &game));
    CHECK(game == NULL);
    BAD(mines_game_new_flags(&rules, mask, 1, &options, NULL));
    game = GARBAGE;
    BAD_SIZES(options, mines_game_new_flags(&rules, mask, 1, &options, &game));
    CHECK(game == NULL);
    game = GARBAGE;
    BAD_SIZES(rules, mines_game_new_flags(&rules, mask, 1, &options, &game));
    CHECK(game == NULL);
    CHECK_SAME(mines_game_new_flags(NULL, NULL, 1, NULL, &game), MINES_OK);
    mines_game_free(game);
    mines_game_free(NULL);
}

/* A game of either kind with a safe cell in the top left corner, in which nothing was done yet. */
static void play(mines_game *game, bool placed)
{
    mines_game *copy = GARBAGE;
    mines_game_info info = {.size = sizeof info};
    mines_refusal refusal = MINES_REFUSAL_OVER;
    mines_action log[2] = {{77, 77, 77}, {77, 77, 77}};
    uint32_t changed[CELLS];
    char shown[CELLS];
    uint8_t cells[CELLS];
    size_t count = 77, needed = 77;

    CHECK_SAME(mines_game_mask(game, cells), placed ? MINES_OK : MINES_NOT_PLACED);
    BAD(mines_game_act(NULL, MINES_ACTION_OPEN, 0, 0, &options, &refusal));
    CHECK_SAME(refusal, MINES_REFUSAL_NONE);
    BAD_SIZES(options, mines_game_act(game, MINES_ACTION_OPEN, 0, 0, &options, &refusal));
    refusal = MINES_REFUSAL_OVER;
    CHECK_SAME(mines_game_undo(game, NULL, &refusal), MINES_OK);
    CHECK_SAME(refusal, MINES_REFUSAL_NO_UNDO);
    CHECK_SAME(mines_game_redo(game, NULL, &refusal), MINES_OK);
    CHECK_SAME(refusal, MINES_REFUSAL_NO_REDO);
    CHECK_SAME(mines_game_changed(game, NULL, 0, &count), MINES_OK); /* nothing changed: no buffer needed */
    CHECK_SAME(count, 0);
    CHECK_SAME(mines_game_log(game, NULL, 0, &count), MINES_OK);
    CHECK_SAME(count, 0);
    CHECK_SAME(mines_game_act(game, MINES_ACTION_OPEN, 0, 0, NULL, NULL), MINES_OK);

    refusal = MINES_REFUSAL_OVER;
    BAD(mines_game_undo(NULL, &options, &refusal));
    CHECK_SAME(refusal, MINES_REFUSAL_NONE);
    BAD_SIZES(options, mines_game_undo(game, &options, &refusal));
    CHECK_SAME(mines_game_undo(game, NULL, NULL), MINES_OK);
    refusal = MINES_REFUSAL_OVER;
    BAD(mines_game_redo(NULL, &options, &refusal));
    CHECK_SAME(refusal, MINES_REFUSAL_NONE);
    BAD_SIZES(options, mines_game_redo(game, &options, &refusal));
    CHECK_SAME(mines_game_redo(game, NULL, NULL), MINES_OK);

    BAD(mines_game_changed(NULL, changed, CELLS, &count));
    CHECK_SAME(count, 0);
    BAD(mines_game_changed(game, NULL, 1, &count));
    BAD(mines_game_changed(game, changed, CELLS, NULL));
    CHECK_SAME(mines_game_changed(game, NULL, 0, &needed), MINES_TOO_SMALL);
    CHECK(needed >= 1 && needed <= CELLS);
    memset(changed, 0xA5, sizeof changed);
    CHECK_SAME(mines_game_changed(game, changed, needed - 1, &count), MINES_TOO_SMALL);
    CHECK(count == needed && changed[0] == 0xA5A5A5A5u);
    CHECK_SAME(mines_game_changed(game, changed, needed, &count), MINES_OK);
    CHECK(count == needed && changed[0] == 0 && (needed == CELLS || changed[needed] == 0xA5A5A5A5u));

    BAD(mines_game_log(NULL, log, 2, &count));
    CHECK_SAME(count, 0);
    BAD(mines_game_log(game, NULL, 1, &count));
    BAD(mines_game_log(game, log, 2, NULL));
    CHECK_SAME(mines_game_log(game, log, 0, &count), MINES_TOO_SMALL);
    CHECK(count == 1 && log[0].kind == 77);
    CHECK_SAME(mines_game_log(game, log, 1, &count), MINES_OK);
    CHECK(count == 1 && log[0].kind == MINES_ACTION_OPEN && log[0].row == 0 && log[0].col == 0 && log[1].kind == 77);

    BAD(mines_game_get_info(NULL, &info));
    BAD(mines_game_get_info(game, NULL));
    BAD_SIZES(info, mines_game_get_info(game, &info));
    CHECK_SAME(mines_game_get_info(game, &info), MINES_OK);
    CHECK(info.size == sizeof info && info.actions == 1 && info.placed == 1);
    BAD(mines_game_board(NULL, shown));
    BAD(mines_game_board(game, NULL));
    BAD(mines_game_flagged(NULL, cells));
    BAD(mines_game_flagged(game, NULL));
    BAD(mines_game_owner(NULL, cells));
    BAD(mines_game_owner(game, NULL));
    BAD(mines_game_mask(NULL, cells));
    BAD(mines_game_mask(game, NULL));
    CHECK_SAME(mines_game_mask(game, cells), MINES_OK);

    BAD(mines_game_copy(NULL, &options, &copy));
    CHECK(copy == NULL);
    BAD(mines_game_copy(game, &options, NULL));
    copy = GARBAGE;
    BAD_SIZES(options, mines_game_copy(game, &options, &copy));
    CHECK(copy == NULL);
    CHECK_SAME(mines_game_copy(game, NULL, &copy), MINES_OK);
    mines_game_free(copy);
    mines_game_free(game);
}

static void games(void)
{
    mines_game *game = NULL;
    mines_flags_rules rules = {.size = sizeof rules, .rows = ROWS, .cols = COLS};
    CHECK_SAME(mines_game_new(mask, ROWS, COLS, NULL, &game), MINES_OK);
    play(game, true);
    CHECK_SAME(mines_game_new_random(ROWS, COLS, 3, 1, MINES_FIRST_SAFE, NULL, &game), MINES_OK);
    play(game, false);
    CHECK_SAME(mines_game_new_flags(&rules, mask, 1, NULL, &game), MINES_OK);
    play(game, true);
}

/* ---- Board files */

static void files(void)
{
    const mines_format text = MINES_FORMAT_TEXT;
    mines_file file = {.size = sizeof file}, got = {.size = sizeof got};
    mines_file_fault wrong = {.size = sizeof wrong, .offset = 7};
    char cells[5] = "xxxxx", bytes[64];
    uint8_t mines[4];
    size_t length = 77, needed = 77;
    BAD(mines_file_read(text, NULL, 5, &options, &file, cells, mines, 4, &wrong));
    CHECK(wrong.offset == 0 && wrong.text != NULL && wrong.text[0] == '\0');
    BAD(mines_file_read(text, "--\n--", 5, &options, NULL, cells, mines, 4, &wrong));
    BAD(mines_file_read(text, "--\n--", 5, &options, &file, NULL, mines, 4, &wrong));
    BAD(mines_file_read(text, "--\n--", 5, &options, &file, cells, NULL, 4, &wrong));
    BAD_SIZES(options, mines_file_read(text, "--\n--", 5, &options, &file, cells, mines, 4, &wrong));
    BAD_SIZES(file, mines_file_read(text, "--\n--", 5, &options, &file, cells, mines, 4, &wrong));
    BAD_SIZES(wrong, mines_file_read(text, "--\n--", 5, &options, &file, cells, mines, 4, &wrong));
    CHECK_SAME(mines_file_read(text, NULL, 0, NULL, &file, NULL, NULL, 0, NULL), MINES_BAD_FILE);
    CHECK_SAME(mines_file_read(text, "--\n--", 5, NULL, &file, NULL, NULL, 0, NULL), MINES_TOO_SMALL);
    CHECK(file.size == sizeof file && file.rows == 2 && file.cols == 2);
    CHECK_SAME(mines_file_read(text, "--\n--", 5, NULL, &file, cells, mines, 3, NULL), MINES_TOO_SMALL);
    CHECK_SAME(cells[0], 'x');
    CHECK_SAME(mines_file_read(text, "--\n--", 5, NULL, &file, cells, mines, 4, NULL), MINES_OK);
    CHECK(memcmp(cells, "----x", 5) == 0 && file.size == sizeof file);

    BAD(mines_file_write(text, NULL, cells, mines, &options, bytes, 64, &length, &wrong));
    CHECK_SAME(length, 0);
    BAD(mines_file_write(text, &file, NULL, mines, &options, bytes, 64, &length, &wrong));
    BAD(mines_file_write(text, &file, cells, mines, &options, NULL, 64, &length, &wrong));
    BAD(mines_file_write(text, &file, cells, mines, &options, bytes, 64, NULL, &wrong));
    BAD_SIZES(options, mines_file_write(text, &file, cells, mines, &options, bytes, 64, &length, &wrong));
    BAD_SIZES(file, mines_file_write(text, &file, cells, mines, &options, bytes, 64, &length, &wrong));
    BAD_SIZES(wrong, mines_file_write(text, &file, cells, mines, &options, bytes, 64, &length, &wrong));
    CHECK_SAME(mines_file_write(text, &file, cells, NULL, NULL, NULL, 0, &needed, NULL), MINES_TOO_SMALL);
    CHECK(needed > 0 && needed <= sizeof bytes);
    memset(bytes, 'x', sizeof bytes);
    CHECK_SAME(mines_file_write(text, &file, cells, NULL, NULL, bytes, needed - 1, &length, NULL), MINES_TOO_SMALL);
    CHECK(length == needed && bytes[0] == 'x');
    CHECK_SAME(mines_file_write(text, &file, cells, NULL, NULL, bytes, needed, &length, NULL), MINES_OK);
    CHECK(length == needed && bytes[0] == '-' && bytes[needed] == 'x');
    file.complete = 1;
    BAD(mines_file_write(text, &file, cells, NULL, NULL, bytes, 64, &length, NULL));
    CHECK_SAME(mines_file_write(text, &file, NULL, mines, NULL, bytes, 64, &length, NULL), MINES_OK);
    CHECK_SAME(mines_file_read(text, bytes, length, NULL, &got, cells, mines, 4, NULL), MINES_OK);
    CHECK_SAME(got.complete, 1);
}

int main(void)
{
    board_read();
    solve();
    solution();
    solve_many();
    sample();
    estimate();
    grid2();
    metrics();
    generate();
    new_games();
    games();
    files();
    return check_done("test_arguments");
}
