#include "judge.h"

#include <string.h>

mines_status msc_judge_init(msc_judge *judge, uint32_t rows, uint32_t cols, uint64_t memory)
{
    memset(judge, 0, sizeof *judge);
    msc_arena *arena = &judge->arena;
    msc_arena_init(arena, memory);
    msc_arena_init(&judge->solution.arena, memory);
    size_t cells = (size_t)rows * cols;
    if (!msc_deduce_init(&judge->deduction, arena, rows, cols) ||
        !msc_alternative_init(&judge->alternative, arena, &judge->deduction))
        return arena->status;
    judge->text = msc_take(arena, cells, 1);
    judge->safe = msc_take(arena, cells, 1);
    judge->certain_mine = msc_take(arena, cells, 1);
    judge->frontier = msc_take(arena, cells, sizeof(uint32_t));
    const msc_deduction *d = &judge->deduction;
    judge->mark = msc_take_zero(arena, d->sites, sizeof(uint32_t));
    judge->out = msc_take(arena, d->sites, 1);
    judge->shut = msc_take(arena, d->sites, 1);
    judge->upright = msc_take_zero(arena, d->sites, 1);
    judge->level = msc_take_zero(arena, d->sites, 1);
    for (uint32_t site = 0; site < d->sites && arena->status == MINES_OK; site++)
        judge->out[site] = d->blank[site] == MSC_KNOWN_WALL;
    return arena->status;
}

void msc_judge_free(msc_judge *judge)
{
    msc_arena_free(&judge->arena);
    msc_arena_free(&judge->solution.arena);
}

bool msc_judge_begin(msc_judge *judge, const uint8_t *mask, uint32_t row, uint32_t col)
{
    msc_deduction *d = &judge->deduction;
    msc_deduce_begin(d, mask);
    uint32_t site = msc_deduce_site(d, row, col);
    if (d->mine[site])
        return false;
    msc_deduce_safe(d, site);
    return true;
}

/*
 * Twins are a mine and a safe cell beside each other; those of their neighbours that they do not share are mines. With
 * the two exchanged, all numbers are the same: neither can be told from the other before the safe one is opened. In a
 * row, that takes three mines, or wall, on either side of the two; in a column, above and below.
 */
static bool has_twins(msc_judge *judge, uint32_t click)
{
    const msc_deduction *d = &judge->deduction;
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
static uint32_t find_frontier(msc_judge *judge, uint32_t *mines)
{
    msc_deduction *d = &judge->deduction;
    uint32_t count = 0;
    *mines = 0;
    judge->now += 2;
    if (judge->now > UINT32_MAX - 4) { /* marks are never taken for newer ones */
        memset(judge->mark, 0, d->sites * sizeof *judge->mark);
        judge->now = 2;
    }
    msc_deduce_compact(d);
    for (uint32_t i = d->actives; i-- > 0;) {
        for (int k = 0; k < 8; k++) {
            uint32_t site = msc_deduce_neighbour(d, d->active[i], k);
            if (d->known[site] == MSC_KNOWN_NOTHING && judge->mark[site] != judge->now) {
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
static outcome try_alternatives(msc_judge *judge, msc_poll *poll)
{
    msc_deduction *d = &judge->deduction;
    msc_alternative *a = &judge->alternative;
    uint32_t mines, cells = find_frontier(judge, &mines), now = judge->now;
    uint32_t sea = d->rows * d->cols - d->opened - d->decided - cells, sea_mines = d->mines - d->decided - mines;
    judge->sea = sea;
    judge->sea_mines = sea_mines;
    bool shown = sea == 0 || sea_mines > 0, open = false;
    for (uint32_t i = 0; i < cells && !msc_poll_step(poll, 20 * a->step + 1); i++) {
        uint32_t site = judge->frontier[i];
        if (d->mine[site] || judge->mark[site] == now + 1)
            continue;
        msc_finding finding = msc_alternative_find(a, d, site);
        if (finding == MSC_FINDING_NONE) {
            msc_deduce_safe(d, site);
            return MOVED;
        }
        /* the sea has to make up for the mines gained */
        int64_t then = (int64_t)sea_mines - a->gained;
        if (finding == MSC_FINDING_GAVE_UP || then < 0 || then > (int64_t)sea) {
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

static void write_text(const msc_judge *judge)
{
    const msc_deduction *d = &judge->deduction;
    char *text = judge->text;
    for (uint32_t row = 0; row < d->rows; row++) {
        uint32_t site = msc_deduce_site(d, row, 0);
        for (uint32_t col = 0; col < d->cols; col++, site++)
            *text++ = d->known[site] == MSC_KNOWN_OPENED ? (char)('0' + d->number[site])
                      : d->known[site] == MSC_KNOWN_MINE ? '+'
                                                         : '-';
    }
}

static mines_status count_exactly(msc_judge *judge, msc_poll *poll, outcome *outcome)
{
    msc_deduction *d = &judge->deduction;
    mines_fault fault;
    judge->exact++;
    write_text(judge);
    mines_status status =
        msc_solve_certain_again(&judge->solution, judge->text, d->rows, d->cols, d->mines, poll, &fault);
    *outcome = STUCK;
    if (status != MINES_OK)
        return status == MINES_BUDGET_EXCEEDED ? MINES_OK : status;
    msc_solution_write(&judge->solution, NULL, judge->safe, judge->certain_mine);
    for (uint32_t cell = 0; cell < d->rows * d->cols; cell++) {
        uint32_t site = msc_deduce_site(d, cell / d->cols, cell % d->cols);
        if (judge->certain_mine[cell])
            msc_deduce_mine(d, site);
        if (judge->safe[cell]) {
            msc_deduce_safe(d, site);
            *outcome = MOVED;
        }
    }
    return MINES_OK;
}

mines_status msc_judge_go_on(msc_judge *judge, msc_poll *poll, bool *won)
{
    *won = false;
    for (;;) {
        msc_deduce(&judge->deduction);
        if (msc_deduce_left(&judge->deduction) == 0) {
            *won = true;
            return MINES_OK;
        }
        outcome outcome = try_alternatives(judge, poll);
        if (msc_poll_step(poll, 1000))
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

mines_status msc_judge_board(msc_judge *judge, const uint8_t *mask, uint32_t row, uint32_t col, msc_poll *poll,
                             bool *won)
{
    *won = false;
    if (!msc_judge_begin(judge, mask, row, col) || has_twins(judge, msc_deduce_site(&judge->deduction, row, col)))
        return MINES_OK;
    return msc_judge_go_on(judge, poll, won);
}
