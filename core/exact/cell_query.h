/*
 * cell_query.h - a query about the neighbours of one cell, and perhaps that cell itself: the distribution of the number
 * of mines among the neighbours while the cell is safe.
 *
 * Certain neighbours need no query. The others are in boxes and in the sea, whose cells are interchangeable, so a query
 * only says how many cells of each are *pinned*. Cells with the same surroundings share a query.
 */
#ifndef MCORE_CELL_QUERY_H
#define MCORE_CELL_QUERY_H

#include "../base/common.h"

enum { MCORE_NUMBERS = 9 /* 0..8 mines around a cell */ };

/* The pinned cells of one box. */
typedef struct mcore_query_pin {
    uint32_t box;
    uint8_t neighbours;
    uint8_t self; /* 1: the cell itself is in this box */
} mcore_query_pin;

typedef struct mcore_cell_query {
    mcore_query_pin pins[MCORE_NUMBERS]; /* boxes ascending, so those of a component are consecutive */
    uint8_t pin_count;
    uint8_t neighbours; /* neighbours in boxes */
    uint8_t sea;        /* neighbours in the sea */
    uint8_t sea_self;   /* 1: the cell itself is in the sea */
} mcore_cell_query;

/* Pinned cells of the sea. */
static inline uint32_t mcore_query_sea_pins(const mcore_cell_query *query)
{
    return (uint32_t)query->sea + query->sea_self;
}

#endif
