/*
 * positions.h - positions for the C tests: from text with '/' between rows, or random ones made by opening cells of a
 * complete board, so that at least one valid board exists.
 */
#ifndef POSITIONS_H
#define POSITIONS_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct position {
    uint32_t rows, cols, mines;
    char cells[256 * 256]; /* row-major, '-' '+' '0'..'8' */
} position;

/* The next 64 bits of splitmix64. */
static inline uint64_t next_random(uint64_t *state)
{
    uint64_t x = *state += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
    return x ^ (x >> 31);
}

/* 0 .. n - 1; the tiny bias does not matter here. */
static inline uint32_t random_below(uint64_t *state, uint32_t n) { return (uint32_t)((next_random(state) >> 33) % n); }

/* Rows separated by '/', all of one length. */
static inline void position_read(position *p, const char *text, uint32_t mines)
{
    size_t n = 0;
    p->rows = 1;
    p->mines = mines;
    for (; *text != '\0'; text++) {
        if (*text == '/')
            p->rows++;
        else
            p->cells[n++] = *text;
    }
    p->cols = (uint32_t)n / p->rows;
}

static inline void position_blank(position *p, uint32_t rows, uint32_t cols, uint32_t mines)
{
    p->rows = rows;
    p->cols = cols;
    p->mines = mines;
    memset(p->cells, '-', rows * cols);
}

/* Mines among the up to 8 neighbours; mine is 1 for each of them. */
static inline unsigned mines_around(const uint8_t *mine, size_t rows, size_t cols, size_t row, size_t col)
{
    unsigned sum = 0;
    for (size_t r = row == 0 ? 0 : row - 1; r <= row + 1 && r < rows; r++)
        for (size_t c = col == 0 ? 0 : col - 1; c <= col + 1 && c < cols; c++)
            if (r != row || c != col)
                sum += mine[r * cols + c];
    return sum;
}

/* Place mines uniformly. */
static inline void place_mines(uint8_t *mine, size_t cells, uint32_t mines, uint64_t *state)
{
    memset(mine, 0, cells);
    for (uint32_t placed = 0; placed < mines;) {
        uint32_t i = random_below(state, (uint32_t)cells);
        placed += mine[i] == 0;
        mine[i] = 1;
    }
}

/* Random mines; each safe cell is open with probability open/100, each mine known with probability flag/100. */
static inline void position_random(position *p, uint32_t rows, uint32_t cols, uint32_t mines, unsigned open,
                                   unsigned flag, uint64_t *state)
{
    static uint8_t mine[256 * 256];
    position_blank(p, rows, cols, mines);
    place_mines(mine, rows * cols, mines, state);
    for (size_t r = 0; r < rows; r++) {
        for (size_t c = 0; c < cols; c++) {
            size_t i = r * cols + c;
            if (mine[i] && random_below(state, 100) < flag)
                p->cells[i] = '+';
            else if (!mine[i] && random_below(state, 100) < open)
                p->cells[i] = (char)('0' + mines_around(mine, rows, cols, r, c));
        }
    }
}

/* A lattice: the safe cells in every second row and column are open. These are the hardest boards to count. */
static inline void position_lattice(position *p, uint32_t rows, uint32_t cols, uint32_t mines, uint64_t *state)
{
    static uint8_t mine[256 * 256];
    position_blank(p, rows, cols, mines);
    place_mines(mine, rows * cols, mines, state);
    for (size_t r = 0; r < rows; r += 2)
        for (size_t c = 0; c < cols; c += 2)
            if (!mine[r * cols + c])
                p->cells[r * cols + c] = (char)('0' + mines_around(mine, rows, cols, r, c));
}

/* Opened cells with numbers above 0 that touch no other opened cell, as many as fit: a few wide components. */
static inline void position_isolated(position *p, uint32_t rows, uint32_t cols, uint32_t mines, uint64_t *state)
{
    static uint8_t mine[256 * 256], opened[256 * 256];
    position_blank(p, rows, cols, mines);
    place_mines(mine, rows * cols, mines, state);
    memset(opened, 0, rows * cols);
    for (size_t tries = 0; tries < 4 * rows * cols; tries++) {
        size_t i = random_below(state, (uint32_t)(rows * cols)), r = i / cols, c = i % cols;
        unsigned number = mines_around(mine, rows, cols, r, c);
        if (!mine[i] && number > 0 && mines_around(opened, rows, cols, r, c) == 0) {
            opened[i] = 1;
            p->cells[i] = (char)('0' + number);
        }
    }
}

#endif
