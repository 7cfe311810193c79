#include "arena.h"

#include <stdlib.h>
#include <string.h>

#if defined(__has_feature)
#  if __has_feature(address_sanitizer)
#    define MCORE_SEPARATE
#  endif
#elif defined(__SANITIZE_ADDRESS__)
#  define MCORE_SEPARATE
#endif

enum {
    ALIGN = MCORE_ARENA_ALIGN,
#ifdef MCORE_SEPARATE
    CHUNK = 0 /* every item in a block of its own, so that a sanitizer knows its bounds and a test can refuse it */
#else
    CHUNK = 60 * 1024 /* below the size from which C libraries map fresh pages for every request */
#endif
};

/* Memory from the system: a chunk of many items, or one item that can grow. */
typedef struct mcore_arena_block {
    struct mcore_arena_block *newer, *older;
    size_t size; /* of the block with this header */
} mcore_arena_block;

/* Header of an item that can be resized. */
typedef struct item {
    size_t bytes;
    mcore_arena_block *block; /* its own; NULL if it is in a chunk */
} item;

#define ROUND_UP(bytes) (((bytes) + ALIGN - 1) / ALIGN * ALIGN)

enum { BLOCK_HEADER = ROUND_UP(sizeof(mcore_arena_block)), ITEM_HEADER = ROUND_UP(sizeof(item)) };

void mcore_arena_init(mcore_arena *arena, uint64_t limit)
{
    *arena = (mcore_arena){.limit = limit, .status = MINES_OK};
}

void mcore_arena_free(mcore_arena *arena)
{
    for (mcore_arena_block *block = arena->blocks; block != NULL;) {
        mcore_arena_block *older = block->older;
        free(block);
        block = older;
    }
    mcore_arena_init(arena, arena->limit);
}

mcore_arena_mark mcore_arena_save(const mcore_arena *arena)
{
    return (mcore_arena_mark){arena->blocks, arena->next, arena->left};
}

void mcore_arena_restore(mcore_arena *arena, mcore_arena_mark mark)
{
    while (arena->blocks != mark.newest) {
        mcore_arena_block *block = arena->blocks;
        arena->blocks = block->older;
        arena->used -= block->size;
        free(block);
    }
    if (arena->blocks != NULL)
        arena->blocks->newer = NULL;
    arena->next = mark.next;
    arena->left = mark.left;
    arena->status = MINES_OK;
}

static void *fail(mcore_arena *arena, mines_status status)
{
    if (arena->status == MINES_OK)
        arena->status = status;
    return NULL;
}

/* The size of count items rounded up to the alignment; false on overflow. Divides only if one of the two is large. */
static bool bytes_of(size_t count, size_t size, size_t *bytes)
{
    const size_t small = SIZE_MAX >> (sizeof(size_t) * 4 + 1);
    if ((count > small || size > small) && size != 0 && count > (SIZE_MAX / 2) / size)
        return false;
    *bytes = ROUND_UP(count * size);
    return true;
}

/* Allocate a block for `bytes`, or resize `old` if that is not NULL. */
static mcore_arena_block *get_block(mcore_arena *arena, mcore_arena_block *old, size_t bytes)
{
    size_t size = BLOCK_HEADER + bytes, before = old != NULL ? old->size : 0;
    if (arena->status != MINES_OK)
        return NULL;
    if (size > before && (arena->used > arena->limit || size - before > arena->limit - arena->used))
        return fail(arena, MINES_BUDGET_EXCEEDED);
    mcore_arena_block *block =
        realloc(old, size); /* NOLINT(clang-analyzer-optin.portability.UnixAPI): at least a header */
    if (block == NULL)
        return fail(arena, MINES_OUT_OF_MEMORY);
    if (old == NULL) {
        block->newer = NULL;
        block->older = arena->blocks;
    }
    if (block->newer != NULL)
        block->newer->older = block;
    else
        arena->blocks = block;
    if (block->older != NULL)
        block->older->newer = block;
    block->size = size;
    arena->used = arena->used - before + size;
    arena->peak = arena->used > arena->peak ? arena->used : arena->peak;
    return block;
}

/* Take `bytes` from the newest chunk or a new one; NULL if they need a block of their own, or on failure. */
static unsigned char *from_chunk(mcore_arena *arena, size_t bytes)
{
    if (arena->status != MINES_OK)
        return NULL;
    if (bytes > arena->left) {
        if (bytes > CHUNK / 4)
            return NULL;
        mcore_arena_block *chunk = get_block(arena, NULL, CHUNK);
        if (chunk == NULL)
            return NULL;
        arena->next = (unsigned char *)chunk + BLOCK_HEADER;
        arena->left = CHUNK;
    }
    unsigned char *data = arena->next;
    arena->next += bytes;
    arena->left -= bytes;
    return data;
}

void *mcore_arena_alloc_slow(mcore_arena *arena, size_t count, size_t size)
{
    size_t bytes;
    if (!bytes_of(count, size, &bytes))
        return fail(arena, MINES_OUT_OF_MEMORY);
    bytes = bytes > 0 ? bytes : ALIGN;
    unsigned char *data = from_chunk(arena, bytes);
    if (data == NULL) {
        mcore_arena_block *block = get_block(arena, NULL, bytes);
        data = block != NULL ? (unsigned char *)block + BLOCK_HEADER : NULL;
    }
    return data;
}

void *mcore_arena_alloc_zeroed(mcore_arena *arena, size_t count, size_t size)
{
    void *data = mcore_arena_alloc(arena, count, size);
    if (data != NULL)
        memset(data, 0, count * size);
    return data;
}

uint64_t mcore_arena_bytes(uint64_t count, size_t size)
{
    uint64_t bytes = ITEM_HEADER + ALIGN + count * size;
    /* an item that does not fit in the rest of a chunk leaves less than its own size unused, and a chunk holds three */
    return bytes > CHUNK / 4 ? BLOCK_HEADER + bytes : bytes + bytes / 3 + 1;
}

uint64_t mcore_arena_slack(void) { return BLOCK_HEADER + CHUNK; }

static item *item_of(void *data) { return (void *)((unsigned char *)data - ITEM_HEADER); }

/* Whether it is the last item of the newest chunk. */
static bool is_last(const mcore_arena *arena, const item *it)
{
    return (const unsigned char *)it + ITEM_HEADER + it->bytes == arena->next;
}

static void *put_item(unsigned char *start, size_t bytes, mcore_arena_block *block)
{
    *(item *)(void *)start = (item){bytes, block};
    return start + ITEM_HEADER;
}

static void *new_item(mcore_arena *arena, size_t bytes)
{
    unsigned char *start = from_chunk(arena, ITEM_HEADER + bytes);
    if (start != NULL)
        return put_item(start, bytes, NULL);
    mcore_arena_block *block = get_block(arena, NULL, ITEM_HEADER + bytes);
    return block != NULL ? put_item((unsigned char *)block + BLOCK_HEADER, bytes, block) : NULL;
}

bool mcore_arena_fits(const mcore_arena *arena, size_t count, size_t size)
{
    size_t bytes;
    if (arena->status != MINES_OK || !bytes_of(count, size, &bytes))
        return false;
    bytes += ITEM_HEADER;
    size_t block = BLOCK_HEADER + (bytes > CHUNK / 4 ? bytes : CHUNK);
    return bytes <= arena->left || (arena->used <= arena->limit && block <= arena->limit - arena->used);
}

void *mcore_arena_realloc(mcore_arena *arena, void *data, size_t count, size_t size)
{
    size_t bytes;
    if (!bytes_of(count, size, &bytes))
        return fail(arena, MINES_OUT_OF_MEMORY);
    if (data == NULL)
        return new_item(arena, bytes);
    item *it = item_of(data);
    if (arena->status != MINES_OK)
        return NULL;
    if (it->block != NULL) {
        mcore_arena_block *block = get_block(arena, it->block, ITEM_HEADER + bytes);
        return block != NULL ? put_item((unsigned char *)block + BLOCK_HEADER, bytes, block) : NULL;
    }
    if (bytes <= it->bytes)
        return data;
    if (is_last(arena, it) && bytes - it->bytes <= arena->left) {
        arena->next += bytes - it->bytes;
        arena->left -= bytes - it->bytes;
        it->bytes = bytes;
        return data;
    }
    void *moved = new_item(arena, bytes);
    if (moved != NULL)
        memcpy(moved, data, it->bytes);
    return moved;
}

void mcore_arena_release(mcore_arena *arena, void *data)
{
    if (data == NULL)
        return;
    item *it = item_of(data);
    mcore_arena_block *block = it->block;
    if (block == NULL) {
        if (is_last(arena, it)) {
            arena->next = (unsigned char *)it;
            arena->left += ITEM_HEADER + it->bytes;
        }
        return;
    }
    if (block->newer != NULL)
        block->newer->older = block->older;
    else
        arena->blocks = block->older;
    if (block->older != NULL)
        block->older->newer = block->newer;
    arena->used -= block->size;
    free(block);
}

/* *data may be a pointer to any type, so it is copied as bytes. */
bool mcore_arena_resize(mcore_arena *arena, void **data, size_t count, size_t size)
{
    void *resized;
    memcpy(&resized, data, sizeof resized);
    resized = mcore_arena_realloc(arena, resized, count, size);
    if (resized == NULL)
        return false;
    memcpy(data, &resized, sizeof resized);
    return true;
}

bool mcore_arena_reserve_slow(mcore_arena *arena, void **data, size_t *capacity, size_t need, size_t size)
{
    size_t wanted = *capacity < 32 ? 64 : *capacity * 2;
    if (wanted < need)
        wanted = need;
    if (!mcore_arena_resize(arena, data, wanted, size))
        return false;
    *capacity = wanted;
    return true;
}

void mcore_arena_rewind(mcore_arena *arena)
{
    uint64_t limit = arena->limit, used = arena->used;
    bool one_chunk = arena->blocks != NULL && arena->blocks->older == NULL && arena->next != NULL;
    if (one_chunk && arena->status == MINES_OK) {
        unsigned char *start = (unsigned char *)arena->blocks + BLOCK_HEADER;
        arena->left += (size_t)(arena->next - start);
        arena->next = start;
        arena->peak = used;
        return;
    }
    mcore_arena_free(arena);
    if (CHUNK == 0 || used > MCORE_ARENA_KEEP_MAX || used > limit)
        return;
    mcore_arena_block *block = get_block(arena, NULL, used > CHUNK ? (size_t)used : CHUNK);
    if (block == NULL) {
        arena->status = MINES_OK; /* the next request may succeed */
        return;
    }
    arena->next = (unsigned char *)block + BLOCK_HEADER;
    arena->left = block->size - BLOCK_HEADER;
}
