/*
 * determine_grid2.h - what arrives: the 256 characters of a Minesweeper Flags board. What leaves: the answers of
 * C[o]re.dll's two functions, from sampled boards and within the time given.
 */
#ifndef MSC_DETERMINE_GRID2_H
#define MSC_DETERMINE_GRID2_H

#include "common.h"

enum { MSC_GRID_SIDE = 16, MSC_GRID_CELLS = 256, MSC_GRID_MINES = 51 };

/*
 * GetGridWithBestProbability from where its sums are known: how many of `matched` boards have a mine in a cell, and how
 * many have none around it. The cell's index, -1 where the rule chooses none.
 */
int32_t msc_best_grid(const char board[MSC_GRID_CELLS], const uint64_t mine[MSC_GRID_CELLS],
                      const uint64_t zero_around[MSC_GRID_CELLS], uint64_t matched);

#endif
