/* api_solve.c - the exported functions of board text, exact answers, status texts and the version. */
#include "../base/common.h"

#include "../exact/batch.h"
#include "../exact/board.h"
#include "../exact/mines_around.h"
#include "../exact/solution.h"
#include "../exact/total.h"
#include "call.h"

#include <string.h>

MINES_API const char *mines_status_text(mines_status status)
{
    static const char *const texts[] = {
        [MINES_OK] = "success",
        [MINES_BAD_ARGUMENT] = "an argument is NULL or out of range, or a struct has an unknown size",
        [MINES_BAD_CELL] = "the board has a character other than '-', '+' and '0' to '8'",
        [MINES_BAD_SHAPE] = "the rows of the board differ in length, or it has no cells or too many",
        [MINES_NO_VALID_BOARD] = "no placement of the mines fits the board",
        [MINES_OUT_OF_MEMORY] = "out of memory",
        [MINES_BUDGET_EXCEEDED] = "the answer needs more memory or time than the budget allows",
        [MINES_INTERRUPTED] = "interrupted",
        [MINES_TOO_SMALL] = "the output buffer is too small",
        [MINES_NOT_FOUND] = "no board that meets the request was found within the allowed number of tries",
        [MINES_BAD_FILE] = "not a board file of this format",
        [MINES_BUSY] = "the game is in use by another call",
        [MINES_NOT_PLACED] = "the mines are not placed before the first click",
    };
    size_t index = (size_t)status;
    return index < sizeof texts / sizeof *texts ? texts[index] : "unknown status";
}

MINES_API uint32_t mines_version(void) { return MINES_VERSION_NUMBER; }

#define TEXT_OF(x) #x
#define VERSION_TEXT(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)

MINES_API const char *mines_version_text(void)
{
    return VERSION_TEXT(MINES_VERSION_MAJOR, MINES_VERSION_MINOR, MINES_VERSION_PATCH);
}

MINES_API mines_status mines_board_read(const char *text, size_t length, char *cells, size_t capacity, uint32_t *rows,
                                        uint32_t *cols, mines_fault *fault)
{
    mines_fault unused;
    fault = mcore_call_fault(fault, &unused);
    if (fault == NULL || (text == NULL && length != 0) || (cells == NULL && capacity != 0) || rows == NULL ||
        cols == NULL)
        return MINES_BAD_ARGUMENT;
    return mcore_board_read(text, length, cells, capacity, rows, cols, fault);
}

MINES_API mines_status mines_solve(const char *board, uint32_t rows, uint32_t cols, uint32_t mines,
                                   const mines_options *options, mines_solution **solution, mines_fault *fault)
{
    MCORE_CALL(call, options);
    mines_fault unused;
    fault = mcore_call_fault(fault, &unused);
    if (solution != NULL)
        *solution = NULL;
    if (!call.valid || fault == NULL || solution == NULL || board == NULL)
        return MINES_BAD_ARGUMENT;
    const mcore_position position = {board, rows, cols, mines};
    return mcore_solution_new(&position, call.memory, &call.poll, solution, fault);
}

MINES_API void mines_solution_free(mines_solution *solution) { mcore_solution_free(solution); }

MINES_API mines_status mines_solution_mine(const mines_solution *solution, double *mine)
{
    if (solution == NULL || mine == NULL)
        return MINES_BAD_ARGUMENT;
    mcore_solution_write(solution, mine, NULL, NULL);
    return MINES_OK;
}

MINES_API mines_status mines_solution_certain(const mines_solution *solution, uint8_t *certain_safe,
                                              uint8_t *certain_mines)
{
    if (solution == NULL)
        return MINES_BAD_ARGUMENT;
    mcore_solution_write(solution, NULL, certain_safe, certain_mines);
    return MINES_OK;
}

MINES_API mines_status mines_solution_zero_around(const mines_solution *solution, const mines_options *options,
                                                  double *zero_around)
{
    MCORE_CALL(call, options);
    if (!call.valid || solution == NULL || zero_around == NULL)
        return MINES_BAD_ARGUMENT;
    return mcore_mines_around_zero(solution, call.memory, &call.poll, zero_around);
}

MINES_API mines_status mines_solution_number(const mines_solution *solution, const mines_options *options,
                                             double *number)
{
    MCORE_CALL(call, options);
    if (!call.valid || solution == NULL || number == NULL)
        return MINES_BAD_ARGUMENT;
    return mcore_mines_around_number(solution, call.memory, &call.poll, number);
}

MINES_API mines_status mines_solution_total(const mines_solution *solution, const mines_options *options,
                                            uint32_t *words, size_t capacity, size_t *used)
{
    MCORE_CALL(call, options);
    if (used != NULL)
        *used = 0;
    if (!call.valid || solution == NULL || (words == NULL && capacity != 0) || used == NULL)
        return MINES_BAD_ARGUMENT;
    size_t needed = mcore_total_words(&solution->reduced);
    if (capacity < needed) {
        *used = needed;
        return MINES_TOO_SMALL;
    }
    mcore_arena arena;
    mcore_arena_init(&arena, call.memory);
    mines_status status = mcore_total(&solution->reduced, solution->graph, &arena, &call.poll, words, used);
    mcore_arena_free(&arena);
    return status;
}

MINES_API mines_status mines_solution_total_text(const mines_solution *solution, const mines_options *options,
                                                 char *text, size_t capacity, size_t *length)
{
    MCORE_CALL(call, options);
    if (length != NULL)
        *length = 0;
    if (!call.valid || solution == NULL || (text == NULL && capacity != 0) || length == NULL)
        return MINES_BAD_ARGUMENT;
    size_t needed = 10 * mcore_total_words(&solution->reduced) + 1; /* 10 digits per word, and the NUL */
    if (capacity < needed) {
        *length = needed;
        return MINES_TOO_SMALL;
    }
    mcore_arena arena;
    mcore_arena_init(&arena, call.memory);
    mines_status status = mcore_total_text(&solution->reduced, solution->graph, &arena, &call.poll, text);
    mcore_arena_free(&arena);
    if (status == MINES_OK)
        *length = strlen(text);
    return status;
}

MINES_API mines_status mines_solve_many(const char *boards, size_t count, uint32_t rows, uint32_t cols,
                                        const uint32_t *mines, const mines_options *options,
                                        const mines_solve_many_result *result)
{
    MCORE_CALL(call, options);
    if (!call.valid || (count != 0 && (boards == NULL || mines == NULL)) || rows < 1 || cols < 1 ||
        rows > MINES_MAX_SIDE || cols > MINES_MAX_SIDE || count > SIZE_MAX / (rows * cols * sizeof(double)) ||
        !mcore_size_known(result, sizeof *result))
        return MINES_BAD_ARGUMENT;
    mcore_batch batch = {
        .boards = boards,
        .mines = mines,
        .count = count,
        .rows = rows,
        .cols = cols,
        .memory = call.memory,
        .mine = result->mine,
        .zero_around = result->zero_around,
        .certain_safe = result->certain_safe,
        .certain_mines = result->certain_mines,
        .status = result->status,
    };
    return mcore_batch_solve(&batch, call.threads, &call.poll);
}

MINES_API mines_status mines_solution_get_cost(const mines_solution *solution, mines_cost *cost)
{
    if (solution == NULL || !mcore_size_known(cost, sizeof *cost))
        return MINES_BAD_ARGUMENT;
    const mcore_reduced *reduced = &solution->reduced;
    *cost = (mines_cost){
        .size = sizeof *cost,
        .components = reduced->components,
        .boxes = reduced->boxes,
        .bytes = solution->arena.used,
    };
    for (uint32_t i = 0; i < reduced->components; i++) {
        const mcore_graph *graph = solution->graph + i;
        cost->states += graph->states;
        cost->edges += graph->first_edge[graph->states];
    }
    return MINES_OK;
}
