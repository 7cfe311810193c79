/* options.h - reads mines_options, whose pointer may be NULL. */
#ifndef MCORE_OPTIONS_H
#define MCORE_OPTIONS_H

#include "common.h"

/* Whether it is NULL or has the size of this version's struct. */
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
