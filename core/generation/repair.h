/*
 * repair.h - turns a random board into one that can be won without a guess from a given first click, by moving mines.
 * Such boards are not equally likely. The caller owns the mask; all other memory is that of the mcore_no_guess.
 *
 * The board is opened by logic. When that gets stuck, the number that needs the fewest changes is completed: its
 * missing mines move to the sea, the cells that no opened number touches; or, if the sea is denser than the whole
 * board, mines of the sea move next to the number until all its cells have one. The numbers become those of the new
 * board, and logic continues. If only known mines are left, which wall off the rest, one of them moves away; if there
 * is no sea, a mine moves to an opened cell.
 *
 * What was decided before a move need not follow from the new numbers. Therefore the board is opened again from the
 * start, until a pass needs no move: logic has then solved it. If there are too many mines for the first-click rule,
 * which then fixes nearly all of them, nothing is moved.
 */
#ifndef MCORE_REPAIR_H
#define MCORE_REPAIR_H

#include "../base/common.h"
#include "../base/poll.h"
#include "../base/rng.h"
#include "no_guess.h"
#include "placement.h"

/* mask: a board of `placement`, row-major, 1 = mine; changed in place. *won is false if no such board was found, which
   leaves the mask unspecified. no_guess must have been made for boards of this size. Fails like
   mcore_no_guess_board. */
mines_status mcore_repair(mcore_no_guess *no_guess, const mcore_placement *placement, mcore_random *random,
                          mcore_poll *poll, uint8_t *mask, bool *won);

#endif
