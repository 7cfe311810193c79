#include "propagate.h"

#include "../base/bits.h"

/* 64 numbers of four bits, bit-sliced. */
typedef struct sums {
    uint64_t bit[4];
} sums;

/* The state of a word's opened numbers. */
typedef struct word_view {
    sums residual, undecided;
    uint64_t open;  /* numbers with an undecided neighbour */
    uint64_t wrong; /* numbers that can't be satisfied */
} word_view;

typedef struct planes {
    uint64_t *known;    /* mines: the board's known ones and the decided ones */
    uint64_t *digit[4]; /* of opened numbers, in binary */
    uint64_t *empty;    /* numbers that have all their mines */
    uint64_t *full;     /* numbers that need all their undecided neighbours */
    word_view *view;    /* by word with opened numbers: as of the last round in which a cell nearby was decided */
    /* By word, with `reach` more at both ends: this round decides cells there; it has numbers that decide. */
    bool *decided, *marked;
    size_t reach; /* how many words away a neighbour can be */
} planes;

/* ---- Loading ---- */

/* Bit `bit` of eight bytes, gathered into eight bits. */
static uint64_t gather(uint64_t bytes, int bit)
{
    return ((bytes >> bit & 0x0101010101010101u) * 0x0102040810204080u) >> 56;
}

/* Allocate the planes and the propagation's sets, all empty. */
static bool alloc_planes(planes *p, mcore_propagation *propagation, const mcore_board *board, mcore_arena *arena)
{
    enum { PLANES = 11 };
    size_t guard = board->stride / 64 + 2;
    propagation->words = ((size_t)board->sites + 63) / 64;
    size_t each = propagation->words + 2 * guard;
    uint64_t *at = mcore_arena_alloc_zeroed(arena, PLANES * each, sizeof *at);
    p->reach = board->stride / 64 + 1;
    p->view = mcore_arena_alloc(arena, propagation->words, sizeof *p->view);
    p->decided = mcore_arena_alloc_zeroed(arena, propagation->words + 2 * p->reach, sizeof *p->decided);
    p->marked = mcore_arena_alloc_zeroed(arena, propagation->words + 2 * p->reach, sizeof *p->marked);
    if (arena->status != MINES_OK)
        return false;
    uint64_t **const all[PLANES] = {&propagation->opened,
                                    &propagation->undecided,
                                    &propagation->safe,
                                    &propagation->mines,
                                    &p->known,
                                    &p->empty,
                                    &p->full,
                                    &p->digit[0],
                                    &p->digit[1],
                                    &p->digit[2],
                                    &p->digit[3]};
    at += guard;
    for (int i = 0; i < PLANES; i++, at += each)
        *all[i] = at;
    return true;
}

/* Fill them from the board, eight cells at a time. */
static void load_planes(const planes *p, const mcore_propagation *propagation, const mcore_board *board)
{
    for (size_t group = 0; group < ((size_t)board->sites + 7) / 8; group++) {
        const uint8_t *cell = board->cell + group * 8;
        size_t word = group / 8;
        int shift = (int)(group % 8) * 8;
        uint64_t bytes = 0;
        for (int k = 0; k < 8; k++) /* compilers make one load of this */
            bytes |= (uint64_t)cell[k] << (8 * k);
        uint64_t unopened = gather(bytes, MCORE_UNOPENED_BIT), known = gather(bytes, MCORE_KNOWN_BIT);
        propagation->opened[word] |= (~(unopened | known | gather(bytes, MCORE_WALL_BIT)) & 0xff) << shift;
        propagation->undecided[word] |= unopened << shift;
        p->known[word] |= known << shift;
        for (int i = 0; i < 4; i++)
            p->digit[i][word] |= gather(bytes, i) << shift;
    }
}

/* ---- 64 cells at once ---- */

/* The 64 bits of a set that are `offset` sites from those of a word. */
static uint64_t shifted(const uint64_t *set, size_t word, int32_t offset)
{
    int32_t words = offset >> 6, bits = offset & 63; /* rounds down with all compilers */
    const uint64_t *at = set + (ptrdiff_t)word + words;
    return at[0] >> bits | at[1] << 1 << (63 - bits);
}

/* The cells of a word that have a neighbour in a set. */
static uint64_t beside(const uint64_t *set, size_t word, const int32_t neighbour_offset[8])
{
    uint64_t any = 0;
    for (int k = 0; k < 8; k++)
        any |= shifted(set, word, neighbour_offset[k]);
    return any;
}

/* How many neighbours in a set each cell of a word has: full adders sum eight bits to four. */
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

/* a - b for each of 64 numbers; *below is where a < b. */
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

/* ---- Rounds ---- */

/* Whether a flag is set for a word that can hold a neighbour of this word's cells. */
static bool within_reach(const planes *p, const bool *flags, size_t word)
{
    bool any = false;
    for (size_t i = 0; i <= 2 * p->reach; i++)
        any |= flags[word + i];
    return any;
}

/* Bring the view of a word up to date. */
static const word_view *update_view(const planes *p, const mcore_propagation *propagation, size_t word,
                                    const int32_t neighbour_offset[8])
{
    word_view *v = p->view + word;
    uint64_t digit[4], few, many, opened = propagation->opened[word];
    for (int i = 0; i < 4; i++)
        digit[i] = p->digit[i][word];
    sums known = count_around(p->known, word, neighbour_offset);
    v->undecided = count_around(propagation->undecided, word, neighbour_offset);
    v->residual = subtract(digit, known.bit, &few);
    (void)subtract(v->undecided.bit, v->residual.bit, &many);
    v->open = opened & (v->undecided.bit[0] | v->undecided.bit[1] | v->undecided.bit[2] | v->undecided.bit[3]);
    v->wrong = opened & (few | many);
    return v;
}

/* Mark the numbers that decide something: in the first round all, later those near newly decided cells. False at a
   number that can't be satisfied, whose site is *wrong. */
static bool mark(const planes *p, const mcore_propagation *propagation, const int32_t neighbour_offset[8], bool first,
                 uint32_t *wrong)
{
    for (size_t word = 0; word < propagation->words; word++) {
        p->marked[word + p->reach] = false;
        if (propagation->opened[word] == 0 || !(first || within_reach(p, p->decided, word)))
            continue;
        const word_view *v = update_view(p, propagation, word, neighbour_offset);
        if (v->wrong != 0) {
            *wrong = (uint32_t)(word * 64) + (uint32_t)mcore_lowest_bit(v->wrong);
            return false;
        }
        uint64_t some = 0, differ = 0;
        for (int i = 0; i < 4; i++) {
            some |= v->residual.bit[i];
            differ |= v->residual.bit[i] ^ v->undecided.bit[i];
        }
        p->empty[word] = v->open & ~some;
        p->full[word] = v->open & ~differ;
        p->marked[word + p->reach] = (p->empty[word] | p->full[word]) != 0;
    }
    return true;
}

/* Decide the cells around marked numbers. Returns the number of words that changed, or -1 if a cell is decided both
   ways. (Numbers marked in earlier rounds have no undecided neighbour any more.) */
static int64_t decide(const planes *p, const mcore_propagation *propagation, const int32_t neighbour_offset[8])
{
    int64_t changed = 0;
    for (size_t word = 0; word < propagation->words; word++) {
        uint64_t undecided = propagation->undecided[word];
        p->decided[word + p->reach] = false;
        if (undecided == 0 || !within_reach(p, p->marked, word))
            continue;
        uint64_t safe = undecided & beside(p->empty, word, neighbour_offset);
        uint64_t mines = undecided & beside(p->full, word, neighbour_offset);
        if ((safe & mines) != 0)
            return -1;
        propagation->safe[word] |= safe;
        propagation->mines[word] |= mines;
        p->known[word] |= mines;
        propagation->undecided[word] = undecided & ~(safe | mines);
        p->decided[word + p->reach] = (safe | mines) != 0;
        changed += (safe | mines) != 0;
    }
    return changed;
}

/* Repeat rounds while they are worth it; false on a contradiction. */
static bool run_rounds(const planes *p, const mcore_propagation *propagation, const mcore_board *board,
                       mines_fault *fault)
{
    for (bool first = true;; first = false) {
        uint32_t wrong;
        if (!mark(p, propagation, board->neighbour_offset, first, &wrong)) {
            if (first)
                mcore_board_fault(fault, board, wrong, MINES_FAULT_NUMBER);
            return false;
        }
        int64_t changed = decide(p, propagation, board->neighbour_offset);
        if (changed < 0)
            return false;
        if ((size_t)changed <= propagation->words / 8)
            return true;
    }
}

/* List the numbers that still have an undecided neighbour; false on a contradiction. */
static bool list_numbers(const planes *p, mcore_propagation *propagation, const mcore_board *board)
{
    for (size_t word = 0; word < propagation->words; word++) {
        if (propagation->opened[word] == 0)
            continue;
        bool outdated = within_reach(p, p->decided, word);
        const word_view *v = outdated ? update_view(p, propagation, word, board->neighbour_offset) : p->view + word;
        if (v->wrong != 0)
            return false;
        for (uint64_t open = v->open; open != 0; open &= open - 1) {
            int bit = mcore_lowest_bit(open);
            uint32_t site = (uint32_t)(word * 64) + (uint32_t)bit;
            propagation->view[site] = (mcore_number_view){number_at(&v->residual, bit), number_at(&v->undecided, bit)};
            propagation->site[propagation->numbers++] = site;
        }
    }
    return true;
}

mines_status mcore_propagate(mcore_propagation *propagation, const mcore_board *board, mcore_arena *arena,
                             mines_fault *fault)
{
    planes p;
    propagation->numbers = 0;
    propagation->view = mcore_arena_alloc(arena, board->sites, sizeof *propagation->view);
    propagation->site = mcore_arena_alloc(arena, board->sites, sizeof *propagation->site);
    if (!alloc_planes(&p, propagation, board, arena))
        return arena->status;
    load_planes(&p, propagation, board);
    if (!run_rounds(&p, propagation, board, fault) || !list_numbers(&p, propagation, board))
        return MINES_NO_VALID_BOARD;
    return MINES_OK;
}
