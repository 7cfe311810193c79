/*
 * fuzz.h - what the fuzz targets share. A target is a file with LLVMFuzzerTestOneInput: it takes any bytes, makes calls
 * of them, and aborts where what comes back does not hold. With libFuzzer it is fuzzed (the script run), with driver.c
 * it goes over its corpus and seeded mutations of it, by any compiler.
 *
 * Every array that the library sees is a room that ends, or begins, at a page that can't be touched, so that a byte
 * read or written outside is a crash in any build.
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

/* What must hold, whatever the input was. */
#define FUZZ_CHECK(condition) ((condition) ? (void)0 : fuzz_fail(#condition, __FILE__, __LINE__))

static inline void fuzz_fail(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: failed: %s\n", file, line, what);
    abort();
}

/* ---- Rooms next to a page that can't be touched ---- */

enum { FUZZ_ROOMS = 32, FUZZ_ROOM_BYTES = 1 << 18 };

static unsigned fuzz_rooms_taken;

/* Room number n, made when it is first taken; between two pages that can't be touched. */
static inline uint8_t *fuzz_room_at(unsigned n)
{
    static uint8_t *rooms[FUZZ_ROOMS];
    if (rooms[n] == NULL) {
        size_t page = (size_t)sysconf(_SC_PAGESIZE);
        uint8_t *start = mmap(NULL, FUZZ_ROOM_BYTES + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        FUZZ_CHECK(start != MAP_FAILED);
        FUZZ_CHECK(mprotect(start + page, FUZZ_ROOM_BYTES, PROT_READ | PROT_WRITE) == 0);
        rooms[n] = start + page;
    }
    return rooms[n];
}

/*
 * So many entries of so many bytes, all of them nonsense, until the next input comes. The last entry ends where the
 * page begins that can't be touched; or, in one of four, the first entry begins where such a page ends.
 */
static inline void *fuzz_room(size_t count, size_t entry)
{
    FUZZ_CHECK(fuzz_rooms_taken < FUZZ_ROOMS && count <= FUZZ_ROOM_BYTES / entry);
    unsigned n = fuzz_rooms_taken++;
    uint8_t *room = fuzz_room_at(n);
    if ((n + count) % 4 != 3)
        room += FUZZ_ROOM_BYTES - count * entry;
    memset(room, 0xA5, count * entry);
    return room;
}

/* A copy of bytes in a room. */
static inline void *fuzz_copy(const void *bytes, size_t size)
{
    void *room = fuzz_room(size, 1);
    if (size > 0)
        memcpy(room, bytes, size);
    return room;
}

/* ---- The input, taken byte by byte; 0 where it is at its end ---- */

typedef struct fuzz_input {
    const uint8_t *at, *end;
} fuzz_input;

static inline fuzz_input fuzz_begin(const uint8_t *data, size_t size)
{
    fuzz_rooms_taken = 0;
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
