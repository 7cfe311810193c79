/* fuzz_board.c - board text: mines_board_read against a reader that goes character by character. */
#include "fuzz.h"

static bool is_cell(uint8_t character) { return character != 0 && strchr("-+012345678", character) != NULL; }

typedef struct reading {
    bool good;
    uint32_t rows, cols; /* of a good board */
    size_t row;          /* the line of the fault in a bad one */
    char cells[MINES_MAX_SIDE * MINES_MAX_SIDE];
} reading;

/* A board is 1 to 256 lines of one length, 1 to 256 cells each; a line may end in "\r". */
static void read_plainly(const uint8_t *text, size_t length, reading *r)
{
    size_t col = 0;
    bool returned = false; /* after "\r" only "\n" may follow */
    r->good = length > 0;
    r->rows = r->cols = 0;
    r->row = 0;
    for (size_t i = 0; i <= length && r->good; i++) {
        if (i == length || text[i] == '\n') {
            if (i == length && length > 0 && text[length - 1] == '\n')
                break;
            if (r->row == 0)
                r->cols = (uint32_t)col;
            r->good = col > 0 && col == r->cols && r->row < MINES_MAX_SIDE;
            if (r->good) {
                r->row++;
                col = 0;
                returned = false;
            }
        } else if (returned) {
            r->good = false;
        } else if (text[i] == '\r') {
            returned = true;
        } else {
            r->good = is_cell(text[i]) && col < MINES_MAX_SIDE && r->row < MINES_MAX_SIDE;
            if (r->good)
                r->cells[r->row * (r->row > 0 ? r->cols : 0) + col++] = (char)text[i];
        }
    }
    r->rows = (uint32_t)r->row;
}

static void check_fault(mines_status status, const mines_fault *fault, const uint8_t *text, size_t length,
                        const reading *r)
{
    size_t at = 0, row = 0;
    FUZZ_CHECK(status == MINES_BAD_CELL || status == MINES_BAD_SHAPE);
    FUZZ_CHECK(fault->reason == MINES_FAULT_CELL && fault->row >= 0 && fault->col >= 0);
    FUZZ_CHECK((size_t)fault->row == r->row);
    for (; row < (size_t)fault->row; at++)
        row += text[at] == '\n';
    at += (size_t)fault->col;
    FUZZ_CHECK(at <= length);
    if (status == MINES_BAD_CELL)
        FUZZ_CHECK(at < length && !is_cell(text[at]) && text[at] != '\n');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static reading plain;
    fuzz_begin(data, size);
    const uint8_t *text = fuzz_copy(data, size);
    mines_fault fault = {.size = sizeof fault, .reason = MINES_FAULT_COUNT, .row = 7, .col = 7};
    uint32_t rows = UINT32_MAX, cols = UINT32_MAX;
    read_plainly(text, size, &plain);
    mines_status status = mines_board_read((const char *)text, size, NULL, 0, &rows, &cols, &fault);
    if (!plain.good) {
        check_fault(status, &fault, text, size, &plain);
        FUZZ_CHECK(mines_board_read((const char *)text, size, fuzz_buffer(40, 1), 40, &rows, &cols, NULL) == status);
        return 0;
    }
    FUZZ_CHECK(status == MINES_TOO_SMALL && fault.reason == MINES_FAULT_NONE && fault.row == -1 && fault.col == -1);
    FUZZ_CHECK(rows == plain.rows && cols == plain.cols);
    size_t need = (size_t)rows * cols;
    char *cells = fuzz_buffer(need, 1), *fewer = fuzz_buffer(need - 1, 1);
    FUZZ_CHECK(mines_board_read((const char *)text, size, fewer, need - 1, &rows, &cols, NULL) == MINES_TOO_SMALL);
    FUZZ_CHECK(mines_board_read((const char *)text, size, cells, need, &rows, &cols, &fault) == MINES_OK);
    FUZZ_CHECK(rows == plain.rows && cols == plain.cols && memcmp(cells, plain.cells, need) == 0);
    return 0;
}
