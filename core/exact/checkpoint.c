#include "checkpoint.h"

bool mcore_checkpoints_init(mcore_checkpoints *checkpoints, uint32_t last, mcore_arena *arena)
{
    *checkpoints = (mcore_checkpoints){
        .last = last,
        .start = mcore_arena_alloc(arena, (size_t)last + 2, sizeof *checkpoints->start),
        .offset = mcore_arena_alloc(arena, (size_t)last + 1, sizeof *checkpoints->offset),
    };
    return arena->status == MINES_OK;
}

static size_t layer_size(const mcore_checkpoints *checkpoints, uint32_t layer)
{
    return checkpoints->start[layer + 1] - checkpoints->start[layer];
}

/* The size of the segment between two kept layers. */
static size_t segment_between(const mcore_checkpoints *checkpoints, uint32_t low, uint32_t high)
{
    return checkpoints->start[high] - checkpoints->start[low + 1];
}

/* Arrays of the search, by layer. */
typedef struct chooser {
    size_t *cost;       /* least size of what is kept up to this layer, itself included */
    uint32_t *previous; /* the kept layer before it in that choice */
    uint32_t *queue;    /* candidates for the next layer's previous one, in order of rising cost */
} chooser;

static bool chooser_alloc(chooser *c, size_t layers, mcore_arena *arena)
{
    c->cost = mcore_arena_realloc(arena, NULL, layers, sizeof *c->cost);
    c->previous = mcore_arena_realloc(arena, NULL, layers, sizeof *c->previous);
    c->queue = mcore_arena_realloc(arena, NULL, layers, sizeof *c->queue);
    return arena->status == MINES_OK;
}

static void chooser_release(chooser *c, mcore_arena *arena)
{
    mcore_arena_release(arena, c->queue);
    mcore_arena_release(arena, c->previous);
    mcore_arena_release(arena, c->cost);
}

/* The least size of kept layers for which no segment is wider than `limit`: a shortest path, with a monotone queue for
   the minimum over the layers that are near enough. c->previous tells the choice from the last layer backwards;
   *widest is raised to its widest segment. */
static size_t choose(const mcore_checkpoints *checkpoints, size_t limit, size_t *widest, chooser *c)
{
    uint32_t head = 0, tail = 0;
    c->cost[0] = layer_size(checkpoints, 0);
    for (uint32_t layer = 1; layer <= checkpoints->last; layer++) {
        while (tail > head && c->cost[c->queue[tail - 1]] >= c->cost[layer - 1])
            tail--;
        c->queue[tail++] = layer - 1;
        while (segment_between(checkpoints, c->queue[head], layer) > limit)
            head++;
        c->previous[layer] = c->queue[head];
        c->cost[layer] = c->cost[c->queue[head]] + layer_size(checkpoints, layer);
    }
    for (uint32_t layer = checkpoints->last; layer > 0; layer = c->previous[layer]) {
        size_t segment = segment_between(checkpoints, c->previous[layer], layer);
        *widest = segment > *widest ? segment : *widest;
    }
    return c->cost[checkpoints->last];
}

/* The segment size for which kept layers and segment together are smallest. Tries smaller and smaller segments in steps
   of an eighth; the kept layers only grow with that, so it ends when they alone exceed the best sum. */
static size_t best_segment_size(const mcore_checkpoints *checkpoints, uint32_t count, chooser *c)
{
    size_t best = SIZE_MAX, best_size = 0;
    for (size_t limit = SIZE_MAX;; limit = limit / 8 * 7) {
        size_t kept = 0, widest = 0;
        for (uint32_t i = 0; i < count; i++)
            kept += choose(checkpoints + i, limit, &widest, c);
        if (kept + widest < best) {
            best = kept + widest;
            best_size = widest;
        }
        if (kept >= best || widest == 0)
            return best_size;
        limit = widest;
    }
}

/* Set the offsets of the layers that choose() picked last. */
static void set_offsets(mcore_checkpoints *checkpoints, const chooser *c)
{
    for (uint32_t layer = 0; layer <= checkpoints->last; layer++)
        checkpoints->offset[layer] = MCORE_NOT_KEPT;
    for (uint32_t layer = checkpoints->last; layer > 0; layer = c->previous[layer])
        checkpoints->offset[layer] = 0;
    checkpoints->offset[0] = 0;
    checkpoints->kept = 0;
    for (uint32_t layer = 0; layer <= checkpoints->last; layer++) {
        if (checkpoints->offset[layer] == MCORE_NOT_KEPT)
            continue;
        checkpoints->offset[layer] = checkpoints->kept;
        checkpoints->kept += layer_size(checkpoints, layer);
    }
}

bool mcore_checkpoints_choose(mcore_checkpoints *checkpoints, uint32_t count, size_t *segment_size, mcore_arena *arena)
{
    chooser c;
    uint32_t most = 0;
    for (uint32_t i = 0; i < count; i++)
        most = mcore_max(most, checkpoints[i].last + 1);
    *segment_size = 0;
    if (!chooser_alloc(&c, most, arena))
        return false;
    size_t limit = best_segment_size(checkpoints, count, &c);
    for (uint32_t i = 0; i < count; i++) {
        (void)choose(checkpoints + i, limit, segment_size, &c);
        set_offsets(checkpoints + i, &c);
    }
    chooser_release(&c, arena);
    return true;
}

uint64_t mcore_checkpoints_bytes(const mcore_checkpoints *checkpoints, uint32_t count, size_t segment_size)
{
    uint64_t most = 0, bytes = mcore_arena_bytes(count, sizeof *checkpoints) + mcore_arena_bytes(segment_size, 8);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t layers = (uint64_t)checkpoints[i].last + 1;
        bytes += mcore_arena_bytes(layers + 1, sizeof(size_t)) + mcore_arena_bytes(layers, sizeof(size_t)) +
                 mcore_arena_bytes(checkpoints[i].kept, 8);
        most = layers > most ? layers : most;
    }
    return bytes + mcore_arena_bytes(most, sizeof(size_t)) +
           2 * mcore_arena_bytes(most, sizeof(uint32_t)); /* a chooser */
}

size_t mcore_checkpoints_widest(const mcore_checkpoints *checkpoints)
{
    size_t widest = 0;
    for (uint32_t layer = 1, kept = 0; layer <= checkpoints->last; layer++) {
        if (checkpoints->offset[layer] == MCORE_NOT_KEPT)
            continue;
        size_t segment = segment_between(checkpoints, kept, layer);
        widest = segment > widest ? segment : widest;
        kept = layer;
    }
    return widest;
}

void mcore_segment_move(mcore_segment *segment, const mcore_checkpoints *checkpoints, uint32_t layer)
{
    segment->checkpoints = checkpoints;
    segment->from = segment->to = layer;
    while (checkpoints->offset[segment->from - 1] == MCORE_NOT_KEPT)
        segment->from--;
    while (checkpoints->offset[segment->to] == MCORE_NOT_KEPT)
        segment->to++;
}
