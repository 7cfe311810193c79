/*
 * reduce.h - what arrives: a board and its numbers. What leaves: what the counting needs of them, in the arena.
 *
 * Numbers with residual 0, or as large as the number of their undecided neighbours, decide those; repeated until
 * nothing changes. What is left undecided next to a number is gathered in *boxes*: cells with the identical set of
 * adjacent numbers, which are interchangeable. Boxes that share a number, directly or through others, form a
 * *component*. Undecided cells next to no number are the *sea*. Numbers and boxes of one component have consecutive
 * indices.
 */
#ifndef MCORE_REDUCE_H
#define MCORE_REDUCE_H

#include "../base/arena.h"
#include "../base/common.h"
#include "board.h"
#include "propagate.h"

/* What becomes of a cell. The first four are a cell of the board divided by 16. */
typedef enum mcore_cell_class {
    MCORE_CLASS_OPENED = 0,
    MCORE_CLASS_SEA = MCORE_UNOPENED / 16, /* undecided, next to no number */
    MCORE_CLASS_KNOWN = MCORE_KNOWN / 16,  /* '+' on the board */
    MCORE_CLASS_WALL = MCORE_WALL / 16,
    MCORE_CLASS_SAFE, /* unopened, decided by propagation */
    MCORE_CLASS_MINE, /* unopened, decided by propagation */
    MCORE_CLASS_BOX   /* undecided, next to a number */
} mcore_cell_class;

typedef struct mcore_box {
    uint32_t first_cell;   /* into cells: sites, ascending */
    uint32_t first_number; /* into box_numbers */
    uint8_t size;          /* cells, 1..8 */
    uint8_t numbers;       /* adjacent numbers, 1..8 */
} mcore_box;

typedef struct mcore_number {
    uint32_t site;
    uint32_t first_box; /* into number_boxes */
    uint8_t boxes;      /* 1..8 */
    uint8_t residual;   /* 1..7 */
    uint8_t undecided;  /* cells of its boxes */
} mcore_number;

typedef struct mcore_component {
    uint32_t first_box, boxes;
    uint32_t first_number, numbers;
} mcore_component;

typedef struct mcore_reduced {
    const mcore_board *board;
    uint8_t *cell_class; /* mcore_cell_class by site */
    uint32_t *box_of;    /* by site, only where fate is MCORE_CLASS_BOX */
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
    uint32_t mines_left; /* for boxes and sea: mines less '+' less propagated ones */
    bool excess_mines;   /* there are more of those than mines: no valid board, whatever the numbers say */
} mcore_reduced;

/* The views and the undecided cells of `look` are used up. Fails with MINES_NO_VALID_BOARD where numbers contradict
   each other, or the arena's status. */
mines_status mcore_reduce(mcore_reduced *reduced, const mcore_board *board, const mcore_propagation *look,
                          mcore_arena *arena);

#endif
