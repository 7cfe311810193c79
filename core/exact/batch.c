#include "batch.h"

#include "../base/parallel.h"
#include "query.h"
#include "solution.h"

#include <math.h>
#include <string.h>

enum { SHARE_CELLS = 4096 /* cells of the boards that a thread takes at a time: fewer are no work for a thread */ };

/* What is said of a board that has no answer. */
static void write_nothing(const mcore_batch *b, size_t at, size_t cells)
{
    for (size_t i = at; i < at + cells; i++) {
        if (b->mine != NULL)
            b->mine[i] = (double)NAN;
        if (b->zero_around != NULL)
            b->zero_around[i] = (double)NAN;
    }
    if (b->safe != NULL)
        memset(b->safe + at, 0, cells);
    if (b->certain_mines != NULL)
        memset(b->certain_mines + at, 0, cells);
}

/* One board. Fails where the whole call has to end. */
static mines_status solve_one(const mcore_batch *b, mines_solution *solution, size_t index, mcore_poll *poll)
{
    size_t cells = b->rows * b->cols, at = index * cells;
    mines_fault fault;
    mines_status status = mcore_solve_again(solution, b->boards + at, b->rows, b->cols, b->mines[index], poll, &fault);
    if (status == MINES_OK && b->zero_around != NULL)
        status = mcore_query_zero_around(solution, b->memory, poll, b->zero_around + at);
    if (status == MINES_OK)
        mcore_solution_write(solution, b->mine != NULL ? b->mine + at : NULL, b->safe != NULL ? b->safe + at : NULL,
                             b->certain_mines != NULL ? b->certain_mines + at : NULL);
    else
        write_nothing(b, at, cells);
    if (b->status != NULL)
        b->status[index] = status;
    return status == MINES_INTERRUPTED || status == MINES_OUT_OF_MEMORY ? status : MINES_OK;
}

static mines_status solve_boards(mcore_parallel *crew, mcore_poll *poll, void *context)
{
    const mcore_batch *b = context;
    mines_solution solution;
    memset(&solution, 0, sizeof solution);
    mcore_arena_init(&solution.arena, b->memory);
    mines_status status = MINES_OK;
    for (uint64_t first, last; status == MINES_OK && mcore_parallel_next(crew, poll, &first, &last);)
        for (size_t i = (size_t)first; i < last && status == MINES_OK; i++)
            status = solve_one(b, &solution, i, poll);
    mcore_arena_free(&solution.arena);
    return status;
}

mines_status mcore_batch_solve(mcore_batch *batch, uint32_t threads, mcore_poll *poll)
{
    size_t share = SHARE_CELLS / (batch->rows * batch->cols);
    return mcore_parallel_run(batch->count, share > 0 ? share : 1, threads, poll, solve_boards, batch);
}
