#include "no_guess.h"

#include <string.h>

mines_status mcore_no_guess_init(mcore_no_guess *no_guess, uint32_t rows, uint32_t cols, uint64_t memory)
{
    memset(no_guess, 0, sizeof *no_guess);
    mcore_arena *arena = &no_guess->arena;
    mcore_arena_init(arena, memory);
    mcore_arena_init(&no_guess->solution.arena, memory);
    size_t cells = (size_t)rows * cols;
    if (!mcore_local_rules_init(&no_guess->rules, arena, rows, cols) ||
        !mcore_counterexample_init(&no_guess->counterexample, arena, &no_guess->rules))
        return arena->status;
    no_guess->text = mcore_arena_alloc(arena, cells, 1);
    no_guess->safe = mcore_arena_alloc(arena, cells, 1);
    no_guess->certain_mine = mcore_arena_alloc(arena, cells, 1);
    no_guess->frontier = mcore_arena_alloc(arena, cells, sizeof(uint32_t));
    const mcore_local_rules *rules = &no_guess->rules;
    no_guess->mark = mcore_arena_alloc_zeroed(arena, rules->sites, sizeof(uint32_t));
    no_guess->off_board = mcore_arena_alloc(arena, rules->sites, 1);
    no_guess->blocked = mcore_arena_alloc(arena, rules->sites, 1);
    no_guess->blocked_col = mcore_arena_alloc_zeroed(arena, rules->sites, 1);
    no_guess->blocked_row = mcore_arena_alloc_zeroed(arena, rules->sites, 1);
    for (uint32_t site = 0; site < rules->sites && arena->status == MINES_OK; site++)
        no_guess->off_board[site] = rules->blank_known[site] == MCORE_KNOWN_WALL;
    return arena->status;
}

void mcore_no_guess_free(mcore_no_guess *no_guess)
{
    mcore_arena_free(&no_guess->arena);
    mcore_arena_free(&no_guess->solution.arena);
}

bool mcore_no_guess_begin(mcore_no_guess *no_guess, const uint8_t *mask, uint32_t row, uint32_t col)
{
    mcore_local_rules *rules = &no_guess->rules;
    mcore_local_rules_begin(rules, mask);
    uint32_t site = mcore_local_rules_site(rules, row, col);
    if (rules->mine[site])
        return false;
    mcore_local_rules_safe(rules, site);
    return true;
}

/*
 * Twins are a mine and a safe cell next to each other whose unshared neighbours are all mines. Exchanging the two
 * leaves all other numbers the same, so that the player cannot distinguish them. Twins in a row have three mines, or
 * the board's edge, on either side; twins in a column have them above and below.
 */
static bool has_twins(mcore_no_guess *no_guess, uint32_t click)
{
    const mcore_local_rules *rules = &no_guess->rules;
    const uint8_t *restrict mine = rules->mine;
    uint8_t *restrict off = no_guess->off_board, *restrict blocked = no_guess->blocked;
    uint8_t *restrict in_col = no_guess->blocked_col, *restrict in_row = no_guess->blocked_row;
    size_t stride = rules->stride, sites = rules->sites, last = sites - 2 * stride; /* the start of the last row */
    uint8_t found = 0;
    for (size_t site = 0; site < sites; site++)
        blocked[site] = mine[site] | off[site];
    for (size_t site = 1; site < sites - 1; site++)
        in_row[site] = blocked[site - 1] & blocked[site] & blocked[site + 1];
    for (size_t site = stride; site < last + stride; site++)
        in_col[site] = blocked[site - stride] & blocked[site] & blocked[site + stride];
    off[click] = 1; /* the first click is opened, so it is not a twin */
    for (size_t site = stride; site < last; site++)
        found |= (mine[site] ^ mine[site + stride]) & in_row[site - stride] & in_row[site + 2 * stride] &
                 (uint8_t)~(off[site] | off[site + stride]);
    for (size_t site = stride; site < last + stride - 1; site++)
        found |=
            (mine[site] ^ mine[site + 1]) & in_col[site - 1] & in_col[site + 2] & (uint8_t)~(off[site] | off[site + 1]);
    off[click] = 0;
    return found != 0;
}

/* ---- Counterexamples --------------------------------------------------------------------------------------------- */

/* List the undecided cells next to opened numbers, starting with the numbers opened last. Returns how many; *mines is
   the number of mines among them. */
static uint32_t find_frontier(mcore_no_guess *no_guess, uint32_t *mines)
{
    mcore_local_rules *rules = &no_guess->rules;
    uint32_t count = 0;
    *mines = 0;
    no_guess->now += 2;
    if (no_guess->now > UINT32_MAX - 4) { /* before it wraps and old marks look new */
        memset(no_guess->mark, 0, rules->sites * sizeof *no_guess->mark);
        no_guess->now = 2;
    }
    mcore_local_rules_compact(rules);
    for (uint32_t i = rules->actives; i-- > 0;) {
        for (int k = 0; k < 8; k++) {
            uint32_t site = mcore_local_rules_neighbour(rules, rules->active[i], k);
            if (rules->known[site] == MCORE_KNOWN_NOTHING && no_guess->mark[site] != no_guess->now) {
                no_guess->mark[site] = no_guess->now;
                no_guess->frontier[count++] = site;
                *mines += rules->mine[site];
            }
        }
    }
    return count;
}

/* STUCK: every undecided cell is shown to be a mine in some valid board. */
typedef enum outcome { STUCK, PROGRESS, UNDECIDED } outcome;

/* Look for a cell that the numbers make safe. PROGRESS: one was found, and marked as safe. */
static outcome try_counterexamples(mcore_no_guess *no_guess, mcore_poll *poll)
{
    mcore_local_rules *rules = &no_guess->rules;
    mcore_counterexample *search = &no_guess->counterexample;
    uint32_t mines, cells = find_frontier(no_guess, &mines), now = no_guess->now;
    uint32_t sea = rules->rows * rules->cols - rules->opened - rules->known_mines - cells,
             sea_mines = rules->mines - rules->known_mines - mines;
    no_guess->sea = sea;
    no_guess->sea_mines = sea_mines;
    bool sea_shown = sea == 0 || sea_mines > 0, open = false;
    for (uint32_t i = 0; i < cells && !mcore_poll_step(poll, 20 * search->step + 1); i++) {
        uint32_t site = no_guess->frontier[i];
        if (rules->mine[site] || no_guess->mark[site] == now + 1)
            continue;
        mcore_counterexample_result result = mcore_counterexample_find(search, rules, site);
        if (result == MCORE_COUNTEREXAMPLE_NONE) {
            mcore_local_rules_safe(rules, site);
            return PROGRESS;
        }
        /* the counterexample is a valid board if the sea can offset the mines gained */
        int64_t then = (int64_t)sea_mines - search->gained;
        if (result == MCORE_COUNTEREXAMPLE_GAVE_UP || then < 0 || then > (int64_t)sea) {
            open = true;
            continue;
        }
        sea_shown = sea_shown || then > 0;
        for (uint32_t f = 0; f < search->flips; f++)
            no_guess->mark[search->flipped[f]] = now + 1;
    }
    return open || !sea_shown ? UNDECIDED : STUCK;
}

/* ---- The exact count --------------------------------------------------------------------------------------------- */

static void write_text(const mcore_no_guess *no_guess)
{
    const mcore_local_rules *rules = &no_guess->rules;
    char *text = no_guess->text;
    for (uint32_t row = 0; row < rules->rows; row++) {
        uint32_t site = mcore_local_rules_site(rules, row, 0);
        for (uint32_t col = 0; col < rules->cols; col++, site++)
            *text++ = rules->known[site] == MCORE_KNOWN_OPENED ? (char)('0' + rules->number[site])
                      : rules->known[site] == MCORE_KNOWN_MINE ? '+'
                                                               : '-';
    }
}

static mines_status count_exactly(mcore_no_guess *no_guess, mcore_poll *poll, outcome *outcome)
{
    mcore_local_rules *rules = &no_guess->rules;
    mines_fault fault;
    no_guess->exact++;
    write_text(no_guess);
    const mcore_position position = {no_guess->text, rules->rows, rules->cols, rules->mines};
    mines_status status = mcore_solution_solve_certain(&no_guess->solution, &position, poll, &fault);
    *outcome = STUCK;
    if (status != MINES_OK)
        return status == MINES_BUDGET_EXCEEDED ? MINES_OK : status;
    mcore_solution_write(&no_guess->solution, NULL, no_guess->safe, no_guess->certain_mine);
    for (uint32_t cell = 0; cell < rules->rows * rules->cols; cell++) {
        uint32_t site = mcore_local_rules_site(rules, cell / rules->cols, cell % rules->cols);
        if (no_guess->certain_mine[cell])
            mcore_local_rules_mine(rules, site);
        if (no_guess->safe[cell]) {
            mcore_local_rules_safe(rules, site);
            *outcome = PROGRESS;
        }
    }
    return MINES_OK;
}

mines_status mcore_no_guess_resume(mcore_no_guess *no_guess, mcore_poll *poll, bool *won)
{
    *won = false;
    for (;;) {
        mcore_local_rules_run(&no_guess->rules);
        if (mcore_local_rules_left(&no_guess->rules) == 0) {
            *won = true;
            return MINES_OK;
        }
        outcome outcome = try_counterexamples(no_guess, poll);
        if (mcore_poll_step(poll, 1000))
            return MINES_INTERRUPTED;
        if (outcome == UNDECIDED) {
            mines_status status = count_exactly(no_guess, poll, &outcome);
            if (status != MINES_OK)
                return status;
        }
        if (outcome == STUCK)
            return MINES_OK;
    }
}

mines_status mcore_no_guess_board(mcore_no_guess *no_guess, const uint8_t *mask, uint32_t row, uint32_t col,
                                  mcore_poll *poll, bool *won)
{
    *won = false;
    if (!mcore_no_guess_begin(no_guess, mask, row, col) ||
        has_twins(no_guess, mcore_local_rules_site(&no_guess->rules, row, col)))
        return MINES_OK;
    return mcore_no_guess_resume(no_guess, poll, won);
}
