#include "field.h"

#include "bits.h"
#include "place.h"

#include <string.h>

bool msc_field_fits(size_t rows, size_t cols)
{
    return rows >= 1 && cols >= 1 && rows <= MINES_MAX_GAME_SIDE && cols <= MINES_MAX_GAME_SIDE &&
           rows <= MINES_MAX_GAME_CELLS / cols;
}

static size_t sites(const msc_field *field) { return ((size_t)field->rows + 2) * field->stride; }

bool msc_field_init(msc_field *field, msc_arena *arena, uint32_t rows, uint32_t cols, uint32_t mines)
{
    *field = (msc_field){.rows = rows, .cols = cols, .stride = cols + 2, .mines = mines};
    uint8_t *cell = field->cell = msc_take_zero(arena, sites(field), 1);
    if (cell == NULL)
        return false;
    const uint8_t wall = MSC_CELL_WALL | MSC_CELL_OPENED;
    memset(cell, wall, field->stride);
    for (uint32_t row = 1; row <= rows; row++)
        cell[(size_t)row * field->stride] = cell[(size_t)row * field->stride + cols + 1] = wall;
    memset(cell + ((size_t)rows + 1) * field->stride, wall, field->stride);
    return true;
}

bool msc_field_copy(msc_field *copy, const msc_field *field, msc_arena *arena)
{
    *copy = *field;
    copy->cell = msc_take(arena, sites(field), 1);
    if (copy->cell == NULL)
        return false;
    memcpy(copy->cell, field->cell, sites(field));
    return true;
}

bool msc_field_lay(msc_field *field, const uint8_t *mask, msc_poll *poll)
{
    size_t all = sites(field), stride = field->stride;
    uint32_t mines = 0;
    for (size_t site = 0; site < all; site++)
        field->cell[site] &= (uint8_t)~(MSC_CELL_NUMBER | MSC_CELL_MINE);
    for (uint32_t row = 0; row < field->rows; row++) {
        uint8_t *cell = field->cell + msc_field_site(field, row, 0);
        for (uint32_t col = 0; col < field->cols; col++, cell++, mask++) {
            if (*mask == 0)
                continue;
            mines++;
            *cell |= MSC_CELL_MINE;
            for (uint8_t *around = cell - stride - 1; around <= cell + stride - 1; around += stride) {
                around[0]++;
                around[1]++;
                around[2]++;
            }
        }
        if (msc_poll_step(poll, msc_poll_work(field->cols)))
            return false;
    }
    field->mines = mines;
    return true;
}

bool msc_field_deal(msc_field *field, msc_arena *arena, uint64_t seed, mines_first_click first, uint32_t site,
                    msc_poll *poll)
{
    uint8_t *mask = msc_resize(arena, NULL, (size_t)field->rows * field->cols, 1);
    if (mask == NULL)
        return false;
    const msc_placing placing = {
        .rows = field->rows,
        .cols = field->cols,
        .mines = field->mines,
        .first = first,
        .row = site / field->stride - 1,
        .col = site % field->stride - 1,
    };
    bool laid = msc_place_board(&placing, seed, 0, poll, mask) && msc_field_lay(field, mask, poll);
    msc_release(arena, mask);
    return laid;
}

bool msc_field_open_one(msc_field *field, msc_journal *journal, uint32_t site)
{
    if (!msc_journal_note(journal, site)) /* first, so that what it has not noted is not changed */
        return false;
    uint8_t value = field->cell[site];
    field->cell[site] = value | MSC_CELL_OPENED;
    if (value & MSC_CELL_MINE)
        field->found++;
    else
        field->opened++;
    return true;
}

/* All that can be opened among the sites first .. last of one row or of a wall, and the whole of each stretch of
   0-cells that begins there. From left to right, so that the journal gets long runs. */
static bool open_row(msc_field *field, msc_journal *journal, msc_poll *poll, uint32_t first, uint32_t last)
{
    while (field->cell[first] == 0)
        first--;
    bool zero = false;
    uint32_t site = first;
    for (; site <= last || zero; site++) {
        uint8_t value = field->cell[site];
        zero = value == 0;
        if (!(value & MSC_CELL_PASSED) && !msc_field_open_one(field, journal, site))
            return false;
    }
    return !msc_poll_step(poll, site - first);
}

bool msc_field_open(msc_field *field, msc_journal *journal, msc_poll *poll, uint32_t site)
{
    return open_row(field, journal, poll, site, site);
}

bool msc_field_flood(msc_field *field, msc_journal *journal, msc_poll *poll)
{
    for (uint32_t head = msc_journal_end(journal); head < journal->runs; head++) {
        /* It can't become longer while it is looked at, for that opens cells of other rows. */
        uint32_t site = journal->run[head].site, end = site + journal->run[head].length;
        while (site < end) {
            if (field->cell[site] != MSC_CELL_OPENED) {
                site++;
                continue;
            }
            uint32_t first = site;
            while (site < end && field->cell[site] == MSC_CELL_OPENED)
                site++;
            /* The cells left and right were opened with the stretch. */
            if (!open_row(field, journal, poll, first - field->stride - 1, site - field->stride) ||
                !open_row(field, journal, poll, first + field->stride - 1, site + field->stride))
                return false;
        }
    }
    return true;
}

static void toggle(msc_field *field, uint8_t *cell)
{
    *cell ^= MSC_CELL_MARKED;
    if (*cell & MSC_CELL_MARKED)
        field->marked++;
    else
        field->marked--;
}

bool msc_field_toggle(msc_field *field, msc_journal *journal, uint32_t site)
{
    if (!msc_journal_note(journal, site))
        return false;
    toggle(field, &field->cell[site]);
    return true;
}

void msc_field_claim(msc_field *field, const msc_journal *journal, uint32_t first, uint32_t end)
{
    for (const msc_run *run = journal->run + first; run < journal->run + end; run++) {
        for (uint8_t *cell = field->cell + run->site; cell < field->cell + run->site + run->length; cell++) {
            if (*cell & MSC_CELL_MINE) {
                *cell |= MSC_CELL_MARKED;
                field->marked++;
            }
        }
    }
}

/* Close opened cells side by side and take their marks: eight at a time, for there may be millions. */
static void close_run(msc_field *field, uint8_t *cell, uint32_t length)
{
    const uint64_t each = UINT64_MAX / UINT8_MAX;
    uint32_t found = 0, marked = 0, i = 0;
    for (; length - i >= 8; i += 8) {
        uint64_t eight;
        memcpy(&eight, cell + i, 8);
        found += msc_ones(eight & each * MSC_CELL_MINE);
        marked += msc_ones(eight & each * MSC_CELL_MARKED);
        eight &= ~(each * MSC_CELL_PASSED);
        memcpy(cell + i, &eight, 8);
    }
    for (; i < length; i++) {
        found += (cell[i] & MSC_CELL_MINE) != 0;
        marked += (cell[i] & MSC_CELL_MARKED) != 0;
        cell[i] &= (uint8_t)~MSC_CELL_PASSED;
    }
    field->opened -= length - found;
    field->found -= found;
    field->marked -= marked;
}

void msc_field_put_back(msc_field *field, const msc_journal *journal, uint32_t first, uint32_t end)
{
    for (const msc_run *run = journal->run + first; run < journal->run + end; run++) {
        uint8_t *cell = field->cell + run->site;
        if (*cell & MSC_CELL_OPENED) /* and so are the others: what one action opens does not touch what it toggles */
            close_run(field, cell, run->length);
        else
            toggle(field, cell);
    }
}

static char character(uint8_t value)
{
    if (!(value & MSC_CELL_OPENED))
        return '-';
    return value & MSC_CELL_MINE ? '+' : (char)('0' + (value & MSC_CELL_NUMBER));
}

void msc_field_board(const msc_field *field, char *board)
{
    for (uint32_t row = 0; row < field->rows; row++) {
        const uint8_t *cell = field->cell + msc_field_site(field, row, 0);
        for (uint32_t col = 0; col < field->cols; col++)
            *board++ = character(cell[col]);
    }
}

void msc_field_bits(const msc_field *field, uint8_t bit, uint8_t *cells)
{
    for (uint32_t row = 0; row < field->rows; row++) {
        const uint8_t *cell = field->cell + msc_field_site(field, row, 0);
        for (uint32_t col = 0; col < field->cols; col++)
            *cells++ = (cell[col] & bit) != 0;
    }
}
