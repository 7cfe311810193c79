#include "deduce.h"

#include <string.h>

enum { WAITS_LOOK = 1, WAITS_PAIR = 2, IN_ACTIVE = 4 };

bool msc_deduce_init(msc_deduction *d, msc_arena *arena, uint32_t rows, uint32_t cols)
{
    int32_t stride = (int32_t)cols + 2;
    uint32_t sites = (rows + 2) * (cols + 2), cells = rows * cols;
    *d = (msc_deduction){
        .rows = rows,
        .cols = cols,
        .stride = cols + 2,
        .sites = sites,
        .around = {-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1},
        .mine = msc_take_zero(arena, sites, 1),
        .known = msc_take(arena, sites, 1),
        .missing = msc_take_zero(arena, sites, 1),
        .undecided = msc_take_zero(arena, sites, 1),
        .number = msc_take_zero(arena, sites, 1),
        .active = msc_take(arena, cells, sizeof(uint32_t)),
        .to_open = msc_take(arena, cells, sizeof(uint32_t)),
        .to_look = msc_take(arena, cells, sizeof(uint32_t)),
        .to_pair = msc_take(arena, cells, sizeof(uint32_t)),
        .waits = msc_take_zero(arena, sites, 1),
    };
    uint8_t *blank = msc_take(arena, sites, 1);
    if (arena->status != MINES_OK)
        return false;
    memset(blank, MSC_KNOWN_WALL, sites);
    for (uint32_t row = 0; row < rows; row++)
        memset(blank + msc_deduce_site(d, row, 0), MSC_KNOWN_NOTHING, cols);
    d->blank = blank;
    return true;
}

void msc_deduce_begin(msc_deduction *d, const uint8_t *mask)
{
    d->mines = d->decided = d->opened = 0;
    d->actives = d->opens = d->looks = d->pairs = 0;
    for (uint32_t row = 0; row < d->rows; row++, mask += d->cols) {
        uint8_t *mine = d->mine + msc_deduce_site(d, row, 0);
        uint32_t mines = 0;
        for (uint32_t col = 0; col < d->cols; col++) {
            mine[col] = mask[col] != 0;
            mines += mine[col];
        }
        d->mines += mines;
    }
    memcpy(d->known, d->blank, d->sites);
    memset(d->waits, 0, d->sites);
}

/* A number has changed. */
static void look_again(msc_deduction *d, uint32_t site)
{
    if (d->known[site] != MSC_KNOWN_OPENED)
        return;
    if (!(d->waits[site] & WAITS_LOOK))
        d->to_look[d->looks++] = site;
    if (!(d->waits[site] & WAITS_PAIR))
        d->to_pair[d->pairs++] = site;
    d->waits[site] |= WAITS_LOOK | WAITS_PAIR;
}

void msc_deduce_safe(msc_deduction *d, uint32_t site)
{
    if (d->known[site] != MSC_KNOWN_NOTHING)
        return;
    d->known[site] = MSC_KNOWN_SAFE;
    d->to_open[d->opens++] = site;
    for (int k = 0; k < 8; k++) {
        uint32_t other = msc_deduce_neighbour(d, site, k);
        d->undecided[other]--; /* of no meaning where the cell is not opened */
        look_again(d, other);
    }
}

void msc_deduce_mine(msc_deduction *d, uint32_t site)
{
    if (d->known[site] != MSC_KNOWN_NOTHING)
        return;
    d->known[site] = MSC_KNOWN_MINE;
    d->decided++;
    for (int k = 0; k < 8; k++) {
        uint32_t other = msc_deduce_neighbour(d, site, k);
        d->undecided[other]--;
        d->missing[other]--;
        look_again(d, other);
    }
}

static void activate(msc_deduction *d, uint32_t site)
{
    if (!(d->waits[site] & IN_ACTIVE))
        d->active[d->actives++] = site;
    d->waits[site] |= IN_ACTIVE;
}

void msc_deduce_compact(msc_deduction *d)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < d->actives; i++) {
        uint32_t site = d->active[i];
        if (d->undecided[site] != 0)
            d->active[kept++] = site;
        else
            d->waits[site] &= (uint8_t)~IN_ACTIVE;
    }
    d->actives = kept;
}

/* The numbers around an undecided cell that gets a mine, or loses one. */
static void change_numbers(msc_deduction *d, uint32_t site, bool mine)
{
    d->mine[site] = mine;
    for (int k = 0; k < 8; k++) {
        uint32_t other = msc_deduce_neighbour(d, site, k);
        d->number[other] = (uint8_t)(mine ? d->number[other] + 1 : d->number[other] - 1);
        d->missing[other] = (uint8_t)(mine ? d->missing[other] + 1 : d->missing[other] - 1);
        look_again(d, other);
    }
}

void msc_deduce_move(msc_deduction *d, uint32_t from, uint32_t to)
{
    if (d->known[from] == MSC_KNOWN_MINE) {
        d->known[from] = MSC_KNOWN_NOTHING;
        d->decided--;
        for (int k = 0; k < 8; k++) {
            uint32_t other = msc_deduce_neighbour(d, from, k);
            d->missing[other]++;
            d->undecided[other]++;
            if (d->known[other] == MSC_KNOWN_OPENED)
                activate(d, other);
        }
    }
    change_numbers(d, from, false);
    change_numbers(d, to, true);
}

/* The undecided neighbours of a number are all safe, or all mines. */
static void all_around(msc_deduction *d, uint32_t site, void (*decide)(msc_deduction *d, uint32_t site))
{
    for (int k = 0; k < 8; k++) {
        uint32_t other = msc_deduce_neighbour(d, site, k);
        if (d->known[other] == MSC_KNOWN_NOTHING)
            decide(d, other);
    }
}

static void look(msc_deduction *d, uint32_t site)
{
    if (d->undecided[site] == 0)
        return;
    if (d->missing[site] == 0)
        all_around(d, site, msc_deduce_safe);
    else if (d->missing[site] == d->undecided[site])
        all_around(d, site, msc_deduce_mine);
}

static void open_cell(msc_deduction *d, uint32_t site)
{
    unsigned number = 0, mines = 0, undecided = 0;
    for (int k = 0; k < 8; k++) {
        uint32_t other = msc_deduce_neighbour(d, site, k);
        number += d->mine[other];
        mines += d->known[other] == MSC_KNOWN_MINE;
        undecided += d->known[other] == MSC_KNOWN_NOTHING;
    }
    d->known[site] = MSC_KNOWN_OPENED;
    d->number[site] = (uint8_t)number;
    d->missing[site] = (uint8_t)(number - mines);
    d->undecided[site] = (uint8_t)undecided;
    d->opened++;
    if (undecided == 0)
        return;
    activate(d, site);
    look(d, site);
    if (d->undecided[site] != 0) {
        d->waits[site] |= WAITS_PAIR;
        d->to_pair[d->pairs++] = site;
    }
}

/* ---- Two numbers ---- */

/* Undecided neighbours as bits of eight rows of eight: those of the number in the middle stand at row 2 to 4, column 2
   to 4, so that the neighbours of numbers up to two cells away have bits too. */
static uint64_t bits_around(const msc_deduction *d, uint32_t site, int down, int across)
{
    static const uint8_t place[8] = {18, 19, 20, 26, 28, 34, 35, 36};
    uint64_t bits = 0;
    for (int k = 0; k < 8; k++)
        bits |= (uint64_t)(d->known[msc_deduce_neighbour(d, site, k)] == MSC_KNOWN_NOTHING) << place[k];
    int by = 8 * down + across;
    return by < 0 ? bits >> -by : bits << by;
}

static unsigned ones(uint64_t bits)
{
    unsigned count = 0;
    for (; bits != 0; bits &= bits - 1)
        count++;
    return count;
}

static void decide_bits(msc_deduction *d, uint32_t site, uint64_t bits,
                        void (*decide)(msc_deduction *d, uint32_t site))
{
    for (int row = 0; row < 7; row++) {
        for (int col = 0; col < 7; col++) {
            if (bits >> (8 * row + col) & 1)
                decide(d, (uint32_t)((int32_t)site + (row - 3) * (int32_t)d->stride + col - 3));
        }
    }
}

/* All numbers up to two cells away; true where something was decided. */
static bool pair(msc_deduction *d, uint32_t site)
{
    if (d->undecided[site] == 0)
        return false;
    uint64_t own = bits_around(d, site, 0, 0);
    uint32_t row = site / d->stride;
    for (int down = -2; down <= 2; down++) {
        if ((down < 0 && row < 3) || (down > 0 && row + 2 > d->rows))
            continue;
        for (int across = -2; across <= 2; across++) {
            uint32_t other = (uint32_t)((int32_t)site + down * (int32_t)d->stride + across);
            if (other == site || d->known[other] != MSC_KNOWN_OPENED || d->undecided[other] == 0)
                continue;
            uint64_t others = bits_around(d, other, down, across);
            uint64_t here = own & ~others, there = others & ~own;
            if (here == own)
                continue; /* nothing shared */
            int more = (int)d->missing[site] - (int)d->missing[other];
            bool mines_here = more == (int)ones(here), mines_there = -more == (int)ones(there);
            if ((!mines_here && !mines_there) || (here | there) == 0)
                continue;
            decide_bits(d, site, here, mines_here ? msc_deduce_mine : msc_deduce_safe);
            decide_bits(d, site, there, mines_there ? msc_deduce_mine : msc_deduce_safe);
            return true;
        }
    }
    return false;
}

void msc_deduce(msc_deduction *d)
{
    for (;;) {
        if (d->opens > 0) {
            open_cell(d, d->to_open[--d->opens]);
        } else if (d->looks > 0) {
            uint32_t site = d->to_look[--d->looks];
            d->waits[site] &= (uint8_t)~WAITS_LOOK;
            look(d, site);
        } else if (d->pairs > 0) {
            uint32_t site = d->to_pair[d->pairs - 1];
            if (pair(d, site))
                continue; /* there may be more */
            d->pairs--;
            d->waits[site] &= (uint8_t)~WAITS_PAIR;
        } else {
            return;
        }
    }
}
