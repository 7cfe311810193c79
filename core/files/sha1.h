/*
 * sha1.h - a leaf: SHA-1 as FIPS 180-4 defines it. What arrives: bytes, in any pieces. What leaves: their digest of 20
 * bytes. A state may be copied to go on from it in more than one way. Not for security: one file format is built on it.
 */
#ifndef MCORE_SHA1_H
#define MCORE_SHA1_H

#include "../base/common.h"

enum { MCORE_SHA1_DIGEST = 20, MCORE_SHA1_BLOCK = 64 };

typedef struct mcore_sha1 {
    uint32_t hash[5];
    uint64_t length;                       /* bytes so far */
    unsigned char block[MCORE_SHA1_BLOCK]; /* the last length % 64 of them */
} mcore_sha1;

void mcore_sha1_init(mcore_sha1 *sha);
void mcore_sha1_add(mcore_sha1 *sha, const void *bytes, size_t length);

/* The digest of what was added so far; the state stays as it is. */
void mcore_sha1_digest(const mcore_sha1 *sha, unsigned char digest[MCORE_SHA1_DIGEST]);

#endif
