/*
 * kernel_portable.c - the kernel for every machine: plain C on 64-bit words and bytes, in loops of constant length that
 * compilers can vectorise for their target.
 */
#include "kernel_scalar.h"

#include <string.h>

/* Whether the machine is little-endian; compilers evaluate this. */
static inline bool low_byte_first(void)
{
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    return first == 1;
}

static inline uint64_t swap_bytes(uint64_t x)
{
    x = (x & 0x00ff00ff00ff00ffu) << 8 | (x >> 8 & 0x00ff00ff00ff00ffu);
    x = (x & 0x0000ffff0000ffffu) << 16 | (x >> 16 & 0x0000ffff0000ffffu);
    return x << 32 | x >> 32;
}

/* ---- Random words ------------------------------------------------------------------------------------------------ */

enum { BLOCK_WORDS = 64, BLOCK_STEPS = BLOCK_WORDS / MCORE_LANES };

/* Lane by lane, so that the states of as many lanes as a vector holds stay in registers. */
static inline void block_of_words(mcore_lanes *restrict lanes, uint64_t *restrict out)
{
    for (uint32_t i = 0; i < MCORE_LANES; i++) {
        uint64_t s0 = lanes->s[0][i], s1 = lanes->s[1][i], s2 = lanes->s[2][i], s3 = lanes->s[3][i];
        for (uint32_t step = 0; step < BLOCK_STEPS; step++) {
            out[step * MCORE_LANES + i] = mcore_rotate(s0 + s3, 23) + s0;
            uint64_t t = s1 << 17;
            s2 ^= s0;
            s3 ^= s1;
            s1 ^= s2;
            s0 ^= s3;
            s2 ^= t;
            s3 = mcore_rotate(s3, 45);
        }
        lanes->s[0][i] = s0;
        lanes->s[1][i] = s1;
        lanes->s[2][i] = s2;
        lanes->s[3][i] = s3;
    }
}

static void words(mcore_lanes *lanes, uint64_t *out, uint32_t blocks)
{
    for (uint32_t i = 0; i < blocks; i++)
        block_of_words(lanes, out + (size_t)i * BLOCK_WORDS);
}

/* A row of random bytes, one per lane, by slot. */
static void random_bytes(mcore_lanes *lanes, uint64_t row[BLOCK_WORDS])
{
    block_of_words(lanes, row);
    if (!low_byte_first()) {
        for (int i = 0; i < BLOCK_WORDS; i++)
            row[i] = swap_bytes(row[i]);
    }
}

_Static_assert(BLOCK_WORDS * 8 == MINES_BATCH, "a block of words is a row of bytes");

/* Copy 64 bytes, byte q for lanes 8 q .. 8 q + 7, to the words of a plane. */
static inline void bytes_to_plane(const uint8_t bytes[64], uint64_t *plane)
{
    memcpy(plane, bytes, 64);
    if (!low_byte_first()) {
        for (int w = 0; w < MCORE_WORDS; w++)
            plane[w] = swap_bytes(plane[w]);
    }
}

/* ---- The sea ----------------------------------------------------------------------------------------------------- */

static inline uint32_t lowest_bit(uint64_t word)
{
    static const uint8_t index[64] = {0,  1,  2,  53, 3,  7,  54, 27, 4,  38, 41, 8,  34, 55, 48, 28,
                                      62, 5,  39, 46, 44, 42, 22, 9,  24, 35, 59, 56, 49, 18, 29, 11,
                                      63, 52, 6,  26, 37, 40, 33, 47, 61, 45, 43, 21, 23, 58, 17, 10,
                                      51, 25, 36, 32, 60, 20, 57, 16, 50, 31, 19, 15, 30, 14, 13, 12};
    return index[(word & (0 - word)) * 0x022fdd63cc95386du >> 58];
}

/*
 * Fill one cell in all lanes by the guess alone. Lanes whose byte is below it get one of their mines; all others are
 * set in `none`, and those that need the exact rule in `unsure`: 64 bytes each, byte q for lanes 8 q .. 8 q + 7.
 */
static void guess_narrow(mcore_sea_factor factor, const uint8_t *restrict row, uint8_t *restrict rem,
                         uint8_t *restrict none, uint8_t *restrict unsure)
{
    const uint16_t scale = factor.scale, recip = factor.recip;
    memset(none, 0, 64);
    memset(unsure, 0, 64);
    for (int b = 0; b < 8; b++) {
        const uint8_t bit = (uint8_t)(1 << b);
        const uint8_t *restrict r = row + 64 * b;
        uint8_t *restrict left = rem + 64 * b;
        for (int q = 0; q < 64; q++) {
            uint16_t x = (uint16_t)(left[q] * scale);
            uint8_t g = (uint8_t)((uint32_t)x * recip >> 16);
            uint8_t above = (uint8_t)-(r[q] >= g);
            uint8_t equal = (uint8_t)-(r[q] == g);
            none[q] = (uint8_t)(none[q] | (above & bit));
            unsure[q] = (uint8_t)(unsure[q] | (equal & bit));
            left[q] = (uint8_t)(left[q] - (r[q] < g));
        }
    }
}

static void guess_wide(mcore_sea_factor factor, const uint8_t *restrict row, uint16_t *restrict rem,
                       uint8_t *restrict none, uint8_t *restrict unsure)
{
    const uint16_t scale = factor.scale, recip = factor.recip;
    memset(none, 0, 64);
    memset(unsure, 0, 64);
    for (int b = 0; b < 8; b++) {
        const uint8_t bit = (uint8_t)(1 << b);
        const uint8_t *restrict r = row + 64 * b;
        uint16_t *restrict left = rem + 64 * b;
        for (int q = 0; q < 64; q++) {
            uint16_t x = (uint16_t)(left[q] * scale);
            uint8_t g = (uint8_t)((uint32_t)x * recip >> 16);
            uint8_t above = (uint8_t)-(r[q] >= g);
            uint8_t near = (uint8_t)-((uint8_t)(r[q] - g) <= 1);
            none[q] = (uint8_t)(none[q] | (above & bit));
            unsure[q] = (uint8_t)(unsure[q] | (near & above & bit));
            left[q] = (uint16_t)(left[q] - (r[q] < g));
        }
    }
}

/* The exact rule for the unsure lanes of a cell, none of which has a mine there so far. */
#define DEFINE_DECIDE(name, field, type)                                                                               \
    static void name(const uint64_t unsure[MCORE_WORDS], uint32_t left, const uint8_t *row, mcore_rem *rem,            \
                     mcore_random *ties, uint64_t *mines)                                                              \
    {                                                                                                                  \
        for (uint32_t w = 0; w < MCORE_WORDS; w++) {                                                                   \
            for (uint64_t rest = unsure[w]; rest != 0; rest &= rest - 1) {                                             \
                uint32_t bit = lowest_bit(rest);                                                                       \
                uint32_t p = mcore_slot_of(64 * w + bit);                                                              \
                bool mine = mcore_sea_mine(row[p], rem->field[p], left, ties);                                         \
                mines[w] |= (uint64_t)mine << bit;                                                                     \
                rem->field[p] = (type)(rem->field[p] - mine);                                                          \
            }                                                                                                          \
        }                                                                                                              \
    }

DEFINE_DECIDE(decide_narrow, narrow, uint8_t)
DEFINE_DECIDE(decide_wide, wide, uint16_t)

static void sea(const mcore_sea *sea, uint32_t from, uint32_t to, mcore_rem *rem, mcore_lanes *bytes,
                mcore_random *ties, uint64_t *planes)
{
    for (uint32_t i = from; i < to; i++) {
        uint32_t left = sea->cells - i;
        uint64_t *plane = planes + (size_t)sea->site[i] * MCORE_WORDS;
        if (left == 1) {
            mcore_sea_last(rem, sea->narrow, plane);
            break;
        }
        uint64_t words_of_row[BLOCK_WORDS], unsure[MCORE_WORDS];
        uint8_t none_bytes[64], unsure_bytes[64];
        const uint8_t *row = (const uint8_t *)words_of_row;
        mcore_sea_factor factor = mcore_sea_factor_of(left);
        random_bytes(bytes, words_of_row);
        if (sea->narrow) {
            guess_narrow(factor, row, rem->narrow, none_bytes, unsure_bytes);
        } else {
            guess_wide(factor, row, rem->wide, none_bytes, unsure_bytes);
        }
        bytes_to_plane(none_bytes, plane);
        bytes_to_plane(unsure_bytes, unsure);
        for (int w = 0; w < MCORE_WORDS; w++)
            plane[w] = ~plane[w];
        if (sea->narrow) {
            decide_narrow(unsure, left, row, rem, ties, plane);
        } else {
            decide_wide(unsure, left, row, rem, ties, plane);
        }
    }
}

/* ---- Masks per lane to planes ------------------------------------------------------------------------------------ */

/* For rows r and r + half of a bit matrix: swap the high half columns of the first with the low ones of the second. */
static inline void swap_halves(uint64_t *restrict a, uint64_t *restrict b, uint32_t half, uint64_t low)
{
    for (int w = 0; w < MCORE_WORDS; w++) {
        uint64_t t = (a[w] >> half ^ b[w]) & low;
        b[w] ^= t;
        a[w] ^= t << half;
    }
}

static void transpose(uint64_t mask[64 * MCORE_WORDS], uint32_t cells)
{
    static const uint64_t low[6] = {0x5555555555555555u, 0x3333333333333333u, 0x0f0f0f0f0f0f0f0fu,
                                    0x00ff00ff00ff00ffu, 0x0000ffff0000ffffu, 0x00000000ffffffffu};
    uint32_t rows = 64;
    for (int level = 5; level >= 0; level--) {
        const uint32_t half = (uint32_t)1 << level;
        if (rows == 2 * half && cells <= half) {
            /* the high half of every row is empty: put the other rows there */
            for (uint32_t i = 0; i < half * MCORE_WORDS; i++)
                mask[i] |= mask[i + half * MCORE_WORDS] << half;
            rows = half;
        } else {
            for (uint32_t first = 0; first < rows; first += 2 * half) {
                for (uint32_t r = first; r < first + half; r++)
                    swap_halves(mask + r * MCORE_WORDS, mask + (r + half) * MCORE_WORDS, half, low[level]);
            }
        }
    }
}

/* ---- Counts ------------------------------------------------------------------------------------------------------ */

/* How many bits of MCORE_WORDS words are set. */
static inline uint32_t ones(const uint64_t *restrict word)
{
    uint64_t part[MCORE_WORDS / 2];
    for (int w = 0; w < MCORE_WORDS / 2; w++) {
        uint64_t a = word[w], b = word[w + MCORE_WORDS / 2];
        a -= a >> 1 & 0x5555555555555555u;
        b -= b >> 1 & 0x5555555555555555u;
        a = (a & 0x3333333333333333u) + (a >> 2 & 0x3333333333333333u) + (b & 0x3333333333333333u) +
            (b >> 2 & 0x3333333333333333u);
        part[w] = (a & 0x0f0f0f0f0f0f0f0fu) + (a >> 4 & 0x0f0f0f0f0f0f0f0fu);
    }
    uint64_t sum = part[0] + part[1] + part[2] + part[3]; /* eight bytes of at most 64 */
    sum = (sum & 0x00ff00ff00ff00ffu) + (sum >> 8 & 0x00ff00ff00ff00ffu);
    return (uint32_t)(sum * 0x0001000100010001u >> 48);
}

static void count_mines(const uint64_t *planes, const uint32_t *site, uint32_t sites,
                        const uint64_t wanted[MCORE_WORDS], uint64_t *count)
{
    for (uint32_t i = 0; i < sites; i++) {
        const uint64_t *plane = planes + (size_t)site[i] * MCORE_WORDS;
        uint64_t word[MCORE_WORDS];
        for (int w = 0; w < MCORE_WORDS; w++)
            word[w] = plane[w] & wanted[w];
        count[i] += ones(word);
    }
}

static void count_zero(const uint64_t *planes, uint32_t stride, const uint32_t *site, uint32_t sites,
                       const uint64_t wanted[MCORE_WORDS], uint64_t *count)
{
    const size_t row = (size_t)stride * MCORE_WORDS;
    for (uint32_t i = 0; i < sites; i++) {
        const uint64_t *mid = planes + (size_t)site[i] * MCORE_WORDS;
        const uint64_t *up = mid - row, *down = mid + row;
        uint64_t word[MCORE_WORDS];
        for (int w = 0; w < MCORE_WORDS; w++) {
            uint64_t any = up[w - MCORE_WORDS] | up[w] | up[w + MCORE_WORDS] | mid[w - MCORE_WORDS] |
                           mid[w + MCORE_WORDS] | down[w - MCORE_WORDS] | down[w] | down[w + MCORE_WORDS];
            word[w] = wanted[w] & ~any;
        }
        count[i] += ones(word);
    }
}

/* ---- Boards of bytes --------------------------------------------------------------------------------------------- */

/* Move bit i of byte j to bit j of byte i. */
static inline uint64_t transpose_8(uint64_t x)
{
    uint64_t t = (x ^ x >> 7) & 0x00aa00aa00aa00aau;
    x ^= t ^ t << 7;
    t = (x ^ x >> 14) & 0x0000cccc0000ccccu;
    x ^= t ^ t << 14;
    t = (x ^ x >> 28) & 0x00000000f0f0f0f0u;
    return x ^ t ^ t << 28;
}

/* Write the n lowest bits as bytes. */
static inline void put_bits(uint8_t *to, uint64_t bits, size_t n)
{
    if (n == 8 && low_byte_first()) {
        uint64_t spread = (bits * 0x0101010101010101u & 0x8040201008040201u) + 0x00406070787c7e7fu;
        spread = spread >> 7 & 0x0101010101010101u;
        memcpy(to, &spread, 8);
    } else {
        for (size_t i = 0; i < n; i++)
            to[i] = bits >> i & 1;
    }
}

static void unpack(const uint64_t *planes, const uint32_t *site, size_t cells, uint32_t from, uint32_t to, uint8_t *out)
{
    /* 64 cells at a time: their planes stay in the cache, and each board gets a whole cache line */
    for (size_t chunk = 0; chunk < cells; chunk += 64) {
        size_t end = cells - chunk < 64 ? cells : chunk + 64;
        for (uint32_t first = from & ~7u; first < to; first += 8) {
            for (size_t c = chunk; c < end; c += 8) {
                size_t n = end - c < 8 ? end - c : 8;
                uint64_t square = 0;
                for (size_t i = 0; i < n; i++) {
                    uint64_t word = planes[(size_t)site[c + i] * MCORE_WORDS + first / 64];
                    square |= (word >> first % 64 & 255) << 8 * i;
                }
                square = transpose_8(square);
                for (uint32_t i = 0; i < 8; i++) {
                    if (first + i >= from && first + i < to)
                        put_bits(out + (size_t)(first + i - from) * cells + c, square >> 8 * i & 255, n);
                }
            }
        }
    }
}

const mcore_kernel mcore_kernel_portable = {"portable", mcore_lanes_set, words,      sea,
                                            transpose,  count_mines,     count_zero, unpack};
