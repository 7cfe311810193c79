/*
 * api_solve.c - the exported functions of boards, exact answers and version: they check arguments and hand on.
 */
#include "../base/common.h"

#include "../base/fp_precision.h"
#include "../base/options.h"
#include "../exact/batch.h"
#include "../exact/board.h"
#include "../exact/query.h"
#include "../exact/solution.h"
#include "../exact/total.h"

MINES_API MCORE_REALIGN const char *mines_status_text(mines_status status)
{
    static const char *const texts[] = {
        [MINES_OK] = "all is well",
        [MINES_BAD_ARGUMENT] = "an argument is NULL, out of range or of an unknown size",
        [MINES_BAD_CELL] = "the board holds a character other than '-', '+' and '0' to '8'",
        [MINES_BAD_SHAPE] = "the rows of the board differ in length, or there are too few or too many",
        [MINES_NO_VALID_BOARD] = "no placement of the mines fits the board",
        [MINES_OUT_OF_MEMORY] = "out of memory",
        [MINES_BUDGET_EXCEEDED] = "the answer needs more memory or time than the budget allows",
        [MINES_INTERRUPTED] = "interrupted",
        [MINES_TOO_SMALL] = "the output buffer is too small",
        [MINES_NOT_FOUND] = "no board like the one asked for was found in the tries allowed",
        [MINES_BAD_FILE] = "this is no board file of that format",
        [MINES_BUSY] = "something else is being done with this game",
    };
    size_t index = (size_t)status;
    return index < sizeof texts / sizeof *texts ? texts[index] : "unknown status";
}

MINES_API MCORE_REALIGN uint32_t mines_version(void)
{
    return MINES_VERSION_MAJOR * 10000 + MINES_VERSION_MINOR * 100 + MINES_VERSION_PATCH;
}

#define TEXT_OF(x) #x
#define VERSION_TEXT(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)

MINES_API MCORE_REALIGN const char *mines_version_text(void)
{
    return VERSION_TEXT(MINES_VERSION_MAJOR, MINES_VERSION_MINOR, MINES_VERSION_PATCH);
}

MINES_API MCORE_REALIGN mines_status mines_read_board(const char *text, size_t length, char *cells, size_t capacity,
                                                      size_t *rows, size_t *cols, mines_fault *fault)
{
    if (fault != NULL)
        *fault = (mines_fault){MINES_REASON_NONE, -1, -1, 0};
    if (text == NULL || rows == NULL || cols == NULL || (cells == NULL && capacity != 0))
        return MINES_BAD_ARGUMENT;
    return mcore_board_read(text, length, cells, capacity, rows, cols, fault);
}

MINES_API MCORE_REALIGN mines_status mines_solve(const char *board, size_t rows, size_t cols, uint32_t mines,
                                                 const mines_options *options, mines_solution **solution,
                                                 mines_fault *fault)
{
    MCORE_ROUND_TO_DOUBLE;
    mines_fault unused;
    if (fault == NULL)
        fault = &unused;
    *fault = (mines_fault){MINES_REASON_NONE, -1, -1, 0};
    if (solution == NULL)
        return MINES_BAD_ARGUMENT;
    *solution = NULL;
    if (board == NULL || !mcore_options_known(options))
        return MINES_BAD_ARGUMENT;
    mcore_poll poll;
    mcore_poll_init(&poll, options, UINT64_MAX);
    const mcore_position position = {board, rows, cols, mines};
    return mcore_solution_new(&position, mcore_options_memory(options), &poll, solution, fault);
}

MINES_API MCORE_REALIGN void mines_solution_free(mines_solution *solution) { mcore_solution_free(solution); }

MINES_API MCORE_REALIGN mines_status mines_solution_mine(const mines_solution *solution, double *mine)
{
    if (solution == NULL || mine == NULL)
        return MINES_BAD_ARGUMENT;
    mcore_solution_write(solution, mine, NULL, NULL);
    return MINES_OK;
}

MINES_API MCORE_REALIGN mines_status mines_solution_certain(const mines_solution *solution, uint8_t *safe,
                                                            uint8_t *mines)
{
    if (solution == NULL)
        return MINES_BAD_ARGUMENT;
    mcore_solution_write(solution, NULL, safe, mines);
    return MINES_OK;
}

MINES_API MCORE_REALIGN mines_status mines_solution_zero_around(const mines_solution *solution,
                                                                const mines_options *options, double *zero_around)
{
    MCORE_ROUND_TO_DOUBLE;
    if (solution == NULL || zero_around == NULL || !mcore_options_known(options))
        return MINES_BAD_ARGUMENT;
    mcore_poll poll;
    mcore_poll_init(&poll, options, UINT64_MAX);
    return mcore_query_zero_around(solution, mcore_options_memory(options), &poll, zero_around);
}

MINES_API MCORE_REALIGN mines_status mines_solution_number(const mines_solution *solution, const mines_options *options,
                                                           double *number)
{
    MCORE_ROUND_TO_DOUBLE;
    if (solution == NULL || number == NULL || !mcore_options_known(options))
        return MINES_BAD_ARGUMENT;
    mcore_poll poll;
    mcore_poll_init(&poll, options, UINT64_MAX);
    return mcore_query_number(solution, mcore_options_memory(options), &poll, number);
}

MINES_API MCORE_REALIGN size_t mines_solution_total_words(const mines_solution *solution)
{
    return solution != NULL ? mcore_total_words(&solution->reduced) : 0;
}

MINES_API MCORE_REALIGN mines_status mines_solution_total(const mines_solution *solution, const mines_options *options,
                                                          uint32_t *words, size_t capacity, size_t *used)
{
    MCORE_ROUND_TO_DOUBLE;
    if (solution == NULL || words == NULL || !mcore_options_known(options))
        return MINES_BAD_ARGUMENT;
    if (capacity < mcore_total_words(&solution->reduced))
        return MINES_TOO_SMALL;
    mcore_poll poll;
    mcore_poll_init(&poll, options, UINT64_MAX);
    size_t unused;
    mcore_arena arena;
    mcore_arena_init(&arena, mcore_options_memory(options));
    mines_status status =
        mcore_total(&solution->reduced, solution->graph, &arena, &poll, words, used != NULL ? used : &unused);
    mcore_arena_free(&arena);
    return status;
}

MINES_API MCORE_REALIGN mines_status mines_solution_total_text(const mines_solution *solution,
                                                               const mines_options *options, char *text,
                                                               size_t capacity)
{
    MCORE_ROUND_TO_DOUBLE;
    if (solution == NULL || text == NULL || !mcore_options_known(options))
        return MINES_BAD_ARGUMENT;
    if (capacity < 10 * mcore_total_words(&solution->reduced) + 1)
        return MINES_TOO_SMALL;
    mcore_poll poll;
    mcore_poll_init(&poll, options, UINT64_MAX);
    mcore_arena arena;
    mcore_arena_init(&arena, mcore_options_memory(options));
    mines_status status = mcore_total_text(&solution->reduced, solution->graph, &arena, &poll, text);
    mcore_arena_free(&arena);
    return status;
}

MINES_API MCORE_REALIGN mines_status mines_solve_many(const char *boards, size_t count, size_t rows, size_t cols,
                                                      const uint32_t *mines, const mines_options *options,
                                                      uint32_t threads, double *mine, double *zero_around,
                                                      uint8_t *safe, uint8_t *certain_mines, mines_status *status)
{
    MCORE_ROUND_TO_DOUBLE;
    if ((count != 0 && (boards == NULL || mines == NULL)) || !mcore_options_known(options) || rows < 1 || cols < 1 ||
        rows > MINES_MAX_SIDE || cols > MINES_MAX_SIDE || count > SIZE_MAX / (rows * cols * sizeof(double)))
        return MINES_BAD_ARGUMENT;
    mcore_poll poll;
    mcore_poll_init(&poll, options, UINT64_MAX);
    mcore_batch batch = {
        .boards = boards,
        .mines = mines,
        .count = count,
        .rows = rows,
        .cols = cols,
        .memory = mcore_options_memory(options),
        .mine = mine,
        .zero_around = zero_around,
        .certain_safe = safe,
        .certain_mines = certain_mines,
        .status = status,
    };
    return mcore_batch_solve(&batch, threads, &poll);
}

MINES_API MCORE_REALIGN mines_status mines_solution_cost(const mines_solution *solution, mines_cost *cost)
{
    if (solution == NULL || cost == NULL)
        return MINES_BAD_ARGUMENT;
    const mcore_reduced *reduced = &solution->reduced;
    *cost = (mines_cost){.components = reduced->components, .boxes = reduced->boxes, .bytes = solution->arena.used};
    for (uint32_t i = 0; i < reduced->components; i++) {
        const mcore_graph *graph = solution->graph + i;
        cost->states += graph->states;
        cost->edges += graph->first_edge[graph->states];
    }
    return MINES_OK;
}
