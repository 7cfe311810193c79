/*
 * rejection.c - the sampler of the original's pseudo-code, taken literally: place the remaining mines on random
 * unopened cells, and keep the board if every number is correct. One thread. Argument: milliseconds per position.
 * Standard input: positions, "rows cols mines" and the rows. Prints one JSON object per line: how many boards were
 * tried per second, and how many were kept.
 */
#define _POSIX_C_SOURCE 199309L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_CELLS = 65536, TRIES = 1024 /* between two reads of the clock */ };

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* xorshift64*: fast, and good enough for a rate. */
static uint32_t below(uint64_t *state, uint32_t n)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (uint32_t)(((*state * UINT64_C(2685821657736338717)) >> 32) * n >> 32);
}

int main(int argc, char **argv)
{
    static char text[MOST_CELLS + 1];
    static uint8_t mine[MOST_CELLS * 2];
    static uint32_t unopened[MOST_CELLS], number_at[MOST_CELLS];
    static int number[MOST_CELLS];
    double limit = argc > 1 ? atof(argv[1]) : 50;
    uint32_t rows, cols, mines;
    uint64_t state = 88172645463325252u;
    while (scanf("%" SCNu32 " %" SCNu32 " %" SCNu32, &rows, &cols, &mines) == 3) {
        uint32_t stride = cols + 2, unopened_cells = 0, numbers = 0;
        if (rows == 0 || cols == 0 || (rows + 2) * stride > sizeof mine)
            return 2;
        memset(mine, 0, sizeof mine);
        for (uint32_t r = 0; r < rows; r++) {
            if (scanf("%65536s", text) != 1 || strlen(text) != cols)
                return 2;
            for (uint32_t c = 0; c < cols; c++) {
                uint32_t at = (r + 1) * stride + c + 1;
                if (text[c] == '-') {
                    unopened[unopened_cells++] = at;
                } else if (text[c] == '+') {
                    mine[at] = 1;
                    mines--;
                } else {
                    number_at[numbers] = at;
                    number[numbers++] = text[c] - '0';
                }
            }
        }
        uint64_t tries = 0, fitting = 0;
        double start = now_ms(), used;
        do {
            for (int try = 0; try < TRIES; try++) {
                for (uint32_t i = 0; i < mines; i++) {
                    uint32_t j = i + below(&state, unopened_cells - i), at = unopened[j];
                    unopened[j] = unopened[i];
                    unopened[i] = at;
                    mine[at] = 1;
                }
                uint32_t n = 0;
                for (; n < numbers; n++) {
                    const uint8_t *m = mine + number_at[n];
                    if (m[-(int)stride - 1] + m[-(int)stride] + m[-(int)stride + 1] + m[-1] + m[1] + m[stride - 1] +
                            m[stride] + m[stride + 1] !=
                        number[n])
                        break;
                }
                fitting += n == numbers;
                for (uint32_t i = 0; i < mines; i++)
                    mine[unopened[i]] = 0;
            }
            tries += TRIES;
            used = now_ms() - start;
        } while (used < limit);
        printf("{\"tries_a_second\": %.0f, \"fitting\": %" PRIu64 "}\n", (double)tries / used * 1e3, fitting);
    }
    return 0;
}
