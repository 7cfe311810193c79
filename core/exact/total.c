#include "total.h"

#include "../base/bignum.h"

#include <string.h>

/* ---- Polynomials ---- */

/* A polynomial in the number of mines with a second index m < width, the mines among a query's neighbours. Coefficient
   (k, m) is `words` words at data + (k * width + m) * words. */
typedef struct polynomial {
    uint32_t *data;
    size_t length, words;
    uint32_t width;
} polynomial;

/* Words for numbers of up to 2^cells. */
static size_t words_for(size_t cells) { return cells / 32 + 1; }

static bool polynomial_alloc(polynomial *p, size_t length, uint32_t width, size_t words, mcore_arena *arena)
{
    *p = (polynomial){mcore_arena_realloc(arena, NULL, length * width * words, sizeof(uint32_t)), length, words, width};
    if (p->data != NULL)
        memset(p->data, 0, length * width * words * sizeof(uint32_t));
    return p->data != NULL;
}

/* *a *= b, with `words` words per coefficient; terms beyond the width of *a are dropped. */
static mines_status multiply(polynomial *a, const polynomial *b, size_t words, mcore_arena *arena, mcore_poll *poll)
{
    polynomial product;
    if (!polynomial_alloc(&product, a->length + b->length - 1, a->width, words, arena))
        return arena->status;
    for (size_t i = 0; i < a->length * a->width; i++) {
        const uint32_t *x = a->data + i * a->words;
        size_t x_length = mcore_bignum_length(x, a->words), m = i % a->width;
        for (size_t k = 0; k < b->length * b->width && x_length > 0; k++) {
            const uint32_t *y = b->data + k * b->words;
            size_t more = k % b->width, at = i + k / b->width * a->width + more;
            if (m + more < a->width)
                mcore_bignum_add_product(product.data + at * words, words, y, mcore_bignum_length(y, b->words), x,
                                         x_length);
        }
        if (mcore_poll_step(poll, mcore_poll_work(x_length * b->length * b->width)))
            return MINES_INTERRUPTED;
    }
    mcore_arena_release(arena, a->data);
    *a = product;
    return MINES_OK;
}

/* ---- Components ---- */

static uint32_t component_cells(const mcore_graph *graph)
{
    uint32_t cells = 0;
    for (uint32_t layer = 0; layer < graph->layers; layer++)
        cells += graph->box_size[layer];
    return cells;
}

/* The query's pins in one box. */
static mcore_query_pin pin_of(const mcore_cell_query *query, uint32_t box)
{
    for (uint32_t i = 0; i < query->pin_count; i++) {
        if (query->pins[i].box == box)
            return query->pins[i];
    }
    return (mcore_query_pin){.box = box};
}

/* Whether a query pins any cell of a component. */
static bool touches(const mcore_cell_query *query, const mcore_graph *graph)
{
    for (uint32_t layer = 0; layer < graph->layers && query->pin_count > 0; layer++) {
        mcore_query_pin pin = pin_of(query, graph->box[layer]);
        if (pin.neighbours > 0 || pin.self > 0)
            return true;
    }
    return false;
}

/* Add to the vectors `next` of layer + 1 what the layer's vectors `here` contribute with i mines on the box's pinned
   neighbours. The numbers have at most `length` words. False if the poll stopped it. */
static bool forward_layer(const mcore_graph *graph, uint32_t layer, mcore_query_pin pin, uint32_t i, size_t length,
                          const polynomial *here, polynomial *next, mcore_poll *poll)
{
    uint32_t first = graph->first_state[layer], end = graph->first_state[layer + 1], width = here->width;
    uint32_t others = (uint32_t)graph->box_size[layer] - pin.neighbours - pin.self;
    size_t words = here->words;
    for (uint32_t s = first; s < end; s++) {
        const uint32_t *from = here->data + (graph->vector[s] - graph->vector[first]) * width * words;
        size_t count = mcore_graph_vector_length(graph, s);
        uint32_t j = graph->first_mines[s];
        for (size_t e = graph->first_edge[s]; e < graph->first_edge[s + 1]; e++, j++) {
            uint32_t t = graph->target[e];
            if (t == MCORE_NONE || j < i || j - i > others)
                continue;
            uint32_t ways = (uint32_t)mcore_binomial[pin.neighbours][i] * mcore_binomial[others][j - i];
            size_t at = graph->vector[t] - graph->vector[end] + mcore_graph_edge_shift(graph, s, j, t);
            uint32_t *to = next->data + (at * width + i) * words;
            for (size_t k = 0; k < count; k++) {
                for (uint32_t m = 0; m + i < width; m++)
                    mcore_bignum_add_small(to + (k * width + m) * words, words, from + (k * width + m) * words, length,
                                           ways);
            }
        }
        if (mcore_poll_step(poll, mcore_poll_work(count * width * length)))
            return false;
    }
    return true;
}

/* The numbers of ways to fill a component with kmin, kmin + 1, ... mines. */
static mines_status component_ways(const mcore_graph *graph, const mcore_cell_query *query, uint32_t width,
                                   polynomial *out, mcore_arena *arena, mcore_poll *poll)
{
    size_t words = words_for(component_cells(graph)), most = 0;
    for (uint32_t layer = 0; layer <= graph->layers; layer++)
        most = mcore_graph_layer_size(graph, layer) > most ? mcore_graph_layer_size(graph, layer) : most;
    polynomial here, next;
    if (!polynomial_alloc(&here, most, width, words, arena) || !polynomial_alloc(&next, most, width, words, arena))
        return arena->status;
    here.data[0] = 1;
    uint32_t cells = 0;
    for (uint32_t layer = 0; layer < graph->layers; layer++) {
        size_t entries = mcore_graph_layer_size(graph, layer + 1);
        mcore_query_pin pin = pin_of(query, graph->box[layer]);
        memset(next.data, 0, entries * width * words * sizeof(uint32_t));
        for (uint32_t i = 0; i <= pin.neighbours && i < width; i++) {
            if (!forward_layer(graph, layer, pin, i, words_for(cells), &here, &next, poll))
                return MINES_INTERRUPTED;
        }
        cells += graph->box_size[layer];
        polynomial swap = here;
        here = next;
        next = swap;
    }
    mcore_arena_release(arena, next.data);
    *out = here;
    out->length = mcore_graph_layer_size(graph, graph->layers);
    return MINES_OK;
}

/* The product of all components; *cells is the number of their cells. */
static mines_status frontier_ways(const mcore_reduced *reduced, const mcore_graph *graph, const mcore_cell_query *query,
                                  polynomial *frontier, uint32_t *cells, mcore_arena *arena, mcore_poll *poll)
{
    polynomial own = {0};
    frontier->data[0] = 1;
    *cells = 0;
    for (uint32_t i = 0; i < reduced->components; i++) {
        uint32_t width = touches(query, graph + i) ? frontier->width : 1;
        mines_status status = component_ways(graph + i, query, width, &own, arena, poll);
        *cells += component_cells(graph + i);
        if (status == MINES_OK)
            status = multiply(frontier, &own, words_for(*cells), arena, poll);
        if (status != MINES_OK)
            return status;
        mcore_arena_release(arena, own.data);
    }
    return MINES_OK;
}

/* ---- The sea ---- */

/* Treat the query's neighbours in the sea as one more component. */
static mines_status multiply_pinned_sea(polynomial *frontier, uint32_t cells, const mcore_cell_query *query,
                                        mcore_arena *arena, mcore_poll *poll)
{
    polynomial pinned;
    if (!polynomial_alloc(&pinned, (size_t)query->sea + 1, frontier->width, 1, arena))
        return arena->status;
    for (uint32_t i = 0; i <= query->sea && i < frontier->width; i++)
        pinned.data[(size_t)i * frontier->width + i] = mcore_binomial[query->sea][i];
    return multiply(frontier, &pinned, words_for(cells + query->sea), arena, poll);
}

/* For each m the sum over p of frontier[p, m] * C(sea, left - p) into total + m * words; p begins at low. */
static mines_status multiply_sea(uint32_t sea, uint32_t left, const polynomial *frontier, uint32_t low, uint32_t *total,
                                 size_t words, mcore_arena *arena, mcore_poll *poll)
{
    uint32_t high = low + (uint32_t)frontier->length - 1, width = frontier->width;
    uint32_t from = left > sea ? mcore_max(low, left - sea) : low, to = mcore_min(high, left);
    memset(total, 0, width * words * sizeof *total);
    if (from > to)
        return MINES_OK;
    /* C(sea, m) = C(sea, sea - m): compute binomials from the side that needs fewer */
    bool by_mines = left - from <= sea - (left - to);
    uint32_t last = by_mines ? left - from : sea - (left - to);
    size_t binomial_words = words_for(sea) + 1, length = 1;
    uint32_t *binomial = mcore_arena_alloc_zeroed(arena, binomial_words, sizeof *binomial);
    if (binomial == NULL)
        return arena->status;
    binomial[0] = 1;
    for (uint32_t u = 0;; u++) {
        uint32_t mines = by_mines ? u : sea - u, p = left - mines;
        if (mines <= left && p >= from && p <= to) {
            const uint32_t *ways = frontier->data + (size_t)(p - low) * width * frontier->words;
            for (uint32_t m = 0; m < width; m++, ways += frontier->words)
                mcore_bignum_add_product(total + m * words, words, ways, mcore_bignum_length(ways, frontier->words),
                                         binomial, length);
        }
        if (u == last)
            return MINES_OK;
        length = mcore_bignum_multiply(binomial, length, binomial_words, sea - u);
        mcore_bignum_divide(binomial, length, u + 1);
        length = mcore_bignum_length(binomial, length);
        if (mcore_poll_step(poll, mcore_poll_work(length)))
            return MINES_INTERRUPTED;
    }
}

/* ---- Totals ---- */

size_t mcore_total_words(const mcore_reduced *reduced) { return words_for(mcore_reduced_undecided(reduced)) + 1; }

mines_status mcore_total_query(const mcore_reduced *reduced, const mcore_graph *graph, const mcore_cell_query *query,
                               uint32_t width, mcore_arena *arena, mcore_poll *poll, uint32_t *words)
{
    polynomial frontier;
    uint32_t cells, low = 0, sea = reduced->sea_cells - mcore_query_sea_pins(query);
    if (!polynomial_alloc(&frontier, 1, width, 1, arena))
        return arena->status;
    mines_status status = frontier_ways(reduced, graph, query, &frontier, &cells, arena, poll);
    if (status == MINES_OK && query->sea > 0)
        status = multiply_pinned_sea(&frontier, cells, query, arena, poll);
    if (status != MINES_OK)
        return status;
    for (uint32_t i = 0; i < reduced->components; i++)
        low += graph[i].kmin[mcore_graph_end(graph + i)];
    return multiply_sea(sea, reduced->mines_left, &frontier, low, words, mcore_total_words(reduced), arena, poll);
}

mines_status mcore_total(const mcore_reduced *reduced, const mcore_graph *graph, mcore_arena *arena, mcore_poll *poll,
                         uint32_t *words, size_t *used)
{
    const mcore_cell_query nothing = {.pin_count = 0};
    mines_status status = mcore_total_query(reduced, graph, &nothing, 1, arena, poll, words);
    *used = status == MINES_OK ? mcore_bignum_length(words, mcore_total_words(reduced)) : 0;
    return status;
}

static void reverse(char *text, size_t length)
{
    for (size_t i = 0; i < length / 2; i++) {
        char swap = text[i];
        text[i] = text[length - 1 - i];
        text[length - 1 - i] = swap;
    }
}

mines_status mcore_total_text(const mcore_reduced *reduced, const mcore_graph *graph, mcore_arena *arena,
                              mcore_poll *poll, char *text)
{
    uint32_t *words = mcore_arena_alloc(arena, mcore_total_words(reduced), sizeof *words);
    size_t length = 0, digits = 0;
    mines_status status = words != NULL ? mcore_total(reduced, graph, arena, poll, words, &length) : arena->status;
    while (status == MINES_OK && length > 0) {
        uint32_t group = mcore_bignum_divide(words, length, 1000000000);
        length = mcore_bignum_length(words, length);
        for (int i = 0; i < 9 && (length > 0 || group > 0); i++, group /= 10)
            text[digits++] = (char)('0' + group % 10);
    }
    reverse(text, digits);
    text[digits] = '\0';
    return status;
}
