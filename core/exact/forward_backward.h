/*
 * forward_backward.h - the vectors of weights over a graph.
 *
 * forward[s][k] is the weight of all ways from the start to state s with k mines. A backward vector b[s][k] is the
 * weight of all ways from s to the end, times a terminal weight of the total number of mines. Where numbers may leave
 * the range of doubles, whole layers are multiplied by powers of two, which are recorded.
 *
 * If the memory is too small for the vectors of all layers, some are kept (checkpoint.h). The others are recomputed
 * with the same steps and the same powers of two: every number is the same to the last bit.
 */
#ifndef MCORE_FORWARD_BACKWARD_H
#define MCORE_FORWARD_BACKWARD_H

#include "../base/arena.h"
#include "../base/common.h"
#include "../base/poll.h"
#include "checkpoint.h"
#include "graph.h"
#include "weights.h"

/* Allocate graph->forward: for all layers, or with graph->checkpoints for the kept ones. False if the arena is
   exhausted. */
bool mcore_forward_alloc(mcore_graph *graph, mcore_arena *arena);

/* Fill graph->forward for these weights. segment: buffer for layers that are not kept, which ends up with the last of
   them; NULL if all are. False if the poll stopped it. */
bool mcore_forward_fill(mcore_graph *graph, const mcore_weights *weights, mcore_segment *segment, mcore_poll *poll);

/* What mcore_forward_layer does with checkpoints. */
const double *mcore_forward_recompute(const mcore_graph *graph, const mcore_weights *weights, uint32_t layer,
                                      mcore_segment *segment, mcore_poll *poll);

/* The forward vectors of a layer, after mcore_forward_fill and with its weights. Layers that are neither kept nor in
   the segment are recomputed; NULL if the poll stopped that. */
static inline const double *mcore_forward_layer(const mcore_graph *graph, const mcore_weights *weights, uint32_t layer,
                                                mcore_segment *segment, mcore_poll *poll)
{
    return graph->checkpoints == NULL ? graph->forward + graph->vector[graph->first_state[layer]]
                                      : mcore_forward_recompute(graph, weights, layer, segment, poll);
}

/* Recompute all forward vectors of a graph that keeps some, into vector[states] doubles; false if the poll stopped
   it. */
bool mcore_forward_fill_all(const mcore_graph *graph, const mcore_weights *weights, double *forward, mcore_poll *poll);

/*
 * Backward vectors have `extra` more entries each: those of a state hold k = kmin .. kmax + extra. With extra = 0 the
 * terminal weight depends on the component's own mines. With extra = e the vectors also serve starts before which up
 * to e mines were placed elsewhere: read the entry of k + that number.
 */
typedef struct mcore_backward {
    uint32_t extra;
    const mcore_checkpoints *checkpoints; /* which layers are kept; NULL: all, and the vector of s begins at
                                             b[vector[s] + s * extra] */
    double *b;             /* mcore_backward_size() doubles, or with `checkpoints` those of the kept layers */
    int *scale;            /* layers + 1 entries: vectors of layer l hold the true ones times 2^scale[l] */
    mcore_segment segment; /* with `checkpoints` */
} mcore_backward;

/* Entries of the vectors of all layers. */
static inline size_t mcore_backward_size(const mcore_graph *graph, uint32_t extra)
{
    return graph->vector[graph->states] + (size_t)graph->states * extra;
}

/* Compute the vectors of one layer, `here`, from those of the next; both begin with their layer's first state. *bits,
   0 before the first step, bounds how far the numbers may have moved from 1. Returns the power of two that `here` was
   multiplied by to bring them back. */
int mcore_backward_step(const mcore_graph *graph, const mcore_weights *weights, uint32_t layer, uint32_t extra,
                        int *bits, const double *next, double *here);

/* Fill them from `terminal`, the vector of the end state. False if the poll stopped it. */
bool mcore_backward_fill(const mcore_graph *graph, const mcore_weights *weights, const double *terminal,
                         mcore_backward *backward, mcore_poll *poll);

/* The vectors of a layer, from its first state's on; recomputed where necessary. NULL if the poll stopped that. */
const double *mcore_backward_layer(const mcore_graph *graph, const mcore_weights *weights, uint32_t layer,
                                   mcore_backward *backward, mcore_poll *poll);

#endif
