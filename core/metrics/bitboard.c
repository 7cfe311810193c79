#include "bitboard.h"

#include "../base/bits.h"

mcore_bitboard_shape mcore_bitboard_shape_of(size_t rows, size_t cols)
{
    return (mcore_bitboard_shape){rows, cols, (cols + 63) / 64, ~(uint64_t)0 >> (63 - (cols - 1) % 64)};
}

size_t mcore_bitboard_words(const mcore_bitboard_shape *shape) { return (shape->rows + 2) * shape->words; }

/* Eight bytes to eight bits. Compilers turn the first expression into one load. */
static inline uint64_t eight(const uint8_t *b)
{
    const uint64_t low = 0x7f7f7f7f7f7f7f7fu;
    uint64_t x = (uint64_t)b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 | (uint64_t)b[3] << 24 |
                 (uint64_t)b[4] << 32 | (uint64_t)b[5] << 40 | (uint64_t)b[6] << 48 | (uint64_t)b[7] << 56;
    x = (((x & low) + low) | x) & ~low; /* the top bit of each byte that is not 0 */
    return ((x >> 7) * 0x0102040810204080u) >> 56;
}

/* n <= 64 bytes to a word. The last eight are read together, even if some were read before. */
static inline uint64_t word(const uint8_t *b, size_t n)
{
    uint64_t x = 0;
    if (n < 8) {
        for (size_t i = 0; i < n; i++)
            x |= (uint64_t)(b[i] != 0) << i;
        return x;
    }
    for (size_t i = 0; i + 8 <= n; i += 8)
        x |= eight(b + i) << i;
    return x | eight(b + n - 8) << (n - 8);
}

void mcore_bitboard_read(const mcore_bitboard_shape *shape, const uint8_t *mask, uint64_t *bits, mcore_poll *poll)
{
    for (size_t row = 0; row < shape->rows; row++, mask += shape->cols, bits += shape->words) {
        for (size_t w = 0; w + 1 < shape->words; w++)
            bits[w] = word(mask + 64 * w, 64);
        size_t done = 64 * (shape->words - 1);
        bits[shape->words - 1] = word(mask + done, shape->cols - done);
        if (mcore_poll_step(poll, (uint32_t)shape->words))
            return;
    }
}

void mcore_bitboard_dilate(const mcore_bitboard_shape *shape, const uint64_t *in, uint64_t *out, mcore_poll *poll)
{
    size_t words = shape->words;
    for (size_t row = 0; row < shape->rows; row++, in += words, out += words) {
        const uint64_t *above = in - words, *below = in + words;
        uint64_t left = 0, here = above[0] | in[0] | below[0];
        for (size_t w = 0; w + 1 < words; w++) {
            uint64_t right = above[w + 1] | in[w + 1] | below[w + 1];
            out[w] = here | here << 1 | here >> 1 | left >> 63 | right << 63;
            left = here;
            here = right;
        }
        out[words - 1] = (here | here << 1 | here >> 1 | left >> 63) & shape->last;
        if (mcore_poll_step(poll, (uint32_t)words))
            return;
    }
}

uint32_t mcore_bitboard_count(const mcore_bitboard_shape *shape, const uint64_t *bits, mcore_poll *poll)
{
    uint32_t sum = 0;
    for (size_t row = 0; row < shape->rows; row++, bits += shape->words) {
        for (size_t w = 0; w < shape->words; w++)
            sum += mcore_popcount(bits[w]);
        if (mcore_poll_step(poll, (uint32_t)shape->words))
            break;
    }
    return sum;
}
