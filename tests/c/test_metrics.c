/* test_metrics.c - metrics of complete boards against simple implementations: floods with a stack, and ZiNi premiums
   computed anew at every step. */
#include "../../include/minesweeper_core.h"

#include "calls.h"
#include "check.h"

#include <stdlib.h>

enum { MOST = 150 * 150 };

/* A board for the simple implementations, and their scratch memory. */
typedef struct twin {
    int rows, cols;
    uint8_t mask[MOST], opened[MOST];
    int number[MOST]; /* 9: a mine */
    int region[MOST]; /* the opening of a 0-cell, from 1 */
    int seen[MOST], stack[MOST];
    uint8_t of_opening[MOST], open[MOST], flag[MOST], done[MOST];
    int openings, singles;
} twin;

static uint64_t random_word(uint64_t *seed)
{
    uint64_t z = *seed += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* The neighbours of a cell on the board. */
static int around(const twin *t, int cell, int out[8])
{
    int row = cell / t->cols, col = cell % t->cols, n = 0;
    for (int r = row - 1; r <= row + 1; r++)
        for (int c = col - 1; c <= col + 1; c++)
            if (r >= 0 && r < t->rows && c >= 0 && c < t->cols && (r != row || c != col))
                out[n++] = r * t->cols + c;
    return n;
}

/* Mark all cells connected with a cell through cells for which in[] is not 0. */
static void flood(twin *t, int from, const uint8_t *in, int *mark, int value)
{
    int depth = 1, near[8];
    t->stack[0] = from;
    mark[from] = value;
    while (depth > 0) {
        int cell = t->stack[--depth], n = around(t, cell, near);
        for (int i = 0; i < n; i++) {
            if (in[near[i]] && !mark[near[i]]) {
                mark[near[i]] = value;
                t->stack[depth++] = near[i];
            }
        }
    }
}

static int regions(twin *t, const uint8_t *in, int *mark)
{
    int count = 0;
    memset(mark, 0, sizeof t->seen);
    for (int cell = 0; cell < t->rows * t->cols; cell++)
        if (in[cell] && !mark[cell])
            flood(t, cell, in, mark, ++count);
    return count;
}

static void analyse(twin *t)
{
    static uint8_t zero[MOST];
    int near[8], cells = t->rows * t->cols;
    for (int cell = 0; cell < cells; cell++) {
        int n = around(t, cell, near);
        t->number[cell] = 0;
        for (int i = 0; i < n; i++)
            t->number[cell] += t->mask[near[i]] != 0;
        if (t->mask[cell])
            t->number[cell] = 9;
        zero[cell] = t->number[cell] == 0;
    }
    t->openings = regions(t, zero, t->region);
    t->singles = 0;
    for (int cell = 0; cell < cells; cell++) {
        int n = around(t, cell, near);
        t->of_opening[cell] = zero[cell];
        for (int i = 0; i < n; i++)
            t->of_opening[cell] |= zero[near[i]];
        t->singles += !t->mask[cell] && !t->of_opening[cell];
    }
}

static int islands(twin *t)
{
    static uint8_t apart[MOST];
    for (int cell = 0; cell < t->rows * t->cols; cell++)
        apart[cell] = !t->mask[cell] && !t->of_opening[cell];
    return regions(t, apart, t->seen);
}

static int solved(twin *t)
{
    int cells = t->rows * t->cols, count = 0;
    memset(t->done, 1, sizeof t->done);
    for (int cell = 0; cell < cells; cell++) {
        if (t->number[cell] == 0 && !t->opened[cell])
            t->done[t->region[cell]] = 0;
        count += !t->mask[cell] && !t->of_opening[cell] && t->opened[cell];
    }
    for (int i = 1; i <= t->openings; i++)
        count += t->done[i];
    return count;
}

static void open_cell(twin *t, int cell)
{
    int near[8];
    t->open[cell] = 1;
    if (t->number[cell] != 0)
        return;
    for (int other = 0; other < t->rows * t->cols; other++) {
        if (t->region[other] != t->region[cell] || t->number[other] != 0)
            continue;
        int n = around(t, other, near);
        t->open[other] = 1;
        for (int i = 0; i < n; i++)
            t->open[near[i]] = 1;
    }
}

/* The premium of a chord, and in *flags the flags it needs. */
static int premium(const twin *t, int cell, int *flags)
{
    int near[9], solved_here = 0, n = around(t, cell, near), touched[9], kinds = 0;
    near[n++] = cell;
    *flags = 0;
    for (int i = 0; i < n; i++) {
        int other = near[i];
        *flags += t->mask[other] && !t->flag[other];
        solved_here += !t->mask[other] && !t->of_opening[other] && !t->open[other];
        if (t->number[other] == 0 && !t->open[other]) {
            int known = 0;
            for (int k = 0; k < kinds; k++)
                known |= touched[k] == t->region[other];
            if (!known)
                touched[kinds++] = t->region[other];
        }
    }
    return solved_here + kinds - *flags - 1 - !t->open[cell];
}

/* Whether a click on it counts in the 3BV. */
static int counts(const twin *t, int cell)
{
    return !t->mask[cell] && !t->open[cell] && (t->number[cell] == 0 || !t->of_opening[cell]);
}

static int zini(twin *t, int human)
{
    int cells = t->rows * t->cols, clicks = 0, near[8];
    memset(t->open, 0, sizeof t->open);
    memset(t->flag, 0, sizeof t->flag);
    for (int cell = 0; human && cell < cells; cell++) {
        if (t->number[cell] == 0 && !t->open[cell]) {
            open_cell(t, cell);
            clicks++;
        }
    }
    for (;;) {
        int best = -1, most = -1, flags = 0, next = -1;
        for (int col = 0; col < t->cols; col++) {
            for (int row = 0; row < t->rows; row++) {
                int cell = row * t->cols + col;
                next = next < 0 && counts(t, cell) ? cell : next;
                if (t->mask[cell] || (human && !t->open[cell]))
                    continue;
                int is = premium(t, cell, &flags);
                if (is > most) {
                    most = is;
                    best = cell;
                }
            }
        }
        if (best < 0 && next < 0)
            return clicks;
        clicks++;
        if (best < 0) {
            open_cell(t, next);
            continue;
        }
        premium(t, best, &flags);
        clicks += flags + !t->open[best];
        open_cell(t, best);
        int n = around(t, best, near);
        for (int i = 0; i < n; i++) {
            if (t->mask[near[i]])
                t->flag[near[i]] = 1;
            else
                open_cell(t, near[i]);
        }
    }
}

static void fill(twin *t, int rows, int cols, unsigned percent, uint64_t *seed)
{
    t->rows = rows;
    t->cols = cols;
    for (int cell = 0; cell < rows * cols; cell++) {
        t->mask[cell] = random_word(seed) % 100 < percent ? (uint8_t)(1 + random_word(seed) % 255) : 0;
        t->opened[cell] = random_word(seed) % 8 < 7 ? (uint8_t)(1 + random_word(seed) % 255) : 0;
    }
}

static void compare(twin *t, int clicks)
{
    static uint8_t numbers[MOST];
    uint32_t rows = (uint32_t)t->rows, cols = (uint32_t)t->cols;
    uint32_t bbbv, openings, islets = 0, greedy = 0, human = 0, done;
    CHECK_SAME(mines_metrics(t->mask, 1, rows, cols, &SIZED(mines_options, .threads = 1),
                             &SIZED(mines_metrics_result, .bbbv = &bbbv, .openings = &openings, .islands = &islets,
                                    .zini = clicks ? &greedy : NULL, .hzini = clicks ? &human : NULL)),
               MINES_OK);
    CHECK_SAME(mines_numbers(t->mask, 1, rows, cols, numbers), MINES_OK);
    CHECK_SAME(mines_bbbv_solved(t->mask, t->opened, 1, rows, cols, &SIZED(mines_options, .threads = 1), &done),
               MINES_OK);
    analyse(t);
    CHECK_SAME(bbbv, t->openings + t->singles);
    CHECK_SAME(openings, t->openings);
    CHECK_SAME(islets, islands(t));
    CHECK_SAME(done, solved(t));
    int same = 1;
    for (size_t cell = 0; cell < rows * cols; cell++)
        same &= numbers[cell] == t->number[cell];
    CHECK(same);
    if (clicks) {
        CHECK_SAME(greedy, zini(t, 0));
        CHECK_SAME(human, zini(t, 1));
    }
}

static void random_boards(twin *t)
{
    static const unsigned percents[] = {0, 1, 3, 8, 14, 21, 30, 45, 70, 97, 100};
    static const int sides[] = {1, 2, 3, 7, 8, 9, 31, 32, 33, 63, 64, 65, 66, 127, 128, 129, 150};
    enum { PERCENTS = sizeof percents / sizeof *percents, SIDES = sizeof sides / sizeof *sides };
    uint64_t seed = 1;
    for (int i = 0; i < SIDES; i++) {
        for (int k = 0; k < SIDES; k++) {
            for (int p = 0; p < PERCENTS; p++) {
                int small = sides[i] * sides[k] <= 300;
                for (int round = 0; round < (small ? 8 : 1); round++) {
                    fill(t, sides[i], sides[k], percents[p], &seed);
                    compare(t, small);
                }
            }
        }
    }
    for (int round = 0; round < 300; round++) {
        int rows = 1 + (int)(random_word(&seed) % 24), cols = 1 + (int)(random_word(&seed) % 24);
        fill(t, rows, cols, (unsigned)(random_word(&seed) % 40), &seed);
        compare(t, 1);
    }
    for (int round = 0; round < 3; round++) { /* more than one chunk of maxima */
        fill(t, 70, 66, 22, &seed);
        compare(t, 1);
    }
}

/* Boards whose ZiNi arrays, with two entries or one of padding, fill chunks exactly; the last cell is a click of its
   own. The address sanitizer would detect an access beyond. */
static void full_chunks(twin *t)
{
    static const int sizes[][2] = {{61, 61}, {33, 113}, {5, 581}, {1, 1361}, {21, 174}, {87, 42}, {176, 19}};
    uint64_t seed = 2;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int rows = sizes[s][0], cols = sizes[s][1], numbers = (rows + 2) * (cols + 4);
        CHECK((numbers + 1) % 4096 == 0 || (numbers + 2) % 4096 == 0);
        fill(t, rows, cols, 22, &seed);
        for (int row = rows > 1 ? rows - 2 : 0; row < rows; row++)
            for (int col = cols - 2; col < cols; col++)
                t->mask[row * cols + col] = row < rows - 1 || col < cols - 1;
        compare(t, 1);
    }
}

/* Every board of these sizes. */
static void all_boards(twin *t)
{
    static const int sizes[][2] = {{1, 1}, {1, 9}, {9, 1}, {2, 5}, {5, 2}, {3, 3}, {3, 4}, {4, 3}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int cells = sizes[s][0] * sizes[s][1];
        for (int bits = 0; bits < 1 << cells; bits++) {
            t->rows = sizes[s][0];
            t->cols = sizes[s][1];
            for (int cell = 0; cell < cells; cell++) {
                t->mask[cell] = bits >> cell & 1;
                t->opened[cell] = (uint8_t)((bits * 40503 >> cell) % 3);
            }
            compare(t, 1);
        }
    }
}

/* As many regions as possible, all alike. */
static void lattices(twin *t)
{
    static const int sides[] = {1, 2, 31, 32, 33, 62, 63, 64, 65, 128, 129};
    for (size_t s = 0; s < sizeof sides / sizeof *sides; s++) {
        for (int period = 2; period < 6; period++) {
            for (int inverse = 0; inverse < 2; inverse++) {
                t->rows = t->cols = sides[s];
                for (int row = 0; row < t->rows; row++)
                    for (int col = 0; col < t->cols; col++)
                        t->mask[row * t->cols + col] = (row % period == 0 && col % period == 0) == inverse;
                memset(t->opened, 1, sizeof t->opened);
                compare(t, 0);
            }
        }
    }
}

static uint32_t bbbv_of(const char *text)
{
    uint8_t mask[100];
    uint32_t cols = (uint32_t)strcspn(text, "/"), cells = 0;
    uint32_t bbbv = 0;
    for (; *text != '\0'; text++)
        if (*text != '/')
            mask[cells++] = *text == '*' || *text == 'M';
    CHECK_SAME(mines_metrics(mask, 1, cells / cols, cols, &SIZED(mines_options, .threads = 1),
                             &SIZED(mines_metrics_result, .bbbv = &bbbv)),
               MINES_OK);
    return bbbv;
}

static void known_answers(void)
{
    CHECK_SAME(bbbv_of(".../.../..."), 1);
    CHECK_SAME(bbbv_of(".../.*./..."), 8);
    CHECK_SAME(bbbv_of("*.*/.../*.*"), 5);
    CHECK_SAME(bbbv_of(".*./.../.../.*."), 10);
    CHECK_SAME(bbbv_of("***/*.*/***"), 1);
    CHECK_SAME(bbbv_of("***/***"), 0);
    CHECK_SAME(bbbv_of("*......./......../...**.../......../.......*"), 2);
    /* the board in Wikipedia's description of 3BV */
    CHECK_SAME(bbbv_of("0000002M/0000013M/110113M3/M101M3M2/11011222/0000001M/00122222/001MM2M1"), 8);
}

/* ---- Many boards, threads, and rejected arguments */

enum { BOARDS = 3000, ROWS = 16, COLS = 30 };

typedef struct stack {
    uint8_t masks[BOARDS * ROWS * COLS], opened[BOARDS * ROWS * COLS], numbers[BOARDS * ROWS * COLS];
    uint32_t out[6][BOARDS], one[6][BOARDS];
} stack;

static void stacks(void)
{
    static stack s;
    static const uint32_t threads[] = {1, 2, 5, 0, 1000};
    uint64_t seed = 9;
    for (size_t i = 0; i < sizeof s.masks; i++) {
        s.masks[i] = random_word(&seed) % 480 < 99;
        s.opened[i] = random_word(&seed) % 3 == 0;
    }
    for (size_t i = 0; i < BOARDS; i++) {
        const uint8_t *mask = s.masks + i * ROWS * COLS;
        CHECK_SAME(mines_metrics(mask, 1, ROWS, COLS, &SIZED(mines_options, .threads = 1),
                                 &SIZED(mines_metrics_result, .bbbv = s.one[0] + i, .openings = s.one[1] + i,
                                        .islands = s.one[2] + i, .zini = s.one[3] + i, .hzini = s.one[4] + i)),
                   MINES_OK);
        CHECK_SAME(mines_bbbv_solved(mask, s.opened + i * ROWS * COLS, 1, ROWS, COLS,
                                     &SIZED(mines_options, .threads = 1), s.one[5] + i),
                   MINES_OK);
    }
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
        memset(s.out, 0, sizeof s.out);
        CHECK_SAME(mines_metrics(s.masks, BOARDS, ROWS, COLS, &SIZED(mines_options, .threads = threads[t]),
                                 &SIZED(mines_metrics_result, .bbbv = s.out[0], .openings = s.out[1],
                                        .islands = s.out[2], .zini = s.out[3], .hzini = s.out[4])),
                   MINES_OK);
        CHECK_SAME(mines_bbbv_solved(s.masks, s.opened, BOARDS, ROWS, COLS,
                                     &SIZED(mines_options, .threads = threads[t]), s.out[5]),
                   MINES_OK);
        CHECK(memcmp(s.out, s.one, sizeof s.out) == 0);
    }
    /* each output alone */
    for (int k = 0; k < 5; k++) {
        uint32_t *out[5] = {NULL, NULL, NULL, NULL, NULL};
        out[k] = s.out[k];
        memset(s.out, 0, sizeof s.out);
        CHECK_SAME(mines_metrics(s.masks, BOARDS, ROWS, COLS, &SIZED(mines_options, .threads = 2),
                                 &SIZED(mines_metrics_result, .bbbv = out[0], .openings = out[1], .islands = out[2],
                                        .zini = out[3], .hzini = out[4])),
                   MINES_OK);
        CHECK(memcmp(s.out[k], s.one[k], sizeof s.out[k]) == 0);
    }
    CHECK_SAME(mines_metrics(s.masks, BOARDS, ROWS, COLS, &SIZED(mines_options, .threads = 2),
                             &SIZED(mines_metrics_result, .bbbv = NULL)),
               MINES_OK);
    CHECK_SAME(mines_metrics(NULL, 0, ROWS, COLS, &SIZED(mines_options, .threads = 2),
                             &SIZED(mines_metrics_result, .bbbv = s.out[0])),
               MINES_OK);
    CHECK_SAME(mines_numbers(NULL, 0, ROWS, COLS, NULL), MINES_OK);
    CHECK_SAME(mines_bbbv_solved(NULL, NULL, 0, ROWS, COLS, &SIZED(mines_options, .threads = 1), NULL), MINES_OK);

    mines_options options = {.size = sizeof options};
    CHECK_SAME(mines_metrics(NULL, 1, 1, 1, &SIZED(mines_options, .threads = 1),
                             &SIZED(mines_metrics_result, .bbbv = s.out[0])),
               MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_metrics(s.masks, 1, 0, 1, &SIZED(mines_options, .threads = 1),
                             &SIZED(mines_metrics_result, .bbbv = s.out[0])),
               MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_metrics(s.masks, 1, 1, 0, &SIZED(mines_options, .threads = 1),
                             &SIZED(mines_metrics_result, .bbbv = s.out[0])),
               MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_metrics(s.masks, 1, 32768, 1, &SIZED(mines_options, .threads = 1),
                             &SIZED(mines_metrics_result, .bbbv = s.out[0])),
               MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_metrics(s.masks, 1, 16385, 16384, &SIZED(mines_options, .threads = 1),
                             &SIZED(mines_metrics_result, .bbbv = s.out[0])),
               MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_metrics(s.masks, SIZE_MAX / 2, 2, 2, &SIZED(mines_options, .threads = 1),
                             &SIZED(mines_metrics_result, .bbbv = s.out[0])),
               MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_numbers(s.masks, 1, 3, 3, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_numbers(NULL, 1, 3, 3, s.numbers), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_bbbv_solved(s.masks, NULL, 1, 3, 3, &SIZED(mines_options, .threads = 1), s.out[0]),
               MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_bbbv_solved(s.masks, s.opened, 1, 3, 3, &SIZED(mines_options, .threads = 1), NULL),
               MINES_BAD_ARGUMENT);
    options.size = 3;
    CHECK_SAME(
        mines_metrics(s.masks, 1, 3, 3, with_threads(&options, 1), &SIZED(mines_metrics_result, .bbbv = s.out[0])),
        MINES_BAD_ARGUMENT);

    options = (mines_options){.size = sizeof options, .memory = 100};
    CHECK_SAME(mines_metrics(s.masks, 3, ROWS, COLS, with_threads(&options, 1),
                             &SIZED(mines_metrics_result, .bbbv = s.out[0])),
               MINES_BUDGET_EXCEEDED);
    CHECK_SAME(mines_metrics(s.masks, 3, ROWS, COLS, with_threads(&options, 1),
                             &SIZED(mines_metrics_result, .zini = s.out[0])),
               MINES_BUDGET_EXCEEDED);
}

/* ---- Large boards: shapes that are hard for recursive or row-wise floods */

enum { SIDE = 4000 };

/* A path of 0-cells, one cell wide, that spirals inwards over the board between walls of mines three cells apart. */
static void spiral(uint8_t *mask)
{
    memset(mask, 0, (size_t)SIDE * SIDE);
    int low = 2, high = SIDE - 3; /* where the wall turns; the first one ends before its start, and so on inwards */
    size_t r = 2, c = 0;
    while (high - low > 4) {
        for (; c < (size_t)high; c++)
            mask[r * SIDE + c] = 1;
        for (; r < (size_t)high; r++)
            mask[r * SIDE + c] = 1;
        for (; c > (size_t)low; c--)
            mask[r * SIDE + c] = 1;
        low += 4;
        high -= 4;
        for (; r > (size_t)low; r--)
            mask[r * SIDE + c] = 1;
    }
    mask[r * SIDE + c] = 1;
}

static void check_large(uint8_t *mask, uint8_t *opened, uint8_t *numbers)
{
    uint32_t bbbv = 0, openings = 0, islets = 7, clicks = 0, human = 0, done = 7;
    CHECK_SAME(mines_metrics(mask, 1, SIDE, SIDE, NULL,
                             &SIZED(mines_metrics_result, .bbbv = &bbbv, .openings = &openings, .islands = &islets)),
               MINES_OK);
    CHECK_SAME(bbbv, 1);
    CHECK_SAME(openings, 1);
    CHECK_SAME(islets, 0);
    CHECK_SAME(mines_metrics(mask, 1, 1000, SIDE, NULL, &SIZED(mines_metrics_result, .zini = &clicks, .hzini = &human)),
               MINES_OK);
    CHECK_SAME(clicks, 1);
    CHECK_SAME(human, 1);
    spiral(mask);
    CHECK_SAME(mines_metrics(mask, 1, SIDE, SIDE, NULL,
                             &SIZED(mines_metrics_result, .bbbv = &bbbv, .openings = &openings, .islands = &islets)),
               MINES_OK);
    CHECK_SAME(openings, 1);
    CHECK_SAME(bbbv, 1 + (long long)islets);
    memset(opened, 1, (size_t)SIDE * SIDE);
    CHECK_SAME(mines_bbbv_solved(mask, opened, 1, SIDE, SIDE, NULL, &done), MINES_OK);
    CHECK_SAME(done, bbbv);
    CHECK_SAME(mines_numbers(mask, 1, SIDE, SIDE, numbers), MINES_OK);
    CHECK_SAME(numbers[(size_t)SIDE * SIDE - 1], 0);
    opened[(size_t)SIDE * SIDE - 1] = 0;
    CHECK_SAME(mines_bbbv_solved(mask, opened, 1, SIDE, SIDE, NULL, &done), MINES_OK);
    CHECK_SAME(done, islets);
}

static void large_boards(void)
{
    uint8_t *mask = calloc(SIDE, SIDE), *opened = calloc(SIDE, SIDE), *numbers = calloc(SIDE, SIDE);
    if (CHECK(mask != NULL && opened != NULL && numbers != NULL))
        check_large(mask, opened, numbers);
    free(mask);
    free(opened);
    free(numbers);
}

static int stop(void *context, double progress)
{
    (void)progress;
    ++*(int *)context;
    return 1;
}

static void check_interrupted(uint8_t *mask)
{
    static uint32_t out[1000];
    uint64_t seed = 4;
    for (size_t i = 0; i < SIDE * 1000; i++)
        mask[i] = random_word(&seed) % 5 == 0;
    int polls = 0;
    mines_options options = {.size = sizeof options, .poll = stop, .context = &polls};
    CHECK_SAME(mines_metrics(mask, 1, 1000, SIDE, with_threads(&options, 1), &SIZED(mines_metrics_result, .zini = out)),
               MINES_INTERRUPTED);
    CHECK_SAME(polls, 1);
    polls = 0;
    CHECK_SAME(
        mines_metrics(mask, 1000, 10, 400, with_threads(&options, 2), &SIZED(mines_metrics_result, .hzini = out)),
        MINES_INTERRUPTED);
    CHECK_SAME(polls, 1);
}

static void interrupted(void)
{
    uint8_t *mask = malloc((size_t)SIDE * 1000);
    if (CHECK(mask != NULL))
        check_interrupted(mask);
    free(mask);
}

int main(void)
{
    static twin t;
    known_answers();
    all_boards(&t);
    random_boards(&t);
    full_chunks(&t);
    lattices(&t);
    stacks();
    large_boards();
    interrupted();
    return check_done("test_metrics");
}
