#include "batch.h"

#include "../base/parallel.h"
#include "mines_around.h"
#include "solution.h"

#include <math.h>
#include <string.h>

enum { CHUNK_CELLS = 4096 /* cells of the boards that a thread claims at a time: fewer are not worth a thread */ };

/* Write the outputs of a board without an answer. */
static void write_failure(const mcore_batch *b, size_t at, size_t cells)
{
    for (size_t i = at; i < at + cells; i++) {
        if (b->mine != NULL)
            b->mine[i] = (double)NAN;
        if (b->zero_around != NULL)
            b->zero_around[i] = (double)NAN;
    }
    if (b->certain_safe != NULL)
        memset(b->certain_safe + at, 0, cells);
    if (b->certain_mines != NULL)
        memset(b->certain_mines + at, 0, cells);
}

/* Solve one board. Fails if the whole call has to end. */
static mines_status solve_one(const mcore_batch *b, mines_solution *solution, size_t index, mcore_poll *poll)
{
    size_t cells = b->rows * b->cols, at = index * cells;
    mines_fault fault;
    const mcore_position position = {b->boards + at, b->rows, b->cols, b->mines[index]};
    mines_status status = mcore_solution_solve(solution, &position, poll, &fault);
    if (status == MINES_OK && b->zero_around != NULL)
        status = mcore_mines_around_zero(solution, b->memory, poll, b->zero_around + at);
    if (status == MINES_OK)
        mcore_solution_write(solution, b->mine != NULL ? b->mine + at : NULL,
                             b->certain_safe != NULL ? b->certain_safe + at : NULL,
                             b->certain_mines != NULL ? b->certain_mines + at : NULL);
    else
        write_failure(b, at, cells);
    if (b->status != NULL)
        b->status[index] = status;
    return status == MINES_INTERRUPTED || status == MINES_OUT_OF_MEMORY ? status : MINES_OK;
}

static mines_status solve_boards(mcore_parallel *parallel, mcore_poll *poll, void *context)
{
    const mcore_batch *b = context;
    mines_solution solution;
    memset(&solution, 0, sizeof solution);
    mcore_arena_init(&solution.arena, b->memory);
    mines_status status = MINES_OK;
    for (uint64_t first, last; status == MINES_OK && mcore_parallel_next(parallel, poll, &first, &last);)
        for (size_t i = (size_t)first; i < last && status == MINES_OK; i++)
            status = solve_one(b, &solution, i, poll);
    mcore_arena_free(&solution.arena);
    return status;
}

mines_status mcore_batch_solve(mcore_batch *batch, uint32_t threads, mcore_poll *poll)
{
    size_t chunk = CHUNK_CELLS / (batch->rows * batch->cols);
    return mcore_parallel_run(batch->count, chunk > 0 ? chunk : 1, threads, poll, solve_boards, batch);
}
