/*
 * local_rules.h - opens a complete board as far as two cheap rules go: starting from cells known to be safe, it opens
 * safe cells and marks mines until neither rule applies. All memory comes from the caller's arena and serves one board
 * after another of the same size.
 *
 * A number's missing mines are the mines around it that are not known yet. First rule: if none is missing, its
 * undecided neighbours are safe; if as many are missing as there are undecided neighbours, all of these are mines.
 * Second rule, for two numbers A and B that share undecided neighbours: if A has as many more missing mines than B as A
 * has undecided neighbours of its own, those are mines, and B's own undecided neighbours are safe.
 *
 * Cells are named by their sites in a walled grid, as in board.h.
 */
#ifndef MCORE_LOCAL_RULES_H
#define MCORE_LOCAL_RULES_H

#include "../base/arena.h"
#include "../base/common.h"

/* What is known of a cell. */
typedef enum mcore_known {
    MCORE_KNOWN_NOTHING = 0, /* undecided */
    MCORE_KNOWN_SAFE = 1,    /* about to be opened */
    MCORE_KNOWN_OPENED = 2,
    MCORE_KNOWN_MINE = 3,
    MCORE_KNOWN_WALL = 4
} mcore_known;

typedef struct mcore_local_rules {
    uint32_t rows, cols;
    uint32_t stride; /* cols + 2 */
    uint32_t sites;
    int32_t neighbour_offset[8];
    uint32_t mines; /* on the board */
    uint32_t known_mines;
    uint32_t opened;

    /* by site */
    uint8_t *mine;   /* the board; 0 on the wall */
    uint8_t *known;  /* mcore_known */
    uint8_t *number; /* mines around */
    uint8_t *count;  /* 16 for each undecided neighbour plus 1 for each missing mine */

    uint32_t *active; /* opened numbers, oldest first: all with undecided neighbours, and some without any left */
    uint32_t actives;

    /* work to do: stacks of sites */
    uint32_t *to_open, *to_check, *to_pair; /* safe cells; numbers for the first and for the second rule */
    uint32_t opens, checks, pairs;
    uint8_t *listed; /* by site: bit 0 in to_check, bit 1 in to_pair, bit 2 in active */

    /* sets of cells, one bit each, from which window() in local_rules.c reads */
    size_t words;        /* per row */
    uint64_t *undecided; /* MCORE_KNOWN_NOTHING */
    uint64_t *open;      /* MCORE_KNOWN_OPENED */
    uint32_t *bit;       /* by site: where its window begins in these sets */
    int32_t away[64];    /* by bit of a window: the distance of its site from the one in the middle */

    /* the start of a board without mines, to copy from */
    const uint8_t *blank_known, *blank_count;
    const uint64_t *blank_undecided;
    uint8_t *column; /* by site: scratch memory for sums */
} mcore_local_rules;

/* The missing mines of an opened number, and its undecided neighbours. */
static inline uint32_t mcore_local_rules_missing(const mcore_local_rules *rules, uint32_t site)
{
    return rules->count[site] & 15;
}
static inline uint32_t mcore_local_rules_undecided(const mcore_local_rules *rules, uint32_t site)
{
    return rules->count[site] >> 4;
}

static inline uint32_t mcore_local_rules_site(const mcore_local_rules *rules, uint32_t row, uint32_t col)
{
    return (row + 1) * rules->stride + col + 1;
}

static inline uint32_t mcore_local_rules_neighbour(const mcore_local_rules *rules, uint32_t site, int k)
{
    return (uint32_t)((int32_t)site + rules->neighbour_offset[k]);
}

/* Safe cells that are not opened yet. */
static inline uint32_t mcore_local_rules_left(const mcore_local_rules *rules)
{
    return rules->rows * rules->cols - rules->mines - rules->opened;
}

/* Allocate for boards of one size; false: arena->status says why. */
bool mcore_local_rules_init(mcore_local_rules *rules, mcore_arena *arena, uint32_t rows, uint32_t cols);

/* Begin a new board, with nothing opened. mask: row-major, not 0 for a mine. */
void mcore_local_rules_begin(mcore_local_rules *rules, const uint8_t *mask);

/* Mark a cell as safe; mcore_local_rules_run will open it. Has no effect on a decided cell. */
void mcore_local_rules_safe(mcore_local_rules *rules, uint32_t site);

/* Mark a cell as a mine. Has no effect on a decided cell. */
void mcore_local_rules_mine(mcore_local_rules *rules, uint32_t site);

/* Remove numbers without undecided neighbours from `active`. */
void mcore_local_rules_compact(mcore_local_rules *rules);

/* Change the board while it is being opened: move a mine, undecided or known, to an undecided cell. All numbers become
   those of the new board. Decided cells stay decided, except for the mine's old cell. */
void mcore_local_rules_move_mine(mcore_local_rules *rules, uint32_t from, uint32_t to);

/* Open the safe cells and apply the rules until neither decides anything more. */
void mcore_local_rules_run(mcore_local_rules *rules);

#endif
