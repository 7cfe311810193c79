#include "certain.h"

#include <string.h>

/* ---- Sets of small numbers, one bit each ---- */

static size_t words_for(size_t length) { return (length + 63) / 64; }

static bool has(const uint64_t *set, size_t i) { return set[i / 64] >> (i % 64) & 1; }

static void add(uint64_t *set, size_t i) { set[i / 64] |= (uint64_t)1 << (i % 64); }

/* The 64 bits of a set of `words` words that begin at bit `at`; beyond the set there is nothing. */
static uint64_t bits_at(const uint64_t *set, size_t words, size_t at)
{
    size_t w = at / 64;
    if (w >= words)
        return 0;
    uint64_t bits = set[w] >> (at % 64);
    if (at % 64 != 0 && w + 1 < words)
        bits |= set[w + 1] << (64 - at % 64);
    return bits;
}

/* to |= from + shift, cut at the end of `to`. */
static void add_raised(uint64_t *to, size_t to_words, const uint64_t *from, size_t from_words, size_t shift)
{
    size_t skip = shift / 64, bit = shift % 64;
    for (size_t w = 0; w < from_words && w + skip < to_words; w++) {
        to[w + skip] |= from[w] << bit;
        if (bit != 0 && w + skip + 1 < to_words)
            to[w + skip + 1] |= from[w] >> (64 - bit);
    }
}

/* to |= from - shift, what falls below 0 dropped. */
static void add_lowered(uint64_t *to, size_t to_words, const uint64_t *from, size_t from_words, size_t shift)
{
    for (size_t w = 0; w < to_words; w++)
        to[w] |= bits_at(from, from_words, shift + w * 64);
}

/* ---- Edges ---- */

/* A box can hold the numbers of mines whose bits are set in `seen`, at least one. */
static void set_range(mcore_certain *certain, uint32_t box, uint32_t seen)
{
    uint8_t low = 0, high = MCORE_BOX_CELLS;
    while (!(seen >> low & 1))
        low++;
    while (!(seen >> high & 1))
        high--;
    certain->box_low[box] = low;
    certain->box_high[box] = high;
}

/* Every completed path of a component belongs to a valid board: its edges say all. False: stopped. */
static bool free_component(mcore_certain *certain, const mcore_graph *graph, mcore_poll *poll)
{
    for (uint32_t layer = 0; layer < graph->layers; layer++) {
        uint32_t seen = 0;
        for (uint32_t s = graph->first_state[layer]; s < graph->first_state[layer + 1]; s++) {
            uint32_t j = graph->first_mines[s];
            for (size_t e = graph->first_edge[s]; e < graph->first_edge[s + 1]; e++, j++)
                seen |= (uint32_t)(graph->target[e] != MCORE_NONE) << j;
        }
        set_range(certain, graph->box[layer], seen);
        if (mcore_poll_step(poll, mcore_poll_work(graph->first_state[layer + 1] - graph->first_state[layer])))
            return false;
    }
    return true;
}

/* The sets of k of a component's states: k - kmin of the state, `words` words each. Those backwards are needed one
   layer at a time. */
typedef struct state_sets {
    size_t words;
    uint64_t *forward;            /* of all states, or of the layers that `row` keeps */
    const mcore_checkpoints *row; /* NULL: all */
} state_sets;

/* What the components share while they are coupled. */
typedef struct coupling {
    mcore_certain *certain;
    const mcore_graph *graph;
    uint32_t components;
    state_sets *sets;
    mcore_checkpoints *rows; /* by component, or NULL where forward sets of all layers are kept */
    mcore_segment window;
    uint64_t *here, *next;    /* backward sets of two layers */
    uint64_t *before, *after; /* `words` words for each component and the end: see couple() */
    size_t words;
    mcore_poll *poll;
} coupling;

static size_t set_words(const mcore_graph *graph)
{
    size_t longest = 1;
    for (uint32_t s = 0; s < graph->states; s++) {
        size_t length = mcore_graph_vector_length(graph, s);
        longest = length > longest ? length : longest;
    }
    return words_for(longest);
}

static uint32_t layer_states(const mcore_graph *graph, uint32_t layer)
{
    return graph->first_state[layer + 1] - graph->first_state[layer];
}

/* Words of the sets of the largest layer. */
static size_t largest_layer(const mcore_graph *graph, size_t words)
{
    uint32_t most = 0;
    for (uint32_t layer = 0; layer <= graph->layers; layer++)
        most = mcore_max(most, layer_states(graph, layer));
    return most * words;
}

/* Which layers of each component keep their forward sets. */
static bool plan_rows(mcore_checkpoints *rows, const mcore_graph *graph, uint32_t n, size_t *window, mcore_arena *arena)
{
    for (uint32_t i = 0; i < n; i++) {
        if (!mcore_checkpoints_init(rows + i, graph[i].layers, arena))
            return false;
        mcore_graph_layer_offsets(graph + i, false, set_words(graph + i), rows[i].start);
    }
    return mcore_checkpoints_choose(rows, n, window, arena);
}

/* Room for all of it. */
static mines_status take_coupling(coupling *c, bool low_memory, mcore_arena *arena)
{
    uint32_t n = c->components;
    size_t total = ((size_t)n + 1) * c->words, most = 0, window = 0;
    c->sets = mcore_arena_alloc(arena, n, sizeof *c->sets);
    c->before = mcore_arena_alloc_zeroed(arena, total, sizeof *c->before);
    c->after = mcore_arena_alloc_zeroed(arena, total, sizeof *c->after);
    c->rows = low_memory ? mcore_arena_alloc(arena, n, sizeof *c->rows) : NULL;
    if (arena->status == MINES_OK && low_memory && plan_rows(c->rows, c->graph, n, &window, arena))
        c->window.data = mcore_arena_realloc(arena, NULL, window, sizeof(uint64_t));
    for (uint32_t i = 0; i < n && arena->status == MINES_OK; i++) {
        const mcore_graph *g = c->graph + i;
        state_sets *sets = c->sets + i;
        *sets = (state_sets){.words = set_words(g), .row = low_memory ? c->rows + i : NULL};
        size_t room = low_memory ? sets->row->kept : g->states * sets->words, layer = largest_layer(g, sets->words);
        sets->forward = mcore_arena_realloc(arena, NULL, room, sizeof *sets->forward);
        most = layer > most ? layer : most;
    }
    c->here = mcore_arena_realloc(arena, NULL, most, sizeof *c->here);
    c->next = mcore_arena_realloc(arena, NULL, most, sizeof *c->next);
    return arena->status;
}

static void give_coupling(coupling *c, mcore_arena *arena)
{
    mcore_arena_release(arena, c->next);
    mcore_arena_release(arena, c->here);
    for (uint32_t i = c->components; i-- > 0;)
        mcore_arena_release(arena, c->sets[i].forward);
    mcore_arena_release(arena, c->window.data);
}

/* Where the forward sets of a layer stand or are to stand. */
static uint64_t *sets_place(coupling *c, uint32_t i, uint32_t layer)
{
    const state_sets *sets = c->sets + i;
    if (sets->row == NULL)
        return sets->forward + c->graph[i].first_state[layer] * sets->words;
    return mcore_checkpoints_layer(sets->row, sets->forward, &c->window, layer);
}

/* Forward sets behind a layer from those in front of it. False: stopped. */
static bool step_sets(const coupling *c, uint32_t i, uint32_t layer, const uint64_t *here, uint64_t *next)
{
    const mcore_graph *graph = c->graph + i;
    size_t words = c->sets[i].words;
    uint32_t end = graph->first_state[layer + 1];
    memset(next, 0, layer_states(graph, layer + 1) * words * sizeof *next);
    for (uint32_t s = graph->first_state[layer]; s < end; s++, here += words) {
        uint32_t j = graph->first_mines[s];
        for (size_t e = graph->first_edge[s]; e < graph->first_edge[s + 1]; e++, j++) {
            uint32_t t = graph->target[e];
            if (t != MCORE_NONE)
                add_raised(next + (t - end) * words, words, here, words, mcore_graph_edge_shift(graph, s, j, t));
        }
    }
    return !mcore_poll_step(c->poll, mcore_poll_work(4 * words * layer_states(graph, layer)));
}

static bool forward_sets(coupling *c, uint32_t i)
{
    const uint64_t *here = c->sets[i].forward;
    memset(c->sets[i].forward, 0, c->sets[i].words * sizeof *here);
    add(c->sets[i].forward, 0);
    for (uint32_t layer = 0; layer < c->graph[i].layers; layer++) {
        uint64_t *next = sets_place(c, i, layer + 1);
        if (!step_sets(c, i, layer, here, next))
            return false;
        here = next;
    }
    return true;
}

/* Those of the component's end. */
static const uint64_t *own_sets(coupling *c, uint32_t i) { return sets_place(c, i, c->graph[i].layers); }

/* Forward sets of a layer, computed again where they are gone; NULL: stopped. */
static const uint64_t *sets_again(coupling *c, uint32_t i, uint32_t layer)
{
    const mcore_checkpoints *row = c->sets[i].row;
    bool there = row == NULL || mcore_checkpoints_has(row, &c->window, layer);
    const uint64_t *found = sets_place(c, i, layer);
    for (uint32_t at = c->window.from; !there && at < c->window.to; at++) {
        if (!step_sets(c, i, at - 1, sets_place(c, i, at - 1), sets_place(c, i, at)))
            return NULL;
    }
    return found;
}

/* From the end state's allowed k, already in c->next, to the start: usable edges say what boxes can hold. */
static bool backward_sets(coupling *c, uint32_t i)
{
    const mcore_graph *graph = c->graph + i;
    size_t words = c->sets[i].words;
    for (uint32_t layer = graph->layers; layer-- > 0;) {
        uint32_t seen = 0, end = graph->first_state[layer + 1];
        const uint64_t *from = sets_again(c, i, layer);
        uint64_t *here = c->here;
        if (from == NULL)
            return false;
        memset(here, 0, layer_states(graph, layer) * words * sizeof *here);
        for (uint32_t s = graph->first_state[layer]; s < end; s++, from += words, here += words) {
            uint32_t j = graph->first_mines[s];
            for (size_t e = graph->first_edge[s]; e < graph->first_edge[s + 1]; e++, j++) {
                uint32_t t = graph->target[e];
                if (t == MCORE_NONE)
                    continue;
                const uint64_t *to = c->next + (t - end) * words;
                uint64_t common = 0;
                for (size_t w = 0; w < words; w++) {
                    uint64_t bits = from[w] & bits_at(to, words, mcore_graph_edge_shift(graph, s, j, t) + w * 64);
                    here[w] |= bits;
                    common |= bits;
                }
                seen |= (uint32_t)(common != 0) << j;
            }
        }
        if (mcore_poll_step(c->poll, mcore_poll_work(4 * words * layer_states(graph, layer))))
            return false;
        set_range(c->certain, graph->box[layer], seen);
        uint64_t *swap = c->next;
        c->next = c->here;
        c->here = swap;
    }
    return true;
}

/* The count may forbid some combinations: couple the components' sets of k. */
static mines_status couple(coupling *c, const mcore_reduced *reduced)
{
    mcore_certain *certain = c->certain;
    uint32_t n = c->components, left = reduced->mines_left;
    size_t words = c->words;
    uint64_t *before = c->before; /* i: possible p - low[i] before component i */
    uint64_t *after = c->after;   /* i: those from which the rest can follow */
    add(before, 0);
    for (uint32_t i = 0; i < n; i++) {
        const mcore_graph *g = c->graph + i;
        if (!forward_sets(c, i))
            return MINES_INTERRUPTED;
        const uint64_t *own = own_sets(c, i);
        for (size_t k = 0; k < mcore_graph_vector_length(g, mcore_graph_end(g)); k++) {
            if (has(own, k))
                add_raised(before + (i + 1) * words, words, before + i * words, words, k);
        }
    }
    uint32_t fewest = MCORE_NONE, most = 0;
    for (uint32_t p = certain->low[n]; p <= certain->high[n]; p++) {
        if (p > left || left - p > reduced->sea_cells)
            continue;
        add(after + n * words, p - certain->low[n]);
        if (has(before + n * words, p - certain->low[n])) {
            fewest = mcore_min(fewest, p);
            most = mcore_max(most, p);
        }
    }
    if (fewest == MCORE_NONE)
        return MINES_NO_VALID_BOARD;
    certain->sea_low = left - most;
    certain->sea_high = left - fewest;
    for (uint32_t i = n; i-- > 0;) {
        const mcore_graph *g = c->graph + i;
        const uint64_t *own = own_sets(c, i);
        uint64_t *allowed = c->next;
        memset(allowed, 0, c->sets[i].words * sizeof *allowed);
        for (size_t k = 0; k < mcore_graph_vector_length(g, mcore_graph_end(g)); k++) {
            if (has(own, k))
                add_lowered(after + i * words, words, after + (i + 1) * words, words, k);
        }
        for (size_t p = 0; p <= certain->high[i] - certain->low[i]; p++) {
            if (has(before + i * words, p))
                add_lowered(allowed, c->sets[i].words, after + (i + 1) * words, words, p);
        }
        for (size_t w = 0; w < c->sets[i].words; w++)
            allowed[w] &= own[w];
        if (!backward_sets(c, i))
            return MINES_INTERRUPTED;
    }
    return MINES_OK;
}

static mines_status coupled(mcore_certain *certain, const mcore_reduced *reduced, const mcore_graph *graph,
                            bool low_memory, mcore_arena *arena, mcore_poll *poll)
{
    uint32_t n = reduced->components;
    coupling c = {.certain = certain,
                  .graph = graph,
                  .components = n,
                  .poll = poll,
                  .words = words_for((size_t)certain->high[n] - certain->low[n] + 1)};
    mines_status status = take_coupling(&c, low_memory, arena);
    if (status == MINES_OK)
        status = couple(&c, reduced);
    if (status == MINES_OK)
        give_coupling(&c, arena);
    return status;
}

/* Whether the count may forbid some of what components with low .. high mines in all allow. */
static bool needs_coupling(const mcore_reduced *reduced, uint32_t low, uint32_t high)
{
    return high > reduced->mines_left || reduced->mines_left - low > reduced->sea_cells;
}

uint64_t mcore_certain_bytes(const mcore_reduced *reduced)
{
    return 2 * (mcore_arena_bytes((uint64_t)reduced->components + 1, sizeof(uint32_t)) +
                mcore_arena_bytes(reduced->boxes, 1));
}

uint64_t mcore_certain_scratch_bytes(const mcore_reduced *reduced, const mcore_graph *graph, mcore_arena *arena)
{
    uint32_t n = reduced->components, low = 0, high = 0;
    size_t most = 0, window;
    for (uint32_t i = 0; i < n; i++) {
        low += graph[i].kmin[mcore_graph_end(graph + i)];
        high += graph[i].kmax[mcore_graph_end(graph + i)];
    }
    if (!needs_coupling(reduced, low, high))
        return 0;
    uint64_t bytes = mcore_arena_bytes(n, sizeof(state_sets)) +
                     2 * mcore_arena_bytes(((uint64_t)n + 1) * words_for((size_t)high - low + 1), sizeof(uint64_t));
    mcore_checkpoints *rows = mcore_arena_alloc(arena, n, sizeof *rows);
    if (rows == NULL || !plan_rows(rows, graph, n, &window, arena))
        return 0;
    for (uint32_t i = 0; i < n; i++) {
        size_t layer = largest_layer(graph + i, set_words(graph + i));
        most = layer > most ? layer : most;
    }
    return bytes + mcore_checkpoints_bytes(rows, n, window) + 2 * mcore_arena_bytes(most, sizeof(uint64_t));
}

mines_status mcore_certain_find(mcore_certain *certain, const mcore_reduced *reduced, const mcore_graph *graph,
                                bool low_memory, mcore_arena *arena, mcore_arena *scratch, mcore_poll *poll)
{
    uint32_t n = reduced->components, left = reduced->mines_left;
    certain->low = mcore_arena_alloc(arena, (size_t)n + 1, sizeof(uint32_t));
    certain->high = mcore_arena_alloc(arena, (size_t)n + 1, sizeof(uint32_t));
    certain->box_low = mcore_arena_alloc(arena, reduced->boxes, 1);
    certain->box_high = mcore_arena_alloc(arena, reduced->boxes, 1);
    if (arena->status != MINES_OK)
        return arena->status;
    certain->low[0] = certain->high[0] = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t end = mcore_graph_end(graph + i);
        certain->low[i + 1] = certain->low[i] + graph[i].kmin[end];
        certain->high[i + 1] = certain->high[i] + graph[i].kmax[end];
    }
    if (needs_coupling(reduced, certain->low[n], certain->high[n]))
        return coupled(certain, reduced, graph, low_memory, scratch, poll);
    certain->sea_low = left - certain->high[n];
    certain->sea_high = left - certain->low[n];
    for (uint32_t i = 0; i < n; i++) {
        if (!free_component(certain, graph + i, poll))
            return MINES_INTERRUPTED;
    }
    return MINES_OK;
}
