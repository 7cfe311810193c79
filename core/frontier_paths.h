/*
 * frontier_paths.h - what arrives: the graphs of a chain's components, and layers of them. What leaves: all ways
 * through those layers as masks of their cells, grouped by the state that they come from and their mines; how many ways
 * there are; and where a component may be cut so that they are not too many.
 */
#ifndef MSC_FRONTIER_PATHS_H
#define MSC_FRONTIER_PATHS_H

#include "frontier.h"

/* One way through some layers, towards the chain's start. */
typedef struct msc_path {
    uint64_t mask;
    uint32_t state; /* reached */
    uint32_t mines;
} msc_path;

/* Ways with the same state and mines. */
typedef struct msc_path_group {
    uint32_t state, mines;
    uint32_t first, count; /* paths */
} msc_path_group;

/* The groups that lead to one state. */
typedef struct msc_ending {
    uint32_t state;
    uint32_t first, count; /* groups */
    uint32_t paths;
} msc_ending;

typedef struct msc_paths {
    const msc_reduced *reduced;
    const msc_chain *chain;
    msc_frontier *out;  /* its subsets; its incoming edges are made here */
    msc_arena *arena;   /* for those; */
    msc_arena *scratch; /* for all else */
    msc_poll *poll;
    uint32_t limit;     /* more ways than this are too many */

    double *ways_to; /* by state of the component at hand */
    uint32_t states; /* of the largest component */

    msc_path *path, *spare; /* those at hand, and room to sort and grow them */
    uint32_t paths;
    msc_path_group *group;
    uint32_t groups;
    msc_ending *ending;
    uint32_t endings;
    uint32_t *tally; /* room for sorting */
} msc_paths;

static inline uint32_t msc_paths_box(const msc_paths *p, const msc_graph *graph, uint32_t layer)
{
    return p->reduced->box[graph->box[layer]].size;
}

/* The forward vectors of a layer's states: where they begin, and how many entries they have together. */
static inline size_t msc_layer_base(const msc_graph *graph, uint32_t layer)
{
    return graph->vector[graph->first_state[layer]];
}

static inline size_t msc_layer_nodes(const msc_graph *graph, uint32_t layer)
{
    return msc_layer_base(graph, layer + 1) - msc_layer_base(graph, layer);
}

/* Take what is of one size. The fields up to limit are filled in, and all others 0. false on failure. */
bool msc_paths_begin(msc_paths *p);

/* Room for so many paths at hand; those there are are lost. false on failure. */
bool msc_paths_room(msc_paths *p, size_t paths);

/* The edges of a component by target, if they are not there yet. MINES_INTERRUPTED or the arena's status. */
mines_status msc_paths_incoming(msc_paths *p, uint32_t component);

/* The ways of a component, or more than the limit; its cells. */
double msc_paths_count(const msc_paths *p, uint32_t component, uint32_t *cells);

/*
 * Where a block that ends in front of layer `to` may begin: the layer with the fewest nodes among those in the earlier
 * half of what the limit and a mask allow, or layer 0. Not before `lowest`; `to` itself where not even one layer fits.
 * *paths: the ways of the block.
 */
uint32_t msc_paths_cut(msc_paths *p, uint32_t component, uint32_t to, uint32_t lowest, double *paths);

/* All ways through the components first .. last, as one ending. The first box gets bit `bit` of the masks. There is
   room for them. */
void msc_paths_through(msc_paths *p, uint32_t first, uint32_t last, uint32_t bit);

/* All ways from layer `from` of a component to layer `to`, an ending for each state that has a forward vector. */
void msc_paths_block(msc_paths *p, uint32_t component, uint32_t from, uint32_t to, uint32_t bit);

#endif
