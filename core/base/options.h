/* options.h - a leaf: mines_options as its callers may hand it in. */
#ifndef MCORE_OPTIONS_H
#define MCORE_OPTIONS_H

#include "common.h"

/* NULL, or of a size that this version knows. */
static inline bool mcore_options_known(const mines_options *options)
{
    return options == NULL || options->size == sizeof *options;
}

/* The memory budget in bytes. */
static inline uint64_t mcore_options_memory(const mines_options *options)
{
    return options == NULL || options->memory == 0 ? (uint64_t)1 << 30 : options->memory;
}

#endif
