/*
 * file_link.c - b=SIZE&m=MINES, as in the links of ZiNi calculators. b is 1, 2 or 3 for the standard sizes, otherwise
 * the width and the height with equally many digits. m has a bit per cell, five in each base-32 digit.
 */
#include "file.h"

enum { BITS = 5 };

/* The standard sizes: b=1, b=2 and b=3. */
static const struct {
    uint8_t rows, cols;
} standard[] = {{9, 9}, {16, 16}, {16, 30}};

enum { STANDARD = sizeof standard / sizeof *standard };

/* A value in the link, as offsets; begin is SIZE_MAX if it is missing. */
typedef struct value {
    size_t begin, end;
} value;

/* Find the values of b and m; other parameters are for the web page. */
static mines_status find(mcore_file_reader *in, value *b, value *m)
{
    *b = *m = (value){SIZE_MAX, 0};
    size_t query = in->at;
    for (size_t at = in->at; at < in->end; at++) {
        if (in->bytes[at] == '?' || (in->bytes[at] == '#' && query == in->at))
            query = at + 1;
        if (in->bytes[at] == '?')
            break;
    }
    for (size_t at = query, end; at < in->end && in->bytes[at] != '#'; at = end) {
        if (in->bytes[at] == '&') {
            end = at + 1;
            continue;
        }
        for (end = at; end < in->end && in->bytes[end] != '&' && in->bytes[end] != '#'; end++)
            ;
        if (end - at < 2 || in->bytes[at + 1] != '=' || (in->bytes[at] != 'b' && in->bytes[at] != 'm'))
            continue;
        value *to = in->bytes[at] == 'b' ? b : m;
        if (to->begin != SIZE_MAX)
            return mcore_file_refuse(in->fault, at, "this value appears twice in the link");
        *to = (value){at + 2, end};
    }
    if (b->begin == SIZE_MAX)
        return mcore_file_refuse(in->fault, query, "the link has no b= for the size of the board");
    return MINES_OK;
}

/* Set the sides. in->at and in->end no longer describe the whole link afterwards. */
static mines_status read_size(mcore_file_reader *in, value b)
{
    size_t digits = b.end - b.begin, middle = b.begin + digits / 2;
    for (size_t at = b.begin; at < b.end; at++)
        if (mcore_file_digit(in->bytes[at], 10) == UINT32_MAX)
            return mcore_file_refuse(in->fault, at, "the size is not a number");
    if (digits == 1) {
        uint32_t size = mcore_file_digit(in->bytes[b.begin], 10);
        if (size < 1 || size > STANDARD)
            return mcore_file_refuse(in->fault, b.begin, "a one-digit size must be 1, 2 or 3");
        return mcore_file_sides(in, standard[size - 1].rows, b.begin, standard[size - 1].cols, b.begin);
    }
    if (digits % 2 != 0 || digits == 0)
        return mcore_file_refuse(in->fault, b.begin, "the size needs equally many digits for width and height");
    uint32_t rows, cols;
    in->at = b.begin;
    in->end = middle;
    mcore_file_number(in, &cols);
    in->end = b.end;
    mcore_file_number(in, &rows);
    return mcore_file_sides(in, rows, middle, cols, b.begin);
}

mines_status mcore_file_read_link(mcore_file_reader *in)
{
    value b, m;
    mcore_file_trim(in);
    mines_status status = find(in, &b, &m);
    if (status == MINES_OK)
        status = read_size(in, b);
    if (status != MINES_OK)
        return status;
    size_t cells = mcore_file_cells(&in->file), digits = (cells + BITS - 1) / BITS;
    if (m.begin == SIZE_MAX) { /* no mines; limited, so that a few bytes cannot request a huge board */
        if (in->file.rows > MINES_MAX_SIDE || in->file.cols > MINES_MAX_SIDE)
            return mcore_file_refuse(in->fault, b.end, "a board of this size needs an m= for its mines");
        m.end = SIZE_MAX;
        digits = 0;
    }
    if (m.end - m.begin < digits)
        return mcore_file_refuse(in->fault, m.end, "m= has too few digits for this size");
    if (m.end - m.begin > digits)
        return mcore_file_refuse(in->fault, m.begin + digits, "m= has too many digits for this size");
    status = mcore_file_reserve(in);
    if (status != MINES_OK)
        return status;
    int32_t mines = 0;
    for (size_t i = 0, cell = 0; i < digits; i++) {
        uint32_t bits = mcore_file_digit(in->bytes[m.begin + i], 32);
        if (bits == UINT32_MAX)
            return mcore_file_refuse(in->fault, m.begin + i, "not a base-32 digit; use 0-9 and a-v");
        for (uint32_t bit = 1u << (BITS - 1); bit > 0; bit >>= 1, cell++) {
            if (!(bits & bit))
                continue;
            if (cell >= cells)
                return mcore_file_refuse(in->fault, m.begin + i, "there is a mine past the last cell");
            in->mask[cell] = 1;
            mines++;
        }
        if (i % 4096 == 0 && mcore_file_poll(in->poll, 4096) != MINES_OK)
            return MINES_INTERRUPTED;
    }
    in->file.mines = mines;
    in->file.complete = 1;
    return MINES_OK;
}

static int digits_of(uint32_t number)
{
    int digits = 1;
    for (; number >= 10; number /= 10)
        digits++;
    return digits;
}

mines_status mcore_file_write_link(mcore_file_writer *out)
{
    uint32_t rows = out->file.rows, cols = out->file.cols, size = 0;
    mines_status status = mcore_file_need_mines(out);
    if (status != MINES_OK)
        return status;
    while (size < STANDARD && (rows != standard[size].rows || cols != standard[size].cols))
        size++;
    mcore_file_head head = {0};
    mcore_file_head_text(&head, "b=");
    if (size < STANDARD) {
        mcore_file_head_number(&head, size + 1, 1);
    } else {
        mcore_file_head_number(&head, cols, digits_of(mcore_max(rows, cols)));
        mcore_file_head_number(&head, rows, digits_of(mcore_max(rows, cols)));
    }
    mcore_file_head_text(&head, "&m=");
    size_t cells = mcore_file_cells(&out->file), digits = (cells + BITS - 1) / BITS;
    status = mcore_file_begin(out, &head, head.length + digits);
    if (status != MINES_OK)
        return status;
    for (size_t i = 0, cell = 0; i < digits; i++) {
        uint32_t bits = 0;
        for (int bit = 0; bit < BITS; bit++, cell++)
            bits = bits << 1 | (cell < cells && out->mask[cell] != 0);
        out->bytes[head.length + i] = (unsigned char)"0123456789abcdefghijklmnopqrstuv"[bits];
        if (i % 4096 == 0 && mcore_file_poll(out->poll, 4096) != MINES_OK)
            return MINES_INTERRUPTED;
    }
    return MINES_OK;
}
