/*
 * board.h - what arrives: rows * cols characters and a number of mines. What leaves: the same as cells on a grid with a
 * wall around it, so that every cell has eight neighbours at fixed distances. The only room that knows characters.
 * Everything is allocated in the arena given.
 *
 * Inside the library a cell is named by its *site*: its index in the walled grid, (row + 1) * stride + (col + 1).
 */
#ifndef MCORE_BOARD_H
#define MCORE_BOARD_H

#include "../base/arena.h"
#include "../base/common.h"

/* Cells: 0..8 are opened with that number, the others one bit above those. */
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
    uint32_t mines;  /* the total asked for */
    uint32_t known;  /* known mines */
    uint32_t unopened;
    uint8_t *cell;               /* by site; behind the last one, walls up to a multiple of 8 */
    int32_t neighbour_offset[8]; /* distance from a site to its neighbours, ascending */
} mcore_board;

static inline uint32_t mcore_site(const mcore_board *board, uint32_t row, uint32_t col)
{
    return (row + 1) * board->stride + col + 1;
}

static inline uint32_t mcore_neighbour(const mcore_board *board, uint32_t site, int k)
{
    return (uint32_t)((int32_t)site + board->neighbour_offset[k]);
}

/* Fails with MINES_BAD_ARGUMENT, MINES_BAD_CELL, MINES_NO_VALID_BOARD (too many known mines, too few cells) or the
   arena's status, and fills *fault. */
mines_status mcore_board_read(mcore_board *board, mcore_arena *arena, const char *text, size_t rows, size_t cols,
                              uint32_t mines, mines_fault *fault);

/* What mines_read_board does, its pointers checked. */
mines_status mcore_board_text(const char *text, size_t length, char *cells, size_t capacity, size_t *rows, size_t *cols,
                              mines_fault *fault);

/* Where a site stands, into *fault. */
void mcore_fault_at(mines_fault *fault, const mcore_board *board, uint32_t site, mines_reason reason);

#endif
