/*
 * file.h - board files. What arrives: the bytes of one, or a board. What leaves: the board as cells and a mask, or the
 * bytes; otherwise the place at fault and a sentence on it. Nothing is allocated: all output is the caller's, and where
 * a format needs room to work in, it works there.
 *
 * file.c checks a board before it is written and knows what the formats share; each file_*.c knows one format. A new
 * format is a file with its two functions and a line in the table of file.c.
 */
#ifndef MSC_FILE_H
#define MSC_FILE_H

#include "common.h"
#include "poll.h"

/* A file being read. The format sets file's sides and calls msc_file_room before it touches cells and mask. */
typedef struct msc_reading {
    const unsigned char *bytes;
    size_t at, end; /* what is left of them */
    mines_file file;
    char *cells;
    uint8_t *mask;
    size_t capacity;
    mines_file_fault *fault;
    msc_poll *poll;
} msc_reading;

/* A checked board being written. */
typedef struct msc_writing {
    mines_file file;     /* mines: the mask's, where the board is complete */
    const char *cells;   /* NULL: all unopened */
    const uint8_t *mask; /* NULL: not complete */
    unsigned char *bytes;
    size_t capacity;
    size_t length; /* bytes that the file takes */
    mines_file_fault *fault;
    msc_poll *poll;
} msc_writing;

mines_status msc_file_read(mines_format format, msc_reading *in);
mines_status msc_file_write(mines_format format, msc_writing *out);

/* ---- The formats */

mines_status msc_file_read_text(msc_reading *in);
mines_status msc_file_write_text(msc_writing *out);
mines_status msc_file_read_mbf(msc_reading *in);
mines_status msc_file_write_mbf(msc_writing *out);
mines_status msc_file_read_mine(msc_reading *in);
mines_status msc_file_write_mine(msc_writing *out);
mines_status msc_file_read_link(msc_reading *in);
mines_status msc_file_write_link(msc_writing *out);
mines_status msc_file_read_tatham(msc_reading *in);
mines_status msc_file_write_tatham(msc_writing *out);
mines_status msc_file_write_tatham_plain(msc_writing *out);

/* ---- What they share */

/* MINES_BAD_FILE, with the fault set. */
mines_status msc_file_refuse(mines_file_fault *fault, size_t offset, const char *text);

/* Sets the sides, from numbers that stand at those offsets, or refuses them. */
mines_status msc_file_sides(msc_reading *in, uint32_t rows, size_t rows_at, uint32_t cols, size_t cols_at);

/* Whether cells and mask have room for the sides set; then all cells are unopened, and none has a mine. */
mines_status msc_file_room(msc_reading *in);

/* Completes the reading of a position whose cells are set, and known mines in the mask: decides whether every mine is
   known, and if so sets the mask. file.mines: what the file says, at offset mines_at, or -1. */
mines_status msc_file_position(msc_reading *in, size_t mines_at);

/* The first cell, by index, that the mask contradicts: a known mine that is none, an opened mine, a number that is not
   that of the mines around it. SIZE_MAX: there is none. MINES_INTERRUPTED, or MINES_OK. */
mines_status msc_file_disagreement(const mines_file *file, const char *cells, const uint8_t *mask, msc_poll *poll,
                                   size_t *cell);

/* Files of text: past a byte order mark and blanks, before blanks at the end. */
void msc_file_trim(msc_reading *in);

/* The next line, without its end and the blanks around it, as offsets; false where no line is left. */
bool msc_file_line(msc_reading *in, size_t *begin, size_t *end);

/* The decimal number at in->at, and past it; UINT32_MAX stands for larger ones. False where no digit is. */
bool msc_file_number(msc_reading *in, uint32_t *value);

/* Past this character, if it is the next one. */
bool msc_file_take(msc_reading *in, char character);

/* The value of a digit, either case, in a base up to 32; UINT32_MAX where it is none. */
uint32_t msc_file_digit(unsigned char character, uint32_t base);

/* Polls once a row, and gives MINES_INTERRUPTED or MINES_OK. */
static inline mines_status msc_file_poll(msc_poll *poll, uint32_t cols)
{
    return msc_poll_step(poll, msc_poll_work(cols)) ? MINES_INTERRUPTED : MINES_OK;
}

static inline bool msc_file_blank(unsigned char character)
{
    return character == ' ' || character == '\t' || character == '\r' || character == '\n';
}

static inline size_t msc_file_cells(const mines_file *file) { return (size_t)file->rows * file->cols; }

/* The beginning of a file of text: short, so it is put together before it is known whether it fits. */
typedef struct msc_head {
    size_t length;
    char text[80];
} msc_head;

void msc_head_text(msc_head *head, const char *text);
void msc_head_number(msc_head *head, uint32_t number, int digits); /* with zeros before it, to that many digits */

/* Writes the head where all of length bytes fit, and gives MINES_TOO_SMALL where they don't. */
mines_status msc_file_begin(msc_writing *out, const msc_head *head, size_t length);

/* What formats of mines alone begin with: MINES_BAD_FILE where the board is not complete. */
mines_status msc_file_need_mines(msc_writing *out);

static inline char msc_file_cell(const msc_writing *out, size_t cell)
{
    return out->cells != NULL ? out->cells[cell] : '-';
}

#endif
