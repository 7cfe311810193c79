/*
 * frontier_paths.h - what arrives: the graphs of a chain's components, and layers of them. What leaves: all ways
 * through those layers as masks of their cells, grouped by the state that they come from and their mines; how many ways
 * there are; and where a component may be cut so that they are not too many.
 */
#ifndef MCORE_FRONTIER_PATHS_H
#define MCORE_FRONTIER_PATHS_H

#include "frontier.h"

/* One way through some layers, towards the chain's start. */
typedef struct mcore_path {
    uint64_t mask;
    uint32_t state; /* reached */
    uint32_t mines;
} mcore_path;

/* Ways with the same state and mines. */
typedef struct mcore_path_group {
    uint32_t state, mines;
    uint32_t first, count; /* paths */
} mcore_path_group;

/* The groups that lead to one state. */
typedef struct mcore_ending {
    uint32_t state;
    uint32_t first, count; /* groups */
    uint32_t paths;
} mcore_ending;

typedef struct mcore_paths {
    const mcore_reduced *reduced;
    const mcore_chain *chain;
    mcore_frontier *out;  /* its subsets; its incoming edges are made here */
    mcore_arena *arena;   /* for those; */
    mcore_arena *scratch; /* for all else */
    mcore_poll *poll;
    uint32_t limit; /* more ways than this are too many */

    double *ways_to; /* by state of the component at hand */
    uint32_t states; /* of the largest component */

    mcore_path *path, *spare; /* those at hand, and room to sort and grow them */
    uint32_t paths;
    mcore_path_group *group;
    uint32_t groups;
    mcore_ending *ending;
    uint32_t endings;
    uint32_t *tally; /* room for sorting */
} mcore_paths;

static inline uint32_t mcore_paths_box(const mcore_paths *p, const mcore_graph *graph, uint32_t layer)
{
    return p->reduced->box[graph->box[layer]].size;
}

/* The forward vectors of a layer's states: where they begin, and how many entries they have together. */
static inline size_t mcore_layer_base(const mcore_graph *graph, uint32_t layer)
{
    return graph->vector[graph->first_state[layer]];
}

static inline size_t mcore_layer_nodes(const mcore_graph *graph, uint32_t layer)
{
    return mcore_layer_base(graph, layer + 1) - mcore_layer_base(graph, layer);
}

/* Take what is of one size. The fields up to limit are filled in, and all others 0. false on failure. */
bool mcore_paths_begin(mcore_paths *p);

/* Room for so many paths at hand; those there are are lost. false on failure. */
bool mcore_paths_room(mcore_paths *p, size_t paths);

/* The edges of a component by target, if they are not there yet. MINES_INTERRUPTED or the arena's status. */
mines_status mcore_paths_incoming(mcore_paths *p, uint32_t component);

/* The ways of a component, or more than the limit; its cells. */
double mcore_paths_count(const mcore_paths *p, uint32_t component, uint32_t *cells);

/*
 * Where a block that ends in front of layer `to` may begin: the layer with the fewest nodes among those in the earlier
 * half of what the limit and a mask allow, or layer 0. Not before `lowest`; `to` itself where not even one layer fits.
 * *paths: the ways of the block.
 */
uint32_t mcore_paths_cut(mcore_paths *p, uint32_t component, uint32_t to, uint32_t lowest, double *paths);

/* All ways through the components first .. last, as one ending. The first box gets bit `bit` of the masks. There is
   room for them. */
void mcore_paths_through(mcore_paths *p, uint32_t first, uint32_t last, uint32_t bit);

/* All ways from layer `from` of a component to layer `to`, an ending for each state that has a forward vector. */
void mcore_paths_block(mcore_paths *p, uint32_t component, uint32_t from, uint32_t to, uint32_t bit);

#endif
