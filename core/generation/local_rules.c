#include "local_rules.h"

#include "../base/bits.h"

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
#define RING ((uint64_t)0x070507)         /* the neighbours of the cell at bit 9 */
#define AROUND(bit) (RING << ((bit) - 9)) /* those of another one, a row and a column from the edge */
#define NEAR ((uint64_t)0x3e3e3e3e3e << 8 & ~((uint64_t)1 << MIDDLE)) /* up to two cells away */

static uint64_t window(const mcore_local_rules *d, const uint64_t *set, uint32_t site, int first_row, int last_row)
{
    const uint64_t *at = set + d->bit[site] / 64 + (size_t)first_row * d->words;
    uint32_t shift = d->bit[site] % 64;
    uint64_t bits = 0;
    for (int row = first_row; row <= last_row; row++, at += d->words)
        bits |= ((at[0] >> shift | at[1] << 1 << (63 - shift)) & 127) << (8 * row);
    return bits;
}

static void set_bit(const mcore_local_rules *d, uint64_t *set, uint32_t site, bool value)
{
    size_t bit = d->bit[site] + REACH * (d->words * 64 + 1);
    uint64_t one = (uint64_t)1 << bit % 64;
    set[bit / 64] = value ? set[bit / 64] | one : set[bit / 64] & ~one;
}

static inline uint32_t site_of(const mcore_local_rules *d, uint32_t site, uint64_t bits)
{
    return (uint32_t)((int32_t)site + d->away[mcore_lowest_bit(bits)]);
}

/* ---- Boards ------------------------------------------------------------------------------------------------------ */

static bool make_sets(mcore_local_rules *d, mcore_arena *arena)
{
    size_t size = d->words * (d->rows + 2 * REACH);
    uint64_t *blank = mcore_arena_alloc_zeroed(arena, size, sizeof *blank);
    d->undecided = mcore_arena_alloc(arena, size, sizeof *d->undecided);
    d->open = mcore_arena_alloc(arena, size, sizeof *d->open);
    d->bit = mcore_arena_alloc_zeroed(arena, d->sites, sizeof *d->bit);
    if (arena->status != MINES_OK)
        return false;
    for (uint32_t row = 0; row < d->rows; row++) {
        for (uint32_t col = 0; col < d->cols; col++) {
            uint32_t site = mcore_local_rules_site(d, row, col);
            d->bit[site] = (uint32_t)(row * d->words * 64 + col);
            set_bit(d, blank, site, true);
        }
    }
    for (int bit = 0; bit < 64; bit++)
        d->away[bit] = (bit / 8 - REACH) * (int32_t)d->stride + bit % 8 - REACH;
    d->blank_undecided = blank;
    return true;
}

bool mcore_local_rules_init(mcore_local_rules *d, mcore_arena *arena, uint32_t rows, uint32_t cols)
{
    int32_t stride = (int32_t)cols + 2;
    uint32_t sites = (rows + 2) * (cols + 2), cells = rows * cols;
    *d = (mcore_local_rules){
        .rows = rows,
        .cols = cols,
        .stride = cols + 2,
        .sites = sites,
        .neighbour_offset = {-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1},
        .mine = mcore_arena_alloc_zeroed(arena, sites, 1),
        .known = mcore_arena_alloc(arena, sites, 1),
        .number = mcore_arena_alloc_zeroed(arena, sites, 1),
        .count = mcore_arena_alloc_zeroed(arena, sites, 1),
        .active = mcore_arena_alloc(arena, cells, sizeof(uint32_t)),
        .to_open = mcore_arena_alloc(arena, cells, sizeof(uint32_t)),
        .to_look = mcore_arena_alloc(arena, (size_t)cells + 1, sizeof(uint32_t)),
        .to_pair = mcore_arena_alloc(arena, (size_t)cells + 1, sizeof(uint32_t)),
        .waits = mcore_arena_alloc(arena, sites, 1),
        .words = ((size_t)cols + 2 * REACH + 63) / 64 + 1,
        .column = mcore_arena_alloc_zeroed(arena, sites, 1),
    };
    uint8_t *blank = mcore_arena_alloc(arena, sites, 1), *count = mcore_arena_alloc(arena, sites, 1);
    if (arena->status != MINES_OK)
        return false;
    memset(blank, MCORE_KNOWN_WALL, sites);
    memset(count, WALL_COUNT, sites);
    for (uint32_t row = 0; row < rows; row++)
        memset(blank + mcore_local_rules_site(d, row, 0), MCORE_KNOWN_NOTHING, cols);
    for (uint32_t row = 0; row < rows; row++) {
        for (uint32_t col = 0; col < cols; col++) {
            uint32_t site = mcore_local_rules_site(d, row, col), undecided = 0;
            for (int k = 0; k < 8; k++)
                undecided += blank[mcore_local_rules_neighbour(d, site, k)] == MCORE_KNOWN_NOTHING;
            count[site] = (uint8_t)(undecided * ONE_UNDECIDED);
        }
    }
    d->blank = blank;
    d->blank_count = count;
    return make_sets(d, arena);
}

/* The mines around all cells. */
static void add_up(mcore_local_rules *d)
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

void mcore_local_rules_begin(mcore_local_rules *d, const uint8_t *mask)
{
    d->mines = d->decided = d->opened = 0;
    d->actives = d->opens = d->looks = d->pairs = 0;
    for (uint32_t row = 0; row < d->rows; row++, mask += d->cols) {
        uint8_t *mine = d->mine + mcore_local_rules_site(d, row, 0);
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
static void look_again(mcore_local_rules *d, uint32_t site, uint64_t numbers)
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
static void decide(mcore_local_rules *d, uint32_t site, uint64_t cells, bool mines)
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
        d->known[cell] = mines ? MCORE_KNOWN_MINE : MCORE_KNOWN_SAFE;
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

void mcore_local_rules_safe(mcore_local_rules *d, uint32_t site)
{
    if (d->known[site] == MCORE_KNOWN_NOTHING)
        decide(d, site, (uint64_t)1 << MIDDLE, false);
}

void mcore_local_rules_mine(mcore_local_rules *d, uint32_t site)
{
    if (d->known[site] == MCORE_KNOWN_NOTHING)
        decide(d, site, (uint64_t)1 << MIDDLE, true);
}

static void look(mcore_local_rules *d, uint32_t site)
{
    if (tells(d->count[site]))
        decide(d, site, window(d, d->undecided, site, REACH - 1, REACH + 1) & AROUND(MIDDLE),
               mcore_missing(d, site) != 0);
}

static void activate(mcore_local_rules *d, uint32_t site)
{
    if (!(d->waits[site] & IN_ACTIVE))
        d->active[d->actives++] = site;
    d->waits[site] |= IN_ACTIVE;
}

void mcore_local_rules_compact(mcore_local_rules *d)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < d->actives; i++) {
        uint32_t site = d->active[i];
        if (mcore_undecided(d, site) != 0)
            d->active[kept++] = site;
        else
            d->waits[site] &= (uint8_t)~IN_ACTIVE;
    }
    d->actives = kept;
}

static void open_cell(mcore_local_rules *d, uint32_t site)
{
    d->known[site] = MCORE_KNOWN_OPENED;
    d->opened++;
    set_bit(d, d->open, site, true);
    if (mcore_undecided(d, site) == 0)
        return;
    activate(d, site);
    look_again(d, site, (uint64_t)1 << MIDDLE);
}

/* ---- Moved mines ------------------------------------------------------------------------------------------------- */

/* The numbers around an undecided cell that gets a mine, or loses one. */
static void change_numbers(mcore_local_rules *d, uint32_t site, bool mine)
{
    d->mine[site] = mine;
    for (int k = 0; k < 8; k++) {
        uint32_t other = mcore_local_rules_neighbour(d, site, k);
        d->number[other] = (uint8_t)(mine ? d->number[other] + 1 : d->number[other] - 1);
        d->count[other] = (uint8_t)(mine ? d->count[other] + ONE_MISSING : d->count[other] - ONE_MISSING);
    }
    look_again(d, site, window(d, d->open, site, REACH - 1, REACH + 1) & AROUND(MIDDLE));
}

void mcore_local_rules_move_mine(mcore_local_rules *d, uint32_t from, uint32_t to)
{
    if (d->known[from] == MCORE_KNOWN_MINE) {
        d->known[from] = MCORE_KNOWN_NOTHING;
        d->decided--;
        set_bit(d, d->undecided, from, true);
        for (int k = 0; k < 8; k++) {
            uint32_t other = mcore_local_rules_neighbour(d, from, k);
            d->count[other] = (uint8_t)(d->count[other] + ONE_UNDECIDED + ONE_MISSING);
            if (d->known[other] == MCORE_KNOWN_OPENED)
                activate(d, other);
        }
    }
    change_numbers(d, from, false);
    change_numbers(d, to, true);
}

/* ---- Two numbers ------------------------------------------------------------------------------------------------- */

/* A number and those up to two cells away; true where something was decided. */
static bool pair(mcore_local_rules *d, uint32_t site)
{
    if (mcore_undecided(d, site) == 0)
        return false;
    uint64_t undecided = window(d, d->undecided, site, 0, 2 * REACH), own = undecided & AROUND(MIDDLE);
    uint64_t numbers = window(d, d->open, site, 1, 2 * REACH - 1) & NEAR;
    for (; numbers != 0; numbers &= numbers - 1) {
        int bit = mcore_lowest_bit(numbers);
        uint64_t others = undecided & AROUND(bit), shared = own & others;
        if (shared == 0 || own == others)
            continue;
        uint32_t other = (uint32_t)((int32_t)site + d->away[bit]), both = mcore_popcount(shared);
        uint32_t here = mcore_undecided(d, site) - both, there = mcore_undecided(d, other) - both;
        bool mines_here = mcore_missing(d, site) == mcore_missing(d, other) + here;
        bool mines_there = mcore_missing(d, other) == mcore_missing(d, site) + there;
        if (!mines_here && !mines_there)
            continue;
        uint64_t only = others & ~own;
        decide(d, site, own & ~others, mines_here);
        decide(d, other, bit > MIDDLE ? only >> (bit - MIDDLE) : only << (MIDDLE - bit), mines_there);
        return true;
    }
    return false;
}

void mcore_local_rules_run(mcore_local_rules *d)
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
