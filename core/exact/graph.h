/*
 * graph.h - the states and edges of the dynamic program that counts a component's solutions.
 *
 * Layer l of the graph places the mines of the l-th box of an order (order.h). A state is the missing mines of every
 * active number, one with some but not all of its boxes placed; layer 0 and the layer after the last box have one state
 * each. An edge places j mines in its layer's box. States are numbered layer by layer. The edges of a state are
 * consecutive and have consecutive j; an edge whose target can't be completed has the target MCORE_NONE. A state from
 * which nothing can be completed has only such edges and an empty vector.
 *
 * Each state has a vector over k, the mines placed in the component before it, k = kmin .. kmax of that state.
 * forward_backward.h fills it. All arrays live in the arena that the graph was built in.
 */
#ifndef MCORE_GRAPH_H
#define MCORE_GRAPH_H

#include "../base/arena.h"
#include "../base/common.h"
#include "../base/poll.h"
#include "checkpoint.h"
#include "reduce.h"
#include "thinning.h"

typedef struct mcore_graph {
    uint32_t layers;       /* = boxes of the component */
    uint32_t *box;         /* by layer: index into reduced->box */
    uint8_t *box_size;     /* by layer: its cells */
    uint32_t *first_state; /* by layer, layers + 2 entries: layer l holds first_state[l] .. first_state[l + 1] - 1 */
    uint32_t states;
    size_t *first_edge;                   /* by state, states + 1 entries */
    uint8_t *first_mines;                 /* by state: j of its first edge */
    uint32_t *target;                     /* by edge */
    uint32_t *kmin, *kmax;                /* by state */
    size_t *vector;                       /* by state, states + 1 entries: offset of its vector, in doubles */
    double *forward;                      /* vector[states] doubles, or with `checkpoints` those of the kept layers */
    const mcore_checkpoints *checkpoints; /* which layers' forward vectors are kept; NULL: all */
    double *multiplier;                   /* by state of a thinned graph: factor of its vector; else NULL */
    int *forward_scale;                   /* by layer: power of two that the step into layer l + 1 was multiplied by */
} mcore_graph;

/* The one state after the last layer. */
static inline uint32_t mcore_graph_end(const mcore_graph *graph) { return graph->states - 1; }

static inline uint32_t mcore_graph_layer_states(const mcore_graph *graph, uint32_t layer)
{
    return graph->first_state[layer + 1] - graph->first_state[layer];
}

/* Entries of a state's vector. */
static inline size_t mcore_graph_vector_length(const mcore_graph *graph, uint32_t state)
{
    return graph->vector[state + 1] - graph->vector[state];
}

/* Entries of the vectors of all states of a layer. */
static inline size_t mcore_graph_layer_size(const mcore_graph *graph, uint32_t layer)
{
    return graph->vector[graph->first_state[layer + 1]] - graph->vector[graph->first_state[layer]];
}

/* The forward vector of the end state, which is always kept: the component's weights by number of mines. */
static inline double *mcore_graph_totals(const mcore_graph *graph)
{
    return graph->forward + (graph->checkpoints != NULL ? graph->checkpoints->offset[graph->layers]
                                                        : graph->vector[mcore_graph_end(graph)]);
}

/* Entries of that vector. */
static inline size_t mcore_graph_totals_length(const mcore_graph *graph)
{
    return mcore_graph_vector_length(graph, mcore_graph_end(graph));
}

/* Offset of the state's vector inside its target's along the edge that places j mines. */
static inline uint32_t mcore_graph_edge_shift(const mcore_graph *graph, uint32_t state, uint32_t j, uint32_t target)
{
    return graph->kmin[state] + j - graph->kmin[target];
}

/* Build states, edges, kmin, kmax and vector; forward is not allocated yet. Fails with MINES_NO_VALID_BOARD if the
   component can't be completed, MINES_INTERRUPTED, the arena's status, or MINES_BUDGET_EXCEEDED if the vectors would
   have more entries than a size_t counts. */
mines_status mcore_graph_build(mcore_graph *graph, const mcore_reduced *reduced, const mcore_component *component,
                               const uint32_t *order, mcore_arena *arena, mcore_poll *poll);

/* The same, thinned. MINES_NO_VALID_BOARD may then be chance. */
mines_status mcore_graph_build_thinned(mcore_graph *graph, const mcore_reduced *reduced,
                                       const mcore_component *component, const uint32_t *order,
                                       mcore_thinning *thinning, mcore_arena *arena, mcore_poll *poll);

/* Shrink the arrays to what the graph needs. The arena's status tells whether that failed. */
void mcore_graph_trim(mcore_graph *graph, mcore_arena *arena);

/* Offsets of the layers for checkpoints: `each` entries per state, and with `vectors` also those of its vector. */
void mcore_graph_layer_offsets(const mcore_graph *graph, bool vectors, size_t each, size_t *offset);

#endif
