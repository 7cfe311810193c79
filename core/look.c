#include "look.h"

#include "bits.h"

/* Sets of sites, one bit each. All have `guard` empty words in front and behind, for the neighbours of the first and
   the last cells. */
typedef struct planes {
    size_t words, guard;
    uint64_t *opened, *unopened, *known;
    uint64_t *digit[4]; /* of opened numbers, in binary */
} planes;

/* Four bits of up to 64 numbers. */
typedef struct sums {
    uint64_t bit[4];
} sums;

/* Bit `bit` of eight bytes, gathered into eight bits. */
static uint64_t gather(uint64_t bytes, int bit)
{
    return ((bytes >> bit & 0x0101010101010101u) * 0x0102040810204080u) >> 56;
}

static bool make_planes(planes *p, const msc_board *board, msc_arena *arena)
{
    p->words = ((size_t)board->sites + 63) / 64;
    p->guard = board->stride / 64 + 2;
    size_t each = p->words + 2 * p->guard;
    uint64_t *all = msc_take_zero(arena, 7 * each, sizeof *all);
    if (all == NULL)
        return false;
    p->opened = all;
    p->unopened = all + each;
    p->known = all + 2 * each;
    for (size_t i = 0; i < 4; i++)
        p->digit[i] = all + (3 + i) * each;
    for (size_t group = 0; group < ((size_t)board->sites + 7) / 8; group++) {
        const uint8_t *cell = board->cell + group * 8;
        size_t word = group / 8 + p->guard;
        int at = (int)(group % 8) * 8;
        uint64_t bytes = 0;
        for (int k = 0; k < 8; k++) /* one load, where the compiler sees it */
            bytes |= (uint64_t)cell[k] << (8 * k);
        uint64_t unopened = gather(bytes, MSC_UNOPENED_BIT), known = gather(bytes, MSC_KNOWN_BIT);
        p->opened[word] |= (~(unopened | known | gather(bytes, MSC_WALL_BIT)) & 0xff) << at;
        p->unopened[word] |= unopened << at;
        p->known[word] |= known << at;
        for (int i = 0; i < 4; i++)
            p->digit[i][word] |= gather(bytes, i) << at;
    }
    return true;
}

/* The 64 bits of a set that stand `away` sites from those of a word. */
static uint64_t shifted(const uint64_t *set, size_t word, int32_t away)
{
    size_t bit = word * 64 + (size_t)(ptrdiff_t)away; /* the guard keeps it from going below 0 */
    const uint64_t *at = set + bit / 64;
    return at[0] >> bit % 64 | at[1] << 1 << (63 - bit % 64);
}

/* How many of a set's cells are around each cell of a word: eight bits added to four. */
static sums count_around(const uint64_t *set, size_t word, const int32_t around[8])
{
    uint64_t x[8];
    for (int k = 0; k < 8; k++)
        x[k] = shifted(set, word, around[k]);
    uint64_t ab = x[0] ^ x[1], s1 = ab ^ x[2], c1 = (x[0] & x[1]) | (ab & x[2]);
    uint64_t de = x[3] ^ x[4], s2 = de ^ x[5], c2 = (x[3] & x[4]) | (de & x[5]);
    uint64_t s3 = x[6] ^ x[7], c3 = x[6] & x[7];
    uint64_t ss = s1 ^ s2, c4 = (s1 & s2) | (ss & s3);
    uint64_t cc = c1 ^ c2, t = cc ^ c3, c5 = (c1 & c2) | (cc & c3), c6 = t & c4;
    return (sums){{ss ^ s3, t ^ c4, c5 ^ c6, c5 & c6}};
}

/* a - b for each of 64 numbers; *below has those with a < b. */
static sums subtract(const uint64_t a[4], const uint64_t b[4], uint64_t *below)
{
    sums result;
    uint64_t borrow = 0;
    for (int i = 0; i < 4; i++) {
        uint64_t differ = a[i] ^ b[i];
        result.bit[i] = differ ^ borrow;
        borrow = (~a[i] & b[i]) | (~differ & borrow);
    }
    *below = borrow;
    return result;
}

static uint8_t number_at(const sums *s, int bit)
{
    return (uint8_t)((s->bit[0] >> bit & 1) | (s->bit[1] >> bit & 1) << 1 | (s->bit[2] >> bit & 1) << 2 |
                     (s->bit[3] >> bit & 1) << 3);
}

mines_status msc_look_at(msc_look *look, const msc_board *board, msc_arena *arena, mines_fault *fault)
{
    planes p;
    look->numbers = 0;
    look->view = msc_take_zero(arena, board->sites, sizeof *look->view);
    look->site = msc_take(arena, board->sites, sizeof *look->site);
    if (!make_planes(&p, board, arena))
        return arena->status;
    for (size_t word = p.guard; word < p.guard + p.words; word++) {
        if (p.opened[word] == 0)
            continue;
        uint64_t digit[4], few, many;
        for (int i = 0; i < 4; i++)
            digit[i] = p.digit[i][word];
        sums known = count_around(p.known, word, board->around);
        sums undecided = count_around(p.unopened, word, board->around);
        sums residual = subtract(digit, known.bit, &few);
        (void)subtract(undecided.bit, residual.bit, &many);
        uint32_t first = (uint32_t)((word - p.guard) * 64);
        uint64_t wrong = p.opened[word] & (few | many);
        if (wrong != 0) {
            msc_fault_at(fault, board, first + (uint32_t)msc_lowest(wrong), MINES_REASON_NUMBER);
            return MINES_NO_VALID_BOARD;
        }
        uint64_t open = p.opened[word] & (undecided.bit[0] | undecided.bit[1] | undecided.bit[2] | undecided.bit[3]);
        for (; open != 0; open &= open - 1) {
            int bit = msc_lowest(open);
            uint32_t site = first + (uint32_t)bit;
            look->view[site] = (msc_view){number_at(&residual, bit), number_at(&undecided, bit)};
            look->site[look->numbers++] = site;
        }
    }
    return MINES_OK;
}
