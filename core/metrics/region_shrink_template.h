/*
 * region_shrink_template.h - the shrinking function NAME for rows of one WORD; region_shrink.c includes it for each
 * type. The inner loop is written so that compilers process LANES rows in one vector.
 */

static uint32_t NAME(const uint64_t *bits, size_t rows, uint64_t *left, bool *any)
{
    enum { LANES = 4 };
    const WORD two = (WORD)0x5555555555555555u, four = (WORD)0x3333333333333333u, eight = (WORD)0x0f0f0f0f0f0f0f0fu;
    const WORD bytes = (WORD)0x00ff00ff00ff00ffu, each = (WORD)0x0001000100010001u;
    WORD space[2][MCORE_REGION_SHRINK_SIDE + LANES + 2], *now = space[0], *next = space[1];
    size_t last = (rows + LANES - 1) / LANES * LANES;
    uint32_t count = 0;
    WORD all = 0;
    for (size_t i = 0; i < rows; i++)
        all |= now[i + 1] = (WORD)bits[i];
    for (size_t i = rows + 1; i <= last + 1; i++)
        now[i] = 0;
    now[0] = next[0] = next[last + 1] = 0;
    for (int round = 0; all != 0 && round < MCORE_REGION_SHRINK_ROUNDS; round++) {
        WORD ones = 0;
        all = 0;
        for (size_t i = 1; i <= last; i++) {
            WORD here = now[i], below = now[i + 1], beside = now[i - 1] | below, column = here | beside;
            WORD stays = (WORD)((here & (below | (here | below) >> 1)) | (here >> 1 & below));
            WORD alone = (WORD)(here & ~(beside | column << 1 | column >> 1));
            next[i] = stays;
            all |= stays;
            /* cells that are alone don't touch: at most 4 in a byte of every second row, so a byte can hold the sum */
            alone = (WORD)(alone - (alone >> 1 & two));
            alone = (WORD)((alone & four) + (alone >> 2 & four));
            ones = (WORD)(ones + ((alone + (alone >> 4)) & eight));
        }
        ones = (WORD)((ones & bytes) + (ones >> 8 & bytes));
        count += (uint32_t)((WORD)(ones * each) >> (8 * sizeof(WORD) - 16));
        WORD *swap = now;
        now = next;
        next = swap;
    }
    *any = all != 0;
    for (size_t i = 0; all != 0 && i < rows; i++)
        left[i] = now[i + 1];
    return count;
}
