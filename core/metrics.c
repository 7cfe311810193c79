#include "metrics.h"

#include "bits.h"

static uint64_t *take_plane(msc_metrics *m)
{
    uint64_t *plane = msc_take_zero(&m->arena, msc_plane_size(&m->shape), sizeof *plane);
    return plane != NULL ? plane + m->shape.words : NULL;
}

mines_status msc_metrics_init(msc_metrics *metrics, size_t rows, size_t cols, uint64_t memory)
{
    metrics->shape = msc_shape_of(rows, cols);
    msc_arena_init(&metrics->arena, memory);
    metrics->mines = take_plane(metrics);
    metrics->zeros = take_plane(metrics);
    metrics->opened = take_plane(metrics);
    metrics->apart = take_plane(metrics);
    metrics->work = take_plane(metrics);
    msc_regions_init(&metrics->regions, &metrics->shape, &metrics->arena);
    return metrics->arena.status;
}

void msc_metrics_free(msc_metrics *metrics) { msc_arena_free(&metrics->arena); }

/* out: the cells that are set in neither. */
static void neither(const msc_shape *shape, const uint64_t *a, const uint64_t *b, uint64_t *out)
{
    size_t at = 0;
    for (size_t row = 0; row < shape->rows; row++) {
        for (size_t w = 0; w < shape->words; w++, at++)
            out[at] = ~(a[at] | b[at]);
        out[at - 1] &= shape->last;
    }
}

/* All planes of a mask. */
static void read(msc_metrics *m, const uint8_t *mask, msc_poll *poll)
{
    msc_plane_read(&m->shape, mask, m->mines, poll);
    msc_plane_spread(&m->shape, m->mines, m->work, poll);
    neither(&m->shape, m->work, m->work, m->zeros);
    msc_plane_spread(&m->shape, m->zeros, m->opened, poll);
    neither(&m->shape, m->mines, m->opened, m->apart);
}

msc_counts msc_metrics_count(msc_metrics *metrics, const uint8_t *mask, bool islands, msc_poll *poll)
{
    msc_counts counts = {0, 0, 0};
    read(metrics, mask, poll);
    counts.openings = msc_regions_count(&metrics->regions, &metrics->shape, metrics->zeros, NULL, poll);
    counts.bbbv = counts.openings + msc_plane_ones(&metrics->shape, metrics->apart, poll);
    if (islands)
        counts.islands = msc_regions_count(&metrics->regions, &metrics->shape, metrics->apart, NULL, poll);
    return counts;
}

uint32_t msc_metrics_bbbv(msc_metrics *metrics, const uint8_t *mask, msc_poll *poll)
{
    return msc_metrics_count(metrics, mask, false, poll).bbbv;
}

uint32_t msc_metrics_done(msc_metrics *metrics, const uint8_t *mask, const uint8_t *opened, msc_poll *poll)
{
    const msc_shape *shape = &metrics->shape;
    uint64_t *unopened = metrics->opened, *apart = metrics->apart;
    read(metrics, mask, poll);
    msc_plane_read(shape, opened, metrics->work, poll);
    neither(shape, metrics->work, metrics->work, unopened);
    for (size_t at = 0; at < shape->rows * shape->words; at++)
        apart[at] &= metrics->work[at];
    return msc_regions_count(&metrics->regions, shape, metrics->zeros, unopened, poll) +
           msc_plane_ones(shape, apart, poll);
}

static inline uint32_t mine(const uint8_t *row, size_t col) { return row[col] != 0; }

/* The three cells of a row around a column. */
static inline uint32_t three(const uint8_t *row, size_t col, size_t cols)
{
    return (col > 0 ? mine(row, col - 1) : 0) + mine(row, col) + (col + 1 < cols ? mine(row, col + 1) : 0);
}

static inline uint8_t number(const uint8_t *above, const uint8_t *row, const uint8_t *below, size_t col, size_t cols)
{
    uint32_t sum = three(row, col, cols);
    sum += above != NULL ? three(above, col, cols) : 0;
    sum += below != NULL ? three(below, col, cols) : 0;
    return (uint8_t)(mine(row, col) ? 9 : sum);
}

void msc_metrics_numbers(const uint8_t *mask, size_t rows, size_t cols, uint8_t *numbers)
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
