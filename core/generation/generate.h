/*
 * generate.h - what arrives: a request, checked. What leaves: boards like it, each from its own streams of random
 * words, on several threads; and the judge's verdicts on many boards.
 *
 * A board's candidates are random boards, one after the other, until one is as wished: the first MCORE_GENERATE_BLOCK
 * from the board's first stream, as many from its next, and so on. So boards without a guess, or with a 3BV in some
 * range, are exactly uniform among all of that kind. Repaired ones are not. Threads take boards; but where there are
 * fewer boards than threads, they take blocks of candidates of the same board, and the first candidate in the order
 * counts.
 */
#ifndef MCORE_GENERATE_H
#define MCORE_GENERATE_H

#include "../base/common.h"
#include "../base/poll.h"

enum { MCORE_GENERATE_BLOCK = 256 };

/* The arguments of mines_generate. memory: what each thread may take. *tried may not be NULL. Fails with
   MINES_NOT_FOUND, MINES_INTERRUPTED, MINES_OUT_OF_MEMORY or MINES_BUDGET_EXCEEDED. */
mines_status mcore_generate(const mines_request *request, uint64_t memory, mcore_poll *poll, uint64_t seed,
                            uint64_t first, uint64_t count, uint32_t threads, uint8_t *masks, uint64_t *tried);

/* The arguments of mines_no_guess. Fails with MINES_INTERRUPTED, MINES_OUT_OF_MEMORY or MINES_BUDGET_EXCEEDED. */
mines_status mcore_no_guess_many(const uint8_t *masks, size_t count, uint32_t rows, uint32_t cols, uint32_t row,
                                 uint32_t col, uint64_t memory, mcore_poll *poll, uint32_t threads, uint8_t *answers);

#endif
