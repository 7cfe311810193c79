#include "arena.h"

#include <stdlib.h>
#include <string.h>

/* Chunks stay below the size from which the C library maps fresh pages for each request. */
enum { CHUNK = 60 * 1024, ALIGN = 16 };

typedef struct msc_block {
    struct msc_block *newer, *older;
    size_t size; /* of the whole block, header included */
} msc_block;

/* The header's room, so that what follows is aligned. */
enum { HEADER = (sizeof(msc_block) + ALIGN - 1) / ALIGN * ALIGN };

void msc_arena_init(msc_arena *arena, uint64_t limit)
{
    *arena = (msc_arena){.limit = limit, .status = MINES_OK};
}

void msc_arena_free(msc_arena *arena)
{
    for (msc_block *block = arena->blocks; block != NULL;) {
        msc_block *older = block->older;
        free(block);
        block = older;
    }
    msc_arena_init(arena, arena->limit);
}

static void *refuse(msc_arena *arena, mines_status status)
{
    if (arena->status == MINES_OK)
        arena->status = status;
    return NULL;
}

/* Bytes of count items rounded up to the alignment; false where they can't be counted. */
static bool bytes_of(size_t count, size_t size, size_t *bytes)
{
    if (size != 0 && count > (SIZE_MAX / 2) / size)
        return false;
    *bytes = (count * size + ALIGN - 1) / ALIGN * ALIGN;
    return true;
}

/* A block with `bytes` of use, in place of `old` where that is not NULL. */
static msc_block *get_block(msc_arena *arena, msc_block *old, size_t bytes)
{
    size_t size = HEADER + bytes, before = old != NULL ? old->size : 0;
    if (arena->status != MINES_OK)
        return NULL;
    if (size > before && (arena->used > arena->limit || size - before > arena->limit - arena->used))
        return refuse(arena, MINES_BUDGET_EXCEEDED);
    msc_block *block = realloc(old, size);
    if (block == NULL)
        return refuse(arena, MINES_OUT_OF_MEMORY);
    if (old == NULL) {
        block->newer = NULL;
        block->older = arena->blocks;
        arena->blocks = block;
    } else if (block->newer == NULL) {
        arena->blocks = block;
    }
    if (block->newer != NULL)
        block->newer->older = block;
    if (block->older != NULL)
        block->older->newer = block;
    block->size = size;
    arena->used = arena->used - before + size;
    return block;
}

static void *data_of(msc_block *block) { return block == NULL ? NULL : (unsigned char *)block + HEADER; }

static msc_block *block_of(void *data) { return data == NULL ? NULL : (void *)((unsigned char *)data - HEADER); }

void *msc_take(msc_arena *arena, size_t count, size_t size)
{
    size_t bytes;
    if (!bytes_of(count, size, &bytes))
        return refuse(arena, MINES_OUT_OF_MEMORY);
    if (bytes > CHUNK / 4)
        return data_of(get_block(arena, NULL, bytes));
    if (bytes > arena->left || arena->next == NULL) {
        unsigned char *chunk = data_of(get_block(arena, NULL, CHUNK));
        if (chunk == NULL)
            return NULL;
        arena->next = chunk;
        arena->left = CHUNK;
    }
    if (arena->status != MINES_OK)
        return NULL;
    void *data = arena->next;
    arena->next += bytes;
    arena->left -= bytes;
    return data;
}

void *msc_take_zero(msc_arena *arena, size_t count, size_t size)
{
    void *data = msc_take(arena, count, size);
    if (data != NULL)
        memset(data, 0, count * size);
    return data;
}

void *msc_resize(msc_arena *arena, void *data, size_t count, size_t size)
{
    size_t bytes;
    if (!bytes_of(count, size, &bytes))
        return refuse(arena, MINES_OUT_OF_MEMORY);
    return data_of(get_block(arena, block_of(data), bytes));
}

void msc_release(msc_arena *arena, void *data)
{
    msc_block *block = block_of(data);
    if (block == NULL)
        return;
    if (block->newer != NULL)
        block->newer->older = block->older;
    else
        arena->blocks = block->older;
    if (block->older != NULL)
        block->older->newer = block->newer;
    arena->used -= block->size;
    free(block);
}

bool msc_grow(msc_arena *arena, void **data, size_t *capacity, size_t need, size_t size)
{
    if (need <= *capacity)
        return true;
    size_t wanted = *capacity < 64 ? 128 : *capacity * 2;
    if (wanted < need)
        wanted = need;
    void *grown = msc_resize(arena, *data, wanted, size);
    if (grown == NULL)
        return false;
    *data = grown;
    *capacity = wanted;
    return true;
}
