#include "estimate.h"

#include "../base/clock.h"
#include "../base/rng.h"
#include "../base/scaling.h"
#include "../exact/order.h"
#include "../exact/solution.h"
#include "sampler.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

enum {
    FEWEST_STATES = 16,  /* that a layer keeps at first */
    PILOT_RUNS = 16,     /* to find out how many states it needs */
    RUNS = 64,           /* that the answer comes from */
    TIMED_BOARDS = 16384 /* of each run, where the time is the only limit */
};

/* The share of runs that must be effective: of the answer, and of the pilot, which is to be a little better. */
#define EFFECTIVE 0.9
#define EFFECTIVE_PILOT 0.93

/* ---- Exactly uniform boards -------------------------------------------------------------------------------------- */

static double share_of(uint64_t tally, uint64_t boards) { return (double)tally / (double)boards; }

static void write_binomial(const mcore_estimate_outputs *out, size_t cells, const uint64_t *mine, const uint64_t *zero,
                           uint64_t boards)
{
    for (size_t c = 0; c < cells; c++) {
        double m = share_of(mine[c], boards), z = share_of(zero[c], boards);
        if (out->mine != NULL)
            out->mine[c] = m;
        if (out->mine_error != NULL)
            out->mine_error[c] = mcore_square_root(m * (1.0 - m) / (double)boards);
        if (out->zero_around != NULL)
            out->zero_around[c] = z;
        if (out->zero_around_error != NULL)
            out->zero_around_error[c] = mcore_square_root(z * (1.0 - z) / (double)boards);
    }
}

/* Half of the time at most goes into preparing: what does not fit is left to the thinned count. */
static uint64_t half_time(const mcore_estimate_params *q)
{
    return q->deadline == UINT64_MAX ? UINT64_MAX : q->start + (q->deadline - q->start) / 2;
}

static mines_status draw_exactly(const mcore_estimate_params *q, const mcore_estimate_outputs *out, uint64_t *tally,
                                 mines_quality *quality, mines_fault *fault)
{
    size_t cells = q->rows * q->cols;
    mines_solution *solution = NULL;
    mines_sampler *sampler = NULL;
    mcore_poll poll, whole;
    mcore_poll_init(&poll, q->options, half_time(q));
    mcore_poll_init(&whole, q->options, UINT64_MAX);
    mines_status status =
        mcore_solve_to_draw(q->text, q->rows, q->cols, q->mines, q->memory, false, &poll, &solution, fault);
    uint64_t left = status == MINES_OK ? q->memory - solution->arena.used : 0;
    if (status == MINES_OK)
        status = mcore_sampler_build(solution, &mcore_frontier_usual, left, &poll, &sampler);
    if (status == MINES_INTERRUPTED && !poll.refused)
        status = MINES_BUDGET_EXCEEDED; /* of time */
    if (status == MINES_OK) {
        left -= sampler->arena.used;
        status = mcore_sampler_tally(sampler, left, &whole, q->seed, q->count, q->deadline, UINT64_MAX, q->threads,
                                     tally, tally + cells, &quality->boards);
    }
    if (status == MINES_OK) {
        quality->exact = 1;
        quality->runs = 1;
        quality->effective = 1.0;
        write_binomial(out, cells, tally, tally + cells, quality->boards);
    }
    mcore_sampler_free(sampler);
    mcore_solution_free(solution);
    return status;
}

/* ---- Runs of the thinned count ----------------------------------------------------------------------------------- */

/* What all runs share. */
typedef struct thinner {
    const mcore_estimate_params *question;
    mcore_arena arena;
    mcore_board board;
    mcore_reduced reduced;
    uint32_t *order; /* of all components, each from its first box */
    mcore_weights weights;
    uint32_t reference; /* mines in the components at which sea weights are taken for 1 */
    mcore_poll poll;
    mines_solution run; /* the run at hand, in an arena of its own */
    uint32_t most;      /* states that its layers keep */
    bool thinned;       /* whether any of its layers needed it */
} thinner;

/* A number as value * 2^power, as the number of valid boards may be beyond the range of doubles. */
typedef struct weight {
    double value; /* 0, or not far from 1 */
    int64_t power;
} weight;

static double value_at(weight w, int64_t power)
{
    int64_t by = w.power - power;
    return by < -2000 ? 0.0 : by > 2000 ? DBL_MAX : w.value * mcore_power_of_two((int)by);
}

/* The sea's ways for `at` mines in the components over those for the reference, step by step. */
static weight sea_ratio(const thinner *t, uint32_t at)
{
    double cells = t->reduced.sea_cells, left = t->reduced.mines_left;
    weight w = {1.0, 0};
    for (uint32_t p = t->reference; p != at;) {
        double m = left - p; /* in the sea */
        if (p < at) {
            w.value *= m / (cells - m + 1.0);
            p++;
        } else {
            w.value *= (cells - m) / (m + 1.0);
            p--;
        }
        if (w.value == 0.0)
            return w;
        int power = mcore_exponent(w.value);
        w.value *= mcore_power_of_two(-power);
        w.power += power;
    }
    return w;
}

static mines_status prepare(thinner *t, mines_fault *fault)
{
    const mcore_estimate_params *q = t->question;
    mines_status status =
        mcore_solution_reduce(&t->board, &t->reduced, &t->arena, q->text, q->rows, q->cols, q->mines, fault);
    if (status != MINES_OK)
        return status;
    const mcore_reduced *reduced = &t->reduced;
    if (reduced->excess_mines) {
        fault->reason = MINES_REASON_COUNT;
        return MINES_NO_VALID_BOARD;
    }
    t->order = mcore_arena_alloc(&t->arena, reduced->boxes, sizeof *t->order);
    if (t->order == NULL)
        return t->arena.status;
    for (uint32_t i = 0; i < reduced->components && status == MINES_OK; i++) {
        const mcore_component *component = reduced->component + i;
        status = mcore_order(reduced, component, t->order + component->first_box, &t->arena, &t->poll);
    }
    mcore_weights_set(&t->weights, mcore_chain_first_tilt(reduced));
    /* any number will do with which the sea can be filled */
    uint32_t left = reduced->mines_left, sea = reduced->sea_cells;
    t->reference = left > sea ? left - sea : 0;
    return status;
}

/* Run number `number`: its graphs and chain in t->run, and its estimate of the number of valid boards, up to a factor
   that is the same for all runs. */
static mines_status run(thinner *t, uint64_t number, weight *w)
{
    mines_solution *s = &t->run;
    mcore_arena *arena = &s->arena;
    const mcore_reduced *reduced = &t->reduced;
    mcore_arena_rewind(arena);
    t->thinned = false;
    *w = (weight){0.0, 0};
    s->board = t->board;
    s->reduced = t->reduced;
    s->reduced.board = &s->board;
    s->certain_cell = NULL;
    s->certain_mine = false;
    s->mine = NULL;
    s->graph = mcore_arena_alloc_zeroed(arena, reduced->components, sizeof *s->graph);
    mines_status status = arena->status;
    mcore_thinning thinning = {.most = t->most, .weights = &t->weights};
    mcore_random_set(&thinning.random, t->question->seed, number, MCORE_PURPOSE_RESAMPLE);
    for (uint32_t i = 0; i < reduced->components && status == MINES_OK; i++) {
        const mcore_component *component = reduced->component + i;
        status = mcore_graph_build_thinned(s->graph + i, &s->reduced, component, t->order + component->first_box,
                                           &thinning, arena, &t->poll);
        if (status == MINES_OK && !mcore_graph_alloc_forward(s->graph + i, arena))
            status = arena->status;
    }
    t->thinned = thinning.used;
    if (status == MINES_OK)
        status = mcore_certain_find(&s->certain, &s->reduced, s->graph, false, arena, arena, &t->poll);
    if (status == MINES_OK)
        status = mcore_chain_build(&s->chain, &s->reduced, &s->certain, s->graph, NULL, arena, &t->poll);
    if (status == MINES_NO_VALID_BOARD && t->thinned)
        return MINES_OK; /* by chance, it may be: the run weighs nothing */
    if (status != MINES_OK)
        return status;
    const mcore_chain *chain = &s->chain;
    weight sea = sea_ratio(t, mcore_chain_sea_start(chain, &s->reduced));
    int power = mcore_exponent(chain->total);
    w->value = chain->total * mcore_power_of_two(-power) * sea.value;
    /* each mine of the frontier weighs theta in the graphs, and the sea's are weighed from its start on */
    w->power = power + sea.power - (int64_t)chain->weights.tilt * mcore_chain_sea_start(chain, &s->reduced);
    for (uint32_t i = 0; i < chain->components; i++) {
        w->power -= chain->prefix_scale[i];
        for (uint32_t layer = 0; layer < s->graph[i].layers; layer++)
            w->power -= s->graph[i].forward_scale[layer];
    }
    return MINES_OK;
}

/* Sums over runs: of the weights, and of weighted shares a cell. */
typedef struct sums {
    uint32_t runs;
    int64_t power; /* of two, that all are divided by */
    double weights, squares;
    double *share[2], *squared[2], *twice[2]; /* w p, w^2 p, w^2 p^2 of mines, of no mine around */
} sums;

/* Kish's effective number of runs. */
static double effective(const sums *s) { return s->squares > 0.0 ? s->weights * s->weights / s->squares : 0.0; }

static bool good(const sums *s, double share)
{
    return s->runs > 0 && effective(s) >= share * s->runs; /* false for NaN */
}

static void forget(sums *s, size_t cells)
{
    for (int of = 0; of < 2; of++) {
        memset(s->share[of], 0, cells * sizeof(double));
        memset(s->squared[of], 0, cells * sizeof(double));
        memset(s->twice[of], 0, cells * sizeof(double));
    }
    s->runs = 0;
    s->weights = s->squares = 0.0;
}

static double add_weight(sums *s, weight w)
{
    if (s->weights == 0.0)
        s->power = w.power;
    double value = value_at(w, s->power);
    s->runs++;
    s->weights += value;
    s->squares += value * value;
    return value;
}

static void add_shares(sums *s, double weight, size_t cells, const uint64_t *tally, uint64_t boards)
{
    for (int of = 0; of < 2; of++) {
        for (size_t c = 0; c < cells; c++) {
            double p = share_of(tally[(size_t)of * cells + c], boards);
            s->share[of][c] += weight * p;
            s->squared[of][c] += weight * weight * p;
            s->twice[of][c] += weight * weight * p * p;
        }
    }
}

static void write_shares(const sums *s, const mcore_estimate_outputs *out, size_t cells)
{
    double *const to[2] = {out->mine, out->zero_around}, *const error[2] = {out->mine_error, out->zero_around_error};
    double runs = s->runs;
    for (int of = 0; of < 2; of++) {
        for (size_t c = 0; c < cells; c++) {
            double p = s->share[of][c] / s->weights;
            double spread = s->twice[of][c] - 2.0 * p * s->squared[of][c] + p * p * s->squares;
            if (to[of] != NULL)
                to[of][c] = p > 1.0 ? 1.0 : p;
            if (error[of] != NULL)
                error[of][c] = mcore_square_root((spread > 0.0 ? spread : 0.0) * runs / (runs - 1.0)) / s->weights;
        }
    }
}

/* Boards of the run at hand. */
static mines_status draw(thinner *t, uint64_t number, uint64_t boards, uint64_t *tally)
{
    const mcore_estimate_params *q = t->question;
    mines_sampler *sampler;
    uint64_t drawn;
    mcore_random random;
    mcore_random_set(&random, q->seed, number, MCORE_PURPOSE_RESAMPLE);
    uint64_t left = q->memory - t->arena.used - t->run.arena.used;
    mines_status status = mcore_sampler_build(&t->run, &mcore_frontier_quick, left, &t->poll, &sampler);
    if (status != MINES_OK)
        return status;
    mcore_poll whole;
    mcore_poll_init(&whole, q->options, UINT64_MAX);
    status = mcore_sampler_tally(sampler, left - sampler->arena.used, &whole, mcore_random_next(&random), boards,
                                 UINT64_MAX, UINT64_MAX, q->threads, tally, tally + q->rows * q->cols, &drawn);
    mcore_sampler_free(sampler);
    return status;
}

/* One run into the sums, with so many boards drawn from it: *drawn counts them. One that weighs nothing has none. */
static mines_status take_run(thinner *t, sums *s, uint64_t number, uint64_t boards, uint64_t *tally, uint64_t *drawn)
{
    weight w;
    mines_status status = run(t, number, &w);
    if (status != MINES_OK)
        return status;
    double value = add_weight(s, w);
    if (value == 0.0)
        return MINES_OK;
    status = draw(t, number, boards, tally);
    if (status != MINES_OK)
        return status;
    add_shares(s, value, t->question->rows * t->question->cols, tally, boards);
    *drawn += boards;
    return MINES_OK;
}

/* All runs with so many states, their boards tallied; before them a few to find out whether that is enough. If it is
   not, no run is in the sums. */
static mines_status all_runs(thinner *t, sums *s, uint64_t *tally, mines_quality *quality)
{
    const mcore_estimate_params *q = t->question;
    size_t cells = q->rows * q->cols;
    sums pilot = {0};
    weight w;
    /* numbers that no other size of the runs has */
    uint64_t first = (uint64_t)t->most << 32;
    mines_status status = MINES_OK;
    bool thinned = false;
    for (uint32_t i = 0; i < PILOT_RUNS && status == MINES_OK; i++) {
        status = run(t, first + RUNS + i, &w);
        if (status == MINES_OK) {
            add_weight(&pilot, w);
            thinned |= t->thinned;
        }
        if (!thinned)
            break; /* it is the whole count */
    }
    if (status == MINES_OK) { /* what was tried last, whole */
        quality->states = t->most;
        quality->runs = pilot.runs;
        quality->effective = effective(&pilot);
    }
    if (status != MINES_OK || (thinned && !good(&pilot, EFFECTIVE_PILOT)))
        return status;
    uint64_t boards = q->count == 0 ? TIMED_BOARDS : q->count / RUNS + (q->count % RUNS != 0);
    forget(s, cells);
    for (uint32_t i = 0; i < RUNS && status == MINES_OK; i++)
        status = take_run(t, s, first + i, boards, tally, &quality->boards);
    if (status == MINES_OK) {
        quality->runs = s->runs;
        quality->effective = effective(s);
    }
    return status;
}

static mines_status take_sums(sums *s, mcore_arena *arena, size_t cells)
{
    for (int of = 0; of < 2; of++) {
        s->share[of] = mcore_arena_alloc(arena, cells, sizeof(double));
        s->squared[of] = mcore_arena_alloc(arena, cells, sizeof(double));
        s->twice[of] = mcore_arena_alloc(arena, cells, sizeof(double));
    }
    return arena->status;
}

/* All that runs need; *out is NULL only where there is no memory for it, and to be ended in any case. */
static mines_status begin(thinner **out, sums *s, const mcore_estimate_params *q, mines_fault *fault)
{
    thinner *t = *out = calloc(1, sizeof *t);
    if (t == NULL)
        return MINES_OUT_OF_MEMORY;
    t->question = q;
    mcore_arena_init(&t->arena, q->memory);
    mcore_poll_init(&t->poll, q->options, q->deadline);
    mines_status status = prepare(t, fault);
    if (status == MINES_OK)
        status = take_sums(s, &t->arena, q->rows * q->cols);
    mcore_arena_init(&t->run.arena, q->memory - t->arena.used);
    return status;
}

static void end(thinner *t)
{
    if (t == NULL)
        return;
    mcore_arena_free(&t->run.arena);
    mcore_arena_free(&t->arena);
    free(t);
}

mines_status mcore_estimate_thinned(const mcore_estimate_params *q, const mcore_estimate_outputs *out, uint64_t *tally,
                                    mines_quality *quality, mines_fault *fault)
{
    size_t cells = q->rows * q->cols;
    sums s = {0};
    thinner *t;
    *quality = (mines_quality){0};
    mines_status status = begin(&t, &s, q, fault);
    bool done = false;
    for (uint32_t states = FEWEST_STATES; status == MINES_OK && !done; states *= 2) {
        t->most = states;
        quality->boards = 0;
        s.runs = 0;
        status = all_runs(t, &s, tally, quality);
        done = status == MINES_OK && s.runs == RUNS && good(&s, EFFECTIVE);
        if (status == MINES_OK && !done && states > UINT32_MAX / 4)
            status = MINES_BUDGET_EXCEEDED;
    }
    if (status == MINES_INTERRUPTED && !t->poll.refused)
        status = MINES_BUDGET_EXCEEDED; /* of time */
    if (done)
        write_shares(&s, out, cells);
    end(t);
    return status;
}

mines_status mcore_estimate_soon(const mcore_estimate_params *q, uint32_t states, uint32_t runs, uint64_t *tally,
                                 uint64_t *drawn, uint8_t *decided_mine)
{
    size_t cells = q->rows * q->cols;
    sums s = {0};
    mines_fault unused;
    thinner *t;
    *drawn = 0;
    mines_status status = begin(&t, &s, q, &unused);
    if (status == MINES_OK) {
        forget(&s, cells);
        t->most = states;
        for (size_t c = 0; c < cells; c++) {
            uint32_t site = mcore_site(&t->board, (uint32_t)(c / q->cols), (uint32_t)(c % q->cols));
            decided_mine[c] = t->reduced.cell_class[site] == MCORE_CLASS_MINE;
        }
    }
    /* where no run came to anything, few states stand for too many: the next one keeps more */
    for (uint64_t i = 0; status == MINES_OK && (i < runs || *drawn == 0); i++) {
        status = take_run(t, &s, i, MINES_BATCH, tally, drawn);
        if (*drawn == 0)
            t->most = t->most < UINT32_MAX / 2 ? 2 * t->most : UINT32_MAX;
    }
    /* what there is by then is an answer */
    if (*drawn > 0 && status == MINES_INTERRUPTED && !t->poll.refused)
        status = MINES_OK;
    for (size_t i = 0; i < 2 * cells && status == MINES_OK && *drawn > 0; i++)
        /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): there is a cell */
        tally[i] = (uint64_t)(s.share[i / cells][i % cells] / s.weights * (double)*drawn + 0.5);
    end(t);
    return status;
}

mines_status mcore_estimate(const mcore_estimate_params *q, const mcore_estimate_outputs *shares,
                            mines_quality *quality, mines_fault *fault)
{
    *quality = (mines_quality){0};
    if (q->rows < 1 || q->cols < 1 || q->rows > MINES_MAX_SIDE || q->cols > MINES_MAX_SIDE)
        return MINES_BAD_ARGUMENT;
    uint64_t *tally = malloc(2 * q->rows * q->cols * sizeof *tally);
    if (tally == NULL)
        return MINES_OUT_OF_MEMORY;
    mines_status status = draw_exactly(q, shares, tally, quality, fault);
    if (status == MINES_BUDGET_EXCEEDED)
        status = mcore_estimate_thinned(q, shares, tally, quality, fault);
    free(tally);
    return status;
}
