/*
 * arena.h - a leaf: all memory of one handle or one call, with a budget, given back at once.
 *
 * Small things come from chunks, large ones are blocks of their own. What msc_take gave is never freed alone; what
 * msc_resize and msc_grow gave can be resized and, where it is large, given back early. The first failure is kept in
 * arena->status; after it every request fails, so that a room may ask for all it needs and look once. Not thread-safe:
 * one arena, one thread.
 */
#ifndef MSC_ARENA_H
#define MSC_ARENA_H

#include "common.h"

typedef struct msc_arena {
    struct msc_block *blocks; /* doubly linked, newest first */
    unsigned char *next;      /* free part of the newest chunk, NULL before the first */
    size_t left;              /* bytes of it, a multiple of the alignment */
    uint64_t used;            /* bytes taken from the system */
    uint64_t peak;            /* the most that it was */
    uint64_t limit;
    mines_status status;      /* MINES_OK, MINES_OUT_OF_MEMORY or MINES_BUDGET_EXCEEDED */
} msc_arena;

enum { MSC_ARENA_ALIGN = 16 };

void msc_arena_init(msc_arena *arena, uint64_t limit);

/* Give everything back. The arena may be used again. */
void msc_arena_free(msc_arena *arena);

/* Forget everything, but keep as much memory as was used in one chunk, up to MSC_REWIND_MOST: work of the same size
   does not go to the system again. */
void msc_arena_rewind(msc_arena *arena);
enum { MSC_REWIND_MOST = 16 << 20 };

/* A moment to go back to: what was had before must not have been resized or released since. */
typedef struct msc_moment {
    struct msc_block *newest;
    unsigned char *next;
    size_t left;
} msc_moment;

msc_moment msc_arena_moment(const msc_arena *arena);

/* Give back everything had since, and forget a failure. */
void msc_arena_back(msc_arena *arena, msc_moment moment);

/* What msc_take does where the chunk does not suffice, or nothing is asked for. */
void *msc_take_more(msc_arena *arena, size_t count, size_t size);

/* count items of size bytes, uninitialised, aligned to 16 bytes; NULL on failure. count 0 gives a valid pointer. */
static inline void *msc_take(msc_arena *arena, size_t count, size_t size)
{
    if (count - 1 >= arena->left / size || arena->status != MINES_OK) /* true for a count of 0, too */
        return msc_take_more(arena, count, size);
    size_t bytes = (count * size + MSC_ARENA_ALIGN - 1) / MSC_ARENA_ALIGN * MSC_ARENA_ALIGN;
    unsigned char *data = arena->next;
    arena->next += bytes;
    arena->left -= bytes;
    return data;
}

/* The same, all bytes zero. */
void *msc_take_zero(msc_arena *arena, size_t count, size_t size);

/* At most how much such items add to arena->used, many together, however they are had. */
uint64_t msc_arena_bytes(uint64_t count, size_t size);

/* At most how much of arena->used is not used after the last item: to be added once. */
uint64_t msc_arena_rest(void);

/* count items that may be resized again, aligned to 16 bytes; data may be NULL or an earlier result. NULL on failure,
   and then data is still valid. */
void *msc_resize(msc_arena *arena, void *data, size_t count, size_t size);

/* The same in place of *data; false on failure, and then it stays. */
bool msc_refit(msc_arena *arena, void **data, size_t count, size_t size);

/* Whether so many items would fit the budget now. */
bool msc_arena_fits(const msc_arena *arena, size_t count, size_t size);

/* Give what msc_resize gave back early, as far as possible. NULL is allowed. */
void msc_release(msc_arena *arena, void *data);

/* What msc_grow does where there is no room yet. */
bool msc_grow_more(msc_arena *arena, void **data, size_t *capacity, size_t need, size_t size);

/* Room for at least `need` items behind *data, doubling *capacity; false on failure. */
static inline bool msc_grow(msc_arena *arena, void **data, size_t *capacity, size_t need, size_t size)
{
    return need <= *capacity || msc_grow_more(arena, data, capacity, need, size);
}

#endif
