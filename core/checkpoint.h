/*
 * checkpoint.h - what arrives: how much room the numbers of each layer take, in one or several rows of layers that are
 * gone through one after the other. What leaves: which layers keep their numbers where not all can, in the arena.
 *
 * Layers between two that are kept are a *stretch*. Its numbers stand in a *window*, which all rows share, one stretch
 * at a time, and are computed once more from the layer before (or behind) it when somebody comes back. So everything is
 * computed twice at most, and takes the room of what is kept and of the widest stretch. Those are chosen so that they
 * are least together: of narrow layers many are kept, of wide ones few or none.
 */
#ifndef MSC_CHECKPOINT_H
#define MSC_CHECKPOINT_H

#include "arena.h"
#include "common.h"

#define MSC_NOT_KEPT SIZE_MAX

/* A row of layers 0 .. last. The first and the last one are always kept. Room is counted in entries of 8 bytes. */
typedef struct msc_row {
    uint32_t last;
    size_t *extent; /* last + 2 entries: the room of all layers before one */
    size_t *place;  /* by layer: where it begins among those that are kept, or MSC_NOT_KEPT */
    size_t kept;    /* room of all that are kept */
} msc_row;

/* A row whose extents are to be filled in; false where the arena has no room. */
bool msc_row_take(msc_row *row, uint32_t last, msc_arena *arena);

/* Choose what is kept of each row; *window is the room of the widest stretch. False where the arena has no room. */
bool msc_checkpoint(msc_row *rows, uint32_t count, size_t *window, msc_arena *arena);

/* At most the bytes that rows so chosen take: themselves, what they keep, the window, and the choice for a while. */
uint64_t msc_row_bytes(const msc_row *rows, uint32_t count, size_t window);

/* The room of the widest stretch of one row. */
size_t msc_row_widest(const msc_row *row);

/* Which numbers are in the window's room, in the order of layers. */
typedef struct msc_window {
    void *data;
    const msc_row *row; /* NULL: nothing is in it */
    uint32_t from, to;  /* the stretch: layers from .. to - 1 */
} msc_window;

/* Whether a layer that is not kept stands in it. */
static inline bool msc_window_has(const msc_window *window, const msc_row *row, uint32_t layer)
{
    return window->row == row && layer >= window->from && layer < window->to;
}

/* Hand it to the stretch of a layer that is not kept. What was in it is lost. */
void msc_window_move(msc_window *window, const msc_row *row, uint32_t layer);

/* Whether a layer's numbers are there, kept or in the window. */
static inline bool msc_row_has(const msc_row *row, const msc_window *window, uint32_t layer)
{
    return row->place[layer] != MSC_NOT_KEPT || msc_window_has(window, row, layer);
}

/* Where a layer stands, or is to stand: among what is kept, or in the window, which is moved where it has it not.
   Entries of 8 bytes. */
static inline void *msc_row_layer(const msc_row *row, void *kept, msc_window *window, uint32_t layer)
{
    if (!msc_row_has(row, window, layer))
        msc_window_move(window, row, layer);
    size_t place = row->place[layer];
    unsigned char *base = place != MSC_NOT_KEPT ? kept : window->data;
    return base + 8 * (place != MSC_NOT_KEPT ? place : row->extent[layer] - row->extent[window->from]);
}

#endif
