/*
 * common.h - what all of core/ needs: the public header as seen while the library is built, standard types, and a few
 * small helpers. Internal functions that other files call begin with mcore_ and are not exported.
 */
#ifndef MCORE_COMMON_H
#define MCORE_COMMON_H

#ifdef MINESWEEPER_CORE_H
#  error "include common.h before minesweeper_core.h"
#endif

/* i686 callers may align the stack to 4 bytes only, so every exported function and thread entry realigns it. */
#if defined(__GNUC__) && defined(__i386__)
#  define MCORE_REALIGN __attribute__((force_align_arg_pointer))
#else
#  define MCORE_REALIGN
#endif

#if defined(_WIN32) && defined(MCORE_EXPORTS_BY_DEF)
#  define MINES_EXPORT MCORE_REALIGN /* a .def file in core/windows/ lists the exports */
#elif defined(_WIN32)
#  define MINES_EXPORT __declspec(dllexport) MCORE_REALIGN
#elif defined(__GNUC__)
#  define MINES_EXPORT __attribute__((visibility("default"))) MCORE_REALIGN
#else
#  define MINES_EXPORT
#endif
#define MINES_BUILD
#include "../../include/minesweeper_core.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MCORE_NONE UINT32_MAX /* an index that means "none" */

static inline uint32_t mcore_min(uint32_t a, uint32_t b) { return a < b ? a : b; }
static inline uint32_t mcore_max(uint32_t a, uint32_t b) { return a > b ? a : b; }

#endif
