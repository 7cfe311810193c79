/*
 * checkpoint.h - what arrives: how much room the numbers of each layer take, in one or several rows of layers that are
 * gone through one after the other. What leaves: which layers keep their numbers where not all can, in the arena.
 *
 * Layers between two that are kept are a *stretch*. Its numbers stand in a *window*, which all rows share, one stretch
 * at a time, and are computed once more from the layer before (or behind) it when somebody comes back. So everything is
 * computed twice at most, and takes the room of what is kept and of the widest stretch. Those are chosen so that they
 * are least together: of narrow layers many are kept, of wide ones few or none.
 */
#ifndef MCORE_CHECKPOINT_H
#define MCORE_CHECKPOINT_H

#include "../base/arena.h"
#include "../base/common.h"

#define MCORE_NOT_KEPT SIZE_MAX

/* A row of layers 0 .. last. The first and the last one are always kept. Room is counted in entries of 8 bytes. */
typedef struct mcore_checkpoints {
    uint32_t last;
    size_t *extent; /* last + 2 entries: the room of all layers before one */
    size_t *place;  /* by layer: where it begins among those that are kept, or MCORE_NOT_KEPT */
    size_t kept;    /* room of all that are kept */
} mcore_checkpoints;

/* A row whose extents are to be filled in; false where the arena has no room. */
bool mcore_checkpoints_init(mcore_checkpoints *row, uint32_t last, mcore_arena *arena);

/* Choose what is kept of each row; *window is the room of the widest stretch. False where the arena has no room. */
bool mcore_checkpoints_choose(mcore_checkpoints *rows, uint32_t count, size_t *window, mcore_arena *arena);

/* At most the bytes that rows so chosen take: themselves, what they keep, the window, and the choice for a while. */
uint64_t mcore_checkpoints_bytes(const mcore_checkpoints *rows, uint32_t count, size_t window);

/* The room of the widest stretch of one row. */
size_t mcore_checkpoints_widest(const mcore_checkpoints *row);

/* Which numbers are in the window's room, in the order of layers. */
typedef struct mcore_segment {
    void *data;
    const mcore_checkpoints *row; /* NULL: nothing is in it */
    uint32_t from, to;            /* the stretch: layers from .. to - 1 */
} mcore_segment;

/* Whether a layer that is not kept stands in it. */
static inline bool mcore_segment_has(const mcore_segment *window, const mcore_checkpoints *row, uint32_t layer)
{
    return window->row == row && layer >= window->from && layer < window->to;
}

/* Hand it to the stretch of a layer that is not kept. What was in it is lost. */
void mcore_segment_move(mcore_segment *window, const mcore_checkpoints *row, uint32_t layer);

/* Whether a layer's numbers are there, kept or in the window. */
static inline bool mcore_checkpoints_has(const mcore_checkpoints *row, const mcore_segment *window, uint32_t layer)
{
    return row->place[layer] != MCORE_NOT_KEPT || mcore_segment_has(window, row, layer);
}

/* Where a layer stands, or is to stand: among what is kept, or in the window, which is moved where it has it not.
   Entries of 8 bytes. */
static inline void *mcore_checkpoints_layer(const mcore_checkpoints *row, void *kept, mcore_segment *window,
                                            uint32_t layer)
{
    if (!mcore_checkpoints_has(row, window, layer))
        mcore_segment_move(window, row, layer);
    size_t place = row->place[layer];
    unsigned char *base = place != MCORE_NOT_KEPT ? kept : window->data;
    return base + 8 * (place != MCORE_NOT_KEPT ? place : row->extent[layer] - row->extent[window->from]);
}

#endif
