/*
 * test_certain.c - what all valid boards have in common, against counts of boards: a sweep over the columns on small
 * boards, exact integers on large ones. With and without enough scratch memory, within the documented bounds, and
 * interrupted at any time.
 */
#include "../../core/base/bignum.h"
#include "../../core/base/clock.h"
#include "../../core/exact/solution.h"
#include "../../core/exact/total.h"

#include "check.h"
#include "sweep.h"

#include <stdbool.h>
#include <stdlib.h>

static position p;
static mines_solution solution;
static mcore_poll never; /* without a callback or deadline */
static unsigned long coupled, uncoupled, impossible, certain_cells, low_memory_scratch;

/* ---- Both ways to find it ---- */

/* Solve up to the graphs. */
static mines_status build_graphs(void)
{
    const mcore_position position = {p.cells, p.rows, p.cols, p.mines};
    mines_fault fault;
    mines_status status = mcore_solution_solve_certain(&solution, &position, &never, &fault);
    bool complete = solution.graph_bytes != 0 && !solution.reduced.excess_mines;
    return status == MINES_NO_VALID_BOARD && complete && fault.reason == MINES_FAULT_COUNT ? MINES_OK : status;
}

static void same(const void *a, const void *b, size_t length) { CHECK(length == 0 || memcmp(a, b, length) == 0); }

/* Find it with little scratch memory, too: the same answer, within the predicted bytes. */
static mines_status find(mcore_certain *certain, mcore_arena *arena)
{
    const mcore_reduced *reduced = &solution.reduced;
    mcore_arena other, scratch;
    mcore_certain again;
    mcore_arena_init(&other, UINT64_MAX);
    mcore_arena_init(&scratch, UINT64_MAX);
    uint64_t slack = mcore_arena_slack();
    uint64_t announced = mcore_certain_scratch_bytes(reduced, solution.graph, &other);
    mcore_arena_free(&other);
    mines_status status = mcore_certain_find(certain, reduced, solution.graph, false, arena, arena, &never);
    mines_status second = mcore_certain_find(&again, reduced, solution.graph, true, &other, &scratch, &never);
    CHECK_SAME(second, status);
    CHECK(scratch.peak <= announced + slack);
    CHECK(other.peak <= mcore_certain_bytes(reduced) + slack);
    low_memory_scratch += scratch.peak > 0;
    if (status == MINES_OK) {
        same(certain->low, again.low, (reduced->components + (size_t)1) * sizeof *again.low);
        same(certain->high, again.high, (reduced->components + (size_t)1) * sizeof *again.high);
        same(certain->box_low, again.box_low, reduced->boxes);
        same(certain->box_high, again.box_high, reduced->boxes);
        CHECK(certain->sea_low == again.sea_low && certain->sea_high == again.sea_high);
    }
    mcore_arena_free(&other);
    mcore_arena_free(&scratch);
    return status;
}

static bool is_coupled(const mcore_certain *certain)
{
    const mcore_reduced *reduced = &solution.reduced;
    uint32_t low = certain->low[reduced->components], high = certain->high[reduced->components];
    return high > reduced->mines_left || reduced->mines_left - low > reduced->sea_cells;
}

/* ---- Small boards ---- */

static size_t cell_of(uint32_t site)
{
    return (site / solution.board.stride - 1) * p.cols + site % solution.board.stride - 1;
}

/* Boards with `mines` mines in a group of interchangeable cells, up to a factor. */
static uint64_t boards_with(const uint32_t *site, uint32_t count, uint32_t mines)
{
    for (uint32_t i = 0; i < count; i++)
        p.cells[cell_of(site[i])] = i < mines ? '+' : SWEEP_SAFE;
    uint64_t boards = sweep_total(&p);
    for (uint32_t i = 0; i < count; i++)
        p.cells[cell_of(site[i])] = '-';
    return boards;
}

static void compare_group(const uint32_t *site, uint32_t count, uint32_t low, uint32_t high)
{
    CHECK(low <= high && high <= count);
    for (uint32_t mines = 0; mines <= count; mines++) {
        bool possible = boards_with(site, count, mines) > 0;
        CHECK(!possible || (low <= mines && mines <= high));
        CHECK(possible || (mines != low && mines != high));
    }
}

static void compare_cells(const mcore_certain *certain)
{
    static uint8_t cell[SWEEP_ROWS * SWEEP_CELLS * 8];
    bool mine = false;
    CHECK(solution.board.sites <= sizeof cell);
    bool found = mcore_certain_cells(certain, &solution.reduced, cell);
    for (uint32_t row = 0; row < p.rows; row++) {
        for (uint32_t col = 0; col < p.cols; col++) {
            uint32_t site = mcore_site(&solution.board, row, col);
            uint8_t wanted = 0;
            if (p.cells[row * p.cols + col] == '-' && boards_with(&site, 1, 1) == 0)
                wanted = MCORE_CERTAIN_SAFE;
            else if (p.cells[row * p.cols + col] == '-' && boards_with(&site, 1, 0) == 0)
                wanted = MCORE_CERTAIN_MINE;
            CHECK_SAME(cell[site], wanted);
            mine = mine || wanted == MCORE_CERTAIN_MINE;
            certain_cells += wanted != 0;
        }
    }
    CHECK_SAME(found, mine);
}

/* What component i allows by itself: leave only its numbers and boxes. */
static void compare_component(const mcore_certain *certain, uint32_t i)
{
    const mcore_reduced *reduced = &solution.reduced;
    const mcore_component *component = reduced->component + i;
    position whole = p;
    sweep_counts counts;
    uint32_t decided = 0, low = MCORE_NONE, high = 0;
    for (uint32_t row = 0; row < p.rows; row++) {
        for (uint32_t col = 0; col < p.cols; col++) {
            uint32_t site = mcore_site(&solution.board, row, col), box = reduced->box_of[site];
            char *cell = &p.cells[row * p.cols + col];
            bool own = reduced->cell_class[site] == MCORE_CLASS_BOX && box >= component->first_box &&
                       box < component->first_box + component->boxes;
            bool mine = reduced->cell_class[site] == MCORE_CLASS_MINE || *cell == '+';
            decided += mine;
            if (!own)
                *cell = mine ? '+' : SWEEP_SAFE;
        }
    }
    for (uint32_t n = component->first_number; n < component->first_number + component->numbers; n++) {
        size_t cell = cell_of(reduced->number[n].site);
        p.cells[cell] = whole.cells[cell];
    }
    sweep(&p, &counts);
    for (uint32_t mines = decided; mines <= SWEEP_CELLS; mines++) {
        if (counts.boards[mines] > 0) {
            low = low == MCORE_NONE ? mines - decided : low;
            high = mines - decided;
        }
    }
    CHECK_SAME(certain->low[i + 1] - certain->low[i], low);
    CHECK_SAME(certain->high[i + 1] - certain->high[i], high);
    p = whole;
}

static void compare_small(void)
{
    const mcore_reduced *reduced = &solution.reduced;
    mcore_certain certain;
    mcore_arena arena;
    if (build_graphs() != MINES_OK) {
        CHECK_SAME(sweep_total(&p), 0);
        return;
    }
    mcore_arena_init(&arena, UINT64_MAX);
    mines_status status = find(&certain, &arena);
    CHECK_SAME(status, sweep_total(&p) > 0 ? MINES_OK : MINES_NO_VALID_BOARD);
    impossible += status == MINES_NO_VALID_BOARD;
    for (uint32_t i = 0; i < reduced->components && status == MINES_OK; i++)
        compare_component(&certain, i);
    for (uint32_t i = 0; i < reduced->boxes && status == MINES_OK; i++) {
        const mcore_box *box = reduced->box + i;
        compare_group(reduced->cells + box->first_cell, box->size, certain.box_low[i], certain.box_high[i]);
    }
    if (status == MINES_OK) {
        compare_group(reduced->sea, reduced->sea_cells, certain.sea_low, certain.sea_high);
        compare_cells(&certain);
        coupled += is_coupled(&certain);
        uncoupled += !is_coupled(&certain);
    }
    mcore_arena_free(&arena);
}

/* Give p `spare` mines more than its components need at least, or fewer than they and the sea hold at most. */
static void make_scarce(uint32_t spare, bool few)
{
    if (!CHECK_SAME(build_graphs(), MINES_OK))
        return;
    uint32_t n = solution.reduced.components, fixed = p.mines - solution.reduced.mines_left;
    uint32_t least = solution.certain.low[n], most = solution.certain.high[n] + solution.reduced.sea_cells;
    p.mines = fixed + (few ? least + spare : most - mcore_min(most, spare));
}

static void small_boards(void)
{
    uint64_t state = 1;
    for (int i = 0; i < 600; i++) {
        uint32_t rows = 1 + random_below(&state, SWEEP_ROWS);
        uint32_t cols = 1 + random_below(&state, (rows < 4 ? 36 : 24) / rows);
        uint32_t cells = rows * cols, some = cells / (2 + random_below(&state, 4));
        position_random(&p, rows, cols, i % 4 == 0 ? random_below(&state, cells + 1) : some, random_below(&state, 50),
                        random_below(&state, 30), &state);
        if (i % 2 == 0) /* components with a choice */
            position_lattice(&p, rows, cols, some, &state);
        if (i % 3 == 0)
            p.mines = random_below(&state, cells + 1); /* often too few or too many for the numbers */
        else if (i % 3 == 1)
            make_scarce(random_below(&state, 3), random_below(&state, 2) == 0);
        compare_small();
    }
    printf("%lu coupled, %lu uncoupled, %lu impossible, %lu certain cells\n", coupled, uncoupled, impossible,
           certain_cells);
    CHECK(coupled > 30 && uncoupled > 50 && impossible > 20 && certain_cells > 300);
}

/* ---- Large boards ---- */

/* Every `step`-th box against counts in integers of the boards with 0, 1, ... mines in it. */
static void compare_boxes(const mcore_certain *certain, uint32_t step)
{
    const mcore_reduced *reduced = &solution.reduced;
    size_t words = mcore_total_words(reduced);
    mcore_arena arena;
    mcore_arena_init(&arena, UINT64_MAX);
    uint32_t *count = malloc(MCORE_NUMBERS * words * sizeof *count);
    for (uint32_t i = 0; i < reduced->boxes && CHECK(count != NULL); i += step) {
        uint8_t size = reduced->box[i].size;
        uint32_t low = MCORE_NONE, high = 0;
        const mcore_cell_query query = {.pins = {{.box = i, .neighbours = size}}, .pin_count = 1, .neighbours = size};
        CHECK_SAME(mcore_total_query(reduced, solution.graph, &query, MCORE_NUMBERS, &arena, &never, count), MINES_OK);
        for (uint32_t m = 0; m < MCORE_NUMBERS; m++) {
            if (mcore_bignum_length(count + m * words, words) > 0) {
                low = mcore_min(low, m);
                high = m;
            }
        }
        CHECK_SAME(certain->box_low[i], low);
        CHECK_SAME(certain->box_high[i], high);
        mcore_arena_rewind(&arena);
    }
    free(count);
    mcore_arena_free(&arena);
}

/* The sea against the chain with Boolean weights. */
static void compare_sea(const mcore_certain *certain)
{
    mcore_chain chain;
    mcore_arena arena;
    uint32_t n = solution.reduced.components, low = MCORE_NONE, high = 0;
    mcore_arena_init(&arena, UINT64_MAX);
    CHECK_SAME(mcore_chain_reachable(&chain, &solution.reduced, certain, solution.graph, NULL, &arena, &never),
               MINES_OK);
    for (uint32_t p_end = chain.low[n]; p_end <= chain.high[n]; p_end++) {
        if (chain.prefix[n][p_end - chain.low[n]] * chain.suffix[n][p_end - chain.low[n]] > 0.0) {
            low = mcore_min(low, p_end);
            high = p_end;
        }
    }
    CHECK_SAME(certain->sea_low, solution.reduced.mines_left - high);
    CHECK_SAME(certain->sea_high, solution.reduced.mines_left - low);
    mcore_arena_free(&arena);
}

/* p with few or many mines. */
static void compare_large(uint32_t spare, bool few, uint32_t step)
{
    mcore_certain certain;
    mcore_arena arena;
    mcore_arena_init(&arena, UINT64_MAX);
    uint32_t mines = p.mines;
    make_scarce(spare, few);
    CHECK_SAME(build_graphs(), MINES_OK);
    mines_status status = find(&certain, &arena);
    if (status == MINES_OK) { /* the extremes themselves are possible, but not all numbers in between need to be */
        CHECK(is_coupled(&certain));
        compare_boxes(&certain, step);
        compare_sea(&certain);
    }
    CHECK(status == MINES_OK || (status == MINES_NO_VALID_BOARD && spare > 0));
    p.mines = mines;
    mcore_arena_free(&arena);
}

static void large_boards(void)
{
    uint64_t state = 2;
    for (uint32_t spare = 0; spare < 4; spare++) {
        position_lattice(&p, 12, 12, 22, &state);
        compare_large(spare, true, 5);
        compare_large(spare, false, 5);
        position_random(&p, 30, 30, 150, 25, 0, &state); /* many components */
        compare_large(spare, true, 29);
        position_isolated(&p, 8, 60, 100, &state);
        compare_large(spare, true, 29);
    }
    position_isolated(&p, 8, 100, 160, &state); /* sets of more than 64 numbers */
    compare_large(0, true, 61);
    for (uint32_t spare = 0; spare < 4; spare++)
        compare_large(spare, false, 61);
    uint32_t n = solution.reduced.components;
    CHECK(solution.certain.high[n] - solution.certain.low[n] > 64);
    CHECK(low_memory_scratch > 30);
}

/* ---- Interrupts ---- */

static void interrupts(void)
{
    uint64_t state = 3;
    int ended = 0;
    position_lattice(&p, 16, 16, 51, &state);
    make_scarce(1, true);
    CHECK_SAME(build_graphs(), MINES_OK);
    for (int low_memory = 0; low_memory < 2; low_memory++) {
        mines_status status = MINES_INTERRUPTED;
        for (uint64_t time = 0; status == MINES_INTERRUPTED; time += time / 4 + 2000) {
            mcore_certain certain;
            mcore_poll poll;
            mcore_arena arena;
            mcore_arena_init(&arena, UINT64_MAX);
            mcore_poll_init(&poll, NULL, mcore_clock_now() + time);
            status = mcore_certain_find(&certain, &solution.reduced, solution.graph, low_memory, &arena, &arena, &poll);
            ended += status == MINES_INTERRUPTED;
            mcore_arena_free(&arena);
        }
        CHECK_SAME(status, MINES_OK);
    }
    CHECK(ended > 2);
}

int main(void)
{
    mcore_poll_init(&never, NULL, UINT64_MAX);
    mcore_arena_init(&solution.arena, UINT64_MAX);
    small_boards();
    large_boards();
    interrupts();
    mcore_arena_free(&solution.arena);
    return check_done("test_certain");
}
