/*
 * test_kernels.c - every kernel of this machine against the portable one, bit for bit: each function on random vectors
 * and streams, then whole calls. CPU features are disabled one by one, so that every kernel is tested.
 */
#include "../../core/base/cpu.h"
#include "../../core/sampling/sampler.h"

#include "calls.h"
#include "check.h"
#include "positions.h"

static const mcore_kernel *const plain = &mcore_kernel_portable;

static void random_lanes(mcore_lanes *lanes, uint64_t *state)
{
    mcore_lanes_set(lanes, next_random(state), next_random(state), MCORE_PURPOSE_SEA);
}

static void check_set_lanes(const mcore_kernel *kernel, uint64_t *state)
{
    for (int trial = 0; trial < 50; trial++) {
        uint64_t seed = next_random(state), batch = next_random(state);
        mcore_purpose purpose = trial % 2 ? MCORE_PURPOSE_FRONTIER : MCORE_PURPOSE_SEA;
        mcore_lanes x, y;
        mcore_lanes_set(&x, seed, batch, purpose);
        kernel->set_lanes(&y, seed, batch, purpose);
        CHECK(memcmp(&x, &y, sizeof x) == 0);
    }
    mcore_lanes lanes = {{{0}}};
    lanes.s[2][5] = 1;
    mcore_lanes_mend(&lanes);
    for (int i = 0; i < MCORE_LANES; i++)
        CHECK_SAME(lanes.s[0][i], i != 5);
}

static void check_words(const mcore_kernel *kernel, uint64_t *state)
{
    static uint64_t a[40 * 64 + 1], b[40 * 64 + 1];
    for (uint32_t blocks = 0; blocks <= 40; blocks++) {
        mcore_lanes x, y;
        random_lanes(&x, state);
        y = x;
        memset(a, 0, sizeof a);
        memset(b, 0, sizeof b);
        plain->words(&x, a, blocks);
        kernel->words(&y, b, blocks);
        CHECK(memcmp(a, b, sizeof a) == 0);
        CHECK(memcmp(&x, &y, sizeof x) == 0);
    }
}

/* Remaining mines: few, many or mixed. */
static void random_rem(mcore_rem *rem, bool narrow, uint32_t most, uint64_t *state)
{
    uint32_t least = random_below(state, most + 1);
    for (int p = 0; p < MINES_BATCH; p++) {
        uint32_t mines = least + random_below(state, most - least + 1);
        if (narrow)
            rem->narrow[p] = (uint8_t)mines;
        else
            rem->wide[p] = (uint16_t)mines;
    }
}

static void check_sea(const mcore_kernel *kernel, uint32_t cells, bool narrow, uint64_t *state)
{
    enum { MOST = 2000 };
    static uint32_t site[MOST];
    static uint64_t a[MOST * MCORE_WORDS], b[MOST * MCORE_WORDS];
    uint32_t most = narrow ? mcore_min(cells, MCORE_NARROW_MINES) : cells, from = random_below(state, cells);
    mcore_rem rem_a, rem_b;
    mcore_lanes bytes_a, bytes_b;
    mcore_random ties_a, ties_b;
    for (uint32_t i = 0; i < cells; i++)
        site[i] = i * 7 % cells;
    mcore_sea sea = {site, cells, narrow};
    memset(&rem_a, 0, sizeof rem_a);
    random_rem(&rem_a, narrow, most, state);
    random_lanes(&bytes_a, state);
    mcore_random_set(&ties_a, next_random(state), 0, MCORE_PURPOSE_TIE);
    rem_b = rem_a;
    bytes_b = bytes_a;
    ties_b = ties_a;
    for (size_t i = 0; i < (size_t)cells * MCORE_WORDS; i++)
        a[i] = b[i] = next_random(state);
    plain->sea(&sea, 0, from, &rem_a, &bytes_a, &ties_a, a);
    plain->sea(&sea, from, cells, &rem_a, &bytes_a, &ties_a, a);
    kernel->sea(&sea, 0, from, &rem_b, &bytes_b, &ties_b, b);
    kernel->sea(&sea, from, cells, &rem_b, &bytes_b, &ties_b, b);
    CHECK(memcmp(a, b, (size_t)cells * MCORE_WORDS * sizeof *a) == 0);
    CHECK(memcmp(&rem_a, &rem_b, sizeof rem_a) == 0);
    CHECK(memcmp(&bytes_a, &bytes_b, sizeof bytes_a) == 0);
    CHECK(memcmp(&ties_a, &ties_b, sizeof ties_a) == 0);
}

static void check_transpose(const mcore_kernel *kernel, uint64_t *state)
{
    static uint64_t a[64 * MCORE_WORDS], b[64 * MCORE_WORDS];
    for (uint32_t cells = 1; cells <= 64; cells++) {
        for (int i = 0; i < 64 * MCORE_WORDS; i++)
            a[i] = b[i] = next_random(state) >> (64 - cells);
        plain->transpose(a, cells);
        kernel->transpose(b, cells);
        CHECK(memcmp(a, b, cells * MCORE_WORDS * sizeof *a) == 0);
    }
}

static void check_counts(const mcore_kernel *kernel, uint64_t *state)
{
    enum { ROWS = 6, COLS = 9, STRIDE = COLS + 2, SITES = (ROWS + 2) * STRIDE };
    static uint64_t planes[SITES * MCORE_WORDS];
    for (uint32_t trial = 0; trial < 200; trial++) {
        uint64_t wanted[MCORE_WORDS], a[ROWS * COLS + 1], b[ROWS * COLS + 1];
        uint32_t site[ROWS * COLS], sites = 0;
        memset(planes, 0, sizeof planes);
        for (uint32_t cell = 0; cell < ROWS * COLS; cell++) {
            uint32_t at = (cell / COLS + 1) * STRIDE + cell % COLS + 1;
            for (uint32_t w = 0; w < MCORE_WORDS; w++) {
                uint64_t x = next_random(state), y = next_random(state), z = next_random(state);
                planes[at * MCORE_WORDS + w] = trial % 3 == 0 ? x & y & z : trial % 3 == 1 ? x : UINT64_MAX * (x & 1);
            }
            if (random_below(state, ROWS * COLS) < trial % (ROWS * COLS + 1))
                site[sites++] = at;
        }
        for (int w = 0; w < MCORE_WORDS; w++)
            wanted[w] = trial % 2 ? next_random(state) : UINT64_MAX;
        for (int i = 0; i <= ROWS * COLS; i++)
            a[i] = b[i] = next_random(state);
        plain->count_mines(planes, site, sites, wanted, a);
        kernel->count_mines(planes, site, sites, wanted, b);
        CHECK(memcmp(a, b, sizeof a) == 0);
        plain->count_zero(planes, STRIDE, site, sites, wanted, a);
        kernel->count_zero(planes, STRIDE, site, sites, wanted, b);
        CHECK(memcmp(a, b, sizeof a) == 0);
    }
}

/* Whole calls with each kernel. */
static void check_batches(const mcore_kernel *kernel, const position *p, uint64_t seed)
{
    enum { BOARDS = 1300, CELLS = 40 * 40 };
    static uint8_t board[2][BOARDS * CELLS];
    static uint64_t mine[2][CELLS], zero[2][CELLS];
    mines_solution *solution;
    mines_sampler *sampler;
    uint64_t drawn;
    size_t cells = p->rows * p->cols;
    if (!CHECK_SAME(mines_solve(p->cells, p->rows, p->cols, p->mines, NULL, &solution, NULL), MINES_OK))
        return;
    if (CHECK_SAME(mines_sampler_new(solution, NULL, &sampler), MINES_OK)) {
        for (int i = 0; i < 2; i++) {
            sampler->kernel = i == 0 ? plain : kernel;
            CHECK_SAME(mines_sampler_draw(sampler, seed, 11, BOARDS, &SIZED(mines_options, .threads = 1), board[i]),
                       MINES_OK);
            CHECK_SAME(mines_sampler_tally(sampler, seed, 2000, 0, &SIZED(mines_options, .threads = 2), mine[i],
                                           zero[i], &drawn),
                       MINES_OK);
        }
        CHECK(memcmp(board[0], board[1], BOARDS * cells) == 0);
        CHECK(memcmp(mine[0], mine[1], cells * sizeof **mine) == 0);
        CHECK(memcmp(zero[0], zero[1], cells * sizeof **zero) == 0);
        mines_sampler_free(sampler);
    }
    mines_solution_free(solution);
}

static void check_kernel(const mcore_kernel *kernel)
{
    static position p;
    uint64_t state = 31;
    printf("kernel %s\n", kernel->name);
    check_set_lanes(kernel, &state);
    check_words(kernel, &state);
    for (uint32_t cells = 1; cells < 2000; cells += 1 + cells / 8) {
        for (int trial = 0; trial < 3; trial++) {
            check_sea(kernel, cells, false, &state);
            if (cells <= MCORE_NARROW_CELLS)
                check_sea(kernel, cells, true, &state);
        }
    }
    check_sea(kernel, MCORE_NARROW_CELLS, true, &state);
    check_transpose(kernel, &state);
    check_counts(kernel, &state);
    for (unsigned i = 0; i < 12; i++) {
        position_random(&p, 16, 16, 51, i * 7 + 3, i % 3 * 40, &state);
        check_batches(kernel, &p, i);
    }
    position_random(&p, 16, 30, 99, 20, 0, &state);
    check_batches(kernel, &p, 1);
    position_random(&p, 40, 40, 320, 5, 5, &state);
    check_batches(kernel, &p, 2);
    position_blank(&p, 40, 40, 1000);
    check_batches(kernel, &p, 3);
    position_blank(&p, 1, 1, 1);
    check_batches(kernel, &p, 4);
}

int main(void)
{
    uint32_t features = mcore_cpu_features();
    const mcore_kernel *last = NULL;
    CHECK(mcore_kernel_for(features) == mcore_kernel_choose());
    CHECK_SAME(mcore_cpu_features(), features);
    for (uint32_t bit = 0x80000000u; bit != 0; bit >>= 1) {
        const mcore_kernel *kernel = mcore_kernel_for(features);
        if (kernel != last)
            check_kernel(kernel);
        last = kernel;
        features &= ~bit;
    }
    CHECK(mcore_kernel_for(0) == plain);
    return check_done("test_kernels");
}
