#include "certain.h"

#include <string.h>

/* ---- Sets of small numbers, one bit each ---- */

static size_t words_for(size_t length) { return (length + 63) / 64; }

static bool has(const uint64_t *set, size_t i) { return set[i / 64] >> (i % 64) & 1; }

static void add(uint64_t *set, size_t i) { set[i / 64] |= (uint64_t)1 << (i % 64); }

/* 64 bits of a set of `words` words from bit `at` on; 0 beyond its end. */
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

/* to |= from + shift, cut off at the end of `to`. */
static void add_raised(uint64_t *to, size_t to_words, const uint64_t *from, size_t from_words, size_t shift)
{
    size_t skip = shift / 64, bit = shift % 64;
    for (size_t w = 0; w < from_words && w + skip < to_words; w++) {
        to[w + skip] |= from[w] << bit;
        if (bit != 0 && w + skip + 1 < to_words)
            to[w + skip + 1] |= from[w] >> (64 - bit);
    }
}

/* to |= from - shift, without negative numbers. */
static void add_lowered(uint64_t *to, size_t to_words, const uint64_t *from, size_t from_words, size_t shift)
{
    for (size_t w = 0; w < to_words; w++)
        to[w] |= bits_at(from, from_words, shift + w * 64);
}

/* ---- Components not restricted by the number of mines left ---- */

/* Record that a box can hold the numbers of mines whose bits are set in `seen`, at least one. */
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

/* Every completed path belongs to a valid board, so the edges suffice. False if the poll stopped it. */
static bool unrestricted_component(mcore_certain *certain, const mcore_graph *graph, mcore_poll *poll)
{
    for (uint32_t layer = 0; layer < graph->layers; layer++) {
        uint32_t seen = 0;
        for (uint32_t s = graph->first_state[layer]; s < graph->first_state[layer + 1]; s++) {
            uint32_t j = graph->first_mines[s];
            for (size_t e = graph->first_edge[s]; e < graph->first_edge[s + 1]; e++, j++)
                seen |= (uint32_t)(graph->target[e] != MCORE_NONE) << j;
        }
        set_range(certain, graph->box[layer], seen);
        if (mcore_poll_step(poll, mcore_poll_work(mcore_graph_layer_states(graph, layer))))
            return false;
    }
    return true;
}

/* ---- Components coupled through the number of mines left: memory ---- */

/* The sets of a component's states, `words` words each: the possible k - kmin. Backward sets exist for two layers at a
   time only. */
typedef struct state_sets {
    size_t words;
    uint64_t *forward;                    /* of all states, or with `checkpoints` of the kept layers */
    const mcore_checkpoints *checkpoints; /* NULL: all layers are kept */
} state_sets;

typedef struct coupling {
    mcore_certain *certain;
    const mcore_reduced *reduced;
    const mcore_graph *graph;
    uint32_t components;
    state_sets *sets;               /* by component */
    mcore_checkpoints *checkpoints; /* by component; NULL if all forward sets are kept */
    mcore_segment segment;
    uint64_t *here, *next; /* backward sets of two layers */
    uint64_t *before;      /* components + 1 sets of `words` words: the possible p - low[i] before component i */
    uint64_t *after;       /* the same: those p - low[i] from which the rest can be completed */
    size_t words;
    mcore_poll *poll;
} coupling;

/* Words of the set of any state. */
static size_t set_words(const mcore_graph *graph)
{
    size_t longest = 1;
    for (uint32_t s = 0; s < graph->states; s++) {
        size_t length = mcore_graph_vector_length(graph, s);
        longest = length > longest ? length : longest;
    }
    return words_for(longest);
}

/* Words of the sets of the largest layer. */
static size_t largest_layer(const mcore_graph *graph, size_t words)
{
    uint32_t most = 0;
    for (uint32_t layer = 0; layer <= graph->layers; layer++)
        most = mcore_max(most, mcore_graph_layer_states(graph, layer));
    return most * words;
}

/* Choose which layers of each component keep their forward sets. */
static bool choose_checkpoints(mcore_checkpoints *checkpoints, const mcore_graph *graph, uint32_t n,
                               size_t *segment_size, mcore_arena *arena)
{
    for (uint32_t i = 0; i < n; i++) {
        if (!mcore_checkpoints_init(checkpoints + i, graph[i].layers, arena))
            return false;
        mcore_graph_layer_offsets(graph + i, false, set_words(graph + i), checkpoints[i].start);
    }
    return mcore_checkpoints_choose(checkpoints, n, segment_size, arena);
}

static mines_status alloc_sets(coupling *c, bool low_memory, mcore_arena *arena)
{
    uint32_t n = c->components;
    size_t total = ((size_t)n + 1) * c->words, most = 0, segment = 0;
    c->sets = mcore_arena_alloc(arena, n, sizeof *c->sets);
    c->before = mcore_arena_alloc_zeroed(arena, total, sizeof *c->before);
    c->after = mcore_arena_alloc_zeroed(arena, total, sizeof *c->after);
    c->checkpoints = low_memory ? mcore_arena_alloc(arena, n, sizeof *c->checkpoints) : NULL;
    if (arena->status == MINES_OK && low_memory && choose_checkpoints(c->checkpoints, c->graph, n, &segment, arena))
        c->segment.data = mcore_arena_realloc(arena, NULL, segment, sizeof(uint64_t));
    for (uint32_t i = 0; i < n && arena->status == MINES_OK; i++) {
        const mcore_graph *g = c->graph + i;
        state_sets *sets = c->sets + i;
        *sets = (state_sets){.words = set_words(g), .checkpoints = low_memory ? c->checkpoints + i : NULL};
        size_t size = low_memory ? sets->checkpoints->kept : g->states * sets->words;
        size_t layer = largest_layer(g, sets->words);
        sets->forward = mcore_arena_realloc(arena, NULL, size, sizeof *sets->forward);
        most = layer > most ? layer : most;
    }
    c->here = mcore_arena_realloc(arena, NULL, most, sizeof *c->here);
    c->next = mcore_arena_realloc(arena, NULL, most, sizeof *c->next);
    return arena->status;
}

static void release_sets(coupling *c, mcore_arena *arena)
{
    mcore_arena_release(arena, c->next);
    mcore_arena_release(arena, c->here);
    for (uint32_t i = c->components; i-- > 0;)
        mcore_arena_release(arena, c->sets[i].forward);
    mcore_arena_release(arena, c->segment.data);
}

/* ---- Coupled components: the sets of one component ---- */

/* Where the forward sets of a layer are or belong. */
static uint64_t *forward_place(coupling *c, uint32_t i, uint32_t layer)
{
    const state_sets *sets = c->sets + i;
    if (sets->checkpoints == NULL)
        return sets->forward + c->graph[i].first_state[layer] * sets->words;
    return mcore_checkpoints_layer(sets->checkpoints, sets->forward, &c->segment, layer);
}

/* The forward sets `next` of layer + 1 from those of the layer. False if the poll stopped it. */
static bool step_forward(const coupling *c, uint32_t i, uint32_t layer, const uint64_t *here, uint64_t *next)
{
    const mcore_graph *graph = c->graph + i;
    size_t words = c->sets[i].words;
    uint32_t end = graph->first_state[layer + 1];
    memset(next, 0, mcore_graph_layer_states(graph, layer + 1) * words * sizeof *next);
    for (uint32_t s = graph->first_state[layer]; s < end; s++, here += words) {
        uint32_t j = graph->first_mines[s];
        for (size_t e = graph->first_edge[s]; e < graph->first_edge[s + 1]; e++, j++) {
            uint32_t t = graph->target[e];
            if (t != MCORE_NONE)
                add_raised(next + (t - end) * words, words, here, words, mcore_graph_edge_shift(graph, s, j, t));
        }
    }
    return !mcore_poll_step(c->poll, mcore_poll_work(4 * words * mcore_graph_layer_states(graph, layer)));
}

static bool fill_forward(coupling *c, uint32_t i)
{
    const uint64_t *here = c->sets[i].forward;
    memset(c->sets[i].forward, 0, c->sets[i].words * sizeof *here);
    add(c->sets[i].forward, 0);
    for (uint32_t layer = 0; layer < c->graph[i].layers; layer++) {
        uint64_t *next = forward_place(c, i, layer + 1);
        if (!step_forward(c, i, layer, here, next))
            return false;
        here = next;
    }
    return true;
}

/* The set of the component's end state: its possible numbers of mines. */
static const uint64_t *end_set(coupling *c, uint32_t i) { return forward_place(c, i, c->graph[i].layers); }

/* The forward sets of a layer, recomputed if necessary; NULL if the poll stopped that. */
static const uint64_t *forward_layer(coupling *c, uint32_t i, uint32_t layer)
{
    const mcore_checkpoints *checkpoints = c->sets[i].checkpoints;
    bool present = checkpoints == NULL || mcore_checkpoints_has(checkpoints, &c->segment, layer);
    const uint64_t *found = forward_place(c, i, layer);
    for (uint32_t at = c->segment.from; !present && at < c->segment.to; at++) {
        if (!step_forward(c, i, at - 1, forward_place(c, i, at - 1), forward_place(c, i, at)))
            return NULL;
    }
    return found;
}

/* The backward sets c->here of a layer from c->next, those of layer + 1; both only hold numbers that are also in the
   forward sets. Returns a bit for each number of mines in the layer's box that occurs. */
static uint32_t step_backward(const coupling *c, uint32_t i, uint32_t layer, const uint64_t *forward)
{
    const mcore_graph *graph = c->graph + i;
    size_t words = c->sets[i].words;
    uint32_t seen = 0, end = graph->first_state[layer + 1];
    const uint64_t *next = c->next;
    uint64_t *here = c->here;
    memset(here, 0, mcore_graph_layer_states(graph, layer) * words * sizeof *here);
    for (uint32_t s = graph->first_state[layer]; s < end; s++, forward += words, here += words) {
        uint32_t j = graph->first_mines[s];
        for (size_t e = graph->first_edge[s]; e < graph->first_edge[s + 1]; e++, j++) {
            uint32_t t = graph->target[e];
            if (t == MCORE_NONE)
                continue;
            const uint64_t *to = next + (t - end) * words;
            uint64_t common = 0;
            for (size_t w = 0; w < words; w++) {
                uint64_t bits = forward[w] & bits_at(to, words, mcore_graph_edge_shift(graph, s, j, t) + w * 64);
                here[w] |= bits;
                common |= bits;
            }
            seen |= (uint32_t)(common != 0) << j;
        }
    }
    return seen;
}

/* Step backwards from the end state's allowed numbers of mines, in c->next, and set the ranges of the boxes. */
static bool component_ranges(coupling *c, uint32_t i)
{
    const mcore_graph *graph = c->graph + i;
    for (uint32_t layer = graph->layers; layer-- > 0;) {
        const uint64_t *forward = forward_layer(c, i, layer);
        if (forward == NULL)
            return false;
        set_range(c->certain, graph->box[layer], step_backward(c, i, layer, forward));
        if (mcore_poll_step(c->poll, mcore_poll_work(4 * c->sets[i].words * mcore_graph_layer_states(graph, layer))))
            return false;
        uint64_t *swap = c->next;
        c->next = c->here;
        c->here = swap;
    }
    return true;
}

/* ---- Coupled components: the chain of components ---- */

/* Fill c->before from the first component to the sea. */
static bool chain_forward(coupling *c)
{
    add(c->before, 0);
    for (uint32_t i = 0; i < c->components; i++) {
        if (!fill_forward(c, i))
            return false;
        const uint64_t *own = end_set(c, i), *before = c->before + i * c->words;
        for (size_t k = 0; k < mcore_graph_totals_length(c->graph + i); k++) {
            if (has(own, k))
                add_raised(c->before + (i + 1) * c->words, c->words, before, c->words, k);
        }
    }
    return true;
}

/* Set the range of the sea and the last set of c->after: the numbers of mines in the components for which the sea can
   hold the rest. False if none of them occurs. */
static bool meet_sea(coupling *c)
{
    mcore_certain *certain = c->certain;
    uint32_t n = c->components, left = c->reduced->mines_left, fewest = MCORE_NONE, most = 0;
    const uint64_t *before = c->before + n * c->words;
    uint64_t *after = c->after + n * c->words;
    for (uint32_t p = certain->low[n]; p <= certain->high[n]; p++) {
        if (p > left || left - p > c->reduced->sea_cells)
            continue;
        add(after, p - certain->low[n]);
        if (has(before, p - certain->low[n])) {
            fewest = mcore_min(fewest, p);
            most = mcore_max(most, p);
        }
    }
    if (fewest == MCORE_NONE)
        return false;
    certain->sea_low = left - most;
    certain->sea_high = left - fewest;
    return true;
}

/* Fill c->after from the sea to the first component; on the way, find what each component can hold. */
static bool chain_backward(coupling *c)
{
    for (uint32_t i = c->components; i-- > 0;) {
        const uint64_t *own = end_set(c, i), *before = c->before + i * c->words, *rest = c->after + (i + 1) * c->words;
        size_t words = c->sets[i].words;
        uint64_t *after = c->after + i * c->words, *allowed = c->next;
        memset(allowed, 0, words * sizeof *allowed);
        for (size_t k = 0; k < mcore_graph_totals_length(c->graph + i); k++) {
            if (has(own, k))
                add_lowered(after, c->words, rest, c->words, k);
        }
        for (size_t p = 0; p <= c->certain->high[i] - c->certain->low[i]; p++) {
            if (has(before, p))
                add_lowered(allowed, words, rest, c->words, p);
        }
        for (size_t w = 0; w < words; w++)
            allowed[w] &= own[w];
        if (!component_ranges(c, i))
            return false;
    }
    return true;
}

static mines_status find_coupled(mcore_certain *certain, const mcore_reduced *reduced, const mcore_graph *graph,
                                 bool low_memory, mcore_arena *arena, mcore_poll *poll)
{
    uint32_t n = reduced->components;
    coupling c = {.certain = certain,
                  .reduced = reduced,
                  .graph = graph,
                  .components = n,
                  .poll = poll,
                  .words = words_for((size_t)certain->high[n] - certain->low[n] + 1)};
    mines_status status = alloc_sets(&c, low_memory, arena);
    if (status != MINES_OK)
        return status;
    if (!chain_forward(&c))
        return MINES_INTERRUPTED;
    if (!meet_sea(&c))
        return MINES_NO_VALID_BOARD;
    if (!chain_backward(&c))
        return MINES_INTERRUPTED;
    release_sets(&c, arena);
    return MINES_OK;
}

/* Whether the number of mines left may exclude some of the low .. high mines that the components allow together. */
static bool needs_coupling(const mcore_reduced *reduced, uint32_t low, uint32_t high)
{
    return high > reduced->mines_left || reduced->mines_left - low > reduced->sea_cells;
}

/* ---- Results ---- */

uint64_t mcore_certain_bytes(const mcore_reduced *reduced)
{
    return 2 * (mcore_arena_bytes((uint64_t)reduced->components + 1, sizeof(uint32_t)) +
                mcore_arena_bytes(reduced->boxes, 1));
}

uint64_t mcore_certain_scratch_bytes(const mcore_reduced *reduced, const mcore_graph *graph, mcore_arena *arena)
{
    uint32_t n = reduced->components, low = 0, high = 0;
    size_t most = 0, segment;
    for (uint32_t i = 0; i < n; i++) {
        low += graph[i].kmin[mcore_graph_end(graph + i)];
        high += graph[i].kmax[mcore_graph_end(graph + i)];
    }
    if (!needs_coupling(reduced, low, high))
        return 0;
    uint64_t bytes = mcore_arena_bytes(n, sizeof(state_sets)) +
                     2 * mcore_arena_bytes(((uint64_t)n + 1) * words_for((size_t)high - low + 1), sizeof(uint64_t));
    mcore_checkpoints *checkpoints = mcore_arena_alloc(arena, n, sizeof *checkpoints);
    if (checkpoints == NULL || !choose_checkpoints(checkpoints, graph, n, &segment, arena))
        return 0;
    for (uint32_t i = 0; i < n; i++) {
        size_t layer = largest_layer(graph + i, set_words(graph + i));
        most = layer > most ? layer : most;
    }
    return bytes + mcore_checkpoints_bytes(checkpoints, n, segment) + 2 * mcore_arena_bytes(most, sizeof(uint64_t));
}

static mines_status alloc_ranges(mcore_certain *certain, const mcore_reduced *reduced, mcore_arena *arena)
{
    size_t n = reduced->components;
    certain->low = mcore_arena_alloc(arena, n + 1, sizeof(uint32_t));
    certain->high = mcore_arena_alloc(arena, n + 1, sizeof(uint32_t));
    certain->box_low = mcore_arena_alloc(arena, reduced->boxes, 1);
    certain->box_high = mcore_arena_alloc(arena, reduced->boxes, 1);
    return arena->status;
}

mines_status mcore_certain_find(mcore_certain *certain, const mcore_reduced *reduced, const mcore_graph *graph,
                                bool low_memory, mcore_arena *arena, mcore_arena *scratch, mcore_poll *poll)
{
    uint32_t n = reduced->components, left = reduced->mines_left;
    if (alloc_ranges(certain, reduced, arena) != MINES_OK)
        return arena->status;
    certain->low[0] = certain->high[0] = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t end = mcore_graph_end(graph + i);
        certain->low[i + 1] = certain->low[i] + graph[i].kmin[end];
        certain->high[i + 1] = certain->high[i] + graph[i].kmax[end];
    }
    if (needs_coupling(reduced, certain->low[n], certain->high[n]))
        return find_coupled(certain, reduced, graph, low_memory, scratch, poll);
    certain->sea_low = left - certain->high[n];
    certain->sea_high = left - certain->low[n];
    for (uint32_t i = 0; i < n; i++) {
        if (!unrestricted_component(certain, graph + i, poll))
            return MINES_INTERRUPTED;
    }
    return MINES_OK;
}

/* What `low` .. `high` mines among `size` interchangeable cells make certain. */
static uint8_t certainty(uint32_t low, uint32_t high, uint32_t size)
{
    return high == 0 ? MCORE_CERTAIN_SAFE : low == size ? MCORE_CERTAIN_MINE : 0;
}

bool mcore_certain_cells(const mcore_certain *certain, const mcore_reduced *reduced, uint8_t *cell)
{
    uint8_t seen = 0;
    memset(cell, 0, reduced->board->sites);
    for (uint32_t i = 0; i < reduced->decided_cells; i++) {
        uint32_t site = reduced->decided[i];
        cell[site] = reduced->cell_class[site] == MCORE_CLASS_MINE ? MCORE_CERTAIN_MINE : MCORE_CERTAIN_SAFE;
        seen |= cell[site];
    }
    for (uint32_t i = 0; i < reduced->boxes; i++) {
        const mcore_box *box = reduced->box + i;
        uint8_t own = certainty(certain->box_low[i], certain->box_high[i], box->size);
        for (uint32_t k = 0; k < box->size; k++)
            cell[reduced->cells[box->first_cell + k]] = own;
        seen |= own;
    }
    uint8_t own = reduced->sea_cells > 0 ? certainty(certain->sea_low, certain->sea_high, reduced->sea_cells) : 0;
    for (uint32_t i = 0; i < reduced->sea_cells; i++)
        cell[reduced->sea[i]] = own;
    return ((seen | own) & MCORE_CERTAIN_MINE) != 0;
}
