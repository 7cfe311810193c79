/*
 * all_boards.h - all small boards, for the C tests: a board is a set of up to 16 cells, one bit each. Also the limit of
 * chi-square for tests of uniformity.
 */
#ifndef ALL_BOARDS_H
#define ALL_BOARDS_H

#include "check.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* The value that chi-square with this many degrees of freedom exceeds with probability 1e-25 (Wilson and Hilferty). */
static inline double chi_square_limit(size_t degrees)
{
    double d = (double)degrees, part = 2.0 / (9.0 * d), root = 1.0 - part + 10.4 * sqrt(part);
    return d * root * root * root;
}

enum { SMALL = 16 };

typedef struct small {
    uint32_t rows, cols, mines;
    uint32_t around[SMALL]; /* neighbours of each cell, one bit each */
    uint32_t *board;        /* all sets of that many mines */
    size_t boards;
} small;

static inline uint32_t ones(uint32_t set)
{
    uint32_t count = 0;
    for (; set != 0; set &= set - 1)
        count++;
    return count;
}

static inline void list_boards(small *s, uint32_t rows, uint32_t cols, uint32_t mines)
{
    *s = (small){.rows = rows, .cols = cols, .mines = mines};
    uint32_t cells = rows * cols;
    for (uint32_t a = 0; a < cells; a++) {
        for (uint32_t b = 0; b < cells; b++) {
            long down = labs((long)(a / cols) - (long)(b / cols)), across = labs((long)(a % cols) - (long)(b % cols));
            s->around[a] |= (uint32_t)(a != b && down <= 1 && across <= 1) << b;
        }
    }
    s->board = malloc(((size_t)1 << cells) * sizeof *s->board);
    if (!CHECK(s->board != NULL))
        exit(1);
    for (uint32_t set = 0; set < 1u << cells; set++)
        if (ones(set) == mines)
            s->board[s->boards++] = set;
}

/* Keep the boards that fit the opened cells, open the cells that are a mine in none of them, and repeat until nothing
   changes. */
static inline bool won_by_all_boards(const small *s, uint32_t truth, uint32_t click)
{
    uint32_t all = (1u << s->rows * s->cols) - 1, opened = 1u << click;
    while (!(truth & opened)) {
        uint32_t possible = 0;
        for (size_t b = 0; b < s->boards; b++) {
            uint32_t board = s->board[b];
            bool fits = !(board & opened);
            for (uint32_t cell = 0; cell < s->rows * s->cols && fits; cell++)
                fits = !(opened >> cell & 1) || ones(board & s->around[cell]) == ones(truth & s->around[cell]);
            possible |= fits ? board : 0;
        }
        uint32_t safe = all & ~possible & ~opened;
        if (safe == 0)
            return opened == (all & ~truth);
        opened |= safe;
    }
    return false;
}

static inline uint32_t set_of(const uint8_t *mask, uint32_t cells)
{
    uint32_t set = 0;
    for (uint32_t cell = 0; cell < cells && cell < 32; cell++)
        set |= (uint32_t)mask[cell] << cell;
    return set;
}

#endif
