/*
 * test_recount.c - probabilities recounted in integers against those in doubles, on boards where both are accurate: of
 * a mine, of no mine around and of each number, in boxes, in the sea and across components; and their memory limit.
 */
#include "../../core/exact/recount.h"
#include "../../core/exact/solution.h"

#include "check.h"
#include "positions.h"

static position p;
static double doubles[64 * 64 * 9], integers[64 * 64 * 9];

/* The answers of a solution, and the same when it doesn't trust its doubles. */
static void compare(mines_solution *solution, size_t entries,
                    mines_status (*ask)(const mines_solution *, const mines_options *, double *))
{
    solution->trust_floor = 0.0;
    CHECK_SAME(ask(solution, NULL, doubles), MINES_OK);
    solution->trust_floor = (double)INFINITY;
    CHECK_SAME(ask(solution, NULL, integers), MINES_OK);
    for (size_t i = 0; i < entries; i++) {
        CHECK_CLOSE(integers[i], doubles[i]);
        CHECK(integers[i] == doubles[i] || (doubles[i] > 0.0 && doubles[i] < 1.0));
    }
}

static void compare_mines(const mines_solution *solution, mcore_recount *recount)
{
    const mcore_reduced *reduced = &solution->reduced;
    for (uint32_t row = 0; row < solution->board.rows; row++) {
        for (uint32_t col = 0; col < solution->board.cols; col++) {
            uint32_t site = mcore_site(&solution->board, row, col);
            double answer[2] = {-1.0, -1.0};
            mcore_cell_query ask = {.pin_count = 0};
            if (reduced->cell_class[site] == MCORE_CLASS_SEA)
                ask.sea = 1;
            else if (reduced->cell_class[site] == MCORE_CLASS_BOX)
                ask = (mcore_cell_query){
                    .pins = {{.box = reduced->box_of[site], .neighbours = 1}}, .pin_count = 1, .neighbours = 1};
            else
                continue;
            CHECK_SAME(mcore_recount_query(recount, &ask, answer), MINES_OK);
            CHECK_CLOSE(answer[1], solution->mine[site]);
            CHECK_CLOSE(answer[0], 1.0 - solution->mine[site]);
            CHECK((answer[1] == 0.0) == (solution->certain_cell[site] == MCORE_CERTAIN_SAFE));
            CHECK((answer[0] == 0.0) == (solution->certain_cell[site] == MCORE_CERTAIN_MINE));
        }
    }
}

/* Returns the number of components. */
static uint32_t try_position(void)
{
    mines_solution *solution;
    if (!CHECK_SAME(mines_solve(p.cells, p.rows, p.cols, p.mines, NULL, &solution, NULL), MINES_OK))
        return 0;
    mcore_poll poll;
    mcore_arena arena;
    mcore_recount recount;
    mcore_poll_init(&poll, NULL, UINT64_MAX);
    mcore_arena_init(&arena, UINT64_MAX);
    CHECK(solution->trust_floor < 1e-100);
    compare(solution, p.rows * p.cols, mines_solution_zero_around);
    compare(solution, p.rows * p.cols * 9, mines_solution_number);
    mcore_recount_begin(&recount, &solution->reduced, solution->graph, 2, &arena, &poll);
    compare_mines(solution, &recount);
    mcore_recount_end(&recount);
    uint32_t components = solution->reduced.components;
    mcore_arena_free(&arena);
    mines_solution_free(solution);
    return components;
}

static void small_budgets(void)
{
    mines_solution *solution;
    uint64_t random = 5, budget = 4096;
    mines_options options = {.size = sizeof options};
    mines_status status = MINES_BUDGET_EXCEEDED;
    position_random(&p, 24, 24, 110, 30, 5, &random);
    CHECK_SAME(mines_solve(p.cells, p.rows, p.cols, p.mines, NULL, &solution, NULL), MINES_OK);
    CHECK_SAME(mines_solution_number(solution, NULL, doubles), MINES_OK);
    solution->trust_floor = (double)INFINITY;
    for (; status != MINES_OK && budget < UINT64_C(1) << 30; budget += budget / 8) {
        options.memory = budget;
        status = mines_solution_number(solution, &options, integers);
        CHECK(status == MINES_OK || status == MINES_BUDGET_EXCEEDED);
    }
    CHECK_SAME(status, MINES_OK);
    for (size_t i = 0; i < p.rows * p.cols * 9; i++)
        CHECK_CLOSE(integers[i], doubles[i]);
    mines_solution_free(solution);
}

static double small_of_position(void)
{
    mines_solution *solution;
    if (!CHECK_SAME(mines_solve(p.cells, p.rows, p.cols, p.mines, NULL, &solution, NULL), MINES_OK))
        return -1.0;
    double small = solution->trust_floor;
    mines_solution_free(solution);
    return small;
}

/* Where the two directions of the chain hardly overlap, doubles lose larger probabilities than elsewhere; never on
   small boards. */
static void what_is_small(void)
{
    uint64_t random = 2;
    position_random(&p, 20, 25, 100, 10, 0, &random);
    CHECK(small_of_position() == 0.0);
    position_blank(&p, 256, 256, 13107);
    CHECK(small_of_position() < 1e-280);
    position_random(&p, 256, 256, 13107, 2, 0, &random);
    CHECK(small_of_position() > 0.0 && small_of_position() < 1e-150);
    position_random(&p, 256, 256, 24904, 13, 0, &random);
    CHECK(small_of_position() > 1e-200 && small_of_position() < 1e-80);
}

int main(void)
{
    uint64_t random = 1;
    uint32_t most = 0;
    for (int i = 0; i < 150; i++) {
        uint32_t rows = 1 + random_below(&random, 12), cols = 1 + random_below(&random, 16);
        uint32_t mines = random_below(&random, rows * cols + 1);
        position_random(&p, rows, cols, i % 3 == 0 ? mines : mines / 4, random_below(&random, 60),
                        random_below(&random, 30), &random);
        uint32_t components = try_position();
        most = components > most ? components : most;
    }
    position_random(&p, 20, 30, 120, 5, 0, &random);
    CHECK(most > 3 && try_position() > 5);
    position_isolated(&p, 16, 16, 40, &random);
    try_position();
    position_lattice(&p, 10, 10, 25, &random);
    try_position();
    small_budgets();
    what_is_small();
    return check_done("test_recount");
}
