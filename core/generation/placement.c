#include "placement.h"

#include <string.h>

/* The clicked cell and its neighbours where the rule wants no mine, the clicked cell first. */
typedef struct kept {
    uint32_t cell[9];
    uint32_t count;
} kept;

static void find_kept(const mcore_placement *p, kept *kept)
{
    kept->count = 0;
    if (p->first == MINES_FIRST_ANYTHING)
        return;
    uint32_t clicked = p->row * p->cols + p->col;
    kept->cell[kept->count++] = clicked;
    if (p->first == MINES_FIRST_SAFE)
        return;
    uint32_t top = p->row > 0 ? p->row - 1 : 0, bottom = mcore_min(p->row + 1, p->rows - 1);
    uint32_t left = p->col > 0 ? p->col - 1 : 0, right = mcore_min(p->col + 1, p->cols - 1);
    for (uint32_t row = top; row <= bottom; row++) {
        for (uint32_t col = left; col <= right; col++) {
            uint32_t cell = row * p->cols + col;
            if (cell != clicked)
                kept->cell[kept->count++] = cell;
        }
    }
}

uint32_t mcore_placement_kept_free(const mcore_placement *placing)
{
    kept kept;
    find_kept(placing, &kept);
    return kept.count;
}

/* Give `value` to `wanted` more cells, 0 or 1, all choices among the cells without it equally likely. */
static bool scatter(uint8_t *mask, uint32_t cells, uint8_t value, uint32_t wanted, mcore_random *random,
                    mcore_poll *poll)
{
    uint32_t refuse = (0 - cells) % cells; /* 2^32 mod cells */
    while (wanted > 0) {
        uint64_t word = mcore_random_next(random);
        for (int half = 0; half < 2 && wanted > 0; half++, word >>= 32) {
            uint64_t product = (word & 0xffffffffu) * cells;
            if ((uint32_t)product < refuse)
                continue;
            uint8_t *cell = mask + (product >> 32);
            wanted -= *cell ^ value;
            *cell = value;
        }
        if (poll != NULL && mcore_poll_step(poll, 2))
            return false;
    }
    return true;
}

bool mcore_placement_next(const mcore_placement *placing, mcore_random *random, mcore_poll *poll, uint8_t *mask)
{
    kept kept;
    find_kept(placing, &kept);
    uint32_t cells = placing->rows * placing->cols;
    uint32_t open = cells - kept.count; /* cells where mines go first */
    uint32_t mines = mcore_min(placing->mines, open), more = placing->mines - mines;
    uint8_t value = mines <= open / 2;
    memset(mask, !value, cells);
    for (uint32_t i = 0; i < kept.count; i++)
        mask[kept.cell[i]] = value;
    if (!scatter(mask, cells, value, value ? mines : open - mines, random, poll))
        return false;
    for (uint32_t i = 0; i < kept.count; i++)
        mask[kept.cell[i]] = 0;
    for (uint32_t i = 1; i < kept.count && more > 0; i++, more--) {
        uint32_t other = i + mcore_random_below(random, kept.count - i), chosen = kept.cell[other];
        kept.cell[other] = kept.cell[i];
        mask[chosen] = 1;
    }
    if (more > 0)               /* then some are kept */
        mask[kept.cell[0]] = 1; /* NOLINT(clang-analyzer-core.uninitialized.ArraySubscript) */
    return true;
}

bool mcore_placement_board(const mcore_placement *placing, uint64_t seed, uint64_t number, mcore_poll *poll,
                           uint8_t *mask)
{
    mcore_random random;
    mcore_random_set(&random, seed, number, MCORE_PURPOSE_PLACEMENT);
    return mcore_placement_next(placing, &random, poll, mask);
}
