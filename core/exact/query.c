#include "query.h"

#include "conditional.h"
#include "recount.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

/* All questions of a board, each once. */
typedef struct questions {
    mcore_conditional pinned; /* its arenas get what this one leaves of the budget */
    mcore_arena *arena;       /* for the questions and answers */
    mcore_cell_query *asks;
    size_t count, room;
    uint32_t *table; /* open addressing: index into asks + 1 */
    size_t table_mask;
    double *answers; /* pinned.width entries an ask */
} questions;

/* What is around one cell. */
typedef struct surroundings {
    uint32_t ask;   /* index of its question; MCORE_NONE where none is needed */
    uint8_t mines;  /* neighbours known or decided to be mines */
    bool undecided; /* some neighbour is not certain */
} surroundings;

static void pin_box(mcore_cell_query *a, uint32_t box, bool own)
{
    uint32_t i = a->pin_count;
    while (i > 0 && a->pins[i - 1].box >= box)
        i--;
    if (i == a->pin_count || a->pins[i].box != box) {
        memmove(a->pins + i + 1, a->pins + i, (a->pin_count - i) * sizeof *a->pins);
        a->pins[i] = (mcore_query_pin){.box = box};
        a->pin_count++;
    }
    if (own) {
        a->pins[i].self = 1;
    } else {
        a->pins[i].neighbours++;
        a->neighbours++;
    }
}

static surroundings look_around(const questions *q, uint32_t site, mcore_cell_query *a)
{
    const mines_solution *s = q->pinned.solution;
    const mcore_reduced *reduced = &s->reduced;
    surroundings around = {.ask = MCORE_NONE};
    a->pin_count = a->neighbours = a->sea = a->sea_self = 0;
    for (int k = 0; k < 8; k++) {
        uint32_t near = mcore_neighbour(&s->board, site, k);
        uint8_t fate = reduced->cell_class[near];
        if (fate == MCORE_CLASS_KNOWN || fate == MCORE_CLASS_MINE)
            around.mines++;
        else if (fate == MCORE_CLASS_SEA)
            a->sea++;
        else if (fate == MCORE_CLASS_BOX)
            pin_box(a, reduced->box_of[near], false);
        else
            continue;
        around.undecided |= fate != MCORE_CLASS_KNOWN && s->certain_cell[near] == 0;
    }
    if (q->pinned.numbers && reduced->cell_class[site] == MCORE_CLASS_SEA)
        a->sea_self = 1;
    if (q->pinned.numbers && reduced->cell_class[site] == MCORE_CLASS_BOX)
        pin_box(a, reduced->box_of[site], true);
    return around;
}

static size_t hash_ask(const mcore_cell_query *a)
{
    uint64_t hash = (uint64_t)a->sea << 1 | a->sea_self;
    for (uint32_t i = 0; i < a->pin_count; i++) {
        hash ^= (uint64_t)a->pins[i].box << 5 | (uint64_t)a->pins[i].neighbours << 1 | a->pins[i].self;
        hash *= 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    return (size_t)(hash ^ hash >> 32);
}

static bool same_ask(const mcore_cell_query *a, const mcore_cell_query *b)
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

/* The index of a question, entered if it is new; MCORE_NONE where memory ends. */
static uint32_t enter(questions *q, const mcore_cell_query *a)
{
    size_t at = hash_ask(a) & q->table_mask;
    for (; q->table[at] != 0; at = (at + 1) & q->table_mask) {
        if (same_ask(q->asks + q->table[at] - 1, a))
            return q->table[at] - 1;
    }
    if (!mcore_arena_reserve(q->arena, (void **)&q->asks, &q->room, q->count + 1, sizeof *q->asks))
        return MCORE_NONE;
    q->asks[q->count] = *a;
    q->table[at] = (uint32_t)++q->count;
    return (uint32_t)q->count - 1;
}

/* The component all of a question's boxes lie in; MCORE_NONE for none or several. */
static uint32_t component_of(const questions *q, const mcore_cell_query *a)
{
    if (a->pin_count == 0)
        return MCORE_NONE;
    uint32_t first = q->pinned.component_of[a->pins[0].box];
    return q->pinned.component_of[a->pins[a->pin_count - 1].box] == first ? first : MCORE_NONE;
}

/* A question's place in the order in which they are answered: by component, then by pinned cells of the sea. */
typedef struct place {
    uint32_t component, pinned, ask;
} place;

static int by_place(const void *left, const void *right)
{
    const place *a = left, *b = right;
    if (a->component != b->component)
        return a->component < b->component ? -1 : 1;
    if (a->pinned != b->pinned)
        return a->pinned < b->pinned ? -1 : 1;
    return a->ask < b->ask ? -1 : a->ask > b->ask;
}

static mines_status answer_all(questions *q)
{
    mcore_arena *arena = q->arena, *vectors = q->pinned.arena;
    place *places = mcore_arena_alloc(arena, q->count, sizeof *places);
    uint32_t *list = mcore_arena_alloc(arena, q->count, sizeof *list);
    mines_status status = arena->status;
    if (status != MINES_OK)
        return status;
    for (uint32_t i = 0; i < q->count; i++)
        places[i] = (place){component_of(q, q->asks + i), (uint32_t)q->asks[i].sea + q->asks[i].sea_self, i};
    qsort(places, q->count, sizeof *places, by_place);
    for (size_t i = 0; i < q->count; i++)
        list[i] = places[i].ask;
    for (size_t i = 0; i < q->count && status == MINES_OK;) {
        uint32_t component = places[i].component;
        size_t end = i + 1;
        vectors->limit = arena->limit - arena->used;
        q->pinned.scratch->limit = vectors->limit > vectors->used ? vectors->limit - vectors->used : 0;
        if (component == MCORE_NONE) {
            status =
                mcore_conditional_any(&q->pinned, q->asks + list[i], q->answers + (size_t)list[i] * q->pinned.width);
        } else {
            while (end < q->count && places[end].component == component)
                end++;
            status = mcore_conditional_component(&q->pinned, component, q->asks, list + i, end - i, q->answers);
        }
        if (status == MINES_OK && mcore_poll_now(q->pinned.poll, (double)end / (double)q->count))
            status = MINES_INTERRUPTED;
        i = end;
    }
    return status;
}

/* Whether doubles may have lost something of an answer. */
static bool is_small(const questions *q, double answer)
{
    return !(answer >= q->pinned.solution->trust_floor && answer <= 2.0);
}

/* Whether some entry of a question's answer is small or 0 although the cells are there. */
static bool has_small(const questions *q, const mcore_cell_query *a, const double *answer)
{
    for (uint32_t m = 0; m < q->pinned.width && m <= (uint32_t)a->neighbours + a->sea; m++) {
        if (is_small(q, answer[m]))
            return true;
    }
    return false;
}

/* A solution's graphs and chain once more, of marks; layers are kept as they are there. */
static mines_status mark(const mines_solution *s, mines_solution *marked, mcore_arena *arena, mcore_poll *poll)
{
    size_t room = 0;
    mcore_segment window = {0};
    *marked = *s;
    marked->graph = mcore_arena_alloc(arena, s->reduced.components, sizeof *marked->graph);
    for (uint32_t i = 0; i < s->reduced.components && arena->status == MINES_OK; i++) {
        size_t widest = s->graph[i].checkpoints != NULL ? mcore_checkpoints_widest(s->graph[i].checkpoints) : 0;
        room = widest > room ? widest : room;
        marked->graph[i] = s->graph[i];
        marked->graph[i].forward_scale = mcore_arena_alloc(arena, s->graph[i].layers, sizeof(int));
        (void)mcore_forward_alloc(marked->graph + i, arena);
    }
    if (room > 0)
        window.data = mcore_arena_realloc(arena, NULL, room, sizeof(double));
    if (arena->status != MINES_OK)
        return arena->status;
    mines_status status =
        mcore_chain_reachable(&marked->chain, &marked->reduced, &marked->certain, marked->graph, &window, arena, poll);
    mcore_arena_release(arena, window.data);
    return status;
}

/* What is possible, by marks, of the answers to some questions: index[0 .. again->count - 1]. */
static mines_status ask_marks(questions *q, questions *again, const uint32_t *index)
{
    mcore_arena *arena = q->arena, *vectors = q->pinned.arena;
    mines_solution marked;
    for (uint32_t i = 0; i < again->count; i++)
        again->asks[i] = q->asks[index[i]];
    mcore_arena_free(vectors);
    mcore_arena_free(q->pinned.scratch);
    vectors->limit = arena->limit - arena->used;
    mines_status status = mark(q->pinned.solution, &marked, vectors, q->pinned.poll);
    if (status == MINES_OK)
        status = mcore_conditional_begin(&again->pinned, &marked, q->pinned.numbers, vectors, q->pinned.scratch,
                                         q->pinned.poll);
    if (status == MINES_OK)
        status = answer_all(again);
    mcore_arena_free(vectors);
    mcore_arena_free(q->pinned.scratch);
    return status;
}

/* What doubles hardly tell from 0, or took for 0: the questions are asked again of marks, which know what is possible,
   and those with a small answer that is possible are counted in integers. */
static mines_status find_small(questions *q)
{
    const mines_solution *s = q->pinned.solution;
    mcore_arena *arena = q->arena;
    uint32_t width = q->pinned.width;
    questions again = {.arena = arena};
    uint32_t *index = mcore_arena_alloc(arena, q->count, sizeof *index);
    if (index == NULL)
        return arena->status;
    for (uint32_t i = 0; i < q->count; i++) {
        if (has_small(q, q->asks + i, q->answers + (size_t)i * width))
            index[again.count++] = i;
    }
    if (again.count == 0)
        return MINES_OK;
    again.asks = mcore_arena_alloc(arena, again.count, sizeof *again.asks);
    again.answers = mcore_arena_alloc_zeroed(arena, again.count * width, sizeof *again.answers);
    mines_status status = arena->status == MINES_OK ? ask_marks(q, &again, index) : arena->status;
    mcore_recount recount;
    mcore_recount_begin(&recount, &s->reduced, s->graph, &s->certain, width, arena, q->pinned.poll);
    for (size_t i = 0; i < again.count && status == MINES_OK; i++) {
        double *answer = q->answers + (size_t)index[i] * width;
        bool small = false;
        for (uint32_t m = 0; m < width; m++) {
            if (again.answers[i * width + m] == 0.0)
                answer[m] = 0.0;
            else
                small |= is_small(q, answer[m]);
        }
        if (small)
            status = mcore_recount_query(&recount, again.asks + i, answer);
    }
    mcore_recount_end(&recount);
    return status;
}

/* P(no mine around) of a cell from its answer. */
static double zero_of(const surroundings *around, const double *answer)
{
    if (around->mines > 0)
        return 0.0;
    return answer[0] > 0.0 ? around->undecided ? mcore_open_interval(answer[0]) : 1.0 : 0.0;
}

/* P(safe and shows k), k = 0..8, of a cell from its answer. */
static void numbers_of(const mines_solution *s, uint32_t site, const surroundings *around, const double *answer,
                       double *out)
{
    uint32_t shown = 0;
    memset(out, 0, MCORE_NUMBERS * sizeof *out);
    if (s->board.cell[site] < MCORE_UNOPENED) {
        out[s->board.cell[site]] = 1.0;
        return;
    }
    if (s->board.cell[site] == MCORE_KNOWN || s->certain_cell[site] == MCORE_CERTAIN_MINE)
        return;
    for (uint32_t m = 0; m + around->mines < MCORE_NUMBERS; m++) {
        out[m + around->mines] = answer[m];
        shown += answer[m] > 0.0;
    }
    bool certain = shown == 1 && s->certain_cell[site] == MCORE_CERTAIN_SAFE;
    for (uint32_t k = 0; k < MCORE_NUMBERS; k++) {
        if (out[k] > 0.0)
            out[k] = certain ? 1.0 : mcore_open_interval(out[k]);
    }
}

static mines_status query(const mines_solution *s, bool numbers, mcore_arena *arena, mcore_arena *vectors,
                          mcore_arena *scratch, mcore_poll *poll, double *out)
{
    const mcore_board *board = &s->board;
    size_t cells = (size_t)board->rows * board->cols, table = 16;
    while (table < cells * 2)
        table *= 2;
    questions q = {
        .arena = arena, .table = mcore_arena_alloc_zeroed(arena, table, sizeof(uint32_t)), .table_mask = table - 1};
    surroundings *around = mcore_arena_alloc(arena, cells, sizeof *around);
    mines_status status = mcore_conditional_begin(&q.pinned, s, numbers, vectors, scratch, poll);
    if (status == MINES_OK)
        status = arena->status;
    if (status != MINES_OK)
        return status;
    for (size_t cell = 0; cell < cells; cell++) {
        uint32_t site = mcore_site(board, (uint32_t)(cell / board->cols), (uint32_t)(cell % board->cols));
        mcore_cell_query a;
        around[cell] = look_around(&q, site, &a);
        if (numbers ? board->cell[site] != MCORE_UNOPENED || s->certain_cell[site] == MCORE_CERTAIN_MINE
                    : around[cell].mines > 0)
            continue;
        around[cell].ask = enter(&q, &a);
        if (around[cell].ask == MCORE_NONE)
            return arena->status;
    }
    q.answers = mcore_arena_alloc_zeroed(arena, q.count * q.pinned.width, sizeof *q.answers);
    if (q.answers == NULL)
        return arena->status;
    if (s->trust_floor <= 1.0)
        status = answer_all(&q);
    if (status == MINES_OK && (s->trust_floor > 1.0 || mcore_recount_may_underflow(&s->reduced)))
        status = find_small(&q);
    if (status != MINES_OK)
        return status;
    for (size_t cell = 0; cell < cells; cell++) {
        uint32_t site = mcore_site(board, (uint32_t)(cell / board->cols), (uint32_t)(cell % board->cols));
        const double *answer =
            around[cell].ask != MCORE_NONE ? q.answers + (size_t)around[cell].ask * q.pinned.width : NULL;
        if (numbers)
            numbers_of(s, site, around + cell, answer, out + cell * MCORE_NUMBERS);
        else
            out[cell] = zero_of(around + cell, answer);
    }
    return MINES_OK;
}

/* In arenas of its own: the solution stays as it is. */
static mines_status query_alone(const mines_solution *s, bool numbers, uint64_t memory, mcore_poll *poll, double *out)
{
    mcore_arena arena, vectors, scratch;
    mcore_arena_init(&arena, memory);
    mcore_arena_init(&vectors, memory);
    mcore_arena_init(&scratch, memory);
    mines_status status = query(s, numbers, &arena, &vectors, &scratch, poll, out);
    mcore_arena_free(&arena);
    mcore_arena_free(&vectors);
    mcore_arena_free(&scratch);
    return status;
}

mines_status mcore_query_zero_around(const mines_solution *solution, uint64_t memory, mcore_poll *poll, double *out)
{
    return query_alone(solution, false, memory, poll, out);
}

mines_status mcore_query_number(const mines_solution *solution, uint64_t memory, mcore_poll *poll, double *out)
{
    return query_alone(solution, true, memory, poll, out);
}
