#include "propagate.h"

#include "../base/bits.h"

/* Four bits of up to 64 numbers. */
typedef struct sums {
    uint64_t bit[4];
} sums;

/* What the opened numbers of a word see: `open` have undecided neighbours, `wrong` can't be met. */
typedef struct sight {
    sums residual, undecided;
    uint64_t open, wrong;
} sight;

typedef struct planes {
    uint64_t *known;    /* mines: those of the board and those found */
    uint64_t *digit[4]; /* of opened numbers, in binary */
    uint64_t *empty;    /* numbers that have all their mines */
    uint64_t *full;     /* numbers that need all their undecided neighbours */
    sight *sight;       /* by word with opened numbers: as it was when cells around were last decided */
    /* By word, with `reach` more in front and behind: whether this round decides cells there, or marked numbers. */
    bool *decided, *marked;
    size_t reach; /* how many words away a neighbour can be */
} planes;

/* Bit `bit` of eight bytes, gathered into eight bits. */
static uint64_t gather(uint64_t bytes, int bit)
{
    return ((bytes >> bit & 0x0101010101010101u) * 0x0102040810204080u) >> 56;
}

/* The planes, and the sets of `look`. */
static bool make_planes(planes *p, mcore_propagation *look, const mcore_board *board, mcore_arena *arena)
{
    enum { PLANES = 11 };
    size_t guard = board->stride / 64 + 2;
    look->words = ((size_t)board->sites + 63) / 64;
    size_t each = look->words + 2 * guard;
    uint64_t *at = mcore_arena_alloc_zeroed(arena, PLANES * each, sizeof *at);
    p->reach = board->stride / 64 + 1;
    p->sight = mcore_arena_alloc(arena, look->words, sizeof *p->sight);
    p->decided = mcore_arena_alloc_zeroed(arena, look->words + 2 * p->reach, sizeof *p->decided);
    p->marked = mcore_arena_alloc_zeroed(arena, look->words + 2 * p->reach, sizeof *p->marked);
    if (arena->status != MINES_OK)
        return false;
    uint64_t **const all[PLANES] = {&look->opened, &look->undecided, &look->safe,  &look->mines, &p->known,   &p->empty,
                                    &p->full,      &p->digit[0],     &p->digit[1], &p->digit[2], &p->digit[3]};
    at += guard;
    for (int i = 0; i < PLANES; i++, at += each)
        *all[i] = at;
    for (size_t group = 0; group < ((size_t)board->sites + 7) / 8; group++) {
        const uint8_t *cell = board->cell + group * 8;
        size_t word = group / 8;
        int shift = (int)(group % 8) * 8;
        uint64_t bytes = 0;
        for (int k = 0; k < 8; k++) /* one load, where the compiler sees it */
            bytes |= (uint64_t)cell[k] << (8 * k);
        uint64_t unopened = gather(bytes, MCORE_UNOPENED_BIT), known = gather(bytes, MCORE_KNOWN_BIT);
        look->opened[word] |= (~(unopened | known | gather(bytes, MCORE_WALL_BIT)) & 0xff) << shift;
        look->undecided[word] |= unopened << shift;
        p->known[word] |= known << shift;
        for (int i = 0; i < 4; i++)
            p->digit[i][word] |= gather(bytes, i) << shift;
    }
    return true;
}

/* The 64 bits of a set that stand `away` sites from those of a word. */
static uint64_t shifted(const uint64_t *set, size_t word, int32_t away)
{
    int32_t words = away >> 6, bits = away & 63; /* rounded down, by every compiler there is */
    const uint64_t *at = set + (ptrdiff_t)word + words;
    return at[0] >> bits | at[1] << 1 << (63 - bits);
}

/* The cells of a word that have one of a set around them. */
static uint64_t beside(const uint64_t *set, size_t word, const int32_t neighbour_offset[8])
{
    uint64_t any = 0;
    for (int k = 0; k < 8; k++)
        any |= shifted(set, word, neighbour_offset[k]);
    return any;
}

/* How many of a set's cells are around each cell of a word: eight bits added to four. */
static sums count_around(const uint64_t *set, size_t word, const int32_t neighbour_offset[8])
{
    uint64_t x[8];
    for (int k = 0; k < 8; k++)
        x[k] = shifted(set, word, neighbour_offset[k]);
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

/* Whether a word with such a flag is within reach of a word. */
static bool within_reach(const planes *p, const bool *flags, size_t word)
{
    bool any = false;
    for (size_t i = 0; i <= 2 * p->reach; i++)
        any |= flags[word + i];
    return any;
}

/* Look at the numbers of a word as things stand. */
static const sight *see(const planes *p, const mcore_propagation *look, size_t word, const int32_t neighbour_offset[8])
{
    sight *s = p->sight + word;
    uint64_t digit[4], few, many, opened = look->opened[word];
    for (int i = 0; i < 4; i++)
        digit[i] = p->digit[i][word];
    sums known = count_around(p->known, word, neighbour_offset);
    s->undecided = count_around(look->undecided, word, neighbour_offset);
    s->residual = subtract(digit, known.bit, &few);
    (void)subtract(s->undecided.bit, s->residual.bit, &many);
    s->open = opened & (s->undecided.bit[0] | s->undecided.bit[1] | s->undecided.bit[2] | s->undecided.bit[3]);
    s->wrong = opened & (few | many);
    return s;
}

/* Mark the numbers that decide something, the first time or where cells around were decided since; false at one that
   can't be met, which is *wrong. */
static bool mark(const planes *p, const mcore_propagation *look, const int32_t neighbour_offset[8], bool first,
                 uint32_t *wrong)
{
    for (size_t word = 0; word < look->words; word++) {
        p->marked[word + p->reach] = false;
        if (look->opened[word] == 0 || !(first || within_reach(p, p->decided, word)))
            continue;
        const sight *s = see(p, look, word, neighbour_offset);
        if (s->wrong != 0) {
            *wrong = (uint32_t)(word * 64) + (uint32_t)mcore_lowest_bit(s->wrong);
            return false;
        }
        uint64_t some = 0, differ = 0;
        for (int i = 0; i < 4; i++) {
            some |= s->residual.bit[i];
            differ |= s->residual.bit[i] ^ s->undecided.bit[i];
        }
        p->empty[word] = s->open & ~some;
        p->full[word] = s->open & ~differ;
        p->marked[word + p->reach] = (p->empty[word] | p->full[word]) != 0;
    }
    return true;
}

/* Decide the cells around marked numbers; in how many words, or -1 where a cell is decided both ways. Numbers that were
   marked in earlier rounds have no undecided cell around any more. */
static int64_t decide(const planes *p, const mcore_propagation *look, const int32_t neighbour_offset[8])
{
    int64_t changed = 0;
    for (size_t word = 0; word < look->words; word++) {
        uint64_t undecided = look->undecided[word];
        p->decided[word + p->reach] = false;
        if (undecided == 0 || !within_reach(p, p->marked, word))
            continue;
        uint64_t safe = undecided & beside(p->empty, word, neighbour_offset);
        uint64_t mines = undecided & beside(p->full, word, neighbour_offset);
        if ((safe & mines) != 0)
            return -1;
        look->safe[word] |= safe;
        look->mines[word] |= mines;
        p->known[word] |= mines;
        look->undecided[word] = undecided & ~(safe | mines);
        p->decided[word + p->reach] = (safe | mines) != 0;
        changed += (safe | mines) != 0;
    }
    return changed;
}

/* Round after round; false: contradiction. */
static bool propagate(const planes *p, const mcore_propagation *look, const mcore_board *board, mines_fault *fault)
{
    for (bool first = true;; first = false) {
        uint32_t wrong;
        if (!mark(p, look, board->neighbour_offset, first, &wrong)) {
            if (first)
                mcore_fault_at(fault, board, wrong, MINES_REASON_NUMBER);
            return false;
        }
        int64_t changed = decide(p, look, board->neighbour_offset);
        if (changed < 0)
            return false;
        if ((size_t)changed <= look->words / 8)
            return true; /* others decide the rest one by one */
    }
}

mines_status mcore_propagate(mcore_propagation *look, const mcore_board *board, mcore_arena *arena, mines_fault *fault)
{
    planes p;
    look->numbers = 0;
    look->view = mcore_arena_alloc(arena, board->sites, sizeof *look->view);
    look->site = mcore_arena_alloc(arena, board->sites, sizeof *look->site);
    if (!make_planes(&p, look, board, arena))
        return arena->status;
    if (!propagate(&p, look, board, fault))
        return MINES_NO_VALID_BOARD;
    for (size_t word = 0; word < look->words; word++) {
        if (look->opened[word] == 0)
            continue;
        const sight *s =
            within_reach(&p, p.decided, word) ? see(&p, look, word, board->neighbour_offset) : p.sight + word;
        if (s->wrong != 0)
            return MINES_NO_VALID_BOARD;
        for (uint64_t open = s->open; open != 0; open &= open - 1) {
            int bit = mcore_lowest_bit(open);
            uint32_t site = (uint32_t)(word * 64) + (uint32_t)bit;
            look->view[site] = (mcore_number_view){number_at(&s->residual, bit), number_at(&s->undecided, bit)};
            look->site[look->numbers++] = site;
        }
    }
    return MINES_OK;
}
