#include "solution.h"

#include "order.h"
#include "propagate.h"

#include <stdlib.h>
#include <string.h>

mines_status mcore_solution_reduce(mcore_board *board, mcore_reduced *reduced, mcore_arena *arena,
                                   const mcore_position *position, mines_fault *fault)
{
    mcore_propagation propagation;
    mines_status status = mcore_board_init(board, arena, position, fault);
    if (status == MINES_OK)
        status = mcore_propagate(&propagation, board, arena, fault);
    if (status == MINES_OK)
        status = mcore_reduce(reduced, board, &propagation, arena);
    return status;
}

/* ---- Memory ---- */

/* Choose which layers of each component keep their forward vectors. */
static bool choose_checkpoints(const mines_solution *s, mcore_checkpoints *checkpoints, size_t *segment_size,
                               mcore_arena *arena)
{
    uint32_t n = s->reduced.components;
    for (uint32_t i = 0; i < n; i++) {
        if (!mcore_checkpoints_init(checkpoints + i, s->graph[i].layers, arena))
            return false;
        mcore_graph_layer_offsets(s->graph + i, true, 0, checkpoints[i].start);
    }
    return mcore_checkpoints_choose(checkpoints, n, segment_size, arena);
}

/* Upper bound of the bytes of the kept forward vectors and of their checkpoints; 0 if the arena is exhausted. */
static uint64_t vector_bytes(const mines_solution *s, mcore_arena *arena)
{
    uint32_t n = s->reduced.components;
    size_t segment;
    mcore_checkpoints *checkpoints = mcore_arena_alloc(arena, n, sizeof *checkpoints);
    if (checkpoints == NULL || !choose_checkpoints(s, checkpoints, &segment, arena))
        return 0;
    return mcore_checkpoints_bytes(checkpoints, n, segment);
}

/* Upper bound of the bytes that the solution needs at a time if it keeps as few vectors as possible; 0 if its graphs
   are not complete, or there is no memory to compute it. */
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
    rest += numbers > scratch ? numbers : scratch; /* the scratch is freed before the numbers are allocated */
    uint64_t needed = s->graph_bytes + rest;
    return !known ? 0 : needed > s->graph_peak_bytes ? needed : s->graph_peak_bytes;
}

/* ---- Stages ---- */

/* Build the graphs of all components, each in its own order. */
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

/* From the characters to the graphs. */
static mines_status prepare(mines_solution *s, const mcore_position *position, mcore_poll *poll, mines_fault *fault)
{
    s->graph_bytes = 0;
    s->mine = NULL;
    mines_status status = mcore_solution_reduce(&s->board, &s->reduced, &s->arena, position, fault);
    return status == MINES_OK ? build_graphs(s, poll) : status;
}

/* Find the certain cells. */
static mines_status find_certain(mines_solution *s, bool low_memory, mcore_arena *scratch, mcore_poll *poll,
                                 mines_fault *fault)
{
    mcore_arena *arena = &s->arena;
    mines_status status = MINES_NO_VALID_BOARD;
    if (!s->reduced.excess_mines)
        status = mcore_certain_find(&s->certain, &s->reduced, s->graph, low_memory, arena, scratch, poll);
    if (status == MINES_NO_VALID_BOARD) /* each component has solutions, but none with this number of mines */
        fault->reason = MINES_FAULT_COUNT;
    if (status != MINES_OK)
        return status;
    s->certain_cell = mcore_arena_alloc(arena, s->board.sites, 1);
    if (s->certain_cell == NULL)
        return arena->status;
    s->certain_mine = mcore_certain_cells(&s->certain, &s->reduced, s->certain_cell);
    return MINES_OK;
}

/* Find the certain cells, and allocate all forward vectors. */
static mines_status find_certain_with_all(mines_solution *s, mcore_poll *poll, mines_fault *fault)
{
    for (uint32_t i = 0; i < s->reduced.components; i++) {
        if (!mcore_forward_alloc(s->graph + i, &s->arena))
            return s->arena.status;
    }
    return find_certain(s, false, &s->arena, poll, fault);
}

/* Find the certain cells, then allocate forward vectors of some layers and the segment buffer. */
static mines_status find_certain_with_some(mines_solution *s, mcore_segment *segment, mcore_poll *poll,
                                           mines_fault *fault)
{
    mcore_arena *arena = &s->arena, scratch;
    mcore_arena_init(&scratch, arena->limit - arena->used);
    mines_status status = find_certain(s, true, &scratch, poll, fault);
    mcore_arena_free(&scratch);
    if (status != MINES_OK)
        return status;
    uint32_t n = s->reduced.components;
    size_t segment_size;
    mcore_checkpoints *checkpoints = mcore_arena_alloc(arena, n, sizeof *checkpoints);
    if (checkpoints == NULL || !choose_checkpoints(s, checkpoints, &segment_size, arena))
        return arena->status;
    for (uint32_t i = 0; i < n; i++) {
        s->graph[i].checkpoints = checkpoints + i;
        if (!mcore_forward_alloc(s->graph + i, arena))
            return arena->status;
    }
    segment->data = mcore_arena_realloc(arena, NULL, segment_size, sizeof(double));
    return arena->status;
}

/* From the graphs to the probabilities, with the forward vectors of all layers or of some. */
static mines_status find_mines(mines_solution *s, bool low_memory, mcore_poll *poll, mines_fault *fault)
{
    mcore_segment buffer = {0}, *segment = low_memory ? &buffer : NULL;
    mines_status status =
        low_memory ? find_certain_with_some(s, segment, poll, fault) : find_certain_with_all(s, poll, fault);
    if (status == MINES_OK)
        status = mcore_chain_build(&s->chain, &s->reduced, &s->certain, s->graph, segment, &s->arena, poll);
    if (status != MINES_OK)
        return status;
    s->mine = mcore_arena_alloc(&s->arena, s->board.sites, sizeof *s->mine);
    if (s->mine == NULL)
        return s->arena.status;
    return mcore_marginal(&s->chain, s->certain_cell, s->mine, &s->trust_floor, segment, &s->arena, poll);
}

static mines_status solve(mines_solution *s, const mcore_position *position, mcore_poll *poll, mines_fault *fault)
{
    mines_status status = prepare(s, position, poll, fault);
    if (status != MINES_OK)
        return status;
    mcore_arena_mark graphs = mcore_arena_save(&s->arena);
    status = find_mines(s, false, poll, fault);
    if (status != MINES_BUDGET_EXCEEDED)
        return status;
    mcore_arena_restore(&s->arena, graphs);
    for (uint32_t i = 0; i < s->reduced.components; i++)
        mcore_graph_trim(s->graph + i, &s->arena);
    s->graph_bytes = s->arena.used;
    return s->arena.status == MINES_OK ? find_mines(s, true, poll, fault) : s->arena.status;
}

/* ---- New handles ---- */

static mines_solution *solution_alloc(uint64_t memory)
{
    mines_solution *s = calloc(1, sizeof *s);
    if (s != NULL)
        mcore_arena_init(&s->arena, memory);
    return s;
}

/* Pass a handle to the caller, or free it on failure. */
static mines_status finish(mines_solution *s, mines_status status, mines_solution **solution)
{
    *solution = status == MINES_OK ? s : NULL;
    if (status != MINES_OK)
        mcore_solution_free(s);
    return status;
}

mines_status mcore_solution_new(const mcore_position *position, uint64_t memory, mcore_poll *poll,
                                mines_solution **solution, mines_fault *fault)
{
    mines_solution *s = solution_alloc(memory);
    mines_status status = s != NULL ? solve(s, position, poll, fault) : MINES_OUT_OF_MEMORY;
    if (status == MINES_BUDGET_EXCEEDED)
        fault->needed = bytes_needed(s);
    return finish(s, status, solution);
}

mines_status mcore_solution_new_for_sampling(const mcore_position *position, uint64_t memory, bool stop_at_mine,
                                             mcore_poll *poll, mines_solution **solution, mines_fault *fault)
{
    mines_solution *s = solution_alloc(memory);
    mines_status status = s != NULL ? prepare(s, position, poll, fault) : MINES_OUT_OF_MEMORY;
    if (status == MINES_OK)
        status = find_certain_with_all(s, poll, fault);
    if (status == MINES_OK && !(stop_at_mine && s->certain_mine))
        status = mcore_chain_build(&s->chain, &s->reduced, &s->certain, s->graph, NULL, &s->arena, poll);
    return finish(s, status, solution);
}

void mcore_solution_free(mines_solution *solution)
{
    if (solution == NULL)
        return;
    mcore_arena_free(&solution->arena);
    free(solution);
}

/* ---- Existing handles ---- */

mines_status mcore_solution_solve(mines_solution *solution, const mcore_position *position, mcore_poll *poll,
                                  mines_fault *fault)
{
    mcore_arena_rewind(&solution->arena);
    return solve(solution, position, poll, fault);
}

mines_status mcore_solution_solve_certain(mines_solution *solution, const mcore_position *position, mcore_poll *poll,
                                          mines_fault *fault)
{
    mcore_arena_rewind(&solution->arena);
    mines_status status = prepare(solution, position, poll, fault);
    return status == MINES_OK ? find_certain_with_all(solution, poll, fault) : status;
}

mines_status mcore_solution_solve_thinned(mines_solution *solution, const mcore_reduced *reduced, const uint32_t *order,
                                          mcore_thinning *thinning, mcore_poll *poll)
{
    mines_solution *s = solution;
    mcore_arena *arena = &s->arena;
    mcore_arena_rewind(arena);
    s->board = *reduced->board;
    s->reduced = *reduced;
    s->reduced.board = &s->board;
    s->certain_cell = NULL;
    s->certain_mine = false;
    s->mine = NULL;
    s->graph = mcore_arena_alloc_zeroed(arena, reduced->components, sizeof *s->graph);
    mines_status status = arena->status;
    for (uint32_t i = 0; i < reduced->components && status == MINES_OK; i++) {
        const mcore_component *component = reduced->component + i;
        status = mcore_graph_build_thinned(s->graph + i, &s->reduced, component, order + component->first_box, thinning,
                                           arena, poll);
        if (status == MINES_OK && !mcore_forward_alloc(s->graph + i, arena))
            status = arena->status;
    }
    if (status == MINES_OK)
        status = mcore_certain_find(&s->certain, &s->reduced, s->graph, false, arena, arena, poll);
    if (status == MINES_OK)
        status = mcore_chain_build(&s->chain, &s->reduced, &s->certain, s->graph, NULL, arena, poll);
    return status;
}

/* ---- Results ---- */

mines_status mcore_solution_reachable(mines_solution *copy, const mines_solution *solution, mcore_arena *arena,
                                      mcore_poll *poll)
{
    size_t widest = 0;
    mcore_segment segment = {0};
    *copy = *solution;
    copy->graph = mcore_arena_alloc(arena, solution->reduced.components, sizeof *copy->graph);
    for (uint32_t i = 0; i < solution->reduced.components && arena->status == MINES_OK; i++) {
        mcore_graph *graph = copy->graph + i;
        *graph = solution->graph[i];
        size_t own = graph->checkpoints != NULL ? mcore_checkpoints_widest(graph->checkpoints) : 0;
        widest = own > widest ? own : widest;
        graph->forward_scale = mcore_arena_alloc(arena, graph->layers, sizeof(int));
        (void)mcore_forward_alloc(graph, arena);
    }
    if (widest > 0)
        segment.data = mcore_arena_realloc(arena, NULL, widest, sizeof(double));
    if (arena->status != MINES_OK)
        return arena->status;
    mines_status status =
        mcore_chain_reachable(&copy->chain, &copy->reduced, &copy->certain, copy->graph, &segment, arena, poll);
    mcore_arena_release(arena, segment.data);
    return status;
}

void mcore_solution_write(const mines_solution *solution, double *mine, uint8_t *certain_safe, uint8_t *certain_mines)
{
    const mcore_board *board = &solution->board;
    for (uint32_t row = 0; row < board->rows; row++) {
        size_t at = (size_t)row * board->cols;
        const uint8_t *certain = solution->certain_cell + mcore_site(board, row, 0);
        if (mine != NULL)
            memcpy(mine + at, solution->mine + mcore_site(board, row, 0), board->cols * sizeof *mine);
        for (uint32_t col = 0; col < board->cols && certain_safe != NULL; col++)
            certain_safe[at + col] = certain[col] == MCORE_CERTAIN_SAFE;
        for (uint32_t col = 0; col < board->cols && certain_mines != NULL; col++)
            certain_mines[at + col] = certain[col] == MCORE_CERTAIN_MINE;
    }
}
