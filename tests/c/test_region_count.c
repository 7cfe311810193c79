/* test_region_count.c - region_count and region_shrink against a flood fill, on random and contrived bitboards. */
#include "../../core/metrics/region_count.h"
#include "../../core/metrics/region_shrink.h"

#include "check.h"
#include "positions.h"

#include <stdlib.h>

enum { MOST_SIDE = 200, MOST_CELLS = MOST_SIDE * MOST_SIDE, MOST_WORDS = (MOST_SIDE + 63) / 64 };

/* A board as bytes, as bitboards, and with the labels that the flood fill gives its regions. */
typedef struct board {
    mcore_bitboard_shape shape;
    uint8_t cell[MOST_CELLS], exclude[MOST_CELLS];
    uint64_t space[2][(MOST_SIDE + 2) * MOST_WORDS];
    uint64_t *bits, *exclude_bits; /* the first rows in `space` */
    uint32_t label[MOST_CELLS], stack[MOST_CELLS];
} board;

static mcore_poll never; /* without a callback or deadline */

static void set_shape(board *b, size_t rows, size_t cols)
{
    b->shape = mcore_bitboard_shape_of(rows, cols);
    b->bits = b->space[0] + b->shape.words;
    b->exclude_bits = b->space[1] + b->shape.words;
    memset(b->space, 0, sizeof b->space);
    memset(b->cell, 0, sizeof b->cell);
    memset(b->exclude, 0, sizeof b->exclude);
}

/* ---- The flood fill ---------------------------------------------------------------------------------------------- */

static void flood(board *b, const uint8_t *cell, uint32_t start, uint32_t label)
{
    int rows = (int)b->shape.rows, cols = (int)b->shape.cols;
    uint32_t depth = 0;
    b->stack[depth++] = start;
    b->label[start] = label;
    while (depth > 0) {
        int at = (int)b->stack[--depth], row = at / cols, col = at % cols;
        for (int r = row - 1; r <= row + 1; r++) {
            for (int c = col - 1; c <= col + 1; c++) {
                uint32_t other = (uint32_t)(r * cols + c);
                if (r < 0 || r >= rows || c < 0 || c >= cols || !cell[other] || b->label[other] != 0)
                    continue;
                b->label[other] = label;
                b->stack[depth++] = other;
            }
        }
    }
}

/* The number of regions without a cell of `exclude`, which may be NULL. */
static uint32_t regions(board *b, const uint8_t *cell, const uint8_t *exclude)
{
    static uint8_t excluded[MOST_CELLS + 1];
    uint32_t cells = (uint32_t)(b->shape.rows * b->shape.cols), labels = 0, count = 0;
    memset(b->label, 0, sizeof b->label);
    memset(excluded, 0, sizeof excluded);
    for (uint32_t i = 0; i < cells; i++) {
        if (cell[i] && b->label[i] == 0)
            flood(b, cell, i, ++labels);
    }
    for (uint32_t i = 0; i < cells; i++) {
        if (cell[i] && exclude != NULL && exclude[i])
            excluded[b->label[i]] = 1;
    }
    for (uint32_t label = 1; label <= labels; label++)
        count += !excluded[label];
    return count;
}

/* ---- Comparisons ------------------------------------------------------------------------------------------------- */

/* Shrinking must keep the number of regions: those that vanish plus those that remain. */
static void check_shrink(board *b, uint32_t wanted)
{
    static uint8_t rest[MOST_CELLS];
    uint64_t left[MCORE_REGION_SHRINK_SIDE] = {0};
    bool any = false, found = false;
    size_t rows = b->shape.rows, cols = b->shape.cols;
    uint32_t vanished = mcore_region_shrink(&b->shape, b->bits, left, &any);
    memset(rest, 0, sizeof rest);
    for (size_t row = 0; row < rows && any; row++) {
        CHECK((left[row] & ~b->shape.last) == 0);
        for (size_t col = 0; col < cols; col++) {
            rest[row * cols + col] = left[row] >> col & 1;
            found = found || rest[row * cols + col];
        }
    }
    CHECK_SAME(any, found);
    CHECK_SAME(vanished + regions(b, rest, NULL), wanted);
    /* a region needs at most as many rounds as its rows and columns, less one */
    if (rows + cols <= MCORE_REGION_SHRINK_ROUNDS + 1)
        CHECK(!any);
}

/* Compare all counts of a board whose cells and excluded cells are set. */
static void compare(board *b, mcore_region_counter *counter)
{
    mcore_bitboard_read(&b->shape, b->cell, b->bits, &never);
    mcore_bitboard_read(&b->shape, b->exclude, b->exclude_bits, &never);
    uint32_t wanted = regions(b, b->cell, NULL);
    CHECK_SAME(mcore_region_count(counter, &b->shape, b->bits, NULL, &never), wanted);
    CHECK_SAME(mcore_region_count(counter, &b->shape, b->bits, b->bits, &never), 0);
    CHECK_SAME(mcore_region_count(counter, &b->shape, b->bits, b->exclude_bits, &never),
               regions(b, b->cell, b->exclude));
    /* nothing excluded: the pass over runs must find as many as shrinking */
    memset(b->exclude_bits, 0, b->shape.rows * b->shape.words * sizeof *b->exclude_bits);
    CHECK_SAME(mcore_region_count(counter, &b->shape, b->bits, b->exclude_bits, &never), wanted);
    if (mcore_region_shrink_fits(&b->shape))
        check_shrink(b, wanted);
}

/* ---- Boards ------------------------------------------------------------------------------------------------------ */

static void set_random(board *b, uint8_t *cell, uint32_t percent, uint64_t *state)
{
    for (size_t i = 0; i < b->shape.rows * b->shape.cols; i++)
        cell[i] = random_below(state, 100) < percent ? (uint8_t)(1 + random_below(state, 255)) : 0;
}

static void random_boards(board *b)
{
    static const uint32_t percents[] = {0, 1, 5, 15, 25, 35, 40, 45, 50, 60, 75, 90, 97, 100};
    static const size_t sides[] = {1, 2, 3, 5, 8, 16, 24, 30, 31, 32, 33, 48, 63, 64, 65, 66, 127, 128, 129, 200};
    enum { PERCENTS = sizeof percents / sizeof *percents, SIDES = sizeof sides / sizeof *sides };
    uint64_t state = 3;
    for (size_t i = 0; i < SIDES * SIDES; i++) {
        mcore_arena arena;
        mcore_region_counter counter; /* serves all boards of a shape */
        mcore_arena_init(&arena, UINT64_MAX);
        set_shape(b, sides[i / SIDES], sides[i % SIDES]);
        CHECK(mcore_region_counter_init(&counter, &b->shape, &arena));
        for (size_t k = 0; k < PERCENTS; k++) {
            set_random(b, b->cell, percents[k], &state);
            set_random(b, b->exclude, random_below(&state, 2) ? 2 : 30, &state);
            compare(b, &counter);
        }
        mcore_arena_free(&arena);
    }
}

/* Every board of these shapes. */
static void all_boards(board *b)
{
    static const size_t shapes[][2] = {{1, 14}, {14, 1}, {2, 7}, {7, 2}, {3, 5}, {5, 3}, {4, 4}};
    uint64_t state = 5;
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        mcore_arena arena;
        mcore_region_counter counter;
        mcore_arena_init(&arena, UINT64_MAX);
        set_shape(b, shapes[s][0], shapes[s][1]);
        CHECK(mcore_region_counter_init(&counter, &b->shape, &arena));
        for (uint32_t set = 0; set < (uint32_t)1 << shapes[s][0] * shapes[s][1]; set++) {
            for (size_t i = 0; i < shapes[s][0] * shapes[s][1]; i++)
                b->cell[i] = set >> i & 1;
            set_random(b, b->exclude, 20, &state);
            compare(b, &counter);
        }
        mcore_arena_free(&arena);
    }
}

typedef bool pattern(int row, int col, int rows, int cols);

static int distance_to_edge(int row, int col, int rows, int cols)
{
    int vertical = row < rows - 1 - row ? row : rows - 1 - row,
        horizontal = col < cols - 1 - col ? col : cols - 1 - col;
    return vertical < horizontal ? vertical : horizontal;
}

/* Walls of a spiral that leads from the top left corner inwards: rings, each open at one cell and joined to the next.
 */
static bool spiral(int row, int col, int rows, int cols)
{
    int ring = distance_to_edge(row, col, rows, cols);
    if (row == ring + 1 && col == ring && ring % 2 == 0)
        return false; /* the gap */
    return ring % 2 == 0 || (row == ring + 1 && col == ring);
}

static bool rings(int row, int col, int rows, int cols) { return distance_to_edge(row, col, rows, cols) % 2 == 0; }

static bool checkers(int row, int col, int rows, int cols)
{
    (void)rows, (void)cols;
    return (row + col) % 2 == 0;
}

static bool lattice(int row, int col, int rows, int cols)
{
    (void)rows, (void)cols;
    return row % 2 == 0 && col % 2 == 0;
}

static bool holes(int row, int col, int rows, int cols) { return !lattice(row, col, rows, cols); }

static bool falling(int row, int col, int rows, int cols)
{
    (void)rows, (void)cols;
    return (row - col) % 3 == 0;
}

static bool rising(int row, int col, int rows, int cols)
{
    (void)rows, (void)cols;
    return (row + col) % 3 == 0;
}

/* Many regions until the last row joins them. */
static bool comb(int row, int col, int rows, int cols)
{
    (void)cols;
    return col % 2 == 0 || row == rows - 1;
}

/* One region that the first row divides into many. */
static bool rake(int row, int col, int rows, int cols)
{
    (void)rows, (void)cols;
    return col % 2 == 0 || row == 0;
}

static bool lines(int row, int col, int rows, int cols)
{
    (void)col, (void)rows, (void)cols;
    return row % 2 == 0;
}

/* A path that sweeps the rows from left to right and back. */
static bool snake(int row, int col, int rows, int cols)
{
    (void)rows;
    return row % 2 == 0 || (row % 4 == 1 ? col == cols - 1 : col == 0);
}

/* The same by columns. */
static bool snake_of_columns(int row, int col, int rows, int cols) { return snake(col, row, cols, rows); }

/* V shapes, nested: their arms meet in the last row at the latest. */
static bool nested(int row, int col, int rows, int cols)
{
    int from_middle = col < cols / 2 ? cols / 2 - col : col - cols / 2;
    (void)rows;
    return (row + from_middle) % 2 == 0 && (row + from_middle) % 4 != 2;
}

/* Bits only at the borders of words. */
static bool borders(int row, int col, int rows, int cols)
{
    (void)rows, (void)cols;
    return col % 32 == 31 - row % 2 || (col % 64 == 0 && row % 3 == 0);
}

static void contrived_boards(board *b)
{
    static pattern *const patterns[] = {spiral, rings, checkers, lattice, holes,  falling,          rising,
                                        comb,   rake,  lines,    snake,   nested, snake_of_columns, borders};
    static const int sides[] = {1, 2, 3, 4, 7, 31, 33, 63, 64, 65, 130};
    enum { PATTERNS = sizeof patterns / sizeof *patterns, SIDES = sizeof sides / sizeof *sides };
    uint64_t state = 7;
    for (size_t i = 0; i < SIDES * SIDES; i++) {
        int rows = sides[i / SIDES], cols = sides[i % SIDES];
        mcore_arena arena;
        mcore_region_counter counter;
        mcore_arena_init(&arena, UINT64_MAX);
        set_shape(b, (size_t)rows, (size_t)cols);
        CHECK(mcore_region_counter_init(&counter, &b->shape, &arena));
        for (size_t k = 0; k < 4 * PATTERNS; k++) { /* mirrored in both directions */
            for (int row = 0; row < rows; row++) {
                for (int col = 0; col < cols; col++)
                    b->cell[row * cols + col] =
                        patterns[k / 4](k & 1 ? rows - 1 - row : row, k & 2 ? cols - 1 - col : col, rows, cols);
            }
            set_random(b, b->exclude, 1, &state);
            compare(b, &counter);
        }
        mcore_arena_free(&arena);
    }
}

static void known_answers(board *b)
{
    mcore_arena arena;
    mcore_region_counter counter;
    mcore_arena_init(&arena, UINT64_MAX);
    set_shape(b, 100, 100);
    CHECK(mcore_region_counter_init(&counter, &b->shape, &arena));
    CHECK_SAME(mcore_region_count(&counter, &b->shape, b->bits, NULL, &never), 0);
    for (size_t i = 0; i < 100; i++)
        b->cell[i * 100 + 99 - i] = 1; /* one diagonal */
    mcore_bitboard_read(&b->shape, b->cell, b->bits, &never);
    CHECK_SAME(mcore_region_count(&counter, &b->shape, b->bits, NULL, &never), 1);
    for (int row = 0; row < 100; row++) {
        for (int col = 0; col < 100; col++)
            b->cell[row * 100 + col] = lattice(row, col, 100, 100);
    }
    mcore_bitboard_read(&b->shape, b->cell, b->bits, &never);
    CHECK_SAME(mcore_region_count(&counter, &b->shape, b->bits, NULL, &never), 2500);
    mcore_arena_free(&arena);
}

static int stop(void *context, double progress)
{
    (void)progress;
    ++*(int *)context;
    return 1;
}

/* A stopped count returns early; too little memory is reported. */
static void refusals(board *b)
{
    int calls = 0;
    mines_options options = {.size = sizeof options, .poll = stop, .context = &calls};
    mcore_poll poll;
    mcore_arena arena;
    mcore_region_counter counter;
    set_shape(b, 200, 200);
    mcore_arena_init(&arena, 100);
    CHECK(!mcore_region_counter_init(&counter, &b->shape, &arena));
    CHECK_SAME(arena.status, MINES_BUDGET_EXCEEDED);
    mcore_arena_free(&arena);
    mcore_arena_init(&arena, UINT64_MAX);
    CHECK(mcore_region_counter_init(&counter, &b->shape, &arena));
    for (size_t row = 0; row < 200; row += 2)
        memset(b->cell + row * 200, 1, 200);
    mcore_bitboard_read(&b->shape, b->cell, b->bits, &never);
    mcore_poll_init(&poll, &options, UINT64_MAX);
    poll.credit = 0;
    poll.next = 0;
    CHECK(mcore_region_count(&counter, &b->shape, b->bits, NULL, &poll) < 100);
    CHECK(poll.stop && calls == 1);
    mcore_arena_free(&arena);
}

int main(void)
{
    static board b;
    mcore_poll_init(&never, NULL, UINT64_MAX);
    known_answers(&b);
    all_boards(&b);
    random_boards(&b);
    contrived_boards(&b);
    refusals(&b);
    return check_done("test_region_count");
}
