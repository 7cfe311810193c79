/* test_sha1.c - SHA-1 against the examples of FIPS 180 and RFC 3174, in parts of all lengths. */
#include "../../core/files/sha1.h"

#include "check.h"

#include <stdlib.h>

static void hex(const mcore_sha1 *sha, char text[2 * MCORE_SHA1_DIGEST + 1])
{
    unsigned char digest[MCORE_SHA1_DIGEST];
    mcore_sha1_digest(sha, digest);
    for (int i = 0; i < MCORE_SHA1_DIGEST; i++)
        snprintf(text + 2 * i, 3, "%02x", digest[i]);
}

int main(void)
{
    static const struct {
        const char *text;
        int times;
        const char *digest;
    } known[] = {
        {"", 1, "da39a3ee5e6b4b0d3255bfef95601890afd80709"},
        {"abc", 1, "a9993e364706816aba3e25717850c26c9cd0d89d"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1, "84983e441c3bd26ebaae4aa1f95129e5e54670f1"},
        {"a", 1000000, "34aa973cd4c4daa4f61eeb2bdbad27316534016f"},
        {"0123456701234567012345670123456701234567012345670123456701234567", 10,
         "dea356a2cddd90c7a7ecedc5ebb563934f460452"},
    };
    char text[2 * MCORE_SHA1_DIGEST + 1], again[2 * MCORE_SHA1_DIGEST + 1];
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        mcore_sha1 sha;
        mcore_sha1_init(&sha);
        for (int n = 0; n < known[i].times; n++)
            mcore_sha1_add(&sha, known[i].text, strlen(known[i].text));
        hex(&sha, text);
        CHECK_TEXT(text, known[i].digest);
        hex(&sha, text); /* the state is unchanged */
        CHECK_TEXT(text, known[i].digest);
    }
    /* all lengths up to four blocks, in one part and in two; the buffer ends with the bytes */
    for (size_t length = 0; length <= 4 * MCORE_SHA1_BLOCK; length++) {
        unsigned char *bytes = malloc(length + 1);
        for (size_t i = 0; i < length; i++)
            bytes[1 + i] = (unsigned char)(i * i + 7 * length);
        mcore_sha1 whole;
        mcore_sha1_init(&whole);
        mcore_sha1_add(&whole, bytes + 1, length);
        hex(&whole, text);
        for (size_t cut = 0; cut <= length; cut++) {
            mcore_sha1 pieces;
            mcore_sha1_init(&pieces);
            mcore_sha1_add(&pieces, bytes + 1, cut);
            mcore_sha1_add(&pieces, bytes + 1 + cut, length - cut);
            hex(&pieces, again);
            CHECK_TEXT(again, text);
        }
        free(bytes);
    }
    return check_done("test_sha1");
}
