/* test_no_guess.c - no_guess against two slower methods that share nothing with it: one calls mines_solve after each
   step, one goes through all boards. */
#include "../../core/generation/no_guess.h"

#include "../../core/generation/placement.h"
#include "all_boards.h"
#include "check.h"
#include "positions.h"

#include <stdlib.h>

enum { CELLS = 480 };

/* Open a cell of the text and what its 0s open. */
static void open_from(char *text, const uint8_t *mask, uint32_t rows, uint32_t cols, size_t cell)
{
    static size_t stack[8 * CELLS];
    size_t depth = 0;
    stack[depth++] = cell;
    while (depth > 0) {
        size_t at = stack[--depth], row = at / cols, col = at % cols;
        if (text[at] != '-')
            continue;
        text[at] = (char)('0' + mines_around(mask, rows, cols, row, col));
        for (size_t r = row == 0 ? 0 : row - 1; text[at] == '0' && r <= row + 1 && r < rows; r++)
            for (size_t c = col == 0 ? 0 : col - 1; c <= col + 1 && c < cols; c++)
                if (text[r * cols + c] == '-')
                    stack[depth++] = r * cols + c;
    }
}

static size_t count_cells(const char *text, size_t cells, char wanted)
{
    size_t count = 0;
    for (size_t i = 0; i < cells; i++)
        count += text[i] == wanted;
    return count;
}

static uint32_t count_mines(const uint8_t *mask, size_t cells)
{
    uint32_t mines = 0;
    for (size_t i = 0; i < cells; i++)
        mines += mask[i];
    return mines;
}

/* Open everything that mines_solve calls safe, until nothing is left to open. */
static bool won_by_solving(const uint8_t *mask, uint32_t rows, uint32_t cols, size_t click)
{
    static char text[CELLS];
    static uint8_t safe[CELLS];
    size_t cells = rows * cols;
    uint32_t mines = count_mines(mask, cells);
    memset(text, '-', cells);
    if (mask[click])
        return false;
    open_from(text, mask, rows, cols, click);
    while (count_cells(text, cells, '-') != mines) {
        mines_solution *solution;
        if (!CHECK_SAME(mines_solve(text, rows, cols, mines, NULL, &solution, NULL), MINES_OK))
            return false;
        CHECK_SAME(mines_solution_certain(solution, safe, NULL), MINES_OK);
        mines_solution_free(solution);
        size_t before = count_cells(text, cells, '-');
        for (size_t i = 0; i < cells; i++) {
            if (safe[i]) {
                CHECK(!mask[i]);
                open_from(text, mask, rows, cols, i);
            }
        }
        if (count_cells(text, cells, '-') == before)
            return false;
    }
    return true;
}

/* ---- All boards of a small size ---- */

/* Every board of the size from every first click: all three methods agree. */
static void small_boards(uint32_t rows, uint32_t cols, uint32_t mines, size_t every)
{
    small s;
    list_boards(&s, rows, cols, mines);
    mcore_no_guess no_guess;
    mcore_poll poll;
    mcore_poll_init(&poll, NULL, UINT64_MAX);
    CHECK_SAME(mcore_no_guess_init(&no_guess, rows, cols, 1 << 24), MINES_OK);
    size_t yes = 0, no = 0;
    for (size_t b = 0; b < s.boards; b += every) {
        uint8_t mask[SMALL];
        for (uint32_t cell = 0; cell < rows * cols; cell++)
            mask[cell] = s.board[b] >> cell & 1;
        for (uint32_t click = 0; click < rows * cols; click++) {
            bool won, wanted = won_by_all_boards(&s, s.board[b], click);
            CHECK_SAME(mcore_no_guess_board(&no_guess, mask, click / cols, click % cols, &poll, &won), MINES_OK);
            CHECK(won == wanted);
            if (b % 7 == 0)
                CHECK(won_by_solving(mask, rows, cols, click) == wanted);
            yes += wanted;
            no += !wanted;
        }
    }
    CHECK(no > 0 && (yes > 0 || mines > 8));
    mcore_no_guess_free(&no_guess);
    free(s.board);
}

/* ---- The usual sizes ---- */

/* steps: the limit of a search for a counterexample; 0 leaves everything to the exact count. */
static void random_boards(const mcore_placement *placing, uint32_t boards, uint32_t steps, size_t *won_boards)
{
    static uint8_t mask[CELLS];
    mcore_no_guess no_guess;
    mcore_poll poll;
    mcore_poll_init(&poll, NULL, UINT64_MAX);
    CHECK_SAME(mcore_no_guess_init(&no_guess, placing->rows, placing->cols, 1 << 28), MINES_OK);
    no_guess.counterexample.steps = steps;
    *won_boards = 0;
    for (uint32_t i = 0; i < boards; i++) {
        bool won;
        CHECK(mcore_placement_board(placing, 8, i, NULL, mask));
        CHECK_SAME(mcore_no_guess_board(&no_guess, mask, placing->row, placing->col, &poll, &won), MINES_OK);
        CHECK(won == won_by_solving(mask, placing->rows, placing->cols, placing->row * placing->cols + placing->col));
        *won_boards += won;
    }
    CHECK(steps > 0 || no_guess.exact > 0 || *won_boards == 0);
    mcore_no_guess_free(&no_guess);
}

static void usual_sizes(void)
{
    static const struct {
        mcore_placement placing;
        uint32_t boards;
    } cases[] = {
        {{16, 30, 99, MINES_FIRST_OPENING, 8, 15}, 300},  {{16, 30, 99, MINES_FIRST_SAFE, 0, 0}, 300},
        {{16, 16, 40, MINES_FIRST_OPENING, 0, 7}, 300},   {{9, 9, 10, MINES_FIRST_SAFE, 4, 4}, 600},
        {{5, 5, 12, MINES_FIRST_OPENING, 2, 2}, 600},     {{1, 30, 8, MINES_FIRST_SAFE, 0, 15}, 600},
        {{2, 30, 14, MINES_FIRST_OPENING, 1, 0}, 600},    {{8, 8, 50, MINES_FIRST_OPENING, 3, 3}, 300},
        {{16, 30, 170, MINES_FIRST_OPENING, 8, 15}, 200},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static const uint32_t steps[] = {1000, 3, 0};
        size_t won[3];
        for (size_t k = 0; k < 3; k++)
            random_boards(&cases[i].placing, cases[i].boards, steps[k], won + k);
        CHECK(won[0] == won[1] && won[0] == won[2]);
    }
}

/* Without memory for the exact count, boards that need it are not proven, and the answers for all others are the
   same. */
static void little_memory(void)
{
    static const mcore_placement placing = {9, 9, 10, MINES_FIRST_SAFE, 4, 4};
    uint8_t mask[81];
    uint32_t unproven = 0, counted = 0;
    mcore_no_guess rich, poor;
    mcore_poll poll;
    mcore_poll_init(&poll, NULL, UINT64_MAX);
    CHECK_SAME(mcore_no_guess_init(&rich, 9, 9, 1 << 24), MINES_OK);
    CHECK_SAME(mcore_no_guess_init(&poor, 9, 9, 1 << 24), MINES_OK);
    poor.solution.arena.limit = 1;
    for (uint64_t i = 0; i < 2000; i++) {
        bool won, proven;
        uint64_t before = rich.exact;
        CHECK(mcore_placement_board(&placing, 2, i, NULL, mask));
        CHECK_SAME(mcore_no_guess_board(&rich, mask, 4, 4, &poll, &won), MINES_OK);
        CHECK_SAME(mcore_no_guess_board(&poor, mask, 4, 4, &poll, &proven), MINES_OK);
        CHECK(proven == (won && rich.exact == before));
        unproven += won && !proven;
        counted += rich.exact > before;
    }
    CHECK(unproven > 0 && counted > unproven);
    mcore_no_guess_free(&rich);
    mcore_no_guess_free(&poor);
    /* and mcore_no_guess_init reports a lack of memory */
    for (uint64_t memory = 1; memory < 1 << 20; memory *= 3) {
        mines_status status = mcore_no_guess_init(&poor, 60, 60, memory);
        CHECK(status == MINES_BUDGET_EXCEEDED || (status == MINES_OK && memory > 60 * 60));
        mcore_no_guess_free(&poor);
    }
}

/* ---- Known answers ---- */

static bool won_from(const char *rows_of_stars, uint32_t row, uint32_t col)
{
    position p;
    uint8_t mask[64];
    position_read(&p, rows_of_stars, 0);
    for (size_t i = 0; i < p.rows * p.cols; i++)
        mask[i] = p.cells[i] == '*';
    mcore_no_guess no_guess;
    mcore_poll poll;
    mcore_poll_init(&poll, NULL, UINT64_MAX);
    bool won = false;
    CHECK_SAME(mcore_no_guess_init(&no_guess, (uint32_t)p.rows, (uint32_t)p.cols, 1 << 24), MINES_OK);
    CHECK_SAME(mcore_no_guess_board(&no_guess, mask, row, col, &poll, &won), MINES_OK);
    mcore_no_guess_free(&no_guess);
    return won;
}

static void known_boards(void)
{
    CHECK(won_from(".", 0, 0));
    CHECK(!won_from("*", 0, 0));
    CHECK(won_from(".*", 0, 0)); /* one mine, one cell left */
    CHECK(!won_from(".*", 0, 1));
    CHECK(!won_from("*..", 0, 1));                 /* left or right? */
    CHECK(won_from("..*", 0, 0));                  /* the number of mines decides nothing, the numbers do */
    CHECK(won_from("..../..../***./..*.", 0, 0));  /* no number touches the corner; the number of mines makes it safe */
    CHECK(!won_from("..../..../***./*.*.", 0, 0)); /* one mine in two cells that no number touches */
    /* the last column touches no number before it is opened: the number of mines decides */
    CHECK(won_from("...*./...../...*.", 0, 0));
}

int main(void)
{
    known_boards();
    small_boards(3, 3, 2, 1);
    small_boards(3, 4, 3, 1);
    small_boards(2, 5, 4, 1);
    small_boards(1, 9, 3, 1);
    small_boards(4, 4, 3, 1);
    small_boards(4, 4, 6, 41);
    small_boards(4, 4, 12, 17);
    usual_sizes();
    little_memory();
    return check_done("test_no_guess");
}
