#include "forward_backward.h"

#include <string.h>

/* The largest number of a layer changes by at most this many bits between two normalisations. */
enum { SAFE_BITS = 240 };

/* Bits by which the step through a layer can change the largest number: a cell by one for its two states and by the
   tilt for its mine. */
static int step_bits(const mcore_graph *graph, const mcore_weights *weights, uint32_t layer)
{
    int tilt = weights->tilt < 0 ? -weights->tilt : weights->tilt;
    return graph->box_size[layer] * (1 + tilt);
}

/* to += weight * from. */
static inline void add_times(double *restrict to, const double *restrict from, double weight, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] += weight * from[i];
}

/* ---- Forward ---- */

bool mcore_forward_alloc(mcore_graph *graph, mcore_arena *arena)
{
    size_t entries = graph->checkpoints != NULL ? graph->checkpoints->kept : graph->vector[graph->states];
    graph->forward = mcore_arena_realloc(arena, NULL, entries, sizeof *graph->forward);
    return graph->forward != NULL;
}

/* Multiply a layer's forward vectors by the multipliers of their states. */
static void apply_multipliers(const mcore_graph *graph, uint32_t layer, double *f)
{
    for (uint32_t state = graph->first_state[layer]; state < graph->first_state[layer + 1]; state++) {
        size_t length = mcore_graph_vector_length(graph, state);
        for (size_t i = 0; i < length; i++)
            f[i] *= graph->multiplier[state];
        f += length;
    }
}

/* The forward vectors `next` of layer + 1 from those of the layer, not normalised yet. */
static inline void step_forward(const mcore_graph *graph, const mcore_weights *weights, uint32_t layer,
                                const double *here, double *next)
{
    uint32_t end = graph->first_state[layer + 1];
    const double *weight = weights->weight[graph->box_size[layer]];
    memset(next, 0, mcore_graph_layer_size(graph, layer + 1) * sizeof *next);
    for (uint32_t state = graph->first_state[layer]; state < end; state++) {
        size_t length = mcore_graph_vector_length(graph, state);
        uint32_t j = graph->first_mines[state];
        for (size_t e = graph->first_edge[state]; e < graph->first_edge[state + 1]; e++, j++) {
            uint32_t target = graph->target[e];
            if (target == MCORE_NONE)
                continue;
            double *to =
                next + (graph->vector[target] - graph->vector[end]) + mcore_graph_edge_shift(graph, state, j, target);
            add_times(to, here, weight[j], length);
        }
        here += length;
    }
    if (graph->multiplier != NULL)
        apply_multipliers(graph, layer + 1, next);
}

/* Where the forward vectors of a layer are or belong. */
static inline double *forward_place(const mcore_graph *graph, uint32_t layer, mcore_segment *segment)
{
    if (graph->checkpoints == NULL)
        return graph->forward + graph->vector[graph->first_state[layer]];
    return mcore_checkpoints_layer(graph->checkpoints, graph->forward, segment, layer);
}

bool mcore_forward_fill(mcore_graph *graph, const mcore_weights *weights, mcore_segment *segment, mcore_poll *poll)
{
    double *here = graph->forward;
    int bits = 0;
    here[0] = 1.0;
    for (uint32_t layer = 0; layer < graph->layers; layer++) {
        double *next = forward_place(graph, layer + 1, segment);
        size_t entries = mcore_graph_layer_size(graph, layer + 1);
        step_forward(graph, weights, layer, here, next);
        bits += step_bits(graph, weights, layer);
        graph->forward_scale[layer] = 0;
        if (bits > SAFE_BITS || weights->boolean) {
            graph->forward_scale[layer] = mcore_weights_normalise(weights, next, entries);
            bits = 0;
        }
        if (mcore_poll_step(poll, mcore_poll_work(entries)))
            return false;
        here = next;
    }
    return true;
}

/* Repeat a step of mcore_forward_fill. */
static bool repeat_forward(const mcore_graph *graph, const mcore_weights *weights, uint32_t layer, const double *here,
                           double *next, mcore_poll *poll)
{
    size_t entries = mcore_graph_layer_size(graph, layer + 1);
    step_forward(graph, weights, layer, here, next);
    mcore_weights_normalise_by(weights, graph->forward_scale[layer], next, entries);
    return !mcore_poll_step(poll, mcore_poll_work(entries));
}

const double *mcore_forward_recompute(const mcore_graph *graph, const mcore_weights *weights, uint32_t layer,
                                      mcore_segment *segment, mcore_poll *poll)
{
    bool present = mcore_checkpoints_has(graph->checkpoints, segment, layer);
    const double *found = forward_place(graph, layer, segment), *here = NULL;
    if (present)
        return found;
    here = forward_place(graph, segment->from - 1, segment);
    for (uint32_t next = segment->from; next < segment->to; next++) {
        double *to = forward_place(graph, next, segment);
        if (!repeat_forward(graph, weights, next - 1, here, to, poll)) {
            segment->checkpoints = NULL;
            return NULL;
        }
        here = to;
    }
    return found;
}

bool mcore_forward_fill_all(const mcore_graph *graph, const mcore_weights *weights, double *forward, mcore_poll *poll)
{
    forward[0] = 1.0;
    for (uint32_t layer = 0; layer < graph->layers; layer++) {
        if (!repeat_forward(graph, weights, layer, forward + graph->vector[graph->first_state[layer]],
                            forward + graph->vector[graph->first_state[layer + 1]], poll))
            return false;
    }
    return true;
}

/* ---- Backward ---- */

/* Entries of a layer's backward vectors. */
static size_t backward_size(const mcore_graph *graph, uint32_t layer, size_t extra)
{
    return mcore_graph_layer_size(graph, layer) + mcore_graph_layer_states(graph, layer) * extra;
}

/* The backward vectors `here` of a layer from those of layer + 1, not normalised yet. */
static void step_backward(const mcore_graph *graph, const mcore_weights *weights, uint32_t layer, size_t extra,
                          const double *next, double *here)
{
    uint32_t first = graph->first_state[layer], end = graph->first_state[layer + 1];
    const double *weight = weights->weight[graph->box_size[layer]];
    memset(here, 0, backward_size(graph, layer, extra) * sizeof *here);
    for (uint32_t state = first; state < end; state++) {
        double *to = here + (graph->vector[state] - graph->vector[first]) + (state - first) * extra;
        size_t length = mcore_graph_vector_length(graph, state) + extra;
        uint32_t j = graph->first_mines[state];
        for (size_t e = graph->first_edge[state]; e < graph->first_edge[state + 1]; e++, j++) {
            uint32_t target = graph->target[e];
            if (target == MCORE_NONE)
                continue;
            const double *from = next + (graph->vector[target] - graph->vector[end]) + (target - end) * extra +
                                 mcore_graph_edge_shift(graph, state, j, target);
            add_times(to, from, weight[j], length);
        }
    }
}

int mcore_backward_step(const mcore_graph *graph, const mcore_weights *weights, uint32_t layer, uint32_t extra,
                        int *bits, const double *next, double *here)
{
    step_backward(graph, weights, layer, extra, next, here);
    *bits += step_bits(graph, weights, layer);
    if (*bits <= SAFE_BITS && !weights->boolean)
        return 0;
    *bits = 0;
    return mcore_weights_normalise(weights, here, backward_size(graph, layer, extra));
}

/* Where the backward vectors of a layer are or belong. */
static double *backward_place(const mcore_graph *graph, uint32_t layer, mcore_backward *backward)
{
    uint32_t first = graph->first_state[layer];
    if (backward->checkpoints == NULL)
        return backward->b + graph->vector[first] + (size_t)first * backward->extra;
    return mcore_checkpoints_layer(backward->checkpoints, backward->b, &backward->segment, layer);
}

bool mcore_backward_fill(const mcore_graph *graph, const mcore_weights *weights, const double *terminal,
                         mcore_backward *backward, mcore_poll *poll)
{
    double *next = backward_place(graph, graph->layers, backward);
    int bits = 0, *scale = backward->scale;
    memcpy(next, terminal, backward_size(graph, graph->layers, backward->extra) * sizeof *next);
    scale[graph->layers] = 0;
    for (uint32_t layer = graph->layers; layer-- > 0;) {
        double *here = backward_place(graph, layer, backward);
        int power = mcore_backward_step(graph, weights, layer, backward->extra, &bits, next, here);
        scale[layer] = scale[layer + 1] + power;
        if (mcore_poll_step(poll, mcore_poll_work(backward_size(graph, layer, backward->extra))))
            return false;
        next = here;
    }
    return true;
}

const double *mcore_backward_layer(const mcore_graph *graph, const mcore_weights *weights, uint32_t layer,
                                   mcore_backward *backward, mcore_poll *poll)
{
    mcore_segment *segment = &backward->segment;
    bool present = backward->checkpoints == NULL || mcore_checkpoints_has(backward->checkpoints, segment, layer);
    const double *found = backward_place(graph, layer, backward), *next = NULL;
    if (present)
        return found;
    next = backward_place(graph, segment->to, backward);
    for (uint32_t at = segment->to; at-- > segment->from;) {
        double *here = backward_place(graph, at, backward);
        size_t entries = backward_size(graph, at, backward->extra);
        step_backward(graph, weights, at, backward->extra, next, here);
        mcore_weights_normalise_by(weights, backward->scale[at] - backward->scale[at + 1], here, entries);
        if (mcore_poll_step(poll, mcore_poll_work(entries))) {
            segment->checkpoints = NULL;
            return NULL;
        }
        next = here;
    }
    return found;
}
