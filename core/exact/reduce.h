/*
 * reduce.h - the board reduced to what the count needs. The inputs are a board and its propagation, which is carried on
 * until nothing more follows; all arrays are allocated in the caller's arena.
 *
 * The undecided cells next to numbers are grouped into *boxes*: cells with the same set of adjacent numbers, which are
 * interchangeable. Boxes that share a number, directly or through others, form a *component*. The *sea* is all
 * undecided cells that are not next to a number. Numbers and boxes of a component have consecutive indices.
 */
#ifndef MCORE_REDUCE_H
#define MCORE_REDUCE_H

#include "../base/arena.h"
#include "../base/common.h"
#include "board.h"
#include "propagate.h"

/* The first four values are those of a cell of the board divided by 16. */
typedef enum mcore_cell_class {
    MCORE_CLASS_OPENED = 0,
    MCORE_CLASS_SEA = MCORE_UNOPENED / 16, /* undecided, not next to a number */
    MCORE_CLASS_KNOWN = MCORE_KNOWN / 16,  /* '+' on the board */
    MCORE_CLASS_WALL = MCORE_WALL / 16,
    MCORE_CLASS_SAFE, /* unopened, decided by propagation */
    MCORE_CLASS_MINE, /* unopened, decided by propagation */
    MCORE_CLASS_BOX   /* undecided, next to a number */
} mcore_cell_class;

typedef struct mcore_box {
    uint32_t first_cell;   /* index into cells: sites, ascending */
    uint32_t first_number; /* index into box_numbers */
    uint8_t size;          /* cells, 1..8 */
    uint8_t numbers;       /* adjacent numbers, 1..8 */
} mcore_box;

typedef struct mcore_number {
    uint32_t site;
    uint32_t first_box; /* index into number_boxes */
    uint8_t boxes;      /* 1..8 */
    uint8_t residual;   /* missing mines, 1..7 */
    uint8_t undecided;  /* cells of its boxes */
} mcore_number;

typedef struct mcore_component {
    uint32_t first_box, boxes;
    uint32_t first_number, numbers;
} mcore_component;

typedef struct mcore_reduced {
    const mcore_board *board;
    uint8_t *cell_class; /* mcore_cell_class by site */
    uint32_t *box_of;    /* by site, for cells of class MCORE_CLASS_BOX only */
    mcore_box *box;
    uint32_t boxes;
    mcore_number *number;
    uint32_t numbers;
    uint32_t *cells;        /* sites of the boxes */
    uint32_t *box_numbers;  /* numbers of the boxes */
    uint32_t *number_boxes; /* boxes of the numbers */
    mcore_component *component;
    uint32_t components;
    uint32_t *sea; /* sites of the sea, ascending */
    uint32_t sea_cells;
    uint32_t *decided; /* sites decided by propagation, ascending */
    uint32_t decided_cells;
    uint32_t mines_left; /* for boxes and sea: all mines less known and decided ones */
    bool excess_mines;   /* there are more known and decided mines than mines: no valid board */
} mcore_reduced;

/* Consumes the views and undecided cells of `propagation`. Fails with MINES_NO_VALID_BOARD if the numbers contradict
   one another, or the arena's status. */
mines_status mcore_reduce(mcore_reduced *reduced, const mcore_board *board, const mcore_propagation *propagation,
                          mcore_arena *arena);

/* Undecided cells: those of all boxes and of the sea. */
uint32_t mcore_reduced_undecided(const mcore_reduced *reduced);

#endif
