#include "board.h"

#include <string.h>

void mcore_board_fault(mines_fault *fault, const mcore_board *board, uint32_t site, mines_fault_reason reason)
{
    fault->reason = reason;
    fault->row = (int32_t)(site / board->stride) - 1;
    fault->col = (int32_t)(site % board->stride) - 1;
}

/* The cell for a character; MCORE_WALL for other characters. */
static uint8_t cell_of(char character)
{
    enum { W = MCORE_WALL }; /* xor-ed into every entry, so that the missing ones, 0, mean MCORE_WALL */
    static const uint8_t cell[256] = {
        ['-'] = MCORE_UNOPENED ^ W,
        ['+'] = MCORE_KNOWN ^ W,
        ['0'] = 0 ^ W,
        ['1'] = 1 ^ W,
        ['2'] = 2 ^ W,
        ['3'] = 3 ^ W,
        ['4'] = 4 ^ W,
        ['5'] = 5 ^ W,
        ['6'] = 6 ^ W,
        ['7'] = 7 ^ W,
        ['8'] = 8 ^ W,
    };
    return cell[(unsigned char)character] ^ W;
}

static uint32_t count_of(const char *text, size_t length, char wanted)
{
    uint32_t count = 0;
    while (length > 0) {
        size_t part = length < UINT8_MAX ? length : UINT8_MAX; /* byte counters: a vector holds many */
        uint8_t some = 0;
        for (size_t i = 0; i < part; i++)
            some = (uint8_t)(some + (text[i] == wanted));
        count += some;
        text += part;
        length -= part;
    }
    return count;
}

/* Fill board->cell. */
static mines_status fill_cells(const mcore_board *board, const char *text, mines_fault *fault)
{
    for (uint32_t row = 0; row < board->rows; row++, text += board->cols) {
        uint8_t *cell = board->cell + mcore_site(board, row, 0), seen = 0;
        for (size_t col = 0; col < board->cols; col++) {
            uint8_t here = cell_of(text[col]);
            cell[col] = here;
            seen |= here;
        }
        if (seen & MCORE_WALL) {
            uint8_t *wrong = memchr(cell, MCORE_WALL, board->cols);
            mcore_board_fault(fault, board, (uint32_t)(wrong - board->cell), MINES_FAULT_CELL);
            return MINES_BAD_CELL;
        }
    }
    return MINES_OK;
}

mines_status mcore_board_init(mcore_board *board, mcore_arena *arena, const mcore_position *position,
                              mines_fault *fault)
{
    size_t rows = position->rows, cols = position->cols;
    if (position->cells == NULL || rows < 1 || cols < 1 || rows > MINES_MAX_SIDE || cols > MINES_MAX_SIDE)
        return MINES_BAD_ARGUMENT;
    int32_t stride = (int32_t)cols + 2;
    *board = (mcore_board){
        .rows = (uint32_t)rows,
        .cols = (uint32_t)cols,
        .stride = (uint32_t)stride,
        .sites = ((uint32_t)rows + 2) * (uint32_t)stride,
        .mines = position->mines,
        .known = count_of(position->cells, rows * cols, '+'),
        .unopened = count_of(position->cells, rows * cols, '-'),
        .neighbour_offset = {-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1},
    };
    size_t padded = ((size_t)board->sites + 7) / 8 * 8;
    board->cell = mcore_arena_alloc(arena, padded, 1);
    if (board->cell == NULL)
        return arena->status;
    memset(board->cell, MCORE_WALL, padded);
    mines_status status = fill_cells(board, position->cells, fault);
    if (status != MINES_OK)
        return status;
    if (board->known > board->mines) {
        fault->reason = MINES_FAULT_KNOWN_MINES;
        return MINES_NO_VALID_BOARD;
    }
    if (board->mines - board->known > board->unopened) {
        fault->reason = MINES_FAULT_FEW_CELLS;
        return MINES_NO_VALID_BOARD;
    }
    return MINES_OK;
}

static mines_status read_error(mines_fault *fault, mines_status status, size_t row, size_t col)
{
    fault->reason = MINES_FAULT_CELL;
    fault->row = (int32_t)row;
    fault->col = (int32_t)col;
    return status;
}

mines_status mcore_board_read(const char *text, size_t length, char *cells, size_t capacity, uint32_t *rows,
                              uint32_t *cols, mines_fault *fault)
{
    size_t width = 0, height = 0;
    for (size_t at = 0; at < length; height++) {
        const char *line = text + at, *end = memchr(line, '\n', length - at);
        size_t size = end != NULL ? (size_t)(end - line) : length - at;
        at += size + 1;
        if (size > 0 && line[size - 1] == '\r')
            size--;
        for (size_t col = 0; col < size; col++) {
            if (cell_of(line[col]) == MCORE_WALL)
                return read_error(fault, MINES_BAD_CELL, height, col);
            if (col == MINES_MAX_SIDE)
                return read_error(fault, MINES_BAD_SHAPE, height, col);
        }
        if (height == 0)
            width = size;
        if (size != width || size == 0 || height == MINES_MAX_SIDE)
            return read_error(fault, MINES_BAD_SHAPE, height, size < width ? size : width);
        if ((height + 1) * width <= capacity)
            memcpy(cells + height * width, line, width);
    }
    *rows = (uint32_t)height;
    *cols = (uint32_t)width;
    if (height == 0)
        return read_error(fault, MINES_BAD_SHAPE, 0, 0);
    return height * width <= capacity ? MINES_OK : MINES_TOO_SMALL;
}
