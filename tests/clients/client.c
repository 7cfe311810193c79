/*
 * client.c - a program that is linked with the shared library, by pkg-config, by CMake or by the import library. C99,
 * C11 and C++17. Prints the version and the kernel.
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
    REQUIRE(mines_solve("2--2--", 2, 3, 3, NULL, &solution, NULL) == MINES_OK);
    REQUIRE(mines_solution_mine(solution, mine) == MINES_OK);
    REQUIRE(mine[0] == 0 && mine[1] == 1 && mine[2] == 0.5 && mine[3] == 0 && mine[4] == 1 && mine[5] == 0.5);
    REQUIRE(mines_solution_total_text(solution, NULL, text, sizeof text) == MINES_OK);
    REQUIRE(strcmp(text, "2") == 0);
    mines_solution_free(solution);
    REQUIRE(mines_solve("4---", 2, 2, 3, NULL, &solution, &fault) == MINES_NO_VALID_BOARD);
    REQUIRE(solution == NULL && fault.reason == MINES_REASON_NUMBER && fault.row == 0 && fault.col == 0);
    REQUIRE(strlen(mines_status_text(MINES_NO_VALID_BOARD)) > 0);
}

/* A poll function of the caller's language is called back with the plain convention. */
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
    REQUIRE(mines_solve("2--2--", 2, 3, 3, NULL, &solution, NULL) == MINES_OK);
    REQUIRE(mines_sampler_new(solution, NULL, &sampler) == MINES_OK);
    REQUIRE(mines_sampler_draw(sampler, NULL, 1, 0, 1000, 2, boards) == MINES_OK);
    for (i = 0; i < 1000; i++)
        REQUIRE(boards[6 * i + 1] == 1 && boards[6 * i + 4] == 1 && boards[6 * i + 2] + boards[6 * i + 5] == 1);
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.poll = count_calls;
    options.context = &calls;
    REQUIRE(mines_sampler_tally(sampler, &options, 1, 0, 10000, 2, mine, NULL, &drawn) == MINES_INTERRUPTED);
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

int main(void)
{
    REQUIRE(mines_version() == MINES_VERSION_MAJOR * 10000 + MINES_VERSION_MINOR * 100 + MINES_VERSION_PATCH);
    check_exact();
    check_sampler();
    check_determine_grid2();
    printf("client %s %s %d\n", mines_version_text(), mines_simd_name(), (int)(8 * sizeof(void *)));
    return 0;
}
