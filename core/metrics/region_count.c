#include "region_count.h"

#include "../base/bits.h"
#include "region_shrink.h"

bool mcore_region_counter_init(mcore_region_counter *regions, const mcore_bitboard_shape *shape, mcore_arena *arena)
{
    size_t most = (shape->cols + 1) / 2;
    for (int i = 0; i < 2; i++) {
        mcore_region_runs *runs = regions->rows + i;
        runs->first = mcore_arena_alloc(arena, most, sizeof *runs->first);
        runs->last = mcore_arena_alloc(arena, most, sizeof *runs->last);
        runs->parent = mcore_arena_alloc(arena, most, sizeof *runs->parent);
        runs->spoilt = mcore_arena_alloc(arena, most, sizeof *runs->spoilt);
    }
    regions->heir = mcore_arena_alloc(arena, most, sizeof *regions->heir);
    return arena->status == MINES_OK;
}

static void find_runs(mcore_region_runs *runs, const uint64_t *row, size_t words)
{
    uint32_t first = 0, last = 0;
    uint64_t before = 0;
    for (size_t w = 0; w < words; w++) {
        uint64_t bits = row[w], after = w + 1 < words ? row[w + 1] << 63 : 0;
        for (uint64_t x = bits & ~(bits << 1 | before); x != 0; x &= x - 1)
            runs->first[first++] = (uint32_t)(64 * w) + (uint32_t)mcore_lowest_bit(x);
        for (uint64_t x = bits & ~(bits >> 1 | after); x != 0; x &= x - 1)
            runs->last[last++] = (uint32_t)(64 * w) + (uint32_t)mcore_lowest_bit(x);
        before = bits >> 63;
    }
    runs->count = first;
}

/* Does a run have a bit of this row in common? */
static bool meets(const uint64_t *row, uint32_t first, uint32_t last)
{
    uint64_t from = ~(uint64_t)0 << first % 64, to = ~(uint64_t)0 >> (63 - last % 64);
    uint32_t w = first / 64, end = last / 64;
    if (w == end)
        return (row[w] & from & to) != 0;
    if ((row[w] & from) != 0 || (row[end] & to) != 0)
        return true;
    while (++w < end)
        if (row[w] != 0)
            return true;
    return false;
}

static uint32_t root_of(mcore_region_runs *runs, uint32_t i)
{
    while (runs->parent[i] != i) {
        runs->parent[i] = runs->parent[runs->parent[i]];
        i = runs->parent[i];
    }
    return i;
}

/* One region of two, by their roots. */
static uint32_t join(mcore_region_runs *runs, uint32_t a, uint32_t b)
{
    uint32_t low = mcore_min(a, b), high = mcore_max(a, b);
    runs->parent[high] = low;
    runs->spoilt[low] = runs->spoilt[low] || runs->spoilt[high];
    return low;
}

/* Link the runs of a row to those of the row above. As their parent they get a run of the row above, or MCORE_NONE. */
static void link_up(mcore_region_runs *above, mcore_region_runs *here)
{
    uint32_t k = 0;
    for (uint32_t i = 0; i < here->count; i++) {
        while (k < above->count && above->last[k] + 1 < here->first[i])
            k++;
        here->parent[i] = MCORE_NONE;
        for (uint32_t j = k; j < above->count && above->first[j] <= here->last[i] + 1; j++) {
            uint32_t root = root_of(above, j), have = here->parent[i];
            here->parent[i] = have == MCORE_NONE || have == root ? root : join(above, have, root);
            k = j;
        }
    }
}

/* Give the regions to the runs of this row. Returns how many of the row above had no heir and were not spoilt. */
static uint32_t hand_down(mcore_region_runs *above, mcore_region_runs *here, uint32_t *heir)
{
    uint32_t ended = 0;
    for (uint32_t k = 0; k < above->count; k++)
        heir[k] = MCORE_NONE;
    for (uint32_t i = 0; i < here->count; i++) {
        if (here->parent[i] == MCORE_NONE) {
            here->parent[i] = i;
            continue;
        }
        uint32_t root = root_of(above, here->parent[i]);
        if (heir[root] == MCORE_NONE) {
            heir[root] = i;
            here->spoilt[i] = here->spoilt[i] || above->spoilt[root];
        } else if (here->spoilt[i]) {
            here->spoilt[heir[root]] = true;
        }
        here->parent[i] = heir[root];
    }
    for (uint32_t k = 0; k < above->count; k++)
        ended += above->parent[k] == k && heir[k] == MCORE_NONE && !above->spoilt[k];
    return ended;
}

/* By their runs. */
static uint32_t count_runs(mcore_region_counter *regions, const mcore_bitboard_shape *shape, const uint64_t *plane,
                           const uint64_t *spoil, mcore_poll *poll)
{
    mcore_region_runs *above = &regions->rows[0], *here = &regions->rows[1];
    uint32_t count = 0;
    above->count = 0;
    /* the empty row behind the last one ends all regions */
    for (size_t row = 0; row <= shape->rows; row++, plane += shape->words) {
        find_runs(here, plane, shape->words);
        for (uint32_t i = 0; i < here->count; i++)
            here->spoilt[i] = spoil != NULL && meets(spoil + row * shape->words, here->first[i], here->last[i]);
        link_up(above, here);
        count += hand_down(above, here, regions->heir);
        mcore_region_runs *swap = above;
        above = here;
        here = swap;
        if (mcore_poll_step(poll, (uint32_t)shape->words + 8 * above->count))
            break;
    }
    return count;
}

uint32_t mcore_region_count(mcore_region_counter *regions, const mcore_bitboard_shape *shape, const uint64_t *plane,
                            const uint64_t *spoil, mcore_poll *poll)
{
    uint64_t left[MCORE_REGION_SHRINK_SIDE + 1];
    bool any;
    if (spoil != NULL || !mcore_region_shrink_fits(shape))
        return count_runs(regions, shape, plane, spoil, poll);
    uint32_t count = mcore_region_shrink(shape, plane, left, &any);
    left[shape->rows] = 0;
    return any ? count + count_runs(regions, shape, left, NULL, poll) : count;
}
