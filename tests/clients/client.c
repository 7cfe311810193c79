/*
 * client.c - a program linked with the shared library by pkg-config, CMake or the import library, in C99, C11 and
 * C++17. Prints the version and the SIMD kernel.
 */
#include <minesweeper_core.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fail(const char *what)
{
    fprintf(stderr, "failed: %s\n", what);
    exit(1);
}

#define REQUIRE(condition) ((condition) ? (void)0 : fail(#condition))

static void check_exact(void)
{
    mines_solution *solution = NULL;
    mines_fault fault;
    double mine[6];
    char text[64];
    size_t length;
    memset(&fault, 0, sizeof fault);
    fault.size = sizeof fault;
    REQUIRE(mines_solve("2--2--", 2, 3, 3, NULL, &solution, NULL) == MINES_OK);
    REQUIRE(mines_solution_mine(solution, mine) == MINES_OK);
    REQUIRE(mine[0] == 0 && mine[1] == 1 && mine[2] == 0.5 && mine[3] == 0 && mine[4] == 1 && mine[5] == 0.5);
    REQUIRE(mines_solution_total_text(solution, NULL, text, sizeof text, &length) == MINES_OK);
    REQUIRE(length == 1 && strcmp(text, "2") == 0);
    mines_solution_free(solution);
    REQUIRE(mines_solve("4---", 2, 2, 3, NULL, &solution, &fault) == MINES_NO_VALID_BOARD);
    REQUIRE(solution == NULL && fault.reason == MINES_FAULT_NUMBER && fault.row == 0 && fault.col == 0);
    REQUIRE(strlen(mines_status_text(MINES_NO_VALID_BOARD)) > 0);
}

/* A poll function has the platform's C calling convention. */
static int count_calls(void *context, double progress)
{
    (void)progress;
    return ++*(int *)context > 1;
}

static void check_sampler(void)
{
    static uint8_t boards[1000 * 6];
    mines_solution *solution = NULL;
    mines_sampler *sampler = NULL;
    mines_options options;
    uint64_t drawn = 0, mine[6];
    int i, calls = 0;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.threads = 2;
    REQUIRE(mines_solve("2--2--", 2, 3, 3, NULL, &solution, NULL) == MINES_OK);
    REQUIRE(mines_sampler_new(solution, NULL, &sampler) == MINES_OK);
    REQUIRE(mines_sampler_draw(sampler, 1, 0, 1000, &options, boards) == MINES_OK);
    for (i = 0; i < 1000; i++)
        REQUIRE(boards[6 * i + 1] == 1 && boards[6 * i + 4] == 1 && boards[6 * i + 2] + boards[6 * i + 5] == 1);
    options.poll = count_calls;
    options.context = &calls;
    REQUIRE(mines_sampler_tally(sampler, 1, 0, 10000, &options, mine, NULL, &drawn) == MINES_INTERRUPTED);
    REQUIRE(calls == 2);
    mines_sampler_free(sampler);
    mines_solution_free(solution);
}

static void check_determine_grid2(void)
{
    char board[256];
    float mine[256], zero[256];
    unsigned int valid = 7;
    int i;
    memset(board, '-', sizeof board);
    DetermineGrid2(board, mine, zero, &valid, 2, 50000, 5000);
    REQUIRE(valid >= 512);
    for (i = 0; i < 256; i++) /* 51/256 with a standard error of at most 0.018 */
        REQUIRE(mine[i] > 0.05 && mine[i] < 0.35 && zero[i] > 0 && zero[i] < 0.7);
    board[0] = '3';
    DetermineGrid2(board, mine, zero, &valid, 1, 1000, 1000);
    REQUIRE(valid == 0);
    for (i = 0; i < 256; i++)
        REQUIRE(mine[i] == (i == 1 || i == 16 || i == 17 ? 1.0f : -1.0f) && zero[i] == -1.0f);
}

static void check_games(void)
{
    static const uint8_t mask[6] = {0, 0, 0, 0, 0, 1};
    mines_game *game[2] = {NULL, NULL};
    mines_flags_rules rules;
    mines_game_info info;
    mines_refusal refusal;
    uint32_t changed[6];
    size_t count;
    int i;
    memset(&rules, 0, sizeof rules);
    rules.size = sizeof rules;
    rules.rows = 2;
    rules.cols = 3;
    REQUIRE(mines_game_new(mask, 2, 3, NULL, &game[0]) == MINES_OK);
    REQUIRE(mines_game_new_flags(&rules, mask, 0, NULL, &game[1]) == MINES_OK);
    for (i = 0; i < 2; i++) {
        memset(&info, 0, sizeof info);
        info.size = sizeof info;
        REQUIRE(mines_game_act(game[i], MINES_ACTION_OPEN, 0, 0, NULL, &refusal) == MINES_OK);
        REQUIRE(refusal == MINES_REFUSAL_NONE);
        REQUIRE(mines_game_changed(game[i], changed, 6, &count) == MINES_OK && count == 4);
        REQUIRE(mines_game_get_info(game[i], &info) == MINES_OK);
        REQUIRE(info.kind == (i == 0 ? MINES_GAME_CLASSIC : MINES_GAME_FLAGS) && info.opened == 4);
        mines_game_free(game[i]);
    }
}

int main(void)
{
    REQUIRE(mines_version() == MINES_VERSION_NUMBER);
    check_games();
    check_exact();
    check_sampler();
    check_determine_grid2();
    printf("client %s %s %d\n", mines_version_text(), mines_simd_name(), (int)(8 * sizeof(void *)));
    return 0;
}
