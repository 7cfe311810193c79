/* file_mine.c - .mine: WIDTHxHEIGHTxMINES, then the rows of a position: H unopened, F flagged, ? a known mine. */
#include "file.h"

static const char no_head[] = "the first line is not WIDTHxHEIGHTxMINES";

/* The cell for each character; 0 for unknown characters. */
static const char cell_of[256] = {
    ['H'] = '-', ['F'] = 'F', ['?'] = '+', ['M'] = '+', ['0'] = '0', ['1'] = '1', ['2'] = '2',
    ['3'] = '3', ['4'] = '4', ['5'] = '5', ['6'] = '6', ['7'] = '7', ['8'] = '8',
};

mines_status mcore_file_read_mine(mcore_file_reader *in)
{
    uint32_t rows, cols, mines;
    mcore_file_trim(in);
    size_t cols_at = in->at;
    if (!mcore_file_number(in, &cols) || !mcore_file_accept(in, 'x'))
        return mcore_file_refuse(in->fault, in->at, no_head);
    size_t rows_at = in->at;
    if (!mcore_file_number(in, &rows) || !mcore_file_accept(in, 'x'))
        return mcore_file_refuse(in->fault, in->at, no_head);
    size_t mines_at = in->at, begin, end;
    if (!mcore_file_number(in, &mines))
        return mcore_file_refuse(in->fault, in->at, no_head);
    if (mcore_file_line(in, &begin, &end) && begin != end)
        return mcore_file_refuse(in->fault, begin, no_head);
    mines_status status = mcore_file_sides(in, rows, rows_at, cols, cols_at);
    if (status != MINES_OK)
        return status;
    if (mines > mcore_file_cells(&in->file))
        return mcore_file_refuse(in->fault, mines_at, "there are more mines than cells");
    if (in->end - in->at < mcore_file_cells(&in->file))
        return mcore_file_refuse(in->fault, in->end, "the file ends before its last row");
    status = mcore_file_reserve(in);
    if (status != MINES_OK)
        return status;
    in->file.mines = (int32_t)mines;
    for (size_t row = 0, i = 0; row < rows; row++) {
        if (mcore_file_poll(in->poll, cols) != MINES_OK)
            return MINES_INTERRUPTED;
        if (!mcore_file_line(in, &begin, &end))
            return mcore_file_refuse(in->fault, in->end, "the file ends before its last row");
        for (size_t at = begin; at < end && at - begin < cols; at++, i++) {
            in->cells[i] = cell_of[in->bytes[at]];
            if (in->cells[i] == '\0')
                return mcore_file_refuse(in->fault, at, "unknown character; use H, F, ?, M or 0-8");
        }
        if (end - begin != cols)
            return mcore_file_refuse(in->fault, end - begin < cols ? end : begin + cols,
                                     "the row does not have the width given in the first line");
    }
    if (in->at < in->end)
        return mcore_file_refuse(in->fault, in->at, "the file continues after its last row");
    return mcore_file_position(in, mines_at);
}

mines_status mcore_file_write_mine(mcore_file_writer *out)
{
    size_t rows = out->file.rows, cols = out->file.cols;
    if (out->file.mines < 0)
        return mcore_file_refuse(out->fault, 0, "this format needs the number of mines");
    mcore_file_head head = {0};
    mcore_file_head_number(&head, (uint32_t)cols, 1);
    mcore_file_head_text(&head, "x");
    mcore_file_head_number(&head, (uint32_t)rows, 1);
    mcore_file_head_text(&head, "x");
    mcore_file_head_number(&head, (uint32_t)out->file.mines, 1);
    mcore_file_head_text(&head, "\n");
    mines_status status = mcore_file_begin(out, &head, head.length + rows * (cols + 1));
    if (status != MINES_OK)
        return status;
    /* flags may be wrong; they determine the mines only if all unopened cells are mines */
    bool flags_suffice = true;
    for (size_t i = 0; out->mask != NULL && i < rows * cols; i++) {
        char cell = mcore_file_cell(out, i);
        flags_suffice &= (cell != '-' && cell != 'F') || out->mask[i] != 0;
    }
    unsigned char *to = out->bytes + head.length;
    for (size_t row = 0, i = 0; row < rows; row++) {
        if (mcore_file_poll(out->poll, out->file.cols) != MINES_OK)
            return MINES_INTERRUPTED;
        for (size_t col = 0; col < cols; col++, i++) {
            char cell = mcore_file_cell(out, i);
            bool mine = out->mask != NULL && out->mask[i] != 0;
            *to++ = cell == '+' || (mine && (cell == '-' || !flags_suffice)) ? '?'
                    : cell == '-'                                            ? 'H'
                                                                             : (unsigned char)cell;
        }
        *to++ = '\n';
    }
    return MINES_OK;
}
