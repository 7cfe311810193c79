/*
 * position.h - positions from fuzz input. Mostly such that a valid board exists: a byte a cell says whether a mine lies
 * there, whether the cell is opened or known, and now and then that its number lies. Or any bytes at all.
 */
#ifndef POSITION_H
#define POSITION_H

#include "fuzz.h"

typedef struct fuzz_position {
    size_t rows, cols;
    uint32_t mines;
    char *cells; /* in a room */
} fuzz_position;

/* Mines around a cell in an array that is not 0 where one is. */
static inline unsigned fuzz_around(const uint8_t *mine, size_t rows, size_t cols, size_t cell)
{
    size_t row = cell / cols, col = cell % cols;
    unsigned sum = 0;
    for (size_t r = row > 0 ? row - 1 : 0; r <= row + 1 && r < rows; r++)
        for (size_t c = col > 0 ? col - 1 : 0; c <= col + 1 && c < cols; c++)
            sum += (r != row || c != col) && mine[r * cols + c] != 0;
    return sum;
}

/* The byte of a cell: a mine in one of four, opened or known in one of two, a number that lies in one of 32. */
static inline bool fuzz_is_mine(uint8_t byte) { return (byte & 3) == 0; }
static inline bool fuzz_is_shown(uint8_t byte) { return (byte & 4) != 0; }
static inline bool fuzz_lies(uint8_t byte) { return byte >> 3 == 31; }

/* The cells that mines and bytes make; at most `unopened` of them stay so, the rest is shown. */
static inline void fuzz_show(fuzz_position *p, const uint8_t *mine, const uint8_t *bytes, size_t unopened)
{
    p->cells = fuzz_room(p->rows * p->cols, 1);
    for (size_t i = 0; i < p->rows * p->cols; i++) {
        if (!fuzz_is_shown(bytes[i]) && unopened > 0) {
            p->cells[i] = '-';
            unopened--;
        } else if (mine[i]) {
            p->cells[i] = '+';
        } else {
            p->cells[i] = (char)('0' + (fuzz_lies(bytes[i]) ? bytes[i] & 3 : fuzz_around(mine, p->rows, p->cols, i)));
        }
    }
}

/* The rest of a position whose size is set, up to 1024 cells. Cells that the input does not reach are as its first. */
static inline void fuzz_take_position(fuzz_input *in, fuzz_position *p, size_t unopened)
{
    enum { MOST = 1024 };
    uint8_t bytes[MOST], mine[MOST];
    size_t cells = p->rows * p->cols, given = fuzz_left(in) < cells ? fuzz_left(in) : cells;
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

/* Print it, where that helps to see what went wrong. */
static inline void fuzz_print(const fuzz_position *p)
{
    fprintf(stderr, "%zu x %zu, %u mines\n", p->rows, p->cols, (unsigned)p->mines);
    for (size_t r = 0; r < p->rows; r++)
        fprintf(stderr, "    %.*s\n", (int)p->cols, p->cells + r * p->cols);
}

#endif
