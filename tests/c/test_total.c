/*
 * test_total.c - exact counts of boards against counts of other kinds: a sweep over the columns on small boards, for
 * totals and for every query of a cell; and products of binomials in decimal on large ones. Budgets and interrupts.
 */
#include "../../core/base/clock.h"
#include "../../core/exact/solution.h"
#include "../../core/exact/total.h"

#include "check.h"
#include "sweep.h"

#include <stdbool.h>

static position p;

/* ---- Small boards ---- */

static uint64_t value(const uint32_t *words, size_t length)
{
    for (size_t i = 2; i < length; i++)
        CHECK_SAME(words[i], 0);
    return words[0] | (length > 1 ? (uint64_t)words[1] << 32 : 0);
}

static void pin(mcore_cell_query *query, uint32_t box, bool self)
{
    uint32_t at = 0;
    while (at < query->pin_count && query->pins[at].box < box)
        at++;
    if (at == query->pin_count || query->pins[at].box != box) {
        for (uint32_t i = query->pin_count++; i > at; i--)
            query->pins[i] = query->pins[i - 1];
        query->pins[at] = (mcore_query_pin){.box = box};
    }
    if (self)
        query->pins[at].self = 1;
    else
        query->pins[at].neighbours++;
    query->neighbours = (uint8_t)(query->neighbours + !self);
}

/* The query for an undecided cell; returns the mines around it that are known or decided. */
static uint32_t query_of(const mines_solution *s, uint32_t site, mcore_cell_query *query)
{
    const mcore_reduced *reduced = &s->reduced;
    uint32_t mines = 0;
    *query = (mcore_cell_query){.sea_self = reduced->cell_class[site] == MCORE_CLASS_SEA};
    if (!query->sea_self)
        pin(query, reduced->box_of[site], true);
    for (int k = 0; k < 8; k++) {
        uint32_t near = mcore_neighbour(&s->board, site, k);
        uint8_t cell_class = reduced->cell_class[near];
        mines += cell_class == MCORE_CLASS_KNOWN || cell_class == MCORE_CLASS_MINE;
        if (cell_class == MCORE_CLASS_SEA)
            query->sea++;
        if (cell_class == MCORE_CLASS_BOX)
            pin(query, reduced->box_of[near], false);
    }
    return mines;
}

static bool is_undecided(const mines_solution *s, uint32_t site)
{
    uint8_t cell_class = s->reduced.cell_class[site];
    return cell_class == MCORE_CLASS_SEA || cell_class == MCORE_CLASS_BOX;
}

/* Boards on which the cell is safe and shows k are those of the position with the cell opened as k. */
static void compare_cell(const mines_solution *s, size_t cell, mcore_arena *arena, mcore_poll *poll)
{
    uint32_t words[4 * MCORE_NUMBERS];
    size_t length = mcore_total_words(&s->reduced);
    uint32_t site = mcore_site(&s->board, (uint32_t)(cell / p.cols), (uint32_t)(cell % p.cols));
    mcore_cell_query query;
    if (!is_undecided(s, site))
        return;
    uint32_t decided = query_of(s, site, &query), width = 1 + (uint32_t)cell % MCORE_NUMBERS;
    CHECK(length <= 4);
    memset(words, 0x77, sizeof words);
    CHECK_SAME(mcore_total_query(&s->reduced, s->graph, &query, width, arena, poll, words), MINES_OK);
    for (uint32_t m = 0; m < width; m++) {
        p.cells[cell] = (char)('0' + m + decided);
        CHECK_SAME(value(words + m * length, length), m + decided <= 8 ? sweep_total(&p) : 0);
    }
    p.cells[cell] = '-';
    mcore_arena_rewind(arena);
}

static unsigned long valid, invalid, several;

static void compare_position(bool queries)
{
    mines_solution *s;
    mcore_arena arena;
    mcore_poll poll;
    uint64_t wanted = sweep_total(&p);
    mines_status status = mines_solve(p.cells, p.rows, p.cols, p.mines, NULL, &s, NULL);
    if (!CHECK_SAME(status, wanted > 0 ? MINES_OK : MINES_NO_VALID_BOARD) || wanted == 0) {
        invalid += wanted == 0;
        return;
    }
    valid++;
    several += s->reduced.components > 1;
    mcore_arena_init(&arena, UINT64_MAX);
    mcore_poll_init(&poll, NULL, UINT64_MAX);
    uint32_t words[8];
    size_t used;
    char text[100], decimal[100];
    CHECK_SAME(mcore_total(&s->reduced, s->graph, &arena, &poll, words, &used), MINES_OK);
    CHECK(used >= 1 && used <= mcore_total_words(&s->reduced) && words[used - 1] != 0);
    CHECK_SAME(value(words, used), wanted);
    CHECK_SAME(mcore_total_text(&s->reduced, s->graph, &arena, &poll, text), MINES_OK);
    snprintf(decimal, sizeof decimal, "%llu", (unsigned long long)wanted);
    CHECK_TEXT(text, decimal);
    mcore_arena_rewind(&arena);
    for (size_t cell = 0; cell < p.rows * p.cols && queries; cell++)
        compare_cell(s, cell, &arena, &poll);
    mcore_arena_free(&arena);
    mines_solution_free(s);
}

static void small_boards(void)
{
    uint64_t state = 1;
    for (int i = 0; i < 300; i++) {
        bool queries = i % 6 == 0; /* small ones: nine sweeps per cell */
        uint32_t most = queries ? 24 : 48;
        uint32_t rows = 1 + random_below(&state, SWEEP_ROWS), cols = 1 + random_below(&state, most / rows);
        uint32_t cells = rows * cols, some = cells / (2 + random_below(&state, 4));
        position_random(&p, rows, cols, i % 4 == 0 ? random_below(&state, cells + 1) : some, random_below(&state, 50),
                        random_below(&state, 30), &state);
        if (i % 5 == 0)
            p.mines += random_below(&state, 2); /* perhaps no valid board */
        compare_position(queries);
    }
    printf("%lu valid, %lu invalid, %lu with several components\n", valid, invalid, several);
    CHECK(valid > 200 && invalid > 0 && several > 50);
}

/* ---- Large boards: products of binomials ---- */

enum { GROUPS = 3000 };

/* A natural number in groups of nine decimal digits, least significant first. */
typedef struct decimal {
    uint32_t group[GROUPS];
    size_t length;
} decimal;

static void multiply(decimal *d, uint32_t factor)
{
    uint64_t carry = 0;
    for (size_t i = 0; i < d->length || carry > 0; i++) {
        if (i == d->length)
            d->group[d->length++] = 0;
        carry += (uint64_t)d->group[i] * factor;
        d->group[i] = (uint32_t)(carry % 1000000000);
        carry /= 1000000000;
    }
}

/* How often a prime divides n!. */
static uint32_t power_in_factorial(uint32_t n, uint32_t prime)
{
    uint32_t power = 0;
    for (; n > 0; n /= prime)
        power += n / prime;
    return power;
}

static bool is_prime(uint32_t n)
{
    for (uint32_t i = 2; i * i <= n; i++)
        if (n % i == 0)
            return false;
    return n > 1;
}

/* *d *= C(n, k), by its prime factors. */
static void multiply_binomial(decimal *d, uint32_t n, uint32_t k)
{
    for (uint32_t prime = 2; prime <= n; prime++) {
        uint32_t power = is_prime(prime) ? power_in_factorial(n, prime) - power_in_factorial(k, prime) -
                                               power_in_factorial(n - k, prime)
                                         : 0;
        for (; power > 0; power--)
            multiply(d, prime);
    }
}

static void write_decimal(const decimal *d, char *text)
{
    text += sprintf(text, "%u", (unsigned)d->group[d->length - 1]);
    for (size_t i = d->length - 1; i-- > 0;)
        text += sprintf(text, "%09u", (unsigned)d->group[i]);
}

/* Numbers that touch nothing else, `step` apart, in an otherwise unopened board: a binomial each, and one for the sea.
 */
static void check_product(uint32_t rows, uint32_t cols, uint32_t mines, size_t step, uint64_t *state)
{
    static decimal wanted;
    static char text[9 * GROUPS + 1], got[9 * GROUPS + 100];
    uint32_t sea = rows * cols, left = mines;
    position_blank(&p, rows, cols, mines);
    wanted.group[0] = 1;
    wanted.length = 1;
    for (size_t row = 1; step > 0 && row + 1 < rows; row += step) {
        for (size_t col = 1; col + 1 < cols; col += step) {
            uint32_t number = 1 + random_below(state, 7);
            if (random_below(state, 3) == 0 || number > left)
                continue;
            p.cells[row * cols + col] = (char)('0' + number);
            multiply_binomial(&wanted, 8, number);
            sea -= 9;
            left -= number;
        }
    }
    if (!CHECK(left <= sea))
        return;
    multiply_binomial(&wanted, sea, left);
    write_decimal(&wanted, text);
    mines_solution *s;
    if (!CHECK_SAME(mines_solve(p.cells, rows, cols, mines, NULL, &s, NULL), MINES_OK))
        return;
    mcore_arena arena;
    mcore_poll poll;
    mcore_arena_init(&arena, UINT64_MAX);
    mcore_poll_init(&poll, NULL, UINT64_MAX);
    CHECK(10 * mcore_total_words(&s->reduced) + 1 <= sizeof got);
    CHECK(strlen(text) <= 10 * mcore_total_words(&s->reduced));
    CHECK_SAME(mcore_total_text(&s->reduced, s->graph, &arena, &poll, got), MINES_OK);
    CHECK_TEXT(got, text);
    mcore_arena_free(&arena);
    mines_solution_free(s);
}

static void large_boards(void)
{
    uint64_t state = 2;
    check_product(1, 1, 0, 0, &state);
    check_product(1, 33, 16, 0, &state); /* sizes around words of 32 bits */
    check_product(8, 8, 32, 0, &state);
    check_product(5, 13, 33, 0, &state);
    check_product(16, 30, 99, 3, &state);
    check_product(16, 30, 99, 4, &state);
    check_product(40, 40, 900, 3, &state); /* fewer safe cells than mines */
    check_product(64, 64, 800, 3, &state);
    check_product(100, 100, 2000, 5, &state);
    check_product(200, 200, 20000, 0, &state);
}

/* ---- Budgets and interrupts ---- */

static void limits(void)
{
    static uint32_t wanted[200], words[200];
    uint64_t state = 3, budget = 1000;
    mines_solution *s;
    mcore_poll poll;
    mcore_arena arena;
    size_t used, again;
    position_isolated(&p, 8, 60, 100, &state);
    if (!CHECK_SAME(mines_solve(p.cells, p.rows, p.cols, p.mines, NULL, &s, NULL), MINES_OK))
        return;
    mcore_poll_init(&poll, NULL, UINT64_MAX);
    mcore_arena_init(&arena, UINT64_MAX);
    CHECK_SAME(mcore_total(&s->reduced, s->graph, &arena, &poll, wanted, &used), MINES_OK);
    mcore_arena_free(&arena);
    int refused = 0;
    for (mines_status status = MINES_BUDGET_EXCEEDED; status != MINES_OK; budget += budget / 4) {
        mcore_arena_init(&arena, budget);
        status = mcore_total(&s->reduced, s->graph, &arena, &poll, words, &again);
        refused += status == MINES_BUDGET_EXCEEDED;
        CHECK(status == MINES_OK || status == MINES_BUDGET_EXCEEDED);
        CHECK(arena.used <= budget);
        mcore_arena_free(&arena);
    }
    CHECK(refused > 3);
    CHECK(again == used && memcmp(words, wanted, used * sizeof *words) == 0);
    int interrupted = 0;
    for (uint64_t time = 0;; time += time / 4 + 2000) {
        mcore_arena_init(&arena, UINT64_MAX);
        mcore_poll_init(&poll, NULL, mcore_clock_now() + time);
        mines_status status = mcore_total(&s->reduced, s->graph, &arena, &poll, words, &again);
        mcore_arena_free(&arena);
        interrupted += status == MINES_INTERRUPTED;
        if (status != MINES_INTERRUPTED) {
            CHECK_SAME(status, MINES_OK);
            break;
        }
    }
    printf("%d refusals, %d interrupts, %zu %zu\n", refused, interrupted, again, used);
    CHECK(interrupted > 0 && again == used);
    mines_solution_free(s);
}

int main(void)
{
    small_boards();
    large_boards();
    limits();
    return check_done("test_total");
}
