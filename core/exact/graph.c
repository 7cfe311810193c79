#include "count.h"

#include "../base/scaling.h"
#include "resample.h"

#include <string.h>

const uint8_t mcore_binomial[MCORE_BOX_CELLS + 1][MCORE_BOX_CELLS + 1] = {
    {1},
    {1, 1},
    {1, 2, 1},
    {1, 3, 3, 1},
    {1, 4, 6, 4, 1},
    {1, 5, 10, 10, 5, 1},
    {1, 6, 15, 20, 15, 6, 1},
    {1, 7, 21, 35, 35, 21, 7, 1},
    {1, 8, 28, 56, 70, 56, 28, 8, 1},
};

void mcore_weights_set(mcore_weights *weights, int tilt)
{
    weights->tilt = tilt;
    weights->boolean = false;
    for (int j = 0; j <= MCORE_BOX_CELLS; j++)
        weights->theta_power[j] = mcore_power_of_two(j * tilt);
    for (int n = 0; n <= MCORE_BOX_CELLS; n++) {
        for (int j = 0; j <= MCORE_BOX_CELLS; j++)
            weights->weight[n][j] = mcore_binomial[n][j] * weights->theta_power[j];
    }
}

void mcore_weights_boolean(mcore_weights *weights)
{
    mcore_weights_set(weights, 0);
    weights->boolean = true;
}

int mcore_weights_normalise(const mcore_weights *weights, double *x, size_t n)
{
    if (!weights->boolean)
        return mcore_rescale(x, n);
    for (size_t i = 0; i < n; i++)
        x[i] = x[i] > 0.0 ? 1.0 : 0.0;
    return 0;
}

/* ---- The graph: which states there are ---- */

enum {
    FIELD = 3, /* bits of a residual in a key: residuals are at most 7 */
    FIELDS = 64 / FIELD
};

/* What one number of a layer's box asks of its mines. */
typedef struct field {
    uint32_t word; /* of the key */
    uint8_t shift; /* in it */
    uint8_t after; /* cells of the number that later layers place */
} field;

/* A layer as its states see it: how keys change. */
typedef struct step {
    uint8_t size; /* cells of the box */
    uint8_t fields;
    field field[8];
} step;

/* The graph under construction. Keys are kept for the layer being read and the one being written only. */
typedef struct builder {
    mcore_graph *graph;
    const mcore_reduced *reduced;
    const mcore_component *component;
    mcore_arena *arena;
    mcore_poll *poll;
    uint32_t words;     /* of a key */
    uint8_t *remaining; /* by number of the component: cells in layers to come */
    uint32_t *slot;     /* by number of the component: its field while in progress */
    uint32_t *free;     /* stack of free fields */
    uint32_t free_count;
    uint64_t *begin, *delta; /* added to each key of a layer first; taken off a mine */
    uint64_t *from, *to;     /* keys of the two layers */
    size_t from_room, to_room;
    uint32_t *table; /* open addressing: states of the layer being written; older entries are free */
    uint32_t table_bits;
    size_t state_room, edge_room, edges;
    mcore_thinning *thinning; /* NULL: none */
    bool thinned;             /* whether any state was left out */
    double *mass, *mass_to;   /* with it, by state of the two layers: the weight of all ways to it */
    uint32_t *kept;           /* by state of a layer: its number after thinning */
    size_t mass_room, mass_to_room, kept_room, multiplier_room;
} builder;

/* Room for so many more states, and for the end of their edges. */
static bool grow_states(builder *b, size_t more)
{
    mcore_graph *g = b->graph;
    size_t need = g->states + more + 1, room = b->state_room;
    if (need <= room)
        return true;
    size_t rooms[4] = {room, room, room, room}; /* the four grow in step */
    if (!mcore_arena_reserve(b->arena, (void **)&g->first_edge, &rooms[0], need, sizeof *g->first_edge) ||
        !mcore_arena_reserve(b->arena, (void **)&g->first_mines, &rooms[1], need, sizeof *g->first_mines) ||
        !mcore_arena_reserve(b->arena, (void **)&g->kmin, &rooms[2], need, sizeof *g->kmin) ||
        !mcore_arena_reserve(b->arena, (void **)&g->kmax, &rooms[3], need, sizeof *g->kmax))
        return false;
    b->state_room = rooms[0];
    return true;
}

/* Room for all edges of one more state and for what they lead to, in the layer whose first state is `first`. */
static bool grow_layer(builder *b, uint32_t first)
{
    size_t most = MCORE_BOX_CELLS + 1, index = b->graph->states - first;
    return mcore_arena_reserve(b->arena, (void **)&b->graph->target, &b->edge_room, b->edges + most,
                               sizeof *b->graph->target) &&
           mcore_arena_reserve(b->arena, (void **)&b->to, &b->to_room, (index + most) * b->words, sizeof *b->to) &&
           (b->thinning == NULL ||
            mcore_arena_reserve(b->arena, (void **)&b->mass_to, &b->mass_to_room, index + most, sizeof *b->mass_to)) &&
           grow_states(b, most);
}

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

/* Double the table and enter the states of the layer being written again. */
static bool grow_table(builder *b, uint32_t first)
{
    uint32_t bits = b->table_bits + 1;
    uint32_t *table = mcore_arena_realloc(b->arena, b->table, (size_t)1 << bits, sizeof *table);
    if (table == NULL)
        return false;
    b->table = table;
    b->table_bits = bits;
    memset(table, 0, sizeof *table << bits);
    size_t mask = ((size_t)1 << bits) - 1;
    for (uint32_t state = first; state < b->graph->states; state++) {
        size_t at = (size_t)(hash_key(b->to + (size_t)(state - first) * b->words, b->words) >> (64 - bits));
        while (table[at] >= first)
            at = (at + 1) & mask;
        table[at] = state;
        if (mcore_poll_step(b->poll, 2))
            return false;
    }
    return true;
}

/* The state of the layer being written that has this key, made if need be, for which there must be room; its k range
   takes in low..high. MCORE_NONE where memory ends. */
static uint32_t reach(builder *b, const uint64_t *key, uint32_t words, uint32_t first, uint32_t low, uint32_t high)
{
    mcore_graph *g = b->graph;
    size_t mask = ((size_t)1 << b->table_bits) - 1, at = (size_t)(hash_key(key, words) >> (64 - b->table_bits));
    for (uint32_t state; (state = b->table[at]) >= first; at = (at + 1) & mask) {
        if (same_key(b->to + (size_t)(state - first) * words, key, words)) {
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
        b->mass_to[index] = 0.0;
    for (uint32_t w = 0; w < words; w++)
        b->to[(size_t)index * words + w] = key[w];
    g->kmin[state] = low;
    g->kmax[state] = high;
    g->states++;
    b->table[at] = state;
    if ((size_t)(index + 1) * 2 > mask && !grow_table(b, first))
        return MCORE_NONE;
    return state;
}

/* How keys change in a layer: fields for numbers that begin, what they hold, what a mine takes. */
static void plan_step(builder *b, uint32_t box_index, step *step)
{
    const mcore_box *box = b->reduced->box + box_index;
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
        field f = {b->slot[own] / FIELDS, (uint8_t)(b->slot[own] % FIELDS * FIELD), b->remaining[own]};
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

/* Write layer `layer` + 1 from layer `layer`; words: b->words, which is 1 for all but wide components. */
static inline bool expand_layer_of(builder *b, uint32_t layer, uint32_t words)
{
    mcore_graph *g = b->graph;
    uint32_t first = g->first_state[layer], end = g->first_state[layer + 1];
    step step;
    plan_step(b, g->box[layer], &step);
    uint64_t *key = b->from;
    for (uint32_t state = first; state < end; state++, key += words) {
        uint32_t low = 0, high = step.size;
        for (uint32_t w = 0; w < words; w++)
            key[w] += b->begin[w];
        for (uint32_t i = 0; i < step.fields; i++) {
            field f = step.field[i];
            uint32_t residual = (uint32_t)(key[f.word] >> f.shift) & 7;
            high = mcore_min(high, residual);
            if (residual > f.after)
                low = mcore_max(low, residual - f.after);
        }
        if (!grow_layer(b, end))
            return false;
        g->first_edge[state] = b->edges;
        g->first_mines[state] = (uint8_t)low;
        for (uint32_t j = 0; j < low; j++) {
            for (uint32_t w = 0; w < words; w++)
                key[w] -= b->delta[w];
        }
        for (uint32_t j = low; j <= high; j++) {
            uint32_t target = reach(b, key, words, end, g->kmin[state] + j, g->kmax[state] + j);
            if (target == MCORE_NONE)
                return false;
            if (b->thinning != NULL)
                b->mass_to[target - end] += b->thinning->weights->weight[step.size][j] * b->mass[state - first];
            g->target[b->edges++] = target;
            for (uint32_t w = 0; w < words; w++)
                key[w] -= b->delta[w];
        }
        if (mcore_poll_step(b->poll, 1 + high))
            return false;
    }
    g->first_edge[end] = b->edges;
    g->first_state[layer + 2] = g->states;
    uint64_t *keys = b->from;
    size_t room = b->from_room;
    b->from = b->to;
    b->from_room = b->to_room;
    b->to = keys;
    b->to_room = room;
    return true;
}

static bool expand_layer(builder *b, uint32_t layer)
{
    return b->words == 1 ? expand_layer_of(b, layer, 1) : expand_layer_of(b, layer, b->words);
}

/* Keep a few states of the layer after `layer`, just written, where it has too many. */
static bool thin_layer(builder *b, uint32_t layer)
{
    mcore_graph *g = b->graph;
    uint32_t first = g->first_state[layer + 1], count = g->states - first, next = 0, words = b->words;
    double *mass = b->mass_to;
    if (!mcore_arena_reserve(b->arena, (void **)&g->multiplier, &b->multiplier_room, g->states,
                             sizeof *g->multiplier) ||
        !mcore_arena_reserve(b->arena, (void **)&b->kept, &b->kept_room, count, sizeof *b->kept))
        return false;
    double *multiplier = g->multiplier + first;
    b->mass_to = b->mass;
    b->mass = mass;
    size_t room = b->mass_to_room;
    b->mass_to_room = b->mass_room;
    b->mass_room = room;
    (void)mcore_rescale(mass, count); /* only how they compare matters */
    if (count <= b->thinning->most) {
        for (uint32_t i = 0; i < count; i++)
            multiplier[i] = 1.0;
        return true;
    }
    b->thinned = true;
    mcore_resample(mass, count, b->thinning->most, &b->thinning->random, multiplier);
    for (uint32_t i = 0; i < count; i++) {
        b->kept[i] = MCORE_NONE;
        if (multiplier[i] == 0.0)
            continue;
        b->kept[i] = first + next;
        memmove(b->from + (size_t)next * words, b->from + (size_t)i * words, words * sizeof *b->from);
        g->kmin[first + next] = g->kmin[first + i];
        g->kmax[first + next] = g->kmax[first + i];
        mass[next] = mass[i] * multiplier[i];
        multiplier[next] = multiplier[i];
        next++;
    }
    for (size_t e = g->first_edge[g->first_state[layer]]; e < b->edges; e++)
        g->target[e] = b->kept[g->target[e] - first];
    g->states = first + next;
    g->first_state[layer + 2] = g->states;
    /* entries of states that are gone would look like those of the layer to come */
    memset(b->table, 0, sizeof *b->table << b->table_bits);
    return true;
}

/* The most numbers that are in progress at once. */
static uint32_t widest(const mcore_graph *graph, const mcore_reduced *reduced, const mcore_component *component,
                       uint8_t *remaining)
{
    uint32_t width = 0, most = 0;
    for (uint32_t layer = 0; layer < graph->layers; layer++) {
        const mcore_box *box = reduced->box + graph->box[layer];
        uint32_t done = 0;
        for (uint32_t i = 0; i < box->numbers; i++) {
            uint32_t number = reduced->box_numbers[box->first_number + i];
            uint8_t *left = remaining + (number - component->first_number);
            width += *left == reduced->number[number].undecided;
            *left = (uint8_t)(*left - box->size);
            done += *left == 0;
        }
        most = mcore_max(most, width);
        width -= done;
    }
    return most;
}

/* Backwards: cut edges that lead nowhere, lay out the vectors of the other states. */
static mines_status cut_dead_ends(mcore_graph *graph, mcore_poll *poll)
{
    uint32_t end = mcore_graph_end(graph);
    for (uint32_t state = end; state-- > 0;) {
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
            return MINES_INTERRUPTED;
    }
    if (graph->kmin[0] > graph->kmax[0])
        return MINES_NO_VALID_BOARD;
    uint64_t room = 0;
    for (uint32_t state = 0; state < graph->states; state++) {
        graph->vector[state] = (size_t)room;
        room += graph->kmax[state] + 1 - graph->kmin[state];
    }
    graph->vector[graph->states] = (size_t)room;
    /* on machines of 32 bits: all that is counted in such entries, up to nine more a state included, has to fit a
     * size_t */
    return room < SIZE_MAX / 16 ? MINES_OK : MINES_BUDGET_EXCEEDED;
}

static mines_status build(builder *b, const uint32_t *order)
{
    mcore_graph *g = b->graph;
    const mcore_component *component = b->component;
    mcore_arena *arena = b->arena;
    g->layers = component->boxes;
    g->box = mcore_arena_alloc(arena, g->layers, sizeof *g->box);
    g->first_state = mcore_arena_alloc(arena, (size_t)g->layers + 2, sizeof *g->first_state);
    g->forward_scale = mcore_arena_alloc(arena, g->layers, sizeof *g->forward_scale);
    b->remaining = mcore_arena_alloc(arena, component->numbers, 1);
    b->slot = mcore_arena_alloc(arena, component->numbers, sizeof *b->slot);
    if (arena->status != MINES_OK)
        return arena->status;
    memcpy(g->box, order, g->layers * sizeof *order);
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < component->numbers; i++)
            b->remaining[i] = b->reduced->number[component->first_number + i].undecided;
        if (pass == 0)
            b->free_count = widest(g, b->reduced, component, b->remaining);
    }
    b->words = (b->free_count + FIELDS - 1) / FIELDS;
    b->free = mcore_arena_alloc(arena, b->free_count, sizeof *b->free);
    b->begin = mcore_arena_alloc(arena, b->words, sizeof *b->begin);
    b->delta = mcore_arena_alloc(arena, b->words, sizeof *b->delta);
    b->table_bits = 7;
    b->table = mcore_arena_realloc(arena, NULL, (size_t)1 << b->table_bits, sizeof *b->table);
    mcore_arena_reserve(arena, (void **)&b->from, &b->from_room, b->words, sizeof *b->from);
    mcore_arena_reserve(arena, (void **)&b->to, &b->to_room, b->words, sizeof *b->to);
    if (b->thinning != NULL) {
        mcore_arena_reserve(arena, (void **)&b->mass, &b->mass_room, 1, sizeof *b->mass);
        mcore_arena_reserve(arena, (void **)&g->multiplier, &b->multiplier_room, 1, sizeof *g->multiplier);
    }
    if (arena->status != MINES_OK || !grow_states(b, 1))
        return arena->status;
    if (b->thinning != NULL)
        b->mass[0] = g->multiplier[0] = 1.0;
    for (uint32_t i = 0; i < b->free_count; i++)
        b->free[i] = b->free_count - 1 - i;
    memset(b->table, 0, sizeof *b->table << b->table_bits);
    /* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): some number is in progress, so that a key has a word */
    memset(b->from, 0, b->words * sizeof *b->from);
    g->kmin[0] = g->kmax[0] = 0;
    g->states = 1;
    g->first_state[0] = 0;
    g->first_state[1] = 1;
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
    return cut_dead_ends(g, b->poll);
}

/* The graph of a single box: its numbers, most often one, all say how many mines it holds. */
static mines_status build_single(mcore_graph *graph, const mcore_reduced *reduced, const mcore_component *component,
                                 mcore_arena *arena)
{
    uint32_t mines = reduced->number[component->first_number].residual;
    *graph = (mcore_graph){
        .layers = 1,
        .states = 2,
        .box = mcore_arena_alloc(arena, 1, sizeof *graph->box),
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
    if (thinning != NULL && b.thinned)
        thinning->used = true;
    else
        graph->multiplier = NULL; /* all are 1 */
    mcore_arena_release(arena, b.table);
    mcore_arena_release(arena, b.from);
    mcore_arena_release(arena, b.to);
    mcore_arena_release(arena, b.mass);
    mcore_arena_release(arena, b.mass_to);
    mcore_arena_release(arena, b.kept);
    return status;
}

mines_status mcore_graph_build(mcore_graph *graph, const mcore_reduced *reduced, const mcore_component *component,
                               const uint32_t *order, mcore_arena *arena, mcore_poll *poll)
{
    return mcore_graph_build_thinned(graph, reduced, component, order, NULL, arena, poll);
}

/* ---- The vectors: how many ways ---- */

void mcore_graph_trim(mcore_graph *graph, mcore_arena *arena)
{
    size_t states = graph->states;
    mcore_arena_resize(arena, (void **)&graph->target, graph->first_edge[states], sizeof *graph->target);
    mcore_arena_resize(arena, (void **)&graph->first_edge, states + 1, sizeof *graph->first_edge);
    mcore_arena_resize(arena, (void **)&graph->first_mines, states, sizeof *graph->first_mines);
    mcore_arena_resize(arena, (void **)&graph->kmin, states, sizeof *graph->kmin);
    mcore_arena_resize(arena, (void **)&graph->kmax, states, sizeof *graph->kmax);
}

bool mcore_graph_alloc_forward(mcore_graph *graph, mcore_arena *arena)
{
    size_t room = graph->row != NULL ? graph->row->kept : graph->vector[graph->states];
    graph->forward = mcore_arena_realloc(arena, NULL, room, sizeof *graph->forward);
    return graph->forward != NULL;
}

void mcore_graph_extents(const mcore_graph *graph, bool vectors, size_t each, size_t *extent)
{
    for (uint32_t layer = 0; layer <= graph->layers + 1; layer++) {
        uint32_t first = graph->first_state[layer];
        extent[layer] = (vectors ? graph->vector[first] : 0) + first * each;
    }
}

/* Layers between two looks at the size of the numbers: a step multiplies by less than 2^(8 * (1 + |tilt|)). */
enum { SAFE_BITS = 240 };

/* Bits by which the step through a layer can change the largest number. */
static int step_bits(const mcore_reduced *reduced, const mcore_weights *weights, uint32_t box)
{
    int tilt = weights->tilt < 0 ? -weights->tilt : weights->tilt;
    return reduced->box[box].size * (1 + tilt);
}

/* Settle numbers as they were settled before, when it was by this power of two. */
static void settle_again(const mcore_weights *weights, int power, double *x, size_t n)
{
    if (weights->boolean) {
        (void)mcore_weights_normalise(weights, x, n);
    } else if (power != 0) {
        double factor = mcore_power_of_two(power);
        for (size_t i = 0; i < n; i++)
            x[i] *= factor;
    }
}

/* to += weight * from. */
static inline void add_times(double *restrict to, const double *restrict from, double weight, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] += weight * from[i];
}

/* The forward vectors of a layer of a thinned graph by their multipliers. */
static void multiply(const mcore_graph *graph, uint32_t layer, double *f)
{
    for (uint32_t state = graph->first_state[layer]; state < graph->first_state[layer + 1]; state++) {
        size_t length = mcore_graph_vector_length(graph, state);
        for (size_t i = 0; i < length; i++)
            f[i] *= graph->multiplier[state];
        f += length;
    }
}

/* The forward vectors behind a layer from those in front of it, not settled yet; each begins with its layer's first
   state. */
static inline void step_forward(const mcore_graph *graph, const mcore_reduced *reduced, const mcore_weights *weights,
                                uint32_t layer, const double *here, double *next)
{
    uint32_t end = graph->first_state[layer + 1];
    const double *weight = weights->weight[reduced->box[graph->box[layer]].size];
    memset(next, 0, mcore_graph_layer_size(graph, layer + 1) * sizeof *next);
    for (uint32_t state = graph->first_state[layer]; state < end; state++) {
        size_t length = mcore_graph_vector_length(graph, state);
        uint32_t j = graph->first_mines[state];
        for (size_t e = graph->first_edge[state]; e < graph->first_edge[state + 1]; e++, j++) {
            uint32_t target = graph->target[e];
            if (target == MCORE_NONE)
                continue;
            double *to =
                next + (graph->vector[target] - graph->vector[end]) + mcore_graph_edge_shift(graph, state, j, target);
            add_times(to, here, weight[j], length);
        }
        here += length;
    }
    if (graph->multiplier != NULL)
        multiply(graph, layer + 1, next);
}

/* Where the forward vectors of a layer stand or are to stand. */
static inline double *forward_place(const mcore_graph *graph, uint32_t layer, mcore_segment *window)
{
    if (graph->row == NULL)
        return graph->forward + graph->vector[graph->first_state[layer]];
    return mcore_checkpoints_layer(graph->row, graph->forward, window, layer);
}

bool mcore_graph_forward(mcore_graph *graph, const mcore_reduced *reduced, const mcore_weights *weights,
                         mcore_segment *window, mcore_poll *poll)
{
    double *here = graph->forward;
    int bits = 0;
    here[0] = 1.0;
    for (uint32_t layer = 0; layer < graph->layers; layer++) {
        double *next = forward_place(graph, layer + 1, window);
        size_t room = mcore_graph_layer_size(graph, layer + 1);
        step_forward(graph, reduced, weights, layer, here, next);
        bits += step_bits(reduced, weights, graph->box[layer]);
        graph->forward_scale[layer] = 0;
        if (bits > SAFE_BITS || weights->boolean) {
            graph->forward_scale[layer] = mcore_weights_normalise(weights, next, room);
            bits = 0;
        }
        if (mcore_poll_step(poll, mcore_poll_work(room)))
            return false;
        here = next;
    }
    return true;
}

/* A step whose scale is known. */
static bool forward_again(const mcore_graph *graph, const mcore_reduced *reduced, const mcore_weights *weights,
                          uint32_t layer, const double *here, double *next, mcore_poll *poll)
{
    size_t room = mcore_graph_layer_size(graph, layer + 1);
    step_forward(graph, reduced, weights, layer, here, next);
    settle_again(weights, graph->forward_scale[layer], next, room);
    return !mcore_poll_step(poll, mcore_poll_work(room));
}

const double *mcore_graph_forward_again(const mcore_graph *graph, const mcore_reduced *reduced,
                                        const mcore_weights *weights, uint32_t layer, mcore_segment *window,
                                        mcore_poll *poll)
{
    bool there = mcore_checkpoints_has(graph->row, window, layer);
    const double *found = forward_place(graph, layer, window), *here = NULL;
    if (there)
        return found;
    here = forward_place(graph, window->from - 1, window);
    for (uint32_t next = window->from; next < window->to; next++) {
        double *to = forward_place(graph, next, window);
        if (!forward_again(graph, reduced, weights, next - 1, here, to, poll)) {
            window->row = NULL;
            return NULL;
        }
        here = to;
    }
    return found;
}

bool mcore_graph_forward_whole(const mcore_graph *graph, const mcore_reduced *reduced, const mcore_weights *weights,
                               double *forward, mcore_poll *poll)
{
    forward[0] = 1.0;
    for (uint32_t layer = 0; layer < graph->layers; layer++) {
        if (!forward_again(graph, reduced, weights, layer, forward + graph->vector[graph->first_state[layer]],
                           forward + graph->vector[graph->first_state[layer + 1]], poll))
            return false;
    }
    return true;
}

/* The backward vectors in front of a layer from those behind it, not settled yet. */
static void step_back(const mcore_graph *graph, const mcore_reduced *reduced, const mcore_weights *weights,
                      uint32_t layer, size_t more, const double *next, double *here)
{
    uint32_t first = graph->first_state[layer], end = graph->first_state[layer + 1];
    const double *weight = weights->weight[reduced->box[graph->box[layer]].size];
    memset(here, 0, (mcore_graph_layer_size(graph, layer) + (end - first) * more) * sizeof *here);
    for (uint32_t state = first; state < end; state++) {
        double *to = here + (graph->vector[state] - graph->vector[first]) + (state - first) * more;
        size_t length = mcore_graph_vector_length(graph, state) + more;
        uint32_t j = graph->first_mines[state];
        for (size_t e = graph->first_edge[state]; e < graph->first_edge[state + 1]; e++, j++) {
            uint32_t target = graph->target[e];
            if (target == MCORE_NONE)
                continue;
            const double *from = next + (graph->vector[target] - graph->vector[end]) + (target - end) * more +
                                 mcore_graph_edge_shift(graph, state, j, target);
            add_times(to, from, weight[j], length);
        }
    }
}

/* Entries of a layer's backward vectors. */
static size_t back_room(const mcore_graph *graph, uint32_t layer, size_t more)
{
    return mcore_graph_layer_size(graph, layer) + (graph->first_state[layer + 1] - graph->first_state[layer]) * more;
}

int mcore_graph_step_back(const mcore_graph *graph, const mcore_reduced *reduced, const mcore_weights *weights,
                          uint32_t layer, uint32_t extra, int *bits, const double *next, double *here)
{
    step_back(graph, reduced, weights, layer, extra, next, here);
    *bits += step_bits(reduced, weights, graph->box[layer]);
    if (*bits <= SAFE_BITS && !weights->boolean)
        return 0;
    *bits = 0;
    return mcore_weights_normalise(weights, here, back_room(graph, layer, extra));
}

/* Where the backward vectors of a layer stand or are to stand. */
static double *backward_place(const mcore_graph *graph, uint32_t layer, mcore_backward *backward)
{
    const mcore_checkpoints *row = backward->row;
    uint32_t first = graph->first_state[layer];
    if (row == NULL)
        return backward->b + graph->vector[first] + (size_t)first * backward->extra;
    return mcore_checkpoints_layer(row, backward->b, &backward->window, layer);
}

bool mcore_graph_backward(const mcore_graph *graph, const mcore_reduced *reduced, const mcore_weights *weights,
                          const double *terminal, mcore_backward *backward, mcore_poll *poll)
{
    double *next = backward_place(graph, graph->layers, backward);
    int bits = 0, *scale = backward->scale;
    memcpy(next, terminal, back_room(graph, graph->layers, backward->extra) * sizeof *next);
    scale[graph->layers] = 0;
    for (uint32_t layer = graph->layers; layer-- > 0;) {
        double *here = backward_place(graph, layer, backward);
        int power = mcore_graph_step_back(graph, reduced, weights, layer, backward->extra, &bits, next, here);
        scale[layer] = scale[layer + 1] + power;
        if (mcore_poll_step(poll, mcore_poll_work(back_room(graph, layer, backward->extra))))
            return false;
        next = here;
    }
    return true;
}

const double *mcore_graph_backward_layer(const mcore_graph *graph, const mcore_reduced *reduced,
                                         const mcore_weights *weights, uint32_t layer, mcore_backward *backward,
                                         mcore_poll *poll)
{
    const mcore_checkpoints *row = backward->row;
    mcore_segment *window = &backward->window;
    bool there = row == NULL || mcore_checkpoints_has(row, window, layer);
    const double *found = backward_place(graph, layer, backward), *next = NULL;
    if (there)
        return found;
    next = backward_place(graph, window->to, backward);
    for (uint32_t at = window->to; at-- > window->from;) {
        double *here = backward_place(graph, at, backward);
        size_t room = back_room(graph, at, backward->extra);
        step_back(graph, reduced, weights, at, backward->extra, next, here);
        settle_again(weights, backward->scale[at] - backward->scale[at + 1], here, room);
        if (mcore_poll_step(poll, mcore_poll_work(room))) {
            window->row = NULL;
            return NULL;
        }
        next = here;
    }
    return found;
}
