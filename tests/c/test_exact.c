/* test_exact.c - the exact answers through the public header alone: known answers, statuses, faults, options. */
#include <minesweeper_core.h>

#include "calls.h"
#include "check.h"
#include "positions.h"

static position p;

static mines_solution *solve(const char *text, uint32_t mines)
{
    mines_solution *solution = NULL;
    mines_fault fault = {.size = sizeof fault};
    position_read(&p, text, mines);
    CHECK_SAME(mines_solve(p.cells, p.rows, p.cols, p.mines, NULL, &solution, &fault), MINES_OK);
    CHECK(solution != NULL);
    return solution;
}

static double answer[256 * 256 * 9];

static void check_total(const mines_solution *solution, const char *digits)
{
    size_t words = total_words(solution);
    char *text = malloc(10 * words + 1);
    CHECK(text != NULL);
    if (text == NULL)
        return;
    size_t length = 0;
    if (CHECK_SAME(mines_solution_total_text(solution, NULL, text, 10 * words + 1, &length), MINES_OK))
        CHECK_TEXT(text, digits);
    CHECK_SAME(length, strlen(digits));
    free(text);
}

/* wanted: one character per cell, rows separated by '/': 's' safe, 'm' mine, '.' neither. P(mine) agrees. */
static void check_certain(const mines_solution *solution, const char *wanted)
{
    static uint8_t safe[256 * 256], mines[256 * 256];
    size_t i = 0;
    CHECK_SAME(mines_solution_certain(solution, safe, mines), MINES_OK);
    CHECK_SAME(mines_solution_mine(solution, answer), MINES_OK);
    for (const char *w = wanted; *w != '\0'; w++) {
        if (*w == '/')
            continue;
        CHECK_SAME(safe[i], *w == 's');
        CHECK_SAME(mines[i], *w == 'm');
        if (p.cells[i] == '+')
            CHECK(answer[i] == 1.0);
        else if (p.cells[i] != '-')
            CHECK(answer[i] == 0.0);
        else if (*w == '.')
            CHECK(answer[i] > 0.0 && answer[i] < 1.0);
        else
            CHECK(answer[i] == (*w == 'm' ? 1.0 : 0.0));
        i++;
    }
    CHECK_SAME(i, p.rows * p.cols);
}

static void check_case(const char *board, uint32_t mines, const char *certain, const char *total)
{
    mines_solution *solution = solve(board, mines);
    if (solution == NULL)
        return;
    check_certain(solution, certain);
    if (total != NULL)
        check_total(solution, total);
    mines_solution_free(solution);
}

static mines_fault refused(const char *board, uint32_t mines, mines_status wanted)
{
    mines_fault fault = {.size = sizeof fault, .reason = MINES_FAULT_NONE, .row = 77, .col = 77, .needed = 0};
    position_read(&p, board, mines);
    mines_solution *solution = (mines_solution *)(void *)&fault;
    CHECK_SAME(mines_solve(p.cells, p.rows, p.cols, mines, NULL, &solution, &fault), wanted);
    CHECK(solution == NULL);
    CHECK_SAME(mines_solve(p.cells, p.rows, p.cols, mines, NULL, &solution, NULL), wanted); /* without a fault */
    return fault;
}

static void check_fault(const char *board, uint32_t mines, mines_fault_reason reason, int row, int col)
{
    mines_fault fault = refused(board, mines, MINES_NO_VALID_BOARD);
    CHECK_SAME(fault.reason, reason);
    CHECK_SAME(fault.row, row);
    CHECK_SAME(fault.col, col);
}

static void known_answers(void)
{
    check_case("2--/2--", 2, ".ms/.ms", "1");
    check_case("2--/2--", 3, ".m./.m.", "2");
    check_case("2--/2--", 4, ".mm/.mm", "1");
    refused("2--/2--", 1, MINES_NO_VALID_BOARD);

    check_case("01--/12--/1+21/1110", 2, "..ss/..ms/..../....", "1");
    check_case("01--/12--/1+21/1110", 3, "..../..../..../....", "2");
    check_case("01--/12--/1+21/1110", 4, "..mm/..sm/..../....", "1");
    check_fault("01--/12--/1+21/1110", 1, MINES_FAULT_COUNT, -1, -1);
    check_fault("01--/12--/1+21/1110", 5, MINES_FAULT_COUNT, -1, -1);

    check_case("12321/2+++2/3+-+3/2+++2/12321", 8, "...../...../..s../...../.....", "1");
    check_case("12321/2+++2/3+-+3/2+++2/12321", 9, "...../...../..m../...../.....", "1");
    refused("+3+/---/+4+", 5, MINES_NO_VALID_BOARD); /* all cells equivalent, and two numbers that differ */
    refused("12321/2+++2/3+-+3/2+++2/12321", 7, MINES_NO_VALID_BOARD);
    refused("12321/2+++2/3+-+3/2+++2/12321", 10, MINES_NO_VALID_BOARD);

    check_case("----/12--/012-/001-", 4, "..sm/..ms/..../....", NULL);
    check_case("----/12--/012-/001-", 3, "..ss/..ms/..../....", NULL);
    refused("----/12--/012-/001-", 2, MINES_NO_VALID_BOARD);
    refused("----/12--/012-/001-", 5, MINES_NO_VALID_BOARD);

    check_case("0--/---", 1, ".s./ss.", "2");
    check_fault("4-/--", 3, MINES_FAULT_NUMBER, 0, 0);

    check_case("-", 0, "s", "1");
    check_case("-", 1, "m", "1");
    check_case("+", 1, ".", "1");
    check_case("0", 0, ".", "1");
    check_case("---", 0, "sss", "1");
    check_case("---", 3, "mmm", "1");
}

static void sixty_six_boards(void)
{
    static const double mine[16] = {
        1.0 / 11,  2.0 / 11,  2.0 / 11,  25.0 / 33, /**/
        1.0 / 11,  0.0,       0.0,       25.0 / 33, /**/
        1.0 / 11,  2.0 / 11,  2.0 / 11,  25.0 / 33, /**/
        15.0 / 22, 15.0 / 22, 15.0 / 22, 15.0 / 22,
    };
    mines_solution *solution = solve("----/-13-/----/----", 6);
    if (solution == NULL)
        return;
    check_total(solution, "66");
    CHECK_SAME(mines_solution_mine(solution, answer), MINES_OK);
    for (size_t i = 0; i < 16; i++)
        CHECK_CLOSE(answer[i], mine[i]);
    CHECK_SAME(mines_solution_zero_around(solution, NULL, answer), MINES_OK);
    CHECK_CLOSE(answer[0], 8.0 / 11);
    CHECK_SAME(mines_solution_number(solution, NULL, answer), MINES_OK);
    CHECK_CLOSE(answer[0], 7.0 / 11);
    for (size_t i = 0; i < 16; i++) {
        double sum = mine[i];
        for (size_t k = 0; k < 9; k++)
            sum += answer[i * 9 + k];
        CHECK_WITHIN(sum, 1.0, 1e-14);
    }
    CHECK(answer[5 * 9 + 1] == 1.0);
    CHECK(answer[6 * 9 + 3] == 1.0);

    uint32_t words[8] = {0};
    size_t used = 0, needed = total_words(solution);
    CHECK(needed >= 1 && needed <= 8);
    CHECK_SAME(mines_solution_total(solution, NULL, words, 8, &used), MINES_OK);
    CHECK_SAME(used, 1);
    CHECK_SAME(words[0], 66);

    mines_cost cost = {.size = sizeof cost};
    CHECK_SAME(mines_solution_get_cost(solution, &cost), MINES_OK);
    CHECK(cost.components >= 1 && cost.boxes >= 3 && cost.states >= 2 && cost.edges >= 1 && cost.bytes > 0);
    mines_solution_free(solution);
}

static void nine_by_nine(void)
{
    mines_solution *solution =
        solve("---------/---------/---423---/---203---/---103---/---224---/---------/---------/---------", 35);
    if (solution == NULL)
        return;
    check_certain(solution,
                  "........./...m..s../..m...m../......m../......m../..s...m../........./........./.........");
    CHECK_SAME(mines_solution_mine(solution, answer), MINES_OK);
    CHECK_CLOSE(answer[0], 220.0 / 481);
    CHECK_CLOSE(answer[80], 220.0 / 481);
    check_total(solution, "1632025276053900");
    mines_solution_free(solution);
}

static void long_row(void)
{
    char row[122], certain[122];
    for (uint32_t mines = 30; mines <= 31; mines++) {
        size_t first = mines == 31 ? 0 : 2; /* columns 0, 4, 8, ... or 2, 6, 10, ... */
        for (size_t c = 0; c < 121; c++) {
            row[c] = c % 2 == 0 ? '-' : '1';
            certain[c] = c % 2 != 0 ? '.' : c % 4 == first ? 'm' : 's';
        }
        row[121] = certain[121] = '\0';
        check_case(row, mines, certain, "1");
    }
    row[121] = '\0';
    check_fault(row, 29, MINES_FAULT_COUNT, -1, -1);
    check_fault(row, 32, MINES_FAULT_COUNT, -1, -1);
}

static void blank_boards(void)
{
    mines_solution *solution;
    position_blank(&p, 16, 16, 51);
    CHECK_SAME(mines_solve(p.cells, 16, 16, 51, NULL, &solution, NULL), MINES_OK);
    CHECK_SAME(mines_solution_mine(solution, answer), MINES_OK);
    for (size_t i = 0; i < 256; i++)
        CHECK_CLOSE(answer[i], 51.0 / 256);
    CHECK_SAME(mines_solution_zero_around(solution, NULL, answer), MINES_OK);
    CHECK_WITHIN(answer[0], 205.0 / 256 * 204 / 255 * 203 / 254, 1e-12);
    CHECK(fabs(answer[0] - 0.511996) < 5e-7);
    CHECK_SAME(mines_solution_number(solution, NULL, answer), MINES_OK);
    CHECK_WITHIN(answer[0], 205.0 / 256 * 204 / 255 * 203 / 254 * 202 / 253, 1e-12);
    CHECK(fabs(answer[0] - 0.408787) < 5e-7);
    mines_solution_free(solution);

    position_blank(&p, 100, 100, 2000);
    p.cells[50 * 100 + 50] = '1';
    CHECK_SAME(mines_solve(p.cells, 100, 100, 2000, NULL, &solution, NULL), MINES_OK);
    CHECK_SAME(mines_solution_mine(solution, answer), MINES_OK);
    for (size_t r = 0; r < 100; r++) {
        for (size_t c = 0; c < 100; c++) {
            int near_it = r >= 49 && r <= 51 && c >= 49 && c <= 51;
            if (r != 50 || c != 50)
                CHECK_CLOSE(answer[r * 100 + c], near_it ? 1.0 / 8 : 1999.0 / 9991);
        }
    }
    mines_solution_free(solution);

    position_blank(&p, 256, 256, 10000);
    CHECK_SAME(mines_solve(p.cells, 256, 256, 10000, NULL, &solution, NULL), MINES_OK);
    CHECK_SAME(mines_solution_mine(solution, answer), MINES_OK);
    CHECK_CLOSE(answer[12345], 10000.0 / 65536);
    mines_solution_free(solution);
}

static void faults(void)
{
    check_fault("++-", 1, MINES_FAULT_KNOWN_MINES, -1, -1);
    check_fault("--0", 3, MINES_FAULT_FEW_CELLS, -1, -1);
    check_fault("---/-+-/-0-", 3, MINES_FAULT_NUMBER, 2, 1);    /* too many around */
    check_fault("----/----/---8", 9, MINES_FAULT_NUMBER, 2, 3); /* too few around */
    /* No single number is wrong: the first four leave no mine for the last. */
    check_fault("-----/12111", 2, MINES_FAULT_NONE, -1, -1);

    mines_fault fault = refused("---/-9-", 1, MINES_BAD_CELL);
    CHECK_SAME(fault.reason, MINES_FAULT_CELL);
    CHECK_SAME(fault.row, 1);
    CHECK_SAME(fault.col, 1);

    /* Every byte except the eleven cells is rejected. */
    for (int byte = 0; byte < 256; byte++) {
        char cell = (char)byte;
        mines_solution *solution = NULL;
        mines_status status = mines_solve(&cell, 1, 1, cell == '+', NULL, &solution, &fault);
        if (cell == '-' || cell == '+' || cell == '0')
            CHECK_SAME(status, MINES_OK);
        else if (cell >= '1' && cell <= '8')
            CHECK_SAME(status, MINES_NO_VALID_BOARD);
        else
            CHECK_SAME(status, MINES_BAD_CELL);
        mines_solution_free(solution);
    }
}

static void bad_arguments(void)
{
    mines_solution *solution = NULL;
    CHECK_SAME(mines_solve("-", 0, 1, 0, NULL, &solution, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_solve("-", 1, 0, 0, NULL, &solution, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_solve("-", 257, 1, 0, NULL, &solution, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_solve("-", 1, 257, 0, NULL, &solution, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_solve("-", UINT32_MAX, UINT32_MAX, 0, NULL, &solution, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_solve("-", 1, 1, UINT32_MAX, NULL, &solution, NULL), MINES_NO_VALID_BOARD);
    CHECK(solution == NULL);

    mines_options options = {0};
    CHECK_SAME(mines_solve("-", 1, 1, 0, &options, &solution, NULL), MINES_BAD_ARGUMENT); /* size 0 */
    options.size = sizeof options + 8;                                                    /* from a later version */
    CHECK_SAME(mines_solve("-", 1, 1, 0, &options, &solution, NULL), MINES_BAD_ARGUMENT);
    options.size = sizeof options - 1;
    CHECK_SAME(mines_solve("-", 1, 1, 0, &options, &solution, NULL), MINES_BAD_ARGUMENT);
    CHECK(solution == NULL);
    options.size = sizeof options;
    CHECK_SAME(mines_solve("--", 1, 2, 1, &options, &solution, NULL), MINES_OK);

    mines_solution_free(solution);
    mines_solution_free(NULL);
}

static void texts(void)
{
    static const mines_status all[] = {
        MINES_OK,
        MINES_BAD_ARGUMENT,
        MINES_BAD_CELL,
        MINES_BAD_SHAPE,
        MINES_NO_VALID_BOARD,
        MINES_OUT_OF_MEMORY,
        MINES_BUDGET_EXCEEDED,
        MINES_INTERRUPTED,
        MINES_TOO_SMALL,
        MINES_NOT_FOUND,
        MINES_BAD_FILE,
        MINES_BUSY,
        MINES_NOT_PLACED,
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        const char *text = mines_status_text(all[i]);
        CHECK_SAME(all[i], i);
        if (!CHECK(text != NULL && text[0] != '\0'))
            continue;
        CHECK(text[strlen(text) - 1] != '.');
        for (size_t j = 0; j < i; j++)
            CHECK(strcmp(text, mines_status_text(all[j])) != 0);
    }
    /* it fits all functions that return it, and mines_estimate when time is short */
    CHECK_TEXT(mines_status_text(MINES_BUDGET_EXCEEDED), "the answer needs more memory or time than the budget allows");
    CHECK_TEXT(mines_status_text((mines_status)(MINES_NOT_PLACED + 1)), "unknown status");
    CHECK_TEXT(mines_status_text((mines_status)4711), "unknown status");
    CHECK_TEXT(mines_status_text((mines_status)-1), "unknown status");

    for (int i = MINES_REFUSAL_NONE; i <= MINES_REFUSAL_NO_REDO; i++) {
        const char *text = mines_refusal_text((mines_refusal)i);
        CHECK(text[0] != '\0' && text[strlen(text) - 1] != '.');
        for (int j = MINES_REFUSAL_NONE; j < i; j++)
            CHECK(strcmp(text, mines_refusal_text((mines_refusal)j)) != 0);
    }
    CHECK_TEXT(mines_refusal_text((mines_refusal)(MINES_REFUSAL_NO_REDO + 1)), "unknown reason");
    CHECK_TEXT(mines_refusal_text((mines_refusal)-1), "unknown reason");

    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", MINES_VERSION_MAJOR, MINES_VERSION_MINOR, MINES_VERSION_PATCH);
    CHECK_TEXT(mines_version_text(), version);
    CHECK_SAME(MINES_VERSION_NUMBER, MINES_VERSION_MAJOR * 10000 + MINES_VERSION_MINOR * 100 + MINES_VERSION_PATCH);
    CHECK_SAME(mines_version(), MINES_VERSION_NUMBER);
    CHECK(mines_simd_name() != NULL && mines_simd_name()[0] != '\0');
}

static mines_status read_text(const char *text, size_t capacity, uint32_t *rows, uint32_t *cols, mines_fault *fault)
{
    *rows = *cols = 77;
    memset(p.cells, 'x', sizeof p.cells);
    return mines_board_read(text, strlen(text), p.cells, capacity, rows, cols, fault);
}

static void reading(void)
{
    uint32_t rows, cols;
    mines_fault fault = {.size = sizeof fault};
    static const char *const same[] = {"01-\n-+8\n", "01-\n-+8", "01-\r\n-+8\r\n", "01-\r\n-+8", "01-\n-+8\r\n"};
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        CHECK_SAME(read_text(same[i], 6, &rows, &cols, &fault), MINES_OK);
        CHECK_SAME(rows, 2);
        CHECK_SAME(cols, 3);
        CHECK(memcmp(p.cells, "01--+8x", 7) == 0);
        CHECK_SAME(read_text(same[i], 6, &rows, &cols, NULL), MINES_OK);
    }
    CHECK_SAME(read_text("-", 1, &rows, &cols, &fault), MINES_OK);
    CHECK(rows == 1 && cols == 1);

    CHECK_SAME(read_text("01-\n-+8\n", 5, &rows, &cols, &fault), MINES_TOO_SMALL);
    CHECK(rows == 2 && cols == 3);

    CHECK_SAME(read_text("---\n--?\n", 100, &rows, &cols, &fault), MINES_BAD_CELL);
    CHECK(fault.reason == MINES_FAULT_CELL && fault.row == 1 && fault.col == 2);
    CHECK_SAME(read_text("-9-\n---\n", 100, &rows, &cols, &fault), MINES_BAD_CELL);
    CHECK(fault.reason == MINES_FAULT_CELL && fault.row == 0 && fault.col == 1);
    CHECK_SAME(read_text("-\r-\n---\n", 100, &rows, &cols, &fault), MINES_BAD_CELL); /* a CR alone doesn't end a line */
    CHECK(fault.row == 0 && fault.col == 1);
    CHECK_SAME(mines_board_read("--\0-", 4, p.cells, 100, &rows, &cols, &fault), MINES_BAD_CELL);
    CHECK(fault.row == 0 && fault.col == 2);

    CHECK_SAME(read_text("---\n--\n---\n", 100, &rows, &cols, &fault), MINES_BAD_SHAPE); /* short */
    CHECK(fault.reason == MINES_FAULT_CELL && fault.row == 1 && fault.col == 2);
    CHECK_SAME(read_text("---\n----\n", 100, &rows, &cols, &fault), MINES_BAD_SHAPE); /* long */
    CHECK(fault.reason == MINES_FAULT_CELL && fault.row == 1 && fault.col == 3);
    CHECK_SAME(read_text("", 100, &rows, &cols, &fault), MINES_BAD_SHAPE);
    CHECK_SAME(read_text("\n", 100, &rows, &cols, &fault), MINES_BAD_SHAPE);
    CHECK_SAME(read_text("---\n\n---\n", 100, &rows, &cols, &fault), MINES_BAD_SHAPE);
    CHECK_SAME(fault.row, 1);

    static char wide[258], tall[514];
    memset(wide, '-', 257);
    CHECK_SAME(read_text(wide, sizeof p.cells, &rows, &cols, &fault), MINES_BAD_SHAPE);
    wide[256] = '\0';
    CHECK_SAME(read_text(wide, sizeof p.cells, &rows, &cols, &fault), MINES_OK);
    CHECK(rows == 1 && cols == 256);
    for (size_t i = 0; i < 257; i++)
        memcpy(tall + 2 * i, "-\n", 2);
    CHECK_SAME(mines_board_read(tall, 514, p.cells, sizeof p.cells, &rows, &cols, &fault), MINES_BAD_SHAPE);
    CHECK_SAME(mines_board_read(tall, 512, p.cells, sizeof p.cells, &rows, &cols, &fault), MINES_OK);
    CHECK(rows == 256 && cols == 1);

    CHECK_SAME(mines_board_read(NULL, 0, p.cells, sizeof p.cells, &rows, &cols, &fault), MINES_BAD_SHAPE);
}

static void budget(void)
{
    uint64_t state = 1;
    mines_solution *solution = NULL;
    mines_options options = {.size = sizeof options, .memory = 1};
    CHECK_SAME(mines_solve("--", 1, 2, 1, &options, &solution, NULL), MINES_BUDGET_EXCEEDED);
    CHECK(solution == NULL);

    position_lattice(&p, 16, 30, 99, &state);
    CHECK_SAME(mines_solve(p.cells, p.rows, p.cols, p.mines, NULL, &solution, NULL), MINES_OK);
    mines_cost cost = {.size = sizeof cost};
    CHECK_SAME(mines_solution_get_cost(solution, &cost), MINES_OK);
    mines_solution_free(solution);
    CHECK(cost.bytes < UINT64_C(1) << 30);
    options.memory = cost.bytes / 4;
    CHECK_SAME(mines_solve(p.cells, p.rows, p.cols, p.mines, &options, &solution, NULL), MINES_BUDGET_EXCEEDED);
    CHECK(solution == NULL);

    /* Far too hard: any memory limit ends it. */
    position_lattice(&p, 64, 64, 819, &state);
    options.memory = 20 << 20;
    CHECK_SAME(mines_solve(p.cells, p.rows, p.cols, p.mines, &options, &solution, NULL), MINES_BUDGET_EXCEEDED);
    CHECK(solution == NULL);
}

typedef struct poll_calls {
    int times;
    int stop_at;
    int progress_in_range;
} poll_calls;

static int count_polls(void *context, double progress)
{
    poll_calls *a = context;
    a->progress_in_range = a->progress_in_range && progress <= 1.0;
    return ++a->times >= a->stop_at;
}

static void polling(void)
{
    uint64_t state = 2;
    poll_calls a = {0, 1, 1};
    mines_solution *solution = NULL;
    mines_options options = {.size = sizeof options, .poll = count_polls, .context = &a};
    position_lattice(&p, 64, 64, 819, &state);
    CHECK_SAME(mines_solve(p.cells, p.rows, p.cols, p.mines, &options, &solution, NULL), MINES_INTERRUPTED);
    CHECK(solution == NULL);
    CHECK_SAME(a.times, 1); /* not called again after it returned 1 */
    a = (poll_calls){0, 3, 1};
    CHECK_SAME(mines_solve(p.cells, p.rows, p.cols, p.mines, &options, &solution, NULL), MINES_INTERRUPTED);
    CHECK_SAME(a.times, 3);
    CHECK(a.progress_in_range);
}

int main(void)
{
    known_answers();
    sixty_six_boards();
    nine_by_nine();
    long_row();
    blank_boards();
    faults();
    bad_arguments();
    texts();
    reading();
    budget();
    polling();
    return check_done("test_exact");
}
