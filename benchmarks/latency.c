/*
 * latency.c - the time of an exact answer through C, for latency.py, which compiles it with core/. Standard input:
 * positions, "rows cols mines" and the rows; each is answered once, the first time it is seen. One JSON object a line.
 */
#include "../core/clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MOST_CELLS = 65536 };

int main(void)
{
    static char cells[MOST_CELLS + 1], row[MOST_CELLS + 1];
    static double mine[MOST_CELLS];
    size_t rows, cols;
    uint32_t mines;
    while (scanf("%zu %zu %" SCNu32, &rows, &cols, &mines) == 3) {
        if (rows == 0 || cols == 0 || cols > MOST_CELLS / rows)
            return 2;
        for (size_t r = 0; r < rows; r++) {
            if (scanf("%65536s", row) != 1 || strlen(row) != cols)
                return 2;
            memcpy(cells + r * cols, row, cols);
        }
        mines_solution *solution;
        mines_cost cost = {0};
        uint64_t start = msc_clock_now();
        mines_status status = mines_solve(cells, rows, cols, mines, NULL, &solution, NULL);
        if (status == MINES_OK)
            mines_solution_mine(solution, mine);
        uint64_t answered = msc_clock_now();
        if (status == MINES_OK)
            mines_solution_cost(solution, &cost);
        mines_solution_free(solution);
        printf("{\"status\": %d, \"us\": %.3f, \"boxes\": %" PRIu64 ", \"states\": %" PRIu64 ", \"bytes\": %" PRIu64
               "}\n",
               (int)status, (double)(answered - start) / 1e3, cost.boxes, cost.states, cost.bytes);
    }
    return 0;
}
