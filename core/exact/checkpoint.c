#include "checkpoint.h"

bool mcore_checkpoints_init(mcore_checkpoints *row, uint32_t last, mcore_arena *arena)
{
    *row = (mcore_checkpoints){
        .last = last,
        .extent = mcore_arena_alloc(arena, (size_t)last + 2, sizeof *row->extent),
        .place = mcore_arena_alloc(arena, (size_t)last + 1, sizeof *row->place),
    };
    return arena->status == MINES_OK;
}

static size_t room_of(const mcore_checkpoints *row, uint32_t layer)
{
    return row->extent[layer + 1] - row->extent[layer];
}

/* The room of the layers between two. */
static size_t between(const mcore_checkpoints *row, uint32_t low, uint32_t high)
{
    return row->extent[high] - row->extent[low + 1];
}

/* For the search, by layer. */
typedef struct chooser {
    size_t *cost;     /* least room of what is kept up to this layer, this one kept */
    uint32_t *before; /* the one kept before it */
    uint32_t *queue;  /* layers that may be the next one's, cost rising */
} chooser;

static bool take_chooser(chooser *c, size_t layers, mcore_arena *arena)
{
    c->cost = mcore_arena_realloc(arena, NULL, layers, sizeof *c->cost);
    c->before = mcore_arena_realloc(arena, NULL, layers, sizeof *c->before);
    c->queue = mcore_arena_realloc(arena, NULL, layers, sizeof *c->queue);
    return arena->status == MINES_OK;
}

static void give_chooser(chooser *c, mcore_arena *arena)
{
    mcore_arena_release(arena, c->queue);
    mcore_arena_release(arena, c->before);
    mcore_arena_release(arena, c->cost);
}

/* What has to be kept at least so that no stretch is wider than `widest`; *window: at least the widest that there is
   then. Which layers is left in c->before, from the last one on. */
static size_t choose(const mcore_checkpoints *row, size_t widest, size_t *window, chooser *c)
{
    uint32_t head = 0, tail = 0;
    c->cost[0] = room_of(row, 0);
    for (uint32_t layer = 1; layer <= row->last; layer++) {
        while (tail > head && c->cost[c->queue[tail - 1]] >= c->cost[layer - 1])
            tail--;
        c->queue[tail++] = layer - 1;
        while (between(row, c->queue[head], layer) > widest)
            head++;
        c->before[layer] = c->queue[head];
        c->cost[layer] = c->cost[c->queue[head]] + room_of(row, layer);
    }
    for (uint32_t layer = row->last; layer > 0; layer = c->before[layer]) {
        size_t stretch = between(row, c->before[layer], layer);
        *window = stretch > *window ? stretch : *window;
    }
    return c->cost[row->last];
}

/* Narrower and narrower windows, as long as it may get better: what is kept only grows with that. */
static size_t best_width(const mcore_checkpoints *rows, uint32_t count, chooser *c)
{
    size_t best = SIZE_MAX, best_width = 0;
    for (size_t width = SIZE_MAX;; width = width / 8 * 7) {
        size_t kept = 0, window = 0;
        for (uint32_t i = 0; i < count; i++)
            kept += choose(rows + i, width, &window, c);
        if (kept + window < best) {
            best = kept + window;
            best_width = window;
        }
        if (kept >= best || window == 0)
            return best_width;
        width = window;
    }
}

/* Lay the layers that were chosen last behind each other. */
static void lay_out(mcore_checkpoints *row, const chooser *c)
{
    for (uint32_t layer = 0; layer <= row->last; layer++)
        row->place[layer] = MCORE_NOT_KEPT;
    for (uint32_t layer = row->last; layer > 0; layer = c->before[layer])
        row->place[layer] = 0;
    row->place[0] = 0;
    row->kept = 0;
    for (uint32_t layer = 0; layer <= row->last; layer++) {
        if (row->place[layer] == MCORE_NOT_KEPT)
            continue;
        row->place[layer] = row->kept;
        row->kept += room_of(row, layer);
    }
}

bool mcore_checkpoints_choose(mcore_checkpoints *rows, uint32_t count, size_t *window, mcore_arena *arena)
{
    chooser c;
    uint32_t most = 0;
    for (uint32_t i = 0; i < count; i++)
        most = mcore_max(most, rows[i].last + 1);
    *window = 0;
    if (!take_chooser(&c, most, arena))
        return false;
    size_t width = best_width(rows, count, &c);
    for (uint32_t i = 0; i < count; i++) {
        (void)choose(rows + i, width, window, &c);
        lay_out(rows + i, &c);
    }
    give_chooser(&c, arena);
    return true;
}

uint64_t mcore_checkpoints_bytes(const mcore_checkpoints *rows, uint32_t count, size_t window)
{
    uint64_t most = 0, bytes = mcore_arena_bytes(count, sizeof *rows) + mcore_arena_bytes(window, 8);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t layers = (uint64_t)rows[i].last + 1;
        bytes += mcore_arena_bytes(layers + 1, sizeof(size_t)) + mcore_arena_bytes(layers, sizeof(size_t)) +
                 mcore_arena_bytes(rows[i].kept, 8);
        most = layers > most ? layers : most;
    }
    return bytes + mcore_arena_bytes(most, sizeof(size_t)) +
           2 * mcore_arena_bytes(most, sizeof(uint32_t)); /* a chooser */
}

size_t mcore_checkpoints_widest(const mcore_checkpoints *row)
{
    size_t widest = 0;
    for (uint32_t layer = 1, kept = 0; layer <= row->last; layer++) {
        if (row->place[layer] == MCORE_NOT_KEPT)
            continue;
        size_t stretch = between(row, kept, layer);
        widest = stretch > widest ? stretch : widest;
        kept = layer;
    }
    return widest;
}

void mcore_segment_move(mcore_segment *window, const mcore_checkpoints *row, uint32_t layer)
{
    window->row = row;
    window->from = window->to = layer;
    while (row->place[window->from - 1] == MCORE_NOT_KEPT)
        window->from--;
    while (row->place[window->to] == MCORE_NOT_KEPT)
        window->to++;
}
