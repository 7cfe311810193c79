/*
 * fuzz_generate.c - new boards for all kinds of requests, up to 8 x 8 cells: they meet the request within the allowed
 * tries, in one call or several. Also whether boards need a guess, up to 12 cells, against all possible boards.
 */
#include "position.h"

#include "../c/all_boards.h"

static bool wrong(const mines_generate_request *r)
{
    if (r->rows < 1 || r->cols < 1 || r->mines > r->rows * r->cols || r->row >= r->rows || r->col >= r->cols)
        return true;
    if (r->max_bbbv != 0 && r->max_bbbv < r->min_bbbv)
        return true;
    if (r->size != sizeof *r || (unsigned)r->first_click > MINES_FIRST_OPENING || (unsigned)r->logic > 2)
        return true;
    return r->logic != MINES_GENERATE_ANY && r->first_click == MINES_FIRST_ANYTHING;
}

static void check_board(const mines_generate_request *r, const uint8_t *mask)
{
    size_t cells = (size_t)r->rows * r->cols, click = (size_t)r->row * r->cols + r->col;
    unsigned mines = 0, far = 0, near = fuzz_around(mask, r->rows, r->cols, click) + mask[click];
    uint32_t bbbv = 0;
    uint8_t answer = 2;
    for (size_t i = 0; i < cells; i++) {
        FUZZ_CHECK(mask[i] <= 1);
        mines += mask[i];
        far += labs((long)(i / r->cols) - (long)r->row) > 1 || labs((long)(i % r->cols) - (long)r->col) > 1;
    }
    FUZZ_CHECK(mines == r->mines);
    if (r->first_click != MINES_FIRST_ANYTHING)
        FUZZ_CHECK(!mask[click] || mines == cells);
    if (r->first_click == MINES_FIRST_OPENING)
        FUZZ_CHECK(near == (mines > far ? mines - far : 0));
    FUZZ_CHECK(mines_metrics(mask, 1, r->rows, r->cols, &SIZED(mines_options, .threads = 1),
                             &SIZED(mines_metrics_result, .bbbv = &bbbv)) == MINES_OK);
    FUZZ_CHECK(bbbv >= r->min_bbbv && (r->max_bbbv == 0 || bbbv <= r->max_bbbv));
    if (r->logic != MINES_GENERATE_ANY) {
        FUZZ_CHECK(mines_no_guess(mask, 1, r->rows, r->cols, r->row, r->col, &SIZED(mines_options, .threads = 1),
                                  &answer) == MINES_OK);
        FUZZ_CHECK(answer == 1);
    }
}

static void check_no_guess(const mines_generate_request *r, const uint8_t *masks, size_t count)
{
    enum { MOST = 12 };
    uint32_t cells = r->rows * r->cols;
    uint8_t *answers = fuzz_buffer(count, 1);
    FUZZ_CHECK(mines_no_guess(masks, count, r->rows, r->cols, r->row, r->col, &SIZED(mines_options, .threads = 2),
                              answers) == MINES_OK);
    for (size_t b = 0; b < count; b++)
        FUZZ_CHECK(answers[b] <= 1);
    if (cells > MOST)
        return;
    for (size_t b = 0; b < count; b++) {
        uint32_t truth = 0;
        small all;
        for (uint32_t i = 0; i < cells; i++)
            truth |= (uint32_t)(masks[b * cells + i] != 0) << i;
        list_boards(&all, r->rows, r->cols, ones(truth));
        FUZZ_CHECK(answers[b] == won_by_all_boards(&all, truth, r->row * r->cols + r->col));
        free(all.board);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input in = fuzz_begin(data, size);
    uint8_t how = fuzz_byte(&in);
    mines_generate_request r = {.size = sizeof r};
    r.rows = 1 + fuzz_below(&in, 8);
    r.cols = 1 + fuzz_below(&in, 8);
    size_t cells = (size_t)r.rows * r.cols;
    r.mines = fuzz_below(&in, (uint32_t)cells + 1);
    r.row = fuzz_below(&in, r.rows);
    r.col = fuzz_below(&in, r.cols);
    r.logic = (mines_generate_logic)(how % 3);
    r.first_click = (mines_first_click)(1 + (how >> 2) % 2);
    if (r.logic == MINES_GENERATE_ANY && (how & 8))
        r.first_click = MINES_FIRST_ANYTHING;
    uint8_t least = fuzz_byte(&in), most = fuzz_byte(&in);
    r.min_bbbv = how & 16 ? least & 31 : 0;
    r.max_bbbv = how & 32 && most != 0 ? r.min_bbbv + (most & 15) : 0;
    r.tries = 1 + fuzz_below(&in, 24);
    uint64_t seed = fuzz_byte(&in), first = fuzz_byte(&in), tried = 99, count = 1 + (how >> 6);
    uint32_t threads = fuzz_below(&in, 4);
    if (fuzz_byte(&in) == 255) { /* any small request */
        r.size -= fuzz_byte(&in) & 1;
        r.rows = fuzz_below(&in, 9);
        r.cols = fuzz_below(&in, 9);
        r.mines = fuzz_byte(&in);
        r.row = fuzz_byte(&in);
        r.first_click = (mines_first_click)(int)(int8_t)fuzz_byte(&in);
        r.logic = (mines_generate_logic)(int)(int8_t)fuzz_byte(&in);
        r.min_bbbv = fuzz_byte(&in);
        r.max_bbbv = fuzz_byte(&in);
        cells = 64;
    }
    uint8_t *masks = fuzz_buffer((size_t)count * cells, 1);
    mines_status status =
                     mines_generate(&r, seed, first, count, &SIZED(mines_options, .threads = threads), masks, &tried),
                 alone = MINES_OK;
    if (wrong(&r)) {
        FUZZ_CHECK(status == MINES_BAD_ARGUMENT && tried == 0);
        return 0;
    }
    cells = (size_t)r.rows * r.cols;
    FUZZ_CHECK(status == MINES_OK || status == MINES_NOT_FOUND);
    FUZZ_CHECK(tried <= r.tries * count && (status == MINES_NOT_FOUND || tried >= count));
    uint8_t *other = fuzz_buffer(cells, 1);
    for (uint64_t b = 0; b < count && alone == MINES_OK; b++) { /* each board in a call of its own, without threads */
        alone = mines_generate(&r, seed, first + b, 1, &SIZED(mines_options, .threads = 1), other, NULL);
        if (status == MINES_OK) {
            FUZZ_CHECK(alone == MINES_OK && memcmp(other, masks + b * cells, cells) == 0);
            check_board(&r, other);
        }
    }
    FUZZ_CHECK(alone == status);
    for (size_t i = 0; i < cells; i++) /* a board from the input */
        other[i] = (fuzz_byte(&in) & 3) == 3;
    check_no_guess(&r, other, 1);
    if (status == MINES_OK)
        check_no_guess(&r, masks, (size_t)count);
    return 0;
}
