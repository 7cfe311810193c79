/* test_generate.c - mines_generate and mines_no_guess: boards meet the request, are as likely as promised, and don't
   depend on how the work is split; a search that can't succeed fails or can be interrupted. */
#include "../../core/generation/no_guess.h"
#include "../../core/generation/placement.h"

#include "all_boards.h"
#include "calls.h"
#include "check.h"
#include "positions.h"

#include <stdlib.h>
#include <time.h>

static mines_generate_request request_of(uint32_t rows, uint32_t cols, uint32_t mines, mines_first_click first,
                                         uint32_t row, uint32_t col, mines_generate_logic logic)
{
    return (mines_generate_request){.size = sizeof(mines_generate_request),
                                    .rows = rows,
                                    .cols = cols,
                                    .mines = mines,
                                    .first_click = first,
                                    .row = row,
                                    .col = col,
                                    .logic = logic};
}

static const mines_generate_logic all_logic[] = {MINES_GENERATE_ANY, MINES_GENERATE_NO_GUESS,
                                                 MINES_GENERATE_NO_GUESS_REPAIRED};

static uint8_t *allocate(size_t bytes)
{
    uint8_t *data = malloc(bytes);
    if (!CHECK(data != NULL))
        exit(1);
    return data;
}

/* ---- Boards meet the request */

static void keeps_rule(const mines_generate_request *r, const uint8_t *mask)
{
    uint32_t mines = 0;
    for (uint32_t row = 0; row < r->rows; row++) {
        for (uint32_t col = 0; col < r->cols; col++) {
            uint8_t mine = mask[row * r->cols + col];
            CHECK(mine <= 1);
            mines += mine;
            uint32_t reach = r->first_click == MINES_FIRST_OPENING ? 1 : 0;
            bool above = row + reach<r->row, below = row> r->row + reach;
            bool left = col + reach<r->col, right = col> r->col + reach;
            CHECK(!mine || above || below || left || right || r->first_click == MINES_FIRST_ANYTHING);
        }
    }
    CHECK_SAME(mines, r->mines);
}

static void like_the_request(void)
{
    static const struct {
        uint32_t rows, cols, mines, row, col;
        uint32_t count;
        mines_generate_logic most; /* the others would take too long */
    } cases[] = {
        {16, 30, 99, 8, 15, 100, MINES_GENERATE_NO_GUESS},
        {16, 16, 40, 0, 0, 100, MINES_GENERATE_NO_GUESS},
        {9, 9, 10, 8, 8, 300, MINES_GENERATE_NO_GUESS},
        {5, 5, 8, 0, 4, 300, MINES_GENERATE_NO_GUESS},
        {2, 2, 0, 1, 1, 2, MINES_GENERATE_NO_GUESS},
        {1, 1, 0, 0, 0, 2, MINES_GENERATE_NO_GUESS},
        {3, 3, 0, 1, 1, 2, MINES_GENERATE_NO_GUESS},
        {4, 1, 2, 0, 0, 20, MINES_GENERATE_NO_GUESS},
        {16, 30, 140, 3, 3, 30, MINES_GENERATE_NO_GUESS_REPAIRED},
        {60, 60, 740, 59, 1, 10, MINES_GENERATE_NO_GUESS_REPAIRED},
        {256, 256, 13500, 128, 128, 1, MINES_GENERATE_NO_GUESS_REPAIRED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t cells = (size_t)cases[i].rows * cases[i].cols;
        uint8_t *masks = allocate(cells * cases[i].count), *answers = allocate(cases[i].count);
        for (size_t k = 0; k < 3; k++) {
            if (all_logic[k] == MINES_GENERATE_NO_GUESS && cases[i].most != MINES_GENERATE_NO_GUESS)
                continue;
            for (int first = MINES_FIRST_ANYTHING; first <= MINES_FIRST_OPENING; first++) {
                mines_generate_request r =
                    request_of(cases[i].rows, cases[i].cols, cases[i].mines, (mines_first_click)first, cases[i].row,
                               cases[i].col, all_logic[k]);
                uint64_t tried = 0;
                mines_status wanted = k > 0 && first == MINES_FIRST_ANYTHING ? MINES_BAD_ARGUMENT : MINES_OK;
                CHECK_SAME(mines_generate(&r, 4, 9, cases[i].count, &SIZED(mines_options, .threads = 1), masks, &tried),
                           wanted);
                if (wanted != MINES_OK)
                    continue;
                CHECK(tried >= cases[i].count);
                CHECK(k > 0 || tried == cases[i].count);
                for (uint32_t n = 0; n < cases[i].count; n++)
                    keeps_rule(&r, masks + n * cells);
                CHECK_SAME(mines_no_guess(masks, cases[i].count, r.rows, r.cols, r.row, r.col,
                                          &SIZED(mines_options, .threads = 2), answers),
                           MINES_OK);
                for (uint32_t n = 0; n < cases[i].count && k > 0; n++)
                    CHECK_SAME(answers[n], 1);
            }
        }
        free(masks);
        free(answers);
    }
}

/* Search the candidates of a board one after another with the internal modules: the same board after as many tries. */
static void slow_twin(void)
{
    enum { CELLS = 81, COUNT = 60 };
    static uint8_t masks[CELLS * COUNT], mask[CELLS];
    for (size_t k = 0; k < 2; k++) {
        mines_generate_request r = request_of(9, 9, 12, MINES_FIRST_SAFE, 4, 3, all_logic[k]);
        r.min_bbbv = 30;
        r.max_bbbv = 34;
        uint64_t all = 0, counted = 0;
        CHECK_SAME(mines_generate(&r, 77, 1000, COUNT, &SIZED(mines_options, .threads = 2), masks, &all), MINES_OK);
        for (uint64_t i = 0; i < COUNT; i++) {
            mcore_placement placing = {9, 9, 12, MINES_FIRST_SAFE, 4, 3};
            mcore_random random;
            uint64_t candidate = 0;
            for (bool found = false; !found; counted++, candidate++) {
                uint32_t bbbv;
                uint8_t no_guess;
                if (candidate % 256 == 0)
                    mcore_random_set_part(&random, 77, 1000 + i, candidate / 256, MCORE_PURPOSE_PLACEMENT);
                CHECK(mcore_placement_next(&placing, &random, NULL, mask));
                CHECK_SAME(mines_metrics(mask, 1, 9, 9, &SIZED(mines_options, .threads = 1),
                                         &SIZED(mines_metrics_result, .bbbv = &bbbv)),
                           MINES_OK);
                CHECK_SAME(mines_no_guess(mask, 1, 9, 9, 4, 3, &SIZED(mines_options, .threads = 1), &no_guess),
                           MINES_OK);
                found = bbbv >= 30 && bbbv <= 34 && (k == 0 || no_guess);
            }
            CHECK(memcmp(mask, masks + i * CELLS, CELLS) == 0);
        }
        CHECK_SAME(all, counted);
    }
}

static void range_of_bbbv(void)
{
    enum { COUNT = 40 };
    static uint8_t masks[480 * COUNT];
    uint32_t bbbv[COUNT];
    for (size_t k = 0; k < 3; k++) {
        mines_generate_request r = request_of(16, 30, 99, MINES_FIRST_OPENING, 8, 15, all_logic[k]);
        r.min_bbbv = 150;
        r.max_bbbv = 160;
        CHECK_SAME(mines_generate(&r, 1, 0, COUNT, NULL, masks, NULL), MINES_OK);
        CHECK_SAME(mines_metrics(masks, COUNT, 16, 30, &SIZED(mines_options, .threads = 1),
                                 &SIZED(mines_metrics_result, .bbbv = bbbv)),
                   MINES_OK);
        for (size_t i = 0; i < COUNT; i++)
            CHECK(bbbv[i] >= 150 && bbbv[i] <= 160);
    }
}

/* ---- Boards are as likely as promised */

static void uniform_without_guess(uint32_t rows, uint32_t cols, uint32_t mines, mines_first_click first, uint32_t click)
{
    enum { DRAWS = 80000 };
    small s;
    list_boards(&s, rows, cols, mines);
    uint32_t end = 1u << rows * cols;
    bool *wanted = calloc(end, sizeof *wanted);
    uint32_t *tally = calloc(end, sizeof *tally);
    uint8_t *masks = allocate((size_t)DRAWS * rows * cols);
    if (!CHECK(wanted != NULL && tally != NULL))
        exit(1);
    size_t boards = 0;
    for (size_t b = 0; b < s.boards; b++) {
        uint32_t near = 1u << click | (first == MINES_FIRST_OPENING ? s.around[click] : 0);
        wanted[s.board[b]] = !(s.board[b] & near) && won_by_all_boards(&s, s.board[b], click);
        boards += wanted[s.board[b]];
    }
    CHECK(boards > 10 && boards < s.boards);
    for (size_t k = 1; k < 3; k++) {
        mines_generate_request r = request_of(rows, cols, mines, first, click / cols, click % cols, all_logic[k]);
        CHECK_SAME(mines_generate(&r, 5, 0, DRAWS, NULL, masks, NULL), MINES_OK);
        memset(tally, 0, end * sizeof *tally);
        for (size_t i = 0; i < DRAWS; i++)
            tally[set_of(masks + i * rows * cols, rows * cols)]++;
        double mean = (double)DRAWS / (double)boards, sum = 0.0;
        for (uint32_t set = 0; set < end; set++) {
            CHECK(wanted[set] || tally[set] == 0);
            if (wanted[set])
                sum += (tally[set] - mean) * (tally[set] - mean) / mean;
        }
        /* repaired boards are not uniform, and the test detects that */
        CHECK((sum < chi_square_limit(boards - 1)) == (all_logic[k] == MINES_GENERATE_NO_GUESS));
    }
    free(wanted);
    free(tally);
    free(masks);
    free(s.board);
}

/* ---- Boards don't depend on how the work is split */

static void same_boards(void)
{
    enum { CELLS = 256, COUNT = 90 };
    static uint8_t whole[CELLS * COUNT], parts[CELLS * COUNT], answers[2][COUNT];
    for (size_t k = 0; k < 3; k++) {
        mines_generate_request r = request_of(16, 16, 50, MINES_FIRST_OPENING, 2, 2, all_logic[k]);
        uint64_t tried, all;
        CHECK_SAME(mines_generate(&r, 6, 500, COUNT, &SIZED(mines_options, .threads = 1), whole, &all), MINES_OK);
        CHECK_SAME(mines_generate(&r, 6, 500, COUNT, &SIZED(mines_options, .threads = 4), parts, &tried), MINES_OK);
        CHECK(memcmp(whole, parts, sizeof whole) == 0);
        CHECK_SAME(tried, all);
        memset(parts, 2, sizeof parts);
        for (uint64_t i = COUNT; i-- > 0;)
            CHECK_SAME(mines_generate(&r, 6, 500 + i, 1, NULL, parts + i * CELLS, NULL), MINES_OK);
        CHECK(memcmp(whole, parts, sizeof whole) == 0);
        CHECK_SAME(mines_generate(&r, 7, 500, COUNT, &SIZED(mines_options, .threads = 1), parts, NULL), MINES_OK);
        CHECK(memcmp(whole, parts, sizeof whole) != 0);
        CHECK_SAME(mines_no_guess(whole, COUNT, 16, 16, 2, 2, &SIZED(mines_options, .threads = 1), answers[0]),
                   MINES_OK);
        CHECK_SAME(mines_no_guess(whole, COUNT, 16, 16, 2, 2, &SIZED(mines_options, .threads = 3), answers[1]),
                   MINES_OK);
        CHECK(memcmp(answers[0], answers[1], COUNT) == 0);
    }
    /* any byte but 0 is a mine */
    for (size_t i = 0; i < sizeof whole; i++)
        whole[i] = (uint8_t)(whole[i] * (1 + i % 255));
    CHECK_SAME(mines_no_guess(whole, COUNT, 16, 16, 2, 2, &SIZED(mines_options, .threads = 2), answers[1]), MINES_OK);
    CHECK(memcmp(answers[0], answers[1], COUNT) == 0);
    /* the last indices of a seed */
    mines_generate_request r = request_of(4, 4, 5, MINES_FIRST_ANYTHING, 0, 0, MINES_GENERATE_ANY);
    CHECK_SAME(mines_generate(&r, 0, UINT64_MAX - 3, 3, &SIZED(mines_options, .threads = 1), whole, NULL), MINES_OK);
    CHECK_SAME(mines_generate(&r, 0, UINT64_MAX - 3, 4, &SIZED(mines_options, .threads = 1), whole, NULL),
               MINES_BAD_ARGUMENT);
}

/* So rare that many blocks are searched: by one thread, by one thread per board, by all threads together. */
static void hard_boards(void)
{
    enum { CELLS = 64, COUNT = 3 };
    static uint8_t whole[CELLS * COUNT], parts[CELLS * COUNT];
    for (size_t k = 0; k < 3; k++) {
        mines_generate_request r = request_of(8, 8, 10, MINES_FIRST_SAFE, 0, 7, all_logic[k]);
        r.min_bbbv = 40;
        uint64_t all, tried, sum = 0;
        CHECK_SAME(mines_generate(&r, 3, 70, COUNT, &SIZED(mines_options, .threads = 1), whole, &all), MINES_OK);
        CHECK(all > 10 * 256);
        for (uint32_t threads = 2; threads <= 5; threads++) {
            memset(parts, 2, sizeof parts);
            CHECK_SAME(mines_generate(&r, 3, 70, COUNT, &SIZED(mines_options, .threads = threads), parts, &tried),
                       MINES_OK);
            CHECK(memcmp(whole, parts, sizeof whole) == 0);
            CHECK_SAME(tried, all);
        }
        memset(parts, 2, sizeof parts);
        for (uint64_t i = 0; i < COUNT; i++) {
            CHECK_SAME(mines_generate(&r, 3, 70 + i, 1, &SIZED(mines_options, .threads = 4), parts + i * CELLS, &tried),
                       MINES_OK);
            sum += tried;
            r.tries = tried; /* just enough */
            CHECK_SAME(mines_generate(&r, 3, 70 + i, 1, &SIZED(mines_options, .threads = 3), parts + i * CELLS, &tried),
                       MINES_OK);
            r.tries--;
            CHECK_SAME(mines_generate(&r, 3, 70 + i, 1, &SIZED(mines_options, .threads = 3), parts, &tried),
                       MINES_NOT_FOUND);
            CHECK_SAME(tried, r.tries);
            r.tries = 0;
            CHECK_SAME(mines_generate(&r, 3, 70 + i, 1, &SIZED(mines_options, .threads = 2), parts + i * CELLS, &tried),
                       MINES_OK);
        }
        CHECK_SAME(sum, all);
        for (uint64_t i = 0; i < COUNT; i++)
            CHECK_SAME(mines_generate(&r, 3, 70 + i, 1, &SIZED(mines_options, .threads = 4), parts + i * CELLS, NULL),
                       MINES_OK);
        CHECK(memcmp(whole, parts, sizeof whole) == 0);
    }
}

/* ---- Boards that are not found */

static void not_found(void)
{
    uint8_t mask[480];
    uint64_t tried;
    mines_generate_request r = request_of(16, 30, 99, MINES_FIRST_OPENING, 8, 15, MINES_GENERATE_ANY);
    r.min_bbbv = 381 - 9 + 2; /* one more than possible */
    CHECK_SAME(mines_generate(&r, 0, 0, 1, NULL, mask, &tried), MINES_NOT_FOUND);
    CHECK_SAME(tried, 0);
    r.min_bbbv = 350; /* possible in principle */
    r.tries = 1000;
    CHECK_SAME(mines_generate(&r, 0, 0, 1, NULL, mask, &tried), MINES_NOT_FOUND);
    CHECK_SAME(tried, 1000);
    r.min_bbbv = 0;
    r.max_bbbv = 1;
    r.logic = MINES_GENERATE_NO_GUESS_REPAIRED;
    r.tries = 20;
    CHECK_SAME(mines_generate(&r, 0, 0, 1, NULL, mask, &tried), MINES_NOT_FOUND);
    CHECK_SAME(tried, 20);
    /* a click with eight mines around it gives no information, and only one board has it */
    r = request_of(3, 4, 10, MINES_FIRST_SAFE, 1, 1, MINES_GENERATE_NO_GUESS);
    r.tries = 50;
    for (size_t k = 1; k < 3; k++) {
        r.logic = all_logic[k];
        CHECK_SAME(mines_generate(&r, 0, 0, 1, NULL, mask, &tried), MINES_NOT_FOUND);
    }
    /* only one board is possible: a second try is pointless */
    r = request_of(4, 4, 0, MINES_FIRST_ANYTHING, 0, 0, MINES_GENERATE_ANY);
    r.min_bbbv = 2;
    CHECK_SAME(mines_generate(&r, 0, 0, 1, NULL, mask, &tried), MINES_NOT_FOUND);
    r = request_of(4, 4, 16, MINES_FIRST_SAFE, 0, 0, MINES_GENERATE_NO_GUESS);
    CHECK_SAME(mines_generate(&r, 0, 0, 1, NULL, mask, &tried), MINES_NOT_FOUND);
    r.mines = 15; /* the click wins */
    CHECK_SAME(mines_generate(&r, 0, 0, 1, NULL, mask, &tried), MINES_OK);
    CHECK(mask[0] == 0 && tried == 1);
}

typedef struct poll_limit {
    int polls, most;
    clock_t stopped; /* the processor time when the limit was reached */
} poll_limit;

static int stop_at_limit(void *context, double progress)
{
    poll_limit *p = context;
    CHECK(progress <= 1.0);
    if (++p->polls < p->most)
        return 0;
    if (p->polls == p->most)
        p->stopped = clock();
    return 1;
}

/* An endless search stops soon after the poll function requests it. */
static void interrupted(void)
{
    enum { COUNT = 6 };
    static uint8_t masks[256 * 256 * COUNT];
    static const struct {
        uint32_t rows, cols, mines;
        mines_generate_logic logic;
        uint32_t most;
    } cases[] = {
        {16, 16, 140, MINES_GENERATE_NO_GUESS, 0},
        {256, 256, 14000, MINES_GENERATE_NO_GUESS, 0},
        {256, 256, 14000, MINES_GENERATE_NO_GUESS_REPAIRED, 1},
        {256, 256, 40000, MINES_GENERATE_NO_GUESS_REPAIRED, 1},
        {256, 256, 14000, MINES_GENERATE_ANY, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (uint32_t threads = 1; threads <= 3; threads += 2) {
            poll_limit p = {0, 3, 0};
            mines_options options = {.size = sizeof options, .poll = stop_at_limit, .context = &p};
            mines_generate_request r =
                request_of(cases[i].rows, cases[i].cols, cases[i].mines, MINES_FIRST_OPENING, 4, 4, cases[i].logic);
            r.max_bbbv = cases[i].most;
            CHECK_SAME(mines_generate(&r, 0, 0, COUNT, with_threads(&options, threads), masks, NULL),
                       MINES_INTERRUPTED);
            CHECK(p.polls >= p.most && clock() - p.stopped < CLOCKS_PER_SEC / 2);
        }
    }
}

/* ---- Wrong arguments, little memory ---- */

static void refused(void)
{
    uint8_t mask[480], answer;
    const mines_generate_request good = request_of(16, 30, 99, MINES_FIRST_SAFE, 15, 29, MINES_GENERATE_NO_GUESS);
    mines_options unknown = {.size = sizeof unknown - 1};
#define BAD(change)                                                                                                    \
    do {                                                                                                               \
        mines_generate_request r = good;                                                                               \
        change;                                                                                                        \
        CHECK_SAME(mines_generate(&r, 0, 0, 1, &SIZED(mines_options, .threads = 1), mask, NULL), MINES_BAD_ARGUMENT);  \
    } while (0)
    BAD(r.size--);
    BAD(r.rows = 0);
    BAD(r.cols = 0);
    BAD(r.rows = MINES_MAX_SIDE + 1);
    BAD(r.cols = MINES_MAX_SIDE + 1);
    BAD((r.logic = MINES_GENERATE_ANY, r.cols = MINES_MAX_GAME_SIDE + 1));
    BAD((r.logic = MINES_GENERATE_ANY, r.rows = r.cols = MINES_MAX_GAME_SIDE));
    BAD(r.mines = 481);
    BAD(r.row = 16);
    BAD(r.col = 30);
    BAD(r.first_click = MINES_FIRST_ANYTHING);
    BAD(r.first_click = (mines_first_click)3);
    BAD(r.logic = (mines_generate_logic)3);
    BAD((r.min_bbbv = 3, r.max_bbbv = 2));
#undef BAD
    CHECK_SAME(mines_generate(NULL, 0, 0, 1, &SIZED(mines_options, .threads = 1), mask, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_generate(&good, 0, 0, 1, with_threads(&unknown, 1), mask, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_generate(&good, 0, 0, 1, &SIZED(mines_options, .threads = 1), NULL, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_generate(&good, 0, 0, UINT64_MAX, &SIZED(mines_options, .threads = 1), mask, NULL),
               MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_generate(&good, 0, 0, 0, &SIZED(mines_options, .threads = 1), NULL, NULL), MINES_OK);
    CHECK_SAME(mines_no_guess(NULL, 1, 16, 30, 0, 0, &SIZED(mines_options, .threads = 1), &answer), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_no_guess(mask, 1, 16, 30, 0, 0, &SIZED(mines_options, .threads = 1), NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_no_guess(mask, 1, 16, 30, 16, 0, &SIZED(mines_options, .threads = 1), &answer),
               MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_no_guess(mask, 1, 16, 30, 0, 30, &SIZED(mines_options, .threads = 1), &answer),
               MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_no_guess(mask, 1, 0, 30, 0, 0, &SIZED(mines_options, .threads = 1), &answer), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_no_guess(mask, 1, 257, 1, 0, 0, &SIZED(mines_options, .threads = 1), &answer), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_no_guess(mask, 1, 16, 30, 0, 0, with_threads(&unknown, 1), &answer), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_no_guess(NULL, 0, 16, 30, 0, 0, &SIZED(mines_options, .threads = 1), NULL), MINES_OK);
    mines_options little = {.size = sizeof little, .memory = 1};
    CHECK_SAME(mines_generate(&good, 0, 0, 1, with_threads(&little, 1), mask, NULL), MINES_BUDGET_EXCEEDED);
    memset(mask, 0, sizeof mask);
    CHECK_SAME(mines_no_guess(mask, 1, 16, 30, 0, 0, with_threads(&little, 1), &answer), MINES_BUDGET_EXCEEDED);
}

int main(void)
{
    like_the_request();
    slow_twin();
    range_of_bbbv();
    uniform_without_guess(4, 4, 3, MINES_FIRST_SAFE, 0);
    uniform_without_guess(3, 5, 4, MINES_FIRST_SAFE, 7);
    uniform_without_guess(4, 4, 4, MINES_FIRST_OPENING, 3);
    same_boards();
    hard_boards();
    not_found();
    interrupted();
    refused();
    return check_done("test_generate");
}
