/*
 * call.h - how exported functions begin. The files of core/api/ check the arguments of a call and pass them on to the
 * modules that do the work; they contain nothing else, except determine_grid2.c.
 *
 * A new exported function touches four files: its declaration and comment in include/minesweeper_core.h, its definition
 * in one core/api/api_*.c, its name in core/windows/minesweeper_core.def, and a test in tests/c/. `make test` compares
 * the header with the symbols of the library; python tests/abi_dump.py records the new interface. The definition
 *   - repeats the declaration, MINES_API included, which exports it and realigns the stack of i686 callers;
 *   - begins with MCORE_CALL(call, options) if it has options;
 *   - returns MINES_BAD_ARGUMENT if !call.valid, if a pointer is NULL that must not be (an array without entries may),
 *     or if a struct fails mcore_size_known;
 *   - before that sets handles, lengths, faults and refusals that it would output, so that they are defined on failure.
 */
#ifndef MCORE_CALL_H
#define MCORE_CALL_H

#include "../base/common.h"
#include "../base/fp_precision.h"
#include "../base/poll.h"

/* The options of a call. */
typedef struct mcore_call {
    bool valid; /* the options are NULL or of a known size */
    uint32_t threads;
    uint64_t memory;
    mcore_poll poll; /* without a deadline */
} mcore_call;

/* Whether a struct that begins with `size_t size` is of this version's size. NULL is not. */
static inline bool mcore_size_known(const void *sized, size_t size)
{
    return sized != NULL && *(const size_t *)sized == size;
}

static inline mcore_call mcore_call_begin(const mines_options *options)
{
    static const mines_options defaults;
    mcore_call call = {.valid = options == NULL || mcore_size_known(options, sizeof *options)};
    const mines_options *chosen = call.valid && options != NULL ? options : &defaults;
    call.threads = chosen->threads;
    call.memory = chosen->memory != 0 ? chosen->memory : (uint64_t)1 << 30;
    mcore_poll_init(&call.poll, chosen, UINT64_MAX);
    return call;
}

/* Declare and fill `call`; until the end of the function, doubles are rounded alike on all machines. */
#define MCORE_CALL(call, options)                                                                                      \
    MCORE_ROUND_TO_DOUBLE;                                                                                             \
    mcore_call call = mcore_call_begin(options)

/* The fault to fill in, cleared: the caller's, or *unused if that is NULL. NULL if its size is unknown. */
static inline mines_fault *mcore_call_fault(mines_fault *fault, mines_fault *unused)
{
    if (fault != NULL && !mcore_size_known(fault, sizeof *fault))
        return NULL;
    if (fault == NULL)
        fault = unused;
    *fault = (mines_fault){.size = sizeof *fault, .row = -1, .col = -1};
    return fault;
}

#endif
