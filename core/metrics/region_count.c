#include "region_count.h"

#include "../base/bits.h"
#include "region_shrink.h"

bool mcore_region_counter_init(mcore_region_counter *counter, const mcore_bitboard_shape *shape, mcore_arena *arena)
{
    size_t most = (shape->cols + 1) / 2;
    for (int i = 0; i < 2; i++) {
        mcore_region_runs *runs = counter->rows + i;
        runs->first = mcore_arena_alloc(arena, most, sizeof *runs->first);
        runs->last = mcore_arena_alloc(arena, most, sizeof *runs->last);
        runs->parent = mcore_arena_alloc(arena, most, sizeof *runs->parent);
        runs->excluded = mcore_arena_alloc(arena, most, sizeof *runs->excluded);
    }
    counter->successor = mcore_arena_alloc(arena, most, sizeof *counter->successor);
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

/* Whether any bit of a row from column `first` to `last` is set. */
static bool any_set(const uint64_t *row, uint32_t first, uint32_t last)
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

/* Join two regions, given by their roots; returns the new root. */
static uint32_t join(mcore_region_runs *runs, uint32_t a, uint32_t b)
{
    uint32_t low = mcore_min(a, b), high = mcore_max(a, b);
    runs->parent[high] = low;
    runs->excluded[low] = runs->excluded[low] || runs->excluded[high];
    return low;
}

/* Join the regions that a row's runs connect. A run's parent becomes a run of the row above, or MCORE_NONE. */
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

/* Make the parents of this row's runs roots of this row. Returns how many regions of the row above have ended there
   and are not excluded. */
static uint32_t pass_down(mcore_region_runs *above, mcore_region_runs *here, uint32_t *successor)
{
    uint32_t ended = 0;
    for (uint32_t k = 0; k < above->count; k++)
        successor[k] = MCORE_NONE;
    for (uint32_t i = 0; i < here->count; i++) {
        if (here->parent[i] == MCORE_NONE) {
            here->parent[i] = i;
            continue;
        }
        uint32_t root = root_of(above, here->parent[i]);
        if (successor[root] == MCORE_NONE) {
            successor[root] = i;
            here->excluded[i] = here->excluded[i] || above->excluded[root];
        } else if (here->excluded[i]) {
            here->excluded[successor[root]] = true;
        }
        here->parent[i] = successor[root];
    }
    for (uint32_t k = 0; k < above->count; k++)
        ended += above->parent[k] == k && successor[k] == MCORE_NONE && !above->excluded[k];
    return ended;
}

static uint32_t count_runs(mcore_region_counter *counter, const mcore_bitboard_shape *shape, const uint64_t *bits,
                           const uint64_t *exclude, mcore_poll *poll)
{
    mcore_region_runs *above = &counter->rows[0], *here = &counter->rows[1];
    uint32_t count = 0;
    above->count = 0;
    /* the empty row after the last one ends all regions */
    for (size_t row = 0; row <= shape->rows; row++, bits += shape->words) {
        find_runs(here, bits, shape->words);
        for (uint32_t i = 0; i < here->count; i++)
            here->excluded[i] = exclude != NULL && any_set(exclude + row * shape->words, here->first[i], here->last[i]);
        link_up(above, here);
        count += pass_down(above, here, counter->successor);
        mcore_region_runs *swap = above;
        above = here;
        here = swap;
        if (mcore_poll_step(poll, (uint32_t)shape->words + 8 * above->count))
            break;
    }
    return count;
}

uint32_t mcore_region_count(mcore_region_counter *counter, const mcore_bitboard_shape *shape, const uint64_t *bits,
                            const uint64_t *exclude, mcore_poll *poll)
{
    uint64_t left[MCORE_REGION_SHRINK_SIDE + 1];
    bool any;
    if (exclude != NULL || !mcore_region_shrink_fits(shape))
        return count_runs(counter, shape, bits, exclude, poll);
    uint32_t count = mcore_region_shrink(shape, bits, left, &any);
    left[shape->rows] = 0;
    return any ? count + count_runs(counter, shape, left, NULL, poll) : count;
}
