#include "file.h"

#include <string.h>

static const struct {
    mines_status (*read)(mcore_file_reader *in);
    mines_status (*write)(mcore_file_writer *out);
} formats[] = {
    [MINES_FORMAT_TEXT] = {mcore_file_read_text, mcore_file_write_text},
    [MINES_FORMAT_MBF] = {mcore_file_read_mbf, mcore_file_write_mbf},
    [MINES_FORMAT_ABF] = {mcore_file_read_mbf, mcore_file_write_mbf},
    [MINES_FORMAT_MINE] = {mcore_file_read_mine, mcore_file_write_mine},
    [MINES_FORMAT_LINK] = {mcore_file_read_link, mcore_file_write_link},
    [MINES_FORMAT_TATHAM] = {mcore_file_read_tatham, mcore_file_write_tatham},
    [MINES_FORMAT_TATHAM_PLAIN] = {mcore_file_read_tatham, mcore_file_write_tatham_plain},
};

static const char more_known[] = "there are more known mines than mines in total";
static const char more_left[] = "there are more mines left than unopened cells";

static bool is_known(mines_format format) { return (size_t)format < sizeof formats / sizeof *formats; }

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

mines_status mcore_file_read(mines_format format, mcore_file_reader *in)
{
    if (!is_known(format))
        return MINES_BAD_ARGUMENT;
    in->file = (mines_file){.size = sizeof in->file, .mines = -1, .first_row = -1, .first_col = -1};
    return formats[format].read(in);
}

mines_status mcore_file_refuse(mines_file_fault *fault, size_t offset, const char *text)
{
    fault->offset = offset;
    fault->text = text;
    return MINES_BAD_FILE;
}

mines_status mcore_file_sides(mcore_file_reader *in, uint32_t rows, size_t rows_at, uint32_t cols, size_t cols_at)
{
    if (cols < 1 || cols > MINES_MAX_GAME_SIDE)
        return mcore_file_refuse(in->fault, cols_at, "a board has 1 to 32767 columns");
    if (rows < 1 || rows > MINES_MAX_GAME_SIDE)
        return mcore_file_refuse(in->fault, rows_at, "a board has 1 to 32767 rows");
    if (rows * cols > MINES_MAX_GAME_CELLS)
        return mcore_file_refuse(in->fault, rows_at, "a board has at most 268435456 cells");
    in->file.rows = rows;
    in->file.cols = cols;
    return MINES_OK;
}

mines_status mcore_file_reserve(mcore_file_reader *in)
{
    size_t cells = mcore_file_cells(&in->file);
    if (cells > in->capacity)
        return MINES_TOO_SMALL;
    memset(in->cells, '-', cells);
    memset(in->mask, 0, cells);
    return MINES_OK;
}

mines_status mcore_file_position(mcore_file_reader *in, size_t mines_at)
{
    mines_file *file = &in->file;
    size_t cells = mcore_file_cells(file), marked = 0, unopened = 0;
    for (size_t row = 0, i = 0; row < file->rows; row++) {
        if (mcore_file_poll(in->poll, file->cols) != MINES_OK)
            return MINES_INTERRUPTED;
        for (uint32_t col = 0; col < file->cols; col++, i++) {
            marked += in->cells[i] == '+';
            unopened += in->cells[i] == '-' || in->cells[i] == 'F';
        }
    }
    if (file->mines >= 0 && (size_t)file->mines < marked)
        return mcore_file_refuse(in->fault, mines_at, more_known);
    if (file->mines >= 0 && (size_t)file->mines - marked > unopened)
        return mcore_file_refuse(in->fault, mines_at, more_left);
    bool none = file->mines < 0 ? unopened == 0 : (size_t)file->mines == marked;
    bool all = file->mines >= 0 && (size_t)file->mines == marked + unopened;
    if (!none && !all)
        return MINES_OK;
    for (size_t i = 0; i < cells; i++)
        in->mask[i] = in->cells[i] == '+' || (all && (in->cells[i] == '-' || in->cells[i] == 'F'));
    size_t wrong;
    if (mcore_file_disagreement(file, in->cells, in->mask, in->poll, &wrong) != MINES_OK)
        return MINES_INTERRUPTED;
    if (wrong != SIZE_MAX) { /* the position has no valid board: that is for the solver to report */
        memset(in->mask, 0, cells);
        return MINES_OK;
    }
    file->complete = 1;
    file->mines = (int32_t)(all ? marked + unopened : marked);
    return MINES_OK;
}

mines_status mcore_file_disagreement(const mines_file *file, const char *cells, const uint8_t *mask, mcore_poll *poll,
                                     size_t *cell)
{
    size_t cols = file->cols;
    for (size_t row = 0, i = 0; row < file->rows; row++) {
        if (mcore_file_poll(poll, file->cols) != MINES_OK)
            return MINES_INTERRUPTED;
        size_t top = row == 0 ? 0 : row - 1, bottom = row + 1 < file->rows ? row + 1 : row;
        for (size_t col = 0; col < cols; col++, i++) {
            if (cells[i] == '-' || cells[i] == 'F')
                continue;
            *cell = i;
            if ((cells[i] == '+') != (mask[i] != 0))
                return MINES_OK;
            if (cells[i] == '+')
                continue;
            size_t left = col == 0 ? 0 : col - 1, right = col + 1 < cols ? col + 1 : col;
            int around = 0;
            for (size_t r = top; r <= bottom; r++)
                for (size_t c = left; c <= right; c++)
                    around += mask[r * cols + c] != 0;
            if (cells[i] - '0' != around)
                return MINES_OK;
        }
    }
    *cell = SIZE_MAX;
    return MINES_OK;
}

/* ---- Text -------------------------------------------------------------------------------------------------------- */

void mcore_file_trim(mcore_file_reader *in)
{
    if (in->end - in->at >= 3 && memcmp(in->bytes + in->at, "\xEF\xBB\xBF", 3) == 0)
        in->at += 3;
    while (in->at < in->end && mcore_file_blank(in->bytes[in->at]))
        in->at++;
    while (in->at < in->end && mcore_file_blank(in->bytes[in->end - 1]))
        in->end--;
}

bool mcore_file_line(mcore_file_reader *in, size_t *begin, size_t *end)
{
    if (in->at >= in->end)
        return false;
    const unsigned char *stop = memchr(in->bytes + in->at, '\n', in->end - in->at);
    *begin = in->at;
    *end = stop != NULL ? (size_t)(stop - in->bytes) : in->end;
    in->at = stop != NULL ? *end + 1 : in->end;
    while (*begin < *end && mcore_file_blank(in->bytes[*begin]))
        ++*begin;
    while (*begin < *end && mcore_file_blank(in->bytes[*end - 1]))
        --*end;
    return true;
}

bool mcore_file_number(mcore_file_reader *in, uint32_t *value)
{
    size_t start = in->at;
    uint64_t number = 0;
    for (; in->at < in->end; in->at++) {
        uint32_t digit = mcore_file_digit(in->bytes[in->at], 10);
        if (digit == UINT32_MAX)
            break;
        number = number * 10 + digit;
        if (number > UINT32_MAX)
            number = UINT32_MAX;
    }
    *value = (uint32_t)number;
    return in->at > start;
}

bool mcore_file_accept(mcore_file_reader *in, char character)
{
    if (in->at >= in->end || in->bytes[in->at] != (unsigned char)character)
        return false;
    in->at++;
    return true;
}

uint32_t mcore_file_digit(unsigned char character, uint32_t base)
{
    uint32_t digit = character >= '0' && character <= '9'   ? (uint32_t)(character - '0')
                     : character >= 'a' && character <= 'v' ? (uint32_t)(character - 'a' + 10)
                     : character >= 'A' && character <= 'V' ? (uint32_t)(character - 'A' + 10)
                                                            : UINT32_MAX;
    return digit < base ? digit : UINT32_MAX;
}

/* ---- Writing ----------------------------------------------------------------------------------------------------- */

/* Check that a board to be written does not contradict itself; otherwise the fault says where. */
static mines_status check(mcore_file_writer *out)
{
    const mines_file *file = &out->file;
    size_t mines = 0, marked = 0, unopened = 0;
    for (size_t row = 0, i = 0; row < file->rows; row++) {
        if (mcore_file_poll(out->poll, file->cols) != MINES_OK)
            return MINES_INTERRUPTED;
        for (uint32_t col = 0; col < file->cols; col++, i++) {
            char cell = mcore_file_cell(out, i);
            if (cell != '-' && cell != '+' && cell != 'F' && (cell < '0' || cell > '8')) {
                (void)mcore_file_refuse(out->fault, i, "unknown character; use -, +, F or 0-8");
                return MINES_BAD_CELL;
            }
            mines += out->mask != NULL && out->mask[i] != 0;
            marked += cell == '+';
            unopened += cell == '-' || cell == 'F';
        }
    }
    if (out->mask == NULL) {
        if (file->mines >= 0 && (size_t)file->mines < marked)
            return mcore_file_refuse(out->fault, 0, more_known);
        if (file->mines >= 0 && (size_t)file->mines - marked > unopened)
            return mcore_file_refuse(out->fault, 0, more_left);
        return MINES_OK;
    }
    out->file.mines = (int32_t)mines;
    if (out->cells == NULL)
        return MINES_OK;
    size_t wrong;
    if (mcore_file_disagreement(file, out->cells, out->mask, out->poll, &wrong) != MINES_OK)
        return MINES_INTERRUPTED;
    if (wrong == SIZE_MAX)
        return MINES_OK;
    (void)mcore_file_refuse(out->fault, wrong, "the cell contradicts the mines");
    return MINES_BAD_CELL;
}

mines_status mcore_file_write(mines_format format, mcore_file_writer *out)
{
    const mines_file *file = &out->file;
    if (!is_known(format) || file->rows < 1 || file->cols < 1 || file->rows > MINES_MAX_GAME_SIDE ||
        file->cols > MINES_MAX_GAME_SIDE || file->rows * file->cols > MINES_MAX_GAME_CELLS || file->mines < -1)
        return MINES_BAD_ARGUMENT;
    bool clicked = file->first_row != -1 || file->first_col != -1;
    if (clicked && (file->first_row < 0 || file->first_col < 0 || (uint32_t)file->first_row >= file->rows ||
                    (uint32_t)file->first_col >= file->cols))
        return MINES_BAD_ARGUMENT;
    mines_status status = check(out);
    return status == MINES_OK ? formats[format].write(out) : status;
}

void mcore_file_head_text(mcore_file_head *head, const char *text)
{
    size_t length = strlen(text);
    memcpy(head->text + head->length, text, length);
    head->length += length;
}

void mcore_file_head_number(mcore_file_head *head, uint32_t number, int digits)
{
    char text[11];
    size_t at = sizeof text - 1;
    text[at] = '\0';
    do {
        text[--at] = (char)('0' + number % 10);
        number /= 10;
        digits--;
    } while (number > 0 || digits > 0);
    mcore_file_head_text(head, text + at);
}

mines_status mcore_file_begin(mcore_file_writer *out, const mcore_file_head *head, size_t length)
{
    out->length = length;
    if (length > out->capacity)
        return MINES_TOO_SMALL;
    memcpy(out->bytes, head->text, head->length);
    return MINES_OK;
}

mines_status mcore_file_need_mines(mcore_file_writer *out)
{
    if (out->mask != NULL)
        return MINES_OK;
    size_t cells = mcore_file_cells(&out->file), open = 0;
    while (open + 1 < cells && mcore_file_cell(out, open) != '-' && mcore_file_cell(out, open) != 'F')
        open++;
    return mcore_file_refuse(out->fault, open, "this format can only hold boards with every mine known");
}
