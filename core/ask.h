/*
 * ask.h - a question about a few cells, the neighbours of one cell and perhaps that cell itself: how many mines the
 * neighbours hold while the cell is safe. What is certain of them is known without asking; what is left lies in boxes
 * and in the sea, where one cell is as good as any other, so that cells with the same surroundings share a question.
 */
#ifndef MSC_ASK_H
#define MSC_ASK_H

#include "common.h"

enum { MSC_NUMBERS = 9 /* 0..8 mines around */ };

/* Pinned cells of one box: `counted` neighbours, and the cell itself or not. */
typedef struct msc_pin {
    uint32_t box;
    uint8_t counted;
    uint8_t own;
} msc_pin;

/* A question: the pins of a cell, boxes ascending (so those of one component stand together). */
typedef struct msc_ask {
    msc_pin pins[MSC_NUMBERS];
    uint8_t pin_count;
    uint8_t counted; /* neighbours in boxes */
    uint8_t sea;     /* neighbours in the sea */
    uint8_t sea_own; /* the cell itself is in the sea and must be safe */
} msc_ask;

#endif
