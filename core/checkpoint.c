#include "checkpoint.h"

bool msc_row_take(msc_row *row, uint32_t last, msc_arena *arena)
{
    *row = (msc_row){
        .last = last,
        .extent = msc_take(arena, (size_t)last + 2, sizeof *row->extent),
        .place = msc_take(arena, (size_t)last + 1, sizeof *row->place),
    };
    return arena->status == MINES_OK;
}

static size_t room_of(const msc_row *row, uint32_t layer) { return row->extent[layer + 1] - row->extent[layer]; }

/* The room of the layers between two. */
static size_t between(const msc_row *row, uint32_t low, uint32_t high)
{
    return row->extent[high] - row->extent[low + 1];
}

/* For the search, by layer. */
typedef struct chooser {
    size_t *cost;     /* least room of what is kept up to this layer, this one kept */
    uint32_t *before; /* the one kept before it */
    uint32_t *queue;  /* layers that may be the next one's, cost rising */
} chooser;

static bool take_chooser(chooser *c, size_t layers, msc_arena *arena)
{
    c->cost = msc_resize(arena, NULL, layers, sizeof *c->cost);
    c->before = msc_resize(arena, NULL, layers, sizeof *c->before);
    c->queue = msc_resize(arena, NULL, layers, sizeof *c->queue);
    return arena->status == MINES_OK;
}

static void give_chooser(chooser *c, msc_arena *arena)
{
    msc_release(arena, c->queue);
    msc_release(arena, c->before);
    msc_release(arena, c->cost);
}

/* What has to be kept at least so that no stretch is wider than `widest`; *window: at least the widest that there is
   then. Which layers is left in c->before, from the last one on. */
static size_t choose(const msc_row *row, size_t widest, size_t *window, chooser *c)
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
static size_t best_width(const msc_row *rows, uint32_t count, chooser *c)
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
static void lay_out(msc_row *row, const chooser *c)
{
    for (uint32_t layer = 0; layer <= row->last; layer++)
        row->place[layer] = MSC_NOT_KEPT;
    for (uint32_t layer = row->last; layer > 0; layer = c->before[layer])
        row->place[layer] = 0;
    row->place[0] = 0;
    row->kept = 0;
    for (uint32_t layer = 0; layer <= row->last; layer++) {
        if (row->place[layer] == MSC_NOT_KEPT)
            continue;
        row->place[layer] = row->kept;
        row->kept += room_of(row, layer);
    }
}

bool msc_checkpoint(msc_row *rows, uint32_t count, size_t *window, msc_arena *arena)
{
    chooser c;
    uint32_t most = 0;
    for (uint32_t i = 0; i < count; i++)
        most = msc_max(most, rows[i].last + 1);
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

uint64_t msc_row_bytes(const msc_row *rows, uint32_t count, size_t window)
{
    uint64_t most = 0, bytes = msc_arena_bytes(count, sizeof *rows) + msc_arena_bytes(window, 8);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t layers = (uint64_t)rows[i].last + 1;
        bytes += msc_arena_bytes(layers + 1, sizeof(size_t)) + msc_arena_bytes(layers, sizeof(size_t)) +
                 msc_arena_bytes(rows[i].kept, 8);
        most = layers > most ? layers : most;
    }
    return bytes + msc_arena_bytes(most, sizeof(size_t)) + 2 * msc_arena_bytes(most, sizeof(uint32_t)); /* a chooser */
}

size_t msc_row_widest(const msc_row *row)
{
    size_t widest = 0;
    for (uint32_t layer = 1, kept = 0; layer <= row->last; layer++) {
        if (row->place[layer] == MSC_NOT_KEPT)
            continue;
        size_t stretch = between(row, kept, layer);
        widest = stretch > widest ? stretch : widest;
        kept = layer;
    }
    return widest;
}

void msc_window_move(msc_window *window, const msc_row *row, uint32_t layer)
{
    window->row = row;
    window->from = window->to = layer;
    while (row->place[window->from - 1] == MSC_NOT_KEPT)
        window->from--;
    while (row->place[window->to] == MSC_NOT_KEPT)
        window->to++;
}
