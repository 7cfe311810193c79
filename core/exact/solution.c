#include "solution.h"

#include "order.h"
#include "propagate.h"

#include <stdlib.h>
#include <string.h>

mines_status mcore_solution_reduce(mcore_board *board, mcore_reduced *reduced, mcore_arena *arena, const char *text,
                                   size_t rows, size_t cols, uint32_t mines, mines_fault *fault)
{
    mcore_propagation look;
    mines_status status = mcore_board_read(board, arena, text, rows, cols, mines, fault);
    if (status == MINES_OK)
        status = mcore_propagate(&look, board, arena, fault);
    if (status == MINES_OK)
        status = mcore_reduce(reduced, board, &look, arena);
    return status;
}

/* Which layers of each component keep their forward vectors where not all can; the room of the widest stretch. */
static bool plan_rows(const mines_solution *s, mcore_checkpoints *rows, size_t *window, mcore_arena *arena)
{
    uint32_t n = s->reduced.components;
    for (uint32_t i = 0; i < n; i++) {
        if (!mcore_checkpoints_init(rows + i, s->graph[i].layers, arena))
            return false;
        mcore_graph_layer_offsets(s->graph + i, true, 0, rows[i].start);
    }
    return mcore_checkpoints_choose(rows, n, window, arena);
}

/* At most the bytes of the forward vectors that are kept, and of what goes with them. */
static uint64_t vector_bytes(const mines_solution *s, mcore_arena *arena)
{
    uint32_t n = s->reduced.components;
    size_t window;
    mcore_checkpoints *rows = mcore_arena_alloc(arena, n, sizeof *rows);
    return rows != NULL && plan_rows(s, rows, &window, arena) ? mcore_checkpoints_bytes(rows, n, window) : 0;
}

/* Bytes that the solution takes at once, at most, where it keeps as few vectors as it can; 0 where its graphs are not
   built, or there is no memory to tell. */
static uint64_t bytes_needed(const mines_solution *s)
{
    if (s->graph_bytes == 0)
        return 0;
    const mcore_reduced *reduced = &s->reduced;
    mcore_arena plans;
    mcore_arena_init(&plans, UINT64_MAX);
    uint64_t vectors = vector_bytes(s, &plans);
    uint64_t scratch = mcore_certain_scratch_bytes(reduced, s->graph, &plans);
    bool known = plans.status == MINES_OK;
    mcore_arena_free(&plans);
    uint64_t rest = mcore_certain_bytes(reduced) + mcore_arena_bytes(s->board.sites, 1) + mcore_arena_slack();
    uint64_t numbers = vectors + mcore_chain_bytes(reduced, s->graph) + mcore_marginal_bytes(reduced, s->graph) +
                       mcore_arena_bytes(s->board.sites, sizeof(double));
    scratch += mcore_arena_slack();
    rest += numbers > scratch ? numbers : scratch; /* what passes is given back before the numbers are taken */
    uint64_t needed = s->graph_bytes + rest;
    return !known ? 0 : needed > s->graph_peak_bytes ? needed : s->graph_peak_bytes;
}

/* The graphs of all components, each in its own order. */
static mines_status build_graphs(mines_solution *s, mcore_poll *poll)
{
    mcore_arena *arena = &s->arena;
    uint32_t *order = mcore_arena_alloc(arena, s->reduced.boxes, sizeof *order);
    s->graph = mcore_arena_alloc_zeroed(arena, s->reduced.components, sizeof *s->graph);
    mines_status status = arena->status;
    for (uint32_t i = 0; i < s->reduced.components && status == MINES_OK; i++) {
        const mcore_component *component = s->reduced.component + i;
        status = mcore_order(&s->reduced, component, order, arena, poll);
        if (status == MINES_OK)
            status = mcore_graph_build(s->graph + i, &s->reduced, component, order, arena, poll);
    }
    if (status != MINES_OK)
        return status;
    s->graph_bytes = arena->used;
    s->graph_peak_bytes = arena->peak;
    return MINES_OK;
}

/* From text to the graphs. */
static mines_status prepare(mines_solution *s, const char *text, size_t rows, size_t cols, uint32_t mines,
                            mcore_poll *poll, mines_fault *fault)
{
    s->graph_bytes = 0;
    mines_status status = mcore_solution_reduce(&s->board, &s->reduced, &s->arena, text, rows, cols, mines, fault);
    return status == MINES_OK ? build_graphs(s, poll) : status;
}

/* The cells that are certain; scratch: an arena for what is needed meanwhile. */
static mines_status find_certain(mines_solution *s, bool low_memory, mcore_arena *scratch, mcore_poll *poll,
                                 mines_fault *fault)
{
    mcore_arena *arena = &s->arena;
    mines_status status = s->reduced.excess_mines ? MINES_NO_VALID_BOARD
                                                  : mcore_certain_find(&s->certain, &s->reduced, s->graph, low_memory,
                                                                       arena, scratch, poll);
    if (status == MINES_NO_VALID_BOARD) /* each component can be filled, but not with this count */
        fault->reason = MINES_REASON_COUNT;
    if (status != MINES_OK)
        return status;
    s->mine = NULL;
    s->certain_cell = mcore_arena_alloc(arena, s->board.sites, 1);
    if (s->certain_cell == NULL)
        return arena->status;
    s->certain_mine = mcore_certain_cells(&s->reduced, &s->certain, s->certain_cell);
    return MINES_OK;
}

/* The same, with room for all forward vectors. */
static mines_status solve_certain(mines_solution *s, mcore_poll *poll, mines_fault *fault)
{
    for (uint32_t i = 0; i < s->reduced.components; i++) {
        if (!mcore_forward_alloc(s->graph + i, &s->arena))
            return s->arena.status;
    }
    return find_certain(s, false, &s->arena, poll, fault);
}

/* The same, with room for some. */
static mines_status solve_certain_sparing(mines_solution *s, mcore_segment *window, mcore_poll *poll,
                                          mines_fault *fault)
{
    mcore_arena *arena = &s->arena, scratch;
    mcore_arena_init(&scratch, arena->limit - arena->used);
    mines_status status = find_certain(s, true, &scratch, poll, fault);
    mcore_arena_free(&scratch);
    if (status != MINES_OK)
        return status;
    uint32_t n = s->reduced.components;
    size_t room;
    mcore_checkpoints *rows = mcore_arena_alloc(arena, n, sizeof *rows);
    if (rows == NULL || !plan_rows(s, rows, &room, arena))
        return arena->status;
    for (uint32_t i = 0; i < n; i++) {
        s->graph[i].checkpoints = rows + i;
        if (!mcore_forward_alloc(s->graph + i, arena))
            return arena->status;
    }
    window->data = mcore_arena_realloc(arena, NULL, room, sizeof(double));
    return arena->status;
}

/* From the graphs to the answers, with the forward vectors of all layers or of some. */
static mines_status answer(mines_solution *s, bool low_memory, mcore_poll *poll, mines_fault *fault)
{
    mcore_segment space = {0}, *window = low_memory ? &space : NULL;
    mines_status status = low_memory ? solve_certain_sparing(s, window, poll, fault) : solve_certain(s, poll, fault);
    if (status == MINES_OK)
        status = mcore_chain_build(&s->chain, &s->reduced, &s->certain, s->graph, window, &s->arena, poll);
    if (status != MINES_OK)
        return status;
    s->mine = mcore_arena_alloc(&s->arena, s->board.sites, sizeof *s->mine);
    if (s->mine == NULL)
        return s->arena.status;
    return mcore_marginal(&s->chain, &s->reduced, &s->certain, s->certain_cell, s->mine, &s->trust_floor, window,
                          &s->arena, poll);
}

static mines_status solve(mines_solution *s, const char *text, size_t rows, size_t cols, uint32_t mines,
                          mcore_poll *poll, mines_fault *fault)
{
    mines_status status = prepare(s, text, rows, cols, mines, poll, fault);
    if (status != MINES_OK)
        return status;
    mcore_arena_mark graphs = mcore_arena_save(&s->arena);
    status = answer(s, false, poll, fault);
    if (status != MINES_BUDGET_EXCEEDED)
        return status;
    mcore_arena_restore(&s->arena, graphs);
    for (uint32_t i = 0; i < s->reduced.components; i++)
        mcore_graph_trim(s->graph + i, &s->arena);
    s->graph_bytes = s->arena.used;
    return s->arena.status == MINES_OK ? answer(s, true, poll, fault) : s->arena.status;
}

/* A new handle. */
static mines_solution *new_solution(uint64_t memory)
{
    mines_solution *s = calloc(1, sizeof *s);
    if (s != NULL)
        mcore_arena_init(&s->arena, memory);
    return s;
}

/* Hand a handle on where all went well. */
static mines_status finish(mines_solution *s, mines_status status, mines_solution **solution)
{
    *solution = status == MINES_OK ? s : NULL;
    if (status != MINES_OK)
        mcore_solution_free(s);
    return status;
}

mines_status mcore_solve(const char *text, size_t rows, size_t cols, uint32_t mines, uint64_t memory, mcore_poll *poll,
                         mines_solution **solution, mines_fault *fault)
{
    mines_solution *s = new_solution(memory);
    mines_status status = s != NULL ? solve(s, text, rows, cols, mines, poll, fault) : MINES_OUT_OF_MEMORY;
    if (status == MINES_BUDGET_EXCEEDED)
        fault->needed = bytes_needed(s);
    return finish(s, status, solution);
}

mines_status mcore_solve_to_draw(const char *text, size_t rows, size_t cols, uint32_t mines, uint64_t memory,
                                 bool shortcut, mcore_poll *poll, mines_solution **solution, mines_fault *fault)
{
    mines_solution *s = new_solution(memory);
    mines_status status = s != NULL ? prepare(s, text, rows, cols, mines, poll, fault) : MINES_OUT_OF_MEMORY;
    if (status == MINES_OK)
        status = solve_certain(s, poll, fault);
    if (status == MINES_OK && !(shortcut && s->certain_mine))
        status = mcore_chain_build(&s->chain, &s->reduced, &s->certain, s->graph, NULL, &s->arena, poll);
    return finish(s, status, solution);
}

mines_status mcore_solve_again(mines_solution *solution, const char *text, size_t rows, size_t cols, uint32_t mines,
                               mcore_poll *poll, mines_fault *fault)
{
    mcore_arena_rewind(&solution->arena);
    return solve(solution, text, rows, cols, mines, poll, fault);
}

mines_status mcore_solve_certain_again(mines_solution *solution, const char *text, size_t rows, size_t cols,
                                       uint32_t mines, mcore_poll *poll, mines_fault *fault)
{
    mcore_arena_rewind(&solution->arena);
    mines_status status = prepare(solution, text, rows, cols, mines, poll, fault);
    return status == MINES_OK ? solve_certain(solution, poll, fault) : status;
}

void mcore_solution_write(const mines_solution *solution, double *mine, uint8_t *safe, uint8_t *mines)
{
    const mcore_board *board = &solution->board;
    for (uint32_t row = 0; row < board->rows; row++) {
        size_t at = (size_t)row * board->cols;
        const uint8_t *certain = solution->certain_cell + mcore_site(board, row, 0);
        if (mine != NULL)
            memcpy(mine + at, solution->mine + mcore_site(board, row, 0), board->cols * sizeof *mine);
        for (uint32_t col = 0; col < board->cols && safe != NULL; col++)
            safe[at + col] = certain[col] == MCORE_CERTAIN_SAFE;
        for (uint32_t col = 0; col < board->cols && mines != NULL; col++)
            mines[at + col] = certain[col] == MCORE_CERTAIN_MINE;
    }
}

void mcore_solution_free(mines_solution *solution)
{
    if (solution == NULL)
        return;
    mcore_arena_free(&solution->arena);
    free(solution);
}
