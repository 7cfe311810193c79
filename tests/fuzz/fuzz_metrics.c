/* fuzz_metrics.c - metrics of up to three boards of up to 96 x 96 cells against a flood that opens cell by cell. */
#include "position.h"

enum { MOST_SIDE = 96, MOST_BOARDS = 3 };

typedef struct counts {
    uint32_t bbbv, openings, islands, solved;
} counts;

/* The regions of a board, by a simple flood from each 0-cell and each safe cell outside openings. */
typedef struct flood {
    const uint8_t *mask, *number;
    uint32_t rows, cols;
    uint8_t reached[MOST_SIDE * MOST_SIDE]; /* 1: belongs to an opening */
    uint8_t visited[MOST_SIDE * MOST_SIDE];
    size_t waiting[MOST_SIDE * MOST_SIDE];
} flood;

/* Visit all connected cells of a kind; returns whether all are open. zero: 0-cells, else safe cells of no opening. */
static bool spread(flood *f, size_t start, bool zero, const uint8_t *opened)
{
    size_t count = 0;
    bool all = true;
    f->waiting[count++] = start;
    f->visited[start] = 1;
    while (count > 0) {
        size_t cell = f->waiting[--count], row = cell / f->cols, col = cell % f->cols;
        all = all && opened[cell] != 0;
        for (size_t r = row > 0 ? row - 1 : 0; r <= row + 1 && r < f->rows; r++) {
            for (size_t c = col > 0 ? col - 1 : 0; c <= col + 1 && c < f->cols; c++) {
                size_t next = r * f->cols + c;
                f->reached[next] |= zero;
                bool same = zero ? f->number[next] == 0 : f->number[next] < 9 && !f->reached[next];
                if (same && !f->visited[next]) {
                    f->visited[next] = 1;
                    f->waiting[count++] = next;
                }
            }
        }
    }
    return all;
}

static counts count_plainly(flood *f, const uint8_t *opened)
{
    counts c = {0};
    size_t cells = f->rows * f->cols;
    memset(f->reached, 0, cells);
    memset(f->visited, 0, cells);
    for (size_t i = 0; i < cells; i++) {
        if (f->number[i] == 0 && !f->visited[i]) {
            c.openings++;
            c.solved += spread(f, i, true, opened);
        }
    }
    c.bbbv = c.openings;
    for (size_t i = 0; i < cells; i++) {
        if (f->number[i] == 9 || f->reached[i])
            continue;
        c.bbbv++;
        c.solved += opened[i] != 0;
        if (!f->visited[i]) {
            c.islands++;
            spread(f, i, false, opened);
        }
    }
    return c;
}

/* Cells from a pattern of bits in the input, which is repeated with a small shift. */
static uint8_t *pattern(fuzz_input *in, size_t cells, size_t bytes, unsigned thin)
{
    uint8_t *mask = fuzz_buffer(cells, 1), given[64] = {0};
    bytes = bytes < sizeof given ? bytes : sizeof given;
    for (size_t i = 0; i < bytes; i++)
        given[i] = fuzz_byte(in);
    for (size_t i = 0, bit = 0; i < cells; i++, bit++) {
        size_t at = bit % (bytes * 8 + 1) % (bytes * 8);
        bool set = given[at / 8] >> at % 8 & 1;
        for (unsigned k = 1; k <= thin; k++) /* mines are rarer if several bits must be set */
            set = set && given[(at + 13 * k) / 8 % bytes] >> (at + 13 * k) % 8 & 1;
        mask[i] = set ? (uint8_t)(1 + i % 255) : 0; /* any byte but 0 */
    }
    return mask;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static flood f;
    fuzz_input in = fuzz_begin(data, size);
    f.rows = 1 + fuzz_below(&in, MOST_SIDE);
    f.cols = 1 + fuzz_below(&in, MOST_SIDE);
    uint8_t how = fuzz_byte(&in), bytes = fuzz_byte(&in);
    size_t count = (how & 3) == 3 ? MOST_BOARDS : 1, cells = (size_t)f.rows * f.cols;
    uint32_t threads = how >> 2 & 3;
    uint8_t *masks = pattern(&in, count * cells, 1u + bytes, how >> 4 & 3);
    uint8_t *opened = pattern(&in, count * cells, 1u + bytes, how >> 6 & 1);
    uint8_t *number = fuzz_buffer(count * cells, 1);
    uint32_t *out[6];
    for (size_t i = 0; i < 6; i++)
        out[i] = fuzz_buffer(count, sizeof *out[i]);
    FUZZ_CHECK(mines_numbers(masks, count, f.rows, f.cols, number) == MINES_OK);
    FUZZ_CHECK(mines_metrics(masks, count, f.rows, f.cols, &SIZED(mines_options, .threads = threads),
                             &SIZED(mines_metrics_result, .bbbv = out[0], .openings = out[1], .islands = out[2],
                                    .zini = out[3], .hzini = out[4])) == MINES_OK);
    FUZZ_CHECK(mines_bbbv_solved(masks, opened, count, f.rows, f.cols, &SIZED(mines_options, .threads = threads),
                                 out[5]) == MINES_OK);
    for (size_t b = 0; b < count; b++) {
        f.mask = masks + b * cells;
        f.number = number + b * cells;
        for (size_t i = 0; i < cells; i++)
            FUZZ_CHECK(f.number[i] == (f.mask[i] != 0 ? 9 : fuzz_around(f.mask, f.rows, f.cols, i)));
        counts c = count_plainly(&f, opened + b * cells);
        FUZZ_CHECK(out[0][b] == c.bbbv && out[1][b] == c.openings && out[2][b] == c.islands);
        FUZZ_CHECK(out[5][b] == c.solved);
        FUZZ_CHECK(out[3][b] <= c.bbbv && out[4][b] <= c.bbbv && out[4][b] >= c.openings);
        FUZZ_CHECK((out[3][b] > 0) == (c.bbbv > 0));
    }
    uint32_t *alone = fuzz_buffer(1, sizeof *alone), *zini = fuzz_buffer(1, sizeof *zini);
    FUZZ_CHECK(mines_metrics(f.mask, 1, f.rows, f.cols, &SIZED(mines_options, .threads = 1),
                             &SIZED(mines_metrics_result, .bbbv = alone)) == MINES_OK);
    FUZZ_CHECK(mines_metrics(f.mask, 1, f.rows, f.cols, &SIZED(mines_options, .threads = 1),
                             &SIZED(mines_metrics_result, .zini = zini)) == MINES_OK);
    FUZZ_CHECK(alone[0] == out[0][count - 1] && zini[0] == out[3][count - 1]);
    return 0;
}
