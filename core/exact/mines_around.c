#include "mines_around.h"

#include "conditional.h"
#include "recount.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

/* The distinct queries of a board. */
typedef struct query_set {
    mcore_conditional conditional; /* its arenas share the budget with `arena` */
    mcore_arena *arena;            /* for the queries and answers */
    mcore_cell_query *query;
    size_t count, capacity;
    uint32_t *table; /* open addressing: index into query + 1 */
    size_t table_mask;
    double *answers; /* conditional.width entries per query */
} query_set;

/* The neighbours of one cell. */
typedef struct surroundings {
    uint32_t query; /* index of its query; MCORE_NONE if it needs none */
    uint8_t mines;  /* known or decided mines */
    bool undecided; /* some neighbour is not certain */
} surroundings;

static size_t cells_of(const mines_solution *s) { return (size_t)s->board.rows * s->board.cols; }

static uint32_t site_of(const mines_solution *s, size_t cell)
{
    return mcore_site(&s->board, (uint32_t)(cell / s->board.cols), (uint32_t)(cell % s->board.cols));
}

static double *answer_to(const query_set *set, size_t query) { return set->answers + query * set->conditional.width; }

/* ---- Collecting the queries ---- */

/* Pin one more cell of a box. */
static void pin_box(mcore_cell_query *query, uint32_t box, bool self)
{
    uint32_t i = query->pin_count;
    while (i > 0 && query->pins[i - 1].box >= box)
        i--;
    if (i == query->pin_count || query->pins[i].box != box) {
        memmove(query->pins + i + 1, query->pins + i, (query->pin_count - i) * sizeof *query->pins);
        query->pins[i] = (mcore_query_pin){.box = box};
        query->pin_count++;
    }
    if (self) {
        query->pins[i].self = 1;
    } else {
        query->pins[i].neighbours++;
        query->neighbours++;
    }
}

/* Find a cell's surroundings and set up its query. */
static surroundings find_surroundings(const query_set *set, uint32_t site, mcore_cell_query *query)
{
    const mines_solution *s = set->conditional.solution;
    const mcore_reduced *reduced = &s->reduced;
    surroundings around = {.query = MCORE_NONE};
    query->pin_count = query->neighbours = query->sea = query->sea_self = 0;
    for (int k = 0; k < 8; k++) {
        uint32_t near = mcore_neighbour(&s->board, site, k);
        uint8_t cell_class = reduced->cell_class[near];
        if (cell_class == MCORE_CLASS_KNOWN || cell_class == MCORE_CLASS_MINE)
            around.mines++;
        else if (cell_class == MCORE_CLASS_SEA)
            query->sea++;
        else if (cell_class == MCORE_CLASS_BOX)
            pin_box(query, reduced->box_of[near], false);
        else
            continue;
        around.undecided |= cell_class != MCORE_CLASS_KNOWN && s->certain_cell[near] == 0;
    }
    if (set->conditional.numbers && reduced->cell_class[site] == MCORE_CLASS_SEA)
        query->sea_self = 1;
    if (set->conditional.numbers && reduced->cell_class[site] == MCORE_CLASS_BOX)
        pin_box(query, reduced->box_of[site], true);
    return around;
}

static size_t hash_query(const mcore_cell_query *query)
{
    uint64_t hash = (uint64_t)query->sea << 1 | query->sea_self;
    for (uint32_t i = 0; i < query->pin_count; i++) {
        const mcore_query_pin *pin = query->pins + i;
        hash ^= (uint64_t)pin->box << 5 | (uint64_t)pin->neighbours << 1 | pin->self;
        hash *= 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    return (size_t)(hash ^ hash >> 32);
}

static bool same_query(const mcore_cell_query *a, const mcore_cell_query *b)
{
    if (a->pin_count != b->pin_count || a->sea != b->sea || a->sea_self != b->sea_self)
        return false;
    for (uint32_t i = 0; i < a->pin_count; i++) {
        if (a->pins[i].box != b->pins[i].box || a->pins[i].neighbours != b->pins[i].neighbours ||
            a->pins[i].self != b->pins[i].self)
            return false;
    }
    return true;
}

/* Find or add a query; its index, or MCORE_NONE if the arena is exhausted. */
static uint32_t enter(query_set *set, const mcore_cell_query *query)
{
    size_t at = hash_query(query) & set->table_mask;
    for (; set->table[at] != 0; at = (at + 1) & set->table_mask) {
        if (same_query(set->query + set->table[at] - 1, query))
            return set->table[at] - 1;
    }
    if (!mcore_arena_reserve(set->arena, (void **)&set->query, &set->capacity, set->count + 1, sizeof *set->query))
        return MCORE_NONE;
    set->query[set->count] = *query;
    set->table[at] = (uint32_t)++set->count;
    return (uint32_t)set->count - 1;
}

/* Whether the answer for a cell follows from the board and what is certain. */
static bool needs_no_query(const query_set *set, uint32_t site, const surroundings *around)
{
    const mines_solution *s = set->conditional.solution;
    if (!set->conditional.numbers)
        return around->mines > 0;
    return s->board.cell[site] != MCORE_UNOPENED || s->certain_cell[site] == MCORE_CERTAIN_MINE;
}

/* Fill around[cell] and the set of queries. */
static mines_status collect(query_set *set, surroundings *around)
{
    const mines_solution *s = set->conditional.solution;
    size_t cells = cells_of(s), entries = 16;
    while (entries < cells * 2)
        entries *= 2;
    set->table = mcore_arena_alloc_zeroed(set->arena, entries, sizeof *set->table);
    set->table_mask = entries - 1;
    if (set->table == NULL)
        return set->arena->status;
    for (size_t cell = 0; cell < cells; cell++) {
        uint32_t site = site_of(s, cell);
        mcore_cell_query query;
        around[cell] = find_surroundings(set, site, &query);
        if (needs_no_query(set, site, around + cell))
            continue;
        around[cell].query = enter(set, &query);
        if (around[cell].query == MCORE_NONE)
            return set->arena->status;
    }
    return MINES_OK;
}

/* ---- Answering them ---- */

/* The component that has all of a query's boxes; MCORE_NONE if there is none or several have them. */
static uint32_t component_of(const query_set *set, const mcore_cell_query *query)
{
    if (query->pin_count == 0)
        return MCORE_NONE;
    uint32_t first = set->conditional.component_of[query->pins[0].box];
    return set->conditional.component_of[query->pins[query->pin_count - 1].box] == first ? first : MCORE_NONE;
}

/* Queries are answered by component, then by pinned cells of the sea. */
typedef struct query_key {
    uint32_t component, sea_pins, query;
} query_key;

static int by_key(const void *left, const void *right)
{
    const query_key *a = left, *b = right;
    if (a->component != b->component)
        return a->component < b->component ? -1 : 1;
    if (a->sea_pins != b->sea_pins)
        return a->sea_pins < b->sea_pins ? -1 : 1;
    return a->query < b->query ? -1 : a->query > b->query;
}

/* Fill keys and list, the queries in that order. */
static void sort_queries(const query_set *set, query_key *keys, uint32_t *list)
{
    for (uint32_t i = 0; i < set->count; i++)
        keys[i] = (query_key){component_of(set, set->query + i), mcore_query_sea_pins(set->query + i), i};
    qsort(keys, set->count, sizeof *keys, by_key);
    for (size_t i = 0; i < set->count; i++)
        list[i] = keys[i].query;
}

/* Share the rest of the budget between the conditional's arenas. */
static void share_budget(query_set *set)
{
    mcore_arena *vectors = set->conditional.arena, *scratch = set->conditional.scratch;
    vectors->limit = set->arena->limit - set->arena->used;
    scratch->limit = vectors->limit > vectors->used ? vectors->limit - vectors->used : 0;
}

static mines_status answer_all(query_set *set)
{
    mcore_conditional *c = &set->conditional;
    query_key *keys = mcore_arena_alloc(set->arena, set->count, sizeof *keys);
    uint32_t *list = mcore_arena_alloc(set->arena, set->count, sizeof *list);
    mines_status status = set->arena->status;
    if (status != MINES_OK)
        return status;
    sort_queries(set, keys, list);
    for (size_t i = 0, end; i < set->count && status == MINES_OK; i = end) {
        uint32_t component = keys[i].component;
        end = i + 1;
        share_budget(set);
        if (component == MCORE_NONE) {
            status = mcore_conditional_any(c, set->query + list[i], answer_to(set, list[i]));
        } else {
            while (end < set->count && keys[end].component == component)
                end++;
            status = mcore_conditional_component(c, component, set->query, list + i, end - i, set->answers);
        }
        if (status == MINES_OK && mcore_poll_now(c->poll, (double)end / (double)set->count))
            status = MINES_INTERRUPTED;
    }
    return status;
}

/* ---- Repairing underflow ---- */

/* Whether underflow may have changed an answer. */
static bool is_doubtful(const query_set *set, double answer)
{
    return !(answer >= set->conditional.solution->trust_floor && answer <= 2.0);
}

/* Whether an entry of a query's answer is doubtful although there are enough neighbours for it. */
static bool has_doubtful(const query_set *set, size_t query)
{
    uint32_t neighbours = (uint32_t)set->query[query].neighbours + set->query[query].sea;
    for (uint32_t m = 0; m < set->conditional.width && m <= neighbours; m++) {
        if (is_doubtful(set, answer_to(set, query)[m]))
            return true;
    }
    return false;
}

/* Answer the queries of `again` with Boolean weights: positive entries are possible. */
static mines_status answer_reachable(query_set *set, query_set *again)
{
    mcore_conditional *c = &set->conditional;
    mcore_arena *arena = set->arena, *vectors = c->arena;
    mines_solution reachable;
    mcore_arena_free(vectors);
    mcore_arena_free(c->scratch);
    vectors->limit = arena->limit - arena->used;
    mines_status status = mcore_solution_reachable(&reachable, c->solution, vectors, c->poll);
    if (status == MINES_OK)
        status = mcore_conditional_begin(&again->conditional, &reachable, c->numbers, vectors, c->scratch, c->poll);
    if (status == MINES_OK)
        status = answer_all(again);
    mcore_arena_free(vectors);
    mcore_arena_free(c->scratch);
    return status;
}

/* Set impossible entries of a query's answer to 0. Returns whether a possible one is doubtful. */
static bool clear_impossible(const query_set *set, double *answer, const double *reachable)
{
    bool doubtful = false;
    for (uint32_t m = 0; m < set->conditional.width; m++) {
        if (reachable[m] == 0.0)
            answer[m] = 0.0;
        else
            doubtful |= is_doubtful(set, answer[m]);
    }
    return doubtful;
}

/* Underflow repair: rerun the doubtful queries with 0/1 weights to distinguish impossible from tiny; recount the tiny
   ones in integers. */
static mines_status repair_underflow(query_set *set)
{
    const mines_solution *s = set->conditional.solution;
    mcore_arena *arena = set->arena;
    uint32_t width = set->conditional.width;
    query_set again = {.arena = arena};
    uint32_t *index = mcore_arena_alloc(arena, set->count, sizeof *index);
    if (index == NULL)
        return arena->status;
    for (uint32_t i = 0; i < set->count; i++) {
        if (has_doubtful(set, i))
            index[again.count++] = i;
    }
    if (again.count == 0)
        return MINES_OK;
    again.query = mcore_arena_alloc(arena, again.count, sizeof *again.query);
    again.answers = mcore_arena_alloc_zeroed(arena, again.count * width, sizeof *again.answers);
    if (arena->status != MINES_OK)
        return arena->status;
    for (size_t i = 0; i < again.count; i++)
        again.query[i] = set->query[index[i]];
    mines_status status = answer_reachable(set, &again);
    mcore_recount recount;
    mcore_recount_begin(&recount, &s->reduced, s->graph, width, arena, set->conditional.poll);
    for (size_t i = 0; i < again.count && status == MINES_OK; i++) {
        double *answer = answer_to(set, index[i]);
        if (clear_impossible(set, answer, again.answers + i * width))
            status = mcore_recount_query(&recount, again.query + i, answer);
    }
    mcore_recount_end(&recount);
    return status;
}

/* Answer the collected queries, in doubles where these can be trusted. */
static mines_status evaluate(query_set *set)
{
    const mines_solution *s = set->conditional.solution;
    mines_status status = MINES_OK;
    set->answers = mcore_arena_alloc_zeroed(set->arena, set->count * set->conditional.width, sizeof *set->answers);
    if (set->answers == NULL)
        return set->arena->status;
    if (s->trust_floor <= 1.0)
        status = answer_all(set);
    if (status == MINES_OK && (s->trust_floor > 1.0 || mcore_recount_may_underflow(&s->reduced)))
        status = repair_underflow(set);
    return status;
}

/* ---- Writing the results ---- */

/* P(no mine around) of a cell. answer: NULL if there is a mine. */
static double zero_around(const surroundings *around, const double *answer)
{
    if (answer == NULL)
        return 0.0;
    return answer[0] > 0.0 ? around->undecided ? mcore_open_interval(answer[0]) : 1.0 : 0.0;
}

/* P(safe and shows k), k = 0..8, of a cell. answer: NULL if the cell is opened or a mine. */
static void write_numbers(const mines_solution *s, uint32_t site, const surroundings *around, const double *answer,
                          double *out)
{
    uint32_t possible = 0;
    memset(out, 0, MCORE_NUMBERS * sizeof *out);
    if (s->board.cell[site] < MCORE_UNOPENED) {
        out[s->board.cell[site]] = 1.0;
        return;
    }
    if (answer == NULL)
        return;
    for (uint32_t m = 0; m + around->mines < MCORE_NUMBERS; m++) {
        out[m + around->mines] = answer[m];
        possible += answer[m] > 0.0;
    }
    bool certain = possible == 1 && s->certain_cell[site] == MCORE_CERTAIN_SAFE;
    for (uint32_t k = 0; k < MCORE_NUMBERS; k++) {
        if (out[k] > 0.0)
            out[k] = certain ? 1.0 : mcore_open_interval(out[k]);
    }
}

static void write_cells(const query_set *set, const surroundings *around, double *out)
{
    const mines_solution *s = set->conditional.solution;
    for (size_t cell = 0; cell < cells_of(s); cell++) {
        const double *answer = around[cell].query != MCORE_NONE ? answer_to(set, around[cell].query) : NULL;
        if (set->conditional.numbers)
            write_numbers(s, site_of(s, cell), around + cell, answer, out + cell * MCORE_NUMBERS);
        else
            out[cell] = zero_around(around + cell, answer);
    }
}

/* ---- The whole board ---- */

/* arena: for the queries and answers; vectors: for what they share; scratch: for one of them at a time. */
static mines_status query_board(const mines_solution *s, bool numbers, mcore_arena *arena, mcore_arena *vectors,
                                mcore_arena *scratch, mcore_poll *poll, double *out)
{
    query_set set = {.arena = arena};
    surroundings *around = mcore_arena_alloc(arena, cells_of(s), sizeof *around);
    mines_status status = mcore_conditional_begin(&set.conditional, s, numbers, vectors, scratch, poll);
    if (around == NULL)
        status = arena->status;
    if (status == MINES_OK)
        status = collect(&set, around);
    if (status == MINES_OK)
        status = evaluate(&set);
    if (status == MINES_OK)
        write_cells(&set, around, out);
    return status;
}

static mines_status query(const mines_solution *s, bool numbers, uint64_t memory, mcore_poll *poll, double *out)
{
    mcore_arena arena, vectors, scratch;
    mcore_arena_init(&arena, memory);
    mcore_arena_init(&vectors, memory);
    mcore_arena_init(&scratch, memory);
    mines_status status = query_board(s, numbers, &arena, &vectors, &scratch, poll, out);
    mcore_arena_free(&arena);
    mcore_arena_free(&vectors);
    mcore_arena_free(&scratch);
    return status;
}

mines_status mcore_mines_around_zero(const mines_solution *solution, uint64_t memory, mcore_poll *poll, double *out)
{
    return query(solution, false, memory, poll, out);
}

mines_status mcore_mines_around_number(const mines_solution *solution, uint64_t memory, mcore_poll *poll, double *out)
{
    return query(solution, true, memory, poll, out);
}
