/*
 * file_text.c - text: one character per cell, one row per line, with comments and empty lines around the board. A board
 * with any of * M 9 . X is complete; all others are positions in the characters of the public header, with F for a
 * flag.
 */
#include "file.h"

#include <string.h>

/* What a character can mean; 0: unknown. */
enum { CELL = 1, COMPLETE = 2, MINE = 4, COUNTED = 8 };

static const uint8_t kind_of[256] = {
    ['-'] = CELL,
    ['0'] = CELL,
    ['+'] = CELL | MINE,
    ['F'] = CELL | MINE,
    ['1'] = CELL | COUNTED,
    ['2'] = CELL | COUNTED,
    ['3'] = CELL | COUNTED,
    ['4'] = CELL | COUNTED,
    ['5'] = CELL | COUNTED,
    ['6'] = CELL | COUNTED,
    ['7'] = CELL | COUNTED,
    ['8'] = CELL | COUNTED,
    ['*'] = CELL | COMPLETE | MINE,
    ['M'] = CELL | COMPLETE | MINE,
    ['9'] = CELL | COMPLETE | MINE,
    ['.'] = CELL | COMPLETE,
    ['X'] = CELL | COMPLETE,
};

/* Read the next line that is not a comment. */
static bool next_line(mcore_file_reader *in, size_t *begin, size_t *end)
{
    while (mcore_file_line(in, begin, end))
        if (*begin == *end || in->bytes[*begin] != '#')
            return true;
    return false;
}

/* The offset of the next row of a board that was surveyed before. */
static size_t next_row(mcore_file_reader *in)
{
    size_t begin = 0, end = 0;
    while (next_line(in, &begin, &end) && begin == end)
        ;
    return begin;
}

/* If a comment gives the number of mines, set file.mines, and *given_at to the number's offset. */
static mines_status read_comment(mcore_file_reader *in, size_t begin, size_t end, size_t *given_at)
{
    static const char word[] = "mines";
    mcore_file_reader line = *in;
    line.at = begin;
    line.end = end;
    if (!mcore_file_accept(&line, '#'))
        return MINES_OK;
    mcore_file_trim(&line);
    for (const char *letter = word; *letter != '\0'; letter++)
        if (!mcore_file_accept(&line, *letter) && !mcore_file_accept(&line, (char)(*letter - 'a' + 'A')))
            return MINES_OK;
    mcore_file_trim(&line);
    if (!mcore_file_accept(&line, ':') && !mcore_file_accept(&line, '='))
        return MINES_OK;
    mcore_file_trim(&line);
    uint32_t mines;
    size_t at = line.at;
    if (!mcore_file_number(&line, &mines) || line.at != line.end)
        return mcore_file_refuse(in->fault, line.at, "the number of mines is not a number");
    if (mines > MINES_MAX_GAME_CELLS)
        return mcore_file_refuse(in->fault, at, "too many mines for any board");
    if (in->file.mines >= 0 && (uint32_t)in->file.mines != mines)
        return mcore_file_refuse(in->fault, at, "the number of mines differs from an earlier one");
    in->file.mines = (int32_t)mines;
    *given_at = at;
    return MINES_OK;
}

/* Look through all lines for the sides, the number of mines, and the kinds of characters used. */
static mines_status survey(mcore_file_reader *in, size_t *given_at, unsigned *kinds)
{
    size_t begin, end, rows = 0, cols = 0, gap = SIZE_MAX;
    for (mcore_file_reader rest = *in; mcore_file_line(&rest, &begin, &end);) {
        if (begin == end) {
            gap = gap == SIZE_MAX ? begin : gap;
            continue;
        }
        if (in->bytes[begin] == '#') {
            mines_status status = read_comment(in, begin, end, given_at);
            if (status != MINES_OK)
                return status;
            continue;
        }
        if (rows > 0 && gap != SIZE_MAX)
            return mcore_file_refuse(in->fault, gap, "an empty line inside the board");
        gap = SIZE_MAX;
        for (size_t at = begin; at < end; at++) {
            unsigned kind = kind_of[in->bytes[at]];
            if (kind == 0)
                return mcore_file_refuse(in->fault, at, "unknown character; use -, +, F and 0-8, or *, M, 9, . and X");
            if (at - begin == MINES_MAX_GAME_SIDE)
                return mcore_file_refuse(in->fault, at, "a board has 1 to 32767 columns");
            *kinds |= kind;
        }
        if (rows == 0)
            cols = end - begin;
        if (end - begin != cols)
            return mcore_file_refuse(in->fault, end - begin < cols ? end : begin + cols,
                                     "the row's length differs from the first row's");
        if (rows == MINES_MAX_GAME_SIDE)
            return mcore_file_refuse(in->fault, begin, "a board has 1 to 32767 rows");
        if (++rows * cols > MINES_MAX_GAME_CELLS)
            return mcore_file_refuse(in->fault, begin, "a board has at most 268435456 cells");
        if (mcore_file_poll(in->poll, (uint32_t)cols) != MINES_OK)
            return MINES_INTERRUPTED;
    }
    if (rows == 0)
        return mcore_file_refuse(in->fault, in->end, "the file contains no board");
    in->file.rows = (uint32_t)rows;
    in->file.cols = (uint32_t)cols;
    return MINES_OK;
}

/* Finish a complete board whose cells and mask are set: its numbers must agree with its mines. If all numbers are 0 and
   don't agree, a 0 only means that the cell is not a mine. */
static mines_status complete_board(mcore_file_reader *in, const mcore_file_reader *from, size_t given_at,
                                   unsigned kinds)
{
    mines_file *file = &in->file;
    size_t cells = mcore_file_cells(file), mines = 0, wrong;
    for (size_t i = 0; i < cells; i++)
        mines += in->mask[i];
    if (file->mines >= 0 && (size_t)file->mines != mines)
        return mcore_file_refuse(in->fault, given_at, "the board has a different number of mines");
    file->mines = (int32_t)mines;
    file->complete = 1;
    mines_status status = mcore_file_disagreement(file, in->cells, in->mask, in->poll, &wrong);
    if (status != MINES_OK || wrong == SIZE_MAX)
        return status;
    if (kinds & COUNTED) {
        mcore_file_reader again = *from;
        size_t row = next_row(&again);
        for (size_t i = 0; i < wrong / file->cols; i++)
            row = next_row(&again);
        return mcore_file_refuse(in->fault, row + wrong % file->cols,
                                 "the number differs from the number of mines around it");
    }
    for (size_t i = 0; i < cells; i++)
        if (in->cells[i] == '0')
            in->cells[i] = '-';
    return MINES_OK;
}

mines_status mcore_file_read_text(mcore_file_reader *in)
{
    size_t given_at = 0;
    unsigned kinds = 0;
    if (in->end - in->at >= 3 && memcmp(in->bytes + in->at, "\xEF\xBB\xBF", 3) == 0)
        in->at += 3;
    mines_status status = survey(in, &given_at, &kinds);
    if (status == MINES_OK)
        status = mcore_file_reserve(in);
    if (status != MINES_OK)
        return status;
    const mcore_file_reader from = *in;
    bool complete = (kinds & COMPLETE) != 0;
    for (size_t row = 0, i = 0; row < in->file.rows; row++) {
        if (mcore_file_poll(in->poll, in->file.cols) != MINES_OK)
            return MINES_INTERRUPTED;
        size_t at = next_row(in);
        for (uint32_t col = 0; col < in->file.cols; col++, i++) {
            unsigned char character = in->bytes[at + col];
            unsigned kind = kind_of[character];
            in->cells[i] = !(kind & COMPLETE) ? (char)character : character == 'X' ? 'F' : '-';
            in->mask[i] = complete && (kind & MINE) != 0;
        }
    }
    return complete ? complete_board(in, &from, given_at, kinds) : mcore_file_position(in, given_at);
}

/* The character of a cell; with a mask, one that shows whether it is a mine. */
static char character_of(const mcore_file_writer *out, size_t cell)
{
    char character = mcore_file_cell(out, cell);
    if (out->mask == NULL)
        return character;
    bool mine = out->mask[cell] != 0;
    return character == '-' ? (mine ? '*' : '.') : character == 'F' && !mine ? 'X' : character;
}

mines_status mcore_file_write_text(mcore_file_writer *out)
{
    size_t rows = out->file.rows, cols = out->file.cols, cells = rows * cols;
    bool flags = false, marked_complete = false;
    for (size_t i = 0; out->mask != NULL && i < cells; i++) {
        char character = character_of(out, i);
        flags |= character == 'F';
        marked_complete |= (kind_of[(unsigned char)character] & COMPLETE) != 0;
    }
    /* give the number of mines unless it follows from the cells */
    mcore_file_head head = {0};
    if (out->mask == NULL ? out->file.mines >= 0 : flags && !marked_complete) {
        mcore_file_head_text(&head, "# mines: ");
        mcore_file_head_number(&head, (uint32_t)out->file.mines, 1);
        mcore_file_head_text(&head, "\n");
    }
    mines_status status = mcore_file_begin(out, &head, head.length + rows * (cols + 1));
    if (status != MINES_OK)
        return status;
    unsigned char *to = out->bytes + head.length;
    for (size_t row = 0, i = 0; row < rows; row++) {
        if (mcore_file_poll(out->poll, out->file.cols) != MINES_OK)
            return MINES_INTERRUPTED;
        for (size_t col = 0; col < cols; col++, i++)
            *to++ = (unsigned char)character_of(out, i);
        *to++ = '\n';
    }
    return MINES_OK;
}
