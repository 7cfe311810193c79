/*
 * count.h - what arrives: a component and an order of its boxes. What leaves: the graph of a dynamic programme over
 * them, and vectors of weights on it, in the arena.
 *
 * Layer l of the graph places the mines of the l-th box. A state is what the numbers in progress still miss; layer 0
 * and the layer after the last box have one state each. An edge places j mines in the layer's box; a box of n cells can
 * hold them in C(n, j) ways. States are numbered layer by layer. Edges of a state are consecutive and have consecutive
 * j; an edge whose target can't be completed has target MCORE_NONE. A state from which nothing can be completed has
 * only such edges and an empty vector.
 *
 * Each state has a vector over k, the mines placed in the component before it, for k = kmin .. kmax of that state.
 * forward[s][k] is the weight of all ways from the start to s with k mines. A backward vector b[s][k] is the weight of
 * all ways from s to the end, times a terminal weight of the total number of mines. Every mine weighs theta, a power of
 * two near the odds of a mine, so that the vectors keep clear of overflow and underflow; where that is not enough,
 * whole layers are scaled by powers of two.
 *
 * Where the forward vectors of all layers have no room, those of some layers are kept (checkpoint.h). The others are
 * computed again, by the same steps and scaled by the same powers of two: every number is the same to the last bit.
 */
#ifndef MCORE_COUNT_H
#define MCORE_COUNT_H

#include "../base/arena.h"
#include "../base/common.h"
#include "../base/poll.h"
#include "../base/rng.h"
#include "checkpoint.h"
#include "reduce.h"

enum { MCORE_BOX_CELLS = 8 };

/* Edge weights: ways[n][j] = C(n, j); weight[n][j] = C(n, j) * theta^j, theta = 2^tilt. Or marks: then only what is
   possible counts, and whole layers are set to 1 and 0 where they else are scaled. */
typedef struct mcore_weights {
    int tilt;
    bool boolean;
    double theta_power[MCORE_BOX_CELLS + 1];
    double weight[MCORE_BOX_CELLS + 1][MCORE_BOX_CELLS + 1];
} mcore_weights;

extern const uint8_t mcore_binomial[MCORE_BOX_CELLS + 1][MCORE_BOX_CELLS + 1]; /* C(n, j), 0 where j > n */

void mcore_weights_set(mcore_weights *weights, int tilt);
void mcore_weights_boolean(mcore_weights *weights);

/* Bring numbers back to near 1: scale them, return the power of two. Marks become 1 and 0; returns 0. */
int mcore_weights_normalise(const mcore_weights *weights, double *x, size_t n);

typedef struct mcore_graph {
    uint32_t layers;       /* = boxes of the component */
    uint32_t *box;         /* by layer: index into reduced->box */
    uint32_t *first_state; /* by layer, layers + 2 entries: layer l holds first_state[l] .. first_state[l + 1] - 1 */
    uint32_t states;
    size_t *first_edge;           /* by state, states + 1 entries */
    uint8_t *first_mines;         /* by state: j of its first edge */
    uint32_t *target;             /* by edge */
    uint32_t *kmin, *kmax;        /* by state */
    size_t *vector;               /* by state, states + 1 entries: where its vector begins, counted in doubles */
    double *forward;              /* vector[states] doubles, or with `row` those that it keeps */
    const mcore_checkpoints *row; /* which layers' forward vectors are kept; NULL: all */
    double *multiplier;           /* by state, of a thinned graph: what its vector is multiplied by; else NULL */
    int *forward_scale;           /* by layer: power of two by which the step into layer l + 1 was multiplied */
} mcore_graph;

/* The one state behind the last layer. */
static inline uint32_t mcore_graph_end(const mcore_graph *graph) { return graph->states - 1; }

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

/* The forward vector of the end, which is always kept: the component's own weights. */
static inline double *mcore_graph_totals(const mcore_graph *graph)
{
    return graph->forward +
           (graph->row != NULL ? graph->row->place[graph->layers] : graph->vector[mcore_graph_end(graph)]);
}

/* Where the first entry of a state's vector comes to lie in that of `target` when j mines are placed in between. */
static inline uint32_t mcore_graph_edge_shift(const mcore_graph *graph, uint32_t state, uint32_t j, uint32_t target)
{
    return graph->kmin[state] + j - graph->kmin[target];
}

/* The graph without numbers: states, edges, kmin, kmax, vector; forward has no room yet. Fails with
   MINES_NO_VALID_BOARD where the component can't be completed, MINES_INTERRUPTED, or the arena's status. Also with
   MINES_BUDGET_EXCEEDED where the vectors would have more entries than there are addresses. */
mines_status mcore_graph_build(mcore_graph *graph, const mcore_reduced *reduced, const mcore_component *component,
                               const uint32_t *order, mcore_arena *arena, mcore_poll *poll);

/*
 * Thinning: where a layer has too many states a few are kept to stand for all, each with a multiplier. Every path that
 * is left is a way to complete the component; forward vectors, in which the multipliers are, are right on average over
 * `random`.
 */
typedef struct mcore_thinning {
    uint32_t most;                /* states that a layer keeps */
    const mcore_weights *weights; /* by which states are judged; the vectors may be filled for others */
    mcore_random random;
    bool used; /* set where any state is left out */
} mcore_thinning;

/* The same as mcore_graph_build for a thinned graph. MINES_NO_VALID_BOARD may then be chance. */
mines_status mcore_graph_build_thinned(mcore_graph *graph, const mcore_reduced *reduced,
                                       const mcore_component *component, const uint32_t *order,
                                       mcore_thinning *thinning, mcore_arena *arena, mcore_poll *poll);

/* Give back what the graph has more room than it needs. The arena's status says whether that failed. */
void mcore_graph_trim(mcore_graph *graph, mcore_arena *arena);

/* Room for graph->forward: for all of it, or, where graph->row is set, for the layers that are kept. False where the
   arena has none. */
bool mcore_graph_alloc_forward(mcore_graph *graph, mcore_arena *arena);

/* The extents of a row: so many entries a state, and with `vectors` those of its vector besides. */
void mcore_graph_extents(const mcore_graph *graph, bool vectors, size_t each, size_t *extent);

/* Fill graph->forward for these weights. window: for layers that are not kept, left with the last stretch of them in
   it; NULL where all are. False where the poll stopped it. */
bool mcore_graph_forward(mcore_graph *graph, const mcore_reduced *reduced, const mcore_weights *weights,
                         mcore_segment *window, mcore_poll *poll);

/* The forward vectors of a layer, after mcore_graph_forward and with its weights: those that are neither kept nor in
   the window are computed again. NULL where the poll stopped it. */
const double *mcore_graph_forward_again(const mcore_graph *graph, const mcore_reduced *reduced,
                                        const mcore_weights *weights, uint32_t layer, mcore_segment *window,
                                        mcore_poll *poll);

/* The same, quickly where all are kept. */
static inline const double *mcore_graph_layer(const mcore_graph *graph, const mcore_reduced *reduced,
                                              const mcore_weights *weights, uint32_t layer, mcore_segment *window,
                                              mcore_poll *poll)
{
    return graph->row == NULL ? graph->forward + graph->vector[graph->first_state[layer]]
                              : mcore_graph_forward_again(graph, reduced, weights, layer, window, poll);
}

/* All forward vectors of a graph that keeps some, into vector[states] doubles; false where the poll stopped it. */
bool mcore_graph_forward_whole(const mcore_graph *graph, const mcore_reduced *reduced, const mcore_weights *weights,
                               double *forward, mcore_poll *poll);

/*
 * Backward vectors, with `extra` more entries each: those of a state hold k = kmin .. kmax + extra. With extra = 0 the
 * terminal weight depends on the component's own mines. With extra = e the vectors also serve starts at which up to e
 * mines have been placed elsewhere: read the entry of k + that number.
 */

/* Those of one layer, `here`, from those of the next; each begins with its layer's first state. *bits, at first 0,
   keeps account of how far numbers may have gone from 1; returns the power of two by which `here` was scaled to bring
   them back. */
int mcore_graph_step_back(const mcore_graph *graph, const mcore_reduced *reduced, const mcore_weights *weights,
                          uint32_t layer, uint32_t extra, int *bits, const double *next, double *here);

/* Those of all layers, or of some, as the forward vectors are. */
typedef struct mcore_backward {
    uint32_t extra;
    const mcore_checkpoints
        *row;             /* which layers are kept; NULL: all, and the vector of s begins at b[vector[s] + s * extra] */
    double *b;            /* mcore_graph_backward_size() doubles, or those that the row keeps */
    int *scale;           /* layers + 1 entries: vectors of layer l hold the true ones times 2^scale[l] */
    mcore_segment window; /* with `row` */
} mcore_backward;

/* Fill them; terminal: those of the end state. False where the poll stopped it. */
bool mcore_graph_backward(const mcore_graph *graph, const mcore_reduced *reduced, const mcore_weights *weights,
                          const double *terminal, mcore_backward *backward, mcore_poll *poll);

/* Those of a layer, beginning with its first state's; NULL where the poll stopped it. */
const double *mcore_graph_backward_layer(const mcore_graph *graph, const mcore_reduced *reduced,
                                         const mcore_weights *weights, uint32_t layer, mcore_backward *backward,
                                         mcore_poll *poll);

static inline size_t mcore_graph_backward_size(const mcore_graph *graph, uint32_t extra)
{
    return graph->vector[graph->states] + (size_t)graph->states * extra;
}

#endif
