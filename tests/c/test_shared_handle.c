/* test_shared_handle.c - one handle used by several threads: every function of a const handle gives the same result as
   alone. */
#include <minesweeper_core.h>

#include <pthread.h>

#include "calls.h"
#include "check.h"
#include "positions.h"

enum { THREADS = 4, CELLS = 256, BOARDS = 1200 };

typedef struct answers {
    double mine[CELLS], zero_around[CELLS], number[CELLS * 9];
    uint8_t safe[CELLS], sure[CELLS];
    char total[256];
    uint64_t mine_tally[CELLS], zero_tally[CELLS];
    uint8_t boards[BOARDS * CELLS];
    int failed;
} answers;

typedef struct shared {
    const mines_solution *solution;
    const mines_sampler *sampler;
    answers own;
} shared;

static void *query(void *argument)
{
    shared *s = argument;
    answers *a = &s->own;
    uint64_t drawn = 0;
    size_t length;
    a->failed += mines_solution_mine(s->solution, a->mine) != MINES_OK;
    a->failed += mines_solution_zero_around(s->solution, NULL, a->zero_around) != MINES_OK;
    a->failed += mines_solution_number(s->solution, NULL, a->number) != MINES_OK;
    a->failed += mines_solution_certain(s->solution, a->safe, a->sure) != MINES_OK;
    a->failed += mines_solution_total_text(s->solution, NULL, a->total, sizeof a->total, &length) != MINES_OK;
    a->failed +=
        mines_sampler_draw(s->sampler, 7, 3, BOARDS, &SIZED(mines_options, .threads = 2), a->boards) != MINES_OK;
    a->failed += mines_sampler_tally(s->sampler, 7, 5000, 0, &SIZED(mines_options, .threads = 2), a->mine_tally,
                                     a->zero_tally, &drawn) != MINES_OK;
    a->failed += drawn != 5000;
    return NULL;
}

static position p;

/* A solution with little more than the least memory, so that it doesn't store all the vectors that queries need. */
static mines_status solve_in_little(mines_solution **solution)
{
    mines_options options = {.size = sizeof options};
    mines_cost cost = {.size = sizeof cost}, little = {.size = sizeof little};
    mines_status status = mines_solve(p.cells, 16, 16, 51, NULL, solution, NULL);
    mines_solution_get_cost(*solution, &cost);
    mines_solution_free(*solution);
    for (options.memory = cost.bytes; status == MINES_OK; options.memory -= options.memory / 32) {
        status = mines_solve(p.cells, 16, 16, 51, &options, solution, NULL);
        mines_solution_free(*solution);
    }
    options.memory += options.memory / 8;
    status = mines_solve(p.cells, 16, 16, 51, &options, solution, NULL);
    mines_solution_get_cost(*solution, &little);
    CHECK(little.bytes > 0 && little.bytes < cost.bytes);
    return status;
}

int main(void)
{
    static shared alone, together[THREADS];
    pthread_t thread[THREADS];
    uint64_t state = 9;
    for (unsigned round = 0; round < 6; round++) {
        mines_solution *solution = NULL;
        mines_sampler *sampler = NULL;
        if (round < 5)
            position_random(&p, 16, 16, 51, 15 + 15 * round, 20 * round, &state);
        else
            position_isolated(&p, 16, 16, 51, &state);
        if (!CHECK_SAME(round < 5 ? mines_solve(p.cells, 16, 16, 51, NULL, &solution, NULL)
                                  : solve_in_little(&solution),
                        MINES_OK) ||
            !CHECK_SAME(mines_sampler_new(solution, NULL, &sampler), MINES_OK))
            break;
        memset(&alone, 0, sizeof alone);
        alone.solution = solution;
        alone.sampler = sampler;
        query(&alone);
        CHECK_SAME(alone.own.failed, 0);
        for (unsigned i = 0; i < THREADS; i++) {
            memset(&together[i], 0, sizeof together[i]);
            together[i].solution = solution;
            together[i].sampler = sampler;
            CHECK_SAME(pthread_create(&thread[i], NULL, query, &together[i]), 0);
        }
        for (unsigned i = 0; i < THREADS; i++) {
            pthread_join(thread[i], NULL);
            CHECK(memcmp(&together[i].own, &alone.own, sizeof alone.own) == 0);
        }
        mines_sampler_free(sampler);
        mines_solution_free(solution);
    }
    return check_done("test_shared_handle");
}
