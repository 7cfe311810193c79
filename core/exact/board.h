/*
 * board.h - the board as cells on a grid with a wall around it, so that every cell has eight neighbours at fixed
 * offsets. The input is characters and a number of mines; no other module of exact/ knows the characters.
 *
 * Inside the library a cell is named by its *site*: its index in the walled grid, (row + 1) * stride + (col + 1). The
 * grid is allocated in the caller's arena.
 */
#ifndef MCORE_BOARD_H
#define MCORE_BOARD_H

#include "../base/arena.h"
#include "../base/common.h"

/* The input of most functions. */
typedef struct mcore_position {
    const char *cells; /* rows * cols characters, row by row */
    size_t rows, cols;
    uint32_t mines; /* in all */
} mcore_position;

/* A cell is 0..8 if it is opened, otherwise one of these bits. */
enum {
    MCORE_UNOPENED_BIT = 4,
    MCORE_KNOWN_BIT = 5,
    MCORE_WALL_BIT = 6,
    MCORE_UNOPENED = 1 << MCORE_UNOPENED_BIT,
    MCORE_KNOWN = 1 << MCORE_KNOWN_BIT, /* a known mine */
    MCORE_WALL = 1 << MCORE_WALL_BIT
};

typedef struct mcore_board {
    uint32_t rows, cols;
    uint32_t stride; /* cols + 2 */
    uint32_t sites;  /* (rows + 2) * stride */
    uint32_t mines;  /* in all */
    uint32_t known;  /* known mines */
    uint32_t unopened;
    uint8_t *cell;               /* by site; padded with walls to a multiple of 8 */
    int32_t neighbour_offset[8]; /* from a site to its neighbours, ascending */
} mcore_board;

static inline uint32_t mcore_site(const mcore_board *board, uint32_t row, uint32_t col)
{
    return (row + 1) * board->stride + col + 1;
}

static inline uint32_t mcore_neighbour(const mcore_board *board, uint32_t site, int k)
{
    return (uint32_t)((int32_t)site + board->neighbour_offset[k]);
}

/* Set up a board. Fails with MINES_BAD_ARGUMENT, MINES_BAD_CELL, MINES_NO_VALID_BOARD (too many known mines or too few
   cells) or the arena's status, and fills *fault. */
mines_status mcore_board_init(mcore_board *board, mcore_arena *arena, const mcore_position *position,
                              mines_fault *fault);

/* mines_board_read, with checked pointers and an empty fault. */
mines_status mcore_board_read(const char *text, size_t length, char *cells, size_t capacity, uint32_t *rows,
                              uint32_t *cols, mines_fault *fault);

/* Set *fault to a reason and the row and column of a site. */
void mcore_board_fault(mines_fault *fault, const mcore_board *board, uint32_t site, mines_fault_reason reason);

#endif
