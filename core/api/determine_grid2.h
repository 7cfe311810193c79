/*
 * determine_grid2.h - the two functions of C[o]re.dll: shares of sampled boards for a position of Minesweeper Flags
 * within a time limit, and the choice of a cell from them. The second one's rule is declared here for tests.
 */
#ifndef MCORE_DETERMINE_GRID2_H
#define MCORE_DETERMINE_GRID2_H

#include "../base/common.h"

enum { MCORE_GRID_SIDE = 16, MCORE_GRID_CELLS = 256, MCORE_GRID_MINES = 51 };

/*
 * The rule of GetGridWithBestProbability. mine, zero_around: in how many of `matched` boards the cell holds a mine, and
 * has no mine around it. Returns the index of a cell, or -1 if the rule chooses none.
 */
int32_t mcore_best_grid(const char board[MCORE_GRID_CELLS], const uint64_t mine[MCORE_GRID_CELLS],
                        const uint64_t zero_around[MCORE_GRID_CELLS], uint64_t matched);

#endif
