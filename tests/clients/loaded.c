/*
 * loaded.c - `loaded LIBRARY NAME...`: loads the library at run time and calls DetermineGrid2 by each of the names. On
 * 32-bit x86 it calls through assembly, from stacks of every alignment; the call must preserve the stack, the
 * callee-saved registers and the x87 control word.
 */
#include "grid2.h"

#if defined(__i386__)
#  ifdef __cplusplus
extern "C"
#  endif
    int call_from(any_function function, const unsigned int arguments[7], unsigned int shift);

#  if defined(_WIN32)
enum { TAKEN = 28 };
#  else
enum { TAKEN = 0 };
#  endif

static unsigned int word_of(const void *pointer) { return (unsigned int)(size_t)pointer; }

static void call(any_function function, char *board, float *mine, float *zero, unsigned int *valid, unsigned int turn)
{
    /* precision and rounding modes that callers may have set */
    static const unsigned short words[4] = {0x037f, 0x027f, 0x007f, 0x0f7f};
    unsigned short usual, before = words[turn % 4], after;
    unsigned int arguments[7];
    int taken;
    arguments[0] = word_of(board);
    arguments[1] = word_of(mine);
    arguments[2] = word_of(zero);
    arguments[3] = word_of(valid);
    arguments[4] = turn % 3;
    arguments[5] = 1000;
    arguments[6] = 1000;
    __asm__ volatile("fnstcw %0" : "=m"(usual));
    __asm__ volatile("fldcw %0" : : "m"(before));
    taken = call_from(function, arguments, turn % 4 * 4);
    __asm__ volatile("fnstcw %0" : "=m"(after));
    __asm__ volatile("fldcw %0" : : "m"(usual));
    REQUIRE(taken == TAKEN);
    REQUIRE(after == before);
}

#else

static void call(any_function function, char *board, float *mine, float *zero, unsigned int *valid, unsigned int turn)
{
    grid2_of(function)(board, mine, zero, valid, turn % 3, 1000, 1000);
}

#endif

static void check(any_function function, unsigned int turn)
{
    char board[256];
    float mine[256], zero[256];
    unsigned int valid = 0;
    int i;
    memset(board, '-', sizeof board);
    call(function, board, mine, zero, &valid, turn);
    REQUIRE(valid >= 512);
    check_shares(mine);
    check_shares(zero);
    board[0] = '3';
    call(function, board, mine, zero, &valid, turn);
    REQUIRE(valid == 0);
    for (i = 0; i < 256; i++)
        REQUIRE(mine[i] == (i == 1 || i == 16 || i == 17 ? 1.0f : -1.0f) && zero[i] == -1.0f);
}

int main(int argc, char **argv)
{
    int i;
    REQUIRE(argc > 2);
    for (i = 2; i < argc; i++) {
        library lib = library_open(argv[1]);
        any_function function;
        unsigned int turn;
        REQUIRE(lib != NULL);
        function = library_find(lib, argv[i]);
        REQUIRE(function != NULL);
        for (turn = 0; turn < 16; turn++)
            check(function, turn);
        REQUIRE(library_close(lib));
    }
    printf("loaded %d names\n", argc - 2);
    return 0;
}
