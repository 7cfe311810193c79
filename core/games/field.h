/*
 * field.h - the cells of a game: mines, numbers, opened cells and flags, and the flood that opens the surroundings of
 * 0-cells. Every change is recorded in an undo log and can be reverted from it. Independent of the rules. All memory
 * comes from the arena that mcore_field_init gets. Long work polls.
 *
 * A cell is a byte in a grid with a wall around it. Its index there is its *site*: (row + 1) * stride + col + 1.
 */
#ifndef MCORE_FIELD_H
#define MCORE_FIELD_H

#include "../base/arena.h"
#include "../base/common.h"
#include "../base/poll.h"
#include "undo_log.h"

/* The byte of a cell. 0 is an unopened 0-cell without a flag: a flood runs through these. */
enum {
    MCORE_CELL_NUMBER = 15, /* mask of the number of a safe cell */
    MCORE_CELL_MINE = 16,
    MCORE_CELL_OPENED = 32,
    MCORE_CELL_FLAG = 64,                                  /* classic: the unopened cell has a flag */
    MCORE_CELL_PLAYER_1 = MCORE_CELL_FLAG,                 /* Flags: player 1 found this opened mine */
    MCORE_CELL_WALL = 128,                                 /* together with MCORE_CELL_OPENED */
    MCORE_CELL_KEPT = MCORE_CELL_OPENED | MCORE_CELL_FLAG, /* with either bit: a flood and a chord leave it as it is */
};

typedef struct mcore_field {
    uint32_t rows, cols;
    uint32_t stride;  /* cols + 2 */
    uint32_t mines;   /* on the board, or to be placed */
    uint32_t opened;  /* opened safe cells */
    uint32_t found;   /* opened mines */
    uint32_t flagged; /* cells with MCORE_CELL_FLAG, which is also MCORE_CELL_PLAYER_1 */
    uint8_t *cell;    /* by site; (rows + 2) * stride */
} mcore_field;

static inline uint32_t mcore_field_site(const mcore_field *field, uint32_t row, uint32_t col)
{
    return (row + 1) * field->stride + col + 1;
}

/* Whether the library allows a board of this size. */
bool mcore_field_fits(uint32_t rows, uint32_t cols);

/* A field of an allowed size, unopened and without mines; false without memory. */
bool mcore_field_init(mcore_field *field, mcore_arena *arena, uint32_t rows, uint32_t cols, uint32_t mines);

/* Copy into another arena; false if it has no memory. */
bool mcore_field_copy(mcore_field *copy, const mcore_field *field, mcore_arena *arena);

/* Replace all mines by those of a mask. false: interrupted, with only some of them placed. */
bool mcore_field_set_mines(mcore_field *field, const uint8_t *mask, mcore_poll *poll);

/* Place field->mines mines by seed, rule and first click. false: interrupted, or no memory for a mask. */
bool mcore_field_place_mines(mcore_field *field, mcore_arena *arena, uint64_t seed, mines_first_click first_click,
                             uint32_t site, mcore_poll *poll);

/* Open one unopened cell without a flag; false without memory for the log. */
bool mcore_field_open_one(mcore_field *field, mcore_undo_log *log, uint32_t site);

/* The same as the start of a flood: if it is a 0-cell, also open the unopened 0-cells without flags that adjoin it in
   its row, and the cells at their two ends. false: interrupted, or no memory for the log. */
bool mcore_field_open(mcore_field *field, mcore_undo_log *log, mcore_poll *poll, uint32_t site);

/* Open what the 0-cells opened by the current action open in turn, except flagged cells. false: interrupted, or no
   memory for the log. */
bool mcore_field_flood(mcore_field *field, mcore_undo_log *log, mcore_poll *poll);

/* Put a flag on a cell or remove it; false without memory for the log. */
bool mcore_field_toggle_flag(mcore_field *field, mcore_undo_log *log, uint32_t site);

/* Set MCORE_CELL_PLAYER_1 on all mines in the runs first .. end - 1 of the log. */
void mcore_field_credit_player_1(mcore_field *field, const mcore_undo_log *log, uint32_t first, uint32_t end);

/* Revert what an action did to the cells in the runs first .. end - 1: close opened cells and clear their
   MCORE_CELL_PLAYER_1, toggle the flag of others. */
void mcore_field_revert(mcore_field *field, const mcore_undo_log *log, uint32_t first, uint32_t end);

/* The visible board as board text, rows * cols characters. */
void mcore_field_board(const mcore_field *field, char *board);

/* 1 for each cell that has all the given bits, else 0; rows * cols bytes. */
void mcore_field_bits(const mcore_field *field, uint8_t bits, uint8_t *cells);

#endif
