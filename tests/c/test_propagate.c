/* test_propagate.c - propagation of single numbers, 64 cells at a time, against the same one by one. */
#include "../../core/exact/propagate.h"

#include "check.h"
#include "positions.h"

/* Propagate one number after another until nothing changes. */
typedef struct plain {
    char cells[256 * 256]; /* the position; 's': decided as safe, 'm': as a mine */
} plain;

/* A number's missing mines and undecided cells. */
static mcore_number_view plain_view(const plain *b, const position *p, size_t row, size_t col)
{
    mcore_number_view v = {(uint8_t)(b->cells[row * p->cols + col] - '0'), 0};
    for (size_t r = row == 0 ? 0 : row - 1; r <= row + 1 && r < p->rows; r++) {
        for (size_t c = col == 0 ? 0 : col - 1; c <= col + 1 && c < p->cols; c++) {
            char cell = b->cells[r * p->cols + c];
            v.residual = (uint8_t)(v.residual - (cell == '+' || cell == 'm'));
            v.undecided = (uint8_t)(v.undecided + (cell == '-'));
        }
    }
    return v;
}

static bool decides(mcore_number_view v) { return v.undecided > 0 && (v.residual == 0 || v.residual == v.undecided); }

static void decide_plainly(plain *b, const position *p)
{
    memcpy(b->cells, p->cells, p->rows * p->cols);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t row = 0; row < p->rows; row++) {
            for (size_t col = 0; col < p->cols; col++) {
                if (b->cells[row * p->cols + col] < '0' || b->cells[row * p->cols + col] > '8')
                    continue;
                mcore_number_view v = plain_view(b, p, row, col);
                if (!decides(v))
                    continue;
                changed = true;
                for (size_t r = row == 0 ? 0 : row - 1; r <= row + 1 && r < p->rows; r++) {
                    for (size_t c = col == 0 ? 0 : col - 1; c <= col + 1 && c < p->cols; c++) {
                        char *cell = b->cells + r * p->cols + c;
                        if (*cell == '-')
                            *cell = v.residual == 0 ? 's' : 'm';
                    }
                }
            }
        }
    }
}

static bool in_set(const uint64_t *set, uint32_t site) { return set[site / 64] >> site % 64 & 1; }

/* The cell sets agree with each other and, on boards of few words, where propagation is complete, with the simple
   method. */
static void check_position(const position *p, bool to_the_end)
{
    static plain b, seen;
    mcore_arena arena;
    mcore_board board;
    mcore_propagation found;
    const mcore_position wanted = {p->cells, p->rows, p->cols, p->mines};
    mines_fault fault = {.size = sizeof fault};
    mcore_arena_init(&arena, UINT64_MAX);
    if (!CHECK_SAME(mcore_board_init(&board, &arena, &wanted, &fault), MINES_OK) ||
        !CHECK_SAME(mcore_propagate(&found, &board, &arena, &fault), MINES_OK)) {
        mcore_arena_free(&arena);
        return;
    }
    decide_plainly(&b, p);
    size_t wrong = 0, numbers = 0;
    for (size_t i = 0; i < p->rows * p->cols; i++) {
        uint32_t site = mcore_site(&board, (uint32_t)(i / p->cols), (uint32_t)(i % p->cols));
        bool safe = in_set(found.safe, site), mine = in_set(found.mines, site), open = in_set(found.undecided, site);
        seen.cells[i] = safe ? 's' : mine ? 'm' : p->cells[i];
        wrong += (safe || mine || open) != (p->cells[i] == '-') || safe + mine + open > 1;
        wrong += (safe && b.cells[i] != 's') || (mine && b.cells[i] != 'm'); /* only what follows from the numbers */
        wrong += to_the_end && seen.cells[i] != b.cells[i];
    }
    for (size_t i = 0; i < p->rows * p->cols; i++) {
        if (p->cells[i] < '0' || p->cells[i] > '8')
            continue;
        mcore_number_view v = plain_view(&seen, p, i / p->cols, i % p->cols);
        uint32_t site = mcore_site(&board, (uint32_t)(i / p->cols), (uint32_t)(i % p->cols));
        if (v.undecided == 0)
            continue;
        if (numbers < found.numbers && found.site[numbers] == site)
            wrong += found.view[site].residual != v.residual || found.view[site].undecided != v.undecided;
        else
            wrong++;
        numbers++;
    }
    CHECK_SAME(numbers, found.numbers);
    CHECK_SAME(wrong, 0);
    mcore_arena_free(&arena);
}

int main(void)
{
    static const uint32_t widths[] = {1,   2,   9,   30,  61,  62,  63,  64,  65,  125,
                                      126, 127, 128, 189, 190, 191, 253, 254, 255, 256};
    static position p;
    uint64_t seed = 5;
    size_t decided = 0;
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
        for (int round = 0; round < 60; round++) {
            uint32_t cols = widths[w], rows = 1 + random_below(&seed, 10), cells = rows * cols;
            bool few = (rows + 2) * (cols + 2) <= 64 * 7; /* so few words that propagation never stops early */
            position_random(&p, rows, cols, cells / 6, 50 + 10 * random_below(&seed, 5), 10, &seed);
            check_position(&p, few);
            decided += few;
        }
    }
    CHECK(decided > 200);
    return check_done("test_propagate");
}
