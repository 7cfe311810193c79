/*
 * repair.h - what arrives: a random board and a first click. What leaves: a board with as many mines that can be won
 * from there without a guess, made from it by moving mines. Not all such boards are equally likely.
 *
 * The board is opened by logic. Where that is stuck, one of the numbers for which it takes least is satisfied: its
 * missing mines go to cells that no opened number sees, the sea; or, where the sea is denser than the board, mines come
 * from there until all cells around the number have one. All numbers are then those of the new board, and logic goes
 * on. Where only known mines are in the way, which wall off what is left, one of them goes; where there is no sea, a
 * mine goes to an opened cell. What was decided before a move may not follow from the new numbers. So the board is
 * opened from the start again, and again, until no move was needed: then the judge has just accepted it. Where there
 * are too many mines for the rule of the first click, which then says where nearly all of them are, nothing is moved.
 */
#ifndef MCORE_REPAIR_H
#define MCORE_REPAIR_H

#include "../base/common.h"
#include "../base/poll.h"
#include "../base/rng.h"
#include "no_guess.h"
#include "placement.h"

/* mask: of `placing`, changed in place; row-major, 1 = mine. *won false: no such board was found near it, and the mask
   is unspecified. The judge is for boards of this size. Fails as the judge does. */
mines_status mcore_repair(mcore_no_guess *judge, const mcore_placement *placing, mcore_random *random, mcore_poll *poll,
                          uint8_t *mask, bool *won);

#endif
