/*
 * frontier.h - draws the mines of all components of a solution: mcore_frontier_build makes tables once,
 * mcore_frontier_draw uses them to fill a batch of 512 boards. The tables live in the caller's arena and point into the
 * solution, which must outlive them. A built frontier is never written to, so that any number of threads may draw.
 *
 * A valid board's mines are drawn from the chain's end to its start, in *stages*. Before a stage, a board is at a node
 * of some level of the chain; the stage draws the path by which the board reached that node, and with it a node of an
 * earlier level. A node between two components is the number p of mines in the components before it, counted from
 * low[i]. A node inside a component is a pair of a state and the component's own mines so far, numbered by the position
 * of its entry among the forward vectors of its layer. Every weight is a number of ways times theta^mines times the
 * weight of the node reached, which is a prefix or forward entry: the solution already contains everything needed.
 *
 * Components are drawn jointly in one stage as long as they have few paths together, where a path includes the choice
 * of cells in each box. For a component with more paths, a stage draws its number of mines; then blocks of its layers
 * follow, each with tables. Layers with too many states for tables are walked edge by edge.
 *
 * The stages depend only on the solution and the limits. So does the meaning of each random word.
 */
#ifndef MCORE_FRONTIER_H
#define MCORE_FRONTIER_H

#include "../base/arena.h"
#include "../base/common.h"
#include "../base/poll.h"
#include "../base/rng.h"
#include "../exact/solution.h"
#include "kernels/kernel.h"

/* Entries of alias tables. Members with two values: [0] is the outcome below the threshold, [1] the other one. `next`
   is the node reached. */
typedef struct mcore_count_entry {
    uint64_t threshold;
    uint32_t next[2];
} mcore_count_entry;

typedef struct mcore_path_entry {
    uint64_t threshold;
    uint64_t mask[2];
    uint32_t next[2];
} mcore_path_entry;

typedef struct mcore_group_entry {
    uint64_t threshold;
    uint32_t first[2]; /* the group's paths: indices into the stage's masks */
    uint32_t count[2];
    uint32_t next[2];
} mcore_group_entry;

typedef struct mcore_node {
    uint32_t first; /* its first entry */
    uint32_t count; /* its entries; 0 if no board reaches the node */
} mcore_node;

typedef enum mcore_stage_kind {
    MCORE_STAGE_TOTAL,      /* the number of mines in all components together: node p */
    MCORE_STAGE_SHARE,      /* one component's part of p: a node of its end state; the rest of p is kept for later */
    MCORE_STAGE_SHARE_WALK, /* the same without a table */
    MCORE_STAGE_PATHS,      /* cells: one entry per path */
    MCORE_STAGE_GROUPS,     /* cells: one entry per group of equally likely paths, then one path of the group */
    MCORE_STAGE_WALK        /* cells: layers of a component, edge by edge */
} mcore_stage_kind;

typedef struct mcore_stage {
    mcore_stage_kind kind;
    uint32_t nodes;
    mcore_node *node; /* by node before the stage; unused by walks */
    size_t entries;
    union {
        mcore_count_entry *count;
        mcore_path_entry *path;
        mcore_group_entry *group;
    } entry;
    uint64_t *mask;      /* GROUPS: cells of each path */
    uint32_t component;  /* SHARE, SHARE_WALK and WALK */
    uint32_t from, to;   /* WALK: layers from .. to - 1, walked backwards */
    uint32_t bit;        /* WALK: the first mask bit of its cells */
    bool component_done; /* continue with the p that was kept */
    uint32_t cells;      /* if not 0, the mask is complete after this stage: bits 0 .. cells - 1 */
    uint32_t *site;      /* of those cells */
} mcore_stage;

/* The edges of a component's graph by target: those into state t are first[t] .. first[t + 1] - 1. */
typedef struct mcore_incoming {
    size_t *first;
    uint32_t *source;
    uint8_t *mines;
} mcore_incoming;

typedef struct mcore_frontier {
    const mines_solution *solution;
    mcore_stage *stage;
    uint32_t stages;
    mcore_incoming *incoming; /* by component */
    /* subset[subset_first[j] + i] is the i-th lowest byte with j bits set; the first C(n, j) of them use n bits */
    uint8_t subset[256];
    uint16_t subset_first[MCORE_BOX_CELLS + 1];
} mcore_frontier;

/* The largest stages allowed. Other limits give other stages, and with them other boards for the same seed. */
typedef struct mcore_frontier_limits {
    uint32_t paths;            /* paths of a stage, 1 .. 65536 */
    uint32_t path_entries;     /* entries of a PATHS stage */
    uint32_t entries;          /* entries of any other stage with tables */
    uint32_t entries_if_large; /* the same once all tables together have more than `large` entries: */
    uint32_t large;            /* large boards have too many stages for large tables */
} mcore_frontier_limits;

/* The limits of every mines_sampler. Changing them changes the boards of a seed. */
extern const mcore_frontier_limits mcore_frontier_usual;

/* Limits for a few boards in little time: tables take a fraction of the time, boards take longer. */
extern const mcore_frontier_limits mcore_frontier_quick;

/* Build the tables in `arena`; `scratch` is for intermediate data. Fails with an arena's status or
   MINES_INTERRUPTED. */
mines_status mcore_frontier_build(mcore_frontier *frontier, const mines_solution *solution, mcore_arena *arena,
                                  mcore_arena *scratch, mcore_poll *poll, const mcore_frontier_limits *limits);

/* Work memory of a draw: one entry per lane, indexed by slot (see kernel.h), except for `mask`. */
typedef struct mcore_frontier_work {
    uint64_t word[2][MINES_BATCH];
    uint64_t mask[MINES_BATCH]; /* as mcore_kernel.transpose takes it */
    uint32_t node[MINES_BATCH], kept[MINES_BATCH];
    uint32_t state[MINES_BATCH], mines[MINES_BATCH];
} mcore_frontier_work;

/*
 * Draw one batch: set the planes of all cells of the components, and rem[] to the mines left for the sea, by slot.
 * False if `halt`, which is called now and then, returned true.
 *
 * Random words: a stage with tables takes MINES_BATCH words of MCORE_PURPOSE_FRONTIER, the p-th for slot p, and a
 * GROUPS stage as many again to choose the path in the group. A rejected word is replaced at once by one of
 * MCORE_PURPOSE_STEP. Walks take words of MCORE_PURPOSE_STEP: layer by layer and within it slot by slot, one for the
 * edge and, if the box leaves a choice, one for the cells.
 */
bool mcore_frontier_draw(const mcore_frontier *frontier, const mcore_kernel *kernel, mcore_lanes *words,
                         mcore_random *steps, mcore_frontier_work *work, uint64_t *planes, uint32_t rem[MINES_BATCH],
                         bool (*halt)(void *context), void *context);

#endif
