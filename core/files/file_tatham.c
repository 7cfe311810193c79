/*
 * file_tatham.c - game IDs of Mines in Simon Tatham's Portable Puzzle Collection: WxH:X,Y,m followed by the bits of all
 * cells in hexadecimal, obfuscated so that they don't reveal the mines at a glance; u instead of m for plain bits.
 *
 * The obfuscation, as its author describes it: pad the bits with zeros to whole bytes, and split these into two halves,
 * the first one being the shorter. XOR the first half with the mask of the second, then the second with the mask of the
 * first, and clear the padding. The mask of a seed is SHA-1(seed "0"), SHA-1(seed "1"), ...
 */
#include "file.h"
#include "sha1.h"

#include <string.h>

/* XOR the target with the mask of a seed. */
static mines_status mask_with(unsigned char *target, size_t length, const unsigned char *seed, size_t seed_length,
                              mcore_poll *poll)
{
    mcore_sha1 seeded;
    mcore_sha1_init(&seeded);
    mcore_sha1_add(&seeded, seed, seed_length);
    for (size_t at = 0; at < length; at += MCORE_SHA1_DIGEST) {
        unsigned char digest[MCORE_SHA1_DIGEST];
        mcore_sha1 sha = seeded;
        mcore_file_head number = {0};
        mcore_file_head_number(&number, (uint32_t)(at / MCORE_SHA1_DIGEST), 1);
        mcore_sha1_add(&sha, number.text, number.length);
        mcore_sha1_digest(&sha, digest);
        for (size_t i = 0; i < MCORE_SHA1_DIGEST && at + i < length; i++)
            target[at + i] ^= digest[i];
        if (mcore_file_poll(poll, 300) != MINES_OK)
            return MINES_INTERRUPTED;
    }
    return MINES_OK;
}

/* Obfuscate the bits, or reverse that: the same steps in the opposite order. */
static mines_status obfuscate(unsigned char *bytes, size_t bits, bool reverse, mcore_poll *poll)
{
    size_t length = (bits + 7) / 8, first = length / 2;
    for (int step = 0; step < 2; step++) {
        mines_status status = (step == 0) != reverse ? mask_with(bytes, first, bytes + first, length - first, poll)
                                                     : mask_with(bytes + first, length - first, bytes, first, poll);
        if (status != MINES_OK)
            return status;
        if (bits % 8 != 0)
            bytes[length - 1] &= (unsigned char)(0xff00 >> (bits % 8));
    }
    return MINES_OK;
}

/* If there is a URL, skip to the game ID after its '#'. */
static mines_status skip_url(mcore_file_reader *in)
{
    bool url = false;
    for (size_t at = in->at; at < in->end; at++) {
        url |= in->end - at >= 3 && memcmp(in->bytes + at, "://", 3) == 0;
        if (url && in->bytes[at] == '#') {
            in->at = at + 1;
            return MINES_OK;
        }
    }
    return url ? mcore_file_refuse(in->fault, in->end, "the URL has no game id after a #") : MINES_OK;
}

/* Read the parameters before the colon. Sets *mines and *mines_at if they contain the number of mines. */
static mines_status read_parameters(mcore_file_reader *in, int64_t *mines, size_t *mines_at)
{
    uint32_t rows, cols, number;
    size_t cols_at = in->at, rows_at = in->at;
    if (!mcore_file_number(in, &cols))
        return mcore_file_refuse(in->fault, in->at, "a game id starts with the width");
    rows = cols;
    if (mcore_file_accept(in, 'x')) {
        rows_at = in->at;
        if (!mcore_file_number(in, &rows))
            return mcore_file_refuse(in->fault, in->at, "the height after the x is missing");
    }
    if (mcore_file_accept(in, 'n')) {
        *mines_at = in->at;
        if (!mcore_file_number(in, &number))
            return mcore_file_refuse(in->fault, in->at, "the number of mines after the n is missing");
        *mines = number;
    }
    mcore_file_accept(in, 'a'); /* the board may require guessing */
    if (in->at < in->end && in->bytes[in->at] == '#')
        return mcore_file_refuse(in->fault, in->at, "the id contains a random seed instead of a board");
    if (!mcore_file_accept(in, ':'))
        return mcore_file_refuse(in->fault, in->at, "a colon must follow the parameters");
    return mcore_file_sides(in, rows, rows_at, cols, cols_at);
}

/* Read the first click, if there is one. */
static mines_status read_click(mcore_file_reader *in)
{
    uint32_t col, row;
    size_t at = in->at;
    if (in->at < in->end && in->bytes[in->at] == 'r')
        return mcore_file_refuse(in->fault, in->at, "this game's mines are placed only at its first click");
    if (!mcore_file_number(in, &col))
        return MINES_OK;
    if (col >= in->file.cols)
        return mcore_file_refuse(in->fault, at, "the first click's column is outside the board");
    if (!mcore_file_accept(in, ','))
        return mcore_file_refuse(in->fault, in->at, "a comma must follow the x of the first click");
    at = in->at;
    if (!mcore_file_number(in, &row))
        return mcore_file_refuse(in->fault, in->at, "the y of the first click is missing");
    if (row >= in->file.rows)
        return mcore_file_refuse(in->fault, at, "the first click's row is outside the board");
    if (!mcore_file_accept(in, ','))
        return mcore_file_refuse(in->fault, in->at, "a comma must follow the y of the first click");
    in->file.first_col = (int32_t)col;
    in->file.first_row = (int32_t)row;
    return MINES_OK;
}

mines_status mcore_file_read_tatham(mcore_file_reader *in)
{
    int64_t given_mines = -1;
    size_t given_at = 0;
    mcore_file_trim(in);
    mines_status status = skip_url(in);
    if (status == MINES_OK)
        status = read_parameters(in, &given_mines, &given_at);
    if (status == MINES_OK)
        status = read_click(in);
    if (status != MINES_OK)
        return status;
    bool obfuscated = mcore_file_accept(in, 'm');
    if (!obfuscated)
        mcore_file_accept(in, 'u');
    size_t cells = mcore_file_cells(&in->file), digits = (cells + 3) / 4, given = in->end - in->at;
    if (given < digits)
        return mcore_file_refuse(in->fault, in->end, "there are too few digits for this size");
    if (given > digits)
        return mcore_file_refuse(in->fault, in->at + digits, "there are too many digits for this size");
    status = mcore_file_reserve(in);
    if (status != MINES_OK)
        return status;
    uint8_t *mask = in->mask; /* first holds the bits at its beginning, then spread out starting from the last one */
    for (size_t i = 0; i < digits; i++) {
        uint32_t digit = mcore_file_digit(in->bytes[in->at + i], 16);
        if (digit == UINT32_MAX)
            return mcore_file_refuse(in->fault, in->at + i, "not a hexadecimal digit");
        mask[i / 2] = (uint8_t)(i % 2 == 0 ? digit << 4 : mask[i / 2] | digit);
        if (i % 4096 == 0 && mcore_file_poll(in->poll, 4096) != MINES_OK)
            return MINES_INTERRUPTED;
    }
    if (cells % 8 != 0 && mask[cells / 8] & (0xff >> (cells % 8)))
        return mcore_file_refuse(in->fault, in->end - 1, "a bit past the last cell is set");
    if (obfuscated)
        status = obfuscate(mask, cells, true, in->poll);
    if (status != MINES_OK)
        return status;
    int32_t mines = 0;
    for (size_t i = cells; i-- > 0;) {
        mask[i] = mask[i / 8] >> (7 - i % 8) & 1;
        mines += mask[i];
        if (i % 4096 == 0 && mcore_file_poll(in->poll, 4096) != MINES_OK)
            return MINES_INTERRUPTED;
    }
    if (given_mines >= 0 && given_mines != mines)
        return mcore_file_refuse(in->fault, given_at, "the board has a different number of mines");
    in->file.mines = mines;
    in->file.complete = 1;
    return MINES_OK;
}

static mines_status write_id(mcore_file_writer *out, bool obfuscated)
{
    const mines_file *file = &out->file;
    mines_status status = mcore_file_need_mines(out);
    if (status != MINES_OK)
        return status;
    mcore_file_head head = {0};
    mcore_file_head_number(&head, file->cols, 1);
    mcore_file_head_text(&head, "x");
    mcore_file_head_number(&head, file->rows, 1);
    mcore_file_head_text(&head, ":");
    if (file->first_row >= 0) {
        mcore_file_head_number(&head, (uint32_t)file->first_col, 1);
        mcore_file_head_text(&head, ",");
        mcore_file_head_number(&head, (uint32_t)file->first_row, 1);
        mcore_file_head_text(&head, ",");
    }
    mcore_file_head_text(&head, obfuscated ? "m" : "u");
    size_t cells = mcore_file_cells(file), digits = (cells + 3) / 4;
    status = mcore_file_begin(out, &head, head.length + digits);
    if (status != MINES_OK)
        return status;
    unsigned char *to = out->bytes + head.length; /* first holds the bits at its beginning, as in reading */
    for (size_t i = 0; i < cells; i++) {
        unsigned bit = out->mask[i] != 0;
        to[i / 8] = (unsigned char)(i % 8 == 0 ? bit << 7 : to[i / 8] | bit << (7 - i % 8));
        if (i % 4096 == 0 && mcore_file_poll(out->poll, 4096) != MINES_OK)
            return MINES_INTERRUPTED;
    }
    if (obfuscated)
        status = obfuscate(to, cells, false, out->poll);
    for (size_t i = digits; i-- > 0;)
        to[i] = (unsigned char)"0123456789abcdef"[to[i / 2] >> (i % 2 == 0 ? 4 : 0) & 15];
    return status;
}

mines_status mcore_file_write_tatham(mcore_file_writer *out) { return write_id(out, true); }

mines_status mcore_file_write_tatham_plain(mcore_file_writer *out) { return write_id(out, false); }
