#include "repair.h"

#include <stdlib.h>

enum {
    PASSES = 20, /* times that a board is opened from the start before it is given up */
    PICKS = 40   /* random cells looked at before all are gone through */
};

typedef enum moved { MOVED, MOVED_TO_OPENED, NOT_MOVED } moved;

/* Where the rule of the first click wants no mine. */
static bool kept_free(const mcore_placement *p, uint32_t row, uint32_t col)
{
    uint32_t reach = p->first == MINES_FIRST_OPENING ? 1 : 0;
    return row + reach >= p->row && row <= p->row + reach && col + reach >= p->col && col <= p->col + reach;
}

/* What is looked for: a cell of the sea, undecided and seen by no opened number, with or without a mine; or an opened
   one where the rule of the first click has nothing against a mine. */
typedef enum wanted { SEA_MINE, SEA_SAFE, OPENED } wanted;

static bool is_wanted(const mcore_no_guess *judge, const mcore_placement *placing, uint32_t site, uint32_t cell,
                      wanted wanted)
{
    const mcore_local_rules *d = &judge->deduction;
    if (wanted == OPENED)
        return d->known[site] == MCORE_KNOWN_OPENED && !kept_free(placing, cell / placing->cols, cell % placing->cols);
    return d->known[site] == MCORE_KNOWN_NOTHING && judge->mark[site] < judge->now &&
           d->mine[site] == (wanted == SEA_MINE);
}

/* A random one of them; MCORE_NONE where there is none. */
static uint32_t find_cell(const mcore_no_guess *judge, const mcore_placement *placing, mcore_random *random,
                          wanted wanted)
{
    uint32_t cells = placing->rows * placing->cols, cell = 0;
    for (uint32_t pick = 0; pick < PICKS + cells; pick++) {
        cell = pick < PICKS ? mcore_random_below(random, cells) : cell + 1 < cells ? cell + 1 : 0;
        uint32_t site = mcore_local_rules_site(&judge->deduction, cell / placing->cols, cell % placing->cols);
        if (is_wanted(judge, placing, site, cell, wanted))
            return site;
    }
    return MCORE_NONE;
}

/* One of the numbers that need fewest cells changed: mines that they miss, or undecided cells that are none. */
static uint32_t find_number(const mcore_local_rules *d, mcore_random *random, bool fill)
{
    uint32_t least = 9, count = 0, number = MCORE_NONE;
    for (uint32_t i = 0; i < d->actives; i++) {
        uint32_t site = d->active[i], undecided = mcore_undecided(d, site), missing = mcore_missing(d, site);
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

/* A known mine next to an opened cell, at random; those next to an undecided cell first. */
static uint32_t find_wall(const mcore_local_rules *d, mcore_random *random)
{
    uint32_t count = 0, wall = MCORE_NONE;
    bool best = false;
    for (uint32_t site = 0; site < d->sites; site++) {
        if (d->known[site] != MCORE_KNOWN_MINE)
            continue;
        bool opened = false, undecided = false;
        for (int k = 0; k < 8; k++) {
            uint8_t known = d->known[mcore_local_rules_neighbour(d, site, k)];
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

/* The sea is denser than the board. */
static bool dense_sea(const mcore_no_guess *judge)
{
    const mcore_local_rules *d = &judge->deduction;
    return (uint64_t)judge->sea_mines * d->rows * d->cols > (uint64_t)d->mines * judge->sea;
}

/* Logic is stuck: move mines so that it is not. */
static moved move_mines(mcore_no_guess *judge, const mcore_placement *placing, mcore_random *random)
{
    mcore_local_rules *d = &judge->deduction;
    bool fill = dense_sea(judge);
    uint32_t number = find_number(d, random, fill), change[8], count = 0;
    if (number == MCORE_NONE) {
        fill = false;
        change[0] = find_wall(d, random);
        count = change[0] != MCORE_NONE;
    }
    for (int k = 0; k < 8 && number != MCORE_NONE; k++) {
        uint32_t site = mcore_local_rules_neighbour(d, number, k);
        if (d->known[site] == MCORE_KNOWN_NOTHING && d->mine[site] == !fill)
            change[count++] = site;
    }
    moved result = NOT_MOVED;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t other = find_cell(judge, placing, random, fill ? SEA_MINE : SEA_SAFE);
        if (other != MCORE_NONE && fill) {
            mcore_local_rules_move_mine(d, other, change[i]);
            mcore_local_rules_mine(d, change[i]);
        } else if (other != MCORE_NONE) {
            mcore_local_rules_move_mine(d, change[i], other);
            mcore_local_rules_safe(d, change[i]);
        } else if (!fill) {
            other = find_cell(judge, placing, random, OPENED);
            if (other == MCORE_NONE)
                return NOT_MOVED;
            d->mine[change[i]] = 0; /* the deduction ends here */
            d->mine[other] = 1;
            return MOVED_TO_OPENED;
        }
        result = MOVED;
    }
    return result;
}

static void write_mask(const mcore_local_rules *d, uint8_t *mask)
{
    for (uint32_t row = 0; row < d->rows; row++)
        for (uint32_t col = 0; col < d->cols; col++)
            *mask++ = d->mine[mcore_local_rules_site(d, row, col)];
}

mines_status mcore_repair(mcore_no_guess *judge, const mcore_placement *placing, mcore_random *random, mcore_poll *poll,
                          uint8_t *mask, bool *won)
{
    *won = false;
    /* Too many mines for the rule: all but the cells that it wants free are mines, and no move would keep it so. */
    if (placing->mines > placing->rows * placing->cols - mcore_placement_kept_free(placing))
        return mcore_no_guess_board(judge, mask, placing->row, placing->col, poll, won);
    for (int pass = 0; pass < PASSES; pass++) {
        if (!mcore_no_guess_begin(judge, mask, placing->row, placing->col))
            return MINES_OK;
        moved last = MOVED;
        bool changed = false, done = false;
        while (!done && last == MOVED) {
            mines_status status = mcore_no_guess_resume(judge, poll, &done);
            if (status != MINES_OK)
                return status;
            if (!done) {
                last = move_mines(judge, placing, random);
                changed = true;
            }
        }
        if (!changed) {
            *won = true;
            return MINES_OK;
        }
        if (last == NOT_MOVED)
            return MINES_OK;
        write_mask(&judge->deduction, mask);
    }
    return MINES_OK;
}
