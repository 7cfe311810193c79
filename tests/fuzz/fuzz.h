/*
 * fuzz.h - what the fuzz targets share. A target is a file with LLVMFuzzerTestOneInput, which makes calls from any
 * bytes and aborts if the results are wrong. libFuzzer fuzzes it (see the script run); driver.c runs it on its corpus
 * and on seeded mutations of that, with any compiler.
 *
 * Every array passed to the library is a buffer that ends or begins at a guard page, so that an access outside crashes
 * in any build.
 */
#ifndef FUZZ_H
#define FUZZ_H

#ifndef _DEFAULT_SOURCE
#  define _DEFAULT_SOURCE /* mmap with MAP_ANONYMOUS */
#endif
#include <minesweeper_core.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Abort unless the condition holds. */
#define FUZZ_CHECK(condition) ((condition) ? (void)0 : fuzz_fail(#condition, __FILE__, __LINE__))

static inline void fuzz_fail(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: failed: %s\n", file, line, what);
    abort();
}

/* ---- Buffers next to guard pages */

enum { FUZZ_BUFFERS = 32, FUZZ_BUFFER_BYTES = 1 << 18 };

static unsigned fuzz_buffers_used;

/* Buffer n, between two guard pages; allocated at its first use. */
static inline uint8_t *fuzz_buffer_at(unsigned n)
{
    static uint8_t *buffers[FUZZ_BUFFERS];
    if (buffers[n] == NULL) {
        size_t page = (size_t)sysconf(_SC_PAGESIZE);
        uint8_t *start = mmap(NULL, FUZZ_BUFFER_BYTES + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        FUZZ_CHECK(start != MAP_FAILED);
        FUZZ_CHECK(mprotect(start + page, FUZZ_BUFFER_BYTES, PROT_READ | PROT_WRITE) == 0);
        buffers[n] = start + page;
    }
    return buffers[n];
}

/*
 * An array of count entries of `entry` bytes, filled with nonsense, until the next input. It ends where a guard page
 * begins or, in one of four cases, begins where a guard page ends.
 */
static inline void *fuzz_buffer(size_t count, size_t entry)
{
    FUZZ_CHECK(fuzz_buffers_used < FUZZ_BUFFERS && count <= FUZZ_BUFFER_BYTES / entry);
    unsigned n = fuzz_buffers_used++;
    uint8_t *buffer = fuzz_buffer_at(n);
    if ((n + count) % 4 != 3)
        buffer += FUZZ_BUFFER_BYTES - count * entry;
    memset(buffer, 0xA5, count * entry);
    return buffer;
}

/* A copy of bytes in a buffer. */
static inline void *fuzz_copy(const void *bytes, size_t size)
{
    void *buffer = fuzz_buffer(size, 1);
    if (size > 0)
        memcpy(buffer, bytes, size);
    return buffer;
}

/* ---- The input, read byte by byte; 0 after its end */

typedef struct fuzz_input {
    const uint8_t *at, *end;
} fuzz_input;

static inline fuzz_input fuzz_begin(const uint8_t *data, size_t size)
{
    fuzz_buffers_used = 0;
    return (fuzz_input){data, data + size};
}

static inline size_t fuzz_left(const fuzz_input *in) { return (size_t)(in->end - in->at); }

static inline uint8_t fuzz_byte(fuzz_input *in)
{
    if (in->at == in->end)
        return 0;
    return *in->at++;
}

/* 0 .. n - 1, n up to 256. */
static inline uint32_t fuzz_below(fuzz_input *in, uint32_t n) { return fuzz_byte(in) % n; }

static inline uint64_t fuzz_word(fuzz_input *in)
{
    uint64_t word = 0;
    for (int i = 0; i < 8; i++)
        word = word << 8 | fuzz_byte(in);
    return word;
}

#endif
