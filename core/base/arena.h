/*
 * arena.h - all memory of one handle or one call, with a budget in bytes, freed at once.
 *
 * Small items come from chunks, large ones are blocks of their own. Items from mcore_arena_alloc are only freed with
 * the arena; items from mcore_arena_realloc and mcore_arena_reserve can be resized and released early. The first
 * failure is kept in arena->status; from then on every request fails, so a caller may allocate all it needs and check
 * once. The caller owns the mcore_arena and frees it with mcore_arena_free. Not thread-safe: one arena per thread.
 */
#ifndef MCORE_ARENA_H
#define MCORE_ARENA_H

#include "common.h"

typedef struct mcore_arena {
    struct mcore_arena_block *blocks; /* doubly linked, newest first */
    unsigned char *next;              /* free part of the newest chunk, NULL before the first */
    size_t left;                      /* bytes of it, a multiple of the alignment */
    uint64_t used;                    /* bytes from the system */
    uint64_t peak;                    /* maximum of `used` */
    uint64_t limit;                   /* of `used` */
    mines_status status;              /* MINES_OK, MINES_OUT_OF_MEMORY or MINES_BUDGET_EXCEEDED */
} mcore_arena;

enum { MCORE_ARENA_ALIGN = 16 };

void mcore_arena_init(mcore_arena *arena, uint64_t limit);

/* Free everything. The arena may be used again. */
void mcore_arena_free(mcore_arena *arena);

/* Forget all items, but keep as much memory as was used, in one chunk of up to MCORE_ARENA_KEEP_MAX bytes: more work of
   the same size needs no memory from the system. */
void mcore_arena_rewind(mcore_arena *arena);
enum { MCORE_ARENA_KEEP_MAX = 16 << 20 };

/* A state to return to. Items that existed then must not have been resized or released since. */
typedef struct mcore_arena_mark {
    struct mcore_arena_block *newest;
    unsigned char *next;
    size_t left;
} mcore_arena_mark;

mcore_arena_mark mcore_arena_save(const mcore_arena *arena);

/* Free all items allocated since, and forget a failure. */
void mcore_arena_restore(mcore_arena *arena, mcore_arena_mark mark);

/* What mcore_arena_alloc does if the chunk is too small, or count is 0. */
void *mcore_arena_alloc_slow(mcore_arena *arena, size_t count, size_t size);

/* Allocate count items of size bytes, uninitialised, aligned to 16 bytes; NULL on failure. count may be 0, which also
   gives a valid pointer. */
static inline void *mcore_arena_alloc(mcore_arena *arena, size_t count, size_t size)
{
    if (count - 1 >= arena->left / size || arena->status != MINES_OK) /* also true for count 0 */
        return mcore_arena_alloc_slow(arena, count, size);
    size_t bytes = (count * size + MCORE_ARENA_ALIGN - 1) / MCORE_ARENA_ALIGN * MCORE_ARENA_ALIGN;
    unsigned char *data = arena->next;
    arena->next += bytes;
    arena->left -= bytes;
    return data;
}

/* The same, zeroed. */
void *mcore_arena_alloc_zeroed(mcore_arena *arena, size_t count, size_t size);

/* Upper bound of what each of many arrays of count items adds to arena->used, whichever function allocates it. */
uint64_t mcore_arena_bytes(uint64_t count, size_t size);

/* Upper bound of the unused part of arena->used after the last array; add it once. */
uint64_t mcore_arena_slack(void);

/* Allocate count items that may be resized, aligned to 16 bytes; data: NULL or an earlier result. NULL on failure; data
   then stays valid. */
void *mcore_arena_realloc(mcore_arena *arena, void *data, size_t count, size_t size);

/* The same for the pointer at data; false on failure, which leaves it unchanged. */
bool mcore_arena_resize(mcore_arena *arena, void **data, size_t count, size_t size);

/* Whether an array of count items would fit the budget now. */
bool mcore_arena_fits(const mcore_arena *arena, size_t count, size_t size);

/* Release an item from mcore_arena_realloc early, as far as possible. NULL is allowed. */
void mcore_arena_release(mcore_arena *arena, void *data);

/* What mcore_arena_reserve does if the array has to grow. */
bool mcore_arena_reserve_slow(mcore_arena *arena, void **data, size_t *capacity, size_t need, size_t size);

/* Make room for at least `need` items in the array at data, doubling *capacity; false on failure. */
static inline bool mcore_arena_reserve(mcore_arena *arena, void **data, size_t *capacity, size_t need, size_t size)
{
    return need <= *capacity || mcore_arena_reserve_slow(arena, data, capacity, need, size);
}

#endif
