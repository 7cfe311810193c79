#include "sha1.h"

#include <string.h>

static inline uint32_t rotate(uint32_t x, int by) { return (x << by) | (x >> (32 - by)); }

/* FIPS 180-4, 6.1.2, for one block. Only the last 16 words of the message schedule are kept. */
static void compress(uint32_t hash[5], const unsigned char *block)
{
    uint32_t w[16], a = hash[0], b = hash[1], c = hash[2], d = hash[3], e = hash[4];
    for (int t = 0; t < 16; t++, block += 4)
        w[t] = (uint32_t)block[0] << 24 | (uint32_t)block[1] << 16 | (uint32_t)block[2] << 8 | block[3];
    for (int t = 0; t < 80; t++) {
        if (t >= 16)
            w[t & 15] = rotate(w[(t + 13) & 15] ^ w[(t + 8) & 15] ^ w[(t + 2) & 15] ^ w[t & 15], 1);
        uint32_t f, k;
        if (t < 20) {
            f = (b & c) ^ (~b & d);
            k = 0x5A827999u;
        } else if (t < 40) {
            f = b ^ c ^ d;
            k = 0x6ED9EBA1u;
        } else if (t < 60) {
            f = (b & c) ^ (b & d) ^ (c & d);
            k = 0x8F1BBCDCu;
        } else {
            f = b ^ c ^ d;
            k = 0xCA62C1D6u;
        }
        uint32_t next = rotate(a, 5) + f + e + k + w[t & 15];
        e = d;
        d = c;
        c = rotate(b, 30);
        b = a;
        a = next;
    }
    hash[0] += a;
    hash[1] += b;
    hash[2] += c;
    hash[3] += d;
    hash[4] += e;
}

void mcore_sha1_init(mcore_sha1 *sha)
{
    *sha = (mcore_sha1){.hash = {0x67452301u, 0xEFCDAB89u, 0x98BADCFEu, 0x10325476u, 0xC3D2E1F0u}};
}

void mcore_sha1_add(mcore_sha1 *sha, const void *bytes, size_t length)
{
    const unsigned char *from = bytes;
    size_t kept = (size_t)(sha->length % MCORE_SHA1_BLOCK);
    sha->length += length;
    if (kept > 0 && length >= MCORE_SHA1_BLOCK - kept) {
        size_t missing = MCORE_SHA1_BLOCK - kept;
        memcpy(sha->block + kept, from, missing);
        compress(sha->hash, sha->block);
        from += missing;
        length -= missing;
        kept = 0;
    }
    for (; length >= MCORE_SHA1_BLOCK; from += MCORE_SHA1_BLOCK, length -= MCORE_SHA1_BLOCK)
        compress(sha->hash, from);
    if (length > 0)
        memcpy(sha->block + kept, from, length);
}

void mcore_sha1_digest(const mcore_sha1 *sha, unsigned char digest[MCORE_SHA1_DIGEST])
{
    static const unsigned char padding[MCORE_SHA1_BLOCK] = {0x80};
    mcore_sha1 last = *sha;
    size_t kept = (size_t)(sha->length % MCORE_SHA1_BLOCK);
    mcore_sha1_add(&last, padding, (kept < 56 ? 56 : 120) - kept);
    unsigned char bits[8];
    for (int i = 0; i < 8; i++)
        bits[i] = (unsigned char)(sha->length * 8 >> (56 - 8 * i));
    mcore_sha1_add(&last, bits, sizeof bits);
    for (int i = 0; i < MCORE_SHA1_DIGEST; i++)
        digest[i] = (unsigned char)(last.hash[i / 4] >> (24 - 8 * (i % 4)));
}
