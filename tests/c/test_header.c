/*
 * test_header.c - the public header needs no other header, may be included twice, and compiles without warnings as C99,
 * C11 and C++11: `make test` compiles this file in each of the three languages.
 */
#include <minesweeper_core.h>

#include <stdio.h>

#if !defined(MINES_VERSION_MAJOR) || !defined(MINES_VERSION_MINOR) || !defined(MINES_VERSION_PATCH)
#  error "the version must be known to the preprocessor"
#endif
#if MINES_VERSION_NUMBER != MINES_VERSION_MAJOR * 10000 + MINES_VERSION_MINOR * 100 + MINES_VERSION_PATCH
#  error "MINES_VERSION_NUMBER must agree with the parts of the version"
#endif

static int poll(void *context, double progress) { return context != NULL && progress > 2.0; }

int main(void)
{
    char board[16] = "-----13--------";
    double mine[16];
    float share[256];
    unsigned int drawn = 1;
    mines_options options = {sizeof(mines_options), 0, 0, poll, NULL};
    mines_fault fault = {sizeof(mines_fault), MINES_FAULT_NONE, -1, -1, 0};
    mines_solution *solution = NULL;
    mines_sampler *sampler = NULL;
    mines_status status;

    board[15] = '-';
    status = mines_solve(board, 4, 4, 6, &options, &solution, &fault);
    if (status == MINES_OK)
        status = mines_solution_mine(solution, mine);
    if (status == MINES_OK)
        status = mines_sampler_new(solution, &options, &sampler);
    mines_sampler_free(sampler);
    mines_solution_free(solution);
    DetermineGrid2(NULL, share, share, &drawn, MINES_MAX_THREADS, MINES_BATCH, 1);
    if (status != MINES_OK || drawn != 0) {
        printf("test_header: FAILED: %s\n", mines_status_text(status));
        return 1;
    }
    printf("test_header: passed\n");
    return 0;
}
