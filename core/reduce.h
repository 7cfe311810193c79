/*
 * reduce.h - what arrives: a board and its numbers. What leaves: what the counting needs of them, in the arena.
 *
 * Numbers with residual 0, or as large as the number of their undecided neighbours, decide those; repeated until
 * nothing changes. What is left undecided next to a number is gathered in *boxes*: cells with the identical set of
 * adjacent numbers, which are interchangeable. Boxes that share a number, directly or through others, form a
 * *component*. Undecided cells next to no number are the *sea*. Numbers and boxes of one component have consecutive
 * indices.
 */
#ifndef MSC_REDUCE_H
#define MSC_REDUCE_H

#include "arena.h"
#include "board.h"
#include "common.h"
#include "look.h"

/* What becomes of a cell. The first four are a cell of the board divided by 16. */
typedef enum msc_fate {
    MSC_FATE_OPENED = 0,
    MSC_FATE_SEA = MSC_UNOPENED / 16, /* undecided, next to no number */
    MSC_FATE_KNOWN = MSC_KNOWN / 16,  /* '+' on the board */
    MSC_FATE_WALL = MSC_WALL / 16,
    MSC_FATE_SAFE, /* unopened, decided by propagation */
    MSC_FATE_MINE, /* unopened, decided by propagation */
    MSC_FATE_BOX   /* undecided, next to a number */
} msc_fate;

typedef struct msc_box {
    uint32_t first_cell;   /* into cells: sites, ascending */
    uint32_t first_number; /* into box_numbers */
    uint8_t size;          /* cells, 1..8 */
    uint8_t numbers;       /* adjacent numbers, 1..8 */
} msc_box;

typedef struct msc_number {
    uint32_t site;
    uint32_t first_box; /* into number_boxes */
    uint8_t boxes;      /* 1..8 */
    uint8_t residual;   /* 1..7 */
    uint8_t undecided;  /* cells of its boxes */
} msc_number;

typedef struct msc_component {
    uint32_t first_box, boxes;
    uint32_t first_number, numbers;
} msc_component;

typedef struct msc_reduced {
    const msc_board *board;
    uint8_t *fate;      /* msc_fate by site */
    uint32_t *box_of;   /* by site, only where fate is MSC_FATE_BOX */
    msc_box *box;
    uint32_t boxes;
    msc_number *number;
    uint32_t numbers;
    uint32_t *cells;        /* sites of the boxes */
    uint32_t *box_numbers;  /* numbers of the boxes */
    uint32_t *number_boxes; /* boxes of the numbers */
    msc_component *component;
    uint32_t components;
    uint32_t *sea; /* sites of the sea, ascending */
    uint32_t sea_cells;
    uint32_t *decided; /* sites decided by propagation, ascending */
    uint32_t decided_cells;
    uint32_t mines_left; /* for boxes and sea: mines less '+' less propagated ones */
    bool overdrawn;      /* there are more of those than mines: no valid board, whatever the numbers say */
} msc_reduced;

/* The views and the undecided cells of `look` are used up. Fails with MINES_NO_VALID_BOARD where numbers contradict each
   other, or the arena's status. */
mines_status msc_reduce(msc_reduced *reduced, const msc_board *board, const msc_look *look, msc_arena *arena);

#endif
