/*
 * local_rules.h - what arrives: a complete board and the cells of it that are opened. What leaves: all cells that two
 * cheap rules decide from there, opened or known as mines. Everything is in the caller's arena and used again for the
 * next board of the same size.
 *
 * The first rule looks at one number: it misses no mine, or as many as it has undecided neighbours. The second looks at
 * two numbers that share undecided neighbours: where one misses so many more mines than the other that they fill all
 * the neighbours it has for itself alone, those are mines, and those of the other alone are safe.
 *
 * Cells are named by sites of a walled grid, as in board.h.
 */
#ifndef MCORE_LOCAL_RULES_H
#define MCORE_LOCAL_RULES_H

#include "../base/arena.h"
#include "../base/common.h"

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
    uint32_t mines;   /* on the board */
    uint32_t decided; /* mines that are known */
    uint32_t opened;

    uint8_t *mine;   /* by site: the board; 0 on the wall */
    uint8_t *known;  /* by site: mcore_known */
    uint8_t *number; /* by site: mines around */
    uint8_t *count;  /* by site: of the cells around, 16 for an undecided one and 1 for a mine that is not known */

    uint32_t *active; /* opened numbers, oldest first: all that have undecided neighbours, and some that had */
    uint32_t actives;

    uint32_t *to_open, *to_look, *to_pair; /* stacks of sites */
    uint32_t opens, looks, pairs;
    uint8_t *waits; /* by site: bit 0 in to_look, bit 1 in to_pair, bit 2 in active */

    /* Sets of cells, one bit each; see mcore_segment. */
    size_t words;        /* of a row */
    uint64_t *undecided; /* where known is MCORE_KNOWN_NOTHING */
    uint64_t *open;      /* where known is MCORE_KNOWN_OPENED */
    uint32_t *bit;       /* by site: of the cell's window in these sets */
    int32_t away[64];    /* by bit of a window: distance from the site in the middle */

    const uint8_t *blank, *blank_count; /* by site: known and count at the start, without any mine */
    const uint64_t *blank_undecided;
    uint8_t *column; /* by site: for adding up */
} mcore_local_rules;

/* What an opened number misses, and what it has around. */
static inline uint32_t mcore_missing(const mcore_local_rules *d, uint32_t site) { return d->count[site] & 15; }
static inline uint32_t mcore_undecided(const mcore_local_rules *d, uint32_t site) { return d->count[site] >> 4; }

static inline uint32_t mcore_local_rules_site(const mcore_local_rules *d, uint32_t row, uint32_t col)
{
    return (row + 1) * d->stride + col + 1;
}

static inline uint32_t mcore_local_rules_neighbour(const mcore_local_rules *d, uint32_t site, int k)
{
    return (uint32_t)((int32_t)site + d->neighbour_offset[k]);
}

/* Safe cells that are not opened yet. */
static inline uint32_t mcore_local_rules_left(const mcore_local_rules *d)
{
    return d->rows * d->cols - d->mines - d->opened;
}

/* Make room for boards of a size; false: arena->status says why. */
bool mcore_local_rules_init(mcore_local_rules *d, mcore_arena *arena, uint32_t rows, uint32_t cols);

/* A new board, nothing opened. mask: row-major, anything but 0 is a mine. */
void mcore_local_rules_begin(mcore_local_rules *d, const uint8_t *mask);

/* A cell that is safe: it will be opened by mcore_local_rules_run. Nothing happens where it is decided already. */
void mcore_local_rules_safe(mcore_local_rules *d, uint32_t site);

/* A cell that is a mine in all valid boards. */
void mcore_local_rules_mine(mcore_local_rules *d, uint32_t site);

/* Drop those from `active` that have nothing undecided around. */
void mcore_local_rules_compact(mcore_local_rules *d);

/* Change the board under the hands of the one who opens it: a mine that is undecided, or known, goes to an undecided
   cell. All numbers are those of the new board at once; what was decided stays so, but for the mine's cell. */
void mcore_local_rules_move_mine(mcore_local_rules *d, uint32_t from, uint32_t to);

/* Open what waits and follow the rules until they give nothing more. */
void mcore_local_rules_run(mcore_local_rules *d);

#endif
