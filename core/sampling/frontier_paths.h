/*
 * frontier_paths.h - lists all paths through layers of a chain's components as masks of cells, grouped by the state
 * from which they come and their mines; counts them; and decides where to cut a component so that they are not too
 * many. A path runs from the chain's end towards its start and includes the choice of cells in each box.
 *
 * The lists are in the scratch arena and describe one stage at a time. The edges by target, which drawing needs too,
 * go into the frontier's own arena.
 */
#ifndef MCORE_FRONTIER_PATHS_H
#define MCORE_FRONTIER_PATHS_H

#include "frontier.h"

typedef struct mcore_path {
    uint64_t mask;
    uint32_t state; /* where it comes from */
    uint32_t mines;
} mcore_path;

/* Paths with the same state and mines. */
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
    /* set by the caller before mcore_paths_init; all other members 0 */
    const mcore_reduced *reduced;
    const mcore_chain *chain;
    mcore_frontier *frontier; /* its subsets are used, its incoming edges are made here */
    mcore_arena *arena;       /* for the incoming edges */
    mcore_arena *scratch;     /* for everything else */
    mcore_poll *poll;
    uint32_t limit; /* more paths than this are too many */

    double *paths_to; /* by state of one component */
    uint32_t states;  /* of the largest component */

    mcore_path *path, *spare; /* the listed paths, and as much memory to extend and sort them */
    uint32_t paths;
    mcore_path_group *group;
    uint32_t groups;
    mcore_ending *ending;
    uint32_t endings;
    uint32_t *tally; /* for sorting */
} mcore_paths;

/* Cells of a layer's box. */
static inline uint32_t mcore_paths_box_size(const mcore_paths *p, const mcore_graph *graph, uint32_t layer)
{
    return p->reduced->box[graph->box[layer]].size;
}

/* Cells of the boxes of layers from .. to - 1. */
uint32_t mcore_paths_cells(const mcore_paths *p, uint32_t component, uint32_t from, uint32_t to);

/* Allocate everything whose size does not depend on the number of paths. False on failure. */
bool mcore_paths_init(mcore_paths *p);

/* Make the lists hold that many paths; their contents are lost. False on failure. */
bool mcore_paths_reserve(mcore_paths *p, size_t paths);

/* Make the component's edges by target, unless that is done. MINES_INTERRUPTED or the arena's status. */
mines_status mcore_paths_incoming(mcore_paths *p, uint32_t component);

/* The number of paths through a component, or some number above the limit. */
double mcore_paths_count(const mcore_paths *p, uint32_t component);

/*
 * Where a block that ends before layer `to` should begin: the layer with the fewest nodes in the earlier half of what
 * the limit and the size of a mask allow, or layer 0. Never before `lowest`; `to` itself if not even one layer fits.
 * *paths: the number of paths through the block.
 */
uint32_t mcore_paths_cut(mcore_paths *p, uint32_t component, uint32_t to, uint32_t lowest, double *paths);

/* List all paths through the components first .. last, as one ending. The boxes get mask bits from `bit` on. The lists
   must have been reserved. */
void mcore_paths_through(mcore_paths *p, uint32_t first, uint32_t last, uint32_t bit);

/* List all paths from layer `from` of a component to layer `to`: one ending for each state with a forward vector. */
void mcore_paths_block(mcore_paths *p, uint32_t component, uint32_t from, uint32_t to, uint32_t bit);

#endif
