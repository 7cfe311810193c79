#include "reduce.h"

#include "../base/bits.h"

#include <string.h>

/* Whether a number decides all its undecided neighbours. */
static bool decides(mcore_number_view v) { return v.undecided > 0 && (v.residual == 0 || v.residual == v.undecided); }

/* Move a site from one set to another. */
static void move(uint64_t *from, uint64_t *to, uint32_t site)
{
    uint64_t bit = (uint64_t)1 << site % 64;
    from[site / 64] &= ~bit;
    to[site / 64] |= bit;
}

/* Decide an undecided cell, update its numbers, and queue those that now decide something; false on a contradiction. */
static bool decide(const mcore_board *board, const mcore_propagation *propagation, uint32_t site, bool mine,
                   uint32_t *queue, uint32_t *queued)
{
    move(propagation->undecided, mine ? propagation->mines : propagation->safe, site);
    for (uint32_t near = mcore_neighbours_in(propagation->opened, board, site); near != 0; near &= near - 1) {
        uint32_t number = mcore_neighbour(board, site, mcore_lowest_bit(near));
        mcore_number_view *view = propagation->view + number;
        bool queued_before = decides(*view);
        view->undecided--;
        if (mine && view->residual == 0)
            return false;
        view->residual = (uint8_t)(view->residual - mine);
        if (view->residual > view->undecided)
            return false;
        if (!queued_before && decides(*view))
            queue[(*queued)++] = number;
    }
    return true;
}

/* Propagate until the queue is empty; false on a contradiction. */
static bool propagate(const mcore_board *board, const mcore_propagation *propagation, uint32_t *queue, uint32_t queued)
{
    while (queued > 0) {
        uint32_t site = queue[--queued];
        bool mine = propagation->view[site].residual != 0;
        for (uint32_t near = mcore_neighbours_in(propagation->undecided, board, site); near != 0; near &= near - 1) {
            if (!decide(board, propagation, mcore_neighbour(board, site, mcore_lowest_bit(near)), mine, queue, &queued))
                return false;
        }
    }
    return true;
}

/* The index of the number at an opened site, assigned when the number is first met: the order of the breadth-first
   search. */
static uint32_t number_at(mcore_reduced *reduced, const mcore_propagation *propagation, uint32_t *number_of,
                          uint32_t site)
{
    if (number_of[site] == MCORE_NONE) {
        uint32_t index = reduced->numbers++;
        number_of[site] = index;
        reduced->number[index] = (mcore_number){
            .site = site,
            .first_box = index * 8,
            .residual = propagation->view[site].residual,
            .undecided = propagation->view[site].undecided,
        };
    }
    return number_of[site];
}

static bool same_set(const uint32_t *a, const uint32_t *b, uint32_t size)
{
    for (uint32_t i = 0; i < size; i++) {
        if (a[i] != b[i])
            return false;
    }
    return true;
}

/* Put an undecided cell next to number `by` into the box for its set of numbers, a new one if it is the first. */
static void put_into_box(mcore_reduced *reduced, const mcore_propagation *propagation, uint64_t *boxed,
                         uint32_t *number_of, uint32_t by, uint32_t site)
{
    const mcore_board *board = reduced->board;
    uint32_t *set = reduced->box_numbers + (size_t)reduced->boxes * 8;
    uint32_t size = 0;
    for (uint32_t near = mcore_neighbours_in(propagation->opened, board, site); near != 0; near &= near - 1)
        set[size++] = number_at(reduced, propagation, number_of, mcore_neighbour(board, site, mcore_lowest_bit(near)));
    move(propagation->undecided, boxed, site);
    const mcore_number *number = reduced->number + by;
    for (uint32_t i = 0; i < number->boxes; i++) {
        uint32_t index = reduced->number_boxes[number->first_box + i];
        mcore_box *box = reduced->box + index;
        if (box->numbers == size && same_set(reduced->box_numbers + box->first_number, set, size)) {
            box->size++;
            reduced->box_of[site] = index;
            return;
        }
    }
    uint32_t index = reduced->boxes++;
    reduced->box[index] = (mcore_box){.first_number = index * 8, .size = 1, .numbers = (uint8_t)size};
    reduced->box_of[site] = index;
    for (uint32_t i = 0; i < size; i++) {
        mcore_number *member = reduced->number + set[i];
        reduced->number_boxes[member->first_box + member->boxes++] = index;
    }
}

/* Collect the component of the number at `start`: a breadth-first search over numbers and boxes. */
static void gather_component(mcore_reduced *reduced, const mcore_propagation *propagation, uint64_t *boxed,
                             uint32_t *number_of, uint32_t start)
{
    const mcore_board *board = reduced->board;
    mcore_component component = {.first_box = reduced->boxes, .first_number = reduced->numbers};
    number_at(reduced, propagation, number_of, start);
    for (uint32_t by = component.first_number; by < reduced->numbers; by++) {
        uint32_t site = reduced->number[by].site;
        for (uint32_t near = mcore_neighbours_in(propagation->undecided, board, site); near != 0; near &= near - 1)
            put_into_box(reduced, propagation, boxed, number_of, by,
                         mcore_neighbour(board, site, mcore_lowest_bit(near)));
    }
    component.boxes = reduced->boxes - component.first_box;
    component.numbers = reduced->numbers - component.first_number;
    reduced->component[reduced->components++] = component;
}

/* Set the class of each cell, list the cells of each class in ascending order, and count the mines that are left. */
static void list_cells(mcore_reduced *reduced, const mcore_propagation *propagation, const uint64_t *boxed)
{
    const mcore_board *board = reduced->board;
    uint32_t next = 0, mines = board->known;
    for (uint32_t site = 0; site < board->sites; site++)
        reduced->cell_class[site] = board->cell[site] / 16;
    for (uint32_t i = 0; i < reduced->boxes; i++) {
        reduced->box[i].first_cell = next;
        next += reduced->box[i].size;
        reduced->box[i].size = 0;
    }
    for (size_t word = 0; word < propagation->words; word++) {
        const uint32_t first = (uint32_t)(word * 64);
        for (uint64_t cells = propagation->undecided[word]; cells != 0; cells &= cells - 1)
            reduced->sea[reduced->sea_cells++] = first + (uint32_t)mcore_lowest_bit(cells);
        for (uint64_t cells = boxed[word]; cells != 0; cells &= cells - 1) {
            uint32_t site = first + (uint32_t)mcore_lowest_bit(cells);
            mcore_box *box = reduced->box + reduced->box_of[site];
            reduced->cells[box->first_cell + box->size++] = site;
            reduced->cell_class[site] = MCORE_CLASS_BOX;
        }
        for (uint64_t cells = propagation->safe[word] | propagation->mines[word]; cells != 0; cells &= cells - 1) {
            int bit = mcore_lowest_bit(cells);
            bool mine = propagation->mines[word] >> bit & 1;
            reduced->decided[reduced->decided_cells++] = first + (uint32_t)bit;
            reduced->cell_class[first + (uint32_t)bit] = mine ? MCORE_CLASS_MINE : MCORE_CLASS_SAFE;
            mines += mine;
        }
    }
    reduced->excess_mines = mines > board->mines;
    reduced->mines_left = reduced->excess_mines ? 0 : board->mines - mines;
}

/* Allocate the arrays whose size does not depend on the number of boxes. */
static void alloc_arrays(mcore_reduced *reduced, const mcore_board *board, uint32_t numbers, mcore_arena *arena)
{
    *reduced = (mcore_reduced){
        .board = board,
        .cell_class = mcore_arena_alloc(arena, board->sites, 1),
        .box_of = mcore_arena_alloc(arena, board->sites, sizeof(uint32_t)),
        .cells = mcore_arena_alloc(arena, board->unopened, sizeof(uint32_t)),
        .sea = mcore_arena_alloc(arena, board->unopened, sizeof(uint32_t)),
        .decided = mcore_arena_alloc(arena, board->unopened, sizeof(uint32_t)),
        .number = mcore_arena_alloc(arena, numbers, sizeof(mcore_number)),
        .number_boxes = mcore_arena_alloc(arena, (size_t)numbers * 8, sizeof(uint32_t)),
        .component = mcore_arena_alloc(arena, numbers, sizeof(mcore_component)),
    };
}

mines_status mcore_reduce(mcore_reduced *reduced, const mcore_board *board, const mcore_propagation *propagation,
                          mcore_arena *arena)
{
    uint32_t numbers = propagation->numbers;
    alloc_arrays(reduced, board, numbers, arena);
    uint32_t *number_of = mcore_arena_alloc(arena, board->sites, sizeof(uint32_t));
    uint64_t *boxed = mcore_arena_alloc_zeroed(arena, propagation->words, sizeof *boxed); /* cells of boxes, as a set */
    /* a number that decides something does so until it has no undecided cell, so it is queued at most once */
    uint32_t *queue = mcore_arena_alloc(arena, numbers, sizeof(uint32_t)), queued = 0;
    if (arena->status != MINES_OK)
        return arena->status;

    for (uint32_t i = 0; i < numbers; i++) {
        if (decides(propagation->view[propagation->site[i]]))
            queue[queued++] = propagation->site[i];
    }
    if (!propagate(board, propagation, queue, queued))
        return MINES_NO_VALID_BOARD;

    /* A box is next to a number, and a number has eight neighbours. One set more than boxes: put_into_box() writes the
       set that it compares after the last one. */
    uint32_t boxes = mcore_min(board->unopened, numbers * 8);
    reduced->box = mcore_arena_alloc(arena, boxes, sizeof(mcore_box));
    reduced->box_numbers = mcore_arena_alloc(arena, ((size_t)boxes + 1) * 8, sizeof(uint32_t));
    if (arena->status != MINES_OK)
        return arena->status;
    memset(number_of, 0xff, board->sites * sizeof *number_of);
    for (uint32_t i = 0; i < numbers; i++) {
        uint32_t site = propagation->site[i];
        if (propagation->view[site].undecided > 0 && number_of[site] == MCORE_NONE)
            gather_component(reduced, propagation, boxed, number_of, site);
    }
    list_cells(reduced, propagation, boxed);
    return MINES_OK;
}

uint32_t mcore_reduced_undecided(const mcore_reduced *reduced)
{
    uint32_t cells = reduced->sea_cells;
    for (uint32_t i = 0; i < reduced->boxes; i++)
        cells += reduced->box[i].size;
    return cells;
}
