/*
 * test_checkpoint.c - counts that keep the vectors or state sets of only some layers because of the memory limit: the
 * choice of layers is good, and every answer is the same to the last bit.
 */
#include "../../core/base/clock.h"
#include "../../core/base/fp_precision.h"
#include "../../core/exact/checkpoint.h"
#include "../../core/exact/mines_around.h"
#include "../../core/exact/solution.h"

#include "calls.h"
#include "check.h"
#include "positions.h"

/* ---- Which layers are kept ---- */

enum { MOST_SERIES = 2, MOST_LAYERS = 8 };

static size_t layer_size(const mcore_checkpoints *checkpoints, uint32_t layer)
{
    return checkpoints->start[layer + 1] - checkpoints->start[layer];
}

/* The size of the kept layers and of the widest segment between them, if the bits of `kept` select inner layers. */
static void measure(const mcore_checkpoints *series, uint32_t count, uint32_t bits, size_t *kept, size_t *widest)
{
    *kept = *widest = 0;
    for (uint32_t i = 0; i < count; i++) {
        size_t segment = 0;
        for (uint32_t layer = 0; layer <= series[i].last; layer++) {
            bool inner = layer > 0 && layer < series[i].last, gone = inner && (bits & 1) == 0;
            segment = gone ? segment + layer_size(series + i, layer) : 0;
            *kept += gone ? 0 : layer_size(series + i, layer);
            *widest = segment > *widest ? segment : *widest;
            bits = inner ? bits >> 1 : bits;
        }
    }
}

static void check_choice(uint64_t *state)
{
    mcore_arena arena;
    mcore_checkpoints series[MOST_SERIES];
    uint32_t count = 1 + random_below(state, MOST_SERIES), inner = 0;
    size_t segment_size = 77, widest = 0, kept_size = 0;
    mcore_arena_init(&arena, 1 << 20);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t last = 1 + random_below(state, MOST_LAYERS - 1), most = 1 + random_below(state, 60);
        if (!CHECK(mcore_checkpoints_init(series + i, last, &arena)))
            return;
        series[i].start[0] = 0;
        for (uint32_t layer = 0; layer <= last; layer++)
            series[i].start[layer + 1] = series[i].start[layer] + random_below(state, most);
        inner += last - 1;
    }
    CHECK(mcore_checkpoints_choose(series, count, &segment_size, &arena));
    for (uint32_t i = 0; i < count; i++) {
        size_t next = 0;
        mcore_segment at = {0};
        CHECK(series[i].offset[0] == 0 && series[i].offset[series[i].last] != MCORE_NOT_KEPT);
        for (uint32_t layer = 0; layer <= series[i].last; layer++) {
            if (series[i].offset[layer] != MCORE_NOT_KEPT) {
                CHECK_SAME(series[i].offset[layer], next);
                next += layer_size(series + i, layer);
                continue;
            }
            CHECK_SAME(mcore_segment_has(&at, series + i, layer), at.checkpoints != NULL && layer < at.to);
            mcore_segment_move(&at, series + i, layer);
            CHECK(mcore_segment_has(&at, series + i, layer));
            CHECK(at.from > 0 && at.to <= series[i].last);
            CHECK(series[i].offset[at.from - 1] != MCORE_NOT_KEPT && series[i].offset[at.to] != MCORE_NOT_KEPT);
            CHECK(series[i].start[at.to] - series[i].start[at.from] <= segment_size);
        }
        CHECK_SAME(series[i].kept, next);
        widest = mcore_checkpoints_widest(series + i) > widest ? mcore_checkpoints_widest(series + i) : widest;
        kept_size += series[i].kept;
    }
    CHECK_SAME(widest, segment_size);
    size_t best = SIZE_MAX, width = 0;
    for (uint32_t bits = 0; bits < (uint32_t)1 << inner; bits++) {
        size_t kept, segment;
        measure(series, count, bits, &kept, &segment);
        if (kept + segment < best) {
            best = kept + segment;
            width = segment;
        }
    }
    CHECK(kept_size + segment_size >= best);
    CHECK(7 * (kept_size + segment_size) <=
          7 * best + width + 7 * 8); /* segment sizes are tried in steps of one eighth */
    mcore_arena_free(&arena);
}

/* ---- Answers ---- */

enum { MAX_CELLS = 100 * 100, DRAWN = 600 };

typedef struct answers {
    double mine[MAX_CELLS], zero_around[MAX_CELLS], number[MAX_CELLS * 9];
    uint8_t safe[MAX_CELLS], sure[MAX_CELLS];
    uint32_t total[MAX_CELLS / 32 + 2];
    size_t used;
} answers;

static position p;
static answers whole, some;
static uint8_t boards[2][DRAWN * 30 * 30];
static unsigned long kept_some, queries_again, refusals, drawn_again;

static size_t cells(void) { return p.rows * p.cols; }

static mines_status solve(uint64_t memory, mines_solution **solution, mines_fault *fault)
{
    mines_options options = {.size = sizeof options, .memory = memory};
    return mines_solve(p.cells, p.rows, p.cols, p.mines, &options, solution, fault);
}

static bool keeps_some(const mines_solution *solution)
{
    for (uint32_t i = 0; i < solution->reduced.components; i++) {
        const mcore_graph *graph = solution->graph + i;
        if (graph->checkpoints != NULL && graph->checkpoints->kept < graph->vector[graph->states])
            return true;
    }
    return false;
}

static void same(const void *a, const void *b, size_t length) { CHECK(memcmp(a, b, length) == 0); }

/* Queries with a memory limit give the same answers or MINES_BUDGET_EXCEEDED. */
static bool query(const mines_solution *solution, uint64_t memory)
{
    mines_options options = {.size = sizeof options, .memory = memory};
    mines_status zero = mines_solution_zero_around(solution, &options, some.zero_around);
    CHECK(zero == MINES_OK || zero == MINES_BUDGET_EXCEEDED);
    if (zero == MINES_OK)
        same(some.zero_around, whole.zero_around, cells() * sizeof *whole.zero_around);
    mines_status number = mines_solution_number(solution, &options, some.number);
    CHECK(number == MINES_OK || number == MINES_BUDGET_EXCEEDED);
    if (number == MINES_OK)
        same(some.number, whole.number, cells() * 9 * sizeof *whole.number);
    return zero == MINES_OK || number == MINES_OK;
}

static void query_all(const mines_solution *solution, answers *a)
{
    CHECK_SAME(mines_solution_mine(solution, a->mine), MINES_OK);
    CHECK_SAME(mines_solution_certain(solution, a->safe, a->sure), MINES_OK);
    CHECK_SAME(mines_solution_zero_around(solution, NULL, a->zero_around), MINES_OK);
    CHECK_SAME(mines_solution_number(solution, NULL, a->number), MINES_OK);
    CHECK_SAME(mines_solution_total(solution, NULL, a->total, sizeof a->total / sizeof *a->total, &a->used), MINES_OK);
}

static void compare(void)
{
    same(some.mine, whole.mine, cells() * sizeof *whole.mine);
    same(some.safe, whole.safe, cells());
    same(some.sure, whole.sure, cells());
    same(some.zero_around, whole.zero_around, cells() * sizeof *whole.zero_around);
    same(some.number, whole.number, cells() * 9 * sizeof *whole.number);
    CHECK_SAME(some.used, whole.used);
    same(some.total, whole.total, whole.used * sizeof *whole.total);
}

/* The same boards are drawn if the memory suffices for the vectors of all layers. */
static bool draw(const mines_solution *solution, uint64_t memory, uint8_t *out)
{
    mines_options options = {.size = sizeof options, .memory = memory};
    mines_sampler *sampler;
    mines_status status = mines_sampler_new(solution, &options, &sampler);
    CHECK(status == MINES_OK || (memory != 0 && status == MINES_BUDGET_EXCEEDED));
    if (status != MINES_OK)
        return false;
    CHECK_SAME(mines_sampler_draw(sampler, 7, 100, DRAWN, &SIZED(mines_options, .threads = 1), out), MINES_OK);
    mines_sampler_free(sampler);
    return true;
}

static bool can_draw(void) { return cells() <= 30 * 30; }

static void check_position(void)
{
    mines_solution *solution = NULL;
    if (!CHECK_SAME(solve(0, &solution, NULL), MINES_OK))
        return;
    mines_cost cost = {.size = sizeof cost};
    CHECK(!keeps_some(solution));
    query_all(solution, &whole);
    for (uint64_t memory = 64 << 20; memory > 10000 && query(solution, memory); memory = memory / 2)
        queries_again++;
    if (can_draw())
        (void)draw(solution, 0, boards[0]);
    CHECK_SAME(mines_solution_get_cost(solution, &cost), MINES_OK);
    mines_solution_free(solution);

    uint64_t least = 0;
    bool first = true;
    for (uint64_t memory = cost.bytes * 9 / 8; memory > 1000; memory = memory * 7 / 8) {
        mines_fault fault = {.size = sizeof fault, .reason = MINES_FAULT_NONE, .row = 77, .col = 77, .needed = 77};
        mines_status status = solve(memory, &solution, &fault);
        if (status == MINES_BUDGET_EXCEEDED && fault.needed == 0)
            break;
        if (status == MINES_BUDGET_EXCEEDED) {
            refusals++;
            CHECK(fault.needed > memory);
            if (fault.needed == least)
                continue;
            CHECK(least == 0 || fault.needed < least + 100000); /* not much more than necessary */
            least = fault.needed;
            status = solve(least, &solution, &fault);
        }
        if (!CHECK_SAME(status, MINES_OK))
            return;
        CHECK_SAME(fault.needed, 0);
        CHECK(solution->arena.used <= (least != 0 ? least : memory));
        if (keeps_some(solution)) {
            kept_some++;
            query_all(solution, &some);
            compare();
            for (uint64_t little = memory; first && little > 10000 && query(solution, little); little = little / 2)
                queries_again++;
            first = false;
            if (can_draw() && draw(solution, 0, boards[1])) {
                same(boards[0], boards[1], DRAWN * cells());
                (void)draw(solution, memory, boards[1]);
                drawn_again++;
            }
        }
        mines_solution_free(solution);
    }
}

/* ---- Interrupts ---- */

/* A call ends at its deadline, however far it got. Returns the final status; *ended counts interrupted calls. */
static mines_solution *solve_in_time(uint64_t memory, int *ended)
{
    MCORE_ROUND_TO_DOUBLE;
    mines_solution *solution = NULL;
    const mcore_position wanted = {p.cells, p.rows, p.cols, p.mines};
    for (uint64_t time = 0;; time += time / 8 + 5000) {
        mcore_poll poll;
        mines_fault fault = {.size = sizeof fault};
        mcore_poll_init(&poll, NULL, mcore_clock_now() + time);
        mines_status status = mcore_solution_new(&wanted, memory, &poll, &solution, &fault);
        if (status != MINES_INTERRUPTED) {
            CHECK_SAME(status, MINES_OK);
            return solution;
        }
        CHECK(solution == NULL);
        (*ended)++;
    }
}

static void query_in_time(const mines_solution *solution, uint64_t memory, int *ended)
{
    MCORE_ROUND_TO_DOUBLE;
    mines_status status = MINES_INTERRUPTED;
    for (uint64_t time = 0; status == MINES_INTERRUPTED; time += time / 8 + 5000) {
        mcore_poll poll;
        mcore_poll_init(&poll, NULL, mcore_clock_now() + time);
        status = mcore_mines_around_zero(solution, memory, &poll, some.zero_around);
        *ended += status == MINES_INTERRUPTED;
    }
    CHECK_SAME(status, MINES_OK);
    same(some.zero_around, whole.zero_around, cells() * sizeof *whole.zero_around);
}

static void check_interrupts(void)
{
    mines_solution *solution = NULL;
    int ended = 0;
    if (!CHECK_SAME(solve(0, &solution, NULL), MINES_OK))
        return;
    query_all(solution, &whole);
    uint64_t least = solution->arena.used;
    for (uint64_t memory = least; solution != NULL; memory -= memory / 32) {
        mines_solution_free(solution);
        (void)solve(memory, &solution, NULL);
        least = solution != NULL ? memory : least;
    }
    solution = solve_in_time(least, &ended);
    CHECK(solution != NULL && keeps_some(solution));
    CHECK(ended > 5);
    ended = 0;
    query_in_time(solution, least, &ended);
    CHECK(ended > 5);
    mines_solution_free(solution);
}

int main(void)
{
    uint64_t state = 9;
    for (int i = 0; i < 2000; i++)
        check_choice(&state);
    position_lattice(&p, 12, 12, 22, &state);
    check_position();
    for (int i = 0; i < 2; i++) {
        position_lattice(&p, 16, 16, 51, &state);
        check_position();
        position_lattice(&p, 14, 16, 70, &state); /* the number of mines decides what the components may hold */
        check_position();
        position_isolated(&p, 16, 16, 51, &state);
        check_position();
        position_isolated(&p, 8, 100, 160, &state); /* vectors are rescaled, and queries need Boolean ones */
        check_position();
        position_random(&p, 30, 30, 150, 25, 0, &state); /* many components */
        check_position();
    }
    position_random(&p, 100, 100, 200, 12, 0, &state); /* probabilities that underflow to 0 in doubles */
    check_position();
    position_isolated(&p, 14, 24, 70, &state);
    check_position();
    check_interrupts();
    printf("with some vectors %lu, queries with little memory %lu, refusals %lu, boards from some vectors %lu\n",
           kept_some, queries_again, refusals, drawn_again);
    CHECK(kept_some > 20 && queries_again > 50 && refusals > 10 && drawn_again > 20);
    return check_done("test_checkpoint");
}
