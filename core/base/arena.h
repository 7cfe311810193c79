/*
 * arena.h - a leaf: all memory of one handle or one call, with a budget, given back at once.
 *
 * Small things come from chunks, large ones are blocks of their own. What mcore_arena_alloc gave is never freed alone;
 * what mcore_arena_realloc and mcore_arena_reserve gave can be resized and, where it is large, given back early. The
 * first failure is kept in arena->status; after it every request fails, so that a room may ask for all it needs and
 * look once. Not thread-safe: one arena, one thread.
 */
#ifndef MCORE_ARENA_H
#define MCORE_ARENA_H

#include "common.h"

typedef struct mcore_arena {
    struct mcore_arena_block *blocks; /* doubly linked, newest first */
    unsigned char *next;              /* free part of the newest chunk, NULL before the first */
    size_t left;                      /* bytes of it, a multiple of the alignment */
    uint64_t used;                    /* bytes taken from the system */
    uint64_t peak;                    /* the most that it was */
    uint64_t limit;
    mines_status status; /* MINES_OK, MINES_OUT_OF_MEMORY or MINES_BUDGET_EXCEEDED */
} mcore_arena;

enum { MCORE_ARENA_ALIGN = 16 };

void mcore_arena_init(mcore_arena *arena, uint64_t limit);

/* Give everything back. The arena may be used again. */
void mcore_arena_free(mcore_arena *arena);

/* Forget everything, but keep as much memory as was used in one chunk, up to MCORE_ARENA_KEEP_MAX: work of the same
   size does not go to the system again. */
void mcore_arena_rewind(mcore_arena *arena);
enum { MCORE_ARENA_KEEP_MAX = 16 << 20 };

/* A moment to go back to: what was had before must not have been resized or released since. */
typedef struct mcore_arena_mark {
    struct mcore_arena_block *newest;
    unsigned char *next;
    size_t left;
} mcore_arena_mark;

mcore_arena_mark mcore_arena_save(const mcore_arena *arena);

/* Give back everything had since, and forget a failure. */
void mcore_arena_restore(mcore_arena *arena, mcore_arena_mark moment);

/* What mcore_arena_alloc does where the chunk does not suffice, or nothing is asked for. */
void *mcore_arena_alloc_slow(mcore_arena *arena, size_t count, size_t size);

/* count items of size bytes, uninitialised, aligned to 16 bytes; NULL on failure. count 0 gives a valid pointer. */
static inline void *mcore_arena_alloc(mcore_arena *arena, size_t count, size_t size)
{
    if (count - 1 >= arena->left / size || arena->status != MINES_OK) /* true for a count of 0, too */
        return mcore_arena_alloc_slow(arena, count, size);
    size_t bytes = (count * size + MCORE_ARENA_ALIGN - 1) / MCORE_ARENA_ALIGN * MCORE_ARENA_ALIGN;
    unsigned char *data = arena->next;
    arena->next += bytes;
    arena->left -= bytes;
    return data;
}

/* The same, all bytes zero. */
void *mcore_arena_alloc_zeroed(mcore_arena *arena, size_t count, size_t size);

/* At most how much such items add to arena->used, many together, however they are had. */
uint64_t mcore_arena_bytes(uint64_t count, size_t size);

/* At most how much of arena->used is not used after the last item: to be added once. */
uint64_t mcore_arena_slack(void);

/* count items that may be resized again, aligned to 16 bytes; data may be NULL or an earlier result. NULL on failure,
   and then data is still valid. */
void *mcore_arena_realloc(mcore_arena *arena, void *data, size_t count, size_t size);

/* The same in place of *data; false on failure, and then it stays. */
bool mcore_arena_resize(mcore_arena *arena, void **data, size_t count, size_t size);

/* Whether so many items would fit the budget now. */
bool mcore_arena_fits(const mcore_arena *arena, size_t count, size_t size);

/* Give what mcore_arena_realloc gave back early, as far as possible. NULL is allowed. */
void mcore_arena_release(mcore_arena *arena, void *data);

/* What mcore_arena_reserve does where there is no room yet. */
bool mcore_arena_reserve_slow(mcore_arena *arena, void **data, size_t *capacity, size_t need, size_t size);

/* Room for at least `need` items behind *data, doubling *capacity; false on failure. */
static inline bool mcore_arena_reserve(mcore_arena *arena, void **data, size_t *capacity, size_t need, size_t size)
{
    return need <= *capacity || mcore_arena_reserve_slow(arena, data, capacity, need, size);
}

#endif
