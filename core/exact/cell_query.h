/*
 * cell_query.h - a question about a few cells, the neighbours of one cell and perhaps that cell itself: how many mines
 * the neighbours hold while the cell is safe. What is certain of them is known without asking; what is left lies in
 * boxes and in the sea, where one cell is as good as any other, so that cells with the same surroundings share a
 * question.
 */
#ifndef MCORE_CELL_QUERY_H
#define MCORE_CELL_QUERY_H

#include "../base/common.h"

enum { MCORE_NUMBERS = 9 /* 0..8 mines around */ };

/* Pinned cells of one box: `counted` neighbours, and the cell itself or not. */
typedef struct mcore_query_pin {
    uint32_t box;
    uint8_t neighbours;
    uint8_t self;
} mcore_query_pin;

/* A question: the pins of a cell, boxes ascending (so those of one component stand together). */
typedef struct mcore_cell_query {
    mcore_query_pin pins[MCORE_NUMBERS];
    uint8_t pin_count;
    uint8_t neighbours; /* neighbours in boxes */
    uint8_t sea;        /* neighbours in the sea */
    uint8_t sea_self;   /* the cell itself is in the sea and must be safe */
} mcore_cell_query;

#endif
