/*
 * Cells are numbered column by column, for that is the order in which the first of the best counts, with one more cell
 * above and below each column and one more column on either side, so that every cell has eight neighbours.
 *
 * Premiums are kept up to date. Opening a safe cell of no opening lowers those of the nine cells around it, and a flag
 * raises them. The click on an opening changes nothing for its unopened cells, which lose the opening and are opened in
 * return, and is a loss for the opened ones alone. A byte holds LEVEL + premium; cells that are no candidates are so
 * far below LEVEL that what is added to all nine alike brings none of them there. Above the bytes stands a tree of
 * maxima, 64 to one, in which the first of the best is found.
 */
#include "zini.h"

#include <string.h>

enum {
    LEVEL = 128, /* of premium 0 */
    NEVER = 32,  /* mines, 0-cells, what is around the board */
    APART = 64,  /* human ZiNi: unopened cells are no candidates */
    CHUNK = 64
};

/* The state of a cell; 0 is an opened cell, a flagged mine, or none of the board. */
enum {
    MINE = 1,
    SINGLE = 2, /* unopened, of no opening */
    RIM = 4,    /* unopened, of an opening, not 0 */
    ZERO = 8
};

static size_t whole_chunks(size_t bytes) { return (bytes + CHUNK - 1) / CHUNK; }

mines_status msc_zini_init(msc_zini *zini, size_t rows, size_t cols, uint64_t memory)
{
    memset(zini, 0, sizeof *zini);
    msc_arena_init(&zini->arena, memory);
    zini->rows = rows;
    zini->cols = cols;
    zini->stride = rows + 2;
    zini->cells = (rows + 2) * (cols + 2);
    size_t chunks = whole_chunks(zini->cells);
    zini->state = msc_take_zero(&zini->arena, zini->cells, 1);
    zini->premium = msc_take(&zini->arena, chunks, CHUNK);
    zini->opening = msc_take(&zini->arena, zini->cells, sizeof *zini->opening);
    do {
        zini->chunks[zini->levels] = chunks;
        chunks = whole_chunks(chunks);
        zini->highest[zini->levels++] = msc_take_zero(&zini->arena, chunks, CHUNK);
    } while (chunks > 1);
    return zini->arena.status;
}

void msc_zini_free(msc_zini *zini) { msc_arena_free(&zini->arena); }

/* ---- The tree of maxima */

static uint8_t highest_of(const uint8_t *chunk)
{
    uint8_t highest = 0;
    for (size_t i = 0; i < CHUNK; i++)
        highest = chunk[i] > highest ? chunk[i] : highest;
    return highest;
}

/* After a premium of a chunk changed. */
static void renew(msc_zini *z, size_t chunk)
{
    const uint8_t *below = z->premium;
    for (int32_t level = 0; level < z->levels; level++, chunk /= CHUNK) {
        uint8_t highest = highest_of(below + chunk * CHUNK);
        if (z->highest[level][chunk] == highest)
            break;
        z->highest[level][chunk] = highest;
        below = z->highest[level];
    }
}

/* After premiums changed up to two cells away from a cell. */
static void renew_around(msc_zini *z, size_t cell)
{
    size_t next = 0, reach = 2 * z->stride + 2;
    for (size_t line = 0; line < 5; line++) {
        size_t from = cell + line * z->stride, to = from + 4;
        from = from > reach ? (from - reach) / CHUNK : 0;
        to = to > reach ? (to - reach) / CHUNK : 0;
        for (next = from > next ? from : next; next <= to && next < z->chunks[0]; next++)
            renew(z, next);
    }
}

static void renew_all(msc_zini *z)
{
    const uint8_t *below = z->premium;
    for (int32_t level = 0; level < z->levels; below = z->highest[level++])
        for (size_t chunk = 0; chunk < z->chunks[level]; chunk++)
            z->highest[level][chunk] = highest_of(below + chunk * CHUNK);
}

/* The first cell with the highest premium, if that is not negative; else 0, which is no cell of the board. */
static size_t best(const msc_zini *z)
{
    const uint8_t *chunk = z->highest[z->levels - 1];
    uint8_t highest = highest_of(chunk);
    size_t at = 0;
    if (highest < LEVEL)
        return 0;
    for (int32_t level = z->levels - 1;; level--) {
        at += (size_t)((const uint8_t *)memchr(chunk, highest, CHUNK) - chunk);
        if (level < 0)
            return at;
        at *= CHUNK;
        chunk = (level > 0 ? z->highest[level - 1] : z->premium) + at;
    }
}

/* ---- The board before the first click */

/* Nine cells: a cell and those around it. */
static void nine(const msc_zini *z, size_t cell, size_t out[9])
{
    for (size_t i = 0; i < 3; i++) {
        out[i] = cell - z->stride - 1 + i;
        out[3 + i] = cell - 1 + i;
        out[6 + i] = cell + z->stride - 1 + i;
    }
}

/* How often a state is among the nine: of one column's cells, each. */
static inline uint8_t among(const uint8_t *s, size_t stride, size_t i, uint8_t state)
{
    const uint8_t *left = s + i - stride, *here = s + i, *right = s + i + stride;
    uint32_t sum = (uint32_t)(left[-1] & state) + (left[0] & state) + (left[1] & state) + (here[-1] & state) +
                   (here[0] & state) + (here[1] & state) + (right[-1] & state) + (right[0] & state) +
                   (right[1] & state);
    return (uint8_t)(sum / state);
}

/* The mines. Some columns at a time, for rows and columns trade places. */
static bool read(msc_zini *z, const uint8_t *mask, msc_poll *poll)
{
    enum { COLUMNS = 32 };
    for (size_t from = 0; from < z->cols; from += COLUMNS) {
        size_t to = from + COLUMNS < z->cols ? from + COLUMNS : z->cols;
        for (size_t row = 0; row < z->rows; row++) {
            uint8_t *out = z->state + (from + 1) * z->stride + row + 1;
            for (size_t col = from; col < to; col++, out += z->stride)
                *out = mask[row * z->cols + col] != 0 ? MINE : 0;
            if (msc_poll_step(poll, COLUMNS))
                return false;
        }
    }
    return true;
}

/* States, and premiums as if there were no 3BV. */
static bool classify(msc_zini *z, msc_poll *poll)
{
    memset(z->premium, NEVER, z->chunks[0] * CHUNK);
    for (size_t col = 1; col <= z->cols; col++) {
        size_t from = col * z->stride + 1;
        uint8_t *premium = z->premium + from;
        for (size_t i = 0; i < z->rows; i++)
            premium[i] = (uint8_t)(LEVEL - 1 - among(z->state, z->stride, from + i, MINE));
        if (msc_poll_step(poll, (uint32_t)z->rows))
            return false;
    }
    for (size_t col = 1; col <= z->cols; col++) {
        size_t from = col * z->stride + 1;
        uint8_t *state = z->state + from, *premium = z->premium + from;
        for (size_t i = 0; i < z->rows; i++) {
            bool mine = state[i] == MINE, zero = premium[i] == LEVEL - 1;
            state[i] = mine ? MINE : zero ? ZERO : SINGLE;
            premium[i] = mine || zero ? NEVER : premium[i];
            z->opening[from + i] = MSC_NONE;
        }
        if (msc_poll_step(poll, (uint32_t)z->rows))
            return false;
    }
    return true;
}

/* List an opening's cells from its first 0-cell on: the list is what is left to look at, too. */
static mines_status flood(msc_zini *z, size_t first, uint32_t opening, size_t *members, msc_poll *poll)
{
    for (size_t at = *members, end = at + 1;; at++) {
        if (!msc_grow(&z->arena, (void **)&z->member, &z->member_room, end + 8, sizeof *z->member))
            return z->arena.status;
        if (at == *members) {
            z->member[at] = (uint32_t)first;
            z->opening[first] = opening;
        }
        while (at < end && z->state[z->member[at]] != ZERO)
            at++;
        if (at == end) {
            *members = end;
            return MINES_OK;
        }
        size_t near[9];
        nine(z, z->member[at], near);
        for (size_t i = 0; i < 9; i++) {
            if (z->state[near[i]] == 0 || z->opening[near[i]] == opening)
                continue;
            z->opening[near[i]] = opening;
            z->member[end++] = (uint32_t)near[i];
        }
        if (msc_poll_step(poll, 9))
            return MINES_INTERRUPTED;
    }
}

/* The openings. Where they come first, each costs a click and is no more; else it is part of the premiums around. */
static mines_status find_openings(msc_zini *z, bool first, msc_poll *poll)
{
    size_t members = 0, end = z->cells - z->stride - 1;
    uint32_t openings = 0;
    for (size_t i = z->stride + 1; i < end; i++) {
        if (msc_poll_step(poll, 1))
            return MINES_INTERRUPTED;
        if (z->state[i] != ZERO || z->opening[i] != MSC_NONE)
            continue;
        if (!msc_grow(&z->arena, (void **)&z->start, &z->start_room, (size_t)openings + 2, sizeof *z->start))
            return z->arena.status;
        size_t from = first ? 0 : members;
        members = from;
        mines_status status = flood(z, i, openings, &members, poll);
        if (status != MINES_OK)
            return status;
        z->start[openings] = from;
        z->start[++openings] = members;
        for (size_t m = from; m < members; m++) {
            uint32_t cell = z->member[m];
            if (first) {
                z->state[cell] = 0;
            } else if (z->state[cell] != ZERO) {
                z->state[cell] = RIM;
                z->premium[cell]++;
            }
        }
    }
    z->clicks = first ? openings : 0;
    z->left = first ? 0 : openings;
    return MINES_OK;
}

/* The cells of no opening are part of the premiums around them, and unopened cells lack something. */
static bool add_singles(msc_zini *z, msc_poll *poll)
{
    for (size_t col = 1; col <= z->cols; col++) {
        size_t from = col * z->stride + 1;
        uint8_t *state = z->state + from, *premium = z->premium + from;
        uint32_t singles = 0;
        for (size_t i = 0; i < z->rows; i++) {
            uint8_t cost = (state[i] & (SINGLE | RIM)) != 0 ? z->closed_cost : 0;
            premium[i] = (uint8_t)(premium[i] + among(z->state, z->stride, from + i, SINGLE) - cost);
        }
        for (size_t i = 0; i < z->rows; i++)
            singles += state[i] == SINGLE;
        z->left += singles;
        if (msc_poll_step(poll, (uint32_t)z->rows))
            return false;
    }
    return true;
}

static mines_status prepare(msc_zini *z, const uint8_t *mask, bool openings_first, msc_poll *poll)
{
    z->closed_cost = openings_first ? APART : 1;
    if (!read(z, mask, poll) || !classify(z, poll))
        return MINES_INTERRUPTED;
    mines_status status = find_openings(z, openings_first, poll);
    if (status != MINES_OK)
        return status;
    if (!add_singles(z, poll))
        return MINES_INTERRUPTED;
    renew_all(z);
    return MINES_OK;
}

/* ---- The play */

static void add(msc_zini *z, size_t cell, int what)
{
    size_t near[9];
    nine(z, cell, near);
    for (size_t i = 0; i < 9; i++)
        z->premium[near[i]] = (uint8_t)(z->premium[near[i]] + what);
}

static void open_opening(msc_zini *z, uint32_t opening)
{
    z->left--;
    for (size_t i = z->start[opening]; i < z->start[opening + 1]; i++) {
        size_t cell = z->member[i];
        if (z->state[cell] != 0) {
            z->state[cell] = 0;
        } else {
            z->premium[cell]--;
            renew(z, cell / CHUNK);
        }
    }
}

/* What a chord does to one of the nine cells, or a click on an unopened cell. */
static void touch(msc_zini *z, size_t cell)
{
    uint8_t state = z->state[cell];
    if (state == ZERO) {
        open_opening(z, z->opening[cell]);
    } else if (state == MINE) {
        z->clicks++;
        z->state[cell] = 0;
        add(z, cell, 1);
    } else if (state != 0) {
        z->state[cell] = 0;
        z->premium[cell] = (uint8_t)(z->premium[cell] + z->closed_cost);
        if (state == SINGLE) {
            z->left--;
            add(z, cell, -1);
        }
    }
}

static void chord(msc_zini *z, size_t cell)
{
    size_t near[9];
    nine(z, cell, near);
    z->clicks += z->state[cell] != 0 ? 2 : 1;
    for (size_t i = 0; i < 9; i++)
        touch(z, near[i]);
    renew_around(z, cell);
}

mines_status msc_zini_count(msc_zini *zini, const uint8_t *mask, bool openings_first, msc_poll *poll, uint32_t *clicks)
{
    mines_status status = prepare(zini, mask, openings_first, poll);
    if (status != MINES_OK)
        return status;
    for (size_t next = 0; zini->left > 0;) {
        size_t cell = best(zini);
        if (msc_poll_step(poll, 200))
            return MINES_INTERRUPTED;
        if (cell != 0) {
            chord(zini, cell);
        } else if (openings_first) {
            next += (size_t)((const uint8_t *)memchr(zini->state + next, SINGLE, zini->cells - next) -
                             (zini->state + next));
            zini->clicks++;
            touch(zini, next);
            renew_around(zini, next);
        } else {
            zini->clicks += zini->left;
            zini->left = 0;
        }
    }
    *clicks = zini->clicks;
    return MINES_OK;
}
