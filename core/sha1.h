/*
 * sha1.h - a leaf: SHA-1 as FIPS 180-4 defines it. What arrives: bytes, in any pieces. What leaves: their digest of 20
 * bytes. A state may be copied to go on from it in more than one way. Not for security: one file format is built on it.
 */
#ifndef MSC_SHA1_H
#define MSC_SHA1_H

#include "common.h"

enum { MSC_SHA1_DIGEST = 20, MSC_SHA1_BLOCK = 64 };

typedef struct msc_sha1 {
    uint32_t hash[5];
    uint64_t length;                     /* bytes so far */
    unsigned char block[MSC_SHA1_BLOCK]; /* the last length % 64 of them */
} msc_sha1;

void msc_sha1_init(msc_sha1 *sha);
void msc_sha1_add(msc_sha1 *sha, const void *bytes, size_t length);

/* The digest of what was added so far; the state stays as it is. */
void msc_sha1_digest(const msc_sha1 *sha, unsigned char digest[MSC_SHA1_DIGEST]);

#endif
