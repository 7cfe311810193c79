/* position.h - how the C benchmarks read positions: "rows cols mines" and the rows, as native.py writes them. */
#ifndef POSITION_H
#define POSITION_H

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MOST_CELLS = 65536 };

typedef struct position {
    uint32_t rows, cols, mines;
    char cells[MOST_CELLS]; /* row-major */
} position;

/* Read the next position of standard input: 1, or 0 at the end, or -1 for anything else. */
static inline int position_next(position *p)
{
    static char row[MOST_CELLS + 1];
    if (scanf("%" SCNu32 " %" SCNu32 " %" SCNu32, &p->rows, &p->cols, &p->mines) != 3)
        return 0;
    if (p->rows == 0 || p->cols == 0 || p->cols > MOST_CELLS / p->rows)
        return -1;
    for (uint32_t r = 0; r < p->rows; r++) {
        if (scanf("%65536s", row) != 1 || strlen(row) != p->cols)
            return -1;
        memcpy(p->cells + (size_t)r * p->cols, row, p->cols);
    }
    return 1;
}

#endif
