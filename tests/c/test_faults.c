/*
 * test_faults.c - the system refuses requests for memory, threads and locks: the first, the second, ... of each call,
 * and also all from there on. No call crashes or leaks; the status is MINES_OUT_OF_MEMORY; what existed before is
 * unchanged; and the same call then succeeds with the same result as without the refusal.
 *
 * For calls with many requests the quick test refuses only some of them; with MINESWEEPER_FAULTS=full, each of up to
 * 6000, which only thinned estimates exceed. A refused thread is not a failure: other threads do its work.
 */
#include "../../core/exact/solution.h"
#include "../../core/sampling/estimate.h"

#include "calls.h"
#include "check.h"
#include "faults.h"
#include "positions.h"

#include <limits.h>
#include <stdlib.h>

#ifndef NAME
#  define NAME "test_faults"
#endif

/* ---- Scenes ------------------------------------------------------------------------------------------------------ */

static uint64_t results; /* a hash of all results of a scene */

static void hash_data(const void *data, size_t length)
{
    const unsigned char *from = data;
    for (size_t i = 0; i < length; i += sizeof(uint64_t)) {
        uint64_t word = 0;
        memcpy(&word, from + i, length - i < sizeof word ? length - i : sizeof word);
        results = (results ^ word) * UINT64_C(0x9E3779B97F4A7C15);
        results ^= results >> 32;
    }
}

#define HASH(array) hash_data(array, sizeof(array))

/* Whether any attempt since this was cleared ran out of memory. */
static bool refused;

static mines_status attempted(mines_status status)
{
    faults_off();
    refused = refused || status == MINES_OUT_OF_MEMORY;
    return status;
}

/* Make the call with requests refused as planned; its status. */
#define ATTEMPT(call) (faults_on(), attempted(call))

/* Calls that are made with refusals, and repeated after MINES_OUT_OF_MEMORY: the final results are always the same.
   begin, end: set up and clean up what they use, once. */
typedef struct scene {
    const char *name;
    void (*run)(void);
    void (*begin)(void);
    void (*end)(void);
    enum { STRICT, KEEPS, FORGIVES } manner;
} scene;

/*
 * Whether a scene may succeed although memory was refused. STRICT: never. KEEPS: one request only keeps memory for
 * later (mcore_arena_rewind), and its refusal has no effect; there is none if each item is a block of its own.
 * FORGIVES: threads without memory leave their work to the others.
 */
static bool forgives(const scene *s)
{
#ifdef MCORE_SEPARATE
    return s->manner == FORGIVES;
#else
    return s->manner != STRICT;
#endif
}

static unsigned long injected[FAULT_KINDS], out_of_memory, carried_on;

/* One run that refuses the requests from .. to - 1; false if it makes fewer requests. */
static bool run_refusing(const scene *s, unsigned long from, unsigned long to, uint64_t wanted)
{
    long held = faults.held;
    unsigned long failures = check_failures;
    refused = false;
    results = 0;
    faults_plan(from, to);
    s->run();
    bool memory = faults.refused[FAULT_MEMORY] > 0 || faults.refused[FAULT_LOCK] > 0;
    bool any = memory || faults.refused[FAULT_THREAD] > 0;
    CHECK_SAME(faults.held, held);
    CHECK(results == wanted);
    CHECK(refused ? memory : !memory || forgives(s));
    for (int kind = 0; kind < FAULT_KINDS; kind++)
        injected[kind] += faults.refused[kind];
    out_of_memory += refused;
    carried_on += any && !refused;
    if (check_failures > failures)
        fprintf(stderr, "  in %s, requests %lu to %lu refused\n", s->name, from, to);
    return any;
}

static void play(const scene *s, bool full)
{
    enum { QUICK = 30, FULL = 3000 }; /* approximate number of runs, each with another first refusal */
    static uint64_t state = 1;
    long held = faults.held;
    if (s->begin != NULL)
        s->begin();
    results = 0;
    refused = false;
    faults_plan(0, 0);
    s->run();
    CHECK(!refused);
    uint64_t wanted = results;
    unsigned long requests = faults.requests;
    for (int mode = 0; mode < 2; mode++) {
        unsigned long from = 0, step = requests / (full ? FULL : QUICK);
        while (run_refusing(s, from, mode == 0 ? from + 1 : ULONG_MAX, wanted))
            from += step <= 1 ? 1 : 1 + random_below(&state, (uint32_t)(2 * step - 1)); /* `step` on average */
        CHECK(from > 0 || requests == 0);
    }
    if (s->end != NULL)
        s->end();
    CHECK_SAME(faults.held, held);
}

/* ---- Exact answers ----------------------------------------------------------------------------------------------- */

enum { SIDE = 30, CELLS = SIDE * SIDE, KNOT_SIDE = 66, MOST_CELLS = KNOT_SIDE * KNOT_SIDE };

static position p;
static mines_solution *solution;
static mines_sampler *sampler;
static double doubles[MOST_CELLS * 9];
static uint8_t bytes[MOST_CELLS], more_bytes[MOST_CELLS];
static uint64_t state = 77;

static void open_half(void) { position_random(&p, 16, 16, 51, 50, 30, &state); }
static void open_little(void) { position_random(&p, 16, 30, 99, 12, 0, &state); }
static void lattice(void) { position_lattice(&p, 12, 13, 30, &state); }
static void isolated(void) { position_isolated(&p, 11, 11, 24, &state); }
static void blank(void) { position_blank(&p, 9, 9, 10); }
static void impossible(void) { position_read(&p, "-1-/---/-3-", 3); }

/* Every second cell linked by numbers in a corner of the board is a mine: those at the crossings, or the others, which
   are more mines and very improbable beside so large a sea. Such small probabilities are recounted in integers. */
static void knot(void)
{
    enum { CROSSINGS = 13, LAST = 4 * (CROSSINGS - 1), WALL = LAST + 1 };
    position_blank(&p, KNOT_SIDE, KNOT_SIDE, 2 * CROSSINGS * (CROSSINGS - 1));
    for (size_t r = 0; r <= WALL; r++) {
        for (size_t c = 0; c <= WALL; c++) {
            bool on_line = r <= LAST && c <= LAST && (r % 4 == 0 || c % 4 == 0);
            char *cell = &p.cells[r * KNOT_SIDE + c];
            *cell = !on_line ? '+' : (r + c) % 2 == 0 ? '-' : '1';
            p.mines += !on_line;
        }
    }
    for (size_t r = 0; r <= LAST; r++) {
        for (size_t c = 0; c <= LAST; c++) {
            char *cell = &p.cells[r * KNOT_SIDE + c];
            for (size_t i = 0; i < 9 && *cell >= '1' && *cell <= '8'; i++) {
                size_t below = r + i / 3, right = c + i % 3; /* one row and column too far */
                if (below > 0 && right > 0 && p.cells[(below - 1) * KNOT_SIDE + right - 1] == '+')
                    ++*cell;
            }
        }
    }
}

static mines_options limits = {.size = sizeof limits}; /* for the calls on one position */

static mines_status solve(mines_fault *fault)
{
    return mines_solve(p.cells, p.rows, p.cols, p.mines, &limits, &solution, fault);
}

static void hash_solution(void)
{
    size_t cells = p.rows * p.cols;
    mines_solution_mine(solution, doubles);
    hash_data(doubles, cells * sizeof *doubles);
    mines_solution_certain(solution, bytes, more_bytes);
    hash_data(bytes, cells);
    hash_data(more_bytes, cells);
}

static void solving(void)
{
    mines_fault fault = {.size = sizeof fault, .reason = MINES_FAULT_CELL, .row = 3, .col = 4, .needed = 5};
    solution = (mines_solution *)(void *)&p; /* must be overwritten */
    mines_status status = ATTEMPT(solve(&fault));
    if (status == MINES_OUT_OF_MEMORY) {
        CHECK(solution == NULL);
        CHECK(fault.reason == MINES_FAULT_NONE && fault.row == -1 && fault.col == -1 && fault.needed == 0);
        status = solve(&fault);
    }
    hash_data(&status, sizeof status);
    hash_data(&fault.reason, sizeof fault.reason);
    if (status == MINES_OK)
        hash_solution();
    mines_solution_free(solution);
    solution = NULL;
}

static void have_solution(void) { CHECK_SAME(solve(NULL), MINES_OK); }

static void solved_half(void) { open_half(), have_solution(); }
static void solved_little(void) { open_little(), have_solution(); }
static void solved_lattice(void) { lattice(), have_solution(); }
static void solved_isolated(void) { isolated(), have_solution(); }

static void solved_knot(void)
{
    knot(), have_solution();
    mines_solution_mine(solution, doubles);
    CHECK(doubles[2] > 1e-307 && doubles[2] < solution->trust_floor);
}

static void free_all(void)
{
    mines_sampler_free(sampler);
    mines_solution_free(solution);
    sampler = NULL;
    solution = NULL;
    limits.memory = 0;
}

/* A position and a memory limit that allows the forward vectors of only some layers. */
static void find_some(void)
{
    static uint64_t own = 5; /* its own, so that the other scenes don't depend on this one */
    mines_fault fault = {.size = sizeof fault, .needed = 0};
    bool some = false;
    while (!some) {
        position_isolated(&p, 16, 16, 51, &own);
        limits.memory = 0;
        CHECK_SAME(solve(NULL), MINES_OK);
        limits.memory = solution->arena.used;
        for (mines_status status = MINES_OK; status == MINES_OK; limits.memory = limits.memory * 7 / 8) {
            mines_solution_free(solution);
            status = solve(&fault);
        }
        limits.memory = fault.needed;
        CHECK_SAME(solve(NULL), MINES_OK);
        for (uint32_t i = 0; i < solution->reduced.components; i++) {
            const mcore_graph *graph = solution->graph + i;
            some = some || (graph->checkpoints != NULL && graph->checkpoints->kept < graph->vector[graph->states] / 2);
        }
        mines_solution_free(solution);
    }
    solution = NULL;
}

/* A memory limit too small for those as well. */
static void find_too_little(void)
{
    find_some();
    mines_fault fault = {.size = sizeof fault, .needed = 0};
    for (mines_status status = MINES_OK; status == MINES_OK; solution = NULL) {
        limits.memory -= limits.memory / 32;
        status = solve(&fault);
        mines_solution_free(solution);
    }
    CHECK(fault.needed > 0);
}

/* If memory runs out while the needed memory is computed, fault.needed is 0. */
static void solving_in_too_little(void)
{
    mines_fault fault = {.size = sizeof fault, .reason = MINES_FAULT_CELL, .row = 3, .col = 4, .needed = 5};
    mines_status status = ATTEMPT(solve(&fault));
    if (status == MINES_OUT_OF_MEMORY || fault.needed == 0) {
        (void)attempted(MINES_OUT_OF_MEMORY);
        CHECK_SAME(fault.needed, 0);
        status = solve(&fault);
    }
    hash_data(&status, sizeof status);
    hash_data(&fault.needed, sizeof fault.needed);
}

/* Such a solution, and a memory limit for queries that allows only some of the backward vectors. */
static void solved_some(void)
{
    find_some(), have_solution();
    mines_status status;
    do {
        limits.memory += limits.memory / 8;
        status = mines_solution_number(solution, &limits, doubles);
    } while (status == MINES_BUDGET_EXCEEDED);
    CHECK_SAME(status, MINES_OK);
}

static void querying_zero_around(void)
{
    if (ATTEMPT(mines_solution_zero_around(solution, &limits, doubles)) == MINES_OUT_OF_MEMORY)
        CHECK_SAME(mines_solution_zero_around(solution, &limits, doubles), MINES_OK);
    hash_data(doubles, p.rows * p.cols * sizeof *doubles);
    hash_solution();
}

static void querying_number(void)
{
    if (ATTEMPT(mines_solution_number(solution, &limits, doubles)) == MINES_OUT_OF_MEMORY)
        CHECK_SAME(mines_solution_number(solution, &limits, doubles), MINES_OK);
    hash_data(doubles, p.rows * p.cols * 9 * sizeof *doubles);
    hash_solution();
}

static void querying_total(void)
{
    static uint32_t words[64];
    static char text[641];
    size_t used = 77, length = 77;
    CHECK(total_words(solution) <= 64);
    if (ATTEMPT(mines_solution_total(solution, NULL, words, 64, &used)) == MINES_OUT_OF_MEMORY) {
        CHECK_SAME(used, 0);
        CHECK_SAME(mines_solution_total(solution, NULL, words, 64, &used), MINES_OK);
    }
    hash_data(words, used * sizeof *words);
    if (ATTEMPT(mines_solution_total_text(solution, NULL, text, sizeof text, &length)) == MINES_OUT_OF_MEMORY)
        CHECK_SAME(mines_solution_total_text(solution, NULL, text, sizeof text, &length), MINES_OK);
    CHECK_SAME(strlen(text), length);
    hash_data(text, length);
    hash_solution();
}

/* These need no memory at all. */
static void querying_stored_results(void)
{
    size_t used = 0;
    mines_cost cost = {.size = sizeof cost};
    char cells[16];
    uint32_t rows, cols;
    mines_file file = {.size = sizeof file, .rows = 2, .cols = 2, .mines = -1, .first_row = -1, .first_col = -1};
    faults_plan(0, ULONG_MAX);
    faults_on();
    CHECK_SAME(mines_solution_mine(solution, doubles), MINES_OK);
    CHECK_SAME(mines_solution_certain(solution, bytes, more_bytes), MINES_OK);
    CHECK_SAME(mines_solution_get_cost(solution, &cost), MINES_OK);
    CHECK(total_words(solution) > 0);
    CHECK_SAME(mines_board_read("1-\n--\n", 6, cells, sizeof cells, &rows, &cols, NULL), MINES_OK);
    for (int format = MINES_FORMAT_TEXT; format <= MINES_FORMAT_TATHAM_PLAIN; format++) {
        static const uint8_t mask[4] = {0, 1, 0, 0};
        char out[256];
        file.complete = format != MINES_FORMAT_MINE;
        file.mines = 1;
        CHECK_SAME(mines_file_write((mines_format)format, &file, "----", mask, NULL, out, sizeof out, &used, NULL),
                   MINES_OK);
        CHECK_SAME(mines_file_read((mines_format)format, out, used, NULL, &file, cells, bytes, sizeof cells, NULL),
                   MINES_OK);
    }
    CHECK_SAME(mines_numbers(bytes, 1, 4, 4, more_bytes), MINES_OK);
    faults_off();
    CHECK_SAME(faults.requests, 0);
}

enum { MANY = 70, MANY_SIDE = 9, MANY_CELLS = MANY_SIDE * MANY_SIDE };
static char many[MANY * MANY_CELLS];
static uint32_t many_mines[MANY];

static void have_many(void)
{
    for (size_t i = 0; i < MANY; i++) {
        position_random(&p, MANY_SIDE, MANY_SIDE, 14, (unsigned)i, 20, &state);
        memcpy(many + i * MANY_CELLS, p.cells, MANY_CELLS);
        many_mines[i] = i % 20 == 5 ? 81 : 14; /* no valid board */
    }
}

static mines_status solve_many(uint32_t threads)
{
    static double mine[MANY * MANY_CELLS], zero_around[MANY * MANY_CELLS];
    static uint8_t safe[MANY * MANY_CELLS], certain[MANY * MANY_CELLS];
    static mines_status each[MANY];
    mines_status status =
        mines_solve_many(many, MANY, MANY_SIDE, MANY_SIDE, many_mines, &SIZED(mines_options, .threads = threads),
                         &SIZED(mines_solve_many_result, .mine = mine, .zero_around = zero_around, .certain_safe = safe,
                                .certain_mines = certain, .status = each));
    if (status == MINES_OK) {
        for (size_t i = 0; i < MANY; i++) {
            CHECK_SAME(each[i], many_mines[i] == 81 ? MINES_NO_VALID_BOARD : MINES_OK);
            if (each[i] == MINES_OK) { /* the others have NaN */
                hash_data(mine + i * MANY_CELLS, MANY_CELLS * sizeof *mine);
                hash_data(zero_around + i * MANY_CELLS, MANY_CELLS * sizeof *mine);
            }
        }
        HASH(safe);
        HASH(certain);
    }
    return status;
}

static void solving_many_alone(void)
{
    if (ATTEMPT(solve_many(1)) == MINES_OUT_OF_MEMORY)
        CHECK_SAME(solve_many(1), MINES_OK);
}

static void solving_many(void)
{
    if (ATTEMPT(solve_many(4)) == MINES_OUT_OF_MEMORY)
        CHECK_SAME(solve_many(4), MINES_OK);
}

/* ---- Valid boards ------------------------------------------------------------------------------------------------ */

enum { TALLIED = 50000, DRAWN = 3000 };

static mines_status draw(uint64_t count, uint32_t threads)
{
    static uint8_t boards[CELLS * DRAWN];
    size_t length = (size_t)count * p.rows * p.cols;
    mines_status status = mines_sampler_draw(sampler, 5, 100, count, &SIZED(mines_options, .threads = threads), boards);
    if (status == MINES_OK)
        hash_data(boards, length);
    return status;
}

static mines_status tally(uint64_t count, uint32_t threads)
{
    static uint64_t mine[CELLS], zero_around[CELLS];
    uint64_t drawn = 1;
    mines_status status =
        mines_sampler_tally(sampler, 6, count, 0, &SIZED(mines_options, .threads = threads), mine, zero_around, &drawn);
    if (status == MINES_OK) {
        hash_data(mine, p.rows * p.cols * sizeof *mine);
        hash_data(zero_around, p.rows * p.cols * sizeof *mine);
        CHECK_SAME(drawn, count);
    } else {
        CHECK_SAME(drawn, 0);
    }
    return status;
}

static void sampling(void)
{
    sampler = (mines_sampler *)(void *)&p;
    mines_status status = ATTEMPT(mines_sampler_new(solution, NULL, &sampler));
    if (status == MINES_OUT_OF_MEMORY) {
        CHECK(sampler == NULL);
        CHECK_SAME(mines_sampler_new(solution, NULL, &sampler), MINES_OK);
    }
    if (ATTEMPT(draw(100, 1)) == MINES_OUT_OF_MEMORY)
        CHECK_SAME(draw(100, 1), MINES_OK);
    if (ATTEMPT(tally(600, 1)) == MINES_OUT_OF_MEMORY)
        CHECK_SAME(tally(600, 1), MINES_OK);
    hash_solution();
    mines_sampler_free(sampler);
    sampler = NULL;
}

static void small_sampler(void)
{
    position_random(&p, 5, 6, 9, 20, 0, &state);
    have_solution();
    CHECK_SAME(mines_sampler_new(solution, NULL, &sampler), MINES_OK);
}

/* A board so large that every batch is worth a thread. */
static void large_sampler(void)
{
    position_random(&p, 64, 64, 900, 5, 0, &state);
    have_solution();
    CHECK_SAME(mines_sampler_new(solution, NULL, &sampler), MINES_OK);
}

static void tallying(void)
{
    if (ATTEMPT(tally(TALLIED, 4)) == MINES_OUT_OF_MEMORY)
        CHECK_SAME(tally(TALLIED, 4), MINES_OK);
}

static mines_status draw_large(void)
{
    enum { BOARDS = 1100 };
    static uint8_t boards[BOARDS * 64 * 64];
    mines_status status = mines_sampler_draw(sampler, 5, 100, BOARDS, &SIZED(mines_options, .threads = 4), boards);
    if (status == MINES_OK)
        HASH(boards);
    return status;
}

static void drawing(void)
{
    if (ATTEMPT(draw_large()) == MINES_OUT_OF_MEMORY)
        CHECK_SAME(draw_large(), MINES_OK);
}

/* ---- Estimates --------------------------------------------------------------------------------------------------- */

static double shares[4][CELLS];

static void hash_shares(const mines_estimate_result *quality)
{
    for (size_t i = 0; i < 4; i++)
        hash_data(shares[i], p.rows * p.cols * sizeof *shares[i]);
    hash_data(&quality->exact, sizeof quality->exact);
    hash_data(&quality->runs, sizeof quality->runs);
    hash_data(&quality->states, sizeof quality->states);
    hash_data(&quality->boards, sizeof quality->boards);
    hash_data(&quality->effective, sizeof quality->effective);
}

static mines_status estimate(uint64_t memory, uint64_t count, mines_estimate_result *result)
{
    mines_options options = {.size = sizeof options, .threads = 2, .memory = memory};
    *result = (mines_estimate_result){.size = sizeof *result,
                                      .mine = shares[0],
                                      .mine_error = shares[1],
                                      .zero_around = shares[2],
                                      .zero_around_error = shares[3]};
    return mines_estimate(p.cells, p.rows, p.cols, p.mines, 9, count, 0, &options, result, NULL);
}

static void estimating(void)
{
    mines_estimate_result quality;
    if (ATTEMPT(estimate(0, 20000, &quality)) == MINES_OUT_OF_MEMORY) {
        CHECK_SAME(quality.exact, 0);
        CHECK_SAME(estimate(0, 20000, &quality), MINES_OK);
    }
    CHECK_SAME(quality.exact, 1);
    hash_shares(&quality);
}

/* Only the thinned count, although the exact one would fit. */
static mines_status estimate_thinned(mcore_estimate_quality *quality)
{
    static uint64_t tallies[2 * CELLS];
    mines_fault fault = {.size = sizeof fault};
    mcore_estimate_params params = {.text = p.cells,
                                    .rows = p.rows,
                                    .cols = p.cols,
                                    .mines = p.mines,
                                    .memory = (uint64_t)1 << 30,
                                    .seed = 9,
                                    .count = 64,
                                    .deadline = UINT64_MAX,
                                    .threads = 1};
    mcore_estimate_outputs to = {shares[0], shares[1], shares[2], shares[3]};
    return mcore_estimate_thinned(&params, &to, tallies, quality, &fault);
}

/* A position that needs thinning although few boxes are wide: a call takes a few milliseconds. */
static void find_thinned(void)
{
    mcore_estimate_quality quality = {.effective = 64.0};
    for (int tries = 0; tries < 1000 && quality.effective >= 63.999; tries++) {
        position_lattice(&p, 13, 13, 34, &state);
        CHECK_SAME(estimate_thinned(&quality), MINES_OK);
    }
    CHECK(quality.effective < 63.999);
}

static void estimating_thinned(void)
{
    mcore_estimate_quality quality;
    if (ATTEMPT(estimate_thinned(&quality)) == MINES_OUT_OF_MEMORY) {
        CHECK_SAME(quality.exact, 0);
        CHECK_SAME(estimate_thinned(&quality), MINES_OK);
    }
    CHECK(quality.exact == 0 && quality.runs == 64 && quality.effective < 64.0);
    hash_shares(&(mines_estimate_result){
        .exact = quality.exact,
        .runs = quality.runs,
        .states = quality.states,
        .effective = quality.effective,
        .boards = quality.boards,
    });
}

static uint64_t budget;

/* The thinned count by mines_estimate, because the exact count exceeds the memory limit. */
static void estimating_past_the_budget(void)
{
    mines_estimate_result quality;
    if (ATTEMPT(estimate(budget, 64, &quality)) == MINES_OUT_OF_MEMORY) {
        CHECK_SAME(quality.exact, 0);
        CHECK_SAME(estimate(budget, 64, &quality), MINES_OK);
    }
    CHECK_SAME(quality.exact, 0);
    hash_shares(&quality);
}

/* A memory limit that allows the thinned count but not the exact one. */
static void find_budget(void)
{
    mines_estimate_result quality;
    find_thinned();
    for (budget = 50000; estimate(budget, 64, &quality) == MINES_BUDGET_EXCEEDED;)
        budget += budget / 5;
}

/* ---- DetermineGrid2 ---------------------------------------------------------------------------------------------- */

typedef struct grid {
    float mine[256], zero_around[256];
    uint32_t valid;
} grid;

/* The seed is different in each call; hash only what all calls have in common. */
static void hash_grid(const grid *g)
{
    bool some = g->valid > 0;
    hash_data(&some, sizeof some);
    for (size_t i = 0; i < 256; i++) {
        float pair[] = {g->mine[i], g->zero_around[i]};
        for (size_t k = 0; k < 2 && some; k++) {
            CHECK(pair[k] == -1.0f || (pair[k] >= 0.0f && pair[k] <= 1.0f));
            pair[k] = pair[k] < 0.0f ? 0.0f : 1.0f;
        }
        HASH(pair);
    }
}

static bool nothing_found(const grid *g)
{
    bool nothing = g->valid == 0;
    for (size_t i = 0; i < 256; i++)
        nothing = nothing && g->mine[i] == -1.0f && g->zero_around[i] == -1.0f;
    return nothing;
}

enum { WANTED = 40000, PLENTY_MS = 600000 };

static mines_status determine(grid *g)
{
    memset(g, 1, sizeof *g);
    return mines_determine_grid2(p.cells, WANTED, PLENTY_MS, &SIZED(mines_options, .threads = 3), g->mine,
                                 g->zero_around, &g->valid);
}

static mines_status choose(void)
{
    int32_t row = 77, col = 77;
    mines_status status = mines_get_grid_with_best_probability(p.cells, WANTED, PLENTY_MS,
                                                               &SIZED(mines_options, .threads = 3), &row, &col);
    CHECK(status == MINES_OK ? row >= 0 && row < 16 && col >= 0 && col < 16 : row == -1 && col == -1);
    return status;
}

static void determining(void)
{
    grid g;
    if (ATTEMPT(determine(&g)) == MINES_OUT_OF_MEMORY) {
        CHECK(nothing_found(&g));
        CHECK_SAME(determine(&g), MINES_OK);
    }
    CHECK(g.valid == 0 || g.valid >= WANTED);
    hash_grid(&g);
    if (ATTEMPT(choose()) == MINES_OUT_OF_MEMORY)
        CHECK_SAME(choose(), MINES_OK);
}

/* There is no status: lack of memory looks like lack of time. */
static void determining_as_ever(void)
{
    grid g;
    memset(&g, 1, sizeof g);
    faults_on();
    DetermineGrid2(p.cells, g.mine, g.zero_around, &g.valid, 2, 600, PLENTY_MS);
    bool memory = faults.refused[FAULT_MEMORY] > 0 || faults.refused[FAULT_LOCK] > 0;
    attempted(memory && nothing_found(&g) ? MINES_OUT_OF_MEMORY : MINES_OK);
    if (refused)
        DetermineGrid2(p.cells, g.mine, g.zero_around, &g.valid, 2, 600, PLENTY_MS);
    hash_grid(&g);
}

static void undecided(void)
{
    position_random(&p, 16, 16, 51, 12, 0, &state);
    for (bool certain = true; certain;) {
        have_solution();
        mines_solution_certain(solution, NULL, bytes);
        certain = memchr(bytes, 1, 256) != NULL;
        free_all();
        if (certain)
            position_random(&p, 16, 16, 51, 12, 0, &state);
    }
}

/* ---- Complete boards --------------------------------------------------------------------------------------------- */

enum { MASKS = 40, ROWS = 16, COLS = 30 };
static uint8_t masks[MASKS * ROWS * COLS], opened[MASKS * ROWS * COLS];

static void have_masks(void)
{
    for (size_t i = 0; i < MASKS; i++)
        place_mines(masks + i * ROWS * COLS, (size_t)ROWS * COLS, (uint32_t)i * 5, &state);
    for (size_t i = 0; i < sizeof opened; i++)
        opened[i] = random_below(&state, 2) == 0;
}

static mines_status measure(bool clicks)
{
    uint32_t out[5][MASKS] = {{0}};
    mines_status status =
        mines_metrics(masks, MASKS, ROWS, COLS, &SIZED(mines_options, .threads = 4),
                      &SIZED(mines_metrics_result, .bbbv = out[0], .openings = out[1], .islands = out[2],
                             .zini = clicks ? out[3] : NULL, .hzini = clicks ? out[4] : NULL));
    if (status == MINES_OK)
        HASH(out);
    return status;
}

static mines_status measure_solved(void)
{
    uint32_t out[MASKS] = {0};
    mines_status status = mines_bbbv_solved(masks, opened, MASKS, ROWS, COLS, &SIZED(mines_options, .threads = 4), out);
    if (status == MINES_OK)
        HASH(out);
    return status;
}

/* Masks so large that each of a few is worth a thread. */
static mines_status measure_large(void)
{
    enum { LARGE = 200, COUNT = 7 };
    static uint8_t large[COUNT * LARGE * LARGE];
    uint32_t out[3][COUNT] = {{0}};
    if (large[5] != 2)
        for (size_t i = 0; i < sizeof large; i++)
            large[i] = i % 97 % 11 == 0 ? 2 : 0;
    large[5] = 2;
    mines_status status =
        mines_metrics(large, COUNT, LARGE, LARGE, &SIZED(mines_options, .threads = 3),
                      &SIZED(mines_metrics_result, .bbbv = out[0], .openings = out[1], .zini = out[2]));
    if (status == MINES_OK)
        HASH(out);
    return status;
}

static void measuring(void)
{
    if (ATTEMPT(measure(false)) == MINES_OUT_OF_MEMORY)
        CHECK_SAME(measure(false), MINES_OK);
    if (ATTEMPT(measure_solved()) == MINES_OUT_OF_MEMORY)
        CHECK_SAME(measure_solved(), MINES_OK);
    if (ATTEMPT(measure(true)) == MINES_OUT_OF_MEMORY)
        CHECK_SAME(measure(true), MINES_OK);
}

static void measuring_large(void)
{
    if (ATTEMPT(measure_large()) == MINES_OUT_OF_MEMORY)
        CHECK_SAME(measure_large(), MINES_OK);
}

static mines_status check_no_guess(void)
{
    uint8_t answers[MASKS] = {0};
    mines_status status = mines_no_guess(masks, MASKS, ROWS, COLS, 7, 15, &SIZED(mines_options, .threads = 3), answers);
    if (status == MINES_OK)
        HASH(answers);
    return status;
}

static void checking_no_guess(void)
{
    if (ATTEMPT(check_no_guess()) == MINES_OUT_OF_MEMORY)
        CHECK_SAME(check_no_guess(), MINES_OK);
}

typedef struct generate_case {
    mines_generate_logic logic;
    uint32_t mines, least, count, threads;
} generate_case;

enum { RARE = 105 }; /* a 3BV that few boards reach */

static mines_status generate(const generate_case *w)
{
    static uint8_t out[MASKS * ROWS * ROWS];
    mines_generate_request request = {.size = sizeof request,
                                      .rows = ROWS,
                                      .cols = ROWS,
                                      .mines = w->mines,
                                      .first_click = MINES_FIRST_OPENING,
                                      .row = 3,
                                      .col = 4,
                                      .logic = w->logic,
                                      .min_bbbv = w->least};
    uint64_t tried = 0;
    mines_status status =
        mines_generate(&request, 8, 1, w->count, &SIZED(mines_options, .threads = w->threads), out, &tried);
    if (status == MINES_OK) {
        hash_data(out, (size_t)w->count * ROWS * ROWS);
        hash_data(&tried, sizeof tried);
        CHECK(w->least < RARE || tried > 1000); /* more than the first blocks of two boards */
    }
    return status;
}

static void generating(void)
{
    static const generate_case cases[] = {
        {MINES_GENERATE_ANY, 40, 0, 30, 3},
        {MINES_GENERATE_ANY, 40, 65, 30, 3},
        {MINES_GENERATE_NO_GUESS, 35, 0, 10, 3},
        {MINES_GENERATE_NO_GUESS, 35, 75, 6, 3},
        {MINES_GENERATE_NO_GUESS_REPAIRED, 50, 0, 10, 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (ATTEMPT(generate(cases + i)) == MINES_OUT_OF_MEMORY)
            CHECK_SAME(generate(cases + i), MINES_OK);
}

/* Fewer boards than threads, so rare that all threads search for the same one. */
static void generating_rare(void)
{
    static const generate_case w = {MINES_GENERATE_ANY, 40, RARE, 2, 4};
    if (ATTEMPT(generate(&w)) == MINES_OUT_OF_MEMORY)
        CHECK_SAME(generate(&w), MINES_OK);
}

/* ---- Games ------------------------------------------------------------------------------------------------------- */

enum { GAME_SIDE = 24, GAME_CELLS = GAME_SIDE * GAME_SIDE, LOG = 512 };

/* Everything that the library reports about a game. */
typedef struct view {
    mines_game_info info;
    char board[GAME_CELLS];
    uint8_t flagged[GAME_CELLS], owner[GAME_CELLS], mask[GAME_CELLS];
    mines_action log[LOG];
    size_t logged;
} view;

static void get_view(const mines_game *game, view *v)
{
    memset(v, 0, sizeof *v);
    v->info.size = sizeof v->info;
    CHECK_SAME(mines_game_get_info(game, &v->info), MINES_OK);
    CHECK_SAME(mines_game_board(game, v->board), MINES_OK);
    CHECK_SAME(mines_game_flagged(game, v->flagged), MINES_OK);
    CHECK_SAME(mines_game_owner(game, v->owner), MINES_OK);
    CHECK_SAME(mines_game_mask(game, v->mask), v->info.placed ? MINES_OK : MINES_NOT_PLACED);
    CHECK_SAME(mines_game_log(game, v->log, LOG, &v->logged), MINES_OK);
}

static view before, after;

static void check_unchanged(const mines_game *game)
{
    size_t changed = 99;
    get_view(game, &after);
    CHECK(memcmp(&before, &after, sizeof after) == 0);
    CHECK_SAME(mines_game_changed(game, NULL, 0, &changed), MINES_OK);
    CHECK_SAME(changed, 0);
}

static mines_game *copy_of(const mines_game *game)
{
    mines_game *copy = (mines_game *)(void *)&p;
    if (ATTEMPT(mines_game_copy(game, NULL, &copy)) == MINES_OUT_OF_MEMORY) {
        CHECK(copy == NULL);
        CHECK_SAME(mines_game_copy(game, NULL, &copy), MINES_OK);
    }
    get_view(game, &before);
    get_view(copy, &after);
    CHECK(memcmp(&before, &after, sizeof after) == 0);
    return copy;
}

/* Undo needs no memory. */
static void undo(mines_game *game)
{
    mines_refusal refusal;
    faults_on();
    unsigned long requests = faults.requests;
    CHECK_SAME(mines_game_undo(game, NULL, &refusal), MINES_OK);
    CHECK_SAME(faults.requests, requests);
    faults_off();
    hash_data(&refusal, sizeof refusal);
}

/* A call that changes the game, repeated if it ran out of memory. */
#define CHANGE(game, call)                                                                                             \
    do {                                                                                                               \
        mines_refusal refusal = MINES_REFUSAL_OVER;                                                                    \
        get_view(game, &before);                                                                                       \
        if (ATTEMPT(call) == MINES_OUT_OF_MEMORY) {                                                                    \
            CHECK_SAME(refusal, MINES_REFUSAL_NONE);                                                                   \
            check_unchanged(game);                                                                                     \
            CHECK_SAME(call, MINES_OK);                                                                                \
        }                                                                                                              \
        hash_data(&refusal, sizeof refusal);                                                                           \
    } while (0)

/* How one kind of game is played: percentages of opening, its two other actions (the second one may be the first), and
   redo; otherwise undo. */
typedef struct manner {
    mines_action_kind other[2];
    uint32_t open, first, second, redo;
} manner;

static void step(mines_game *game, const manner *how, uint64_t *random)
{
    uint32_t chance = random_below(random, 100);
    uint32_t row = random_below(random, GAME_SIDE), col = random_below(random, GAME_SIDE);
    mines_action_kind kind = chance < how->open                ? MINES_ACTION_OPEN
                             : chance < how->open + how->first ? how->other[0]
                                                               : how->other[1];
    get_view(game, &before);
    uint32_t acts = how->open + how->first + how->second;
    if (before.info.state == MINES_GAME_LOST || chance >= acts + how->redo)
        undo(game);
    else if (chance >= acts)
        CHANGE(game, mines_game_redo(game, NULL, &refusal));
    else
        CHANGE(game, mines_game_act(game, kind, row, col, NULL, &refusal));
    get_view(game, &before);
    hash_data(&before, sizeof before);
}

/* 150 steps; sometimes continues with a copy. Frees the game. */
static void play_game(mines_game *game, const manner *how, uint64_t random)
{
    for (int i = 0; i < 150; i++) {
        step(game, how, &random);
        if (i % 50 == 20) {
            mines_game *copy = copy_of(game);
            mines_game_free(game);
            game = copy;
        }
    }
    mines_game_free(game);
}

static void playing(void)
{
    static const manner classic = {{MINES_ACTION_FLAG, MINES_ACTION_CHORD}, 60, 15, 7, 10};
    mines_game *game = (mines_game *)(void *)&p;
    if (ATTEMPT(mines_game_new_random(GAME_SIDE, GAME_SIDE, 60, 3, MINES_FIRST_OPENING, NULL, &game)) ==
        MINES_OUT_OF_MEMORY) {
        CHECK(game == NULL);
        CHECK_SAME(mines_game_new_random(GAME_SIDE, GAME_SIDE, 60, 3, MINES_FIRST_OPENING, NULL, &game), MINES_OK);
    }
    play_game(game, &classic, 12);
}

static void playing_flags(void)
{
    static const manner flags = {{MINES_ACTION_BOMB, MINES_ACTION_BOMB}, 70, 12, 0, 8};
    const mines_flags_rules rules = {.size = sizeof rules,
                                     .rows = GAME_SIDE,
                                     .cols = GAME_SIDE,
                                     .mines = 90,
                                     .bombs = 40,
                                     .radius = 4,
                                     .bomb_anytime = 1};
    mines_game *game = (mines_game *)(void *)&p;
    if (ATTEMPT(mines_game_new_flags(&rules, NULL, 4, NULL, &game)) == MINES_OUT_OF_MEMORY) {
        CHECK(game == NULL);
        CHECK_SAME(mines_game_new_flags(&rules, NULL, 4, NULL, &game), MINES_OK);
    }
    play_game(game, &flags, 13);
}

/* So many separate runs that the log grows with one opening. */
static void opening_much(void)
{
    static uint8_t mask[GAME_CELLS];
    mines_game *game = (mines_game *)(void *)&p;
    for (size_t i = 0; i < GAME_CELLS; i++)
        mask[i] = i / GAME_SIDE % 4 == 1 && i % GAME_SIDE % 4 == 1;
    if (ATTEMPT(mines_game_new(mask, GAME_SIDE, GAME_SIDE, NULL, &game)) == MINES_OUT_OF_MEMORY) {
        CHECK(game == NULL);
        CHECK_SAME(mines_game_new(mask, GAME_SIDE, GAME_SIDE, NULL, &game), MINES_OK);
    }
    for (uint32_t row = 0; row < GAME_SIDE; row++)
        for (uint32_t col = 0; col < GAME_SIDE; col += 2)
            if (!mask[row * GAME_SIDE + col])
                CHANGE(game, mines_game_act(game, MINES_ACTION_OPEN, row, col, NULL, &refusal));
    get_view(game, &before);
    hash_data(&before, sizeof before);
    mines_game *copy = copy_of(game);
    for (uint32_t left = before.info.actions; left > 0; left--)
        CHECK_SAME(mines_game_undo(game, NULL, NULL), MINES_OK);
    for (uint32_t left = before.info.actions; left > 0; left--)
        CHANGE(game, mines_game_redo(game, NULL, &refusal));
    get_view(game, &before);
    get_view(copy, &after);
    CHECK(memcmp(&before, &after, sizeof after) == 0);
    mines_game_free(copy);
    mines_game_free(game);
}

/* ---- All of them ------------------------------------------------------------------------------------------------- */

int main(void)
{
    static const scene scenes[] = {
        {"solve: half opened", solving, open_half, NULL, STRICT},
        {"solve: little opened", solving, open_little, NULL, STRICT},
        {"solve: a lattice", solving, lattice, NULL, STRICT},
        {"solve: isolated numbers", solving, isolated, NULL, STRICT},
#ifndef MCORE_SEPARATE /* thousands of requests, one for each number; the queries below test the same */
        {"solve: a knot", solving, knot, NULL, KEEPS},
#endif
        {"solve: some vectors kept", solving, find_some, free_all, STRICT},
        {"solve: too little memory", solving_in_too_little, find_too_little, free_all, STRICT},
        {"solve: nothing opened", solving, blank, NULL, STRICT},
        {"solve: no valid board", solving, impossible, NULL, STRICT},
        {"zero around: half opened", querying_zero_around, solved_half, free_all, STRICT},
        {"zero around: little opened", querying_zero_around, solved_little, free_all, STRICT},
        {"zero around: a lattice", querying_zero_around, solved_lattice, free_all, STRICT},
        {"zero around: isolated numbers", querying_zero_around, solved_isolated, free_all, KEEPS},
        {"zero around: some vectors kept", querying_zero_around, solved_some, free_all, KEEPS},
        {"number: half opened", querying_number, solved_half, free_all, STRICT},
        {"number: little opened", querying_number, solved_little, free_all, STRICT},
        {"number: a lattice", querying_number, solved_lattice, free_all, STRICT},
        {"number: isolated numbers", querying_number, solved_isolated, free_all, KEEPS},
        {"number: a knot", querying_number, solved_knot, free_all, KEEPS},
        {"number: some vectors kept", querying_number, solved_some, free_all, KEEPS},
        {"total: half opened", querying_total, solved_half, free_all, STRICT},
        {"total: little opened", querying_total, solved_little, free_all, STRICT},
        {"total: a lattice", querying_total, solved_lattice, free_all, STRICT},
        {"total: isolated numbers", querying_total, solved_isolated, free_all, STRICT},
        {"what needs no memory", querying_stored_results, solved_half, free_all, STRICT},
        {"many, one thread", solving_many_alone, have_many, NULL, KEEPS},
        {"many", solving_many, have_many, NULL, KEEPS},
        {"sampler: half opened", sampling, solved_half, free_all, STRICT},
        {"sampler: little opened", sampling, solved_little, free_all, STRICT},
        {"sampler: a lattice", sampling, solved_lattice, free_all, STRICT},
        {"sampler: isolated numbers", sampling, solved_isolated, free_all, STRICT},
        {"sampler: some vectors kept", sampling, solved_some, free_all, STRICT},
        {"tally", tallying, small_sampler, free_all, FORGIVES},
        {"draw", drawing, large_sampler, free_all, FORGIVES},
        {"estimate", estimating, open_little, NULL, FORGIVES},
        {"estimate: thinned", estimating_thinned, find_thinned, NULL, KEEPS},
        {"estimate: past the budget", estimating_past_the_budget, find_budget, NULL, KEEPS},
        {"DetermineGrid2: sampling", determining, undecided, NULL, FORGIVES},
        {"DetermineGrid2: half opened", determining, open_half, NULL, FORGIVES},
        {"DetermineGrid2: no status", determining_as_ever, undecided, NULL, FORGIVES},
        {"metrics", measuring, have_masks, NULL, STRICT},
        {"metrics: large boards", measuring_large, NULL, NULL, STRICT},
        {"no guess", checking_no_guess, have_masks, NULL, KEEPS},
        {"generate", generating, NULL, NULL, KEEPS},
        {"generate: rare", generating_rare, NULL, NULL, KEEPS},
        {"game", playing, NULL, NULL, STRICT},
        {"game: much opened", opening_much, NULL, NULL, STRICT},
        {"flags game", playing_flags, NULL, NULL, STRICT},
    };
    const char *extent = getenv("MINESWEEPER_FAULTS"), *only = getenv("MINESWEEPER_FAULTS_ONLY");
    bool full = extent != NULL && strcmp(extent, "full") == 0;
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        unsigned long before_it = out_of_memory + carried_on;
        if (only != NULL && strstr(scenes[i].name, only) == NULL)
            continue;
        play(&scenes[i], full);
        if (full) {
            printf("  %s: %lu\n", scenes[i].name, out_of_memory + carried_on - before_it);
            fflush(stdout);
        }
    }
    printf("%lu runs with refusals: of memory %lu, threads %lu, locks %lu; %lu ran out of memory, %lu took no harm\n",
           out_of_memory + carried_on, injected[FAULT_MEMORY], injected[FAULT_THREAD], injected[FAULT_LOCK],
           out_of_memory, carried_on);
    return check_done(NAME);
}
