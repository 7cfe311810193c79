/* test_placement.c - placement: the first-click rule is satisfied, all boards that satisfy it are equally likely, and a
   seed gives the same boards everywhere. */
#include "../../core/generation/placement.h"

#include "all_boards.h"
#include "check.h"
#include "positions.h"

#include <stdlib.h>

static bool kept_free(const mcore_placement *p, uint32_t cell)
{
    long down = labs((long)(cell / p->cols) - (long)p->row), across = labs((long)(cell % p->cols) - (long)p->col);
    long reach = p->first_click == MINES_FIRST_OPENING ? 1 : 0;
    return p->first_click != MINES_FIRST_ANYTHING && down <= reach && across <= reach;
}

/* ---- Small boards: every set of cells is counted ---- */

enum { SMALL_DRAWS = 3000000 };

/* How badly a set of mines violates the rule: mines where it allows none; most of all on the clicked cell. */
static uint32_t badness(const mcore_placement *p, uint32_t set)
{
    uint32_t bad = 0;
    for (uint32_t cell = 0; cell < p->rows * p->cols; cell++)
        if (set >> cell & 1 && kept_free(p, cell))
            bad += cell == p->row * p->cols + p->col ? 101 : 100;
    return bad;
}

/* Chi-square of the tallies against equal shares of the sets that violate the rule least; no other set was drawn. */
static double chi_square(const mcore_placement *p, const uint32_t *tally, uint32_t draws, size_t *sets)
{
    uint32_t end = 1u << p->rows * p->cols, best = UINT32_MAX;
    for (uint32_t set = 0; set < end; set++)
        if (ones(set) == p->mines && badness(p, set) < best)
            best = badness(p, set);
    *sets = 0;
    for (uint32_t set = 0; set < end; set++) {
        bool fits = ones(set) == p->mines && badness(p, set) == best;
        *sets += fits;
        CHECK(fits || tally[set] == 0);
    }
    double sum = 0.0, mean = (double)draws / (double)*sets;
    for (uint32_t set = 0; set < end; set++)
        if (ones(set) == p->mines && badness(p, set) == best)
            sum += (tally[set] - mean) * (tally[set] - mean) / mean;
    return sum;
}

/* bias: in that many of 100 draws, a board with a mine in the first cell is replaced by another. */
static double draw_small(const mcore_placement *p, uint32_t draws, uint32_t bias, size_t *sets)
{
    static uint32_t tally[1 << SMALL];
    uint8_t mask[32]; /* as many as the bits of set_of: gcc with sanitizers can't see that SMALL is enough */
    uint64_t state = 5;
    memset(tally, 0, sizeof tally);
    mcore_random random;
    mcore_random_set(&random, 11, p->mines, MCORE_PURPOSE_PLACEMENT);
    for (uint32_t i = 0; i < draws; i++) {
        CHECK(mcore_placement_next(p, &random, NULL, mask));
        if (bias > 0 && mask[0] && random_below(&state, 100) < bias)
            CHECK(mcore_placement_next(p, &random, NULL, mask));
        tally[set_of(mask, p->rows * p->cols)]++;
    }
    return chi_square(p, tally, draws, sets);
}

static void small_boards(void)
{
    static const struct {
        mcore_placement placing;
        size_t sets;
    } cases[] = {
        {{3, 3, 3, MINES_FIRST_ANYTHING, 0, 0}, 84},
        {{3, 3, 6, MINES_FIRST_ANYTHING, 2, 2}, 84},
        {{3, 4, 5, MINES_FIRST_SAFE, 1, 1}, 462},
        {{4, 4, 3, MINES_FIRST_OPENING, 0, 0}, 220},
        {{4, 4, 5, MINES_FIRST_OPENING, 1, 2}, 21},
        {{1, 7, 4, MINES_FIRST_OPENING, 0, 3}, 1},
        /* too many mines for an opening: three more must be around the click */
        {{3, 4, 6, MINES_FIRST_OPENING, 1, 1}, 56},
        {{4, 4, 10, MINES_FIRST_OPENING, 1, 1}, 56},
        {{1, 3, 1, MINES_FIRST_OPENING, 0, 1}, 2},
        /* all neighbours must be mines; and the clicked cell as well */
        {{3, 3, 8, MINES_FIRST_OPENING, 1, 1}, 1},
        {{3, 3, 9, MINES_FIRST_OPENING, 1, 1}, 1},
        {{2, 3, 5, MINES_FIRST_SAFE, 1, 1}, 1},
        {{2, 3, 6, MINES_FIRST_SAFE, 1, 1}, 1},
        {{1, 1, 1, MINES_FIRST_OPENING, 0, 0}, 1},
        {{1, 1, 0, MINES_FIRST_OPENING, 0, 0}, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t sets, draws = cases[i].sets > 1 ? SMALL_DRAWS / 10 : 100;
        double sum = draw_small(&cases[i].placing, (uint32_t)draws, 0, &sets);
        CHECK_SAME(sets, cases[i].sets);
        CHECK(sets == 1 || sum < chi_square_limit(sets - 1));
    }
}

/* The uniformity test works: many draws pass, and a bias of one in a hundred fails. */
static void bias_is_seen(void)
{
    static const mcore_placement placing = {3, 3, 3, MINES_FIRST_ANYTHING, 0, 0};
    size_t sets;
    CHECK(draw_small(&placing, SMALL_DRAWS, 0, &sets) < chi_square_limit(sets - 1));
    CHECK(draw_small(&placing, SMALL_DRAWS, 2, &sets) > chi_square_limit(sets - 1));
}

/* ---- The usual sizes: every cell is counted ---- */

/* Chi-square of the mines per cell; the tallies are not independent, as their sum is fixed, which the factor (n - 1) /
   n corrects. */
static double chi_square_of_cells(const mcore_placement *p, const uint32_t *tally, uint32_t draws, size_t *free_cells)
{
    uint32_t n = 0;
    for (uint32_t cell = 0; cell < p->rows * p->cols; cell++) {
        n += !kept_free(p, cell);
        CHECK(!kept_free(p, cell) || tally[cell] == 0);
    }
    double share = (double)p->mines / n, mean = draws * share, sum = 0.0;
    for (uint32_t cell = 0; cell < p->rows * p->cols; cell++)
        if (!kept_free(p, cell))
            sum += (tally[cell] - mean) * (tally[cell] - mean) / (mean * (1.0 - share));
    *free_cells = n;
    return sum * (n - 1) / n;
}

static void usual_sizes(void)
{
    static const mcore_placement cases[] = {
        {16, 30, 99, MINES_FIRST_ANYTHING, 0, 0},  {16, 30, 99, MINES_FIRST_OPENING, 8, 15},
        {16, 30, 400, MINES_FIRST_OPENING, 0, 29}, {16, 16, 40, MINES_FIRST_SAFE, 15, 15},
        {9, 9, 10, MINES_FIRST_OPENING, 4, 0},
    };
    enum { DRAWS = 150000 };
    static uint32_t tally[480], biased[480];
    static uint8_t mask[480];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const mcore_placement *p = cases + i;
        uint32_t cells = p->rows * p->cols;
        memset(tally, 0, sizeof tally);
        memset(biased, 0, sizeof biased);
        for (uint32_t draw = 0; draw < DRAWS; draw++) {
            CHECK(mcore_placement_board(p, 1, draw, NULL, mask));
            uint32_t mines = 0;
            for (uint32_t cell = 0; cell < cells; cell++) {
                mines += mask[cell];
                tally[cell] += mask[cell];
            }
            CHECK_SAME(mines, p->mines);
            /* one hundredth of the mines moves from the left half to the right half of its row */
            uint64_t state = draw;
            for (uint32_t cell = 0; cell < cells; cell++) {
                uint32_t other = cell + p->cols / 2;
                bool moves = cell % p->cols < p->cols / 2 && mask[cell] && !mask[other] && !kept_free(p, other) &&
                             random_below(&state, 100) < 1;
                biased[moves ? other : cell] += mask[cell];
            }
        }
        size_t n;
        CHECK(chi_square_of_cells(p, tally, DRAWS, &n) < chi_square_limit(n - 1));
        if (i < 2)
            CHECK(chi_square_of_cells(p, biased, DRAWS, &n) > chi_square_limit(n - 1));
    }
}

/* ---- What a seed means ---- */

/* The algorithm described in the header, with a list of drawn cells instead of a mask. */
static void place_slowly(const mcore_placement *p, uint64_t seed, uint64_t number, uint8_t *mask)
{
    uint32_t cells = p->rows * p->cols, open = 0, drawn = 0;
    bool *taken = calloc(cells, sizeof *taken);
    if (taken == NULL)
        exit(1);
    for (uint32_t cell = 0; cell < cells; cell++) {
        taken[cell] = kept_free(p, cell);
        open += !taken[cell];
    }
    CHECK(p->mines <= open);
    uint32_t wanted = p->mines <= open / 2 ? p->mines : open - p->mines;
    mcore_random random;
    mcore_random_set(&random, seed, number, MCORE_PURPOSE_PLACEMENT);
    for (uint32_t half = 0; drawn < wanted; half++) {
        static uint64_t word;
        word = half % 2 == 0 ? mcore_random_next(&random) : word >> 32;
        uint64_t x = word % (UINT64_C(1) << 32);
        if (x * cells % (UINT64_C(1) << 32) < (UINT64_C(1) << 32) % cells)
            continue;
        uint32_t cell = (uint32_t)(x * cells / (UINT64_C(1) << 32));
        drawn += !taken[cell];
        taken[cell] = true;
    }
    for (uint32_t cell = 0; cell < cells; cell++)
        mask[cell] = !kept_free(p, cell) && taken[cell] == (p->mines <= open / 2);
    free(taken);
}

static void slow_twin(void)
{
    enum { MOST = 60 };
    static uint8_t mask[MOST * MOST], slow[MOST * MOST];
    uint64_t state = 77;
    for (uint64_t i = 0; i < 3000; i++) {
        mcore_placement p = {
            1 + random_below(&state, MOST), 1 + random_below(&state, MOST), 0, MINES_FIRST_ANYTHING, 0, 0};
        p.first_click = (mines_first_click)random_below(&state, 3);
        p.row = random_below(&state, p.rows);
        p.col = random_below(&state, p.cols);
        uint32_t open = 0;
        for (uint32_t cell = 0; cell < p.rows * p.cols; cell++)
            open += !kept_free(&p, cell);
        p.mines = random_below(&state, open + 1);
        CHECK(mcore_placement_board(&p, i % 7, i << 40, NULL, mask));
        place_slowly(&p, i % 7, i << 40, slow);
        CHECK(memcmp(mask, slow, p.rows * p.cols) == 0);
    }
}

/* FNV-1a hash of a board. */
static uint32_t signature(const uint8_t *mask, size_t cells)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < cells; i++)
        hash = (hash ^ mask[i]) * 16777619u;
    return hash;
}

static void same_everywhere(void)
{
    static const struct {
        mcore_placement placing;
        uint64_t seed, number;
        uint32_t signature;
    } cases[] = {
        {{16, 30, 99, MINES_FIRST_ANYTHING, 0, 0}, 0, 0, 1746000638},
        {{16, 30, 99, MINES_FIRST_OPENING, 8, 15}, 1, UINT64_MAX, 1213219386},
        {{16, 16, 40, MINES_FIRST_SAFE, 3, 3}, UINT64_MAX, 5, 965328173},
        {{3, 4, 6, MINES_FIRST_OPENING, 1, 1}, 7, 7, 2714507315},
    };
    uint8_t mask[480];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const mcore_placement *p = &cases[i].placing;
        CHECK(mcore_placement_board(p, cases[i].seed, cases[i].number, NULL, mask));
        CHECK_SAME(signature(mask, (size_t)p->rows * p->cols), cases[i].signature);
    }
}

/* ---- Large boards ---- */

static int stop(void *context, double progress)
{
    (void)progress;
    ++*(int *)context;
    return 1;
}

static void large_board(void)
{
    static const mcore_placement placing = {4000, 4000, 3300000, MINES_FIRST_OPENING, 3999, 0};
    size_t cells = (size_t)placing.rows * placing.cols, mines = 0;
    uint8_t *mask = malloc(cells);
    if (mask == NULL)
        exit(1);
    int polls = 0;
    mines_options options = {.size = sizeof options, .poll = stop, .context = &polls};
    mcore_poll poll;
    mcore_poll_init(&poll, NULL, UINT64_MAX);
    CHECK(mcore_placement_board(&placing, 3, 0, &poll, mask));
    for (size_t i = 0; i < cells; i++) {
        mines += mask[i];
        CHECK(mask[i] == 0 || !kept_free(&placing, (uint32_t)i));
    }
    CHECK_SAME(mines, placing.mines);
    mcore_poll_init(&poll, &options, UINT64_MAX);
    CHECK(!mcore_placement_board(&placing, 3, 0, &poll, mask));
    CHECK_SAME(polls, 1);
    free(mask);
}

int main(void)
{
    small_boards();
    bias_is_seen();
    usual_sizes();
    slow_twin();
    same_everywhere();
    large_board();
    return check_done("test_placement");
}
