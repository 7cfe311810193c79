/*
 * frontier.h - what arrives: a solution. What leaves: tables, and with them the mines next to numbers of a batch.
 *
 * A valid board's mines in the components are drawn from the chain's end to its start, by *stages*. In front of a stage
 * a board stands at a node of some level of the chain; the stage draws how it got there and so reaches a node of an
 * earlier level. A node between components is the number p of mines in the components before, counted from low[i]. A
 * node inside a component is a pair of a state and the component's own mines so far: the place of its entry among the
 * forward vectors of its layer. Every weight is a number of ways times theta^mines times the weight of the node reached
 * (a prefix or forward entry), so that only what the solution holds is needed.
 *
 * Components are drawn jointly in one stage as long as they have few valid ways together. A component with more ways
 * first gets its number of mines, then is drawn in blocks of layers, each with tables; layers with too many states for
 * tables are walked edge by edge.
 *
 * The stages depend on the solution alone, and with them what each random word means.
 */
#ifndef MCORE_FRONTIER_H
#define MCORE_FRONTIER_H

#include "../base/arena.h"
#include "../base/common.h"
#include "../base/poll.h"
#include "../base/rng.h"
#include "../exact/solution.h"
#include "kernels/kernel.h"

/* Entries of alias tables: below the threshold the first outcome, else the second. */
typedef struct mcore_count_entry {
    uint64_t threshold;
    uint32_t next[2];
} mcore_count_entry;

typedef struct mcore_way_entry {
    uint64_t threshold;
    uint64_t mask[2];
    uint32_t next[2];
} mcore_way_entry;

typedef struct mcore_group_entry {
    uint64_t threshold;
    uint32_t first[2]; /* into the stage's masks */
    uint32_t count[2];
    uint32_t next[2];
} mcore_group_entry;

typedef struct mcore_node {
    uint32_t first; /* entry */
    uint32_t count; /* of entries; 0 for a node that no board reaches */
} mcore_node;

typedef enum mcore_stage_kind {
    MCORE_STAGE_TOTAL,      /* how many mines the components hold together: node p */
    MCORE_STAGE_SHARE,      /* how many of them the component holds: its end state's node; p less those is kept */
    MCORE_STAGE_SHARE_WALK, /* the same without a table */
    MCORE_STAGE_WAYS,       /* cells, one entry a way */
    MCORE_STAGE_GROUPS,     /* cells, one entry a group of equally likely ways, then one of the group */
    MCORE_STAGE_WALK        /* layers of a component, edge by edge */
} mcore_stage_kind;

typedef struct mcore_stage {
    mcore_stage_kind kind;
    uint32_t nodes;
    mcore_node *node; /* by node in front of the stage; not for walks */
    size_t entries;
    union {
        mcore_count_entry *count;
        mcore_way_entry *way;
        mcore_group_entry *group;
    } entry;
    uint64_t *mask;
    uint32_t component;  /* of SHARE, SHARE_WALK and WALK */
    uint32_t from, to;   /* WALK: layers from .. to - 1, taken backwards */
    uint32_t bit;        /* WALK: first bit of the mask for its cells */
    bool component_done; /* go on from the kept p */
    uint32_t cells;      /* if not 0, the mask is complete after this stage: bits 0 .. cells - 1 */
    uint32_t *site;      /* of those cells */
} mcore_stage;

/* The edges of a component's graph by target: those of state t are first[t] .. first[t + 1] - 1. */
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
    /* subset[subset_first[j] + i]: the i-th lowest byte with j bits; the first C(n, j) of them have n bits at most */
    uint8_t subset[256];
    uint16_t subset_first[MCORE_BOX_CELLS + 1];
} mcore_frontier;

/* What stages may be cut to. Other limits are other stages: the same seed then gives other boards. */
typedef struct mcore_frontier_limits {
    uint32_t paths;       /* ways of a stage, 1 .. 65536 */
    uint32_t way_entries; /* of a WAYS stage */
    uint32_t entries;     /* of any other stage with tables, */
    uint32_t few_entries; /* once all tables together have */
    uint32_t many;        /* more entries than this: large boards have too many stages for large tables */
} mcore_frontier_limits;

/* Those that samplers are made with. Never change them without need: they are part of what a seed means. */
extern const mcore_frontier_limits mcore_frontier_usual;

/* Those for a few boards at once: tables are made in a fraction of the time, and boards drawn more slowly. */
extern const mcore_frontier_limits mcore_frontier_quick;

/* Tables in `arena`; `scratch` is for what is not needed afterwards. Fails with an arena's status or
   MINES_INTERRUPTED. */
mines_status mcore_frontier_build(mcore_frontier *frontier, const mines_solution *solution, mcore_arena *arena,
                                  mcore_arena *scratch, mcore_poll *poll, const mcore_frontier_limits *limits);

/* What drawing takes with it, by turn but for the mask: see kernel.h. */
typedef struct mcore_frontier_work {
    uint64_t word[2][MINES_BATCH];
    uint64_t mask[MINES_BATCH];
    uint32_t node[MINES_BATCH], kept[MINES_BATCH];
    uint32_t state[MINES_BATCH], mines[MINES_BATCH];
} mcore_frontier_work;

/*
 * The mines of all components of one batch, into their planes, and each lane's mines left for the sea, by turn.
 *
 * A stage with tables takes MINES_BATCH words of MCORE_PURPOSE_FRONTIER, turn p the p-th; GROUPS that many again for
 * the way in the group. A rejected word is replaced from MCORE_PURPOSE_STEP at once. A walk takes words of
 * MCORE_PURPOSE_STEP: layer by layer, in it turn by turn, one for the edge and, where the box leaves a choice, one for
 * the cells. False if `halt` said so; it is asked now and then.
 */
bool mcore_frontier_draw(const mcore_frontier *frontier, const mcore_kernel *kernel, mcore_lanes *words,
                         mcore_random *steps, mcore_frontier_work *work, uint64_t *planes, uint32_t rem[MINES_BATCH],
                         bool (*halt)(void *context), void *context);

#endif
