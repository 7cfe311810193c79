/*
 * file.h - board files. What arrives: the bytes of one, or a board. What leaves: the board as cells and a mask, or the
 * bytes; otherwise the place at fault and a sentence on it. Nothing is allocated: all output is the caller's, and where
 * a format needs room to work in, it works there.
 *
 * file.c checks a board before it is written and knows what the formats share; each file_*.c knows one format. A new
 * format is a file with its two functions and a line in the table of file.c.
 */
#ifndef MCORE_FILE_H
#define MCORE_FILE_H

#include "../base/common.h"
#include "../base/poll.h"

/* A file being read. The format sets file's sides and calls mcore_file_reserve before it touches cells and mask. */
typedef struct mcore_file_reader {
    const unsigned char *bytes;
    size_t at, end; /* what is left of them */
    mines_file file;
    char *cells;
    uint8_t *mask;
    size_t capacity;
    mines_file_fault *fault;
    mcore_poll *poll;
} mcore_file_reader;

/* A checked board being written. */
typedef struct mcore_file_writer {
    mines_file file;     /* mines: the mask's, where the board is complete */
    const char *cells;   /* NULL: all unopened */
    const uint8_t *mask; /* NULL: not complete */
    unsigned char *bytes;
    size_t capacity;
    size_t length; /* bytes that the file takes */
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

/* ---- What they share --------------------------------------------------------------------------------------------- */

/* MINES_BAD_FILE, with the fault set. */
mines_status mcore_file_refuse(mines_file_fault *fault, size_t offset, const char *text);

/* Sets the sides, from numbers that stand at those offsets, or refuses them. */
mines_status mcore_file_sides(mcore_file_reader *in, uint32_t rows, size_t rows_at, uint32_t cols, size_t cols_at);

/* Whether cells and mask have room for the sides set; then all cells are unopened, and none has a mine. */
mines_status mcore_file_reserve(mcore_file_reader *in);

/* Completes the reading of a position whose cells are set, and known mines in the mask: decides whether every mine is
   known, and if so sets the mask. file.mines: what the file says, at offset mines_at, or -1. */
mines_status mcore_file_position(mcore_file_reader *in, size_t mines_at);

/* The first cell, by index, that the mask contradicts: a known mine that is none, an opened mine, a number that is not
   that of the mines around it. SIZE_MAX: there is none. MINES_INTERRUPTED, or MINES_OK. */
mines_status mcore_file_disagreement(const mines_file *file, const char *cells, const uint8_t *mask, mcore_poll *poll,
                                     size_t *cell);

/* Files of text: past a byte order mark and blanks, before blanks at the end. */
void mcore_file_trim(mcore_file_reader *in);

/* The next line, without its end and the blanks around it, as offsets; false where no line is left. */
bool mcore_file_line(mcore_file_reader *in, size_t *begin, size_t *end);

/* The decimal number at in->at, and past it; UINT32_MAX stands for larger ones. False where no digit is. */
bool mcore_file_number(mcore_file_reader *in, uint32_t *value);

/* Past this character, if it is the next one. */
bool mcore_file_accept(mcore_file_reader *in, char character);

/* The value of a digit, either case, in a base up to 32; UINT32_MAX where it is none. */
uint32_t mcore_file_digit(unsigned char character, uint32_t base);

/* Polls once a row, and gives MINES_INTERRUPTED or MINES_OK. */
static inline mines_status mcore_file_poll(mcore_poll *poll, uint32_t cols)
{
    return mcore_poll_step(poll, mcore_poll_work(cols)) ? MINES_INTERRUPTED : MINES_OK;
}

static inline bool mcore_file_blank(unsigned char character)
{
    return character == ' ' || character == '\t' || character == '\r' || character == '\n';
}

static inline size_t mcore_file_cells(const mines_file *file) { return (size_t)file->rows * file->cols; }

/* The beginning of a file of text: short, so it is put together before it is known whether it fits. */
typedef struct mcore_file_head {
    size_t length;
    char text[80];
} mcore_file_head;

void mcore_file_head_text(mcore_file_head *head, const char *text);
void mcore_file_head_number(mcore_file_head *head, uint32_t number,
                            int digits); /* with zeros before it, to that many digits */

/* Writes the head where all of length bytes fit, and gives MINES_TOO_SMALL where they don't. */
mines_status mcore_file_begin(mcore_file_writer *out, const mcore_file_head *head, size_t length);

/* What formats of mines alone begin with: MINES_BAD_FILE where the board is not complete. */
mines_status mcore_file_need_mines(mcore_file_writer *out);

static inline char mcore_file_cell(const mcore_file_writer *out, size_t cell)
{
    return out->cells != NULL ? out->cells[cell] : '-';
}

#endif
