#include "repair.h"

#include <stdlib.h>

enum {
    PASSES = 20, /* times that a board is opened from the start before giving up */
    PICKS = 40   /* random cells tried before scanning all */
};

typedef enum moved { MOVED, MOVED_TO_OPENED, NOT_MOVED } moved;

/* Whether the first-click rule protects a cell; MINES_FIRST_ANYTHING never comes here. */
static bool is_protected(const mcore_placement *p, uint32_t row, uint32_t col)
{
    uint32_t reach = p->first_click == MINES_FIRST_OPENING ? 1 : 0;
    return row + reach >= p->row && row <= p->row + reach && col + reach >= p->col && col <= p->col + reach;
}

/* Where a mine may come from or go to: a cell of the sea with or without a mine, or an opened cell that the first-click
   rule does not protect. */
typedef enum wanted { SEA_MINE, SEA_SAFE, OPENED } wanted;

static bool is_wanted(const mcore_no_guess *no_guess, const mcore_placement *placement, uint32_t site, uint32_t cell,
                      wanted wanted)
{
    const mcore_local_rules *rules = &no_guess->rules;
    if (wanted == OPENED)
        return rules->known[site] == MCORE_KNOWN_OPENED &&
               !is_protected(placement, cell / placement->cols, cell % placement->cols);
    return rules->known[site] == MCORE_KNOWN_NOTHING && no_guess->mark[site] < no_guess->now &&
           rules->mine[site] == (wanted == SEA_MINE);
}

/* A random cell of that kind, or MCORE_NONE. */
static uint32_t find_cell(const mcore_no_guess *no_guess, const mcore_placement *placement, mcore_random *random,
                          wanted wanted)
{
    uint32_t cells = placement->rows * placement->cols, cell = 0;
    for (uint32_t pick = 0; pick < PICKS + cells; pick++) {
        cell = pick < PICKS ? mcore_random_below(random, cells) : cell + 1 < cells ? cell + 1 : 0;
        uint32_t site = mcore_local_rules_site(&no_guess->rules, cell / placement->cols, cell % placement->cols);
        if (is_wanted(no_guess, placement, site, cell, wanted))
            return site;
    }
    return MCORE_NONE;
}

/* A random one of the numbers that need the fewest changes, or MCORE_NONE. Changes are their missing mines or, with
   `fill`, their undecided cells without a mine. */
static uint32_t find_number(const mcore_local_rules *rules, mcore_random *random, bool fill)
{
    uint32_t least = 9, count = 0, number = MCORE_NONE;
    for (uint32_t i = 0; i < rules->actives; i++) {
        uint32_t site = rules->active[i], undecided = mcore_local_rules_undecided(rules, site),
                 missing = mcore_local_rules_missing(rules, site);
        uint32_t changes = fill ? undecided - missing : missing;
        if (undecided == 0 || changes > least)
            continue;
        count = changes < least ? 1 : count + 1;
        least = changes;
        if (mcore_random_below(random, count) == 0)
            number = site;
    }
    return number;
}

/* A random known mine next to an opened cell, if possible one that is next to an undecided cell, too. */
static uint32_t find_wall(const mcore_local_rules *rules, mcore_random *random)
{
    uint32_t count = 0, wall = MCORE_NONE;
    bool best = false;
    for (uint32_t site = 0; site < rules->sites; site++) {
        if (rules->known[site] != MCORE_KNOWN_MINE)
            continue;
        bool opened = false, undecided = false;
        for (int k = 0; k < 8; k++) {
            uint8_t known = rules->known[mcore_local_rules_neighbour(rules, site, k)];
            opened = opened || known == MCORE_KNOWN_OPENED;
            undecided = undecided || known == MCORE_KNOWN_NOTHING;
        }
        if (!opened || (best && !undecided))
            continue;
        count = undecided && !best ? 1 : count + 1;
        best = undecided;
        if (mcore_random_below(random, count) == 0)
            wall = site;
    }
    return wall;
}

/* Whether the sea has a higher share of mines than the board. */
static bool dense_sea(const mcore_no_guess *no_guess)
{
    const mcore_local_rules *rules = &no_guess->rules;
    return (uint64_t)no_guess->sea_mines * rules->rows * rules->cols > (uint64_t)rules->mines * no_guess->sea;
}

/* Move mines so that logic can continue. */
static moved move_mines(mcore_no_guess *no_guess, const mcore_placement *placement, mcore_random *random)
{
    mcore_local_rules *rules = &no_guess->rules;
    bool fill = dense_sea(no_guess);
    uint32_t number = find_number(rules, random, fill), change[8], count = 0;
    if (number == MCORE_NONE) {
        fill = false;
        change[0] = find_wall(rules, random);
        count = change[0] != MCORE_NONE;
    }
    for (int k = 0; k < 8 && number != MCORE_NONE; k++) {
        uint32_t site = mcore_local_rules_neighbour(rules, number, k);
        if (rules->known[site] == MCORE_KNOWN_NOTHING && rules->mine[site] == !fill)
            change[count++] = site;
    }
    moved result = NOT_MOVED;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t other = find_cell(no_guess, placement, random, fill ? SEA_MINE : SEA_SAFE);
        if (other != MCORE_NONE && fill) {
            mcore_local_rules_move_mine(rules, other, change[i]);
            mcore_local_rules_mine(rules, change[i]);
        } else if (other != MCORE_NONE) {
            mcore_local_rules_move_mine(rules, change[i], other);
            mcore_local_rules_safe(rules, change[i]);
        } else if (!fill) {
            other = find_cell(no_guess, placement, random, OPENED);
            if (other == MCORE_NONE)
                return NOT_MOVED;
            rules->mine[change[i]] = 0; /* only the board: this pass ends here */
            rules->mine[other] = 1;
            return MOVED_TO_OPENED;
        }
        result = MOVED;
    }
    return result;
}

static void write_mask(const mcore_local_rules *rules, uint8_t *mask)
{
    for (uint32_t row = 0; row < rules->rows; row++)
        for (uint32_t col = 0; col < rules->cols; col++)
            *mask++ = rules->mine[mcore_local_rules_site(rules, row, col)];
}

mines_status mcore_repair(mcore_no_guess *no_guess, const mcore_placement *placement, mcore_random *random,
                          mcore_poll *poll, uint8_t *mask, bool *won)
{
    *won = false;
    /* too many mines for the rule: a move would break it */
    if (placement->mines > placement->rows * placement->cols - mcore_placement_protected(placement))
        return mcore_no_guess_board(no_guess, mask, placement->row, placement->col, poll, won);
    for (int pass = 0; pass < PASSES; pass++) {
        if (!mcore_no_guess_begin(no_guess, mask, placement->row, placement->col))
            return MINES_OK;
        moved last = MOVED;
        bool changed = false, done = false;
        while (!done && last == MOVED) {
            mines_status status = mcore_no_guess_resume(no_guess, poll, &done);
            if (status != MINES_OK)
                return status;
            if (!done) {
                last = move_mines(no_guess, placement, random);
                changed = true;
            }
        }
        if (!changed) {
            *won = true;
            return MINES_OK;
        }
        if (last == NOT_MOVED)
            return MINES_OK;
        write_mask(&no_guess->rules, mask);
    }
    return MINES_OK;
}
