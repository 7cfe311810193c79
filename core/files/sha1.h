/*
 * sha1.h - SHA-1 as defined by FIPS 180-4: add bytes in pieces of any size, then get their digest of 20 bytes. A state
 * is a plain value without resources, and may be copied to continue it in several ways. It is here for a file format,
 * not for security.
 */
#ifndef MCORE_SHA1_H
#define MCORE_SHA1_H

#include "../base/common.h"

enum { MCORE_SHA1_DIGEST = 20, MCORE_SHA1_BLOCK = 64 };

typedef struct mcore_sha1 {
    uint32_t hash[5];
    uint64_t length;                       /* bytes so far */
    unsigned char block[MCORE_SHA1_BLOCK]; /* the last length % 64 of them, not processed yet */
} mcore_sha1;

void mcore_sha1_init(mcore_sha1 *sha);
void mcore_sha1_add(mcore_sha1 *sha, const void *bytes, size_t length);

/* The digest of all bytes added so far. The state does not change. */
void mcore_sha1_digest(const mcore_sha1 *sha, unsigned char digest[MCORE_SHA1_DIGEST]);

#endif
