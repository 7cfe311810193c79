/*
 * fuzz_file.c - board files. The first byte is the format, the rest the file. A board that is read makes sense; written
 * in each format that can hold it and read again, it is the same board; written once more, the same bytes.
 */
#include "position.h"

#define FORMATS ((mines_format)(MINES_FORMAT_TATHAM_PLAIN + 1))

typedef struct board {
    mines_file file;
    char *cells; /* both in buffers */
    uint8_t *mask;
} board;

static size_t cells_of(const board *b) { return (size_t)b->file.rows * b->file.cols; }

static mines_status read_file(mines_format format, const uint8_t *bytes, size_t length, board *b)
{
    mines_file_fault fault = {.size = sizeof fault, .offset = 4711};
    *b = (board){.file = {.size = sizeof b->file}};
    mines_status status = mines_file_read(format, bytes, length, NULL, &b->file, NULL, NULL, 0, &fault);
    FUZZ_CHECK(status == MINES_TOO_SMALL || status == MINES_BAD_FILE);
    size_t cells = cells_of(b);
    if (status == MINES_TOO_SMALL) {
        FUZZ_CHECK(cells > 0 && (cells <= 65536 || cells <= 5 * length)); /* a few bytes can't give a large board */
        unsigned buffers = fuzz_buffers_used;
        char *fewer = fuzz_buffer(cells - 1, 1);
        uint8_t *mask = fuzz_buffer(cells - 1, 1);
        FUZZ_CHECK(mines_file_read(format, bytes, length, NULL, &b->file, fewer, mask, cells - 1, NULL) ==
                   MINES_TOO_SMALL);
        fuzz_buffers_used = buffers;
        b->cells = fuzz_buffer(cells, 1);
        b->mask = fuzz_buffer(cells, 1);
        status = mines_file_read(format, bytes, length, NULL, &b->file, b->cells, b->mask, cells, &fault);
        FUZZ_CHECK(status == MINES_OK || status == MINES_BAD_FILE);
        FUZZ_CHECK(cells_of(b) == cells);
    }
    FUZZ_CHECK(fault.text != NULL && (fault.text[0] != '\0') == (status == MINES_BAD_FILE));
    FUZZ_CHECK(fault.offset <= length);
    return status;
}

/* What holds for every board that is read. */
static void check_board(const board *b)
{
    const mines_file *f = &b->file;
    size_t cells = cells_of(b), masked = 0, known = 0;
    for (size_t i = 0; i < cells; i++) {
        char cell = b->cells[i];
        FUZZ_CHECK(cell != '\0' && strchr("-F+012345678", cell) != NULL && b->mask[i] <= 1);
        masked += b->mask[i];
        known += cell == '+';
        if (f->complete && cell != '-' && cell != 'F') {
            FUZZ_CHECK((cell == '+') == (b->mask[i] == 1));
            FUZZ_CHECK(cell == '+' || (unsigned)(cell - '0') == fuzz_around(b->mask, f->rows, f->cols, i));
        }
    }
    FUZZ_CHECK(f->complete <= 1 && f->mines >= -1);
    FUZZ_CHECK(f->complete ? (size_t)f->mines == masked : masked == 0);
    FUZZ_CHECK(f->mines == -1 || ((size_t)f->mines >= known && (size_t)f->mines <= cells));
    if (f->first_row != -1 || f->first_col != -1) {
        FUZZ_CHECK(f->first_row >= 0 && (uint32_t)f->first_row < f->rows);
        FUZZ_CHECK(f->first_col >= 0 && (uint32_t)f->first_col < f->cols);
    }
}

/* The file in a buffer, or NULL if the format can't hold the board. */
static uint8_t *write_file(mines_format format, const board *b, size_t *length)
{
    mines_file_fault fault = {.size = sizeof fault};
    size_t again = 0;
    mines_status status = mines_file_write(format, &b->file, b->cells, b->mask, NULL, NULL, 0, length, &fault);
    FUZZ_CHECK(fault.text != NULL && (fault.text[0] != '\0') == (status == MINES_BAD_FILE));
    if (status == MINES_BAD_FILE) {
        FUZZ_CHECK(*length == 0 && fault.offset < cells_of(b));
        return NULL;
    }
    FUZZ_CHECK(status == MINES_TOO_SMALL && *length > 0);
    unsigned buffers = fuzz_buffers_used;
    uint8_t *bytes = fuzz_buffer(*length - 1, 1);
    FUZZ_CHECK(mines_file_write(format, &b->file, b->cells, b->mask, NULL, bytes, *length - 1, &again, NULL) ==
               MINES_TOO_SMALL);
    fuzz_buffers_used = buffers;
    bytes = fuzz_buffer(*length, 1);
    FUZZ_CHECK(mines_file_write(format, &b->file, b->cells, b->mask, NULL, bytes, *length, &again, NULL) == MINES_OK);
    FUZZ_CHECK(again == *length);
    return bytes;
}

/* Two boards are the same, as far as formats store them. */
static void check_same(const board *a, const board *b, bool whole)
{
    size_t cells = cells_of(a);
    FUZZ_CHECK(a->file.rows == b->file.rows && a->file.cols == b->file.cols);
    FUZZ_CHECK(a->file.mines == b->file.mines && a->file.complete == b->file.complete);
    FUZZ_CHECK(memcmp(a->mask, b->mask, cells) == 0);
    if (whole) {
        FUZZ_CHECK(memcmp(a->cells, b->cells, cells) == 0);
        FUZZ_CHECK(a->file.first_row == b->file.first_row && a->file.first_col == b->file.first_col);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input in = fuzz_begin(data, size);
    mines_format format = (mines_format)fuzz_below(&in, 8);
    const uint8_t *bytes = fuzz_copy(in.at, fuzz_left(&in));
    board b = {.file = {.size = sizeof b.file}}, again, last;
    if (format == FORMATS) {
        FUZZ_CHECK(mines_file_read(format, bytes, fuzz_left(&in), NULL, &b.file, NULL, NULL, 0, NULL) ==
                   MINES_BAD_ARGUMENT);
        return 0;
    }
    if (read_file(format, bytes, fuzz_left(&in), &b) != MINES_OK)
        return 0;
    check_board(&b);
    for (mines_format to = 0; to < FORMATS; to++) {
        unsigned buffers = fuzz_buffers_used;
        size_t length, once_more;
        uint8_t *written = write_file(to, &b, &length), *repeated;
        FUZZ_CHECK(written != NULL || to != format);
        if (written != NULL) {
            FUZZ_CHECK(read_file(to, written, length, &again) == MINES_OK);
            check_board(&again);
            /* .mine stores the mines of a complete board as known ones; the other formats keep what they read */
            check_same(&b, &again, to == format && !(to == MINES_FORMAT_MINE && b.file.complete));
            repeated = write_file(to, &again, &once_more);
            FUZZ_CHECK(repeated != NULL && once_more == length && memcmp(repeated, written, length) == 0);
            FUZZ_CHECK(read_file(to, repeated, length, &last) == MINES_OK);
            check_same(&again, &last, true);
        }
        fuzz_buffers_used = buffers;
    }
    return 0;
}
