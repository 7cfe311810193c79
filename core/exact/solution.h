/*
 * solution.h - the handle mines_solution: a position with everything that the modules of exact/ find out about it, in
 * one arena. The functions below run all of them, or as many as the caller needs.
 *
 * On failure *fault says which cell or number is the cause; it is unchanged if none is.
 */
#ifndef MCORE_SOLUTION_H
#define MCORE_SOLUTION_H

#include "../base/arena.h"
#include "../base/common.h"
#include "../base/poll.h"
#include "board.h"
#include "certain.h"
#include "chain.h"
#include "graph.h"
#include "marginal.h"
#include "reduce.h"

struct mines_solution {
    mcore_arena arena;
    mcore_board board;
    mcore_reduced reduced;
    mcore_graph *graph; /* by component */
    mcore_certain certain;
    mcore_chain chain;
    uint8_t *certain_cell;     /* by site: MCORE_CERTAIN_SAFE, MCORE_CERTAIN_MINE (unopened cells only) or 0 */
    bool certain_mine;         /* whether any cell is MCORE_CERTAIN_MINE */
    double *mine;              /* P(mine) by site, 0 on the wall; NULL if it was not computed */
    double trust_floor;        /* with `mine`: see mcore_marginal */
    uint64_t graph_bytes;      /* arena bytes when the graphs were complete; 0 before that */
    uint64_t graph_peak_bytes; /* the most until then */
};

/* From the characters to components. */
mines_status mcore_solution_reduce(mcore_board *board, mcore_reduced *reduced, mcore_arena *arena,
                                   const mcore_position *position, mines_fault *fault);

/* ---- New handles: NULL unless MINES_OK, freed by mcore_solution_free ---- */

/* mines_solve, with checked pointers. If the forward vectors of all layers don't fit in the memory, the graphs keep
   some and have checkpoints. */
mines_status mcore_solution_new(const mcore_position *position, uint64_t memory, mcore_poll *poll,
                                mines_solution **solution, mines_fault *fault);

/* What drawing boards needs: all forward vectors, but no probabilities (`mine` is NULL). With stop_at_mine it ends
   without a chain if some cell is a certain mine. */
mines_status mcore_solution_new_for_sampling(const mcore_position *position, uint64_t memory, bool stop_at_mine,
                                             mcore_poll *poll, mines_solution **solution, mines_fault *fault);

/* NULL is allowed. */
void mcore_solution_free(mines_solution *solution);

/* ---- Existing handles: the caller initialised the arena, whose memory is reused; earlier content is lost ---- */

mines_status mcore_solution_solve(mines_solution *solution, const mcore_position *position, mcore_poll *poll,
                                  mines_fault *fault);

/* Only as far as the certain cells: no chain, and `mine` is NULL. */
mines_status mcore_solution_solve_certain(mines_solution *solution, const mcore_position *position, mcore_poll *poll,
                                          mines_fault *fault);

/* A thinned count (thinning.h) as far as the chain, from a reduced position that outlives it; `mine` and certain_cell
   are NULL. order: of the boxes of all components, each from its first_box on. MINES_NO_VALID_BOARD may be chance if
   thinning->used. */
mines_status mcore_solution_solve_thinned(mines_solution *solution, const mcore_reduced *reduced, const uint32_t *order,
                                          mcore_thinning *thinning, mcore_poll *poll);

/* ---- Results ---- */

/* A copy for queries about what is possible, however improbable: forward vectors and chain are Boolean. They are
   allocated in `arena`; the copy shares everything else with the solution, and both must outlive it. Fails with
   MINES_INTERRUPTED or the arena's status. */
mines_status mcore_solution_reachable(mines_solution *copy, const mines_solution *solution, mcore_arena *arena,
                                      mcore_poll *poll);

/* Write P(mine) and the certain cells, rows * cols entries each, row by row. Outputs may be NULL. */
void mcore_solution_write(const mines_solution *solution, double *mine, uint8_t *certain_safe, uint8_t *certain_mines);

#endif
