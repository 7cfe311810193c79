/*
 * zini.h - what arrives: masks of one size. What leaves: ZiNi, the number of clicks after which a simple greedy player
 * who knows the board and uses flags is done. The scratch memory of an mcore_zini serves one board after the other;
 * mcore_zini_free gives it back.
 *
 * ZiNi is Elmar Zimmermann's and Christoph Nikolaus's (forum thread "New benchmark: 3bv for flaggers", 30 July 2009).
 * The premium of a safe cell is what a chord there saves over opening each cell by a click:
 *
 *     premium = 3BV that the chord solves, the cell's own included, - unflagged mines around - 1, and - 1 if not opened
 *
 * Greedy ZiNi: as long as a premium is not negative, take the cell with the highest: open it if need be, flag the mines
 * around it, chord; each costs a click. What is left then costs its 3BV, for opening a cell raises no premium to 0.
 * Human ZiNi: each opening costs a click first of all; premiums are those of opened cells, and where all are negative
 * the first unopened safe cell is opened, which may make a chord there pay.
 *
 * Of equal premiums the 'top-left most' is taken: as in ms_toollib, the topmost of the leftmost column.
 */
#ifndef MCORE_ZINI_H
#define MCORE_ZINI_H

#include "../base/arena.h"
#include "../base/poll.h"

enum { MCORE_ZINI_LEVELS = 6 };

typedef struct mcore_zini_opening {
    size_t from, to; /* its rim, in mcore_zini.rim */
    bool opened;
} mcore_zini_opening;

typedef struct mcore_zini {
    size_t rows, cols;
    size_t stride, cells; /* of the board and what is around it, see zini.c */
    uint8_t *state;
    uint8_t *premium;
    int32_t levels; /* of the tree of maxima */
    size_t chunks[MCORE_ZINI_LEVELS];
    uint8_t *highest[MCORE_ZINI_LEVELS]; /* of 64 premiums each; then of 64 of those, ...; the last is one chunk */
    uint32_t *opening; /* of a 0-cell, its opening; of others, the last that was found to touch them */
    uint32_t *queue;
    mcore_zini_opening *openings;
    uint32_t *rim; /* cells of openings that are not 0; some are in several */
    size_t openings_room, rim_room, rims;
    uint32_t found;        /* openings */
    uint8_t closed_cost;   /* what an unopened cell's premium lacks */
    uint32_t left, clicks; /* 3BV that is not done; clicks so far */
    mcore_arena arena;
} mcore_zini;

/* Scratch memory of at most `memory` bytes for boards of a size; about ten bytes a cell are needed, and what openings
   take. MINES_OK, MINES_OUT_OF_MEMORY or MINES_BUDGET_EXCEEDED; to be freed in any case. */
mines_status mcore_zini_init(mcore_zini *zini, size_t rows, size_t cols, uint64_t memory);
void mcore_zini_free(mcore_zini *zini);

/* ZiNi of a mask, rows * cols bytes: greedy, or human, which is openings first. Fails with MINES_OUT_OF_MEMORY,
   MINES_BUDGET_EXCEEDED or MINES_INTERRUPTED. */
mines_status mcore_zini_count(mcore_zini *zini, const uint8_t *mask, bool openings_first, mcore_poll *poll,
                              uint32_t *clicks);

#endif
