#include "placement.h"

#include <string.h>

/* The cells that the first-click rule protects, the clicked one first. */
typedef struct protected_cells {
    uint32_t cell[9];
    uint32_t count;
} protected_cells;

static void find_protected(const mcore_placement *p, protected_cells *out)
{
    out->count = 0;
    if (p->first_click == MINES_FIRST_ANYTHING)
        return;
    uint32_t clicked = p->row * p->cols + p->col;
    out->cell[out->count++] = clicked;
    if (p->first_click == MINES_FIRST_SAFE)
        return;
    uint32_t top = p->row > 0 ? p->row - 1 : 0, bottom = mcore_min(p->row + 1, p->rows - 1);
    uint32_t left = p->col > 0 ? p->col - 1 : 0, right = mcore_min(p->col + 1, p->cols - 1);
    for (uint32_t row = top; row <= bottom; row++) {
        for (uint32_t col = left; col <= right; col++) {
            uint32_t cell = row * p->cols + col;
            if (cell != clicked)
                out->cell[out->count++] = cell;
        }
    }
}

uint32_t mcore_placement_protected(const mcore_placement *placement)
{
    protected_cells kept;
    find_protected(placement, &kept);
    return kept.count;
}

/* Set `wanted` more cells to `value`, 0 or 1: each choice among the cells without it is equally likely. */
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

bool mcore_placement_next(const mcore_placement *placement, mcore_random *random, mcore_poll *poll, uint8_t *mask)
{
    protected_cells kept;
    find_protected(placement, &kept);
    uint32_t cells = placement->rows * placement->cols;
    uint32_t open = cells - kept.count; /* cells for mines */
    uint32_t mines = mcore_min(placement->mines, open), more = placement->mines - mines;
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
    if (more > 0)               /* then there are protected cells */
        mask[kept.cell[0]] = 1; /* NOLINT(clang-analyzer-core.uninitialized.ArraySubscript) */
    return true;
}

bool mcore_placement_board(const mcore_placement *placement, uint64_t seed, uint64_t number, mcore_poll *poll,
                           uint8_t *mask)
{
    mcore_random random;
    mcore_random_set(&random, seed, number, MCORE_PURPOSE_PLACEMENT);
    return mcore_placement_next(placement, &random, poll, mask);
}
