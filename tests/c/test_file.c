/*
 * test_file.c - board files: known bytes of each format, faults in broken files, round trips of boards of all sizes,
 * and random bytes. Every buffer is exactly as long as stated.
 */
#include "../../include/minesweeper_core.h"

#include "check.h"
#include "positions.h"

#include <stdbool.h>

enum { FORMATS = MINES_FORMAT_TATHAM_PLAIN + 1 };

typedef struct board {
    mines_file file;
    char *cells;
    uint8_t *mask;
} board;

static void *take(size_t size)
{
    void *buffer = malloc(size > 0 ? size : 1);
    if (buffer == NULL)
        abort();
    return buffer;
}

static size_t cells_of(const board *b) { return (size_t)b->file.rows * b->file.cols; }

static void board_free(board *b)
{
    free(b->cells);
    free(b->mask);
}

/* As programs do: query the size, then read. */
static mines_status read_file(mines_format format, const void *bytes, size_t length, board *b, mines_file_fault *fault)
{
    unsigned char *exact = take(length);
    memcpy(exact, bytes, length);
    *b = (board){.file = {.size = sizeof b->file}};
    mines_status status =
        mines_file_read(format, length > 0 ? exact : NULL, length, NULL, &b->file, NULL, NULL, 0, fault);
    CHECK(status != MINES_OK);
    size_t cells = cells_of(b);
    if (status == MINES_TOO_SMALL) {
        CHECK(cells > 0 && cells <= MINES_MAX_GAME_CELLS);
        CHECK(cells <= 65536 || cells <= 5 * length); /* a few bytes can't give a large board */
        b->cells = take(cells);
        b->mask = take(cells);
        memset(b->cells, 'x', cells);
        memset(b->mask, 77, cells);
        CHECK_SAME(mines_file_read(format, exact, length, NULL, &b->file, b->cells, b->mask, cells - 1, fault),
                   MINES_TOO_SMALL);
        CHECK(b->cells[0] == 'x' && b->mask[0] == 77);
        status = mines_file_read(format, exact, length, NULL, &b->file, b->cells, b->mask, cells, fault);
        CHECK(status == MINES_OK || status == MINES_BAD_FILE);
        CHECK_SAME(cells_of(b), cells);
    }
    CHECK(fault->text != NULL && (fault->text[0] != '\0') == (status == MINES_BAD_FILE));
    CHECK(fault->offset <= length);
    free(exact);
    return status;
}

/* The bytes, which the caller frees, or NULL with a status. */
static unsigned char *write_file(mines_format format, const board *b, size_t *length, mines_status *status,
                                 mines_file_fault *fault)
{
    *status = mines_file_write(format, &b->file, b->cells, b->mask, NULL, NULL, 0, length, fault);
    if (*status != MINES_TOO_SMALL)
        return NULL;
    unsigned char *bytes = take(*length);
    size_t again;
    if (*length > 0)
        CHECK_SAME(mines_file_write(format, &b->file, b->cells, b->mask, NULL, bytes, *length - 1, &again, fault),
                   MINES_TOO_SMALL);
    *status = mines_file_write(format, &b->file, b->cells, b->mask, NULL, bytes, *length, &again, fault);
    CHECK_SAME(again, *length);
    CHECK_SAME(*status, MINES_OK);
    CHECK_TEXT(fault->text, "");
    return bytes;
}

static bool opened(char cell) { return cell >= '0' && cell <= '8'; }

/* Whether a mask fits the cells, cell by cell. */
static bool agrees(const board *b)
{
    for (size_t r = 0; r < b->file.rows; r++)
        for (size_t c = 0; c < b->file.cols; c++) {
            size_t i = r * b->file.cols + c;
            if ((opened(b->cells[i]) && (b->mask[i] || (unsigned)(b->cells[i] - '0') !=
                                                           mines_around(b->mask, b->file.rows, b->file.cols, r, c))) ||
                (b->cells[i] == '+' && !b->mask[i]))
                return false;
        }
    return true;
}

/* What holds for every board that is read. */
static void check_board(const board *b)
{
    size_t cells = cells_of(b), mines = 0;
    for (size_t i = 0; i < cells; i++) {
        CHECK(b->cells[i] == '-' || b->cells[i] == '+' || b->cells[i] == 'F' || opened(b->cells[i]));
        CHECK(b->mask[i] <= 1);
        mines += b->mask[i];
    }
    CHECK(b->file.complete <= 1);
    CHECK(b->file.mines >= -1 && b->file.mines <= (int64_t)cells);
    if (b->file.complete)
        CHECK(b->file.mines == (int64_t)mines && agrees(b));
    else
        CHECK_SAME(mines, 0);
    CHECK((b->file.first_row == -1) == (b->file.first_col == -1));
    CHECK(b->file.first_row < (int32_t)b->file.rows && b->file.first_col < (int32_t)b->file.cols);
}

static bool same_cells(const board *a, const board *b)
{
    return a->file.rows == b->file.rows && a->file.cols == b->file.cols && memcmp(a->cells, b->cells, cells_of(a)) == 0;
}

static bool same_mines(const board *a, const board *b)
{
    return a->file.rows == b->file.rows && a->file.cols == b->file.cols && a->file.mines == b->file.mines &&
           a->file.complete == b->file.complete && memcmp(a->mask, b->mask, cells_of(a)) == 0;
}

/* ---- Known bytes ---- */

typedef struct golden {
    mines_format format;
    const char *bytes;
    size_t length;
    const char *cells, *mask; /* rows separated by '/'; mines '*', safe cells '.'; NULL: not all mines are known */
    int32_t mines;
    bool exact; /* writing this board gives these bytes */
    int32_t first_row, first_col;
} golden;

#define BYTES(text) text, sizeof text - 1
#define BLANK9 "---------/---------/---------/---------/---------/---------/---------/---------/---------"
#define NONE9 "........./........./........./........./........./........./........./........./........."
#define PUBLISHED "........./*......../........./......***/**......./........./.*......./...*...*./....*...."

static const golden known[] = {
    /* positions in text */
    {MINES_FORMAT_TEXT, BYTES("01--\n12--\n1+21\n1110\n"), "01--/12--/1+21/1110", NULL, -1, true, -1, -1},
    {MINES_FORMAT_TEXT, BYTES("# mines: 2\n01--\n12--\n1+21\n1110\n"), "01--/12--/1+21/1110", NULL, 2, true, -1, -1},
    {MINES_FORMAT_TEXT, BYTES("\xEF\xBB\xBF#a\r\n\r\n \t01--\t \r\n#\n12--\r\n1+21\r\n# MINES =2 \n1110\n\n#x"),
     "01--/12--/1+21/1110", NULL, 2, false, -1, -1},
    {MINES_FORMAT_TEXT, BYTES("F-"), "F-", NULL, -1, false, -1, -1},
    {MINES_FORMAT_TEXT, BYTES("000\n000\n"), "000/000", ".../...", 0, true, -1, -1},
    {MINES_FORMAT_TEXT, BYTES("1+\n"), "1+", ".*", 1, true, -1, -1},
    {MINES_FORMAT_TEXT, BYTES("# mines: 2\n2-\nF2\n"), "2-/F2", ".*/*.", 2, false, -1, -1},
    {MINES_FORMAT_TEXT, BYTES("# mines: 1\n-+\n"), "-+", ".*", 1, false, -1, -1},
    {MINES_FORMAT_TEXT, BYTES("# mines: 1\n3+\n"), "3+", NULL, 1, true, -1, -1}, /* no board fits */
    {MINES_FORMAT_TEXT, BYTES("3+\n"), "3+", NULL, -1, true, -1, -1},
    /* complete boards in text */
    {MINES_FORMAT_TEXT, BYTES("*.*\n...\n*.*\n"), "---/---/---", "*.*/.../*.*", 4, true, -1, -1},
    {MINES_FORMAT_TEXT, BYTES("01.*\n12*.\n1+21\n1110\n"), "01--/12--/1+21/1110", "...*/..*./.*../....", 3, true, -1,
     -1},
    {MINES_FORMAT_TEXT, BYTES("F1\n.X\n"), "F1/-F", "*./..", 1, true, -1, -1},
    {MINES_FORMAT_TEXT, BYTES("# mines: 1\nF1\n11\n"), "F1/11", "*./..", 1, true, -1, -1},
    {MINES_FORMAT_TEXT, BYTES("090\n000\n"), "---/---", ".*./...", 1, false, -1, -1},
    {MINES_FORMAT_TEXT, BYTES("191\n111"), "1-1/111", ".*./...", 1, false, -1, -1},
    {MINES_FORMAT_TEXT, BYTES("M0\n00\n# mines:1"), "--/--", "*./..", 1, false, -1, -1},
    {MINES_FORMAT_TEXT, BYTES("*--"), "---", "*..", 1, false, -1, -1},
    {MINES_FORMAT_TEXT, BYTES("0000002M\n0000013M\n110113M3\nM101M3M2\n11011222\n0000001M\n00122222\n001MM2M1\n"),
     "0000002-/0000013-/110113-3/-101-3-2/11011222/0000001-/00122222/001--2-1",
     ".......*/.......*/......*./*...*.*./......../.......*/......../...**.*.", 10, false, -1, -1},
    /* MBF and ABF: the mines in any order */
    {MINES_FORMAT_MBF, BYTES("\4\4\0\3\3\0\2\1\1\2"), "----/----/----/----", "...*/..*./.*../....", 3, true, -1, -1},
    {MINES_FORMAT_ABF, BYTES("\4\4\0\3\3\0\2\1\1\2"), "----/----/----/----", "...*/..*./.*../....", 3, true, -1, -1},
    {MINES_FORMAT_MBF, BYTES("\4\4\0\3\1\2\3\0\2\1"), "----/----/----/----", "...*/..*./.*../....", 3, false, -1, -1},
    {MINES_FORMAT_MBF, BYTES("\3\2\0\0"), "---/---", ".../...", 0, true, -1, -1},
    /* .mine */
    {MINES_FORMAT_MINE, BYTES("4x4x3\n01HH\n12FH\n1?21\n1110\n"), "01--/12F-/1+21/1110", NULL, 3, true, -1, -1},
    {MINES_FORMAT_MINE, BYTES("4x2x3\r\nHHHH\r\nHF??\r\n\r\n"), "----/-F++", NULL, 3, false, -1, -1},
    {MINES_FORMAT_MINE, BYTES("3x2x2\n?HM\n122"), "+-+/122", NULL, 2, false, -1, -1}, /* no board fits */
    {MINES_FORMAT_MINE, BYTES("3x2x2\n?HM\n121"), "+-+/121", "*.*/...", 2, false, -1, -1},
    {MINES_FORMAT_MINE, BYTES("3x2x2\n?H?\n121\n"), "+-+/121", "*.*/...", 2, true, -1, -1},
    {MINES_FORMAT_MINE, BYTES("3x2x2\nFH?\n121\n"), "F-+/121", NULL, 2, true, -1, -1}, /* flags may be wrong */
    {MINES_FORMAT_MINE, BYTES("3x2x2\nF2F\n121\n"), "F2F/121", "*.*/...", 2, true, -1, -1},
    {MINES_FORMAT_MINE, BYTES("3x1x2\nF2H\n"), "F2-", "*.*", 2, false, -1, -1},
    /* links */
    {MINES_FORMAT_LINK, BYTES("b=44&m=2900"), "----/----/----/----", "...*/..*./.*../....", 3, true, -1, -1},
    {MINES_FORMAT_LINK, BYTES("b=0404&m=2900"), "----/----/----/----", "...*/..*./.*../....", 3, false, -1, -1},
    {MINES_FORMAT_LINK, BYTES("https://example.org/ZiNi/?b=0404&m=2900#top"), "----/----/----/----",
     "...*/..*./.*../....", 3, false, -1, -1},
    {MINES_FORMAT_LINK, BYTES(" https://example.org/#/game/zini?c=b=9&m=2900&&b=44\n"), "----/----/----/----",
     "...*/..*./.*../....", 3, false, -1, -1},
    {MINES_FORMAT_LINK, BYTES("?b=44&m=2900&c=?b=11"), "----/----/----/----", "...*/..*./.*../....", 3, false, -1, -1},
    {MINES_FORMAT_LINK, BYTES("https://example.org/#m=VG&b=23"), "--/--/--", "**/**/**", 6, false, -1, -1},
    {MINES_FORMAT_LINK, BYTES("?b=1"), BLANK9, NONE9, 0, false, -1, -1},
    {MINES_FORMAT_LINK, BYTES("b=1&m=g000000000000000g"), BLANK9,
     "*......../........./........./........./........./........./........./........./........*", 2, true, -1, -1},
    {MINES_FORMAT_LINK, BYTES("b=1001&m=02"), "----------", "........*.", 1, true, -1, -1},
    {MINES_FORMAT_LINK, BYTES("b=0110&m=02"), "-/-/-/-/-/-/-/-/-/-", "././././././././*/.", 1, true, -1, -1},
    /* game IDs: the first two are in the source of the game itself, the last two were generated by a port of it */
    {MINES_FORMAT_TATHAM, BYTES("9x9:4,4,mb071b49fbd1cb6a0d5868"), BLANK9, PUBLISHED, 10, true, 4, 4},
    {MINES_FORMAT_TATHAM_PLAIN, BYTES("9x9:4,4,u004000007c00010022080"), BLANK9, PUBLISHED, 10, true, 4, 4},
    {MINES_FORMAT_TATHAM, BYTES("9x9:4,4,004000007c00010022080"), BLANK9, PUBLISHED, 10, false, 4, 4},
    {MINES_FORMAT_TATHAM, BYTES("\n9n10a:u004000007C00010022080 \r\n"), BLANK9, PUBLISHED, 10, false, -1, -1},
    {MINES_FORMAT_TATHAM, BYTES("https://example.org/mines.html#9x9n10:8,0,mb071b49fbd1cb6a0d5868"), BLANK9, PUBLISHED,
     10, false, 0, 8},
    {MINES_FORMAT_TATHAM_PLAIN, BYTES("9x9:m750a781f936c7f3d39ec8"), BLANK9,
     "*....*.../..*...*../........./*......../......*../........./.*......*/........./*.......*", 10, false, -1, -1},
    {MINES_FORMAT_TATHAM, BYTES("9x9:m36c8075caa925fd7f91a0"), BLANK9,
     "..***.*../..*...***/...*.***./**.....*./........*/**......*/*..*.*..*/*..***..*/***..****", 35, true, -1, -1},
    {MINES_FORMAT_TATHAM, BYTES("3:u808"), "---/---/---", "*../.../..*", 2, false, -1, -1},
    {MINES_FORMAT_TATHAM_PLAIN, BYTES("3x1:2,0,ua"), "---", "*.*", 2, true, 0, 2},
    {MINES_FORMAT_TATHAM, BYTES("1x1:m0"), "-", "*", 1, true, -1, -1}, /* a single byte has no first half */
};

/* The cells of rows separated by '/'. */
static char *flat(const char *rows)
{
    char *text = take(strlen(rows) + 1), *to = text;
    for (; *rows != '\0'; rows++)
        if (*rows != '/')
            *to++ = *rows;
    *to = '\0';
    return text;
}

static void test_known(void)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const golden *g = known + i;
        board b;
        mines_file_fault fault = {.size = sizeof fault};
        mines_status status = read_file(g->format, g->bytes, g->length, &b, &fault);
        if (!CHECK_SAME(status, MINES_OK)) {
            fprintf(stderr, "    %s: %s at %u\n", g->bytes, fault.text, (unsigned)fault.offset);
            board_free(&b);
            continue;
        }
        check_board(&b);
        char *cells = flat(g->cells), *mask = flat(g->mask != NULL ? g->mask : "");
        size_t width = strcspn(g->cells, "/");
        bool same = b.file.cols == width && cells_of(&b) == strlen(cells) &&
                    memcmp(b.cells, cells, strlen(cells)) == 0 && b.file.mines == g->mines &&
                    (b.file.complete == 1) == (g->mask != NULL) && b.file.first_row == g->first_row &&
                    b.file.first_col == g->first_col;
        for (size_t cell = 0; same && cell < strlen(mask); cell++)
            same = b.mask[cell] == (mask[cell] == '*');
        if (!CHECK(same))
            fprintf(stderr, "    %s: %.*s, %d mines\n", g->bytes, (int)cells_of(&b), b.cells, (int)b.file.mines);
        size_t length;
        unsigned char *bytes = write_file(g->format, &b, &length, &status, &fault);
        if (CHECK(bytes != NULL) && g->exact && !CHECK(length == g->length && memcmp(bytes, g->bytes, length) == 0))
            fprintf(stderr, "    %s became %.*s\n", g->bytes, (int)length, (const char *)bytes);
        free(bytes);
        free(cells);
        free(mask);
        board_free(&b);
    }
}

/* ---- Broken files ---- */

typedef struct broken {
    mines_format format;
    const char *bytes;
    size_t length;
    uint64_t offset;
    const char *text; /* the beginning of the text */
} broken;

static const broken wrong[] = {
    {MINES_FORMAT_TEXT, BYTES(""), 0, "the file contains no board"},
    {MINES_FORMAT_TEXT, BYTES("\n# mines: 3\n\n"), 13, "the file contains no board"},
    {MINES_FORMAT_TEXT, BYTES("--\n-?\n"), 4, "unknown character"},
    {MINES_FORMAT_TEXT, BYTES("--\n- -\n"), 4, "unknown character"},
    {MINES_FORMAT_TEXT, BYTES("--\n--\0\n"), 5, "unknown character"},
    {MINES_FORMAT_TEXT, BYTES("--\n-\xFF"), 4, "unknown character"},
    {MINES_FORMAT_TEXT, BYTES("--\n-\n"), 4, "the row's length differs"},
    {MINES_FORMAT_TEXT, BYTES("--\n---\n"), 5, "the row's length differs"},
    {MINES_FORMAT_TEXT, BYTES("--\n\n--\n"), 3, "an empty line"},
    {MINES_FORMAT_TEXT, BYTES("# mines: many\n--\n"), 9, "the number of mines is not a number"},
    {MINES_FORMAT_TEXT, BYTES("# mines: 1x\n--\n"), 10, "the number of mines is not a number"},
    {MINES_FORMAT_TEXT, BYTES("# mines:\n--\n"), 8, "the number of mines is not a number"},
    {MINES_FORMAT_TEXT, BYTES("# mines: 99999999999999999999999\n--\n"), 9, "too many mines"},
    {MINES_FORMAT_TEXT, BYTES("# mines: 1\n--\n#mines:2"), 21, "the number of mines differs"},
    {MINES_FORMAT_TEXT, BYTES("# mines: 3\n--\n"), 9, "there are more mines left"},
    {MINES_FORMAT_TEXT, BYTES("# mines: 0\n-+\n"), 9, "there are more known mines"},
    {MINES_FORMAT_TEXT, BYTES("# mines: 2\n.*\n"), 9, "the board has a different number"},
    {MINES_FORMAT_TEXT, BYTES("# a\n1*\n\n"), 0, ""}, /* right */
    {MINES_FORMAT_TEXT, BYTES("# a\n1*\n10\n\n"), 8, "the number differs"},
    {MINES_FORMAT_TEXT, BYTES("\xEF\xBB\xBF 2*\n"), 4, "the number differs"},
    {MINES_FORMAT_MBF, BYTES(""), 0, "the file ends before the number"},
    {MINES_FORMAT_MBF, BYTES("\4\4\0"), 3, "the file ends before the number"},
    {MINES_FORMAT_MBF, BYTES("\0\4\0\0"), 0, "this format holds 1 to 255 columns"},
    {MINES_FORMAT_MBF, BYTES("\4\0\0\0"), 1, "this format holds 1 to 255 rows"},
    {MINES_FORMAT_MBF, BYTES("\4\4\0\x11"), 2, "there are more mines than cells"},
    {MINES_FORMAT_MBF, BYTES("\4\4\xFF\xFF"), 2, "there are more mines than cells"},
    {MINES_FORMAT_MBF, BYTES("\4\4\0\3\3\0\2\1\1"), 9, "the file ends before its last mine"},
    {MINES_FORMAT_MBF, BYTES("\4\4\0\3\3\0\2\1\1\2\0"), 10, "the file continues"},
    {MINES_FORMAT_MBF, BYTES("\4\3\0\2\3\0\4\1"), 6, "the mine's column"},
    {MINES_FORMAT_MBF, BYTES("\4\3\0\2\3\0\3\3"), 7, "the mine's row"},
    {MINES_FORMAT_ABF, BYTES("\4\3\0\2\3\0\3\0"), 6, "this mine appears twice"},
    {MINES_FORMAT_MINE, BYTES(""), 0, "the first line is not"},
    {MINES_FORMAT_MINE, BYTES("4x4\nHHHH"), 3, "the first line is not"},
    {MINES_FORMAT_MINE, BYTES("4x4x\nHHHH"), 4, "the first line is not"},
    {MINES_FORMAT_MINE, BYTES("4x4x3 mines\nHHHH"), 6, "the first line is not"},
    {MINES_FORMAT_MINE, BYTES("-4x4x3\nHHHH"), 0, "the first line is not"},
    {MINES_FORMAT_MINE, BYTES("0x4x3\nHHHH"), 0, "a board has 1 to 32767 columns"},
    {MINES_FORMAT_MINE, BYTES("4x99999999999x3\nHHHH"), 2, "a board has 1 to 32767 rows"},
    {MINES_FORMAT_MINE, BYTES("32767x32767x3\nHHHH"), 6, "a board has at most 268435456 cells"},
    {MINES_FORMAT_MINE, BYTES("32767x8192x3\nHHHH"), 17, "the file ends before its last row"},
    {MINES_FORMAT_MINE, BYTES("2x2x5\nHH\nHH\n"), 4, "there are more mines than cells"},
    {MINES_FORMAT_MINE, BYTES("2x2x4\n0H\nHH\n"), 4, "there are more mines left"},
    {MINES_FORMAT_MINE, BYTES("2x2x1\n?H\nH?\n"), 4, "there are more known mines"},
    {MINES_FORMAT_MINE, BYTES("2x2x1\nHH\nH-\n"), 10, "unknown character"},
    {MINES_FORMAT_MINE, BYTES("2x2x1\nHHH\nHH\n"), 8, "the row does not have the width"},
    {MINES_FORMAT_MINE, BYTES("2x2x1\nH\nHHH\n"), 7, "the row does not have the width"},
    {MINES_FORMAT_MINE, BYTES("2x2x1\nHH\nHH\nHH\n"), 12, "the file continues"},
    {MINES_FORMAT_MINE, BYTES("2x2x1\nHH\n      "), 8, "the file ends before its last row"},
    {MINES_FORMAT_MINE, BYTES("3x2x1\nHHH\n#c"), 10, "unknown character"},
    {MINES_FORMAT_LINK, BYTES(""), 0, "the link has no b="},
    {MINES_FORMAT_LINK, BYTES("https://example.org/?m=2900"), 21, "the link has no b="},
    {MINES_FORMAT_LINK, BYTES("b=&m=2900"), 2, "the size needs equally many digits"},
    {MINES_FORMAT_LINK, BYTES("b=4&m=2900"), 2, "a one-digit size"},
    {MINES_FORMAT_LINK, BYTES("b=444&m=2900"), 2, "the size needs equally many digits"},
    {MINES_FORMAT_LINK, BYTES("b=4x&m=2900"), 3, "the size is not a number"},
    {MINES_FORMAT_LINK, BYTES("b=04&m=2900"), 2, "a board has 1 to 32767 columns"},
    {MINES_FORMAT_LINK, BYTES("b=40&m=2900"), 3, "a board has 1 to 32767 rows"},
    {MINES_FORMAT_LINK, BYTES("b=9999999999999999999999&m=2900"), 2, "a board has 1 to 32767 columns"},
    {MINES_FORMAT_LINK, BYTES("b=257002"), 8, "a board of this size needs an m="},
    {MINES_FORMAT_LINK, BYTES("b=002257"), 8, "a board of this size needs an m="},
    {MINES_FORMAT_LINK, BYTES("b=44&m=290"), 10, "m= has too few digits"},
    {MINES_FORMAT_LINK, BYTES("b=44&m=29000&c=1"), 11, "m= has too many digits"},
    {MINES_FORMAT_LINK, BYTES("b=44&m=29w0"), 9, "not a base-32 digit"},
    {MINES_FORMAT_LINK, BYTES("b=44&m=2901"), 10, "there is a mine past"},
    {MINES_FORMAT_LINK, BYTES("b=44&m=2900&b=44"), 12, "this value appears twice in the link"},
    {MINES_FORMAT_TATHAM, BYTES(""), 0, "a game id starts"},
    {MINES_FORMAT_TATHAM, BYTES("x9:0,0,u00"), 0, "a game id starts"},
    {MINES_FORMAT_TATHAM, BYTES("9x:0,0,u00"), 2, "the height after the x"},
    {MINES_FORMAT_TATHAM, BYTES("9x9n:0,0,u00"), 4, "the number of mines after the n"},
    {MINES_FORMAT_TATHAM, BYTES("9x9n10#12345"), 6, "the id contains a random seed"},
    {MINES_FORMAT_TATHAM, BYTES("9x9;"), 3, "a colon must follow"},
    {MINES_FORMAT_TATHAM, BYTES("9x9:r10,u,a0"), 4, "this game's mines are placed only"},
    {MINES_FORMAT_TATHAM, BYTES("99999999999x9:0,0,u00"), 0, "a board has 1 to 32767 columns"},
    {MINES_FORMAT_TATHAM, BYTES("18446744073709551620x4:u1240"), 0, "a board has 1 to 32767 columns"}, /* 2^64 + 4 */
    {MINES_FORMAT_TATHAM, BYTES("32767x32767:0,0,u00"), 6, "a board has at most 268435456 cells"},
    {MINES_FORMAT_TATHAM, BYTES("32767x8192:0,0,u00"), 18, "there are too few digits"},
    {MINES_FORMAT_TATHAM, BYTES("3x1:3,0,ua"), 4, "the first click's column"},
    {MINES_FORMAT_TATHAM, BYTES("3x1:2,1,ua"), 6, "the first click's row"},
    {MINES_FORMAT_TATHAM, BYTES("3x1:2;0,ua"), 5, "a comma must follow"},
    {MINES_FORMAT_TATHAM, BYTES("3x1:2,,ua"), 6, "the y of the first click"},
    {MINES_FORMAT_TATHAM, BYTES("3x1:2,0ua"), 7, "a comma must follow"},
    {MINES_FORMAT_TATHAM, BYTES("3x1:2,0,u"), 9, "there are too few digits"},
    {MINES_FORMAT_TATHAM, BYTES("3x1:2,0,uaa"), 10, "there are too many digits"},
    {MINES_FORMAT_TATHAM, BYTES("3x1:2,0,ug"), 9, "not a hexadecimal digit"},
    {MINES_FORMAT_TATHAM, BYTES("3x1:2,0,ub"), 9, "a bit past the last cell"},
    {MINES_FORMAT_TATHAM, BYTES("3x1n3:2,0,ua"), 4, "the board has a different number"},
    {MINES_FORMAT_TATHAM, BYTES("https://example.org/9x9:0,0,u00"), 31, "the URL has no game id"},
};

static void test_broken(void)
{
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        board b;
        mines_file_fault fault = {.size = sizeof fault};
        mines_status status = read_file(wrong[i].format, wrong[i].bytes, wrong[i].length, &b, &fault);
        bool right = wrong[i].text[0] == '\0';
        if (!CHECK(status == (right ? MINES_OK : MINES_BAD_FILE) && fault.offset == wrong[i].offset &&
                   strncmp(fault.text, wrong[i].text, strlen(wrong[i].text)) == 0))
            fprintf(stderr, "    %s: %u, not %u: %s\n", wrong[i].bytes, (unsigned)fault.offset,
                    (unsigned)wrong[i].offset, fault.text);
        board_free(&b);
    }
}

/* ---- There and back ---- */

/* A random board: some cells opened, some flagged (rightly or wrongly), some mines known. */
static board random_board(size_t rows, size_t cols, uint32_t percent, uint64_t *seed)
{
    board b = {.file = {sizeof b.file, (uint32_t)rows, (uint32_t)cols, 0, 1, -1, -1}};
    size_t cells = rows * cols;
    b.cells = take(cells);
    b.mask = take(cells);
    for (size_t i = 0; i < cells; i++)
        b.file.mines += b.mask[i] = random_below(seed, 100) < percent;
    uint32_t open = random_below(seed, 3) * 50, flag = random_below(seed, 3) * 20, mark = random_below(seed, 3) * 20;
    for (size_t r = 0, i = 0; r < rows; r++)
        for (size_t c = 0; c < cols; c++, i++) {
            b.cells[i] = random_below(seed, 100) < flag ? 'F' : '-';
            if (b.mask[i] && random_below(seed, 100) < mark)
                b.cells[i] = '+';
            else if (!b.mask[i] && random_below(seed, 100) < open)
                b.cells[i] = (char)('0' + mines_around(b.mask, rows, cols, r, c));
        }
    if (random_below(seed, 2)) {
        b.file.first_row = (int32_t)random_below(seed, (uint32_t)rows);
        b.file.first_col = (int32_t)random_below(seed, (uint32_t)cols);
    }
    return b;
}

static board board_copy(const board *b)
{
    board copy = *b;
    copy.cells = take(cells_of(b));
    copy.mask = take(cells_of(b));
    memcpy(copy.cells, b->cells, cells_of(b));
    memcpy(copy.mask, b->mask, cells_of(b));
    return copy;
}

/* What a reader can conclude from the cells and mines of a position, by a simple and slow method. */
static void forget(board *b, int32_t mines)
{
    size_t cells = cells_of(b), free_cells = 0;
    int32_t marked = 0, all = 0;
    for (size_t i = 0; i < cells; i++) {
        marked += b->cells[i] == '+';
        free_cells += b->cells[i] == '-' || b->cells[i] == 'F';
        all += b->mask[i];
    }
    bool complete = mines >= 0 ? all == marked || (size_t)(all - marked) == free_cells : free_cells == 0;
    b->file.mines = mines >= 0 || complete ? all : -1;
    b->file.complete = complete;
    if (!complete)
        memset(b->mask, 0, cells);
}

static bool fits(mines_format format, const board *b)
{
    return (format != MINES_FORMAT_MBF && format != MINES_FORMAT_ABF) || (b->file.rows < 256 && b->file.cols < 256);
}

static unsigned char *check_write(mines_format format, const board *b, size_t *length)
{
    mines_status status;
    mines_file_fault fault = {.size = sizeof fault};
    unsigned char *bytes = write_file(format, b, length, &status, &fault);
    if (!CHECK(bytes != NULL))
        fprintf(stderr, "    format %d, %u x %u: status %d, %s\n", (int)format, (unsigned)b->file.rows,
                (unsigned)b->file.cols, (int)status, fault.text);
    return bytes;
}

/* Write b, read it, and compare with wanted. */
static void there_and_back(mines_format format, const board *b, const board *wanted, bool cells)
{
    size_t length;
    unsigned char *bytes = check_write(format, b, &length);
    board back;
    mines_file_fault fault = {.size = sizeof fault};
    if (bytes == NULL)
        return;
    if (CHECK_SAME(read_file(format, bytes, length, &back, &fault), MINES_OK)) {
        check_board(&back);
        CHECK(same_mines(&back, wanted));
        CHECK(!cells || same_cells(&back, wanted));
        if (format >= MINES_FORMAT_TATHAM)
            CHECK(back.file.first_row == wanted->file.first_row && back.file.first_col == wanted->file.first_col);
        else
            CHECK(back.file.first_row == -1);
    }
    board_free(&back);
    free(bytes);
}

/* The bytes of a complete board, by an independent writer. */
static void check_bytes(const board *b)
{
    size_t length, cells = cells_of(b), at = 0;
    unsigned char *bytes;
    if (fits(MINES_FORMAT_MBF, b) && (bytes = check_write(MINES_FORMAT_MBF, b, &length)) != NULL) {
        CHECK_SAME(length, 4 + 2 * b->file.mines);
        CHECK(bytes[0] == b->file.cols && bytes[1] == b->file.rows && bytes[2] * 256 + bytes[3] == b->file.mines);
        for (at = 4; at + 1 < length; at += 2)
            CHECK(bytes[at] < b->file.cols && bytes[at + 1] < b->file.rows &&
                  b->mask[bytes[at + 1] * b->file.cols + bytes[at]] &&
                  (at < 6 || bytes[at - 1] * b->file.cols + bytes[at - 2] < bytes[at + 1] * b->file.cols + bytes[at]));
        free(bytes);
    }
    static const struct {
        mines_format format;
        const char *sign;
        size_t bits;
    } by_bits[] = {{MINES_FORMAT_LINK, "&m=", 5}, {MINES_FORMAT_TATHAM_PLAIN, "u", 4}};
    for (size_t k = 0; k < 2; k++) {
        if ((bytes = check_write(by_bits[k].format, b, &length)) == NULL)
            continue;
        size_t bits = by_bits[k].bits, digits = (cells + bits - 1) / bits, sign = strlen(by_bits[k].sign);
        CHECK(length > digits + sign && memcmp(bytes + length - digits - sign, by_bits[k].sign, sign) == 0);
        for (size_t i = 0; i < digits * bits; i++) {
            char digit[2] = {(char)bytes[length - digits + i / bits], '\0'};
            long value = strtol(digit, NULL, 32);
            CHECK((value >> (bits - 1 - i % bits) & 1) == (i < cells && b->mask[i]));
        }
        char head[80];
        if (k == 1 && b->file.first_row < 0)
            snprintf(head, sizeof head, "%ux%u:u", (unsigned)b->file.cols, (unsigned)b->file.rows);
        else if (k == 1)
            snprintf(head, sizeof head, "%ux%u:%d,%d,u", (unsigned)b->file.cols, (unsigned)b->file.rows,
                     (int)b->file.first_col, (int)b->file.first_row);
        else if (b->file.rows == 9 && b->file.cols == 9)
            strcpy(head, "b=1&m=");
        else if (b->file.rows == 16 && (b->file.cols == 16 || b->file.cols == 30))
            strcpy(head, b->file.cols == 16 ? "b=2&m=" : "b=3&m=");
        else {
            uint32_t most = b->file.rows > b->file.cols ? b->file.rows : b->file.cols;
            int width = most < 10 ? 1 : most < 100 ? 2 : most < 1000 ? 3 : most < 10000 ? 4 : 5;
            snprintf(head, sizeof head, "b=%0*u%0*u&m=", width, (unsigned)b->file.cols, width, (unsigned)b->file.rows);
        }
        CHECK(length == strlen(head) + digits && memcmp(bytes, head, strlen(head)) == 0);
        free(bytes);
    }
}

static void test_size(size_t rows, size_t cols, uint64_t *seed)
{
    board b = random_board(rows, cols, random_below(seed, 5) * 25, seed);
    board wanted = board_copy(&b);
    for (int format = 0; format < FORMATS; format++) {
        if (!fits((mines_format)format, &b))
            continue;
        bool mines_alone = format != MINES_FORMAT_TEXT && format != MINES_FORMAT_MINE;
        memcpy(wanted.cells, b.cells, cells_of(&b));
        if (mines_alone)
            memset(wanted.cells, '-', cells_of(&b));
        there_and_back((mines_format)format, &b, &wanted, format != MINES_FORMAT_MINE);
    }
    check_bytes(&b);
    board_free(&wanted);
    /* as a position: unknown mines, or even their number, are lost */
    for (int32_t mines = b.file.mines; mines >= -1; mines = mines > 0 ? -1 : mines - 1) {
        board position = board_copy(&b);
        position.file.complete = 0;
        position.file.mines = mines;
        wanted = board_copy(&b);
        forget(&wanted, mines);
        there_and_back(MINES_FORMAT_TEXT, &position, &wanted, true);
        if (mines >= 0)
            there_and_back(MINES_FORMAT_MINE, &position, &wanted, true);
        board_free(&position);
        board_free(&wanted);
    }
    board_free(&b);
}

static void test_sizes(void)
{
    static const size_t others[][2] = {{9, 9},     {16, 16},   {16, 30},   {30, 16},   {1, 255},
                                       {255, 1},   {255, 255}, {256, 255}, {255, 256}, {1, 32767},
                                       {32767, 1}, {99, 100},  {100, 9},   {300, 1000}};
    uint64_t seed = 2024;
    for (size_t rows = 1; rows <= 12; rows++)
        for (size_t cols = 1; cols <= 12; cols++)
            for (int round = 0; round < 12; round++)
                test_size(rows, cols, &seed);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        for (int round = 0; round < 3; round++)
            test_size(others[i][0], others[i][1], &seed);
}

/* Through all formats one after another, the mines stay the same. */
static void test_chain(void)
{
    uint64_t seed = 7;
    for (int round = 0; round < 200; round++) {
        board b = random_board(1 + random_below(&seed, 30), 1 + random_below(&seed, 30), 20, &seed);
        board now = board_copy(&b);
        for (int step = 0; step < 10; step++) {
            mines_format format = (mines_format)random_below(&seed, FORMATS);
            mines_file_fault fault = {.size = sizeof fault};
            size_t length;
            unsigned char *bytes = check_write(format, &now, &length);
            board_free(&now);
            CHECK_SAME(read_file(format, bytes, length, &now, &fault), MINES_OK);
            free(bytes);
        }
        CHECK(same_mines(&now, &b));
        board_free(&now);
        board_free(&b);
    }
}

/* ---- Boards that can't be written ---- */

static mines_status try_write(mines_format format, mines_file file, const char *cells, const uint8_t *mask,
                              mines_file_fault *fault)
{
    unsigned char bytes[1];
    size_t length = 99;
    mines_status status = mines_file_write(format, &file, cells, mask, NULL, bytes, sizeof bytes, &length, fault);
    CHECK((length > 1) == (status == MINES_TOO_SMALL) && (length == 0) == (status != MINES_TOO_SMALL));
    return status;
}

static void test_unwritable(void)
{
    static char cells[300 * 300];
    static uint8_t mask[300 * 300];
    mines_file_fault fault = {.size = sizeof fault};
    mines_file file = {sizeof file, 2, 3, -1, 0, -1, -1};
    for (int format = 0; format < FORMATS; format++) {
        bool position = format == MINES_FORMAT_TEXT || format == MINES_FORMAT_MINE;
        file.mines = 1;
        CHECK_SAME(try_write((mines_format)format, file, "01F01-", mask, &fault),
                   position ? MINES_TOO_SMALL : MINES_BAD_FILE);
        CHECK_SAME(fault.offset, position ? 0 : 2);
        file.mines = 3;
        CHECK_SAME(try_write((mines_format)format, file, "01F01-", mask, &fault), MINES_BAD_FILE);
        CHECK(strncmp(fault.text, "there are more mines left", 25) == 0);
        file.mines = 0;
        CHECK_SAME(try_write((mines_format)format, file, "01F01+", mask, &fault), MINES_BAD_FILE);
        CHECK(strncmp(fault.text, "there are more known mines", 26) == 0);
        CHECK_SAME(try_write((mines_format)format, file, "01-0x-", mask, &fault), MINES_BAD_CELL);
        CHECK_SAME(fault.offset, 4);
        file.complete = 1; /* then file.mines is ignored */
        file.mines = 5;
        mask[2] = 9;
        CHECK_SAME(try_write((mines_format)format, file, "01-01-", mask, &fault), MINES_TOO_SMALL);
        CHECK_SAME(try_write((mines_format)format, file, NULL, mask, &fault), MINES_TOO_SMALL);
        CHECK_SAME(try_write((mines_format)format, file, "01-02-", mask, &fault), MINES_BAD_CELL);
        CHECK_SAME(fault.offset, 4);
        CHECK_SAME(try_write((mines_format)format, file, "01-01+", mask, &fault), MINES_BAD_CELL);
        CHECK_SAME(fault.offset, 5);
        CHECK_SAME(try_write((mines_format)format, file, "01101-", mask, &fault), MINES_BAD_CELL);
        CHECK_SAME(fault.offset, 2);
        file.complete = 0;
        mask[2] = 0;
    }
    file.mines = -1;
    CHECK_SAME(try_write(MINES_FORMAT_MINE, file, "01F01-", NULL, &fault), MINES_BAD_FILE);
    CHECK_SAME(try_write(MINES_FORMAT_TEXT, file, "01F01-", NULL, &fault), MINES_TOO_SMALL);
    CHECK_SAME(try_write(MINES_FORMAT_LINK, file, "000000", NULL, &fault), MINES_BAD_FILE);
    CHECK_SAME(fault.offset, 5);
    memset(cells, '-', sizeof cells);
    file = (mines_file){sizeof file, 1, 256, 0, 1, -1, -1};
    CHECK_SAME(try_write(MINES_FORMAT_MBF, file, cells, mask, &fault), MINES_BAD_FILE);
    CHECK_SAME(fault.offset, 255);
    file = (mines_file){sizeof file, 300, 2, 0, 1, -1, -1};
    CHECK_SAME(try_write(MINES_FORMAT_MBF, file, cells, mask, &fault), MINES_BAD_FILE);
    CHECK_SAME(fault.offset, 510);
}

/* ---- Arguments ---- */

static int refuse(void *context, double progress)
{
    (void)progress;
    ++*(int *)context;
    return 1;
}

static void test_arguments(void)
{
    char cells[4] = "----";
    uint8_t mask[4] = {0};
    mines_file file = {sizeof file, 2, 2, 0, 1, -1, -1}, got = {.size = sizeof got};
    mines_options options = {.size = 3};
    size_t length;
    char bytes[40];
    CHECK_SAME(mines_file_read(MINES_FORMAT_TEXT, NULL, 1, NULL, &got, cells, mask, 4, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_file_read(MINES_FORMAT_TEXT, "-", 1, NULL, NULL, cells, mask, 4, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_file_read(MINES_FORMAT_TEXT, "-", 1, NULL, &got, NULL, mask, 4, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_file_read(MINES_FORMAT_TEXT, "-", 1, NULL, &got, cells, NULL, 4, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_file_read(MINES_FORMAT_TEXT, "-", 1, &options, &got, cells, mask, 4, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_file_read((mines_format)FORMATS, "-", 1, NULL, &got, cells, mask, 4, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_file_read(MINES_FORMAT_TEXT, NULL, 0, NULL, &got, cells, mask, 4, NULL), MINES_BAD_FILE);
    CHECK_SAME(mines_file_read(MINES_FORMAT_TEXT, "-", 1, NULL, &got, cells, mask, 4, NULL), MINES_OK);
    CHECK_SAME(mines_file_write(MINES_FORMAT_LINK, NULL, cells, mask, NULL, bytes, 40, &length, NULL),
               MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_file_write(MINES_FORMAT_LINK, &file, cells, NULL, NULL, bytes, 40, &length, NULL),
               MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_file_write(MINES_FORMAT_LINK, &file, cells, mask, NULL, NULL, 40, &length, NULL),
               MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_file_write(MINES_FORMAT_LINK, &file, cells, mask, NULL, bytes, 40, NULL, NULL),
               MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_file_write(MINES_FORMAT_LINK, &file, cells, mask, &options, bytes, 40, &length, NULL),
               MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_file_write((mines_format)FORMATS, &file, cells, mask, NULL, bytes, 40, &length, NULL),
               MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_file_write(MINES_FORMAT_LINK, &file, NULL, mask, NULL, bytes, 40, &length, NULL), MINES_OK);
    CHECK_SAME(length, 8);
    CHECK(memcmp(bytes, "b=22&m=0", 8) == 0);
    static const mines_file bad[] = {
        {sizeof(mines_file), 0, 2, 0, 1, -1, -1},        {sizeof(mines_file), 2, 0, 0, 1, -1, -1},
        {sizeof(mines_file), 32768, 1, 0, 1, -1, -1},    {sizeof(mines_file), 1, 32768, 0, 1, -1, -1},
        {sizeof(mines_file), 32767, 8193, 0, 1, -1, -1}, {sizeof(mines_file), 2, 2, 0, 1, 0, -1},
        {sizeof(mines_file), 2, 2, 0, 1, 2, 0},          {sizeof(mines_file), 2, 2, 0, 1, 0, 2},
        {sizeof(mines_file), 2, 2, -2, 0, -1, -1},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK_SAME(mines_file_write(MINES_FORMAT_TEXT, bad + i, cells, mask, NULL, bytes, 40, &length, NULL),
                   MINES_BAD_ARGUMENT);
    file.complete = 0;
    CHECK_SAME(mines_file_write(MINES_FORMAT_TEXT, &file, NULL, mask, NULL, bytes, 40, &length, NULL),
               MINES_BAD_ARGUMENT);
}

/* Each format polls while it works on a large board. */
static void test_poll(void)
{
    enum { SIDE = 3000, CELLS = SIDE * SIDE };
    board b = {.file = {sizeof b.file, SIDE, SIDE, 0, 1, -1, -1}, .cells = take(CELLS), .mask = take(CELLS)};
    memset(b.cells, '-', CELLS);
    for (size_t i = 0; i < CELLS; i++)
        b.mask[i] = i % 7 == 0;
    for (int format = 0; format < FORMATS; format++) {
        if (format == MINES_FORMAT_MBF || format == MINES_FORMAT_ABF)
            continue;
        size_t length, unused;
        mines_file file = {.size = sizeof file};
        unsigned char *bytes = check_write((mines_format)format, &b, &length);
        for (int reading = 0; reading < 2; reading++) {
            int polls = 0;
            mines_options options = {.size = sizeof options, .poll = refuse, .context = &polls};
            mines_status status = MINES_OK;
            for (int round = 0; round < 100 && status == MINES_OK; round++)
                status = reading ? mines_file_read((mines_format)format, bytes, length, &options, &file, b.cells,
                                                   b.mask, CELLS, NULL)
                                 : mines_file_write((mines_format)format, &b.file, b.cells, b.mask, &options, bytes,
                                                    length, &unused, NULL);
            CHECK(status == MINES_INTERRUPTED ? polls == 1 : polls == 0);
            memset(b.cells, '-', CELLS);
            for (size_t i = 0; i < CELLS; i++)
                b.mask[i] = i % 7 == 0;
            free(reading ? bytes : NULL);
        }
    }
    board_free(&b);
}

/* ---- Random bytes */

/* Change some bytes; the result has at most MOST. */
enum { MOST = 400 };

static size_t mutate(unsigned char *bytes, size_t length, uint64_t *seed)
{
    static const char spice[] = "0123456789abcdefxXnmur,:;#?&=bHFM?+-*.\n\r \t/\xFF";
    for (uint32_t changes = 1 + random_below(seed, 4); changes > 0; changes--) {
        uint32_t at = random_below(seed, (uint32_t)length + 1), kind = random_below(seed, 6);
        unsigned char byte = random_below(seed, 4) ? (unsigned char)spice[random_below(seed, sizeof spice)]
                                                   : (unsigned char)random_below(seed, 256);
        if (kind <= 1 && at < length) {
            bytes[at] = byte;
        } else if (kind == 2 && length < MOST) {
            memmove(bytes + at + 1, bytes + at, length - at);
            bytes[at] = byte;
            length++;
        } else if (kind == 3 && at < length) {
            memmove(bytes + at, bytes + at + 1, length - at - 1);
            length--;
        } else if (kind == 4) {
            length = random_below(seed, 4) ? length : at;
        } else if (kind == 5 && at < length) { /* repeat a part */
            size_t piece = 1 + random_below(seed, 8);
            if (piece > length - at)
                piece = length - at;
            if (length + piece <= MOST) {
                memmove(bytes + at + piece, bytes + at, length - at);
                length += piece;
            }
        }
    }
    return length;
}

static void try_bytes(mines_format format, const unsigned char *bytes, size_t length, size_t *right)
{
    board b;
    mines_file_fault fault = {.size = sizeof fault};
    mines_status status = read_file(format, bytes, length, &b, &fault);
    if (status == MINES_OK) {
        ++*right;
        check_board(&b);
        size_t again;
        unsigned char *written = check_write(format, &b, &again);
        board back;
        if (written != NULL && CHECK_SAME(read_file(format, written, again, &back, &fault), MINES_OK)) {
            CHECK(same_mines(&b, &back));
            CHECK(same_cells(&b, &back) || (format == MINES_FORMAT_MINE && b.file.complete));
            board_free(&back);
        }
        free(written);
    }
    board_free(&b);
}

static void test_any_bytes(void)
{
    uint64_t seed = 99;
    unsigned char bytes[MOST + 1];
    size_t right[FORMATS] = {0}, tried = 0;
    for (int round = 0; round < 40000; round++) {
        mines_format format = (mines_format)random_below(&seed, FORMATS);
        size_t length;
        if (round % 8 == 0) {
            length = random_below(&seed, 60);
            for (size_t i = 0; i < length; i++)
                bytes[i] = (unsigned char)random_below(&seed, 256);
        } else if (round % 8 < 4) {
            const golden *g = known + random_below(&seed, sizeof known / sizeof *known);
            format = round % 16 == 1 ? format : g->format;
            length = g->length;
            memcpy(bytes, g->bytes, length);
            length = mutate(bytes, length, &seed);
        } else {
            board b = random_board(1 + random_below(&seed, 9), 1 + random_below(&seed, 12), 20, &seed);
            unsigned char *written = check_write(format, &b, &length);
            board_free(&b);
            if (written == NULL || length > MOST) {
                free(written);
                continue;
            }
            memcpy(bytes, written, length);
            free(written);
            length = mutate(bytes, length, &seed);
        }
        tried++;
        try_bytes(format, bytes, length, &right[format]);
    }
    for (int format = 0; format < FORMATS; format++)
        CHECK(right[format] > tried / 500); /* some files must stay readable, or this tests little */
}

int main(void)
{
    test_known();
    test_broken();
    test_sizes();
    test_chain();
    test_unwritable();
    test_arguments();
    test_poll();
    test_any_bytes();
    return check_done("test_file");
}
