/*
 * kernel_template.h - the kernel for one type of vector. The including file has defined
 *
 *   KERNEL, NAME                   the mcore_kernel and its name
 *   TARGET                         the attribute that lets the compiler use the instructions in a function
 *   vec, VEC                       a vector and its bytes: 16, 32 or 64
 *   V_LOAD, V_STORE                for any address
 *   V_ZERO, V_SET64                all bits 0; all 64-bit words the same
 *   V_XOR, V_XOR3, V_AND, V_OR     bitwise, of two or three vectors
 *   V_NOR_AND                      (a, b, c) -> ~(a | b) & c
 *   V_SELECT                       (mask, a, b): bits of a where the mask has 1, otherwise of b
 *   V_ADD64, V_SHL64, V_SHR64, V_ROL64   on 64-bit words; shifts by literal numbers
 *   V_MUL32                        multiplies the low halves of 64-bit words to 64-bit words
 *
 * and these functions, where a *row* is a vec of random bytes, one per lane:
 *
 *   guess narrow_guess(mcore_sea_factor)   what narrow_row needs for a cell
 *   void narrow_row(const guess *, vec row, uint8_t *rem, unsigned b, vec *mine, vec *unsure)
 *   void wide_row(mcore_sea_factor, vec row, uint16_t *rem, unsigned b, vec *mine, vec *unsure)
 *                                  if a lane's byte is below the guess, subtract a mine from it in rem[] and set bit b
 *                                  of its byte in *mine; set bit b in *unsure if the exact rule is needed: see
 *                                  mcore_sea_factor
 *   uint64_t some_bits(const uint8_t *)  which of 64 bytes are not 0
 *   vec plane_ones(const vec *)    counts the bits set in a plane: partial sums in each 64-bit word
 *   vec add_up(const vec *)        adds up VEC / 8 such vectors to one vector of VEC / 8 sums
 *
 * Planes and streams need not be aligned. kernel_unaligned.h takes care of what the compiler keeps on the stack.
 */
#include "kernel_scalar.h"

enum { PLANE_VECS = 64 / VEC, GROUP = VEC / 8 };

/* ---- Random words ------------------------------------------------------------------------------------------------ */

typedef struct generator {
    vec s0, s1, s2, s3;
} generator;

/* mcore_lanes_set, a vec of lanes at a time. Only the low half of each counter word matters. */
TARGET static void set_lanes(mcore_lanes *lanes, uint64_t seed, uint64_t batch, mcore_purpose purpose)
{
    static const uint64_t counters[MCORE_LANES] = {0, 2, 4, 6, 8, 10, 12, 14};
    const vec low = V_SET64(0xffffffffu), m0 = V_SET64(MCORE_PHILOX_M0), m1 = V_SET64(MCORE_PHILOX_M1);
    for (uint32_t half = 0; half < 2; half++) {
        for (uint32_t g = 0; g < PLANE_VECS; g++) {
            vec c0 = V_SET64(batch), c1 = V_SET64(batch >> 32), c3 = V_SET64((uint64_t)purpose);
            vec c2 = V_OR(V_LOAD(counters + g * GROUP), V_SET64(half));
            uint32_t k0 = (uint32_t)seed, k1 = (uint32_t)(seed >> 32);
            for (int round = 0; round < MCORE_PHILOX_ROUNDS; round++) {
                vec p0 = V_MUL32(c0, m0), p1 = V_MUL32(c2, m1);
                c0 = V_XOR3(V_SHR64(p1, 32), c1, V_SET64(k0));
                c1 = p1;
                c2 = V_XOR3(V_SHR64(p0, 32), c3, V_SET64(k1));
                c3 = p0;
                k0 += MCORE_PHILOX_W0;
                k1 += MCORE_PHILOX_W1;
            }
            V_STORE(lanes->s[2 * half] + g * GROUP, V_OR(V_AND(c0, low), V_SHL64(c1, 32)));
            V_STORE(lanes->s[2 * half + 1] + g * GROUP, V_OR(V_AND(c2, low), V_SHL64(c3, 32)));
        }
    }
    mcore_lanes_mend(lanes);
}

/* The lanes of the generator whose words are the g-th vec of every 64 bytes. */
TARGET static inline generator generator_load(const mcore_lanes *lanes, uint32_t g)
{
    return (generator){V_LOAD(lanes->s[0] + g * GROUP), V_LOAD(lanes->s[1] + g * GROUP),
                       V_LOAD(lanes->s[2] + g * GROUP), V_LOAD(lanes->s[3] + g * GROUP)};
}

TARGET static inline void generator_store(const generator *x, mcore_lanes *lanes, uint32_t g)
{
    V_STORE(lanes->s[0] + g * GROUP, x->s0);
    V_STORE(lanes->s[1] + g * GROUP, x->s1);
    V_STORE(lanes->s[2] + g * GROUP, x->s2);
    V_STORE(lanes->s[3] + g * GROUP, x->s3);
}

TARGET static inline vec generator_next(generator *x)
{
    vec sum = V_ADD64(x->s0, x->s3), out = V_ADD64(V_ROL64(sum, 23), x->s0);
    vec s0 = x->s0, s1 = x->s1, s2 = x->s2, s3 = x->s3;
    x->s0 = V_XOR3(s0, s3, s1);
    x->s1 = V_XOR3(s1, s2, s0);
    x->s2 = V_XOR3(V_SHL64(s1, 17), s2, s0);
    x->s3 = V_ROL64(V_XOR(s3, s1), 45);
    return out;
}

TARGET static void words(mcore_lanes *lanes, uint64_t *out, uint32_t blocks)
{
    for (uint32_t g = 0; g < PLANE_VECS; g++) {
        generator x = generator_load(lanes, g);
        for (uint32_t step = 0; step < 8 * blocks; step++)
            V_STORE(out + (size_t)step * MCORE_LANES + g * GROUP, generator_next(&x));
        generator_store(&x, lanes, g);
    }
}

/* ---- The sea ----------------------------------------------------------------------------------------------------- */

/* The g-th vec of every row for the next cell, drawn before the ties of the present cell are decided: the branches of
   ties are unpredictable, and this gives the processor independent work meanwhile. Kept in registers if there are
   enough; `lanes` keeps the state from before these bytes. */
typedef struct ahead {
    generator x;
    vec row[8];
} ahead;

TARGET static inline void draw_ahead(ahead *a, mcore_lanes *lanes, uint32_t g)
{
    generator_store(&a->x, lanes, g);
    for (uint32_t b = 0; b < 8; b++)
        a->row[b] = generator_next(&a->x);
}

/* The exact rule for the unsure lanes of a cell of the narrow sea, whose bytes are equal to the guess. */
TARGET static inline void decide_narrow(const uint8_t unsure[64], mcore_sea_factor factor, uint32_t left, uint8_t *rem,
                                        mcore_random *ties, uint64_t *plane)
{
    const uint32_t factors = (uint32_t)factor.scale * factor.recip;
    for (uint64_t some = some_bits(unsure); some != 0; some &= some - 1) {
        uint32_t q = (uint32_t)__builtin_ctzll(some), bits = unsure[q];
        do { /* rarely more than once */
            uint32_t b = (uint32_t)__builtin_ctz(bits), p = 64 * b + q, have = rem[p];
            bool mine = mcore_sea_mine(have * factors >> 16, have, left, ties);
            rem[p] = (uint8_t)(have - mine);
            plane[q / 8] |= (uint64_t)mine << (8 * (q % 8) + b);
            bits &= bits - 1;
        } while (bits != 0);
    }
}

#define NARROW_ROW(b) narrow_row(&cell, next[g].row[b], at + 64 * (b), b, &mine, &unsure)

TARGET static inline void narrow_cell(uint32_t left, mcore_lanes *lanes, ahead next[PLANE_VECS], uint8_t *rem,
                                      mcore_random *ties, uint64_t *plane)
{
    uint8_t unsure_bytes[64], *at = rem;
    mcore_sea_factor factor = mcore_sea_factor_of(left);
    guess cell = narrow_guess(factor);
    for (uint32_t g = 0; g < PLANE_VECS; g++, at += VEC) {
        vec mine = V_ZERO(), unsure = V_ZERO();
        NARROW_ROW(0);
        NARROW_ROW(1);
        NARROW_ROW(2);
        NARROW_ROW(3);
        NARROW_ROW(4);
        NARROW_ROW(5);
        NARROW_ROW(6);
        NARROW_ROW(7);
        V_STORE(plane + g * GROUP, mine);
        V_STORE(unsure_bytes + g * VEC, unsure);
        draw_ahead(next + g, lanes, g);
    }
    decide_narrow(unsure_bytes, factor, left, rem, ties, plane);
}

TARGET static void narrow_sea(const mcore_sea *sea, uint32_t from, uint32_t to, uint8_t *rem, mcore_lanes *bytes,
                              mcore_random *ties, uint64_t *planes)
{
    ahead next[PLANE_VECS];
    mcore_random tie = *ties; /* in registers */
    for (uint32_t g = 0; g < PLANE_VECS; g++) {
        next[g].x = generator_load(bytes, g);
        draw_ahead(next + g, bytes, g);
    }
    for (uint32_t i = from; i < to; i++)
        narrow_cell(sea->cells - i, bytes, next, rem, &tie, planes + (size_t)sea->site[i] * MCORE_WORDS);
    *ties = tie;
}

TARGET static void wide_cell(mcore_sea_factor factor, mcore_lanes *lanes, uint16_t *rem, uint8_t rows[MINES_BATCH],
                             uint64_t *plane, uint8_t unsure_bytes[64])
{
    for (uint32_t g = 0; g < PLANE_VECS; g++, rem += VEC) {
        generator x = generator_load(lanes, g);
        vec mine = V_ZERO(), unsure = V_ZERO();
        for (unsigned b = 0; b < 8; b++) {
            vec row = generator_next(&x);
            V_STORE(rows + 64 * b + g * VEC, row);
            wide_row(factor, row, rem + 64 * b, b, &mine, &unsure);
        }
        V_STORE(plane + g * GROUP, mine);
        V_STORE(unsure_bytes + g * VEC, unsure);
        generator_store(&x, lanes, g);
    }
}

TARGET static inline void decide_wide(const uint8_t unsure[64], const uint8_t rows[MINES_BATCH], uint32_t left,
                                      uint16_t *rem, mcore_random *ties, uint64_t *plane)
{
    for (uint64_t some = some_bits(unsure); some != 0; some &= some - 1) {
        uint32_t q = (uint32_t)__builtin_ctzll(some);
        for (uint32_t bits = unsure[q]; bits != 0; bits &= bits - 1) {
            uint32_t b = (uint32_t)__builtin_ctz(bits), p = 64 * b + q;
            bool mine = mcore_sea_mine(rows[p], rem[p], left, ties);
            rem[p] = (uint16_t)(rem[p] - mine);
            plane[q / 8] |= (uint64_t)mine << (8 * (q % 8) + b);
        }
    }
}

TARGET static void wide_sea(const mcore_sea *sea, uint32_t from, uint32_t to, uint16_t *rem, mcore_lanes *bytes,
                            mcore_random *ties, uint64_t *planes)
{
    uint8_t rows[MINES_BATCH], unsure[64];
    for (uint32_t i = from; i < to; i++) {
        uint32_t left = sea->cells - i;
        uint64_t *plane = planes + (size_t)sea->site[i] * MCORE_WORDS;
        wide_cell(mcore_sea_factor_of(left), bytes, rem, rows, plane, unsure);
        decide_wide(unsure, rows, left, rem, ties, plane);
    }
}

TARGET static void sea(const mcore_sea *sea, uint32_t from, uint32_t to, mcore_rem *rem, mcore_lanes *bytes,
                       mcore_random *ties, uint64_t *planes)
{
    uint32_t drawn = mcore_min(to, sea->cells - 1); /* the last cell takes no random bytes */
    if (from < drawn && sea->narrow)
        narrow_sea(sea, from, drawn, rem->narrow, bytes, ties, planes);
    else if (from < drawn)
        wide_sea(sea, from, drawn, rem->wide, bytes, ties, planes);
    if (drawn < to)
        mcore_sea_last(rem, sea->narrow, planes + (size_t)sea->site[drawn] * MCORE_WORDS);
}

/* ---- Masks per lane to planes ------------------------------------------------------------------------------------ */

/* a and b: rows of a bit matrix, `half` rows apart. Swap the high half columns of a with the low ones of b. */
/* NOLINTBEGIN(bugprone-macro-parentheses): a and b are names */
#define SWAP_HALVES(a, b, half, low)                                                                                   \
    do {                                                                                                               \
        vec a_ = a;                                                                                                    \
        a = V_SELECT(V_SET64(low), a_, V_SHL64(b, half));                                                              \
        b = V_SELECT(V_SET64(low), V_SHR64(a_, half), b);                                                              \
    } while (0)
/* NOLINTEND(bugprone-macro-parentheses) */

#define LOW_32 0x00000000ffffffffu
#define LOW_16 0x0000ffff0000ffffu
#define LOW_8 0x00ff00ff00ff00ffu
#define LOW_4 0x0f0f0f0f0f0f0f0fu
#define LOW_2 0x3333333333333333u
#define LOW_1 0x5555555555555555u

/* Eight rows, 8 rows apart, through the levels 32, 16 and 8. If the high halves of all rows are empty, the other rows
   are put there. */
TARGET static inline void far_levels(uint64_t *mask, uint32_t cells)
{
    const uint32_t apart = 8 * MCORE_WORDS;
    vec r0 = V_LOAD(mask), r1 = V_LOAD(mask + apart), r2 = V_LOAD(mask + 2 * apart), r3 = V_LOAD(mask + 3 * apart);
    vec r4 = V_LOAD(mask + 4 * apart), r5 = V_LOAD(mask + 5 * apart);
    vec r6 = V_LOAD(mask + 6 * apart), r7 = V_LOAD(mask + 7 * apart);
    if (cells > 32) {
        SWAP_HALVES(r0, r4, 32, LOW_32);
        SWAP_HALVES(r1, r5, 32, LOW_32);
        SWAP_HALVES(r2, r6, 32, LOW_32);
        SWAP_HALVES(r3, r7, 32, LOW_32);
        SWAP_HALVES(r4, r6, 16, LOW_16);
        SWAP_HALVES(r5, r7, 16, LOW_16);
        SWAP_HALVES(r4, r5, 8, LOW_8);
        SWAP_HALVES(r6, r7, 8, LOW_8);
        V_STORE(mask + 4 * apart, r4);
        V_STORE(mask + 5 * apart, r5);
        V_STORE(mask + 6 * apart, r6);
        V_STORE(mask + 7 * apart, r7);
    } else {
        r0 = V_OR(r0, V_SHL64(r4, 32));
        r1 = V_OR(r1, V_SHL64(r5, 32));
        r2 = V_OR(r2, V_SHL64(r6, 32));
        r3 = V_OR(r3, V_SHL64(r7, 32));
    }
    if (cells > 16) {
        SWAP_HALVES(r0, r2, 16, LOW_16);
        SWAP_HALVES(r1, r3, 16, LOW_16);
        SWAP_HALVES(r2, r3, 8, LOW_8);
        V_STORE(mask + 2 * apart, r2);
        V_STORE(mask + 3 * apart, r3);
    } else {
        r0 = V_OR(r0, V_SHL64(r2, 16));
        r1 = V_OR(r1, V_SHL64(r3, 16));
    }
    if (cells > 8) {
        SWAP_HALVES(r0, r1, 8, LOW_8);
        V_STORE(mask + apart, r1);
    } else {
        r0 = V_OR(r0, V_SHL64(r1, 8));
    }
    V_STORE(mask, r0);
}

/* Eight consecutive rows through the levels 4, 2 and 1. */
TARGET static inline void near_levels(uint64_t *mask)
{
    vec r0 = V_LOAD(mask), r1 = V_LOAD(mask + MCORE_WORDS);
    vec r2 = V_LOAD(mask + 2 * MCORE_WORDS), r3 = V_LOAD(mask + 3 * MCORE_WORDS);
    vec r4 = V_LOAD(mask + 4 * MCORE_WORDS), r5 = V_LOAD(mask + 5 * MCORE_WORDS);
    vec r6 = V_LOAD(mask + 6 * MCORE_WORDS), r7 = V_LOAD(mask + 7 * MCORE_WORDS);
    SWAP_HALVES(r0, r4, 4, LOW_4);
    SWAP_HALVES(r1, r5, 4, LOW_4);
    SWAP_HALVES(r2, r6, 4, LOW_4);
    SWAP_HALVES(r3, r7, 4, LOW_4);
    SWAP_HALVES(r0, r2, 2, LOW_2);
    SWAP_HALVES(r1, r3, 2, LOW_2);
    SWAP_HALVES(r4, r6, 2, LOW_2);
    SWAP_HALVES(r5, r7, 2, LOW_2);
    SWAP_HALVES(r0, r1, 1, LOW_1);
    SWAP_HALVES(r2, r3, 1, LOW_1);
    SWAP_HALVES(r4, r5, 1, LOW_1);
    SWAP_HALVES(r6, r7, 1, LOW_1);
    V_STORE(mask, r0);
    V_STORE(mask + MCORE_WORDS, r1);
    V_STORE(mask + 2 * MCORE_WORDS, r2);
    V_STORE(mask + 3 * MCORE_WORDS, r3);
    V_STORE(mask + 4 * MCORE_WORDS, r4);
    V_STORE(mask + 5 * MCORE_WORDS, r5);
    V_STORE(mask + 6 * MCORE_WORDS, r6);
    V_STORE(mask + 7 * MCORE_WORDS, r7);
}

TARGET static void transpose(uint64_t mask[64 * MCORE_WORDS], uint32_t cells)
{
    for (uint32_t row = 0; row < 8; row++) {
        for (uint32_t g = 0; g < PLANE_VECS; g++)
            far_levels(mask + row * MCORE_WORDS + g * GROUP, cells);
    }
    for (uint32_t row = 0; row < cells; row += 8) {
        for (uint32_t g = 0; g < PLANE_VECS; g++)
            near_levels(mask + row * MCORE_WORDS + g * GROUP);
    }
}

/* ---- Counts ------------------------------------------------------------------------------------------------------ */

TARGET static inline void add_counts(const vec *part, uint64_t *count)
{
    V_STORE(count, V_ADD64(V_LOAD(count), add_up(part)));
}

/* The same for n < GROUP sums. */
TARGET static inline void add_few_counts(vec *part, uint32_t n, uint64_t *count)
{
    uint64_t sum[GROUP];
    for (uint32_t i = n; i < GROUP; i++)
        part[i] = V_ZERO();
    V_STORE(sum, add_up(part));
    for (uint32_t i = 0; i < n; i++)
        count[i] += sum[i];
}

TARGET static inline vec mines_of(const uint64_t *plane, const uint64_t *wanted)
{
    vec word[PLANE_VECS];
    for (uint32_t g = 0; g < PLANE_VECS; g++)
        word[g] = V_AND(V_LOAD(plane + g * GROUP), V_LOAD(wanted + g * GROUP));
    return plane_ones(word);
}

TARGET static void count_mines(const uint64_t *planes, const uint32_t *site, uint32_t sites,
                               const uint64_t wanted[MCORE_WORDS], uint64_t *count)
{
    vec part[GROUP];
    uint32_t i = 0;
    for (; i + GROUP <= sites; i += GROUP) {
        for (uint32_t k = 0; k < GROUP; k++)
            part[k] = mines_of(planes + (size_t)site[i + k] * MCORE_WORDS, wanted);
        add_counts(part, count + i);
    }
    for (uint32_t k = 0; i + k < sites; k++)
        part[k] = mines_of(planes + (size_t)site[i + k] * MCORE_WORDS, wanted);
    add_few_counts(part, sites - i, count + i);
}

/* Three cells of a column: mines in any of them, and in the upper or lower one. */
typedef struct column {
    vec all[PLANE_VECS], ends[PLANE_VECS];
} column;

TARGET static inline void column_load(column *c, const uint64_t *mid, size_t row)
{
    for (uint32_t g = 0; g < PLANE_VECS; g++, mid += GROUP) {
        c->ends[g] = V_OR(V_LOAD(mid - row), V_LOAD(mid + row));
        c->all[g] = V_OR(c->ends[g], V_LOAD(mid));
    }
}

/* The columns around a site. For consecutive sites each column is loaded once. */
typedef struct columns {
    const uint64_t *mid;
    column left, middle;
} columns;

TARGET static inline vec zeros_of(columns *c, const uint64_t *mid, size_t row, const uint64_t *wanted)
{
    column right;
    vec word[PLANE_VECS];
    if (c->mid == NULL || mid != c->mid + MCORE_WORDS) {
        column_load(&c->left, mid - MCORE_WORDS, row);
        column_load(&c->middle, mid, row);
    }
    column_load(&right, mid + MCORE_WORDS, row);
    for (uint32_t g = 0; g < PLANE_VECS; g++) {
        vec any = V_OR(c->left.all[g], c->middle.ends[g]);
        word[g] = V_NOR_AND(any, right.all[g], V_LOAD(wanted + g * GROUP));
    }
    c->mid = mid;
    c->left = c->middle;
    c->middle = right;
    return plane_ones(word);
}

TARGET static void count_zero(const uint64_t *planes, uint32_t stride, const uint32_t *site, uint32_t sites,
                              const uint64_t wanted[MCORE_WORDS], uint64_t *count)
{
    const size_t row = (size_t)stride * MCORE_WORDS;
    columns c = {.mid = NULL};
    vec part[GROUP];
    uint32_t i = 0;
    for (; i + GROUP <= sites; i += GROUP) {
        for (uint32_t k = 0; k < GROUP; k++)
            part[k] = zeros_of(&c, planes + (size_t)site[i + k] * MCORE_WORDS, row, wanted);
        add_counts(part, count + i);
    }
    for (uint32_t k = 0; i + k < sites; k++)
        part[k] = zeros_of(&c, planes + (size_t)site[i + k] * MCORE_WORDS, row, wanted);
    add_few_counts(part, sites - i, count + i);
}

/* ---- Boards of bytes --------------------------------------------------------------------------------------------- */

static void unpack(const uint64_t *planes, const uint32_t *site, size_t cells, uint32_t from, uint32_t to, uint8_t *out)
{
    mcore_kernel_portable.unpack(planes, site, cells, from, to, out);
}

const mcore_kernel KERNEL = {NAME, set_lanes, words, sea, transpose, count_mines, count_zero, unpack};
