#include "total.h"

#include "natural.h"

#include <string.h>

/* A polynomial with natural coefficients: coefficient i is `words` words at data + i * words. */
typedef struct polynomial {
    uint32_t *data;
    size_t length, words;
} polynomial;

/* Words for a number of boards over so many cells, each with a mine or without. */
static size_t words_for(size_t cells) { return cells / 32 + 1; }

static uint32_t component_cells(const msc_graph *graph, const msc_reduced *reduced)
{
    uint32_t cells = 0;
    for (uint32_t layer = 0; layer < graph->layers; layer++)
        cells += reduced->box[graph->box[layer]].size;
    return cells;
}

static bool make_polynomial(polynomial *p, size_t length, size_t words, msc_arena *arena)
{
    *p = (polynomial){msc_resize(arena, NULL, length * words, sizeof(uint32_t)), length, words};
    if (p->data != NULL)
        memset(p->data, 0, length * words * sizeof(uint32_t));
    return p->data != NULL;
}

/* One layer to the next, as msc_graph_forward does it, in naturals: ways[j] for j mines in its box. `length` words of
   each number are in use. */
static void forward_layer(const msc_graph *graph, const uint8_t *ways, uint32_t layer, size_t words, size_t length,
                          const uint32_t *here, uint32_t *next)
{
    uint32_t first = graph->first_state[layer], end = graph->first_state[layer + 1];
    for (uint32_t s = first; s < end; s++) {
        const uint32_t *from = here + (graph->vector[s] - graph->vector[first]) * words;
        size_t count = msc_vector_length(graph, s);
        uint32_t j = graph->first_mines[s];
        for (size_t e = graph->first_edge[s]; e < graph->first_edge[s + 1]; e++, j++) {
            uint32_t t = graph->target[e];
            if (t == MSC_NONE)
                continue;
            size_t at = graph->vector[t] - graph->vector[end] + msc_edge_shift(graph, s, j, t);
            for (size_t i = 0; i < count; i++)
                msc_natural_add_small(next + (at + i) * words, words, from + i * words, length, ways[j]);
        }
    }
}

/* ways[j] of filling a box of so many cells with j mines, one of them on a given cell. */
static const uint8_t *pinned_ways(uint32_t size, uint8_t ways[MSC_BOX_CELLS + 1])
{
    ways[0] = 0;
    for (uint32_t j = 1; j <= size; j++)
        ways[j] = msc_ways[size - 1][j - 1];
    return ways;
}

/* The numbers of ways to fill a component with kmin, kmin + 1, ... mines. */
static mines_status component_ways(const msc_graph *graph, const msc_reduced *reduced, uint32_t pinned_box,
                                   polynomial *out, msc_arena *arena, msc_poll *poll)
{
    size_t words = words_for(component_cells(graph, reduced)), most = 0;
    for (uint32_t layer = 0; layer <= graph->layers; layer++)
        most = msc_layer_room(graph, layer) > most ? msc_layer_room(graph, layer) : most;
    polynomial here, next;
    if (!make_polynomial(&here, most, words, arena) || !make_polynomial(&next, most, words, arena))
        return arena->status;
    here.data[0] = 1;
    uint32_t cells = 0;
    for (uint32_t layer = 0; layer < graph->layers; layer++) {
        size_t room = msc_layer_room(graph, layer + 1);
        uint32_t size = reduced->box[graph->box[layer]].size;
        uint8_t pinned[MSC_BOX_CELLS + 1];
        const uint8_t *ways = graph->box[layer] == pinned_box ? pinned_ways(size, pinned) : msc_ways[size];
        memset(next.data, 0, room * words * sizeof(uint32_t));
        forward_layer(graph, ways, layer, words, words_for(cells), here.data, next.data);
        cells += size;
        polynomial swap = here;
        here = next;
        next = swap;
        if (msc_poll_step(poll, msc_poll_work(room * words)))
            return MINES_INTERRUPTED;
    }
    msc_release(arena, next.data);
    *out = here;
    out->length = msc_layer_room(graph, graph->layers);
    return MINES_OK;
}

/* *a *= b, with room for `words` words a coefficient. */
static mines_status multiply(polynomial *a, const polynomial *b, size_t words, msc_arena *arena, msc_poll *poll)
{
    polynomial product;
    if (!make_polynomial(&product, a->length + b->length - 1, words, arena))
        return arena->status;
    for (size_t i = 0; i < a->length; i++) {
        const uint32_t *x = a->data + i * a->words;
        size_t x_length = msc_natural_length(x, a->words);
        for (size_t k = 0; k < b->length; k++) {
            const uint32_t *y = b->data + k * b->words;
            msc_natural_add_product(product.data + (i + k) * words, words, y, msc_natural_length(y, b->words), x,
                                    x_length);
        }
        if (msc_poll_step(poll, msc_poll_work(x_length * b->length)))
            return MINES_INTERRUPTED;
    }
    msc_release(arena, a->data);
    *a = product;
    return MINES_OK;
}

/* The sum over p of frontier[p] * C(sea, left - p) into words; p begins at low. */
static mines_status add_sea(uint32_t sea, uint32_t left, const polynomial *frontier, uint32_t low, uint32_t *total,
                            size_t room, msc_arena *arena, msc_poll *poll)
{
    uint32_t high = low + (uint32_t)frontier->length - 1;
    uint32_t from = left > sea ? msc_max(low, left - sea) : low, to = msc_min(high, left);
    /* C(sea, m) = C(sea, sea - m): walk from the side on which the binomials begin sooner */
    bool by_mines = left - from <= sea - (left - to);
    uint32_t last = by_mines ? left - from : sea - (left - to);
    size_t binomial_room = words_for(sea) + 1, length = 1;
    uint32_t *binomial = msc_take_zero(arena, binomial_room, sizeof *binomial);
    if (binomial == NULL)
        return arena->status;
    binomial[0] = 1;
    memset(total, 0, room * sizeof *total);
    for (uint32_t u = 0;; u++) {
        uint32_t mines = by_mines ? u : sea - u, p = left - mines;
        if (mines <= left && p >= from && p <= to) {
            const uint32_t *ways = frontier->data + (p - low) * frontier->words;
            msc_natural_add_product(total, room, ways, msc_natural_length(ways, frontier->words), binomial, length);
        }
        if (u == last)
            return MINES_OK;
        length = msc_natural_multiply(binomial, length, binomial_room, sea - u);
        msc_natural_divide(binomial, length, u + 1);
        length = msc_natural_length(binomial, length);
        if (msc_poll_step(poll, msc_poll_work(length)))
            return MINES_INTERRUPTED;
    }
}

size_t msc_total_words(const msc_reduced *reduced)
{
    uint32_t cells = reduced->sea_cells;
    for (uint32_t i = 0; i < reduced->boxes; i++)
        cells += reduced->box[i].size;
    return words_for(cells) + 1;
}

mines_status msc_total(const msc_reduced *reduced, const msc_graph *graph, const msc_certain *certain,
                       msc_pinned_mine pinned, msc_arena *arena, msc_poll *poll, uint32_t *words, size_t *used)
{
    polynomial frontier;
    *used = 0;
    if (!make_polynomial(&frontier, 1, 1, arena))
        return arena->status;
    frontier.data[0] = 1;
    uint32_t cells = 0;
    for (uint32_t i = 0; i < reduced->components; i++) {
        polynomial own = {0};
        mines_status status = component_ways(graph + i, reduced, pinned.box, &own, arena, poll);
        cells += component_cells(graph + i, reduced);
        if (status == MINES_OK)
            status = multiply(&frontier, &own, words_for(cells), arena, poll);
        if (status != MINES_OK)
            return status;
        msc_release(arena, own.data);
    }
    size_t room = msc_total_words(reduced);
    /* a mine on a given cell of the sea leaves one cell and one mine less for the others */
    mines_status status = add_sea(reduced->sea_cells - pinned.sea, reduced->mines_left - pinned.sea, &frontier,
                                  certain->low[reduced->components], words, room, arena, poll);
    if (status == MINES_OK)
        *used = msc_natural_length(words, room);
    return status;
}

mines_status msc_total_text(const msc_reduced *reduced, const msc_graph *graph, const msc_certain *certain,
                            msc_arena *arena, msc_poll *poll, char *text)
{
    uint32_t *words = msc_take(arena, msc_total_words(reduced), sizeof *words);
    size_t length = 0, digits = 0;
    mines_status status = words != NULL ? msc_total(reduced, graph, certain, (msc_pinned_mine){MSC_NONE, false}, arena,
                                                    poll, words, &length)
                                        : arena->status;
    while (status == MINES_OK && length > 0) {
        uint32_t group = msc_natural_divide(words, length, 1000000000);
        length = msc_natural_length(words, length);
        for (int i = 0; i < 9 && (length > 0 || group > 0); i++, group /= 10)
            text[digits++] = (char)('0' + group % 10);
    }
    for (size_t i = 0; i < digits / 2; i++) {
        char swap = text[i];
        text[i] = text[digits - 1 - i];
        text[digits - 1 - i] = swap;
    }
    text[digits] = '\0';
    return status;
}
