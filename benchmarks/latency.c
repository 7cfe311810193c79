/*
 * latency.c - measures the time of an exact answer in C; latency.py compiles it with core/. Standard input: positions
 * (position.h), each of which is solved once. Prints one JSON object per line.
 */
#include "../core/base/clock.h"

#include "position.h"

int main(void)
{
    static position p;
    static double mine[MOST_CELLS];
    int read;
    while ((read = position_next(&p)) > 0) {
        mines_solution *solution;
        mines_cost cost = {.size = sizeof cost};
        uint64_t start = mcore_clock_now();
        mines_status status = mines_solve(p.cells, p.rows, p.cols, p.mines, NULL, &solution, NULL);
        if (status == MINES_OK)
            mines_solution_mine(solution, mine);
        uint64_t answered = mcore_clock_now();
        if (status == MINES_OK)
            mines_solution_get_cost(solution, &cost);
        mines_solution_free(solution);
        printf("{\"status\": %d, \"us\": %.3f, \"boxes\": %" PRIu64 ", \"states\": %" PRIu64 ", \"bytes\": %" PRIu64
               "}\n",
               (int)status, (double)(answered - start) / 1e3, cost.boxes, cost.states, cost.bytes);
    }
    return read == 0 ? 0 : 2;
}
