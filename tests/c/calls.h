/* calls.h - shorthands for calls of the library, for the C tests and fuzz targets. */
#ifndef CALLS_H
#define CALLS_H

#include <minesweeper_core.h>

/* A struct of the header with its size set: `&SIZED(mines_options, .threads = 2)`. */
#define SIZED(type, ...)                                                                                               \
    (type) { .size = sizeof(type), __VA_ARGS__ }

/* The same options with a number of threads. */
static inline const mines_options *with_threads(mines_options *options, uint32_t threads)
{
    options->threads = threads;
    return options;
}

/* The capacity that mines_solution_total requires. */
static inline size_t total_words(const mines_solution *solution)
{
    size_t words = 0;
    return mines_solution_total(solution, NULL, NULL, 0, &words) == MINES_TOO_SMALL ? words : 0;
}

#endif
