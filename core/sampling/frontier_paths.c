#include "frontier_paths.h"

#include <string.h>

bool mcore_paths_init(mcore_paths *p)
{
    p->states = 0;
    for (uint32_t i = 0; i < p->chain->components; i++)
        p->states = mcore_max(p->states, p->chain->graph[i].states);
    p->paths_to = mcore_arena_alloc(p->scratch, p->states, sizeof *p->paths_to);
    /* paths are sorted by the 0 to 64 mines of a mask and by the states of a layer */
    p->tally = mcore_arena_alloc(p->scratch, (size_t)p->states + 65 + 2, sizeof *p->tally);
    p->frontier->incoming = mcore_arena_alloc_zeroed(p->arena, p->chain->components, sizeof *p->frontier->incoming);
    return p->paths_to != NULL && p->tally != NULL && p->frontier->incoming != NULL;
}

bool mcore_paths_reserve(mcore_paths *p, size_t paths)
{
    mcore_arena *scratch = p->scratch;
    p->path = mcore_arena_realloc(scratch, p->path, paths + 1, sizeof *p->path);
    p->spare = mcore_arena_realloc(scratch, p->spare, paths + 1, sizeof *p->spare);
    p->group = mcore_arena_realloc(scratch, p->group, paths + 1, sizeof *p->group);
    p->ending = mcore_arena_realloc(scratch, p->ending, paths + 1, sizeof *p->ending);
    return scratch->status == MINES_OK;
}

mines_status mcore_paths_incoming(mcore_paths *p, uint32_t component)
{
    mcore_incoming *in = p->frontier->incoming + component;
    const mcore_graph *graph = p->chain->graph + component;
    if (in->first != NULL)
        return MINES_OK;
    size_t edges = graph->first_edge[graph->states];
    in->first = mcore_arena_alloc_zeroed(p->arena, (size_t)graph->states + 2, sizeof *in->first);
    in->source = mcore_arena_alloc(p->arena, edges, sizeof *in->source);
    in->mines = mcore_arena_alloc(p->arena, edges, sizeof *in->mines);
    if (p->arena->status != MINES_OK)
        return p->arena->status;
    /* at[t] counts the edges into state t - 1, then is where those of state t begin; filling them in advances it to
       their end, so that in->first[t] is right in the end */
    size_t *at = in->first + 1;
    for (size_t e = 0; e < edges; e++) {
        if (graph->target[e] != MCORE_NONE)
            at[graph->target[e] + 1]++;
    }
    for (uint32_t state = 0; state < graph->states; state++)
        at[state + 1] += at[state];
    for (uint32_t state = 0; state < graph->states; state++) {
        uint32_t j = graph->first_mines[state];
        for (size_t e = graph->first_edge[state]; e < graph->first_edge[state + 1]; e++, j++) {
            uint32_t target = graph->target[e];
            if (target == MCORE_NONE)
                continue;
            in->source[at[target]] = state;
            in->mines[at[target]++] = (uint8_t)j;
        }
        if (mcore_poll_step(p->poll, 8))
            return MINES_INTERRUPTED;
    }
    return MINES_OK;
}

/* Extend each path by all ways through a layer. */
static uint32_t extend(const mcore_paths *p, uint32_t component, uint32_t layer, uint32_t bit, const mcore_path *paths,
                       uint32_t count, mcore_path *to)
{
    const mcore_incoming *in = p->frontier->incoming + component;
    uint32_t size = mcore_paths_box_size(p, p->chain->graph + component, layer), found = 0;
    for (uint32_t i = 0; i < count; i++) {
        for (size_t e = in->first[paths[i].state]; e < in->first[paths[i].state + 1]; e++) {
            uint32_t j = in->mines[e];
            const uint8_t *subset = p->frontier->subset + p->frontier->subset_first[j];
            for (uint32_t s = 0; s < mcore_binomial[size][j]; s++)
                to[found++] =
                    (mcore_path){paths[i].mask | (uint64_t)subset[s] << bit, in->source[e], paths[i].mines + j};
        }
    }
    return found;
}

/* By state, then by mines; stable. */
static void sort_paths(const mcore_paths *p, mcore_path *paths, uint32_t count, uint32_t first_state, uint32_t states)
{
    if (count <= 32) {
        for (uint32_t i = 1; i < count; i++) {
            mcore_path moving = paths[i];
            uint32_t at = i;
            for (; at > 0 && (paths[at - 1].state > moving.state ||
                              (paths[at - 1].state == moving.state && paths[at - 1].mines > moving.mines));
                 at--)
                paths[at] = paths[at - 1];
            paths[at] = moving;
        }
        return;
    }
    mcore_path *from = paths, *to = p->spare;
    for (int by_state = 0; by_state < 2; by_state++) {
        uint32_t buckets = by_state ? states : 65;
        memset(p->tally, 0, ((size_t)buckets + 1) * sizeof *p->tally);
        for (uint32_t i = 0; i < count; i++)
            p->tally[(by_state ? from[i].state - first_state : from[i].mines) + 1]++;
        for (uint32_t bucket = 0; bucket < buckets; bucket++)
            p->tally[bucket + 1] += p->tally[bucket];
        for (uint32_t i = 0; i < count; i++)
            to[p->tally[by_state ? from[i].state - first_state : from[i].mines]++] = from[i];
        mcore_path *other = from;
        from = to;
        to = other;
    }
}

/*
 * List all paths from layer `from` of component `first` to `state` before layer `to` of component `last`, through all
 * components between them, as one more ending with its groups.
 */
static void add_ending(mcore_paths *p, uint32_t first, uint32_t from, uint32_t last, uint32_t to, uint32_t state,
                       uint32_t bit)
{
    mcore_path *paths = p->path + p->paths, *spare = p->spare;
    uint32_t count = 1;
    paths[0] = (mcore_path){0, state, 0}; /* NOLINT(clang-analyzer-core.NullDereference): reserved before */
    for (uint32_t component = last + 1; component-- > first;) {
        const mcore_graph *graph = p->chain->graph + component;
        uint32_t high = component == last ? to : graph->layers, low = component == first ? from : 0;
        if (component != last) {
            for (uint32_t i = 0; i < count; i++)
                paths[i].state = mcore_graph_end(graph);
        }
        for (uint32_t layer = high; layer-- > low;) {
            count = extend(p, component, layer, bit, paths, count, spare);
            bit += mcore_paths_box_size(p, graph, layer);
            memcpy(paths, spare, count * sizeof *paths);
        }
    }
    const uint32_t *first_state = p->chain->graph[first].first_state + from;
    sort_paths(p, paths, count, first_state[0], first_state[1] - first_state[0]);
    mcore_ending *end = p->ending + p->endings++;
    *end = (mcore_ending){state, p->groups, 0, count};
    for (uint32_t i = 0; i < count; i++) {
        mcore_path_group *g = p->group + p->groups - 1;
        if (end->count == 0 || g->state != paths[i].state || g->mines != paths[i].mines) {
            g = p->group + p->groups++;
            *g = (mcore_path_group){paths[i].state, paths[i].mines, p->paths + i, 0};
            end->count++;
        }
        g->count++;
    }
    p->paths += count;
}

static void clear(mcore_paths *p) { p->paths = p->groups = p->endings = 0; }

void mcore_paths_through(mcore_paths *p, uint32_t first, uint32_t last, uint32_t bit)
{
    const mcore_graph *graph = p->chain->graph + last;
    clear(p);
    add_ending(p, first, 0, last, graph->layers, mcore_graph_end(graph), bit);
}

void mcore_paths_block(mcore_paths *p, uint32_t component, uint32_t from, uint32_t to, uint32_t bit)
{
    const mcore_graph *graph = p->chain->graph + component;
    clear(p);
    for (uint32_t state = graph->first_state[to]; state < graph->first_state[to + 1]; state++) {
        if (graph->vector[state + 1] > graph->vector[state])
            add_ending(p, component, from, component, to, state, bit);
    }
}

/* The paths that begin in a state of a layer whose box has `size` cells, from those of the next layer's states. */
static double paths_from(const mcore_paths *p, const mcore_graph *graph, uint32_t state, uint32_t size)
{
    double paths = 0.0;
    uint32_t j = graph->first_mines[state];
    for (size_t e = graph->first_edge[state]; e < graph->first_edge[state + 1]; e++, j++) {
        if (graph->target[e] != MCORE_NONE)
            paths += mcore_binomial[size][j] * p->paths_to[graph->target[e]];
    }
    return paths;
}

uint32_t mcore_paths_cells(const mcore_paths *p, uint32_t component, uint32_t from, uint32_t to)
{
    uint32_t cells = 0;
    for (uint32_t layer = from; layer < to; layer++)
        cells += mcore_paths_box_size(p, p->chain->graph + component, layer);
    return cells;
}

double mcore_paths_count(const mcore_paths *p, uint32_t component)
{
    const mcore_graph *graph = p->chain->graph + component;
    if (mcore_paths_cells(p, component, 0, graph->layers) > 64 || graph->states / 64 > p->limit ||
        graph->multiplier != NULL)
        return 2.0 * p->limit + 1.0;
    p->paths_to[mcore_graph_end(graph)] = 1.0;
    for (uint32_t layer = graph->layers; layer-- > 0;) {
        uint32_t size = mcore_paths_box_size(p, graph, layer);
        for (uint32_t state = graph->first_state[layer]; state < graph->first_state[layer + 1]; state++)
            p->paths_to[state] = paths_from(p, graph, state, size);
    }
    return p->paths_to[0];
}

/* Whether states of a layer represent others that were removed: paths through it then have different weights. */
static bool is_thinned(const mcore_graph *graph, uint32_t layer)
{
    if (graph->multiplier == NULL)
        return false;
    for (uint32_t state = graph->first_state[layer]; state < graph->first_state[layer + 1]; state++) {
        if (graph->multiplier[state] != 1.0)
            return true;
    }
    return false;
}

uint32_t mcore_paths_cut(mcore_paths *p, uint32_t component, uint32_t to, uint32_t lowest, double *paths)
{
    double total[65] = {0}; /* paths by number of layers; each has a cell, and a mask has 64 */
    const mcore_graph *graph = p->chain->graph + component;
    const uint32_t *first_state = graph->first_state;
    uint32_t from = to, cells = 0;
    for (uint32_t state = first_state[to]; state < first_state[to + 1]; state++)
        p->paths_to[state] = graph->vector[state + 1] > graph->vector[state] ? 1.0 : 0.0;
    while (from > lowest && !(from < to && is_thinned(graph, from))) {
        uint32_t layer = from - 1, size = mcore_paths_box_size(p, graph, layer);
        double all = 0.0;
        for (uint32_t state = first_state[layer]; state < first_state[layer + 1] && all <= p->limit; state++) {
            p->paths_to[state] = paths_from(p, graph, state, size);
            all += p->paths_to[state];
        }
        cells += size;
        if (cells > 64 || all > p->limit)
            break;
        from = layer;
        total[to - from] = all;
    }
    uint32_t best = from;
    for (uint32_t layer = from + 1; from > 0 && layer < to - (to - from) / 2; layer++) {
        if (mcore_graph_layer_size(graph, layer) < mcore_graph_layer_size(graph, best))
            best = layer;
    }
    *paths = best < to ? total[to - best] : 0.0;
    return best;
}
