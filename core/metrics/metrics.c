#include "metrics.h"

static uint64_t *new_bitboard(mcore_metrics *m)
{
    uint64_t *bits = mcore_arena_alloc_zeroed(&m->arena, mcore_bitboard_words(&m->shape), sizeof *bits);
    return bits != NULL ? bits + m->shape.words : NULL;
}

mines_status mcore_metrics_init(mcore_metrics *metrics, size_t rows, size_t cols, uint64_t memory)
{
    metrics->shape = mcore_bitboard_shape_of(rows, cols);
    mcore_arena_init(&metrics->arena, memory);
    metrics->mines = new_bitboard(metrics);
    metrics->zeros = new_bitboard(metrics);
    metrics->openings = new_bitboard(metrics);
    metrics->apart = new_bitboard(metrics);
    metrics->work = new_bitboard(metrics);
    mcore_region_counter_init(&metrics->regions, &metrics->shape, &metrics->arena);
    return metrics->arena.status;
}

void mcore_metrics_free(mcore_metrics *metrics) { mcore_arena_free(&metrics->arena); }

/* out: the cells that are set in neither a nor b. */
static void neither(const mcore_bitboard_shape *shape, const uint64_t *a, const uint64_t *b, uint64_t *out)
{
    size_t at = 0;
    for (size_t row = 0; row < shape->rows; row++) {
        for (size_t w = 0; w < shape->words; w++, at++)
            out[at] = ~(a[at] | b[at]);
        out[at - 1] &= shape->last;
    }
}

/* All bitboards of a mask. */
static void read_mask(mcore_metrics *m, const uint8_t *mask, mcore_poll *poll)
{
    mcore_bitboard_read(&m->shape, mask, m->mines, poll);
    mcore_bitboard_dilate(&m->shape, m->mines, m->work, poll);
    neither(&m->shape, m->work, m->work, m->zeros);
    mcore_bitboard_dilate(&m->shape, m->zeros, m->openings, poll);
    neither(&m->shape, m->mines, m->openings, m->apart);
}

mcore_metric_counts mcore_metrics_count(mcore_metrics *metrics, const uint8_t *mask, bool islands, mcore_poll *poll)
{
    mcore_metric_counts counts = {0, 0, 0};
    read_mask(metrics, mask, poll);
    counts.openings = mcore_region_count(&metrics->regions, &metrics->shape, metrics->zeros, NULL, poll);
    counts.bbbv = counts.openings + mcore_bitboard_count(&metrics->shape, metrics->apart, poll);
    if (islands)
        counts.islands = mcore_region_count(&metrics->regions, &metrics->shape, metrics->apart, NULL, poll);
    return counts;
}

uint32_t mcore_metrics_bbbv(mcore_metrics *metrics, const uint8_t *mask, mcore_poll *poll)
{
    return mcore_metrics_count(metrics, mask, false, poll).bbbv;
}

uint32_t mcore_metrics_solved(mcore_metrics *metrics, const uint8_t *mask, const uint8_t *opened, mcore_poll *poll)
{
    const mcore_bitboard_shape *shape = &metrics->shape;
    uint64_t *unopened = metrics->openings, *apart = metrics->apart;
    read_mask(metrics, mask, poll);
    mcore_bitboard_read(shape, opened, metrics->work, poll);
    neither(shape, metrics->work, metrics->work, unopened);
    for (size_t at = 0; at < shape->rows * shape->words; at++)
        apart[at] &= metrics->work[at];
    return mcore_region_count(&metrics->regions, shape, metrics->zeros, unopened, poll) +
           mcore_bitboard_count(shape, apart, poll);
}

static inline uint32_t is_mine(const uint8_t *row, size_t col) { return row[col] != 0; }

/* Mines among the three cells of a row around a column. */
static inline uint32_t three(const uint8_t *row, size_t col, size_t cols)
{
    return (col > 0 ? is_mine(row, col - 1) : 0) + is_mine(row, col) + (col + 1 < cols ? is_mine(row, col + 1) : 0);
}

static inline uint8_t number(const uint8_t *above, const uint8_t *row, const uint8_t *below, size_t col, size_t cols)
{
    uint32_t sum = three(row, col, cols);
    sum += above != NULL ? three(above, col, cols) : 0;
    sum += below != NULL ? three(below, col, cols) : 0;
    return (uint8_t)(is_mine(row, col) ? 9 : sum);
}

void mcore_metrics_numbers(const uint8_t *mask, size_t rows, size_t cols, uint8_t *numbers)
{
    for (size_t r = 0; r < rows; r++, mask += cols, numbers += cols) {
        const uint8_t *above = r > 0 ? mask - cols : NULL, *below = r + 1 < rows ? mask + cols : NULL;
        size_t col = 0;
        if (above != NULL && below != NULL && cols > 2) {
            numbers[0] = number(above, mask, below, 0, cols);
            for (col = 1; col + 1 < cols; col++) {
                uint8_t sum = 0;
                for (size_t at = col - 1; at < col + 2; at++)
                    sum = (uint8_t)(sum + (above[at] != 0) + (mask[at] != 0) + (below[at] != 0));
                numbers[col] = mask[col] != 0 ? 9 : sum;
            }
        }
        for (; col < cols; col++)
            numbers[col] = number(above, mask, below, col, cols);
    }
}
