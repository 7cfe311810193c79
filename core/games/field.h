/*
 * field.h - what arrives: a size and a mask. What leaves: the cells of a game - where the mines are, the numbers, what
 * is opened and what is marked - and how they are opened, with the flood from 0-cells. Each change goes into a journal
 * and can be put back from it. Knows no rules. Everything is allocated in the arena given. Long work polls.
 *
 * A cell is a byte, in a grid with a wall around it: a cell is named by its *site*, (row + 1) * stride + col + 1. A
 * *mark* is a flag on an unopened cell in the one game; in the other it says of an opened mine that the second player
 * found it.
 */
#ifndef MCORE_FIELD_H
#define MCORE_FIELD_H

#include "../base/arena.h"
#include "../base/common.h"
#include "../base/poll.h"
#include "undo_log.h"

/* The byte of a cell. 0 is an unopened, unmarked 0-cell: what a flood runs through. */
enum {
    MCORE_CELL_NUMBER = 15, /* of a safe cell: mines around */
    MCORE_CELL_MINE = 16,
    MCORE_CELL_OPENED = 32,
    MCORE_CELL_MARKED = 64,
    MCORE_CELL_WALL = 128,                                    /* together with MCORE_CELL_OPENED */
    MCORE_CELL_PASSED = MCORE_CELL_OPENED | MCORE_CELL_MARKED /* either: a flood passes it by */
};

typedef struct mcore_field {
    uint32_t rows, cols;
    uint32_t stride; /* cols + 2 */
    uint32_t mines;  /* on the board, or to be put there */
    uint32_t opened; /* safe cells that are opened */
    uint32_t found;  /* mines that are opened */
    uint32_t marked;
    uint8_t *cell; /* by site, (rows + 2) * stride of them */
} mcore_field;

static inline uint32_t mcore_field_site(const mcore_field *field, uint32_t row, uint32_t col)
{
    return (row + 1) * field->stride + col + 1;
}

/* Is the size allowed? */
bool mcore_field_fits(size_t rows, size_t cols);

/* All cells unopened and no mines among them; false on failure. The size is allowed. */
bool mcore_field_init(mcore_field *field, mcore_arena *arena, uint32_t rows, uint32_t cols, uint32_t mines);

/* A copy in another arena; false on failure. */
bool mcore_field_copy(mcore_field *copy, const mcore_field *field, mcore_arena *arena);

/* Put the mines of a mask of its size on the board, in place of those there are. false: stopped, and the board has a
   part of them. */
bool mcore_field_set_mines(mcore_field *field, const uint8_t *mask, mcore_poll *poll);

/* Lay field->mines mines by seed and first click. false: stopped, or there is no memory for a mask of them. */
bool mcore_field_place_mines(mcore_field *field, mcore_arena *arena, uint64_t seed, mines_first_click first,
                             uint32_t site, mcore_poll *poll);

/* Open one unopened, unmarked cell; false where the journal failed. */
bool mcore_field_open_one(mcore_field *field, mcore_undo_log *journal, uint32_t site);

/* The same as a flood begins: where it is a 0-cell, the unopened, unmarked 0-cells that follow in its row to both sides
   are opened with it, and the cells at their ends. false: stopped, or the journal failed. */
bool mcore_field_open(mcore_field *field, mcore_undo_log *journal, mcore_poll *poll, uint32_t site);

/* Open what the 0-cells among the cells that the action at work opened open in turn; marked cells are passed by. false:
   stopped, or the journal failed. */
bool mcore_field_flood(mcore_field *field, mcore_undo_log *journal, mcore_poll *poll);

/* Mark a cell, or take the mark away. */
bool mcore_field_toggle(mcore_field *field, mcore_undo_log *journal, uint32_t site);

/* Mark all mines in the runs first .. end - 1 of the journal. */
void mcore_field_claim(mcore_field *field, const mcore_undo_log *journal, uint32_t first, uint32_t end);

/* Put back what was done to the cells in the runs first .. end - 1: opened ones are closed and lose their marks, others
   are toggled. */
void mcore_field_put_back(mcore_field *field, const mcore_undo_log *journal, uint32_t first, uint32_t end);

/* The visible board as board text, rows * cols characters. */
void mcore_field_board(const mcore_field *field, char *board);

/* Which cells have one of the bits above, 1 each, rows * cols of them. */
void mcore_field_bits(const mcore_field *field, uint8_t bit, uint8_t *cells);

#endif
