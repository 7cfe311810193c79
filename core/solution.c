#include "solution.h"

#include "look.h"
#include "order.h"

#include <stdlib.h>
#include <string.h>

mines_status msc_solution_reduce(msc_board *board, msc_reduced *reduced, msc_arena *arena, const char *text,
                                 size_t rows, size_t cols, uint32_t mines, mines_fault *fault)
{
    msc_look look;
    mines_status status = msc_board_read(board, arena, text, rows, cols, mines, fault);
    if (status == MINES_OK)
        status = msc_look_at(&look, board, arena, fault);
    if (status == MINES_OK)
        status = msc_reduce(reduced, board, &look, arena);
    return status;
}

/* Bytes that the solution takes in all, at most; 0 where its graphs are not built. */
static uint64_t bytes_needed(const mines_solution *s)
{
    if (s->before == 0)
        return 0;
    const msc_reduced *reduced = &s->reduced;
    uint64_t vectors = 0, sets = msc_certain_bytes(reduced, s->graph);
    uint64_t rest = msc_chain_bytes(reduced, s->graph) + msc_marginal_bytes(reduced, s->graph) +
                    msc_arena_bytes(s->board.sites, sizeof(double)) + msc_arena_bytes(s->board.sites, 1);
    for (uint32_t i = 0; i < reduced->components; i++)
        vectors += msc_arena_bytes(s->graph[i].vector[s->graph[i].states], sizeof(double));
    /* sets in blocks of their own are given back before the rest is taken, those in chunks are not */
    return s->before + vectors + sets + rest + msc_arena_rest();
}

/* The graphs of all components, each in its own order, and room for the numbers on them. */
static mines_status build_graphs(mines_solution *s, msc_poll *poll)
{
    msc_arena *arena = &s->arena;
    uint32_t *order = msc_take(arena, s->reduced.boxes, sizeof *order);
    s->graph = msc_take_zero(arena, s->reduced.components, sizeof *s->graph);
    mines_status status = arena->status;
    for (uint32_t i = 0; i < s->reduced.components && status == MINES_OK; i++) {
        const msc_component *component = s->reduced.component + i;
        status = msc_order(&s->reduced, component, order, arena, poll);
        if (status == MINES_OK)
            status = msc_graph_build(s->graph + i, &s->reduced, component, order, arena, poll);
    }
    if (status != MINES_OK)
        return status;
    s->before = arena->used;
    for (uint32_t i = 0; i < s->reduced.components && status == MINES_OK; i++) {
        if (!msc_graph_take_forward(s->graph + i, arena))
            status = arena->status;
    }
    return status;
}

/* As far as the cells that are certain. */
static mines_status solve_certain(mines_solution *s, const char *text, size_t rows, size_t cols, uint32_t mines,
                                  msc_poll *poll, mines_fault *fault)
{
    s->before = 0;
    msc_arena *arena = &s->arena;
    mines_status status = msc_solution_reduce(&s->board, &s->reduced, arena, text, rows, cols, mines, fault);
    if (status == MINES_OK)
        status = build_graphs(s, poll);
    if (status != MINES_OK)
        return status;
    status = s->reduced.overdrawn ? MINES_NO_VALID_BOARD
                                  : msc_certain_find(&s->certain, &s->reduced, s->graph, arena, poll);
    if (status == MINES_NO_VALID_BOARD) /* each component can be filled, but not with this count */
        fault->reason = MINES_REASON_COUNT;
    if (status != MINES_OK)
        return status;
    s->mine = NULL;
    s->certain_cell = msc_take(arena, s->board.sites, 1);
    if (s->certain_cell == NULL)
        return arena->status;
    s->certain_mine = msc_certain_cells(&s->reduced, &s->certain, s->certain_cell);
    return MINES_OK;
}

static mines_status solve_chain(mines_solution *s, msc_poll *poll)
{
    return msc_chain_build(&s->chain, &s->reduced, &s->certain, s->graph, &s->arena, poll);
}

static mines_status solve(mines_solution *s, const char *text, size_t rows, size_t cols, uint32_t mines,
                          msc_poll *poll, mines_fault *fault)
{
    mines_status status = solve_certain(s, text, rows, cols, mines, poll, fault);
    if (status == MINES_OK)
        status = solve_chain(s, poll);
    if (status != MINES_OK)
        return status;
    s->mine = msc_take(&s->arena, s->board.sites, sizeof *s->mine);
    if (s->mine == NULL)
        return s->arena.status;
    return msc_marginal(&s->chain, &s->reduced, &s->certain, s->certain_cell, s->mine, &s->trusted, &s->arena, poll);
}

/* A new handle. */
static mines_solution *new_solution(uint64_t memory)
{
    mines_solution *s = calloc(1, sizeof *s);
    if (s != NULL)
        msc_arena_init(&s->arena, memory);
    return s;
}

/* Hand a handle on where all went well. */
static mines_status finish(mines_solution *s, mines_status status, mines_solution **solution, mines_fault *fault)
{
    *solution = status == MINES_OK ? s : NULL;
    if (status == MINES_BUDGET_EXCEEDED)
        fault->needed = bytes_needed(s);
    if (status != MINES_OK)
        msc_solution_free(s);
    return status;
}

mines_status msc_solve(const char *text, size_t rows, size_t cols, uint32_t mines, uint64_t memory, msc_poll *poll,
                       mines_solution **solution, mines_fault *fault)
{
    mines_solution *s = new_solution(memory);
    return finish(s, s != NULL ? solve(s, text, rows, cols, mines, poll, fault) : MINES_OUT_OF_MEMORY, solution,
                  fault);
}

mines_status msc_solve_to_draw(const char *text, size_t rows, size_t cols, uint32_t mines, uint64_t memory,
                               bool shortcut, msc_poll *poll, mines_solution **solution, mines_fault *fault)
{
    mines_solution *s = new_solution(memory);
    mines_status status =
        s != NULL ? solve_certain(s, text, rows, cols, mines, poll, fault) : MINES_OUT_OF_MEMORY;
    if (status == MINES_OK && !(shortcut && s->certain_mine))
        status = solve_chain(s, poll);
    return finish(s, status, solution, fault);
}

mines_status msc_solve_again(mines_solution *solution, const char *text, size_t rows, size_t cols, uint32_t mines,
                             msc_poll *poll, mines_fault *fault)
{
    msc_arena_rewind(&solution->arena);
    return solve(solution, text, rows, cols, mines, poll, fault);
}

mines_status msc_solve_certain_again(mines_solution *solution, const char *text, size_t rows, size_t cols,
                                     uint32_t mines, msc_poll *poll, mines_fault *fault)
{
    msc_arena_rewind(&solution->arena);
    return solve_certain(solution, text, rows, cols, mines, poll, fault);
}

void msc_solution_write(const mines_solution *solution, double *mine, uint8_t *safe, uint8_t *mines)
{
    const msc_board *board = &solution->board;
    for (uint32_t row = 0; row < board->rows; row++) {
        size_t at = (size_t)row * board->cols;
        const uint8_t *certain = solution->certain_cell + msc_site(board, row, 0);
        if (mine != NULL)
            memcpy(mine + at, solution->mine + msc_site(board, row, 0), board->cols * sizeof *mine);
        for (uint32_t col = 0; col < board->cols && safe != NULL; col++)
            safe[at + col] = certain[col] == MSC_CERTAIN_SAFE;
        for (uint32_t col = 0; col < board->cols && mines != NULL; col++)
            mines[at + col] = certain[col] == MSC_CERTAIN_MINE;
    }
}

void msc_solution_free(mines_solution *solution)
{
    if (solution == NULL)
        return;
    msc_arena_free(&solution->arena);
    free(solution);
}
