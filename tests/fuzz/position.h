/*
 * position.h - positions from fuzz input, most of which have a valid board: one byte per cell says whether it holds a
 * mine, whether it is open or known, and rarely that its number is wrong.
 */
#ifndef POSITION_H
#define POSITION_H

#include "fuzz.h"

#include "../c/calls.h"

typedef struct fuzz_position {
    uint32_t rows, cols, mines;
    char *cells; /* in a buffer */
} fuzz_position;

/* Mines around a cell. mine: not 0 for a mine. */
static inline unsigned fuzz_around(const uint8_t *mine, size_t rows, size_t cols, size_t cell)
{
    size_t row = cell / cols, col = cell % cols;
    unsigned sum = 0;
    for (size_t r = row > 0 ? row - 1 : 0; r <= row + 1 && r < rows; r++)
        for (size_t c = col > 0 ? col - 1 : 0; c <= col + 1 && c < cols; c++)
            sum += (r != row || c != col) && mine[r * cols + c] != 0;
    return sum;
}

/* The byte of a cell: a mine in one of 4 cases, open or known in one of 2, a wrong number in one of 32. */
static inline bool fuzz_is_mine(uint8_t byte) { return (byte & 3) == 0; }
static inline bool fuzz_is_shown(uint8_t byte) { return (byte & 4) != 0; }
static inline bool fuzz_is_wrong(uint8_t byte) { return byte >> 3 == 31; }

/* Set the cells from mines and bytes; at most `unopened` of them stay unopened. */
static inline void fuzz_show(fuzz_position *p, const uint8_t *mine, const uint8_t *bytes, size_t unopened)
{
    p->cells = fuzz_buffer(p->rows * p->cols, 1);
    for (size_t i = 0; i < p->rows * p->cols; i++) {
        if (!fuzz_is_shown(bytes[i]) && unopened > 0) {
            p->cells[i] = '-';
            unopened--;
        } else if (mine[i]) {
            p->cells[i] = '+';
        } else {
            p->cells[i] =
                (char)('0' + (fuzz_is_wrong(bytes[i]) ? bytes[i] & 3 : fuzz_around(mine, p->rows, p->cols, i)));
        }
    }
}

/* Read the rest of a position whose size is set, up to 1024 cells. Cells after the end of the input repeat others. */
static inline void fuzz_take_position(fuzz_input *in, fuzz_position *p, size_t unopened)
{
    enum { MOST = 1024 };
    uint8_t bytes[MOST], mine[MOST];
    size_t cells = (size_t)p->rows * p->cols, given = fuzz_left(in) < cells ? fuzz_left(in) : cells;
    uint8_t how = fuzz_byte(in);
    p->mines = 0;
    for (size_t i = 0; i < cells; i++) {
        bytes[i] = i < given ? fuzz_byte(in) : i >= 7 ? bytes[i - 7] : 2;
        mine[i] = fuzz_is_mine(bytes[i]);
        p->mines += mine[i];
    }
    fuzz_show(p, mine, bytes, unopened);
    how &= 15;
    if (how == 12 || how == 13)
        p->mines += how - 11u;
    else if (how == 14)
        p->mines -= p->mines > 0;
    else if (how == 15)
        p->mines = fuzz_byte(in);
}

/* Print it, for debugging. */
static inline void fuzz_print(const fuzz_position *p)
{
    fprintf(stderr, "%u x %u, %u mines\n", (unsigned)p->rows, (unsigned)p->cols, (unsigned)p->mines);
    for (size_t r = 0; r < p->rows; r++)
        fprintf(stderr, "    %.*s\n", (int)p->cols, p->cells + r * p->cols);
}

#endif
