/*
 * determine_grid2.h - what arrives: the 256 characters of a Minesweeper Flags board. What leaves: the answers of
 * C[o]re.dll's two functions, from sampled boards and within the time given.
 */
#ifndef MCORE_DETERMINE_GRID2_H
#define MCORE_DETERMINE_GRID2_H

#include "../base/common.h"

enum { MCORE_GRID_SIDE = 16, MCORE_GRID_CELLS = 256, MCORE_GRID_MINES = 51 };

/*
 * GetGridWithBestProbability from where its sums are known: how many of `matched` boards have a mine in a cell, and how
 * many have none around it. The cell's index, -1 where the rule chooses none.
 */
int32_t mcore_best_grid(const char board[MCORE_GRID_CELLS], const uint64_t mine[MCORE_GRID_CELLS],
                        const uint64_t zero_around[MCORE_GRID_CELLS], uint64_t matched);

#endif
