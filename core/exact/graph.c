#include "graph.h"

#include <string.h>

/* A key packs the residuals of the active numbers, each in a field of a few bits. */
enum {
    FIELD_BITS = 3, /* residuals are at most 7 */
    FIELDS_PER_WORD = 64 / FIELD_BITS
};

enum { MOST_EDGES = MCORE_BOX_CELLS + 1 /* of a state */ };

/* The field of one number of a layer's box. */
typedef struct key_field {
    uint32_t word; /* of the key */
    uint8_t shift; /* in the word */
    uint8_t after; /* cells of the number in later layers */
} key_field;

/* What a layer does to keys. */
typedef struct layer_step {
    uint8_t size; /* cells of the box */
    uint8_t fields;
    key_field field[8];
} layer_step;

/* The keys of a layer's states, `words` of the builder each. */
typedef struct layer_keys {
    uint64_t *key;
    size_t capacity;
} layer_keys;

/* A graph under construction. Only two layers have keys: the one that is read and the one that is written. */
typedef struct builder {
    mcore_graph *graph;
    const mcore_reduced *reduced;
    const mcore_component *component;
    mcore_arena *arena;
    mcore_poll *poll;
    uint32_t words;     /* of a key */
    uint8_t *remaining; /* by number of the component: cells in layers to come */
    uint32_t *slot;     /* by number of the component: its field while active */
    uint32_t *free;     /* stack of free fields */
    uint32_t free_count;
    uint64_t *begin, *delta; /* added to each key at the start of a layer; subtracted for each mine */
    layer_keys from, to;
    uint32_t *table; /* open addressing: states of the layer that is written; entries below its first are free */
    uint32_t table_bits;
    size_t state_capacity, edge_capacity, edges;
    mcore_thinning *thinning; /* NULL: none */
    bool thinned;             /* some state was left out */
    size_t multiplier_capacity;
} builder;

/* ---- Memory ---- */

static bool grow_states(builder *b, size_t need)
{
    mcore_graph *g = b->graph;
    size_t capacity = b->state_capacity;
    size_t capacities[4] = {capacity, capacity, capacity, capacity}; /* the four arrays grow in step */
    if (!mcore_arena_reserve(b->arena, (void **)&g->first_edge, &capacities[0], need, sizeof *g->first_edge) ||
        !mcore_arena_reserve(b->arena, (void **)&g->first_mines, &capacities[1], need, sizeof *g->first_mines) ||
        !mcore_arena_reserve(b->arena, (void **)&g->kmin, &capacities[2], need, sizeof *g->kmin) ||
        !mcore_arena_reserve(b->arena, (void **)&g->kmax, &capacities[3], need, sizeof *g->kmax))
        return false;
    b->state_capacity = capacities[0];
    return true;
}

/* Make room for `more` states, and for the end of their edges. */
static inline bool reserve_states(builder *b, size_t more)
{
    size_t need = b->graph->states + more + 1;
    return need <= b->state_capacity || grow_states(b, need);
}

static inline bool reserve_keys(builder *b, layer_keys *keys, size_t states)
{
    return mcore_arena_reserve(b->arena, (void **)&keys->key, &keys->capacity, states * b->words, sizeof *keys->key);
}

/* Make room for the edges of one more state and their targets, in the layer whose first state is `first`. */
static bool reserve_expansion(builder *b, uint32_t first)
{
    size_t states = b->graph->states - first + MOST_EDGES;
    return mcore_arena_reserve(b->arena, (void **)&b->graph->target, &b->edge_capacity, b->edges + MOST_EDGES,
                               sizeof *b->graph->target) &&
           reserve_keys(b, &b->to, states) &&
           (b->thinning == NULL || mcore_thinning_reserve(b->thinning, states, b->arena)) &&
           reserve_states(b, MOST_EDGES);
}

/* ---- The table of states ---- */

static uint64_t hash_key(const uint64_t *key, uint32_t words)
{
    uint64_t hash = key[0];
    for (uint32_t w = 1; w < words; w++)
        hash = (hash ^ (hash >> 32)) * 0x9e3779b97f4a7c15u + key[w];
    return hash * 0x9e3779b97f4a7c15u;
}

static bool same_key(const uint64_t *a, const uint64_t *b, uint32_t words)
{
    for (uint32_t w = 0; w < words; w++) {
        if (a[w] != b[w])
            return false;
    }
    return true;
}

static void clear_table(builder *b) { memset(b->table, 0, sizeof *b->table << b->table_bits); }

/* Double the table and reinsert the states of the layer that is written. */
static bool grow_table(builder *b, uint32_t first)
{
    uint32_t bits = b->table_bits + 1;
    uint32_t *table = mcore_arena_realloc(b->arena, b->table, (size_t)1 << bits, sizeof *table);
    if (table == NULL)
        return false;
    b->table = table;
    b->table_bits = bits;
    clear_table(b);
    size_t mask = ((size_t)1 << bits) - 1;
    for (uint32_t state = first; state < b->graph->states; state++) {
        size_t at = (size_t)(hash_key(b->to.key + (size_t)(state - first) * b->words, b->words) >> (64 - bits));
        while (table[at] >= first)
            at = (at + 1) & mask;
        table[at] = state;
        if (mcore_poll_step(b->poll, 2))
            return false;
    }
    return true;
}

/* Find or add the state with this key in the layer that is written, whose first state is `first`; its k range is
   extended to low .. high. MCORE_NONE if the arena is exhausted. Space for a new state must have been reserved. */
static uint32_t reach(builder *b, const uint64_t *key, uint32_t words, uint32_t first, uint32_t low, uint32_t high)
{
    mcore_graph *g = b->graph;
    size_t mask = ((size_t)1 << b->table_bits) - 1, at = (size_t)(hash_key(key, words) >> (64 - b->table_bits));
    for (uint32_t state; (state = b->table[at]) >= first; at = (at + 1) & mask) {
        if (same_key(b->to.key + (size_t)(state - first) * words, key, words)) {
            g->kmin[state] = mcore_min(g->kmin[state], low);
            g->kmax[state] = mcore_max(g->kmax[state], high);
            return state;
        }
    }
    uint32_t state = g->states, index = state - first;
    if (state >= MCORE_NONE - 1) {
        b->arena->status = MINES_BUDGET_EXCEEDED;
        return MCORE_NONE;
    }
    if (b->thinning != NULL)
        b->thinning->next_mass[index] = 0.0;
    for (uint32_t w = 0; w < words; w++)
        b->to.key[(size_t)index * words + w] = key[w];
    g->kmin[state] = low;
    g->kmax[state] = high;
    g->states++;
    b->table[at] = state;
    if ((size_t)(index + 1) * 2 > mask && !grow_table(b, first))
        return MCORE_NONE;
    return state;
}

/* ---- Layers ---- */

/* Plan what a layer does to keys: numbers that become active get a field, completed ones free theirs. */
static void plan_step(builder *b, uint32_t layer, layer_step *step)
{
    const mcore_box *box = b->reduced->box + b->graph->box[layer];
    memset(b->begin, 0, b->words * sizeof *b->begin);
    memset(b->delta, 0, b->words * sizeof *b->delta);
    step->size = box->size;
    step->fields = box->numbers;
    for (uint32_t i = 0; i < box->numbers; i++) {
        uint32_t number = b->reduced->box_numbers[box->first_number + i];
        uint32_t own = number - b->component->first_number;
        bool begins = b->remaining[own] == b->reduced->number[number].undecided;
        if (begins)
            b->slot[own] = b->free[--b->free_count];
        b->remaining[own] = (uint8_t)(b->remaining[own] - box->size);
        key_field f = {b->slot[own] / FIELDS_PER_WORD, (uint8_t)(b->slot[own] % FIELDS_PER_WORD * FIELD_BITS),
                       b->remaining[own]};
        step->field[i] = f;
        b->delta[f.word] += (uint64_t)1 << f.shift;
        if (begins)
            b->begin[f.word] += (uint64_t)b->reduced->number[number].residual << f.shift;
    }
    for (uint32_t i = 0; i < box->numbers; i++) {
        if (step->field[i].after == 0)
            b->free[b->free_count++] =
                b->slot[b->reduced->box_numbers[box->first_number + i] - b->component->first_number];
    }
}

static inline void subtract(uint64_t *key, const uint64_t *delta, uint32_t words)
{
    for (uint32_t w = 0; w < words; w++)
        key[w] -= delta[w];
}

/* The fewest and most mines that the box can hold in a state with this key. */
static inline void mines_allowed(const layer_step *step, const uint64_t *key, uint32_t *low, uint32_t *high)
{
    *low = 0;
    *high = step->size;
    for (uint32_t i = 0; i < step->fields; i++) {
        key_field f = step->field[i];
        uint32_t residual = (uint32_t)(key[f.word] >> f.shift) & 7;
        *high = mcore_min(*high, residual);
        if (residual > f.after)
            *low = mcore_max(*low, residual - f.after);
    }
}

/* Write a state's edges, and the states they lead to in the next layer, whose first state is `end`. The key, at the
   start of the layer, is overwritten. */
static inline bool expand_state(builder *b, const layer_step *step, uint32_t state, uint32_t first, uint32_t end,
                                uint64_t *key, uint32_t words)
{
    mcore_graph *g = b->graph;
    uint32_t low, high;
    for (uint32_t w = 0; w < words; w++)
        key[w] += b->begin[w];
    mines_allowed(step, key, &low, &high);
    if (!reserve_expansion(b, end))
        return false;
    g->first_edge[state] = b->edges;
    g->first_mines[state] = (uint8_t)low;
    for (uint32_t j = 0; j < low; j++)
        subtract(key, b->delta, words);
    for (uint32_t j = low; j <= high; j++) {
        uint32_t target = reach(b, key, words, end, g->kmin[state] + j, g->kmax[state] + j);
        if (target == MCORE_NONE)
            return false;
        if (b->thinning != NULL)
            b->thinning->next_mass[target - end] +=
                b->thinning->weights->weight[step->size][j] * b->thinning->mass[state - first];
        g->target[b->edges++] = target;
        subtract(key, b->delta, words);
    }
    return !mcore_poll_step(b->poll, 1 + high);
}

/* Write layer + 1 from a layer. words: b->words, a constant 1 for all but wide components. */
static inline bool expand_layer_of(builder *b, uint32_t layer, uint32_t words)
{
    mcore_graph *g = b->graph;
    uint32_t first = g->first_state[layer], end = g->first_state[layer + 1];
    layer_step step;
    plan_step(b, layer, &step);
    uint64_t *key = b->from.key;
    for (uint32_t state = first; state < end; state++, key += words) {
        if (!expand_state(b, &step, state, first, end, key, words))
            return false;
    }
    g->first_edge[end] = b->edges;
    g->first_state[layer + 2] = g->states;
    layer_keys read = b->from;
    b->from = b->to;
    b->to = read;
    return true;
}

static bool expand_layer(builder *b, uint32_t layer)
{
    return b->words == 1 ? expand_layer_of(b, layer, 1) : expand_layer_of(b, layer, b->words);
}

/* Thin the layer after `layer`, which was just written. */
static bool thin_layer(builder *b, uint32_t layer)
{
    mcore_graph *g = b->graph;
    uint32_t first = g->first_state[layer + 1], count = g->states - first, next = first, words = b->words;
    if (!mcore_arena_reserve(b->arena, (void **)&g->multiplier, &b->multiplier_capacity, g->states,
                             sizeof *g->multiplier))
        return false;
    if (!mcore_thinning_layer(b->thinning, count, g->multiplier + first, b->arena))
        return b->arena->status == MINES_OK;
    const uint32_t *kept = b->thinning->kept;
    for (uint32_t i = 0; i < count; i++) {
        if (kept[i] == MCORE_NONE)
            continue;
        memmove(b->from.key + (size_t)(next - first) * words, b->from.key + (size_t)i * words,
                words * sizeof *b->from.key);
        g->kmin[next] = g->kmin[first + i];
        g->kmax[next] = g->kmax[first + i];
        next++;
    }
    for (size_t e = g->first_edge[g->first_state[layer]]; e < b->edges; e++) {
        uint32_t index = kept[g->target[e] - first];
        g->target[e] = index != MCORE_NONE ? first + index : MCORE_NONE;
    }
    b->thinned = true;
    g->states = g->first_state[layer + 2] = next;
    clear_table(b); /* entries of states that are gone would look like those of the next layer */
    return true;
}

/* ---- The whole graph ---- */

/* The largest number of active numbers. Overwrites `remaining`. */
static uint32_t most_active(const mcore_graph *graph, const mcore_reduced *reduced, const mcore_component *component,
                            uint8_t *remaining)
{
    uint32_t active = 0, most = 0;
    for (uint32_t layer = 0; layer < graph->layers; layer++) {
        const mcore_box *box = reduced->box + graph->box[layer];
        uint32_t completed = 0;
        for (uint32_t i = 0; i < box->numbers; i++) {
            uint32_t number = reduced->box_numbers[box->first_number + i];
            uint8_t *left = remaining + (number - component->first_number);
            active += *left == reduced->number[number].undecided;
            *left = (uint8_t)(*left - box->size);
            completed += *left == 0;
        }
        most = mcore_max(most, active);
        active -= completed;
    }
    return most;
}

static void reset_remaining(builder *b)
{
    for (uint32_t i = 0; i < b->component->numbers; i++)
        b->remaining[i] = b->reduced->number[b->component->first_number + i].undecided;
}

/* The arrays by layer and by number, and the number of key fields. */
static bool init_layers(builder *b, const uint32_t *order)
{
    mcore_graph *g = b->graph;
    mcore_arena *arena = b->arena;
    g->layers = b->component->boxes;
    g->box = mcore_arena_alloc(arena, g->layers, sizeof *g->box);
    g->box_size = mcore_arena_alloc(arena, g->layers, sizeof *g->box_size);
    g->first_state = mcore_arena_alloc(arena, (size_t)g->layers + 2, sizeof *g->first_state);
    g->forward_scale = mcore_arena_alloc(arena, g->layers, sizeof *g->forward_scale);
    b->remaining = mcore_arena_alloc(arena, b->component->numbers, 1);
    b->slot = mcore_arena_alloc(arena, b->component->numbers, sizeof *b->slot);
    if (arena->status != MINES_OK)
        return false;
    for (uint32_t layer = 0; layer < g->layers; layer++) {
        g->box[layer] = order[layer];
        g->box_size[layer] = b->reduced->box[order[layer]].size;
    }
    reset_remaining(b);
    b->free_count = most_active(g, b->reduced, b->component, b->remaining);
    reset_remaining(b);
    b->words = (b->free_count + FIELDS_PER_WORD - 1) / FIELDS_PER_WORD;
    return true;
}

/* The keys, the table and the first state. */
static bool init_states(builder *b)
{
    mcore_graph *g = b->graph;
    mcore_arena *arena = b->arena;
    b->free = mcore_arena_alloc(arena, b->free_count, sizeof *b->free);
    b->begin = mcore_arena_alloc(arena, b->words, sizeof *b->begin);
    b->delta = mcore_arena_alloc(arena, b->words, sizeof *b->delta);
    b->table_bits = 7;
    b->table = mcore_arena_realloc(arena, NULL, (size_t)1 << b->table_bits, sizeof *b->table);
    if (arena->status != MINES_OK || !reserve_keys(b, &b->from, 1) || !reserve_keys(b, &b->to, 1) ||
        !reserve_states(b, 1))
        return false;
    if (b->thinning != NULL) {
        if (!mcore_thinning_begin(b->thinning, arena) ||
            !mcore_arena_reserve(arena, (void **)&g->multiplier, &b->multiplier_capacity, 1, sizeof *g->multiplier))
            return false;
        g->multiplier[0] = 1.0;
    }
    for (uint32_t i = 0; i < b->free_count; i++)
        b->free[i] = b->free_count - 1 - i;
    clear_table(b);
    /* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): some number is active, so a key has a word */
    memset(b->from.key, 0, b->words * sizeof *b->from.key);
    g->kmin[0] = g->kmax[0] = 0;
    g->states = 1;
    g->first_state[0] = 0;
    g->first_state[1] = 1;
    return true;
}

/* From the end backwards, give edges that can't be completed the target MCORE_NONE, and their states an empty
   vector. */
static bool cut_dead_ends(mcore_graph *graph, mcore_poll *poll)
{
    for (uint32_t state = mcore_graph_end(graph); state-- > 0;) {
        bool alive = false;
        for (size_t e = graph->first_edge[state]; e < graph->first_edge[state + 1]; e++) {
            uint32_t target = graph->target[e];
            if (target == MCORE_NONE || graph->kmin[target] > graph->kmax[target])
                graph->target[e] = MCORE_NONE;
            else
                alive = true;
        }
        if (!alive) {
            graph->kmin[state] = 1;
            graph->kmax[state] = 0;
        }
        if (mcore_poll_step(poll, 4))
            return false;
    }
    return true;
}

/* Set the offsets of all vectors. False on 32-bit machines if sizes derived from them, with up to nine more entries per
   state, might not fit a size_t. */
static bool set_vectors(mcore_graph *graph)
{
    uint64_t entries = 0;
    for (uint32_t state = 0; state < graph->states; state++) {
        graph->vector[state] = (size_t)entries;
        entries += graph->kmax[state] + 1 - graph->kmin[state];
    }
    graph->vector[graph->states] = (size_t)entries;
    return entries < SIZE_MAX / 16;
}

static mines_status build(builder *b, const uint32_t *order)
{
    mcore_graph *g = b->graph;
    mcore_arena *arena = b->arena;
    if (!init_layers(b, order) || !init_states(b))
        return arena->status;
    for (uint32_t layer = 0; layer < g->layers; layer++) {
        if (!expand_layer(b, layer) || (b->thinning != NULL && !thin_layer(b, layer)))
            return arena->status != MINES_OK ? arena->status : MINES_INTERRUPTED;
        if (g->first_state[layer + 1] == g->states)
            return MINES_NO_VALID_BOARD;
    }
    g->first_edge[g->states] = b->edges;
    g->vector = mcore_arena_alloc(arena, (size_t)g->states + 1, sizeof *g->vector);
    if (g->vector == NULL)
        return arena->status;
    if (!cut_dead_ends(g, b->poll))
        return MINES_INTERRUPTED;
    if (g->kmin[0] > g->kmax[0])
        return MINES_NO_VALID_BOARD;
    return set_vectors(g) ? MINES_OK : MINES_BUDGET_EXCEEDED;
}

/* The graph of a component of one box: all its numbers, usually one, say how many mines the box holds. */
static mines_status build_single(mcore_graph *graph, const mcore_reduced *reduced, const mcore_component *component,
                                 mcore_arena *arena)
{
    uint32_t mines = reduced->number[component->first_number].residual;
    *graph = (mcore_graph){
        .layers = 1,
        .states = 2,
        .box = mcore_arena_alloc(arena, 1, sizeof *graph->box),
        .box_size = mcore_arena_alloc(arena, 1, sizeof *graph->box_size),
        .first_state = mcore_arena_alloc(arena, 3, sizeof *graph->first_state),
        .first_edge = mcore_arena_realloc(arena, NULL, 3, sizeof *graph->first_edge),
        .first_mines = mcore_arena_realloc(arena, NULL, 2, sizeof *graph->first_mines),
        .target = mcore_arena_realloc(arena, NULL, 1, sizeof *graph->target),
        .kmin = mcore_arena_realloc(arena, NULL, 2, sizeof *graph->kmin),
        .kmax = mcore_arena_realloc(arena, NULL, 2, sizeof *graph->kmax),
        .vector = mcore_arena_alloc(arena, 3, sizeof *graph->vector),
        .forward_scale = mcore_arena_alloc(arena, 1, sizeof *graph->forward_scale),
    };
    if (arena->status != MINES_OK)
        return arena->status;
    for (uint32_t i = 1; i < component->numbers; i++) {
        if (reduced->number[component->first_number + i].residual != mines)
            return MINES_NO_VALID_BOARD;
    }
    graph->box[0] = component->first_box;
    graph->box_size[0] = reduced->box[component->first_box].size;
    graph->first_mines[0] = graph->first_mines[1] = (uint8_t)mines;
    graph->target[0] = 1;
    for (uint32_t i = 0; i < 3; i++) {
        graph->first_state[i] = i;
        graph->first_edge[i] = i > 0;
        graph->vector[i] = i;
    }
    graph->kmin[0] = graph->kmax[0] = 0;
    graph->kmin[1] = graph->kmax[1] = mines;
    return MINES_OK;
}

mines_status mcore_graph_build_thinned(mcore_graph *graph, const mcore_reduced *reduced,
                                       const mcore_component *component, const uint32_t *order,
                                       mcore_thinning *thinning, mcore_arena *arena, mcore_poll *poll)
{
    builder b = {
        .graph = graph, .reduced = reduced, .component = component, .arena = arena, .poll = poll, .thinning = thinning};
    if (component->boxes == 1)
        return build_single(graph, reduced, component, arena);
    *graph = (mcore_graph){0};
    mines_status status = build(&b, order);
    if (!b.thinned)
        graph->multiplier = NULL; /* all are 1 */
    mcore_arena_release(arena, b.table);
    mcore_arena_release(arena, b.from.key);
    mcore_arena_release(arena, b.to.key);
    if (thinning != NULL)
        mcore_thinning_release(thinning, arena);
    return status;
}

mines_status mcore_graph_build(mcore_graph *graph, const mcore_reduced *reduced, const mcore_component *component,
                               const uint32_t *order, mcore_arena *arena, mcore_poll *poll)
{
    return mcore_graph_build_thinned(graph, reduced, component, order, NULL, arena, poll);
}

/* ---- Sizes ---- */

void mcore_graph_trim(mcore_graph *graph, mcore_arena *arena)
{
    size_t states = graph->states;
    mcore_arena_resize(arena, (void **)&graph->target, graph->first_edge[states], sizeof *graph->target);
    mcore_arena_resize(arena, (void **)&graph->first_edge, states + 1, sizeof *graph->first_edge);
    mcore_arena_resize(arena, (void **)&graph->first_mines, states, sizeof *graph->first_mines);
    mcore_arena_resize(arena, (void **)&graph->kmin, states, sizeof *graph->kmin);
    mcore_arena_resize(arena, (void **)&graph->kmax, states, sizeof *graph->kmax);
}

void mcore_graph_layer_offsets(const mcore_graph *graph, bool vectors, size_t each, size_t *offset)
{
    for (uint32_t layer = 0; layer <= graph->layers + 1; layer++) {
        uint32_t first = graph->first_state[layer];
        offset[layer] = (vectors ? graph->vector[first] : 0) + first * each;
    }
}
