/*
 * generate.h - generates boards that meet a request, and checks many boards for guesses, on several threads. Arguments
 * have been checked; the caller owns all arrays, and other memory is freed before the call returns.
 *
 * A board is found among candidates, random boards that are tried one after another. The first MCORE_GENERATE_BLOCK
 * come from the board's first stream of random words, as many from its second, and so on. Therefore boards without
 * guesses, or with a 3BV in a given range, are exactly uniform among all boards of that kind; repaired boards are not.
 * Each thread takes whole boards. If there are fewer boards than threads, all threads search blocks of candidates of
 * the same board, and the first suitable candidate in order wins: the result does not depend on the threads.
 */
#ifndef MCORE_GENERATE_H
#define MCORE_GENERATE_H

#include "../base/common.h"
#include "../base/poll.h"

enum { MCORE_GENERATE_BLOCK = 256 };

/* mines_generate. memory: budget of each thread; tried must not be NULL. Fails with MINES_NOT_FOUND, MINES_INTERRUPTED,
   MINES_OUT_OF_MEMORY or MINES_BUDGET_EXCEEDED. */
mines_status mcore_generate(const mines_generate_request *request, uint64_t memory, mcore_poll *poll, uint64_t seed,
                            uint64_t first, uint64_t count, uint32_t threads, uint8_t *masks, uint64_t *tried);

/* mines_no_guess. memory: budget of each thread. Fails with the same statuses, except for MINES_NOT_FOUND. */
mines_status mcore_no_guess_many(const uint8_t *masks, size_t count, uint32_t rows, uint32_t cols, uint32_t row,
                                 uint32_t col, uint64_t memory, mcore_poll *poll, uint32_t threads, uint8_t *answers);

#endif
