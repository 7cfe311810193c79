#include "field.h"

#include "../base/bits.h"
#include "../generation/placement.h"

#include <string.h>

bool mcore_field_fits(uint32_t rows, uint32_t cols)
{
    return rows >= 1 && cols >= 1 && rows <= MINES_MAX_GAME_SIDE && cols <= MINES_MAX_GAME_SIDE &&
           rows <= MINES_MAX_GAME_CELLS / cols;
}

static size_t site_count(const mcore_field *field) { return ((size_t)field->rows + 2) * field->stride; }

bool mcore_field_init(mcore_field *field, mcore_arena *arena, uint32_t rows, uint32_t cols, uint32_t mines)
{
    *field = (mcore_field){.rows = rows, .cols = cols, .stride = cols + 2, .mines = mines};
    uint8_t *cell = field->cell = mcore_arena_alloc_zeroed(arena, site_count(field), 1);
    if (cell == NULL)
        return false;
    const uint8_t wall = MCORE_CELL_WALL | MCORE_CELL_OPENED;
    memset(cell, wall, field->stride);
    for (uint32_t row = 1; row <= rows; row++)
        cell[(size_t)row * field->stride] = cell[(size_t)row * field->stride + cols + 1] = wall;
    memset(cell + ((size_t)rows + 1) * field->stride, wall, field->stride);
    return true;
}

bool mcore_field_copy(mcore_field *copy, const mcore_field *field, mcore_arena *arena)
{
    *copy = *field;
    copy->cell = mcore_arena_alloc(arena, site_count(field), 1);
    if (copy->cell == NULL)
        return false;
    memcpy(copy->cell, field->cell, site_count(field));
    return true;
}

bool mcore_field_set_mines(mcore_field *field, const uint8_t *mask, mcore_poll *poll)
{
    size_t all = site_count(field), stride = field->stride;
    uint32_t mines = 0;
    for (size_t site = 0; site < all; site++)
        field->cell[site] &= (uint8_t)~(MCORE_CELL_NUMBER | MCORE_CELL_MINE);
    for (uint32_t row = 0; row < field->rows; row++) {
        uint8_t *cell = field->cell + mcore_field_site(field, row, 0);
        for (uint32_t col = 0; col < field->cols; col++, cell++, mask++) {
            if (*mask == 0)
                continue;
            mines++;
            *cell |= MCORE_CELL_MINE;
            for (uint8_t *around = cell - stride - 1; around <= cell + stride - 1; around += stride) {
                around[0]++;
                around[1]++;
                around[2]++;
            }
        }
        if (mcore_poll_step(poll, mcore_poll_work(field->cols)))
            return false;
    }
    field->mines = mines;
    return true;
}

bool mcore_field_place_mines(mcore_field *field, mcore_arena *arena, uint64_t seed, mines_first_click first_click,
                             uint32_t site, mcore_poll *poll)
{
    uint8_t *mask = mcore_arena_realloc(arena, NULL, (size_t)field->rows * field->cols, 1);
    if (mask == NULL)
        return false;
    const mcore_placement placing = {
        .rows = field->rows,
        .cols = field->cols,
        .mines = field->mines,
        .first_click = first_click,
        .row = site / field->stride - 1,
        .col = site % field->stride - 1,
    };
    bool placed = mcore_placement_board(&placing, seed, 0, poll, mask) && mcore_field_set_mines(field, mask, poll);
    mcore_arena_release(arena, mask);
    return placed;
}

bool mcore_field_open_one(mcore_field *field, mcore_undo_log *log, uint32_t site)
{
    if (!mcore_undo_log_record(log, site)) /* before the change, so that every change can be reverted */
        return false;
    uint8_t value = field->cell[site];
    field->cell[site] = value | MCORE_CELL_OPENED;
    if (value & MCORE_CELL_MINE)
        field->found++;
    else
        field->opened++;
    return true;
}

/* Open all that can be opened among the sites first .. last of one row or wall, and every stretch of 0-cells that
   overlaps them to its end. From left to right, which makes long runs in the log. */
static bool open_row(mcore_field *field, mcore_undo_log *log, mcore_poll *poll, uint32_t first, uint32_t last)
{
    while (field->cell[first] == 0)
        first--;
    bool zero = false;
    uint32_t site = first;
    for (; site <= last || zero; site++) {
        uint8_t value = field->cell[site];
        zero = value == 0;
        if (!(value & MCORE_CELL_KEPT) && !mcore_field_open_one(field, log, site))
            return false;
    }
    return !mcore_poll_step(poll, site - first);
}

bool mcore_field_open(mcore_field *field, mcore_undo_log *log, mcore_poll *poll, uint32_t site)
{
    return open_row(field, log, poll, site, site);
}

bool mcore_field_flood(mcore_field *field, mcore_undo_log *log, mcore_poll *poll)
{
    for (uint32_t head = mcore_undo_log_end(log); head < log->runs; head++) {
        /* This run can't grow meanwhile: its flood opens cells of other rows. */
        uint32_t site = log->run[head].site, end = site + log->run[head].length;
        while (site < end) {
            if (field->cell[site] != MCORE_CELL_OPENED) {
                site++;
                continue;
            }
            uint32_t first = site;
            while (site < end && field->cell[site] == MCORE_CELL_OPENED)
                site++;
            /* The cells left and right were opened with the stretch. */
            if (!open_row(field, log, poll, first - field->stride - 1, site - field->stride) ||
                !open_row(field, log, poll, first + field->stride - 1, site + field->stride))
                return false;
        }
    }
    return true;
}

static void toggle(mcore_field *field, uint8_t *cell)
{
    *cell ^= MCORE_CELL_FLAG;
    if (*cell & MCORE_CELL_FLAG)
        field->flagged++;
    else
        field->flagged--;
}

bool mcore_field_toggle_flag(mcore_field *field, mcore_undo_log *log, uint32_t site)
{
    if (!mcore_undo_log_record(log, site))
        return false;
    toggle(field, &field->cell[site]);
    return true;
}

void mcore_field_credit_player_1(mcore_field *field, const mcore_undo_log *log, uint32_t first, uint32_t end)
{
    for (const mcore_run *run = log->run + first; run < log->run + end; run++) {
        for (uint8_t *cell = field->cell + run->site; cell < field->cell + run->site + run->length; cell++) {
            if (*cell & MCORE_CELL_MINE) {
                *cell |= MCORE_CELL_PLAYER_1;
                field->flagged++;
            }
        }
    }
}

/* Close consecutive opened cells, eight at a time: there may be millions. */
static void close_run(mcore_field *field, uint8_t *cell, uint32_t length)
{
    const uint64_t each = UINT64_MAX / UINT8_MAX;
    uint32_t found = 0, player_1 = 0, i = 0;
    for (; length - i >= 8; i += 8) {
        uint64_t eight;
        memcpy(&eight, cell + i, 8);
        found += mcore_popcount(eight & each * MCORE_CELL_MINE);
        player_1 += mcore_popcount(eight & each * MCORE_CELL_PLAYER_1);
        eight &= ~(each * MCORE_CELL_KEPT);
        memcpy(cell + i, &eight, 8);
    }
    for (; i < length; i++) {
        found += (cell[i] & MCORE_CELL_MINE) != 0;
        player_1 += (cell[i] & MCORE_CELL_PLAYER_1) != 0;
        cell[i] &= (uint8_t)~MCORE_CELL_KEPT;
    }
    field->opened -= length - found;
    field->found -= found;
    field->flagged -= player_1;
}

void mcore_field_revert(mcore_field *field, const mcore_undo_log *log, uint32_t first, uint32_t end)
{
    for (const mcore_run *run = log->run + first; run < log->run + end; run++) {
        uint8_t *cell = field->cell + run->site;
        if (*cell & MCORE_CELL_OPENED) /* then so are all of the run: one action opens cells or toggles a flag */
            close_run(field, cell, run->length);
        else
            toggle(field, cell);
    }
}

static char character(uint8_t value)
{
    if (!(value & MCORE_CELL_OPENED))
        return '-';
    return value & MCORE_CELL_MINE ? '+' : (char)('0' + (value & MCORE_CELL_NUMBER));
}

void mcore_field_board(const mcore_field *field, char *board)
{
    for (uint32_t row = 0; row < field->rows; row++) {
        const uint8_t *cell = field->cell + mcore_field_site(field, row, 0);
        for (uint32_t col = 0; col < field->cols; col++)
            *board++ = character(cell[col]);
    }
}

void mcore_field_bits(const mcore_field *field, uint8_t bits, uint8_t *cells)
{
    for (uint32_t row = 0; row < field->rows; row++) {
        const uint8_t *cell = field->cell + mcore_field_site(field, row, 0);
        for (uint32_t col = 0; col < field->cols; col++)
            *cells++ = (cell[col] & bits) == bits;
    }
}
