/*
 * test_order.c - the order of a component's boxes. On small components every order is tried: the states of a graph are
 * counted by a simple second implementation, and the chosen order is close to the best one. On larger components it
 * beats random orders. It depends on nothing but the component, and the search can be interrupted.
 */
#include "../../core/base/clock.h"
#include "../../core/exact/graph.h"
#include "../../core/exact/order.h"
#include "../../core/exact/solution.h"

#include "check.h"
#include "positions.h"

#include <stdbool.h>
#include <stdlib.h>

enum { MOST_BOXES = 7, MOST_NUMBERS = 16, MOST_STATES = 4096 };

static position p;
static mcore_board board;
static mcore_reduced reduced;
static mcore_arena arena;
static mcore_poll never; /* without a callback or deadline */

static bool reduce_position(void)
{
    const mcore_position position = {p.cells, p.rows, p.cols, p.mines};
    mines_fault fault;
    mcore_arena_rewind(&arena);
    return CHECK_SAME(mcore_solution_reduce(&board, &reduced, &arena, &position, &fault), MINES_OK);
}

/* ---- States of small components, counted again ---- */

/* The missing mines of the numbers of a component. */
typedef struct state {
    uint8_t residual[MOST_NUMBERS];
} state;

typedef struct layer {
    state state[MOST_STATES];
    uint32_t count;
} layer;

static void add(layer *l, const state *s)
{
    for (uint32_t i = 0; i < l->count; i++)
        if (memcmp(&l->state[i], s, sizeof *s) == 0)
            return;
    if (l->count == MOST_STATES)
        CHECK(l->count < MOST_STATES);
    else
        l->state[l->count++] = *s;
}

/* Place j mines in a box: false if one of its numbers then has too many, or can't get enough from its other `left`
   cells. */
static bool place(state *s, const mcore_component *c, const mcore_box *box, uint32_t j, const uint8_t *left)
{
    for (uint32_t i = 0; i < box->numbers; i++) {
        uint32_t n = reduced.box_numbers[box->first_number + i] - c->first_number;
        if (s->residual[n] < j || s->residual[n] - j > left[n])
            return false;
        s->residual[n] = (uint8_t)(s->residual[n] - j);
    }
    return true;
}

/* The states of all layers with this order. */
static uint32_t count_states(const mcore_component *c, const uint32_t *order)
{
    static layer layers[2];
    uint8_t left[MOST_NUMBERS] = {0};
    uint32_t total = 1;
    memset(&layers[0].state[0], 0, sizeof layers[0].state[0]);
    for (uint32_t n = 0; n < c->numbers; n++) {
        layers[0].state[0].residual[n] = reduced.number[c->first_number + n].residual;
        left[n] = reduced.number[c->first_number + n].undecided;
    }
    layers[0].count = 1;
    for (uint32_t i = 0; i < c->boxes; i++) {
        const mcore_box *box = reduced.box + order[i];
        const layer *from = &layers[i % 2];
        layer *to = &layers[(i + 1) % 2];
        to->count = 0;
        for (uint32_t k = 0; k < box->numbers; k++) {
            uint32_t n = reduced.box_numbers[box->first_number + k] - c->first_number;
            left[n] = (uint8_t)(left[n] - box->size);
        }
        for (uint32_t k = 0; k < from->count; k++) {
            for (uint32_t j = 0; j <= box->size; j++) {
                state next = from->state[k];
                if (place(&next, c, box, j, left))
                    add(to, &next);
            }
        }
        total += to->count;
    }
    return total;
}

typedef struct range {
    uint32_t least, most;
} range;

/* The fewest and most states over all orders of order[at ..]. */
static void try_orders(const mcore_component *c, uint32_t *order, uint32_t at, range *states)
{
    if (at == c->boxes) {
        uint32_t count = count_states(c, order);
        states->least = mcore_min(states->least, count);
        states->most = mcore_max(states->most, count);
    }
    for (uint32_t i = at; i < c->boxes; i++) {
        uint32_t swap = order[at];
        order[at] = order[i];
        order[i] = swap;
        try_orders(c, order, at + 1, states);
        order[i] = order[at];
        order[at] = swap;
    }
}

/* ---- Orders ---- */

static void check_permutation(const mcore_component *c, const uint32_t *order)
{
    bool *seen = calloc(c->boxes, sizeof *seen);
    for (uint32_t i = 0; i < c->boxes && CHECK(seen != NULL); i++) {
        uint32_t box = order[i] - c->first_box;
        if (!CHECK(box < c->boxes) || !CHECK(!seen[box]))
            break;
        seen[box] = true;
    }
    free(seen);
}

/* The component's order; found twice, with different memory around it. */
static uint32_t *order_of(const mcore_component *c)
{
    mcore_arena other;
    mcore_arena_init(&other, UINT64_MAX);
    uint32_t *order = mcore_arena_alloc(&arena, c->boxes, sizeof *order);
    uint32_t *again = mcore_arena_alloc(&arena, c->boxes, sizeof *again);
    memset(again, 0xff, c->boxes * sizeof *again);
    CHECK_SAME(mcore_order(&reduced, c, order, &arena, &never), MINES_OK);
    CHECK_SAME(mcore_order(&reduced, c, again, &other, &never), MINES_OK);
    CHECK(memcmp(order, again, c->boxes * sizeof *order) == 0);
    mcore_arena_free(&other);
    check_permutation(c, order);
    return order;
}

static uint32_t graph_states(const mcore_component *c, const uint32_t *order)
{
    mcore_graph graph;
    mines_status status = mcore_graph_build(&graph, &reduced, c, order, &arena, &never);
    CHECK(status == MINES_OK || status == MINES_NO_VALID_BOARD);
    return status == MINES_OK ? graph.states : 0;
}

/* ---- Small components ---- */

static double chosen, best, worst; /* sums of states */
static unsigned long small_components, optimal;

static void compare_small(const mcore_component *c)
{
    uint32_t *order = order_of(c), all[MOST_BOXES];
    range states = {UINT32_MAX, 0};
    uint32_t count = count_states(c, order);
    CHECK_SAME(graph_states(c, order), count);
    for (uint32_t i = 0; i < c->boxes; i++)
        all[i] = c->first_box + i;
    try_orders(c, all, 0, &states);
    CHECK(count <= states.most && count >= states.least);
    CHECK(count <= 3 * states.least); /* one start is enough where few states are expected */
    chosen += count;
    best += states.least;
    worst += states.most;
    small_components++;
    optimal += count == states.least;
}

static void small(void)
{
    uint64_t random = 1;
    for (int i = 0; i < 300; i++) {
        if (i % 2 == 0)
            position_random(&p, 8, 8, 16, 10 + random_below(&random, 40), 0, &random);
        else
            position_lattice(&p, 3 + random_below(&random, 2), 5, 4, &random);
        if (!reduce_position())
            return;
        for (uint32_t k = 0; k < reduced.components; k++) {
            const mcore_component *c = reduced.component + k;
            if (c->boxes > 2 && c->boxes <= MOST_BOXES && c->numbers <= MOST_NUMBERS)
                compare_small(c);
        }
    }
    printf("%lu small components, %lu of them optimal: %.0f states, at least %.0f, at most %.0f\n", small_components,
           optimal, chosen, best, worst);
    CHECK(small_components > 100);
    CHECK(chosen < 1.25 * best && worst > 2.0 * best);
}

/* ---- Large components ---- */

static void shuffle(uint32_t *order, uint32_t count, uint64_t *random)
{
    for (uint32_t i = count; i > 1; i--) {
        uint32_t at = random_below(random, i), swap = order[i - 1];
        order[i - 1] = order[at];
        order[at] = swap;
    }
}

/* Better than each of `tries` random orders, and than the order in which boxes were found. */
static void compare_large(const mcore_component *c, int tries, uint64_t *random)
{
    uint32_t *order = order_of(c), states = graph_states(c, order);
    for (uint32_t i = 0; i < c->boxes; i++)
        order[i] = c->first_box + i;
    CHECK(states > 0 && states <= graph_states(c, order));
    for (int i = 0; i < tries; i++) {
        shuffle(order, c->boxes, random);
        CHECK(states < graph_states(c, order));
    }
}

static void large(void)
{
    uint64_t random = 2;
    uint32_t most = 0;
    for (int i = 0; i < 10; i++) {
        if (i % 2 == 0)
            position_random(&p, 12, 12, 25, 30, 0, &random);
        else
            position_lattice(&p, 7, 7, 10, &random);
        if (!reduce_position())
            return;
        for (uint32_t k = 0; k < reduced.components; k++) {
            const mcore_component *c = reduced.component + k;
            most = mcore_max(most, c->boxes);
            if (c->boxes >= 10 && c->boxes <= 24)
                compare_large(c, 5, &random);
            else
                (void)order_of(c);
        }
    }
    CHECK(most > 20);
}

/* ---- Interrupts ---- */

static void interrupts(void)
{
    uint64_t random = 3;
    int ended = 0;
    position_isolated(&p, 40, 40, 300, &random);
    if (!reduce_position())
        return;
    const mcore_component *c = reduced.component;
    for (uint32_t k = 1; k < reduced.components; k++)
        c = reduced.component[k].boxes > c->boxes ? reduced.component + k : c;
    uint32_t *order = mcore_arena_alloc(&arena, c->boxes, sizeof *order);
    mines_status status = MINES_INTERRUPTED;
    for (uint64_t time = 0; status == MINES_INTERRUPTED; time += time / 2 + 20000) {
        mcore_poll poll;
        mcore_poll_init(&poll, NULL, mcore_clock_now() + time);
        status = mcore_order(&reduced, c, order, &arena, &poll);
        ended += status == MINES_INTERRUPTED;
    }
    CHECK_SAME(status, MINES_OK);
    check_permutation(c, order);
    CHECK(ended > 0);
}

int main(void)
{
    mcore_poll_init(&never, NULL, UINT64_MAX);
    mcore_arena_init(&arena, UINT64_MAX);
    small();
    large();
    interrupts();
    mcore_arena_free(&arena);
    return check_done("test_order");
}
