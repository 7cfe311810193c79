#include "no_guess.h"

#include <string.h>

mines_status mcore_no_guess_init(mcore_no_guess *judge, uint32_t rows, uint32_t cols, uint64_t memory)
{
    memset(judge, 0, sizeof *judge);
    mcore_arena *arena = &judge->arena;
    mcore_arena_init(arena, memory);
    mcore_arena_init(&judge->solution.arena, memory);
    size_t cells = (size_t)rows * cols;
    if (!mcore_local_rules_init(&judge->deduction, arena, rows, cols) ||
        !mcore_counterexample_init(&judge->alternative, arena, &judge->deduction))
        return arena->status;
    judge->text = mcore_arena_alloc(arena, cells, 1);
    judge->safe = mcore_arena_alloc(arena, cells, 1);
    judge->certain_mine = mcore_arena_alloc(arena, cells, 1);
    judge->frontier = mcore_arena_alloc(arena, cells, sizeof(uint32_t));
    const mcore_local_rules *d = &judge->deduction;
    judge->mark = mcore_arena_alloc_zeroed(arena, d->sites, sizeof(uint32_t));
    judge->out = mcore_arena_alloc(arena, d->sites, 1);
    judge->shut = mcore_arena_alloc(arena, d->sites, 1);
    judge->upright = mcore_arena_alloc_zeroed(arena, d->sites, 1);
    judge->level = mcore_arena_alloc_zeroed(arena, d->sites, 1);
    for (uint32_t site = 0; site < d->sites && arena->status == MINES_OK; site++)
        judge->out[site] = d->blank[site] == MCORE_KNOWN_WALL;
    return arena->status;
}

void mcore_no_guess_free(mcore_no_guess *judge)
{
    mcore_arena_free(&judge->arena);
    mcore_arena_free(&judge->solution.arena);
}

bool mcore_no_guess_begin(mcore_no_guess *judge, const uint8_t *mask, uint32_t row, uint32_t col)
{
    mcore_local_rules *d = &judge->deduction;
    mcore_local_rules_begin(d, mask);
    uint32_t site = mcore_local_rules_site(d, row, col);
    if (d->mine[site])
        return false;
    mcore_local_rules_safe(d, site);
    return true;
}

/*
 * Twins are a mine and a safe cell beside each other; those of their neighbours that they do not share are mines. With
 * the two exchanged, all numbers are the same: neither can be told from the other before the safe one is opened. In a
 * row, that takes three mines, or wall, on either side of the two; in a column, above and below.
 */
static bool has_twins(mcore_no_guess *judge, uint32_t click)
{
    const mcore_local_rules *d = &judge->deduction;
    const uint8_t *restrict mine = d->mine;
    uint8_t *restrict out = judge->out, *restrict shut = judge->shut;
    uint8_t *restrict upright = judge->upright, *restrict level = judge->level;
    size_t stride = d->stride, sites = d->sites, last = sites - 2 * stride; /* the last row begins there */
    uint8_t found = 0;
    for (size_t site = 0; site < sites; site++)
        shut[site] = mine[site] | out[site];
    for (size_t site = 1; site < sites - 1; site++)
        level[site] = shut[site - 1] & shut[site] & shut[site + 1];
    for (size_t site = stride; site < last + stride; site++)
        upright[site] = shut[site - stride] & shut[site] & shut[site + stride];
    out[click] = 1; /* is opened */
    for (size_t site = stride; site < last; site++)
        found |= (mine[site] ^ mine[site + stride]) & level[site - stride] & level[site + 2 * stride] &
                 (uint8_t)~(out[site] | out[site + stride]);
    for (size_t site = stride; site < last + stride - 1; site++)
        found |= (mine[site] ^ mine[site + 1]) & upright[site - 1] & upright[site + 2] &
                 (uint8_t)~(out[site] | out[site + 1]);
    out[click] = 0;
    return found != 0;
}

/* ---- Alternatives ---- */

/* The undecided cells next to opened numbers, those of the youngest numbers first; how many. *mines: of the true board
   among them. */
static uint32_t find_frontier(mcore_no_guess *judge, uint32_t *mines)
{
    mcore_local_rules *d = &judge->deduction;
    uint32_t count = 0;
    *mines = 0;
    judge->now += 2;
    if (judge->now > UINT32_MAX - 4) { /* marks are never taken for newer ones */
        memset(judge->mark, 0, d->sites * sizeof *judge->mark);
        judge->now = 2;
    }
    mcore_local_rules_compact(d);
    for (uint32_t i = d->actives; i-- > 0;) {
        for (int k = 0; k < 8; k++) {
            uint32_t site = mcore_local_rules_neighbour(d, d->active[i], k);
            if (d->known[site] == MCORE_KNOWN_NOTHING && judge->mark[site] != judge->now) {
                judge->mark[site] = judge->now;
                judge->frontier[count++] = site;
                *mines += d->mine[site];
            }
        }
    }
    return count;
}

typedef enum outcome { STUCK, MOVED, OPEN_QUESTION } outcome;

/* Look for a cell that the numbers make safe. STUCK: it is shown that every cell may be a mine. */
static outcome try_alternatives(mcore_no_guess *judge, mcore_poll *poll)
{
    mcore_local_rules *d = &judge->deduction;
    mcore_counterexample *a = &judge->alternative;
    uint32_t mines, cells = find_frontier(judge, &mines), now = judge->now;
    uint32_t sea = d->rows * d->cols - d->opened - d->decided - cells, sea_mines = d->mines - d->decided - mines;
    judge->sea = sea;
    judge->sea_mines = sea_mines;
    bool shown = sea == 0 || sea_mines > 0, open = false;
    for (uint32_t i = 0; i < cells && !mcore_poll_step(poll, 20 * a->step + 1); i++) {
        uint32_t site = judge->frontier[i];
        if (d->mine[site] || judge->mark[site] == now + 1)
            continue;
        mcore_counterexample_result finding = mcore_counterexample_find(a, d, site);
        if (finding == MCORE_COUNTEREXAMPLE_NONE) {
            mcore_local_rules_safe(d, site);
            return MOVED;
        }
        /* the sea has to make up for the mines gained */
        int64_t then = (int64_t)sea_mines - a->gained;
        if (finding == MCORE_COUNTEREXAMPLE_GAVE_UP || then < 0 || then > (int64_t)sea) {
            open = true;
            continue;
        }
        shown = shown || then > 0;
        for (uint32_t f = 0; f < a->flips; f++)
            judge->mark[a->flipped[f]] = now + 1;
    }
    return open || !shown ? OPEN_QUESTION : STUCK;
}

/* ---- The exact count ---- */

static void write_text(const mcore_no_guess *judge)
{
    const mcore_local_rules *d = &judge->deduction;
    char *text = judge->text;
    for (uint32_t row = 0; row < d->rows; row++) {
        uint32_t site = mcore_local_rules_site(d, row, 0);
        for (uint32_t col = 0; col < d->cols; col++, site++)
            *text++ = d->known[site] == MCORE_KNOWN_OPENED ? (char)('0' + d->number[site])
                      : d->known[site] == MCORE_KNOWN_MINE ? '+'
                                                           : '-';
    }
}

static mines_status count_exactly(mcore_no_guess *judge, mcore_poll *poll, outcome *outcome)
{
    mcore_local_rules *d = &judge->deduction;
    mines_fault fault;
    judge->exact++;
    write_text(judge);
    const mcore_position position = {judge->text, d->rows, d->cols, d->mines};
    mines_status status = mcore_solution_solve_certain(&judge->solution, &position, poll, &fault);
    *outcome = STUCK;
    if (status != MINES_OK)
        return status == MINES_BUDGET_EXCEEDED ? MINES_OK : status;
    mcore_solution_write(&judge->solution, NULL, judge->safe, judge->certain_mine);
    for (uint32_t cell = 0; cell < d->rows * d->cols; cell++) {
        uint32_t site = mcore_local_rules_site(d, cell / d->cols, cell % d->cols);
        if (judge->certain_mine[cell])
            mcore_local_rules_mine(d, site);
        if (judge->safe[cell]) {
            mcore_local_rules_safe(d, site);
            *outcome = MOVED;
        }
    }
    return MINES_OK;
}

mines_status mcore_no_guess_resume(mcore_no_guess *judge, mcore_poll *poll, bool *won)
{
    *won = false;
    for (;;) {
        mcore_local_rules_run(&judge->deduction);
        if (mcore_local_rules_left(&judge->deduction) == 0) {
            *won = true;
            return MINES_OK;
        }
        outcome outcome = try_alternatives(judge, poll);
        if (mcore_poll_step(poll, 1000))
            return MINES_INTERRUPTED;
        if (outcome == OPEN_QUESTION) {
            mines_status status = count_exactly(judge, poll, &outcome);
            if (status != MINES_OK)
                return status;
        }
        if (outcome == STUCK)
            return MINES_OK;
    }
}

mines_status mcore_no_guess_board(mcore_no_guess *judge, const uint8_t *mask, uint32_t row, uint32_t col,
                                  mcore_poll *poll, bool *won)
{
    *won = false;
    if (!mcore_no_guess_begin(judge, mask, row, col) ||
        has_twins(judge, mcore_local_rules_site(&judge->deduction, row, col)))
        return MINES_OK;
    return mcore_no_guess_resume(judge, poll, won);
}
