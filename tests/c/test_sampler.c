/*
 * test_sampler.c - the parts of the sampler against simple definitions, and drawn boards against all valid boards.
 */
#include "../../core/api/determine_grid2.h"
#include "../../core/sampling/sampler.h"

#include "calls.h"
#include "check.h"
#include "positions.h"

/* ---- Streams ---- */

static void check_streams(void)
{
    const uint32_t zero[4] = {0}, key[2] = {0};
    uint32_t out[4];
    mcore_philox(zero, key, out); /* known answer of the Random123 distribution */
    CHECK_SAME(out[0], 0x6627e8d5u);
    CHECK_SAME(out[1], 0xe169c58du);
    CHECK_SAME(out[2], 0xbc57ac4cu);
    CHECK_SAME(out[3], 0x9b00dbd8u);
    mcore_random random = {{1, 2, 3, 4}}; /* known answer of the generator's authors */
    CHECK_SAME(mcore_random_next(&random), 41943041);
    CHECK_SAME(mcore_random_next(&random), 58720359);
    CHECK_SAME(mcore_random_next(&random), 3588806011781223);
    CHECK_SAME(mcore_random_next(&random), 3591011842654386);

    mcore_lanes lanes;
    mcore_random lane[MCORE_LANES];
    uint64_t word[40 * MCORE_LANES];
    mcore_lanes_set(&lanes, 123, 456, MCORE_PURPOSE_SEA);
    for (int i = 0; i < MCORE_LANES; i++) {
        for (int k = 0; k < 4; k++)
            lane[i].s[k] = lanes.s[k][i];
    }
    mcore_random_set(&random, 123, 456, MCORE_PURPOSE_SEA);
    CHECK(memcmp(&random, &lane[0], sizeof random) == 0);
    mcore_kernel_choose()->words(&lanes, word, 2);
    mcore_kernel_choose()->words(&lanes, word + 128, 3);
    for (int step = 0; step < 40; step++) {
        for (int i = 0; i < MCORE_LANES; i++)
            CHECK(word[step * MCORE_LANES + i] == mcore_random_next(&lane[i]));
    }

    uint64_t state = 5;
    for (int i = 0; i < 100000; i++) {
        uint64_t x = next_random(&state), fraction;
        uint32_t n = (uint32_t)next_random(&state) >> next_random(&state) % 32, index = mcore_scale(x, n, &fraction);
        /* x * n by schoolbook multiplication in base 2^16 */
        uint64_t digit[6] = {0};
        for (int a = 0; a < 4; a++) {
            for (int b = 0; b < 2; b++)
                digit[a + b] += (x >> 16 * a & 0xffff) * (n >> 16 * b & 0xffff);
        }
        for (int d = 0; d < 5; d++) {
            digit[d + 1] += digit[d] >> 16;
            digit[d] &= 0xffff;
        }
        CHECK(fraction == (digit[0] | digit[1] << 16 | digit[2] << 32 | digit[3] << 48));
        CHECK(index == (digit[4] | digit[5] << 16));
    }
}

/* ---- Kernel ---- */

/* The property of the guess stated in kernel.h, for all cases of the narrow sea and many of the wide one. */
static void check_guess(void)
{
    unsigned long wrong = 0;
    uint64_t state = 9;
    for (uint32_t left = 2; left <= 65536; left++) {
        mcore_sea_factor factor = mcore_sea_factor_of(left);
        for (uint32_t i = 0; i < 200; i++) {
            uint32_t rem = i <= MCORE_NARROW_MINES ? i : i < 198 ? random_below(&state, left + 1) : left - i % 2;
            if (rem > left || rem > 65535)
                continue;
            uint64_t exact = (uint64_t)256 * rem;
            uint32_t guess = rem * factor.scale * factor.recip >> 16, t = (uint32_t)(exact / left);
            wrong += rem * factor.scale > 65535 || guess > 255;
            if (left <= MCORE_NARROW_CELLS && rem <= MCORE_NARROW_MINES)
                wrong += rem > 0 && guess != t - (exact % left == 0);
            else
                wrong += guess != t && guess + 1 != t;
        }
    }
    CHECK_SAME(wrong, 0);
}

/* The sea as defined in kernel.h, one lane and cell at a time. */
static void plain_sea(const mcore_sea *sea, uint32_t rem[MINES_BATCH], uint64_t seed, uint64_t *planes)
{
    mcore_lanes bytes;
    mcore_random lane[MCORE_LANES], ties;
    mcore_lanes_set(&bytes, seed, 1, MCORE_PURPOSE_SEA);
    mcore_random_set(&ties, seed, 1, MCORE_PURPOSE_TIE);
    for (int i = 0; i < MCORE_LANES; i++) {
        for (int k = 0; k < 4; k++)
            lane[i].s[k] = bytes.s[k][i];
    }
    for (uint32_t cell = 0; cell < sea->cells; cell++) {
        uint32_t left = sea->cells - cell;
        uint8_t byte[MINES_BATCH];
        for (int i = 0; i < MINES_BATCH / 8 && left > 1; i++) {
            uint64_t word = mcore_random_next(&lane[i % MCORE_LANES]);
            for (int k = 0; k < 8; k++)
                byte[8 * i + k] = (uint8_t)(word >> 8 * k);
        }
        for (uint32_t L = 0; L < MINES_BATCH; L++) {
            uint32_t t = (uint32_t)((uint64_t)256 * rem[L] / left), f = (uint32_t)(256 * (uint64_t)rem[L] % left);
            bool mine;
            if (left == 1) {
                mine = rem[L] == 1;
            } else {
                uint32_t r = byte[64 * (L % 8) + L / 8];
                mine = r < t || (r == t && f > 0 && mcore_random_below(&ties, left) < f);
            }
            if (mine) {
                planes[sea->site[cell] * MCORE_WORDS + L / 64] |= (uint64_t)1 << L % 64;
                rem[L]--;
            }
        }
    }
}

static void check_sea(const mcore_kernel *kernel, uint32_t cells, uint32_t most, bool narrow, uint64_t seed)
{
    static uint32_t site[3000], left[MINES_BATCH];
    static uint64_t planes[3000 * MCORE_WORDS], wanted[3000 * MCORE_WORDS];
    mcore_rem rem;
    mcore_lanes bytes;
    mcore_random ties;
    uint64_t state = seed;
    for (uint32_t i = 0; i < cells; i++) {
        site[i] = cells - 1 - i;
    }
    for (uint32_t L = 0; L < MINES_BATCH; L++) {
        uint32_t p = 64 * (L % 8) + L / 8, mines = random_below(&state, most + 1);
        mines = L < 10 ? 0 : L < 20 ? most : mines;
        left[L] = mines;
        if (narrow)
            rem.narrow[p] = (uint8_t)mines;
        else
            rem.wide[p] = (uint16_t)mines;
    }
    memset(wanted, 0, sizeof wanted);
    memset(planes, 255, sizeof planes); /* the output need not be zeroed */
    mcore_sea sea = {site, cells, narrow};
    plain_sea(&sea, left, seed, wanted);
    mcore_lanes_set(&bytes, seed, 1, MCORE_PURPOSE_SEA);
    mcore_random_set(&ties, seed, 1, MCORE_PURPOSE_TIE);
    kernel->sea(&sea, 0, cells / 3, &rem, &bytes, &ties, planes);
    kernel->sea(&sea, cells / 3, cells, &rem, &bytes, &ties, planes);
    CHECK(memcmp(planes, wanted, cells * MCORE_WORDS * sizeof *planes) == 0);
}

static void check_planes(const mcore_kernel *kernel)
{
    enum { ROWS = 5, COLS = 7, STRIDE = COLS + 2, SITES = (ROWS + 2) * STRIDE };
    static uint64_t mask[MINES_BATCH], before[MINES_BATCH], planes[SITES * MCORE_WORDS];
    static uint8_t boards[MINES_BATCH * ROWS * COLS];
    uint64_t state = 77, wanted[MCORE_WORDS], count[ROWS * COLS], zero[ROWS * COLS];
    uint32_t site[ROWS * COLS];
    unsigned long wrong = 0;
    for (uint32_t cells = 1; cells <= 64; cells++) {
        for (int i = 0; i < MINES_BATCH; i++)
            before[i] = mask[i] = next_random(&state) >> (64 - cells);
        kernel->transpose(mask, cells);
        for (uint32_t L = 0; L < MINES_BATCH; L++) {
            uint32_t p = 64 * (L % 8) + L / 8;
            for (uint32_t c = 0; c < cells; c++)
                wrong += (mask[c * MCORE_WORDS + L / 64] >> L % 64 & 1) != (before[p % 8 * 64 + p / 8] >> c & 1);
        }
    }
    CHECK_SAME(wrong, 0);

    memset(planes, 0, sizeof planes);
    for (uint32_t c = 0; c < ROWS * COLS; c++) {
        site[c] = (c / COLS + 1) * STRIDE + c % COLS + 1;
        for (int w = 0; w < MCORE_WORDS; w++)
            planes[site[c] * MCORE_WORDS + (uint32_t)w] =
                next_random(&state) & next_random(&state) & next_random(&state);
    }
    memset(planes + site[3] * MCORE_WORDS, 255, MCORE_WORDS * sizeof *planes);
    kernel->unpack(planes, site, ROWS * COLS, 0, MINES_BATCH, boards);
    for (uint32_t L = 0; L < MINES_BATCH; L++) {
        for (uint32_t c = 0; c < ROWS * COLS; c++)
            wrong += boards[L * ROWS * COLS + c] != (planes[site[c] * MCORE_WORDS + L / 64] >> L % 64 & 1);
    }
    CHECK_SAME(wrong, 0);
    for (uint32_t trial = 0; trial < 50; trial++) {
        uint32_t from = random_below(&state, MINES_BATCH), to = from + 1 + random_below(&state, MINES_BATCH - from);
        static uint8_t part[MINES_BATCH * ROWS * COLS + 1];
        size_t size = (size_t)(to - from) * ROWS * COLS;
        part[size] = 9;
        kernel->unpack(planes, site, ROWS * COLS, from, to, part);
        CHECK(memcmp(part, boards + from * ROWS * COLS, size) == 0 && part[size] == 9);
    }
    for (uint32_t trial = 0; trial < 3; trial++) {
        for (int w = 0; w < MCORE_WORDS; w++)
            wanted[w] = trial == 0 ? UINT64_MAX : next_random(&state);
        memset(count, 0, sizeof count);
        memset(zero, 0, sizeof zero);
        kernel->count_mines(planes, site, ROWS * COLS, wanted, count);
        kernel->count_zero(planes, STRIDE, site, ROWS * COLS, wanted, zero);
        for (size_t c = 0; c < ROWS * COLS; c++) {
            for (uint32_t L = 0; L < MINES_BATCH; L++) {
                const uint8_t *board = boards + L * ROWS * COLS;
                if (wanted[L / 64] >> L % 64 & 1) {
                    count[c] -= board[c];
                    zero[c] -= mines_around(board, ROWS, COLS, c / COLS, c % COLS) == 0;
                }
            }
            CHECK_SAME(count[c], 0);
            CHECK_SAME(zero[c], 0);
        }
    }
}

/* ---- Boards ---- */

/* With these limits every kind of stage occurs on small boards. */
static const mcore_frontier_limits limits[] = {
    {4096, 4096, 32768, 1024, 1 << 20}, /* the usual limits */
    {256, 256, 1024, 256, 1 << 16},     /* the quick limits */
    {4096, 0, 32768, 32768, 1 << 20},   /* groups instead of ways */
    {6, 16, 32768, 32768, 1 << 20},     /* components in blocks, shares by table */
    {6, 0, 64, 32768, 0},
    {4, 16, 0, 0, 0}, /* blocks beside walks, shares without table */
    {1, 0, 0, 0, 0},  /* walks only */
};
enum { LIMITS = sizeof limits / sizeof *limits };

static unsigned long seen[MCORE_STAGE_WALK + 1];

/* Draw with other limits of the frontier. NULL if the position has no valid board. */
static mines_sampler *sampler_with(const position *p, const mcore_frontier_limits *limit, mines_solution **solution)
{
    mines_sampler *sampler;
    mcore_arena scratch;
    mcore_poll poll;
    if (mines_solve(p->cells, p->rows, p->cols, p->mines, NULL, solution, NULL) != MINES_OK)
        return NULL;
    mcore_poll_init(&poll, NULL, UINT64_MAX);
    CHECK_SAME(mines_sampler_new(*solution, NULL, &sampler), MINES_OK);
    mcore_arena_init(&scratch, (uint64_t)1 << 28);
    CHECK_SAME(mcore_frontier_build(&sampler->frontier, *solution, &sampler->arena, &scratch, &poll, limit), MINES_OK);
    mcore_arena_free(&scratch);
    for (uint32_t i = 0; i < sampler->frontier.stages; i++)
        seen[sampler->frontier.stage[i].kind]++;
    return sampler;
}

static bool is_valid(const position *p, const uint8_t *board)
{
    uint32_t mines = 0;
    for (size_t i = 0; i < p->rows * p->cols; i++) {
        mines += board[i];
        if (p->cells[i] == '+' ? !board[i] : p->cells[i] != '-' && board[i])
            return false;
        if (p->cells[i] >= '0' && p->cells[i] <= '8' &&
            mines_around(board, p->rows, p->cols, i / p->cols, i % p->cols) != (unsigned)(p->cells[i] - '0'))
            return false;
    }
    return mines == p->mines;
}

/* The mines in the unopened cells as bits of a number below 2^20. */
static uint32_t code_of(const position *p, const uint8_t *board)
{
    uint32_t code = 0, bit = 0;
    for (size_t i = 0; i < p->rows * p->cols; i++) {
        if (p->cells[i] == '-')
            code |= (uint32_t)board[i] << bit++;
    }
    return code;
}

/* A limit that chi-square with d degrees of freedom exceeds about once in 10^25 (Wilson and Hilferty). */
static double chi_square_limit(double d)
{
    double t = 1.0 - 2.0 / (9.0 * d) + 10.5 * sqrt(2.0 / (9.0 * d));
    return d * t * t * t;
}

static uint32_t tally[1 << 20];

static double chi_square(uint32_t all, uint32_t valid, double drawn)
{
    double sum = 0.0, mean = drawn / valid;
    for (uint32_t code = 0; code < all; code++) {
        if (tally[code] != UINT32_MAX)
            sum += (tally[code] - mean) * (tally[code] - mean) / mean;
    }
    return sum;
}

/* All valid boards are drawn equally often. */
static void check_uniform(const position *p, const mcore_frontier_limits *limit, uint64_t seed)
{
    enum { MOST_VALID = 2000 };
    static uint8_t boards[100 * MOST_VALID * 36];
    size_t cells = p->rows * p->cols;
    uint32_t unopened = 0, valid = 0;
    for (size_t i = 0; i < cells; i++)
        unopened += p->cells[i] == '-';
    if (unopened > 16)
        return;
    for (uint32_t code = 0; code < (uint32_t)1 << unopened; code++) {
        uint8_t board[64];
        uint32_t bit = 0;
        for (size_t i = 0; i < cells; i++)
            board[i] = (uint8_t)(p->cells[i] == '-' ? code >> bit++ & 1 : (uint32_t)(p->cells[i] == '+'));
        bool ok = is_valid(p, board);
        tally[code] = ok ? 0 : UINT32_MAX;
        valid += ok;
    }
    mines_solution *solution;
    mines_sampler *sampler = sampler_with(p, limit, &solution);
    CHECK((sampler != NULL) == (valid > 0));
    if (sampler == NULL)
        return;
    if (valid <= MOST_VALID) {
        uint64_t drawn = 100 * valid;
        CHECK_SAME(mines_sampler_draw(sampler, seed, 17, drawn, &SIZED(mines_options, .threads = 1), boards), MINES_OK);
        for (uint64_t i = 0; i < drawn; i++) {
            uint32_t code = code_of(p, boards + i * cells);
            if (!CHECK(is_valid(p, boards + i * cells)))
                break;
            tally[code]++;
        }
        if (valid > 1)
            CHECK(chi_square((uint32_t)1 << unopened, valid, (double)drawn) < chi_square_limit(valid - 1.0));
    }
    mines_sampler_free(sampler);
    mines_solution_free(solution);
}

/* The limit is sharp enough: it detects one board in a hundred too many. */
static void check_bias_shows(void)
{
    enum { VALID = 50, DRAWN = 4000000 };
    uint64_t state = 3;
    memset(tally, 0, VALID * sizeof *tally);
    for (int i = 0; i < DRAWN; i++)
        tally[random_below(&state, VALID)]++;
    CHECK(chi_square(VALID, VALID, DRAWN) < chi_square_limit(VALID - 1.0));
    for (int i = 0; i < DRAWN / 100; i++) {
        tally[random_below(&state, VALID)]--;
        tally[0]++;
    }
    CHECK(chi_square(VALID, VALID, DRAWN) > chi_square_limit(VALID - 1.0));
}

/* Larger boards: they are valid, don't depend on threads and splits, and tallies are their sums and agree with the
   exact answers. */
static void check_large(const position *p, const mcore_frontier_limits *limit, uint64_t seed)
{
    enum { BOARDS = 1400, MOST_CELLS = 40 * 40, DRAWN = 20000 };
    static uint8_t boards[BOARDS * MOST_CELLS], part[BOARDS * MOST_CELLS];
    static uint64_t mine[MOST_CELLS], zero[MOST_CELLS], other_mine[MOST_CELLS], other_zero[MOST_CELLS];
    static double exact_mine[MOST_CELLS], exact_zero[MOST_CELLS];
    const uint32_t threads[] = {2, 7, 16, 0};
    size_t cells = p->rows * p->cols;
    uint64_t drawn;
    mines_solution *solution;
    mines_sampler *sampler = sampler_with(p, limit, &solution);
    if (!CHECK(sampler != NULL))
        return;
    CHECK_SAME(mines_sampler_draw(sampler, seed, 0, BOARDS, &SIZED(mines_options, .threads = 1), boards), MINES_OK);
    unsigned long invalid = 0;
    for (size_t i = 0; i < BOARDS; i++)
        invalid += !is_valid(p, boards + i * cells);
    CHECK_SAME(invalid, 0);
    CHECK_SAME(mines_sampler_tally(sampler, seed, BOARDS, 0, &SIZED(mines_options, .threads = 1), mine, zero, &drawn),
               MINES_OK);
    CHECK_SAME(drawn, BOARDS);
    for (size_t c = 0; c < cells; c++) {
        for (size_t i = 0; i < BOARDS; i++) {
            mine[c] -= boards[i * cells + c];
            zero[c] -= mines_around(boards + i * cells, p->rows, p->cols, c / p->cols, c % p->cols) == 0;
        }
        CHECK_SAME(mine[c], 0);
        CHECK_SAME(zero[c], 0);
    }
    for (uint64_t from = 0, step = 1; from < BOARDS; from += step, step = 3 * step + 1) {
        uint64_t count = BOARDS - from < step ? BOARDS - from : step;
        CHECK_SAME(
            mines_sampler_draw(sampler, seed, from, count, &SIZED(mines_options, .threads = threads[step % 4]), part),
            MINES_OK);
        CHECK(memcmp(part, boards + (size_t)from * cells, (size_t)count * cells) == 0);
    }
    CHECK_SAME(mines_sampler_tally(sampler, seed, DRAWN, 0, &SIZED(mines_options, .threads = 1), mine, zero, &drawn),
               MINES_OK);
    for (int t = 0; t < 4; t++) {
        CHECK_SAME(mines_sampler_tally(sampler, seed, DRAWN, 60000, &SIZED(mines_options, .threads = threads[t]),
                                       other_mine, other_zero, NULL),
                   MINES_OK);
        CHECK(memcmp(mine, other_mine, cells * sizeof *mine) == 0);
        CHECK(memcmp(zero, other_zero, cells * sizeof *zero) == 0);
    }
    mines_solution_mine(solution, exact_mine);
    mines_solution_zero_around(solution, NULL, exact_zero);
    uint64_t sum = 0;
    for (size_t c = 0; c < cells; c++) {
        double m = exact_mine[c], z = exact_zero[c];
        sum += mine[c];
        double least = m > 0.0 && m < 1.0 ? 4.0 : 1e-6;
        CHECK(fabs((double)mine[c] - DRAWN * m) <= 6.5 * sqrt(DRAWN * m * (1.0 - m)) + least);
        CHECK(fabs((double)zero[c] - DRAWN * z) <= 6.5 * sqrt(DRAWN * z * (1.0 - z)) + 4.0);
        CHECK(m > 0.0 || mine[c] == 0);
        CHECK(m < 1.0 || mine[c] == DRAWN);
    }
    CHECK_SAME(sum, (uint64_t)p->mines * DRAWN);
    mines_sampler_free(sampler);
    mines_solution_free(solution);
}

/* ---- Calls ---- */

static int stop_at_once(void *context, double progress)
{
    (void)progress;
    ++*(int *)context;
    return 1;
}

static void check_calls(void)
{
    static position p;
    static uint64_t mine[256];
    int polls = 0;
    uint64_t drawn = 99;
    mines_solution *solution;
    mines_sampler *sampler;
    mines_options options = {.size = sizeof options, .poll = stop_at_once, .context = &polls}, odd = {.size = 3};
    position_blank(&p, 16, 16, 51);
    CHECK_SAME(mines_solve(p.cells, 16, 16, 51, NULL, &solution, NULL), MINES_OK);
    CHECK_SAME(mines_sampler_new(NULL, NULL, &sampler), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_sampler_new(solution, &odd, &sampler), MINES_BAD_ARGUMENT);
    CHECK(sampler == NULL);
    CHECK_SAME(mines_sampler_new(solution, NULL, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_sampler_new(solution, NULL, &sampler), MINES_OK);
    CHECK_SAME(mines_sampler_tally(sampler, 1, 0, 0, &SIZED(mines_options, .threads = 1), mine, NULL, &drawn),
               MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_sampler_tally(sampler, 1, 5, 0, with_threads(&odd, 1), mine, NULL, &drawn), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_sampler_tally(NULL, 1, 5, 0, &SIZED(mines_options, .threads = 1), mine, NULL, &drawn),
               MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_sampler_draw(sampler, 1, 0, 0, &SIZED(mines_options, .threads = 1), NULL), MINES_OK);
    CHECK_SAME(mines_sampler_draw(sampler, 1, 0, 1, &SIZED(mines_options, .threads = 1), NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_sampler_draw(sampler, 1, UINT64_MAX, 1, &SIZED(mines_options, .threads = 1), (uint8_t *)mine),
               MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_sampler_draw(sampler, 1, 0, UINT64_MAX, &SIZED(mines_options, .threads = 1), (uint8_t *)mine),
               MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_sampler_draw(sampler, UINT64_MAX, UINT64_MAX - 1, 1, &SIZED(mines_options, .threads = 1),
                                  (uint8_t *)mine),
               MINES_OK);
    CHECK_SAME(mines_sampler_tally(sampler, 1, 0, 1, &SIZED(mines_options, .threads = 3), NULL, NULL, &drawn),
               MINES_OK);
    CHECK(drawn > 0 && drawn % MINES_BATCH == 0);
    CHECK_SAME(mines_sampler_tally(sampler, 1, 0, 0xffffffffu, with_threads(&options, 3), mine, NULL, &drawn),
               MINES_INTERRUPTED);
    CHECK_SAME(polls, 1);
    options.poll = NULL;
    options.memory = 1000;
    CHECK_SAME(mines_sampler_tally(sampler, 1, 5, 0, with_threads(&options, 3), mine, NULL, &drawn),
               MINES_BUDGET_EXCEEDED);
    mines_sampler_free(sampler);
    CHECK_SAME(mines_sampler_new(solution, &options, &sampler), MINES_BUDGET_EXCEEDED);
    CHECK(sampler == NULL);
    mines_sampler_free(NULL);
    mines_solution_free(solution);
    CHECK_TEXT(mines_simd_name(), mcore_kernel_choose()->name);
}

/* The original's rule, on made-up sums; cells by row and column from 0. */
static void check_best_grid(void)
{
    char board[MCORE_GRID_CELLS];
    uint64_t mine[MCORE_GRID_CELLS] = {0}, zero[MCORE_GRID_CELLS] = {0};
    memset(board, '-', sizeof board);
    for (int i = 0; i < MCORE_GRID_CELLS; i++)
        zero[i] = 50;
    CHECK_SAME(mcore_best_grid(board, mine, zero, 0), -1);
    CHECK_SAME(mcore_best_grid(board, mine, zero, 1000), -1); /* no mine sum exceeds 0 by 3 %, and no zero sum is 0 */
    mine[20] = 30;
    CHECK_SAME(mcore_best_grid(board, mine, zero, 1000), -1); /* exactly 3 % is not more */
    mine[20] = 31;
    CHECK_SAME(mcore_best_grid(board, mine, zero, 1000), 20);
    mine[37] = 40; /* more by less than 3 %, but not at the margin and with no more zeros: it wins */
    CHECK_SAME(mcore_best_grid(board, mine, zero, 1000), 37);
    zero[37] = 51;
    CHECK_SAME(mcore_best_grid(board, mine, zero, 1000), 20);
    zero[37] = 49;
    mine[255] = 70; /* exactly 3 % above the best, at the margin */
    zero[255] = 0;
    CHECK_SAME(mcore_best_grid(board, mine, zero, 1000), 37);
    mine[255] = 71;
    CHECK_SAME(mcore_best_grid(board, mine, zero, 1000), 255);
    board[255] = '+';
    CHECK_SAME(mcore_best_grid(board, mine, zero, 1000), 37);
    zero[38] = zero[37]; /* a tie goes to the later cell */
    mine[38] = mine[37];
    CHECK_SAME(mcore_best_grid(board, mine, zero, 1000), 38);
    board[38] = '0';
    CHECK_SAME(mcore_best_grid(board, mine, zero, 1000), 37);
}

int main(void)
{
    static position p;
    uint64_t state = 2024;
    const mcore_kernel *kernel = mcore_kernel_choose();
    CHECK(memcmp(&limits[0], &mcore_frontier_usual, sizeof limits[0]) == 0);
    CHECK(memcmp(&limits[1], &mcore_frontier_quick, sizeof limits[1]) == 0);
    check_streams();
    check_guess();
    for (uint32_t cells = 1; cells < 300; cells += cells < 10 ? 1 : 23) {
        for (int wide = 0; wide < 2; wide++) {
            check_sea(kernel, cells, cells < MCORE_NARROW_MINES ? cells : MCORE_NARROW_MINES, !wide, cells);
            check_sea(kernel, cells, cells / 5, !wide, cells + 1000);
        }
        check_sea(kernel, cells, cells, false, cells + 2000);
    }
    check_sea(kernel, 3000, 3000, false, 1);
    check_sea(kernel, MCORE_NARROW_CELLS, MCORE_NARROW_MINES, true, 2);
    check_planes(kernel);
    check_bias_shows();
    check_best_grid();
    check_calls();

    for (int trial = 0; trial < 40; trial++) {
        uint32_t rows = 1 + random_below(&state, 6), cols = 1 + random_below(&state, 6);
        uint32_t mines = random_below(&state, rows * cols + 1);
        position_random(&p, rows, cols, mines, 40 + (unsigned)trial % 3 * 15, 20, &state);
        for (int i = 0; i < LIMITS; i++)
            check_uniform(&p, &limits[i], (uint64_t)trial + 100);
    }
    position_read(&p, "1----/-----/----1", 3); /* two components and a sea */
    for (int i = 0; i < LIMITS; i++)
        check_uniform(&p, &limits[i], 7);
    position_read(&p, "--2--2--/--------", 4);
    for (int i = 0; i < LIMITS; i++)
        check_uniform(&p, &limits[i], 8);
    for (int i = 0; i < LIMITS; i++) {
        position_random(&p, 16, 16, 51, 30, 20, &state);
        check_large(&p, &limits[i], 1);
        position_isolated(&p, 16, 16, 40, &state);
        check_large(&p, &limits[i], 2);
        position_random(&p, 16, 30, 99, 20, 0, &state);
        check_large(&p, &limits[i], 3);
    }
    position_blank(&p, 5, 7, 35); /* mines everywhere */
    check_large(&p, &limits[0], 3);
    position_blank(&p, 40, 40, 700); /* the wide sea */
    check_large(&p, &limits[0], 4);
    position_random(&p, 40, 40, 300, 12, 10, &state);
    check_large(&p, &limits[0], 5);
    position_lattice(&p, 16, 16, 51, &state);
    check_large(&p, &limits[0], 6);
    for (int kind = 0; kind <= MCORE_STAGE_WALK; kind++)
        CHECK(seen[kind] > 0);
    return check_done("test_sampler");
}
