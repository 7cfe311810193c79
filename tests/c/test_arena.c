/* test_arena.c - the leaf arena: alignment, growth, release, the budget. */
#include "../../core/arena.h"

#include "check.h"

static void small_things(void)
{
    msc_arena arena;
    msc_arena_init(&arena, 1 << 20);
    unsigned char *last = NULL;
    for (size_t n = 0; n < 200; n++) {
        unsigned char *data = msc_take_zero(&arena, n, 3);
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
    msc_arena_free(&arena);
    CHECK_SAME(arena.used, 0);
    CHECK(msc_take(&arena, 1, 1) != NULL); /* it may be used again */
    msc_arena_free(&arena);
}

static void growing_things(void)
{
    msc_arena arena;
    msc_arena_init(&arena, UINT64_MAX);
    uint32_t *numbers = NULL, *others = NULL;
    size_t capacity = 0, other_capacity = 0;
    for (uint32_t i = 0; i < 20000; i++) {
        void *data = numbers, *other = others;
        if (!CHECK(msc_grow(&arena, &data, &capacity, i + 1, sizeof *numbers)) ||
            !CHECK(msc_grow(&arena, &other, &other_capacity, i + 1, sizeof *others)))
            break;
        numbers = data;
        others = other;
        numbers[i] = i;
        others[i] = ~i;
    }
    for (uint32_t i = 0; i < 20000; i++)
        CHECK(numbers[i] == i && others[i] == ~i);
    uint64_t used = arena.used;
    msc_release(&arena, others);
    CHECK(arena.used < used);
    msc_release(&arena, NULL);
    CHECK(numbers[19999] == 19999);
    numbers = msc_resize(&arena, numbers, 10, sizeof *numbers);
    CHECK(numbers != NULL && numbers[9] == 9);
    msc_arena_free(&arena);
}

static void budget(void)
{
    msc_arena arena;
    msc_arena_init(&arena, 200000);
    unsigned char *data = msc_resize(&arena, NULL, 100000, 1);
    CHECK(data != NULL);
    data[99999] = 7;
    CHECK(msc_resize(&arena, data, 300000, 1) == NULL);
    CHECK_SAME(arena.status, MINES_BUDGET_EXCEEDED);
    CHECK(data[99999] == 7); /* still valid */
    CHECK(arena.used <= arena.limit);
    CHECK(msc_resize(&arena, NULL, 1, 1) == NULL); /* the first failure stays */
    msc_arena_free(&arena);

    msc_arena_init(&arena, UINT64_MAX);
    CHECK(msc_resize(&arena, NULL, SIZE_MAX, 8) == NULL);
    CHECK(arena.status != MINES_OK);
    msc_arena_free(&arena);
    msc_arena_init(&arena, UINT64_MAX);
    CHECK(msc_take(&arena, SIZE_MAX / 2, 4) == NULL);
    CHECK(arena.status != MINES_OK);
    msc_arena_free(&arena);
}

/* What was used once is used again without a word to the system. */
static void rewinding(void)
{
    msc_arena arena;
    msc_arena_init(&arena, 1 << 22);
    uint64_t used = 0;
    for (int round = 0; round < 6; round++) {
        uint32_t *numbers = NULL;
        size_t capacity = 0;
        for (uint32_t i = 0; i < 50000; i++) {
            void *data = numbers;
            if (!CHECK(msc_grow(&arena, &data, &capacity, i + 1, sizeof *numbers)))
                return;
            numbers = data;
            numbers[i] = i;
            if (i % 1000 == 0)
                memset(msc_take(&arena, 30, 1), 0xCD, 30);
        }
        for (uint32_t i = 0; i < 50000; i++)
            CHECK(numbers[i] == i);
        CHECK(round < 4 || arena.used == used);
        used = arena.used;
        msc_arena_rewind(&arena);
        CHECK_SAME(arena.status, MINES_OK);
        CHECK(arena.used <= arena.limit);
    }
    CHECK(msc_resize(&arena, NULL, 1 << 23, 1) == NULL);
    CHECK_SAME(arena.status, MINES_BUDGET_EXCEEDED);
    msc_arena_rewind(&arena);
    CHECK_SAME(arena.status, MINES_OK);
    CHECK(msc_take(&arena, 10, 1) != NULL);
    msc_arena_free(&arena);
}

int main(void)
{
    small_things();
    rewinding();
    growing_things();
    budget();
    return check_done("test_arena");
}
