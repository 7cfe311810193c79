/*
 * attack.c - `attack LIBRARY NAME`: bad input of every kind, many calls at the same time, small stacks, loading and
 * unloading. No call may crash, write outside its arrays or return nonsense.
 */
#include "grid2.h"

enum { GUARD = 64, SMALL_STACK = 65536, CALLERS = 8 };

typedef struct random_state {
    unsigned int state;
} random_state;

static unsigned int below(random_state *r, unsigned int limit)
{
    r->state = r->state * 1664525u + 1013904223u;
    return (unsigned int)(((unsigned long long)(r->state >> 8) * limit) >> 24);
}

static int neighbours(const char *mines, int cell)
{
    int count = 0, row, col;
    for (row = cell / 16 - 1; row <= cell / 16 + 1; row++) {
        for (col = cell % 16 - 1; col <= cell % 16 + 1; col++) {
            if (row >= 0 && row < 16 && col >= 0 && col < 16 && row * 16 + col != cell)
                count += mines[row * 16 + col];
        }
    }
    return count;
}

/* A possible position: random mines, then cells opened or marked, one in `every`. */
static void position(random_state *r, char board[256], unsigned int every, int lattice)
{
    char mines[256];
    int cell, left;
    memset(mines, 0, sizeof mines);
    memset(board, '-', 256);
    for (left = 51; left > 0;) {
        cell = (int)below(r, 256);
        left -= !mines[cell];
        mines[cell] = 1;
    }
    for (cell = 0; cell < 256; cell++) {
        if (lattice ? (cell / 16 % 2 == 0 || cell % 2 == 0) : below(r, every) != 0)
            continue;
        board[cell] = (char)(mines[cell] ? (lattice || below(r, 2) ? '-' : '+') : '0' + neighbours(mines, cell));
    }
}

/* One call with guards around the arrays; outputs that are not passed stay unchanged. wanted: bits of those passed. */
static unsigned int call(grid2 function, const char *board, unsigned int wanted, unsigned int threads,
                         unsigned int count, unsigned int time_ms)
{
    float mine[256 + 2 * GUARD], zero[256 + 2 * GUARD];
    char cells[256];
    unsigned int valid = 12345;
    int i;
    for (i = 0; i < 256 + 2 * GUARD; i++)
        mine[i] = zero[i] = 0.25f;
    if (board != NULL)
        memcpy(cells, board, sizeof cells);
    function(board != NULL ? cells : NULL, wanted & 1 ? mine + GUARD : NULL, wanted & 2 ? zero + GUARD : NULL,
             wanted & 4 ? &valid : NULL, threads, count, time_ms);
    for (i = 0; i < GUARD; i++)
        REQUIRE(mine[i] == 0.25f && zero[i] == 0.25f && mine[256 + GUARD + i] == 0.25f &&
                zero[256 + GUARD + i] == 0.25f);
    REQUIRE(board == NULL || memcmp(cells, board, sizeof cells) == 0);
    REQUIRE(wanted & 4 ? board != NULL || valid == 0 : valid == 12345);
    if (board != NULL && wanted & 1)
        check_shares(mine + GUARD);
    else
        REQUIRE(mine[GUARD] == 0.25f && mine[GUARD + 255] == 0.25f);
    if (board != NULL && wanted & 2)
        check_shares(zero + GUARD);
    else
        REQUIRE(zero[GUARD] == 0.25f && zero[GUARD + 255] == 0.25f);
    return valid;
}

static void attack_nulls(grid2 function)
{
    char board[256];
    unsigned int wanted;
    memset(board, '-', sizeof board);
    for (wanted = 0; wanted < 8; wanted++) {
        (void)call(function, board, wanted, 1, 100, 100);
        (void)call(function, NULL, wanted, 1, 100, 100);
    }
}

static void attack_bytes(grid2 function, random_state *r)
{
    static const char cells[] = "-+012345678";
    char board[256];
    int i, trial;
    for (trial = 0; trial < 256; trial++) { /* every byte, somewhere on a blank board */
        memset(board, '-', sizeof board);
        board[below(r, 256)] = (char)trial;
        if (strchr(cells, trial) == NULL || trial == 0)
            REQUIRE(call(function, board, 7, 1, 100, 20) == 0);
    }
    for (trial = 0; trial < 200; trial++) {
        for (i = 0; i < 256; i++)
            board[i] = (char)(trial % 2 ? (int)below(r, 256) : cells[below(r, 11)]);
        (void)call(function, board, 7, below(r, 40), below(r, 1000), below(r, 3));
    }
}

static void attack_numbers(grid2 function, random_state *r)
{
    static const unsigned int threads[] = {0, 1, 2, 31, 32, 33, 1000, 0x7fffffffu, 0xffffffffu};
    static const unsigned int counts[] = {0, 1, 511, 512, 513, 100000, 0xffffffffu};
    char board[256];
    unsigned int i, j;
    for (i = 0; i < sizeof threads / sizeof *threads; i++) {
        for (j = 0; j < sizeof counts / sizeof *counts; j++) {
            position(r, board, 1 + below(r, 6), 0);
            (void)call(function, board, 7, threads[i], counts[j], below(r, 6));
        }
    }
    position(r, board, 3, 0);
    (void)call(function, board, 7, 2, 10, 0xffffffffu); /* the deadline doesn't overflow: 10 boards end the call */
}

typedef struct work {
    grid2 function;
    unsigned int seed;
    int rounds;
} work;

static void attack_positions(void *argument)
{
    const work *w = (const work *)argument;
    random_state r;
    char board[256];
    int i;
    r.state = w->seed;
    for (i = 0; i < w->rounds; i++) {
        position(&r, board, 1 + below(&r, 8), i % 5 == 4);
        (void)call(w->function, board, 7, i % 4u, 3000, i % 3 == 0 ? 0 : 40);
    }
    memset(board, '-', sizeof board);
    (void)call(w->function, board, 7, 1, 1000, 50);
    board[0] = '4';
    REQUIRE(call(w->function, board, 7, 1, 1000, 50) == 0);
}

static void attack_threads(grid2 function, int callers, size_t stack, int rounds)
{
    thread threads[CALLERS];
    work works[CALLERS];
    begun begins[CALLERS];
    int i;
    for (i = 0; i < callers; i++) {
        works[i].function = function;
        works[i].seed = 77u + (unsigned int)i;
        works[i].rounds = rounds;
        begins[i].function = attack_positions;
        begins[i].argument = &works[i];
        threads[i] = thread_begin(&begins[i], stack);
    }
    for (i = 0; i < callers; i++)
        thread_end(threads[i]);
}

int main(int argc, char **argv)
{
    random_state r = {2026};
    int i;
    REQUIRE(argc == 3);
    for (i = 0; i < 12; i++) {
        library lib = library_open(argv[1]);
        grid2 function;
        REQUIRE(lib != NULL);
        function = grid2_of(library_find(lib, argv[2]));
        REQUIRE(function != NULL);
        if (i == 0) {
            attack_nulls(function);
            attack_bytes(function, &r);
            attack_numbers(function, &r);
        }
        if (i < 2)
            attack_threads(function, CALLERS, 0, 12);
        attack_threads(function, 1 + i % 3, SMALL_STACK, i == 0 ? 25 : 4);
        REQUIRE(library_close(lib)); /* no thread outlives its call */
    }
    printf("attacked\n");
    return 0;
}
