#include "order.h"

#include <string.h>

enum {
    STARTS = 4,    /* fixed starting numbers */
    RESTARTS = 20, /* random ones for heavy components */
    BITS = 256     /* logarithms are fixed-point: this is log2(2) */
};
#define SMALL 300.0   /* predicted states below which no other start is tried */
#define HEAVY 10000.0 /* predicted states above which random starts are tried */

/* 256 * log2(range), range 0..8; a range is 0 only if the number can't be satisfied */
static const uint16_t log_range[9] = {0, 0, 256, 406, 512, 594, 662, 719, 768};

typedef struct progress {
    uint8_t residual;
    uint8_t used;      /* cells of the number in placed boxes */
    uint8_t remaining; /* cells in other boxes */
    uint8_t gain;      /* cells that the completion being evaluated would place */
} progress;

typedef struct search {
    const mcore_reduced *reduced;
    const mcore_component *component;
    progress *number; /* by number of the component */
    bool *placed;     /* by box of the component */
    uint32_t *active; /* numbers of which some boxes are placed, but not all */
    uint32_t active_count;
    uint32_t *touched;      /* numbers that the completion being evaluated changes */
    uint32_t *best, *trial; /* orders */
    uint64_t random;
    mcore_poll *poll;
} search;

static uint32_t next_random(search *s)
{
    s->random = s->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(s->random >> 33);
}

/* 256 * log2 of the number of values that a residual can take after `used` of the number's cells. */
static int range_bits(uint32_t residual, uint32_t used, uint32_t remaining)
{
    uint32_t low = residual > remaining ? residual - remaining : 0, high = mcore_min(residual, used);
    return high > low ? log_range[high - low + 1] : 0;
}

/* List a number's boxes that are not placed yet, counted from the component's first box; returns how many. */
static uint32_t unplaced_boxes(const search *s, uint32_t number, uint32_t boxes[8])
{
    const mcore_number *n = s->reduced->number + s->component->first_number + number;
    uint32_t count = 0;
    for (uint32_t i = 0; i < n->boxes; i++) {
        uint32_t box = s->reduced->number_boxes[n->first_box + i] - s->component->first_box;
        if (!s->placed[box])
            boxes[count++] = box;
    }
    return count;
}

/* The change of the layer's bits if a number is completed. */
static int completion_bits(search *s, uint32_t number)
{
    uint32_t boxes[8], count = unplaced_boxes(s, number, boxes), touched = 0;
    for (uint32_t i = 0; i < count; i++) {
        const mcore_box *box = s->reduced->box + s->component->first_box + boxes[i];
        for (uint32_t k = 0; k < box->numbers; k++) {
            uint32_t n = s->reduced->box_numbers[box->first_number + k] - s->component->first_number;
            if (s->number[n].gain == 0)
                s->touched[touched++] = n;
            s->number[n].gain = (uint8_t)(s->number[n].gain + box->size);
        }
    }
    int bits = 0;
    for (uint32_t i = 0; i < touched; i++) {
        progress *p = s->number + s->touched[i];
        bits += range_bits(p->residual, (uint32_t)p->used + p->gain, (uint32_t)p->remaining - p->gain) -
                range_bits(p->residual, p->used, p->remaining);
        p->gain = 0;
    }
    return bits;
}

/* The change of the layer's bits if one box is placed. */
static int box_bits(const search *s, uint32_t index)
{
    const mcore_box *box = s->reduced->box + s->component->first_box + index;
    int bits = 0;
    for (uint32_t k = 0; k < box->numbers; k++) {
        const progress *p = s->number + s->reduced->box_numbers[box->first_number + k] - s->component->first_number;
        bits += range_bits(p->residual, (uint32_t)p->used + box->size, (uint32_t)p->remaining - box->size) -
                range_bits(p->residual, p->used, p->remaining);
    }
    return bits;
}

static void place(search *s, uint32_t index)
{
    const mcore_box *box = s->reduced->box + s->component->first_box + index;
    s->placed[index] = true;
    for (uint32_t k = 0; k < box->numbers; k++) {
        uint32_t n = s->reduced->box_numbers[box->first_number + k] - s->component->first_number;
        progress *p = s->number + n;
        if (p->used == 0)
            s->active[s->active_count++] = n;
        p->used = (uint8_t)(p->used + box->size);
        p->remaining = (uint8_t)(p->remaining - box->size);
    }
}

/* Remove the box that raises the bits least from `count` boxes. */
static uint32_t remove_least(const search *s, uint32_t *boxes, uint32_t count, int *bits)
{
    uint32_t least = 0;
    *bits = box_bits(s, boxes[0]);
    for (uint32_t i = 1; i < count; i++) {
        int own = box_bits(s, boxes[i]);
        if (own < *bits) {
            *bits = own;
            least = i;
        }
    }
    uint32_t removed = boxes[least];
    boxes[least] = boxes[count - 1];
    return removed;
}

/* Roughly 2^(bits / 256): linear between powers of two. */
static double states_of(int bits)
{
    double states = 1.0 + (double)(bits % BITS) / BITS;
    for (int i = bits / BITS; i > 0; i--)
        states *= 2.0;
    return states;
}

/* The active number that is cheapest to complete, with up to `noise` random bits added to each. Completed numbers are
   dropped from the list. */
static uint32_t cheapest(search *s, uint32_t noise)
{
    uint32_t best = MCORE_NONE, kept = 0;
    int best_bits = 0;
    for (uint32_t i = 0; i < s->active_count; i++) {
        uint32_t n = s->active[i];
        if (s->number[n].remaining == 0)
            continue;
        s->active[kept++] = n;
        int bits = completion_bits(s, n);
        if (noise != 0)
            bits += (int)(next_random(s) % noise);
        if (best == MCORE_NONE || bits < best_bits) {
            best = n;
            best_bits = bits;
        }
    }
    s->active_count = kept;
    return best;
}

/* Grow s->trial from a starting number. Returns the predicted states; more than `limit` if it gave up there or the poll
   stopped it. */
static double grow_order(search *s, uint32_t start, uint32_t noise, double limit)
{
    const mcore_component *c = s->component;
    for (uint32_t i = 0; i < c->numbers; i++) {
        const mcore_number *n = s->reduced->number + c->first_number + i;
        s->number[i] = (progress){.residual = n->residual, .remaining = n->undecided};
    }
    memset(s->placed, 0, c->boxes * sizeof *s->placed);
    s->active_count = 0;
    uint32_t count = 0, number = start;
    int bits = 0;
    double states = 1.0;
    while (number != MCORE_NONE && states <= limit) {
        uint32_t boxes[8], open = unplaced_boxes(s, number, boxes);
        for (; open > 0; open--) {
            int change;
            uint32_t box = remove_least(s, boxes, open, &change);
            place(s, box);
            bits += change;
            states += states_of(bits);
            s->trial[count++] = box + c->first_box;
        }
        number = cheapest(s, noise);
        if (mcore_poll_step(s->poll, 1 + s->active_count * 8))
            return limit * 2.0;
    }
    return states;
}

/* Try one start and keep the order if it is the best so far. */
static void try_start(search *s, uint32_t start, uint32_t noise, double *best_states)
{
    double states = grow_order(s, start, noise, *best_states);
    if (states < *best_states) {
        uint32_t *swap = s->best;
        s->best = s->trial;
        s->trial = swap;
        *best_states = states;
    }
}

mines_status mcore_order(const mcore_reduced *reduced, const mcore_component *component, uint32_t *order,
                         mcore_arena *arena, mcore_poll *poll)
{
    uint32_t numbers = component->numbers;
    if (component->boxes == 1) {
        order[0] = component->first_box;
        return MINES_OK;
    }
    search s = {
        .reduced = reduced,
        .component = component,
        .number = mcore_arena_alloc_zeroed(arena, numbers, sizeof(progress)),
        .placed = mcore_arena_alloc(arena, component->boxes, sizeof(bool)),
        .active = mcore_arena_alloc(arena, numbers, sizeof(uint32_t)),
        .touched = mcore_arena_alloc(arena, numbers, sizeof(uint32_t)),
        .best = order,
        .trial = mcore_arena_alloc(arena, component->boxes, sizeof(uint32_t)),
        .random = 1,
        .poll = poll,
    };
    if (arena->status != MINES_OK)
        return arena->status;
    double states = 1e300;
    /* numbers are in breadth-first order: the last is far from the first and a good end to start at */
    const uint32_t starts[STARTS] = {numbers - 1, 0, numbers / 2, numbers / 4};
    for (int i = 0; i < STARTS && states > SMALL; i++)
        try_start(&s, starts[i], 0, &states);
    for (int i = 0; i < RESTARTS && states > HEAVY; i++)
        try_start(&s, next_random(&s) % numbers, BITS, &states);
    if (poll->stop)
        return MINES_INTERRUPTED;
    if (s.best != order)
        memcpy(order, s.best, component->boxes * sizeof *order);
    return MINES_OK;
}
