#include "local_rules.h"

#include "../base/bits.h"

#include <string.h>

enum { IN_CHECK = 1, IN_PAIR = 2, IN_ACTIVE = 4 };

enum {
    REACH = 3,         /* of a window from its middle */
    WALL_COUNT = 0x90, /* eight neighbours can be subtracted without a borrow */
    ONE_UNDECIDED = 16,
    ONE_MISSING = 1
};

/* ---- Windows ----------------------------------------------------------------------------------------------------- */

/*
 * A window is the part of a set around a site, as one word: seven rows of seven cells, eight bits per row, with the
 * site in the middle at bit 27. Sets are padded by REACH rows and columns on each side, and by a word in each row, so
 * that every site has a complete window.
 */
enum { MIDDLE = 8 * REACH + REACH };
#define RING ((uint64_t)0x070507)         /* the neighbours of the cell at bit 9 */
#define AROUND(bit) (RING << ((bit) - 9)) /* those of any cell that is not at the edge of the window */
#define NEAR ((uint64_t)0x3e3e3e3e3e << 8 & ~((uint64_t)1 << MIDDLE)) /* up to two cells away */

static uint64_t window(const mcore_local_rules *rules, const uint64_t *set, uint32_t site, int first_row, int last_row)
{
    const uint64_t *at = set + rules->bit[site] / 64 + (size_t)first_row * rules->words;
    uint32_t shift = rules->bit[site] % 64;
    uint64_t bits = 0;
    for (int row = first_row; row <= last_row; row++, at += rules->words)
        bits |= ((at[0] >> shift | at[1] << 1 << (63 - shift)) & 127) << (8 * row);
    return bits;
}

static void set_bit(const mcore_local_rules *rules, uint64_t *set, uint32_t site, bool value)
{
    size_t bit = rules->bit[site] + REACH * (rules->words * 64 + 1);
    uint64_t one = (uint64_t)1 << bit % 64;
    set[bit / 64] = value ? set[bit / 64] | one : set[bit / 64] & ~one;
}

static inline uint32_t site_of(const mcore_local_rules *rules, uint32_t site, uint64_t bits)
{
    return (uint32_t)((int32_t)site + rules->away[mcore_lowest_bit(bits)]);
}

/* ---- Boards ------------------------------------------------------------------------------------------------------ */

static bool init_sets(mcore_local_rules *rules, mcore_arena *arena)
{
    size_t size = rules->words * (rules->rows + 2 * REACH);
    uint64_t *blank = mcore_arena_alloc_zeroed(arena, size, sizeof *blank);
    rules->undecided = mcore_arena_alloc(arena, size, sizeof *rules->undecided);
    rules->open = mcore_arena_alloc(arena, size, sizeof *rules->open);
    rules->bit = mcore_arena_alloc_zeroed(arena, rules->sites, sizeof *rules->bit);
    if (arena->status != MINES_OK)
        return false;
    for (uint32_t row = 0; row < rules->rows; row++) {
        for (uint32_t col = 0; col < rules->cols; col++) {
            uint32_t site = mcore_local_rules_site(rules, row, col);
            rules->bit[site] = (uint32_t)(row * rules->words * 64 + col);
            set_bit(rules, blank, site, true);
        }
    }
    for (int bit = 0; bit < 64; bit++)
        rules->away[bit] = (bit / 8 - REACH) * (int32_t)rules->stride + bit % 8 - REACH;
    rules->blank_undecided = blank;
    return true;
}

bool mcore_local_rules_init(mcore_local_rules *rules, mcore_arena *arena, uint32_t rows, uint32_t cols)
{
    int32_t stride = (int32_t)cols + 2;
    uint32_t sites = (rows + 2) * (cols + 2), cells = rows * cols;
    *rules = (mcore_local_rules){
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
        .to_check = mcore_arena_alloc(arena, (size_t)cells + 1, sizeof(uint32_t)),
        .to_pair = mcore_arena_alloc(arena, (size_t)cells + 1, sizeof(uint32_t)),
        .listed = mcore_arena_alloc(arena, sites, 1),
        .words = ((size_t)cols + 2 * REACH + 63) / 64 + 1,
        .column = mcore_arena_alloc_zeroed(arena, sites, 1),
    };
    uint8_t *blank = mcore_arena_alloc(arena, sites, 1), *count = mcore_arena_alloc(arena, sites, 1);
    if (arena->status != MINES_OK)
        return false;
    memset(blank, MCORE_KNOWN_WALL, sites);
    memset(count, WALL_COUNT, sites);
    for (uint32_t row = 0; row < rows; row++)
        memset(blank + mcore_local_rules_site(rules, row, 0), MCORE_KNOWN_NOTHING, cols);
    for (uint32_t row = 0; row < rows; row++) {
        for (uint32_t col = 0; col < cols; col++) {
            uint32_t site = mcore_local_rules_site(rules, row, col), undecided = 0;
            for (int k = 0; k < 8; k++)
                undecided += blank[mcore_local_rules_neighbour(rules, site, k)] == MCORE_KNOWN_NOTHING;
            count[site] = (uint8_t)(undecided * ONE_UNDECIDED);
        }
    }
    rules->blank_known = blank;
    rules->blank_count = count;
    return init_sets(rules, arena);
}

/* Compute the numbers and counts of all cells. */
static void add_up(mcore_local_rules *rules)
{
    const uint8_t *restrict mine = rules->mine, *restrict blank = rules->blank_count;
    uint8_t *restrict column = rules->column, *restrict number = rules->number, *restrict count = rules->count;
    size_t stride = rules->stride, sites = rules->sites,
           end = sites - stride; /* size_t: indices that cannot wrap let compilers vectorise */
    for (size_t site = stride; site < end; site++)
        column[site] = (uint8_t)(mine[site - stride] + mine[site] + mine[site + stride]);
    for (size_t site = stride; site < end; site++)
        number[site] = (uint8_t)(column[site - 1] + column[site] + column[site + 1] - mine[site]);
    for (size_t site = 0; site < sites; site++)
        count[site] = (uint8_t)(blank[site] + number[site] * ONE_MISSING);
}

void mcore_local_rules_begin(mcore_local_rules *rules, const uint8_t *mask)
{
    rules->mines = rules->known_mines = rules->opened = 0;
    rules->actives = rules->opens = rules->checks = rules->pairs = 0;
    for (uint32_t row = 0; row < rules->rows; row++, mask += rules->cols) {
        uint8_t *mine = rules->mine + mcore_local_rules_site(rules, row, 0);
        uint32_t mines = 0;
        for (uint32_t col = 0; col < rules->cols; col++) {
            mine[col] = mask[col] != 0;
            mines += mine[col];
        }
        rules->mines += mines;
    }
    add_up(rules);
    size_t bytes = rules->words * (rules->rows + 2 * REACH) * sizeof(uint64_t);
    memcpy(rules->known, rules->blank_known, rules->sites);
    memcpy(rules->undecided, rules->blank_undecided, bytes);
    memset(rules->open, 0, bytes);
    memset(rules->listed, 0, rules->sites);
}

/* ---- One number -------------------------------------------------------------------------------------------------- */

/* Whether the first rule decides the neighbours of a number with this count. */
static bool decides(uint32_t count)
{
    uint32_t missing = count & 15, undecided = count >> 4;
    return undecided != 0 && (missing == 0 || missing == undecided);
}

/* List numbers that have changed, given as cells of a site's window, for the rules. */
static void recheck(mcore_local_rules *rules, uint32_t site, uint64_t numbers)
{
    uint8_t *listed = rules->listed;
    const uint8_t *count = rules->count;
    uint32_t checks = rules->checks, pairs = rules->pairs, *to_check = rules->to_check, *to_pair = rules->to_pair;
    for (; numbers != 0; numbers &= numbers - 1) {
        uint32_t number = site_of(rules, site, numbers), before = listed[number];
        uint32_t now = before | IN_PAIR | (decides(count[number]) ? IN_CHECK : 0);
        to_check[checks] = number;
        checks += (now ^ before) & IN_CHECK;
        to_pair[pairs] = number;
        pairs += (now ^ before) / IN_PAIR;
        listed[number] = (uint8_t)now;
    }
    rules->checks = checks;
    rules->pairs = pairs;
}

/* Subtract a cell that is now decided from the counts of its neighbours. */
static void lower(uint8_t *at, ptrdiff_t stride, uint32_t less)
{
    for (ptrdiff_t row = -stride; row <= stride; row += stride) {
        at[row - 1] = (uint8_t)(at[row - 1] - less);
        at[row + 1] = (uint8_t)(at[row + 1] - less);
    }
    at[-stride] = (uint8_t)(at[-stride] - less);
    at[stride] = (uint8_t)(at[stride] - less);
}

/* Mark undecided cells of a site's window, at most one cell away from the site, as safe or as mines. */
static void decide(mcore_local_rules *rules, uint32_t site, uint64_t cells, bool mines)
{
    uint64_t *at = rules->undecided + rules->bit[site] / 64 + (REACH - 1) * rules->words;
    uint32_t shift = rules->bit[site] % 64;
    for (int row = REACH - 1; row <= REACH + 1; row++, at += rules->words) {
        uint64_t bits = cells >> (8 * row) & 127;
        at[0] &= ~(bits << shift);
        at[1] &= ~(bits >> 1 >> (63 - shift));
    }
    for (uint64_t rest = cells; rest != 0; rest &= rest - 1) {
        uint32_t cell = site_of(rules, site, rest);
        rules->known[cell] = mines ? MCORE_KNOWN_MINE : MCORE_KNOWN_SAFE;
        lower(rules->count + cell, (ptrdiff_t)rules->stride, mines ? ONE_UNDECIDED + ONE_MISSING : ONE_UNDECIDED);
        if (mines)
            rules->known_mines++;
        else
            rules->to_open[rules->opens++] = cell;
    }
    uint64_t wide = cells | cells << 1 | cells >> 1;
    wide |= wide << 8 | wide >> 8;
    recheck(rules, site, wide & window(rules, rules->open, site, 1, 2 * REACH - 1));
}

void mcore_local_rules_safe(mcore_local_rules *rules, uint32_t site)
{
    if (rules->known[site] == MCORE_KNOWN_NOTHING)
        decide(rules, site, (uint64_t)1 << MIDDLE, false);
}

void mcore_local_rules_mine(mcore_local_rules *rules, uint32_t site)
{
    if (rules->known[site] == MCORE_KNOWN_NOTHING)
        decide(rules, site, (uint64_t)1 << MIDDLE, true);
}

static void check(mcore_local_rules *rules, uint32_t site)
{
    if (decides(rules->count[site]))
        decide(rules, site, window(rules, rules->undecided, site, REACH - 1, REACH + 1) & AROUND(MIDDLE),
               mcore_local_rules_missing(rules, site) != 0);
}

static void activate(mcore_local_rules *rules, uint32_t site)
{
    if (!(rules->listed[site] & IN_ACTIVE))
        rules->active[rules->actives++] = site;
    rules->listed[site] |= IN_ACTIVE;
}

void mcore_local_rules_compact(mcore_local_rules *rules)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < rules->actives; i++) {
        uint32_t site = rules->active[i];
        if (mcore_local_rules_undecided(rules, site) != 0)
            rules->active[kept++] = site;
        else
            rules->listed[site] &= (uint8_t)~IN_ACTIVE;
    }
    rules->actives = kept;
}

static void open_cell(mcore_local_rules *rules, uint32_t site)
{
    rules->known[site] = MCORE_KNOWN_OPENED;
    rules->opened++;
    set_bit(rules, rules->open, site, true);
    if (mcore_local_rules_undecided(rules, site) == 0)
        return;
    activate(rules, site);
    recheck(rules, site, (uint64_t)1 << MIDDLE);
}

/* ---- Moved mines ------------------------------------------------------------------------------------------------- */

/* Give an undecided cell a mine or take its mine, and update the numbers around. */
static void change_numbers(mcore_local_rules *rules, uint32_t site, bool mine)
{
    rules->mine[site] = mine;
    for (int k = 0; k < 8; k++) {
        uint32_t other = mcore_local_rules_neighbour(rules, site, k);
        rules->number[other] = (uint8_t)(mine ? rules->number[other] + 1 : rules->number[other] - 1);
        rules->count[other] = (uint8_t)(mine ? rules->count[other] + ONE_MISSING : rules->count[other] - ONE_MISSING);
    }
    recheck(rules, site, window(rules, rules->open, site, REACH - 1, REACH + 1) & AROUND(MIDDLE));
}

void mcore_local_rules_move_mine(mcore_local_rules *rules, uint32_t from, uint32_t to)
{
    if (rules->known[from] == MCORE_KNOWN_MINE) {
        rules->known[from] = MCORE_KNOWN_NOTHING;
        rules->known_mines--;
        set_bit(rules, rules->undecided, from, true);
        for (int k = 0; k < 8; k++) {
            uint32_t other = mcore_local_rules_neighbour(rules, from, k);
            rules->count[other] = (uint8_t)(rules->count[other] + ONE_UNDECIDED + ONE_MISSING);
            if (rules->known[other] == MCORE_KNOWN_OPENED)
                activate(rules, other);
        }
    }
    change_numbers(rules, from, false);
    change_numbers(rules, to, true);
}

/* ---- Two numbers ------------------------------------------------------------------------------------------------- */

/* Apply the second rule to a number and those up to two cells away, until it decides something; true if it did. */
static bool pair_up(mcore_local_rules *rules, uint32_t site)
{
    if (mcore_local_rules_undecided(rules, site) == 0)
        return false;
    uint64_t undecided = window(rules, rules->undecided, site, 0, 2 * REACH), own = undecided & AROUND(MIDDLE);
    uint64_t numbers = window(rules, rules->open, site, 1, 2 * REACH - 1) & NEAR;
    for (; numbers != 0; numbers &= numbers - 1) {
        int bit = mcore_lowest_bit(numbers);
        uint64_t others = undecided & AROUND(bit), shared = own & others;
        if (shared == 0 || own == others)
            continue;
        uint32_t other = (uint32_t)((int32_t)site + rules->away[bit]), both = mcore_popcount(shared);
        uint32_t here = mcore_local_rules_undecided(rules, site) - both,
                 there = mcore_local_rules_undecided(rules, other) - both;
        bool mines_here = mcore_local_rules_missing(rules, site) == mcore_local_rules_missing(rules, other) + here;
        bool mines_there = mcore_local_rules_missing(rules, other) == mcore_local_rules_missing(rules, site) + there;
        if (!mines_here && !mines_there)
            continue;
        uint64_t only = others & ~own;
        decide(rules, site, own & ~others, mines_here);
        decide(rules, other, bit > MIDDLE ? only >> (bit - MIDDLE) : only << (MIDDLE - bit), mines_there);
        return true;
    }
    return false;
}

void mcore_local_rules_run(mcore_local_rules *rules)
{
    for (;;) {
        if (rules->opens > 0) {
            open_cell(rules, rules->to_open[--rules->opens]);
        } else if (rules->checks > 0) {
            uint32_t site = rules->to_check[--rules->checks];
            rules->listed[site] &= (uint8_t)~IN_CHECK;
            check(rules, site);
        } else if (rules->pairs > 0) {
            uint32_t site = rules->to_pair[rules->pairs - 1];
            if (pair_up(rules, site))
                continue; /* the rule may decide more here */
            rules->pairs--;
            rules->listed[site] &= (uint8_t)~IN_PAIR;
        } else {
            return;
        }
    }
}
