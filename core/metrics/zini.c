/*
 * Cells are numbered column by column, because ties go to the first cell in that order. Padding, which belongs to no
 * cell, gives the 5 x 5 cells around any cell valid numbers: two numbers between columns, two columns on either side
 * and two numbers at the end.
 *
 * Premiums are kept up to date. Opening a safe cell outside openings lowers those of the nine cells around it, and a
 * flag raises them. Opening an opening lowers the premium of its rim's opened cells; for its unopened cells the loss is
 * offset, because they are opened at the same time. A byte holds LEVEL + premium. Cells that are not candidates are so
 * far below LEVEL that changes common to all nine cells never raise them there. A tree of maxima over these bytes, 64
 * to one, finds the first cell with the highest premium.
 *
 * The effect of a chord on the nine cells of its square is computed three cells at a time: a 64-bit word holds eight
 * cells of a column, of which three, or five with their neighbours above and below, matter. No byte ever overflows or
 * underflows, and the byte order of the machine does not matter.
 */
#include "zini.h"

#include <string.h>

enum {
    LEVEL = 128, /* of premium 0 */
    NEVER = 32,  /* mines, 0-cells and padding: never candidates */
    APART = 64,  /* human ZiNi: keeps unopened cells below LEVEL */
    CHUNK = 64,
    MARGIN = 64, /* bytes before and after the cells, where words reach but change nothing */
    BLOCK = 4096 /* cells between two polls */
};

/* The state of a cell; 0 is an opened cell, a flagged mine, or padding. */
enum {
    MINE = 1,
    SINGLE = 2, /* unopened, outside openings; at first, any safe cell */
    RIM = 4,    /* unopened, the rim of an opening */
    ZERO = 8
};

static const uint64_t EACH = 0x0101010101010101u;

static size_t whole_chunks(size_t bytes) { return (bytes + CHUNK - 1) / CHUNK; }

mines_status mcore_zini_init(mcore_zini *zini, size_t rows, size_t cols, uint64_t memory)
{
    memset(zini, 0, sizeof *zini);
    mcore_arena_init(&zini->arena, memory);
    zini->rows = rows;
    zini->cols = cols;
    zini->stride = rows + 2;
    zini->cells = (rows + 2) * (cols + 4) + 2;
    size_t chunks = whole_chunks(zini->cells);
    uint8_t *state = mcore_arena_alloc_zeroed(&zini->arena, chunks * CHUNK + 2 * MARGIN, 1);
    uint8_t *premium = mcore_arena_alloc_zeroed(&zini->arena, chunks * CHUNK + 2 * MARGIN, 1);
    zini->state = state != NULL ? state + MARGIN : NULL;
    zini->premium = premium != NULL ? premium + MARGIN : NULL;
    zini->opening = mcore_arena_alloc(&zini->arena, zini->cells, sizeof *zini->opening);
    zini->queue = mcore_arena_alloc(&zini->arena, rows * cols + 9, sizeof *zini->queue);
    if (zini->opening != NULL) { /* padding is read, but does not affect the result */
        memset(zini->opening, 0, 2 * zini->stride * sizeof *zini->opening);
        memset(zini->opening + zini->cells - 2 * zini->stride, 0, 2 * zini->stride * sizeof *zini->opening);
    }
    do {
        zini->chunks[zini->levels] = chunks;
        chunks = whole_chunks(chunks);
        zini->highest[zini->levels++] = mcore_arena_alloc_zeroed(&zini->arena, chunks, CHUNK);
    } while (chunks > 1);
    return zini->arena.status;
}

void mcore_zini_free(mcore_zini *zini) { mcore_arena_free(&zini->arena); }

/* ---- The tree of maxima ------------------------------------------------------------------------------------------ */

static uint8_t highest_of(const uint8_t *chunk)
{
    uint8_t highest = 0;
    for (size_t i = 0; i < CHUNK; i++)
        highest = chunk[i] > highest ? chunk[i] : highest;
    return highest;
}

/* Update the maxima after a premium of a chunk changed. */
static void update_chunk(mcore_zini *z, size_t chunk)
{
    uint8_t *above = z->highest[0] + chunk, highest = highest_of(z->premium + chunk * CHUNK), was = *above;
    *above = highest;
    for (int32_t level = 1; level < z->levels && highest != was; level++) {
        chunk /= CHUNK;
        above = z->highest[level] + chunk;
        was = *above;
        highest = highest_of(z->highest[level - 1] + chunk * CHUNK);
        *above = highest;
    }
}

/* The same after premiums changed up to two cells away from a cell. */
static void update_around(mcore_zini *z, size_t cell)
{
    size_t from = cell - 2 * z->stride - 2;
    for (size_t line = 0, next = 0; line < 5; line++, from += z->stride)
        for (next = from / CHUNK > next ? from / CHUNK : next; next <= (from + 4) / CHUNK; next++)
            update_chunk(z, next);
}

static bool update_all(mcore_zini *z, mcore_poll *poll)
{
    const uint8_t *below = z->premium;
    for (int32_t level = 0; level < z->levels; below = z->highest[level++]) {
        for (size_t chunk = 0; chunk < z->chunks[level]; chunk++) {
            z->highest[level][chunk] = highest_of(below + chunk * CHUNK);
            if (mcore_poll_step(poll, CHUNK / 16))
                return false;
        }
    }
    return true;
}

/* The first cell with the highest premium, if that is not negative; otherwise 0, which is padding. */
static size_t best(const mcore_zini *z)
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

/* ---- The board before the first click ---------------------------------------------------------------------------- */

/* Set the states of mines and safe cells. Some columns at a time, because the board is transposed. */
static bool read_mask(mcore_zini *z, const uint8_t *mask, mcore_poll *poll)
{
    enum { COLUMNS = 32 };
    for (size_t from = 0; from < z->cols; from += COLUMNS) {
        size_t to = from + COLUMNS < z->cols ? from + COLUMNS : z->cols;
        for (size_t row = 0; row < z->rows; row++) {
            uint8_t *out = z->state + (from + 2) * z->stride + row + 2;
            for (size_t col = from; col < to; col++, out += z->stride)
                *out = (uint8_t)(SINGLE - (mask[row * z->cols + col] != 0) * (SINGLE - MINE));
            if (mcore_poll_step(poll, COLUMNS))
                return false;
        }
    }
    return true;
}

/* For n cells: how many of the nine states around each have the bit of this number set. */
static void count_around(const uint8_t *restrict state, size_t stride, int shift, size_t n, uint8_t *restrict sums)
{
    const uint8_t *left = state - stride, *right = state + stride;
    for (ptrdiff_t i = 0; i < (ptrdiff_t)n; i++) { /* signed: i - 1 must not wrap round */
        uint8_t sum = (uint8_t)((left[i - 1] >> shift & 1) + (left[i] >> shift & 1) + (left[i + 1] >> shift & 1));
        sum = (uint8_t)(sum + (state[i - 1] >> shift & 1) + (state[i] >> shift & 1) + (state[i + 1] >> shift & 1));
        sum = (uint8_t)(sum + (right[i - 1] >> shift & 1) + (right[i] >> shift & 1) + (right[i + 1] >> shift & 1));
        sums[i] = sum;
    }
}

/* Find the 0-cells and set premiums without the 3BV solved; on entry `premium` is the number of mines around. */
static void classify(uint8_t *restrict state, uint8_t *restrict premium, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint8_t safe = state[i] >> 1 & 1, number = safe & (premium[i] != 0), all = (uint8_t)(0 - number);
        state[i] = (uint8_t)(state[i] + (safe ^ number) * (ZERO - SINGLE));
        premium[i] = (uint8_t)(((LEVEL - 1 - premium[i]) & all) | (NEVER & ~all));
    }
}

/* Add to the premiums the SINGLE cells around, and subtract the cost of unopened cells. Returns the SINGLE cells. */
static uint32_t add_singles(const uint8_t *restrict state, const uint8_t *restrict sums, uint8_t cost, size_t n,
                            uint8_t *restrict premium)
{
    uint32_t singles = 0;
    for (size_t i = 0; i < n; i++)
        premium[i] = (uint8_t)(premium[i] + sums[i] - ((state[i] & (SINGLE | RIM)) != 0 ? cost : 0));
    for (size_t i = 0; i < n; i++)
        singles += state[i] == SINGLE;
    return singles;
}

/* Append the rim of an opening, found from its first 0-cell. */
static mines_status flood(mcore_zini *z, size_t first, uint32_t opening, mcore_poll *poll)
{
    const uint8_t *state = z->state;
    uint32_t *of = z->opening, *queue = z->queue, *rim = z->rim;
    size_t end = 1, rims = z->rims;
    queue[0] = (uint32_t)first;
    of[first] = opening;
    for (size_t at = 0; at < end; at++) {
        if (z->rim_capacity < rims + 9) {
            if (!mcore_arena_reserve(&z->arena, (void **)&z->rim, &z->rim_capacity, rims + 9, sizeof *z->rim))
                return z->arena.status;
            rim = z->rim;
        }
        for (size_t line = 0; line < 3; line++) {
            size_t cell = queue[at] + line * z->stride - z->stride - 1;
            for (size_t i = cell; i < cell + 3; i++) {
                /* write unconditionally and advance the ends only if it counts: a branch would be unpredictable */
                uint32_t found = of[i] != opening, zero = state[i] / ZERO, safe = state[i] != 0;
                of[i] = opening;
                queue[end] = (uint32_t)i;
                end += found & zero;
                rim[rims] = (uint32_t)i;
                rims += found & safe & (zero ^ 1);
            }
        }
        if (mcore_poll_step(poll, 9))
            return MINES_INTERRUPTED;
    }
    z->rims = rims;
    return MINES_OK;
}

/* Find the opening of a 0-cell. Unless openings are opened first, it adds to the premiums of its rim. */
static mines_status find_opening(mcore_zini *z, size_t cell, bool first, mcore_poll *poll)
{
    size_t from = first ? 0 : z->rims;
    z->rims = from;
    mines_status status = flood(z, cell, z->found, poll);
    if (status != MINES_OK)
        return status;
    for (size_t r = from; r < z->rims; r++) {
        z->state[z->rim[r]] = RIM;
        z->premium[z->rim[r]] += !first;
    }
    if (z->openings_capacity == z->found &&
        !mcore_arena_reserve(&z->arena, (void **)&z->openings, &z->openings_capacity, (size_t)z->found + 1,
                             sizeof *z->openings))
        return z->arena.status;
    z->openings[z->found++] = (mcore_zini_opening){from, z->rims, first};
    return MINES_OK;
}

static mines_status find_openings(mcore_zini *z, bool first, mcore_poll *poll)
{
    enum { SOME = 512 };
    z->found = 0;
    z->rims = 0;
    for (size_t from = 0; from < z->cells; from += SOME) {
        size_t to = from + SOME < z->cells ? from + SOME : z->cells;
        uint32_t zeros[SOME], n = 0;
        for (size_t cell = from; cell < to; cell++) {
            zeros[n] = (uint32_t)cell;
            n += z->state[cell] == ZERO;
        }
        for (uint32_t i = 0; i < n; i++) {
            mines_status status = MINES_OK;
            /* NOLINTNEXTLINE(clang-analyzer-core.uninitialized.ArraySubscript): i < n, which were written */
            if (z->opening[zeros[i]] == MCORE_NONE)
                status = find_opening(z, zeros[i], first, poll);
            if (status != MINES_OK)
                return status;
        }
        if (mcore_poll_step(poll, SOME))
            return MINES_INTERRUPTED;
    }
    z->clicks = first ? z->found : 0;
    z->left = first ? 0 : z->found;
    for (size_t i = 0; first && i < z->cells; i++) {
        z->state[i] &= MINE | SINGLE;
        if (i % BLOCK == 0 && mcore_poll_step(poll, BLOCK))
            return MINES_INTERRUPTED;
    }
    return MINES_OK;
}

static mines_status prepare(mcore_zini *z, const uint8_t *mask, bool openings_first, mcore_poll *poll)
{
    uint8_t sums[BLOCK];
    size_t begin = 2 * z->stride, end = z->cells - 2 * z->stride, n;
    z->unopened_cost = openings_first ? APART : 1;
    if (!read_mask(z, mask, poll))
        return MINES_INTERRUPTED;
    memset(z->premium, NEVER, begin);
    memset(z->premium + end, NEVER, z->chunks[0] * CHUNK - end);
    /* count all mines before any state changes */
    for (size_t i = begin; i < end; i += n) {
        n = end - i < BLOCK ? end - i : BLOCK;
        count_around(z->state + i, z->stride, 0, n, z->premium + i);
        if (mcore_poll_step(poll, BLOCK))
            return MINES_INTERRUPTED;
    }
    for (size_t i = begin; i < end; i += n) {
        n = end - i < BLOCK ? end - i : BLOCK;
        memset(z->opening + i, 0xff, n * sizeof *z->opening);
        classify(z->state + i, z->premium + i, n);
        if (mcore_poll_step(poll, BLOCK))
            return MINES_INTERRUPTED;
    }
    mines_status status = find_openings(z, openings_first, poll);
    if (status != MINES_OK)
        return status;
    for (size_t i = begin; i < end; i += n) {
        n = end - i < BLOCK ? end - i : BLOCK;
        count_around(z->state + i, z->stride, 1, n, sums);
        z->left += add_singles(z->state + i, sums, z->unopened_cost, n, z->premium + i);
        if (mcore_poll_step(poll, BLOCK))
            return MINES_INTERRUPTED;
    }
    return update_all(z, poll) ? MINES_OK : MINES_INTERRUPTED;
}

/* ---- The play ---------------------------------------------------------------------------------------------------- */

static void open_opening(mcore_zini *z, mcore_zini_opening *opening)
{
    if (opening->opened)
        return;
    opening->opened = true;
    z->left--;
    for (size_t i = opening->from; i < opening->to; i++) {
        size_t cell = z->rim[i];
        if (z->state[cell] != 0) {
            z->state[cell] = 0;
        } else {
            z->premium[cell]--;
            update_chunk(z, cell / CHUNK);
        }
    }
}

/* Eight cells of a column, of which cell `at` is the fourth. */
static uint64_t load(const uint8_t *cells, size_t at)
{
    uint64_t word;
    memcpy(&word, cells + at - 3, sizeof word);
    return word;
}

static void store(uint8_t *cells, size_t at, uint64_t word) { memcpy(cells + at - 3, &word, sizeof word); }

/* The sum of a word's bytes, at most 255. */
static uint32_t sum(uint64_t word) { return (uint32_t)((word * EACH) >> 56); }

/* Add each byte to its two neighbours as well. */
static uint64_t three(uint64_t word) { return word + (word << 8) + (word >> 8); }

/* Open the openings of the 0-cells among the nine around a cell; `zeros` has a 1 for each, column by column. */
static void open_openings(mcore_zini *z, size_t cell, const uint64_t zeros[3])
{
    uint8_t zero[3][8];
    memcpy(zero, zeros, sizeof zero);
    for (size_t line = 0; line < 3; line++) {
        size_t at = cell + line * z->stride - z->stride - 3;
        for (size_t i = 2; i < 5; i++)
            if (zero[line][i] != 0)
                open_opening(z, z->openings + z->opening[at + i]);
    }
}

/* Open the safe cells and flag the mines among the nine around a cell, as far as they have a 1 in `middle` (for the
   cell's own column) or `sides` (for the columns beside it). */
static void act(mcore_zini *z, size_t cell, uint64_t middle, uint64_t sides)
{
    const uint64_t which[3] = {sides, middle, sides};
    uint64_t raised[5] = {0, 0, 0, 0, 0}, lowered[5] = {0, 0, 0, 0, 0}, opened[5] = {0, 0, 0, 0, 0}, zeros[3];
    size_t stride = z->stride, left = cell - stride;
    for (size_t line = 0; line < 3; line++) {
        uint64_t states = load(z->state, left + line * stride);
        uint64_t mines = states & which[line], singles = states >> 1 & which[line];
        store(z->state, left + line * stride, states & ~(which[line] * 0xff));
        z->clicks += sum(mines);
        z->left -= sum(singles);
        zeros[line] = states >> 3 & which[line];
        opened[line + 1] = singles | (states >> 2 & which[line]);
        mines = three(mines);
        singles = three(singles);
        for (size_t near = line; near < line + 3; near++) {
            raised[near] += mines;
            lowered[near] += singles;
        }
    }
    if ((zeros[0] | zeros[1] | zeros[2]) != 0)
        open_openings(z, cell, zeros);
    for (size_t line = 0; line < 5; line++) {
        size_t at = left - stride + line * stride;
        store(z->premium, at, load(z->premium, at) + raised[line] - lowered[line] + opened[line] * z->unopened_cost);
    }
    update_around(z, cell);
}

mines_status mcore_zini_count(mcore_zini *zini, const uint8_t *mask, bool openings_first, mcore_poll *poll,
                              uint32_t *clicks)
{
    static const uint8_t one[8] = {0, 0, 0, 1, 0, 0, 0, 0}, column[8] = {0, 0, 1, 1, 1, 0, 0, 0};
    uint64_t alone, square;
    memcpy(&alone, one, sizeof alone);
    memcpy(&square, column, sizeof square);
    mines_status status = prepare(zini, mask, openings_first, poll);
    if (status != MINES_OK)
        return status;
    for (size_t next = 0; zini->left > 0;) {
        size_t cell = best(zini);
        if (mcore_poll_step(poll, 200))
            return MINES_INTERRUPTED;
        if (cell != 0) {
            zini->clicks += zini->state[cell] != 0 ? 2 : 1;
            act(zini, cell, square, square);
        } else if (openings_first) {
            const uint8_t *state = zini->state + next;
            next += (size_t)((const uint8_t *)memchr(state, SINGLE, zini->cells - next) - state);
            zini->clicks++;
            act(zini, next, alone, 0);
        } else {
            zini->clicks += zini->left;
            zini->left = 0;
        }
    }
    *clicks = zini->clicks;
    return MINES_OK;
}
