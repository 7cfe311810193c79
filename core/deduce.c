#include "deduce.h"

#include "bits.h"

#include <string.h>

enum { WAITS_LOOK = 1, WAITS_PAIR = 2, IN_ACTIVE = 4 };

enum {
    REACH = 3,         /* a window goes so far from its middle */
    WALL_COUNT = 0x90, /* can be lowered for eight neighbours without a borrow */
    ONE_UNDECIDED = 16,
    ONE_MISSING = 1
};

/* ---- Windows ----------------------------------------------------------------------------------------------------- */

/*
 * The cells around a site as one word: seven rows of seven cells, eight bits a row, the site in the middle, at bit 27.
 * Sets have REACH more rows and columns on each side, and a word more in each row, so that every site has a window.
 */
enum { MIDDLE = 8 * REACH + REACH };
#define RING ((uint64_t)0x070507)                      /* the neighbours of the cell at bit 9 */
#define AROUND(bit) (RING << ((bit) - 9))              /* those of another one, a row and a column from the edge */
#define NEAR ((uint64_t)0x3e3e3e3e3e << 8 & ~((uint64_t)1 << MIDDLE)) /* up to two cells away */

static uint64_t window(const msc_deduction *d, const uint64_t *set, uint32_t site, int first_row, int last_row)
{
    const uint64_t *at = set + d->bit[site] / 64 + (size_t)first_row * d->words;
    uint32_t shift = d->bit[site] % 64;
    uint64_t bits = 0;
    for (int row = first_row; row <= last_row; row++, at += d->words)
        bits |= ((at[0] >> shift | at[1] << 1 << (63 - shift)) & 127) << (8 * row);
    return bits;
}

static void set_bit(const msc_deduction *d, uint64_t *set, uint32_t site, bool value)
{
    size_t bit = d->bit[site] + REACH * (d->words * 64 + 1);
    uint64_t one = (uint64_t)1 << bit % 64;
    set[bit / 64] = value ? set[bit / 64] | one : set[bit / 64] & ~one;
}

static inline uint32_t site_of(const msc_deduction *d, uint32_t site, uint64_t bits)
{
    return (uint32_t)((int32_t)site + d->away[msc_lowest(bits)]);
}

/* ---- Boards ------------------------------------------------------------------------------------------------------ */

static bool make_sets(msc_deduction *d, msc_arena *arena)
{
    size_t size = d->words * (d->rows + 2 * REACH);
    uint64_t *blank = msc_take_zero(arena, size, sizeof *blank);
    d->undecided = msc_take(arena, size, sizeof *d->undecided);
    d->open = msc_take(arena, size, sizeof *d->open);
    d->bit = msc_take_zero(arena, d->sites, sizeof *d->bit);
    if (arena->status != MINES_OK)
        return false;
    for (uint32_t row = 0; row < d->rows; row++) {
        for (uint32_t col = 0; col < d->cols; col++) {
            uint32_t site = msc_deduce_site(d, row, col);
            d->bit[site] = (uint32_t)(row * d->words * 64 + col);
            set_bit(d, blank, site, true);
        }
    }
    for (int bit = 0; bit < 64; bit++)
        d->away[bit] = (bit / 8 - REACH) * (int32_t)d->stride + bit % 8 - REACH;
    d->blank_undecided = blank;
    return true;
}

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
        .number = msc_take_zero(arena, sites, 1),
        .count = msc_take_zero(arena, sites, 1),
        .active = msc_take(arena, cells, sizeof(uint32_t)),
        .to_open = msc_take(arena, cells, sizeof(uint32_t)),
        .to_look = msc_take(arena, (size_t)cells + 1, sizeof(uint32_t)),
        .to_pair = msc_take(arena, (size_t)cells + 1, sizeof(uint32_t)),
        .waits = msc_take(arena, sites, 1),
        .words = ((size_t)cols + 2 * REACH + 63) / 64 + 1,
        .column = msc_take_zero(arena, sites, 1),
    };
    uint8_t *blank = msc_take(arena, sites, 1), *count = msc_take(arena, sites, 1);
    if (arena->status != MINES_OK)
        return false;
    memset(blank, MSC_KNOWN_WALL, sites);
    memset(count, WALL_COUNT, sites);
    for (uint32_t row = 0; row < rows; row++)
        memset(blank + msc_deduce_site(d, row, 0), MSC_KNOWN_NOTHING, cols);
    for (uint32_t row = 0; row < rows; row++) {
        for (uint32_t col = 0; col < cols; col++) {
            uint32_t site = msc_deduce_site(d, row, col), undecided = 0;
            for (int k = 0; k < 8; k++)
                undecided += blank[msc_deduce_neighbour(d, site, k)] == MSC_KNOWN_NOTHING;
            count[site] = (uint8_t)(undecided * ONE_UNDECIDED);
        }
    }
    d->blank = blank;
    d->blank_count = count;
    return make_sets(d, arena);
}

/* The mines around all cells. */
static void add_up(msc_deduction *d)
{
    const uint8_t *restrict mine = d->mine, *restrict blank = d->blank_count;
    uint8_t *restrict column = d->column, *restrict number = d->number, *restrict count = d->count;
    size_t stride = d->stride, sites = d->sites, end = sites - stride; /* of a width that can't wrap: for vectors */
    for (size_t site = stride; site < end; site++)
        column[site] = (uint8_t)(mine[site - stride] + mine[site] + mine[site + stride]);
    for (size_t site = stride; site < end; site++)
        number[site] = (uint8_t)(column[site - 1] + column[site] + column[site + 1] - mine[site]);
    for (size_t site = 0; site < sites; site++)
        count[site] = (uint8_t)(blank[site] + number[site] * ONE_MISSING);
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
    add_up(d);
    size_t bytes = d->words * (d->rows + 2 * REACH) * sizeof(uint64_t);
    memcpy(d->known, d->blank, d->sites);
    memcpy(d->undecided, d->blank_undecided, bytes);
    memset(d->open, 0, bytes);
    memset(d->waits, 0, d->sites);
}

/* ---- One number -------------------------------------------------------------------------------------------------- */

/* The first rule says something: there are undecided neighbours, and no mine is missing or as many as there are. */
static bool tells(uint32_t count)
{
    uint32_t missing = count & 15, undecided = count >> 4;
    return undecided != 0 && (missing == 0 || missing == undecided);
}

/* Opened numbers have changed: cells of a site's window. */
static void look_again(msc_deduction *d, uint32_t site, uint64_t numbers)
{
    uint8_t *waits = d->waits;
    const uint8_t *count = d->count;
    uint32_t looks = d->looks, pairs = d->pairs, *to_look = d->to_look, *to_pair = d->to_pair;
    for (; numbers != 0; numbers &= numbers - 1) {
        uint32_t number = site_of(d, site, numbers), before = waits[number];
        uint32_t now = before | WAITS_PAIR | (tells(count[number]) ? WAITS_LOOK : 0);
        to_look[looks] = number;
        looks += (now ^ before) & WAITS_LOOK;
        to_pair[pairs] = number;
        pairs += (now ^ before) / WAITS_PAIR;
        waits[number] = (uint8_t)now;
    }
    d->looks = looks;
    d->pairs = pairs;
}

/* The neighbours of a cell count it no more. */
static void lower(uint8_t *at, ptrdiff_t stride, uint32_t less)
{
    for (ptrdiff_t row = -stride; row <= stride; row += stride) {
        at[row - 1] = (uint8_t)(at[row - 1] - less);
        at[row + 1] = (uint8_t)(at[row + 1] - less);
    }
    at[-stride] = (uint8_t)(at[-stride] - less);
    at[stride] = (uint8_t)(at[stride] - less);
}

/* Undecided cells, up to one away from a site, are safe, or mines. */
static void decide(msc_deduction *d, uint32_t site, uint64_t cells, bool mines)
{
    uint64_t *at = d->undecided + d->bit[site] / 64 + (REACH - 1) * d->words;
    uint32_t shift = d->bit[site] % 64;
    for (int row = REACH - 1; row <= REACH + 1; row++, at += d->words) {
        uint64_t bits = cells >> (8 * row) & 127;
        at[0] &= ~(bits << shift);
        at[1] &= ~(bits >> 1 >> (63 - shift));
    }
    for (uint64_t rest = cells; rest != 0; rest &= rest - 1) {
        uint32_t cell = site_of(d, site, rest);
        d->known[cell] = mines ? MSC_KNOWN_MINE : MSC_KNOWN_SAFE;
        lower(d->count + cell, (ptrdiff_t)d->stride, mines ? ONE_UNDECIDED + ONE_MISSING : ONE_UNDECIDED);
        if (mines)
            d->decided++;
        else
            d->to_open[d->opens++] = cell;
    }
    uint64_t wide = cells | cells << 1 | cells >> 1;
    wide |= wide << 8 | wide >> 8;
    look_again(d, site, wide & window(d, d->open, site, 1, 2 * REACH - 1));
}

void msc_deduce_safe(msc_deduction *d, uint32_t site)
{
    if (d->known[site] == MSC_KNOWN_NOTHING)
        decide(d, site, (uint64_t)1 << MIDDLE, false);
}

void msc_deduce_mine(msc_deduction *d, uint32_t site)
{
    if (d->known[site] == MSC_KNOWN_NOTHING)
        decide(d, site, (uint64_t)1 << MIDDLE, true);
}

static void look(msc_deduction *d, uint32_t site)
{
    if (tells(d->count[site]))
        decide(d, site, window(d, d->undecided, site, REACH - 1, REACH + 1) & AROUND(MIDDLE),
               msc_missing(d, site) != 0);
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
        if (msc_undecided(d, site) != 0)
            d->active[kept++] = site;
        else
            d->waits[site] &= (uint8_t)~IN_ACTIVE;
    }
    d->actives = kept;
}

static void open_cell(msc_deduction *d, uint32_t site)
{
    d->known[site] = MSC_KNOWN_OPENED;
    d->opened++;
    set_bit(d, d->open, site, true);
    if (msc_undecided(d, site) == 0)
        return;
    activate(d, site);
    look_again(d, site, (uint64_t)1 << MIDDLE);
}

/* ---- Moved mines ------------------------------------------------------------------------------------------------- */

/* The numbers around an undecided cell that gets a mine, or loses one. */
static void change_numbers(msc_deduction *d, uint32_t site, bool mine)
{
    d->mine[site] = mine;
    for (int k = 0; k < 8; k++) {
        uint32_t other = msc_deduce_neighbour(d, site, k);
        d->number[other] = (uint8_t)(mine ? d->number[other] + 1 : d->number[other] - 1);
        d->count[other] = (uint8_t)(mine ? d->count[other] + ONE_MISSING : d->count[other] - ONE_MISSING);
    }
    look_again(d, site, window(d, d->open, site, REACH - 1, REACH + 1) & AROUND(MIDDLE));
}

void msc_deduce_move(msc_deduction *d, uint32_t from, uint32_t to)
{
    if (d->known[from] == MSC_KNOWN_MINE) {
        d->known[from] = MSC_KNOWN_NOTHING;
        d->decided--;
        set_bit(d, d->undecided, from, true);
        for (int k = 0; k < 8; k++) {
            uint32_t other = msc_deduce_neighbour(d, from, k);
            d->count[other] = (uint8_t)(d->count[other] + ONE_UNDECIDED + ONE_MISSING);
            if (d->known[other] == MSC_KNOWN_OPENED)
                activate(d, other);
        }
    }
    change_numbers(d, from, false);
    change_numbers(d, to, true);
}

/* ---- Two numbers ------------------------------------------------------------------------------------------------- */

/* A number and those up to two cells away; true where something was decided. */
static bool pair(msc_deduction *d, uint32_t site)
{
    if (msc_undecided(d, site) == 0)
        return false;
    uint64_t undecided = window(d, d->undecided, site, 0, 2 * REACH), own = undecided & AROUND(MIDDLE);
    uint64_t numbers = window(d, d->open, site, 1, 2 * REACH - 1) & NEAR;
    for (; numbers != 0; numbers &= numbers - 1) {
        int bit = msc_lowest(numbers);
        uint64_t others = undecided & AROUND(bit), shared = own & others;
        if (shared == 0 || own == others)
            continue;
        uint32_t other = (uint32_t)((int32_t)site + d->away[bit]), both = msc_ones(shared);
        uint32_t here = msc_undecided(d, site) - both, there = msc_undecided(d, other) - both;
        bool mines_here = msc_missing(d, site) == msc_missing(d, other) + here;
        bool mines_there = msc_missing(d, other) == msc_missing(d, site) + there;
        if (!mines_here && !mines_there)
            continue;
        uint64_t only = others & ~own;
        decide(d, site, own & ~others, mines_here);
        decide(d, other, bit > MIDDLE ? only >> (bit - MIDDLE) : only << (MIDDLE - bit), mines_there);
        return true;
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
