/* file_mbf.c - MBF and ABF: width, height, number of mines (two bytes, big-endian), then x and y of each mine. */
#include "file.h"

enum { HEAD = 4, MOST = 255 };

mines_status mcore_file_read_mbf(mcore_file_reader *in)
{
    const unsigned char *bytes = in->bytes;
    if (in->end < HEAD)
        return mcore_file_refuse(in->fault, in->end, "the file ends before the number of mines");
    if (bytes[0] == 0)
        return mcore_file_refuse(in->fault, 0, "this format holds 1 to 255 columns");
    if (bytes[1] == 0)
        return mcore_file_refuse(in->fault, 1, "this format holds 1 to 255 rows");
    mines_status status = mcore_file_sides(in, bytes[1], 1, bytes[0], 0);
    if (status != MINES_OK)
        return status;
    size_t mines = (size_t)bytes[2] << 8 | bytes[3], length = HEAD + 2 * mines;
    if (mines > mcore_file_cells(&in->file))
        return mcore_file_refuse(in->fault, 2, "there are more mines than cells");
    if (in->end < length)
        return mcore_file_refuse(in->fault, in->end, "the file ends before its last mine");
    if (in->end > length)
        return mcore_file_refuse(in->fault, length, "the file continues after its last mine");
    status = mcore_file_reserve(in);
    if (status != MINES_OK)
        return status;
    for (size_t at = HEAD; at < length; at += 2) {
        if (bytes[at] >= in->file.cols)
            return mcore_file_refuse(in->fault, at, "the mine's column is outside the board");
        if (bytes[at + 1] >= in->file.rows)
            return mcore_file_refuse(in->fault, at + 1, "the mine's row is outside the board");
        uint8_t *mine = in->mask + (size_t)bytes[at + 1] * in->file.cols + bytes[at];
        if (*mine)
            return mcore_file_refuse(in->fault, at, "this mine appears twice");
        *mine = 1;
    }
    in->file.mines = (int32_t)mines;
    in->file.complete = 1;
    return MINES_OK;
}

mines_status mcore_file_write_mbf(mcore_file_writer *out)
{
    size_t rows = out->file.rows, cols = out->file.cols;
    if (cols > MOST)
        return mcore_file_refuse(out->fault, MOST, "this format holds at most 255 columns");
    if (rows > MOST)
        return mcore_file_refuse(out->fault, MOST * cols, "this format holds at most 255 rows");
    mines_status status = mcore_file_need_mines(out);
    if (status == MINES_OK)
        status = mcore_file_begin(out, &(mcore_file_head){0}, HEAD + 2 * (size_t)out->file.mines);
    if (status != MINES_OK)
        return status;
    unsigned char *to = out->bytes;
    *to++ = (unsigned char)cols;
    *to++ = (unsigned char)rows;
    *to++ = (unsigned char)(out->file.mines >> 8);
    *to++ = (unsigned char)out->file.mines;
    for (size_t i = 0; i < rows * cols; i++) {
        if (out->mask[i]) {
            *to++ = (unsigned char)(i % cols);
            *to++ = (unsigned char)(i / cols);
        }
    }
    return MINES_OK;
}
