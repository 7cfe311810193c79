/*
 * file.h - reads and writes board files. Reading turns a file's bytes into cells and a mask, writing does the reverse;
 * on failure a fault says where and why. Nothing is allocated: the caller owns all buffers, and formats that need
 * scratch memory use the output buffers.
 *
 * file.c checks boards before they are written and contains what formats share; each file_*.c implements one format. To
 * add a format, write a file with its two functions and add a line to the table in file.c.
 */
#ifndef MCORE_FILE_H
#define MCORE_FILE_H

#include "../base/common.h"
#include "../base/poll.h"

/* A file being read. A format sets the sides of `file` and calls mcore_file_reserve before it uses cells and mask. */
typedef struct mcore_file_reader {
    const unsigned char *bytes;
    size_t at, end; /* the part not read yet */
    mines_file file;
    char *cells;
    uint8_t *mask;
    size_t capacity;
    mines_file_fault *fault;
    mcore_poll *poll;
} mcore_file_reader;

/* A checked board being written. */
typedef struct mcore_file_writer {
    mines_file file;     /* if the board is complete, with the mask's number of mines */
    const char *cells;   /* NULL: all unopened */
    const uint8_t *mask; /* NULL: the board is not complete */
    unsigned char *bytes;
    size_t capacity;
    size_t length; /* of the file in bytes, also if that exceeds the capacity */
    mines_file_fault *fault;
    mcore_poll *poll;
} mcore_file_writer;

mines_status mcore_file_read(mines_format format, mcore_file_reader *in);
mines_status mcore_file_write(mines_format format, mcore_file_writer *out);

/* ---- The formats ------------------------------------------------------------------------------------------------- */

mines_status mcore_file_read_text(mcore_file_reader *in);
mines_status mcore_file_write_text(mcore_file_writer *out);
mines_status mcore_file_read_mbf(mcore_file_reader *in);
mines_status mcore_file_write_mbf(mcore_file_writer *out);
mines_status mcore_file_read_mine(mcore_file_reader *in);
mines_status mcore_file_write_mine(mcore_file_writer *out);
mines_status mcore_file_read_link(mcore_file_reader *in);
mines_status mcore_file_write_link(mcore_file_writer *out);
mines_status mcore_file_read_tatham(mcore_file_reader *in);
mines_status mcore_file_write_tatham(mcore_file_writer *out);
mines_status mcore_file_write_tatham_plain(mcore_file_writer *out);

/* ---- Shared by the formats --------------------------------------------------------------------------------------- */

/* Set the fault and return MINES_BAD_FILE. The text must be a literal. */
mines_status mcore_file_refuse(mines_file_fault *fault, size_t offset, const char *text);

/* Set the sides, or refuse them if out of range; the numbers are at these offsets in the file. */
mines_status mcore_file_sides(mcore_file_reader *in, uint32_t rows, size_t rows_at, uint32_t cols, size_t cols_at);

/* Check that cells and mask are large enough for the sides, and initialise them: unopened, without mines. */
mines_status mcore_file_reserve(mcore_file_reader *in);

/* Finish a position whose cells are set: if they and the number of mines determine every mine, the board is complete,
   and its mask is set. file.mines: the number given in the file at offset mines_at, or -1. */
mines_status mcore_file_position(mcore_file_reader *in, size_t mines_at);

/* Find the first cell that contradicts the mask: a known mine where the mask has none, an opened mine, or a number that
   differs from the number of mines around it. *cell is its index, or SIZE_MAX. MINES_INTERRUPTED or MINES_OK. */
mines_status mcore_file_disagreement(const mines_file *file, const char *cells, const uint8_t *mask, mcore_poll *poll,
                                     size_t *cell);

/* Skip a byte order mark and leading blanks, and cut off trailing ones. */
void mcore_file_trim(mcore_file_reader *in);

/* Read the next line; *begin and *end are the offsets of its text without blanks around it. False if none is left. */
bool mcore_file_line(mcore_file_reader *in, size_t *begin, size_t *end);

/* Read a decimal number; larger ones become UINT32_MAX. False if there is no digit. */
bool mcore_file_number(mcore_file_reader *in, uint32_t *value);

/* Skip this character if it is the next one. */
bool mcore_file_accept(mcore_file_reader *in, char character);

/* The value of a digit, in either case, in a base up to 32; UINT32_MAX for other characters. */
uint32_t mcore_file_digit(unsigned char character, uint32_t base);

/* Poll, once per row of that many columns. MINES_INTERRUPTED or MINES_OK. */
static inline mines_status mcore_file_poll(mcore_poll *poll, uint32_t cols)
{
    return mcore_poll_step(poll, mcore_poll_work(cols)) ? MINES_INTERRUPTED : MINES_OK;
}

static inline bool mcore_file_blank(unsigned char character)
{
    return character == ' ' || character == '\t' || character == '\r' || character == '\n';
}

static inline size_t mcore_file_cells(const mines_file *file) { return (size_t)file->rows * file->cols; }

/* The beginning of a text file, assembled before it is known whether the file fits in the buffer. */
typedef struct mcore_file_head {
    size_t length;
    char text[80];
} mcore_file_head;

void mcore_file_head_text(mcore_file_head *head, const char *text);

/* With leading zeros up to that many digits. */
void mcore_file_head_number(mcore_file_head *head, uint32_t number, int digits);

/* Write the head of a file of that length, or return MINES_TOO_SMALL if the file does not fit. */
mines_status mcore_file_begin(mcore_file_writer *out, const mcore_file_head *head, size_t length);

/* For formats that store only mines: MINES_BAD_FILE if the board is not complete. */
mines_status mcore_file_need_mines(mcore_file_writer *out);

static inline char mcore_file_cell(const mcore_file_writer *out, size_t cell)
{
    return out->cells != NULL ? out->cells[cell] : '-';
}

#endif
