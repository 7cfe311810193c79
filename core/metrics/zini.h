/*
 * zini.h - ZiNi of complete boards, given as masks: the number of clicks needed by a simple greedy player who knows the
 * board and uses flags. An mcore_zini holds scratch memory for boards of one size, which serves one board after
 * another; use each on one thread only, and free it with mcore_zini_free.
 *
 * ZiNi is due to Elmar Zimmermann and Christoph Nikolaus (forum thread "New benchmark: 3bv for flaggers", 30 July
 * 2009). The premium of a safe cell is what a chord there saves compared with opening each cell by a click:
 *
 *     premium = 3BV that the chord solves, including the cell's own, - unflagged mines around it - 1, and - 1 more if
 *               the cell is not opened
 *
 * Greedy ZiNi: while there is a premium of 0 or more, take the cell with the highest one; open it if necessary, flag
 * the mines around it, chord. Each action costs a click. Then the remaining cells cost their 3BV, because opening a
 * cell by a click never raises a premium to 0. Human ZiNi: first every opening costs a click. Only opened cells have
 * premiums; while all are negative, the first unopened safe cell is opened, which may make a chord there worthwhile.
 *
 * Ties go to the 'top-left most' cell: as in ms_toollib, the topmost one of the leftmost column.
 */
#ifndef MCORE_ZINI_H
#define MCORE_ZINI_H

#include "../base/arena.h"
#include "../base/poll.h"

enum { MCORE_ZINI_LEVELS = 6 };

typedef struct mcore_zini_opening {
    size_t from, to; /* its rim: rim[from .. to - 1] */
    bool opened;
} mcore_zini_opening;

typedef struct mcore_zini {
    size_t rows, cols;
    size_t stride, cells; /* of the padded board, see zini.c */
    uint8_t *state;
    uint8_t *premium;
    int32_t levels; /* of a tree of maxima */
    size_t chunks[MCORE_ZINI_LEVELS];
    uint8_t *highest[MCORE_ZINI_LEVELS]; /* maxima of 64 premiums each, then of 64 of these, ...; at last one chunk */
    uint32_t *opening; /* of a 0-cell, its opening; of other cells, the last opening found to touch them */
    uint32_t *queue;
    mcore_zini_opening *openings;
    uint32_t *rim; /* the numbered cells of all openings; a cell may be in several */
    size_t openings_capacity, rim_capacity, rims;
    uint32_t found;        /* openings */
    uint8_t unopened_cost; /* subtracted from the premium of an unopened cell */
    uint32_t left, clicks; /* unsolved 3BV; clicks so far */
    mcore_arena arena;
} mcore_zini;

/* Allocate at most `memory` bytes for boards of one size: about ten bytes per cell, and more for openings. MINES_OK,
   MINES_OUT_OF_MEMORY or MINES_BUDGET_EXCEEDED; free it in any case. */
mines_status mcore_zini_init(mcore_zini *zini, size_t rows, size_t cols, uint64_t memory);
void mcore_zini_free(mcore_zini *zini);

/* ZiNi of a mask of rows * cols bytes: greedy, or human if openings_first. Fails with MINES_OUT_OF_MEMORY,
   MINES_BUDGET_EXCEEDED or MINES_INTERRUPTED. */
mines_status mcore_zini_count(mcore_zini *zini, const uint8_t *mask, bool openings_first, mcore_poll *poll,
                              uint32_t *clicks);

#endif
