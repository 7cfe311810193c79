#include "estimate.h"

#include "../base/clock.h"
#include "../base/scaling.h"
#include "../exact/solution.h"
#include "sampler.h"
#include "thinned_runs.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

enum {
    FEWEST_STATES = 16,  /* per layer, of the first attempt */
    PILOT_RUNS = 16,     /* to see whether that many states suffice */
    RUNS = 64,           /* of an answer */
    TIMED_BOARDS = 16384 /* per run, if only the time is limited */
};

/* The share of runs that must be effective, in the answer and in the pilot, which has to be slightly better. */
#define EFFECTIVE 0.9
#define EFFECTIVE_PILOT 0.93

static double share_of(uint64_t tally, uint64_t boards) { return (double)tally / (double)boards; }

/* ---- Uniform boards ---------------------------------------------------------------------------------------------- */

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

/* Preparation may take half of the time; if it takes longer, thinned runs are used instead. */
static uint64_t half_time(const mcore_estimate_params *params)
{
    if (params->deadline == UINT64_MAX)
        return UINT64_MAX;
    return params->start + (params->deadline - params->start) / 2;
}

static mines_status estimate_uniform(const mcore_estimate_params *params, const mcore_estimate_outputs *out,
                                     uint64_t *tally, mcore_estimate_quality *quality, mines_fault *fault)
{
    size_t cells = params->rows * params->cols;
    mines_solution *solution = NULL;
    mines_sampler *sampler = NULL;
    mcore_poll poll, no_deadline;
    mcore_poll_init(&poll, params->options, half_time(params));
    mcore_poll_init(&no_deadline, params->options, UINT64_MAX);
    const mcore_position position = {params->text, params->rows, params->cols, params->mines};
    mines_status status = mcore_solution_new_for_sampling(&position, params->memory, false, &poll, &solution, fault);
    uint64_t left = status == MINES_OK ? params->memory - solution->arena.used : 0;
    if (status == MINES_OK)
        status = mcore_sampler_build(solution, &mcore_frontier_usual, left, &poll, &sampler);
    if (status == MINES_INTERRUPTED && !poll.cancelled)
        status = MINES_BUDGET_EXCEEDED; /* of time */
    if (status == MINES_OK) {
        left -= sampler->arena.used;
        status = mcore_sampler_tally(sampler, left, &no_deadline, params->seed, params->count, params->deadline,
                                     UINT64_MAX, params->threads, tally, tally + cells, &quality->boards);
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

/* ---- Weighted sums over runs ------------------------------------------------------------------------------------- */

/* With w the weight of a run and p a cell's share in it. Array 0 is for mines, 1 for no mine around. */
typedef struct sums {
    uint32_t runs;
    int64_t power; /* all weights are divided by 2^power */
    double w, ww;
    double *wp[2], *wwp[2], *wwpp[2];
} sums;

static mines_status sums_alloc(sums *s, mcore_arena *arena, size_t cells)
{
    for (int of = 0; of < 2; of++) {
        s->wp[of] = mcore_arena_alloc(arena, cells, sizeof(double));
        s->wwp[of] = mcore_arena_alloc(arena, cells, sizeof(double));
        s->wwpp[of] = mcore_arena_alloc(arena, cells, sizeof(double));
    }
    return arena->status;
}

static void sums_clear(sums *s, size_t cells)
{
    for (int of = 0; of < 2; of++) {
        memset(s->wp[of], 0, cells * sizeof(double));
        memset(s->wwp[of], 0, cells * sizeof(double));
        memset(s->wwpp[of], 0, cells * sizeof(double));
    }
    s->runs = 0;
    s->w = s->ww = 0.0;
}

static double value_at(mcore_run_weight weight, int64_t power)
{
    int64_t by = weight.power - power;
    return by < -2000 ? 0.0 : by > 2000 ? DBL_MAX : weight.value * mcore_power_of_two((int)by);
}

/* Returns the weight as a multiple of 2^power. */
static double add_weight(sums *s, mcore_run_weight weight)
{
    if (s->w == 0.0)
        s->power = weight.power;
    double value = value_at(weight, s->power);
    s->runs++;
    s->w += value;
    s->ww += value * value;
    return value;
}

static void add_shares(sums *s, double weight, size_t cells, const uint64_t *tally, uint64_t boards)
{
    for (int of = 0; of < 2; of++) {
        for (size_t c = 0; c < cells; c++) {
            double p = share_of(tally[(size_t)of * cells + c], boards);
            s->wp[of][c] += weight * p;
            s->wwp[of][c] += weight * weight * p;
            s->wwpp[of][c] += weight * weight * p * p;
        }
    }
}

/* Kish's effective number of runs. */
static double effective_runs(const sums *s) { return s->ww > 0.0 ? s->w * s->w / s->ww : 0.0; }

static bool is_effective(const sums *s, double share)
{
    return s->runs > 0 && effective_runs(s) >= share * s->runs; /* false for NaN */
}

static void write_shares(const sums *s, const mcore_estimate_outputs *out, size_t cells)
{
    double *const to[2] = {out->mine, out->zero_around}, *const error[2] = {out->mine_error, out->zero_around_error};
    double runs = s->runs;
    for (int of = 0; of < 2; of++) {
        for (size_t c = 0; c < cells; c++) {
            double p = s->wp[of][c] / s->w;
            double spread = s->wwpp[of][c] - 2.0 * p * s->wwp[of][c] + p * p * s->ww;
            if (to[of] != NULL)
                to[of][c] = p > 1.0 ? 1.0 : p;
            if (error[of] != NULL)
                error[of][c] = mcore_square_root((spread > 0.0 ? spread : 0.0) * runs / (runs - 1.0)) / s->w;
        }
    }
}

/* ---- Thinned runs ------------------------------------------------------------------------------------------------ */

/* Add one run to the sums, with `boards` boards drawn from it, which are added to *drawn; none if its weight is 0. */
static mines_status add_run(mcore_thinned_runs *runs, sums *s, uint64_t number, uint32_t max_states, uint64_t boards,
                            uint64_t *tally, uint64_t *drawn)
{
    mcore_run_weight weight;
    mines_status status = mcore_thinned_runs_solve(runs, number, max_states, &weight);
    if (status != MINES_OK)
        return status;
    double value = add_weight(s, weight);
    if (value == 0.0)
        return MINES_OK;
    status = mcore_thinned_runs_draw(runs, number, boards, tally);
    if (status != MINES_OK)
        return status;
    add_shares(s, value, runs->params->rows * runs->params->cols, tally, boards);
    *drawn += boards;
    return MINES_OK;
}

/* The first run number of a size; different sizes use different numbers. */
static uint64_t first_number(uint32_t max_states) { return (uint64_t)max_states << 32; }

/* A few runs without boards, to see whether max_states states per layer suffice. */
static mines_status run_pilot(mcore_thinned_runs *runs, uint32_t max_states, mcore_estimate_quality *quality,
                              bool *suffices)
{
    sums pilot = {0};
    bool thinned = false;
    for (uint32_t i = 0; i < PILOT_RUNS; i++) {
        mcore_run_weight weight;
        mines_status status = mcore_thinned_runs_solve(runs, first_number(max_states) + RUNS + i, max_states, &weight);
        if (status != MINES_OK)
            return status;
        add_weight(&pilot, weight);
        thinned |= runs->thinned;
        if (!thinned)
            break; /* nothing was left out: all runs are the same */
    }
    quality->states = max_states; /* the last size whose pilot is complete */
    quality->runs = pilot.runs;
    quality->effective = effective_runs(&pilot);
    *suffices = !thinned || is_effective(&pilot, EFFECTIVE_PILOT);
    return MINES_OK;
}

/* All runs of a size, with boards, if its pilot is good enough; otherwise the sums get no run. */
static mines_status run_all(mcore_thinned_runs *runs, sums *s, uint32_t max_states, uint64_t *tally,
                            mcore_estimate_quality *quality)
{
    const mcore_estimate_params *params = runs->params;
    bool suffices;
    mines_status status = run_pilot(runs, max_states, quality, &suffices);
    if (status != MINES_OK || !suffices)
        return status;
    uint64_t boards = params->count == 0 ? TIMED_BOARDS : params->count / RUNS + (params->count % RUNS != 0);
    sums_clear(s, params->rows * params->cols);
    for (uint32_t i = 0; i < RUNS && status == MINES_OK; i++)
        status = add_run(runs, s, first_number(max_states) + i, max_states, boards, tally, &quality->boards);
    if (status == MINES_OK) {
        quality->runs = s->runs;
        quality->effective = effective_runs(s);
    }
    return status;
}

/* Free *runs in any case. */
static mines_status begin(mcore_thinned_runs **runs, sums *s, const mcore_estimate_params *params, mines_fault *fault)
{
    mines_status status = mcore_thinned_runs_new(params, runs, fault);
    return status == MINES_OK ? sums_alloc(s, &(*runs)->arena, params->rows * params->cols) : status;
}

mines_status mcore_estimate_thinned(const mcore_estimate_params *params, const mcore_estimate_outputs *outputs,
                                    uint64_t *tally, mcore_estimate_quality *quality, mines_fault *fault)
{
    sums s = {0};
    mcore_thinned_runs *runs;
    *quality = (mcore_estimate_quality){0};
    mines_status status = begin(&runs, &s, params, fault);
    bool done = false;
    for (uint32_t states = FEWEST_STATES; status == MINES_OK && !done; states *= 2) {
        quality->boards = 0;
        s.runs = 0;
        status = run_all(runs, &s, states, tally, quality);
        done = status == MINES_OK && s.runs == RUNS && is_effective(&s, EFFECTIVE);
        if (status == MINES_OK && !done && states > UINT32_MAX / 4)
            status = MINES_BUDGET_EXCEEDED;
    }
    if (status == MINES_INTERRUPTED && !runs->poll.cancelled)
        status = MINES_BUDGET_EXCEEDED; /* of time */
    if (done)
        write_shares(&s, outputs, params->rows * params->cols);
    mcore_thinned_runs_free(runs);
    return status;
}

mines_status mcore_estimate_quick(const mcore_estimate_params *params, uint32_t max_states, uint32_t runs,
                                  uint64_t *tally, uint64_t *drawn, uint8_t *decided_mine)
{
    size_t cells = params->rows * params->cols;
    sums s = {0};
    mines_fault unused;
    mcore_thinned_runs *t;
    *drawn = 0;
    mines_status status = begin(&t, &s, params, &unused);
    if (status == MINES_OK) {
        sums_clear(&s, cells);
        for (size_t c = 0; c < cells; c++) {
            uint32_t site = mcore_site(&t->board, (uint32_t)(c / params->cols), (uint32_t)(c % params->cols));
            decided_mine[c] = t->reduced.cell_class[site] == MCORE_CLASS_MINE;
        }
    }
    /* as long as every run has weight 0, the next one keeps more states */
    for (uint64_t i = 0; status == MINES_OK && (i < runs || *drawn == 0); i++) {
        status = add_run(t, &s, i, max_states, MINES_BATCH, tally, drawn);
        if (*drawn == 0)
            max_states = max_states < UINT32_MAX / 2 ? 2 * max_states : UINT32_MAX;
    }
    /* fewer runs than wanted are an answer, too */
    if (*drawn > 0 && status == MINES_INTERRUPTED && !t->poll.cancelled)
        status = MINES_OK;
    for (size_t i = 0; i < 2 * cells && status == MINES_OK && *drawn > 0; i++)
        /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): there is a cell */
        tally[i] = (uint64_t)(s.wp[i / cells][i % cells] / s.w * (double)*drawn + 0.5);
    mcore_thinned_runs_free(t);
    return status;
}

mines_status mcore_estimate(const mcore_estimate_params *params, const mcore_estimate_outputs *outputs,
                            mcore_estimate_quality *quality, mines_fault *fault)
{
    *quality = (mcore_estimate_quality){0};
    if (params->rows < 1 || params->cols < 1 || params->rows > MINES_MAX_SIDE || params->cols > MINES_MAX_SIDE)
        return MINES_BAD_ARGUMENT;
    uint64_t *tally = malloc(2 * params->rows * params->cols * sizeof *tally);
    if (tally == NULL)
        return MINES_OUT_OF_MEMORY;
    mines_status status = estimate_uniform(params, outputs, tally, quality, fault);
    if (status == MINES_BUDGET_EXCEEDED)
        status = mcore_estimate_thinned(params, outputs, tally, quality, fault);
    free(tally);
    return status;
}
