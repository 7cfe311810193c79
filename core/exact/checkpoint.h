/*
 * checkpoint.h - which layers keep their data if the memory is too small for all.
 *
 * The input is a series of layers that are visited one after the other, with the size of each; several series (one per
 * component) may share a buffer. Layers between two kept ones are a *segment*. All series share one segment buffer,
 * which holds one segment at a time; the caller recomputes a segment from the kept layer before (or after) it when it
 * needs it again. So everything is computed at most twice, and takes the memory of the kept layers and of the widest
 * segment. The choice minimises that sum: it keeps many narrow layers and few wide ones. All arrays live in the
 * caller's arena; sizes and offsets are counted in entries of 8 bytes.
 */
#ifndef MCORE_CHECKPOINT_H
#define MCORE_CHECKPOINT_H

#include "../base/arena.h"
#include "../base/common.h"

#define MCORE_NOT_KEPT SIZE_MAX

/* Layers 0 .. last. The first and the last one are always kept. */
typedef struct mcore_checkpoints {
    uint32_t last;
    size_t *start;  /* last + 2 entries: the total size of the layers before one */
    size_t *offset; /* by layer: its offset among the kept ones, or MCORE_NOT_KEPT */
    size_t kept;    /* total size of the kept layers */
} mcore_checkpoints;

/* Allocate the arrays; the caller then fills in `start`. False if the arena is exhausted. */
bool mcore_checkpoints_init(mcore_checkpoints *checkpoints, uint32_t last, mcore_arena *arena);

/* Choose what each of `count` series keeps; *segment_size is the size of the widest segment. False if the arena is
   exhausted. */
bool mcore_checkpoints_choose(mcore_checkpoints *checkpoints, uint32_t count, size_t *segment_size, mcore_arena *arena);

/* Upper bound of the bytes that these series take: themselves, the kept layers, the segment buffer, and for a while the
   choice. */
uint64_t mcore_checkpoints_bytes(const mcore_checkpoints *checkpoints, uint32_t count, size_t segment_size);

/* The size of the widest segment of one series. */
size_t mcore_checkpoints_widest(const mcore_checkpoints *checkpoints);

/* The segment buffer and what is in it. */
typedef struct mcore_segment {
    void *data;
    const mcore_checkpoints *checkpoints; /* the series; NULL: the buffer is empty */
    uint32_t from, to;                    /* layers from .. to - 1, consecutive */
} mcore_segment;

/* Whether the segment buffer holds a layer. */
static inline bool mcore_segment_has(const mcore_segment *segment, const mcore_checkpoints *checkpoints, uint32_t layer)
{
    return segment->checkpoints == checkpoints && layer >= segment->from && layer < segment->to;
}

/* Assign the buffer to the segment of a layer that is not kept. Its contents are lost. */
void mcore_segment_move(mcore_segment *segment, const mcore_checkpoints *checkpoints, uint32_t layer);

/* Whether a layer is kept or in the segment buffer. */
static inline bool mcore_checkpoints_has(const mcore_checkpoints *checkpoints, const mcore_segment *segment,
                                         uint32_t layer)
{
    return checkpoints->offset[layer] != MCORE_NOT_KEPT || mcore_segment_has(segment, checkpoints, layer);
}

/* Where a layer is or belongs: in `kept`, or in the segment buffer, which is moved if it holds another segment. */
static inline void *mcore_checkpoints_layer(const mcore_checkpoints *checkpoints, void *kept, mcore_segment *segment,
                                            uint32_t layer)
{
    if (!mcore_checkpoints_has(checkpoints, segment, layer))
        mcore_segment_move(segment, checkpoints, layer);
    size_t offset = checkpoints->offset[layer];
    unsigned char *base = offset != MCORE_NOT_KEPT ? kept : segment->data;
    return base +
           8 * (offset != MCORE_NOT_KEPT ? offset : checkpoints->start[layer] - checkpoints->start[segment->from]);
}

#endif
