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
static void set_range(msc_certain *certain, uint32_t box, uint32_t seen)
{
    uint8_t low = 0, high = MSC_BOX_CELLS;
    while (!(seen >> low & 1))
        low++;
    while (!(seen >> high & 1))
        high--;
    certain->box_low[box] = low;
    certain->box_high[box] = high;
}

/* Every completed path of a component belongs to a valid board: its edges say all. False: stopped. */
static bool free_component(msc_certain *certain, const msc_graph *graph, msc_poll *poll)
{
    for (uint32_t layer = 0; layer < graph->layers; layer++) {
        uint32_t seen = 0;
        for (uint32_t s = graph->first_state[layer]; s < graph->first_state[layer + 1]; s++) {
            uint32_t j = graph->first_mines[s];
            for (size_t e = graph->first_edge[s]; e < graph->first_edge[s + 1]; e++, j++)
                seen |= (uint32_t)(graph->target[e] != MSC_NONE) << j;
        }
        set_range(certain, graph->box[layer], seen);
        if (msc_poll_step(poll, msc_poll_work(graph->first_state[layer + 1] - graph->first_state[layer])))
            return false;
    }
    return true;
}

/* The sets of k of a component's states: k - kmin of the state, `words` words each. */
typedef struct state_sets {
    size_t words;
    uint64_t *forward, *backward;
} state_sets;

static size_t set_words(const msc_graph *graph)
{
    size_t longest = 1;
    for (uint32_t s = 0; s < graph->states; s++) {
        size_t length = msc_vector_length(graph, s);
        longest = length > longest ? length : longest;
    }
    return words_for(longest);
}

static bool make_sets(state_sets *sets, const msc_graph *graph, msc_arena *arena)
{
    sets->words = set_words(graph);
    size_t bytes = (size_t)graph->states * sets->words * sizeof(uint64_t);
    sets->forward = msc_resize(arena, NULL, bytes, 1);
    sets->backward = msc_resize(arena, NULL, bytes, 1);
    if (arena->status != MINES_OK)
        return false;
    memset(sets->forward, 0, bytes);
    memset(sets->backward, 0, bytes);
    return true;
}

static bool forward_sets(const state_sets *sets, const msc_graph *graph, msc_poll *poll)
{
    size_t words = sets->words;
    add(sets->forward, 0);
    for (uint32_t s = 0; s < msc_graph_end(graph); s++) {
        uint32_t j = graph->first_mines[s];
        for (size_t e = graph->first_edge[s]; e < graph->first_edge[s + 1]; e++, j++) {
            uint32_t t = graph->target[e];
            if (t != MSC_NONE)
                add_raised(sets->forward + t * words, words, sets->forward + s * words, words,
                           msc_edge_shift(graph, s, j, t));
        }
        if (msc_poll_step(poll, msc_poll_work(4 * words)))
            return false;
    }
    return true;
}

/* From the end state's allowed k, already in sets->backward, to the start: usable edges say what boxes can hold. */
static bool backward_sets(const state_sets *sets, const msc_graph *graph, msc_certain *certain, msc_poll *poll)
{
    size_t words = sets->words;
    for (uint32_t layer = graph->layers; layer-- > 0;) {
        uint32_t seen = 0;
        for (uint32_t s = graph->first_state[layer]; s < graph->first_state[layer + 1]; s++) {
            const uint64_t *from = sets->forward + s * words;
            uint64_t *here = sets->backward + s * words;
            uint32_t j = graph->first_mines[s];
            for (size_t e = graph->first_edge[s]; e < graph->first_edge[s + 1]; e++, j++) {
                uint32_t t = graph->target[e];
                if (t == MSC_NONE)
                    continue;
                uint64_t common = 0;
                for (size_t w = 0; w < words; w++) {
                    uint64_t bits = from[w] & bits_at(sets->backward + t * words, words,
                                                      msc_edge_shift(graph, s, j, t) + w * 64);
                    here[w] |= bits;
                    common |= bits;
                }
                seen |= (uint32_t)(common != 0) << j;
            }
            if (msc_poll_step(poll, msc_poll_work(4 * words)))
                return false;
        }
        set_range(certain, graph->box[layer], seen);
    }
    return true;
}

/* The count may forbid some combinations: couple the components' sets of k. */
static mines_status coupled(msc_certain *certain, const msc_reduced *reduced, const msc_graph *graph,
                            msc_arena *arena, msc_poll *poll)
{
    uint32_t n = reduced->components, left = reduced->mines_left;
    size_t words = words_for((size_t)certain->high[n] - certain->low[n] + 1);
    size_t total = ((size_t)n + 1) * words;
    state_sets *sets = msc_take(arena, n, sizeof *sets);
    uint64_t *before = msc_take_zero(arena, total, sizeof *before); /* i: possible p - low[i] before component i */
    uint64_t *after = msc_take_zero(arena, total, sizeof *after);   /* i: those from which the rest can follow */
    if (arena->status != MINES_OK)
        return arena->status;
    add(before, 0);
    for (uint32_t i = 0; i < n; i++) {
        const msc_graph *g = graph + i;
        if (!make_sets(sets + i, g, arena))
            return arena->status;
        if (!forward_sets(sets + i, g, poll))
            return MINES_INTERRUPTED;
        const uint64_t *own = sets[i].forward + msc_graph_end(g) * sets[i].words;
        for (size_t k = 0; k < msc_vector_length(g, msc_graph_end(g)); k++) {
            if (has(own, k))
                add_raised(before + (i + 1) * words, words, before + i * words, words, k);
        }
    }
    uint32_t fewest = MSC_NONE, most = 0;
    for (uint32_t p = certain->low[n]; p <= certain->high[n]; p++) {
        if (p > left || left - p > reduced->sea_cells)
            continue;
        add(after + n * words, p - certain->low[n]);
        if (has(before + n * words, p - certain->low[n])) {
            fewest = msc_min(fewest, p);
            most = msc_max(most, p);
        }
    }
    if (fewest == MSC_NONE)
        return MINES_NO_VALID_BOARD;
    certain->sea_low = left - most;
    certain->sea_high = left - fewest;
    for (uint32_t i = n; i-- > 0;) {
        const msc_graph *g = graph + i;
        size_t last = msc_graph_end(g) * sets[i].words;
        const uint64_t *own = sets[i].forward + last;
        uint64_t *allowed = sets[i].backward + last;
        for (size_t k = 0; k < msc_vector_length(g, msc_graph_end(g)); k++) {
            if (has(own, k))
                add_lowered(after + i * words, words, after + (i + 1) * words, words, k);
        }
        for (size_t p = 0; p <= certain->high[i] - certain->low[i]; p++) {
            if (has(before + i * words, p))
                add_lowered(allowed, sets[i].words, after + (i + 1) * words, words, p);
        }
        for (size_t w = 0; w < sets[i].words; w++)
            allowed[w] &= own[w];
        if (!backward_sets(sets + i, g, certain, poll))
            return MINES_INTERRUPTED;
        msc_release(arena, sets[i].forward);
        msc_release(arena, sets[i].backward);
    }
    return MINES_OK;
}

/* Whether the count may forbid some of what components with low .. high mines in all allow. */
static bool needs_coupling(const msc_reduced *reduced, uint32_t low, uint32_t high)
{
    return high > reduced->mines_left || reduced->mines_left - low > reduced->sea_cells;
}

uint64_t msc_certain_bytes(const msc_reduced *reduced, const msc_graph *graph)
{
    uint32_t n = reduced->components, low = 0, high = 0;
    uint64_t bytes = 2 * msc_arena_bytes((uint64_t)n + 1, sizeof(uint32_t)) + 2 * msc_arena_bytes(reduced->boxes, 1);
    for (uint32_t i = 0; i < n; i++) {
        low += graph[i].kmin[msc_graph_end(graph + i)];
        high += graph[i].kmax[msc_graph_end(graph + i)];
    }
    if (!needs_coupling(reduced, low, high))
        return bytes;
    bytes += msc_arena_bytes(n, sizeof(state_sets)) +
             2 * msc_arena_bytes(((uint64_t)n + 1) * words_for((size_t)high - low + 1), sizeof(uint64_t));
    for (uint32_t i = 0; i < n; i++)
        bytes += 2 * msc_arena_bytes((uint64_t)graph[i].states * set_words(graph + i), sizeof(uint64_t));
    return bytes;
}

mines_status msc_certain_find(msc_certain *certain, const msc_reduced *reduced, const msc_graph *graph,
                              msc_arena *arena, msc_poll *poll)
{
    uint32_t n = reduced->components, left = reduced->mines_left;
    certain->low = msc_take(arena, (size_t)n + 1, sizeof(uint32_t));
    certain->high = msc_take(arena, (size_t)n + 1, sizeof(uint32_t));
    certain->box_low = msc_take(arena, reduced->boxes, 1);
    certain->box_high = msc_take(arena, reduced->boxes, 1);
    if (arena->status != MINES_OK)
        return arena->status;
    certain->low[0] = certain->high[0] = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t end = msc_graph_end(graph + i);
        certain->low[i + 1] = certain->low[i] + graph[i].kmin[end];
        certain->high[i + 1] = certain->high[i] + graph[i].kmax[end];
    }
    if (needs_coupling(reduced, certain->low[n], certain->high[n]))
        return coupled(certain, reduced, graph, arena, poll);
    certain->sea_low = left - certain->high[n];
    certain->sea_high = left - certain->low[n];
    for (uint32_t i = 0; i < n; i++) {
        if (!free_component(certain, graph + i, poll))
            return MINES_INTERRUPTED;
    }
    return MINES_OK;
}
