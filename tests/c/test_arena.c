/* test_arena.c - arenas: alignment, growth, release, the memory limit, rewinding. */
#include "../../core/base/arena.h"

#include "check.h"

static void small_things(void)
{
    mcore_arena arena;
    mcore_arena_init(&arena, 1 << 20);
    unsigned char *last = NULL;
    for (size_t n = 0; n < 200; n++) {
        unsigned char *data = mcore_arena_alloc_zeroed(&arena, n, 3);
        if (!CHECK(data != NULL))
            break;
        CHECK((uintptr_t)data % 16 == 0);
        CHECK(n < 2 || data != last);
        for (size_t i = 0; i < 3 * n; i++)
            CHECK(data[i] == 0);
        memset(data, 0xAB, 3 * n);
        last = data;
    }
    CHECK_SAME(arena.status, MINES_OK);
    CHECK(arena.used > 0 && arena.used <= arena.limit);
    mcore_arena_free(&arena);
    CHECK_SAME(arena.used, 0);
    CHECK(mcore_arena_alloc(&arena, 1, 1) != NULL); /* it can be used again */
    mcore_arena_free(&arena);
}

static void growing_things(void)
{
    mcore_arena arena;
    mcore_arena_init(&arena, UINT64_MAX);
    uint32_t *numbers = NULL, *others = NULL;
    size_t capacity = 0, other_capacity = 0;
    for (uint32_t i = 0; i < 20000; i++) {
        void *data = numbers, *other = others;
        if (!CHECK(mcore_arena_reserve(&arena, &data, &capacity, i + 1, sizeof *numbers)) ||
            !CHECK(mcore_arena_reserve(&arena, &other, &other_capacity, i + 1, sizeof *others)))
            break;
        numbers = data;
        others = other;
        numbers[i] = i;
        others[i] = ~i;
    }
    for (uint32_t i = 0; i < 20000; i++)
        CHECK(numbers[i] == i && others[i] == ~i);
    uint64_t used = arena.used;
    mcore_arena_release(&arena, others);
    CHECK(arena.used < used);
    mcore_arena_release(&arena, NULL);
    CHECK(numbers[19999] == 19999);
    numbers = mcore_arena_realloc(&arena, numbers, 10, sizeof *numbers);
    CHECK(numbers != NULL && numbers[9] == 9);
    mcore_arena_free(&arena);
}

static void budget(void)
{
    mcore_arena arena;
    mcore_arena_init(&arena, 200000);
    unsigned char *data = mcore_arena_realloc(&arena, NULL, 100000, 1);
    CHECK(data != NULL);
    data[99999] = 7;
    CHECK(mcore_arena_realloc(&arena, data, 300000, 1) == NULL);
    CHECK_SAME(arena.status, MINES_BUDGET_EXCEEDED);
    CHECK(data[99999] == 7); /* still valid */
    CHECK(arena.used <= arena.limit);
    CHECK(mcore_arena_realloc(&arena, NULL, 1, 1) == NULL); /* the first failure stays */
    mcore_arena_free(&arena);

    mcore_arena_init(&arena, UINT64_MAX);
    CHECK(mcore_arena_realloc(&arena, NULL, SIZE_MAX, 8) == NULL);
    CHECK(arena.status != MINES_OK);
    mcore_arena_free(&arena);
    mcore_arena_init(&arena, UINT64_MAX);
    CHECK(mcore_arena_alloc(&arena, SIZE_MAX / 2, 4) == NULL);
    CHECK(arena.status != MINES_OK);
    mcore_arena_free(&arena);
}

/* Reset memory is reused without another request to the system. */
static void rewinding(void)
{
    mcore_arena arena;
    mcore_arena_init(&arena, 1 << 22);
    uint64_t used = 0;
    for (int round = 0; round < 6; round++) {
        uint32_t *numbers = NULL;
        size_t capacity = 0;
        for (uint32_t i = 0; i < 50000; i++) {
            void *data = numbers;
            if (!CHECK(mcore_arena_reserve(&arena, &data, &capacity, i + 1, sizeof *numbers)))
                return;
            numbers = data;
            numbers[i] = i;
            if (i % 1000 == 0)
                memset(mcore_arena_alloc(&arena, 30, 1), 0xCD, 30);
        }
        for (uint32_t i = 0; i < 50000; i++)
            CHECK(numbers[i] == i);
        CHECK(round < 4 || arena.used == used);
        used = arena.used;
        mcore_arena_rewind(&arena);
        CHECK_SAME(arena.status, MINES_OK);
        CHECK(arena.used <= arena.limit);
    }
    CHECK(mcore_arena_realloc(&arena, NULL, 1 << 23, 1) == NULL);
    CHECK_SAME(arena.status, MINES_BUDGET_EXCEEDED);
    mcore_arena_rewind(&arena);
    CHECK_SAME(arena.status, MINES_OK);
    CHECK(mcore_arena_alloc(&arena, 10, 1) != NULL);
    mcore_arena_free(&arena);
}

/* Rewinding frees whatever was allocated since the save, and leaves what was allocated before unchanged. */
static void going_back(void)
{
    static const size_t sizes[] = {0, 10, 1000, 14000, 40000, 300000};
    enum { SIZES = sizeof sizes / sizeof *sizes };
    for (size_t before = 0; before < SIZES; before++) {
        mcore_arena arena;
        mcore_arena_init(&arena, 1 << 21);
        unsigned char *kept = mcore_arena_realloc(&arena, NULL, sizes[before], 1),
                      *taken = mcore_arena_alloc(&arena, sizes[before], 1);
        if (!CHECK(kept != NULL && taken != NULL))
            return;
        memset(kept, 1, sizes[before]);
        memset(taken, 2, sizes[before]);
        uint64_t used = arena.used;
        size_t left = arena.left;
        mcore_arena_mark moment = mcore_arena_save(&arena);
        for (size_t after = 0; after < SIZES; after++) {
            void *one = mcore_arena_realloc(&arena, NULL, sizes[after], 1),
                 *other = mcore_arena_alloc_zeroed(&arena, sizes[after], 1);
            CHECK(one != NULL && other != NULL);
            if (after % 2 == 0)
                mcore_arena_release(&arena, one);
            CHECK(mcore_arena_alloc(&arena, 1 << 21, 1) == NULL);
            CHECK_SAME(arena.status, MINES_BUDGET_EXCEEDED);
            CHECK(arena.peak >= arena.used && arena.used >= used);
            mcore_arena_restore(&arena, moment);
            CHECK_SAME(arena.status, MINES_OK);
            CHECK_SAME(arena.used, used);
            CHECK_SAME(arena.left, left);
        }
        kept = mcore_arena_realloc(&arena, kept, sizes[before] + 100, 1);
        for (size_t i = 0; i < sizes[before]; i++)
            CHECK(kept[i] == 1 && taken[i] == 2);
        mcore_arena_free(&arena);
    }
}

/* mcore_arena_fits is right in both directions. */
static void fitting(void)
{
    int fitted = 0, tries = 0;
    for (uint64_t limit = 1000; limit < 400000; limit += limit / 3) {
        for (size_t before = 1; before < 200000; before += before / 2 + 1) {
            for (size_t bytes = 1; bytes < 300000; bytes += bytes / 3 + 1) {
                mcore_arena arena;
                mcore_arena_init(&arena, limit);
                if (mcore_arena_alloc(&arena, before, 1) != NULL) {
                    bool fits = mcore_arena_fits(&arena, bytes, 1);
                    CHECK_SAME(mcore_arena_realloc(&arena, NULL, bytes, 1) != NULL, fits);
                    CHECK(!mcore_arena_fits(&arena, SIZE_MAX / 2, 4));
                    fitted += fits;
                    tries++;
                }
                mcore_arena_free(&arena);
            }
        }
    }
    CHECK(fitted > 1000 && tries - fitted > 1000);
}

int main(void)
{
    small_things();
    rewinding();
    growing_things();
    budget();
    going_back();
    fitting();
    return check_done("test_arena");
}
