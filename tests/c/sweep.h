/*
 * sweep.h - an independent exact count for the C tests: the valid boards of a position with up to 4 rows and 63
 * unopened cells, by number of mines. It sweeps over the columns and keeps the mines of the last two of them, so it
 * shares nothing with the library.
 */
#ifndef SWEEP_H
#define SWEEP_H

#include "positions.h"

enum { SWEEP_ROWS = 4, SWEEP_CELLS = 63, SWEEP_SETS = 1 << SWEEP_ROWS };

/* Besides the characters of a board: a cell without a mine whose number is not given. */
#define SWEEP_SAFE 's'

typedef struct sweep_counts {
    uint64_t boards[SWEEP_CELLS + 2]; /* by mines */
} sweep_counts;

static inline unsigned sweep_ones(unsigned set)
{
    unsigned count = 0;
    for (; set != 0; set &= set - 1)
        count++;
    return count;
}

/* Whether the set of mines in a column agrees with its cells. */
static inline int sweep_allows(const position *p, size_t col, unsigned set)
{
    for (size_t row = 0; row < p->rows; row++) {
        char cell = p->cells[row * p->cols + col];
        unsigned mine = set >> row & 1;
        if (cell != '-' && mine != (cell == '+'))
            return 0;
    }
    return 1;
}

/* Whether the numbers of a column agree with the mines in it and in its two neighbours. */
static inline int sweep_satisfies(const position *p, size_t col, const unsigned set[3])
{
    for (size_t row = 0; row < p->rows; row++) {
        char cell = p->cells[row * p->cols + col];
        unsigned sum = 0, around = 7u << row >> 1;
        for (int k = 0; k < 3; k++)
            sum += sweep_ones(set[k] & around);
        if (cell >= '0' && cell <= '8' && sum != (unsigned)(cell - '0'))
            return 0;
    }
    return 1;
}

typedef uint64_t sweep_layer[SWEEP_CELLS + 2][SWEEP_SETS][SWEEP_SETS]; /* by mines, last column but one, last column */

/* Add a column, the one after `col`; after the last one there are no mines. */
static inline void sweep_column(const position *p, size_t col, sweep_layer from, sweep_layer to)
{
    unsigned sets = 1u << p->rows;
    memset(to, 0, sizeof(sweep_layer));
    for (size_t m = 0; m <= (col + 1) * p->rows && m <= SWEEP_CELLS; m++) {
        for (unsigned set = 0; set < sets * sets; set++) {
            unsigned s[3] = {set / sets, set % sets, 0};
            for (; from[m][s[0]][s[1]] != 0 && s[2] < (col + 1 < p->cols ? sets : 1); s[2]++) {
                size_t mines = m + sweep_ones(s[2]);
                if ((col + 1 == p->cols || sweep_allows(p, col + 1, s[2])) && sweep_satisfies(p, col, s) &&
                    mines <= SWEEP_CELLS)
                    to[mines][s[1]][s[2]] += from[m][s[0]][s[1]];
            }
        }
    }
}

/* The numbers of boards with 0, 1, ... mines that agree with the cells, whatever p->mines is. */
static inline void sweep(const position *p, sweep_counts *counts)
{
    static sweep_layer layer[2];
    memset(layer[0], 0, sizeof layer[0]);
    for (unsigned set = 0; set < 1u << p->rows; set++)
        if (sweep_allows(p, 0, set))
            layer[0][sweep_ones(set)][0][set] = 1;
    for (size_t col = 0; col < p->cols; col++)
        sweep_column(p, col, layer[col % 2], layer[(col + 1) % 2]);
    for (size_t m = 0; m <= SWEEP_CELLS; m++) {
        counts->boards[m] = 0;
        for (unsigned set = 0; set < SWEEP_SETS; set++)
            counts->boards[m] += layer[p->cols % 2][m][set][0];
    }
}

/* The number of valid boards. */
static inline uint64_t sweep_total(const position *p)
{
    sweep_counts counts;
    sweep(p, &counts);
    return p->mines <= SWEEP_CELLS ? counts.boards[p->mines] : 0;
}

#endif
