#include "thinned_runs.h"

#include "../base/rng.h"
#include "../base/scaling.h"
#include "../exact/order.h"
#include "sampler.h"

#include <stdlib.h>

/* ---- The position ------------------------------------------------------------------------------------------------ */

static mines_status analyse(mcore_thinned_runs *t, mines_fault *fault)
{
    const mcore_estimate_params *params = t->params;
    const mcore_position position = {params->text, params->rows, params->cols, params->mines};
    mines_status status = mcore_solution_reduce(&t->board, &t->reduced, &t->arena, &position, fault);
    if (status != MINES_OK)
        return status;
    const mcore_reduced *reduced = &t->reduced;
    if (reduced->excess_mines) {
        fault->reason = MINES_FAULT_COUNT;
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
    /* any number will do for which the sea can hold the remaining mines */
    uint32_t left = reduced->mines_left, sea = reduced->sea_cells;
    t->reference = left > sea ? left - sea : 0;
    return status;
}

mines_status mcore_thinned_runs_new(const mcore_estimate_params *params, mcore_thinned_runs **runs, mines_fault *fault)
{
    mcore_thinned_runs *t = *runs = calloc(1, sizeof *t);
    if (t == NULL)
        return MINES_OUT_OF_MEMORY;
    t->params = params;
    mcore_arena_init(&t->arena, params->memory);
    mcore_arena_init(&t->run.arena, 0); /* every run sets the limit */
    mcore_poll_init(&t->poll, params->options, params->deadline);
    return analyse(t, fault);
}

void mcore_thinned_runs_free(mcore_thinned_runs *runs)
{
    if (runs == NULL)
        return;
    mcore_arena_free(&runs->run.arena);
    mcore_arena_free(&runs->arena);
    free(runs);
}

/* ---- One run ----------------------------------------------------------------------------------------------------- */

/* The sea's number of ways with `at` mines in the components, divided by that with t->reference of them. */
static mcore_run_weight sea_ratio(const mcore_thinned_runs *t, uint32_t at)
{
    double cells = t->reduced.sea_cells, left = t->reduced.mines_left;
    mcore_run_weight w = {1.0, 0};
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

/* The chain's total without the powers of two by which its vectors are scaled. */
static mcore_run_weight weight_of(const mcore_thinned_runs *t)
{
    const mines_solution *s = &t->run;
    const mcore_chain *chain = &s->chain;
    uint32_t sea_start = mcore_chain_sea_start(chain);
    mcore_run_weight w = sea_ratio(t, sea_start);
    int power = mcore_exponent(chain->total);
    w.value *= chain->total * mcore_power_of_two(-power);
    /* a mine of the frontier weighs theta in the graphs; the weights of the sea start at sea_start */
    w.power += power - (int64_t)chain->weights.tilt * sea_start;
    for (uint32_t i = 0; i < chain->components; i++) {
        w.power -= chain->prefix_scale[i];
        for (uint32_t layer = 0; layer < s->graph[i].layers; layer++)
            w.power -= s->graph[i].forward_scale[layer];
    }
    return w;
}

mines_status mcore_thinned_runs_solve(mcore_thinned_runs *runs, uint64_t number, uint32_t max_states,
                                      mcore_run_weight *weight)
{
    mcore_thinning thinning = {.most = max_states, .weights = &runs->weights};
    mcore_random_set(&thinning.random, runs->params->seed, number, MCORE_PURPOSE_RESAMPLE);
    runs->run.arena.limit = runs->params->memory - runs->arena.used;
    *weight = (mcore_run_weight){0.0, 0};
    mines_status status = mcore_solution_solve_thinned(&runs->run, &runs->reduced, runs->order, &thinning, &runs->poll);
    runs->thinned = thinning.used;
    if (status == MINES_NO_VALID_BOARD && runs->thinned)
        return MINES_OK; /* perhaps by chance: the weight is 0 */
    if (status == MINES_OK)
        *weight = weight_of(runs);
    return status;
}

mines_status mcore_thinned_runs_draw(mcore_thinned_runs *runs, uint64_t number, uint64_t boards, uint64_t *tally)
{
    const mcore_estimate_params *params = runs->params;
    mines_sampler *sampler;
    uint64_t drawn;
    mcore_random random;
    mcore_random_set(&random, params->seed, number, MCORE_PURPOSE_RESAMPLE);
    uint64_t left = params->memory - runs->arena.used - runs->run.arena.used;
    mines_status status = mcore_sampler_build(&runs->run, &mcore_frontier_quick, left, &runs->poll, &sampler);
    if (status != MINES_OK)
        return status;
    mcore_poll no_deadline;
    mcore_poll_init(&no_deadline, params->options, UINT64_MAX);
    status = mcore_sampler_tally(sampler, left - sampler->arena.used, &no_deadline, mcore_random_next(&random), boards,
                                 UINT64_MAX, UINT64_MAX, params->threads, tally, tally + params->rows * params->cols,
                                 &drawn);
    mcore_sampler_free(sampler);
    return status;
}
