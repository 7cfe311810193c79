/* test_game.c - the game against its rules written plainly, move by move; its corners; large boards; want of memory;
   interrupts. */
#include "../../core/games/game.h"
#include "../../core/generation/placement.h"

#include "check.h"
#include "plain_rules.h"
#include "positions.h"

static plain twin; /* large: not on the stack */
static uint64_t state_of_test = 1;
static unsigned long seen[10]; /* how often each reason came up */

static uint32_t below(uint32_t n) { return random_below(&state_of_test, n); }

static mines_refusal act(mines_game *game, mines_action_kind kind, size_t row, size_t col)
{
    mines_refusal refusal = (mines_refusal)-1;
    CHECK_SAME(mines_game_act(game, kind, row, col, NULL, &refusal), MINES_OK);
    return refusal;
}

static mines_game_info info_of(const mines_game *game)
{
    mines_game_info info = {0};
    CHECK_SAME(mines_game_get_info(game, &info), MINES_OK);
    return info;
}

/* ---- Side by side ---- */

/* The library's game stands where the twin does, and the last call changed what differs from past[before]. */
static void compare(const mines_game *game, int before)
{
    int cells = twin.rows * twin.cols, changes = 0;
    char board[PLAIN_CELLS];
    uint8_t flags[PLAIN_CELLS], mask[PLAIN_CELLS];
    uint32_t changed[PLAIN_CELLS];
    static mines_action log[PLAIN_PAST];
    CHECK_SAME(mines_game_board(game, board), MINES_OK);
    CHECK_SAME(mines_game_flags(game, flags), MINES_OK);
    size_t count = mines_game_changed(game, changed, PLAIN_CELLS);
    for (int i = 0; i < cells; i++) {
        char look = plain_look(&twin, twin.at, i);
        CHECK(board[i] == (look == 'F' ? '-' : look));
        CHECK(flags[i] == (look == 'F'));
        if (look != plain_look(&twin, before, i))
            CHECK(changes < (int)count && changed[changes++] == (uint32_t)i);
    }
    CHECK_SAME(count, changes);
    mines_game_info info = info_of(game);
    CHECK(info.rows == (uint32_t)twin.rows && info.cols == (uint32_t)twin.cols && info.mines == (uint32_t)twin.mines);
    CHECK_SAME(info.state, plain_state(&twin));
    CHECK_SAME(info.placed, plain_placed(&twin));
    CHECK_SAME(info.opened, plain_count(&twin, plain_now(&twin)->opened, 0));
    CHECK_SAME(info.exploded, plain_count(&twin, plain_now(&twin)->opened, 1));
    CHECK_SAME(info.flags, plain_flags(&twin));
    CHECK_SAME(info.actions, twin.at);
    CHECK_SAME(info.undone, twin.last - twin.at);
    CHECK_SAME(mines_game_mask(game, mask), plain_placed(&twin) ? MINES_OK : MINES_BAD_ARGUMENT);
    for (int i = 0; i < cells && plain_placed(&twin); i++)
        CHECK(mask[i] == twin.mine[i]);
    CHECK_SAME(mines_game_log(game, log, PLAIN_PAST), twin.at);
    for (int i = 0; i < twin.at; i++)
        CHECK(memcmp(&log[i], &twin.past[i + 1].by, sizeof *log) == 0);
}

/* The solver takes the board as it is. */
static void solvable(const mines_game *game)
{
    char board[PLAIN_CELLS];
    mines_solution *solution;
    mines_game_board(game, board);
    CHECK_SAME(mines_solve(board, (size_t)twin.rows, (size_t)twin.cols, (uint32_t)twin.mines, NULL, &solution, NULL),
               MINES_OK);
    mines_solution_free(solution);
}

typedef struct setting {
    bool random;
    uint64_t seed;
    mines_first_click first;
} setting;

static mines_game *new_game(const setting *s)
{
    mines_game *game;
    uint8_t mask[PLAIN_CELLS];
    for (int i = 0; i < PLAIN_CELLS; i++)
        mask[i] = (uint8_t)(twin.mine[i] * (1 + i % 255)); /* whatever is not 0 */
    size_t rows = (size_t)twin.rows, cols = (size_t)twin.cols;
    CHECK_SAME(s->random ? mines_game_new_random(rows, cols, (uint32_t)twin.mines, s->seed, s->first, &game)
                         : mines_game_new(mask, rows, cols, NULL, &game),
               MINES_OK);
    return game;
}

/* The mines that a random game lays for a first click. */
static void lay(const setting *s, int row, int col)
{
    uint8_t mask[PLAIN_CELLS];
    const mcore_placement placing = {(uint32_t)twin.rows, (uint32_t)twin.cols, (uint32_t)twin.mines, s->first,
                                     (uint32_t)row,       (uint32_t)col};
    mcore_placement_board(&placing, s->seed, 0, NULL, mask);
    for (int i = 0; i < twin.rows * twin.cols; i++)
        twin.mine[i] = (char)mask[i];
}

/* Random, but mostly such that the game goes on. */
static mines_action choose(void)
{
    uint32_t rows = (uint32_t)twin.rows, cols = (uint32_t)twin.cols;
    mines_action action = {below(3), below(rows), below(cols)};
    if (plain_placed(&twin) && below(10) != 0) {
        for (int tries = 0; tries < 10; tries++) {
            action = (mines_action){below(3), below(rows), below(cols)};
            char mine = twin.mine[action.row * cols + action.col];
            if (plain_refusal(&twin, (mines_action_kind)action.kind, (int)action.row, (int)action.col) !=
                MINES_REFUSAL_NONE)
                continue;
            if (action.kind == MINES_ACTION_CHORD || (action.kind == MINES_ACTION_FLAG) == mine)
                break;
        }
    }
    return action;
}

/* One call on both sides; gives where the twin stood before. */
static int step(mines_game *game, const setting *s)
{
    int before = twin.at;
    uint32_t dice = below(100), done = 9;
    if (dice < 8 || (dice < 40 && plain_over(&twin))) {
        CHECK_SAME(mines_game_undo(game, &done), MINES_OK);
        CHECK_SAME(done, twin.at > 0);
        twin.at -= twin.at > 0;
    } else if (dice < 14) {
        CHECK_SAME(mines_game_redo(game, NULL, &done), MINES_OK);
        CHECK_SAME(done, twin.at < twin.last);
        twin.at += twin.at < twin.last;
    } else if (dice < 16) {
        size_t rows = (size_t)twin.rows, cols = (size_t)twin.cols;
        mines_refusal refusal = MINES_REFUSAL_OVER;
        CHECK_SAME(mines_game_act(game, MINES_ACTION_OPEN, rows, 0, NULL, &refusal), MINES_BAD_ARGUMENT);
        CHECK_SAME(refusal, MINES_REFUSAL_NONE);
        CHECK_SAME(mines_game_act(game, MINES_ACTION_FLAG, 0, cols, NULL, NULL), MINES_BAD_ARGUMENT);
        CHECK_SAME(mines_game_act(game, MINES_ACTION_CHORD, SIZE_MAX, SIZE_MAX, NULL, NULL), MINES_BAD_ARGUMENT);
        CHECK_SAME(mines_game_act(game, MINES_ACTION_BOMB, 0, 0, NULL, NULL), MINES_BAD_ARGUMENT);
    } else {
        mines_action a = choose();
        mines_action_kind kind = (mines_action_kind)a.kind;
        mines_refusal refusal = plain_refusal(&twin, kind, (int)a.row, (int)a.col);
        if (refusal == MINES_REFUSAL_NONE) {
            if (kind == MINES_ACTION_OPEN && !plain_placed(&twin))
                lay(s, (int)a.row, (int)a.col);
            plain_act(&twin, kind, (int)a.row, (int)a.col);
        }
        CHECK_SAME(act(game, kind, a.row, a.col), refusal);
        seen[refusal]++;
    }
    compare(game, before);
    return before;
}

/* All the way back and forth, and once more from the log. */
static void there_and_back(mines_game *game, const setting *s)
{
    static mines_action log[PLAIN_PAST];
    uint32_t done;
    int now = twin.at;
    size_t count = mines_game_log(game, log, PLAIN_PAST);
    while (twin.at > 0) {
        CHECK(mines_game_undo(game, &done) == MINES_OK && done == 1);
        twin.at--;
        compare(game, twin.at + 1);
    }
    CHECK(mines_game_undo(game, &done) == MINES_OK && done == 0);
    while (twin.at < now) {
        CHECK(mines_game_redo(game, NULL, NULL) == MINES_OK);
        twin.at++;
        compare(game, twin.at - 1);
    }
    mines_game *other = new_game(s);
    for (size_t i = 0; i < count; i++)
        CHECK_SAME(act(other, (mines_action_kind)log[i].kind, log[i].row, log[i].col), MINES_REFUSAL_NONE);
    twin.last = twin.at;
    compare(other, now > 0 ? now - 1 : 0);
    mines_game_free(other);
}

static void side_by_side(uint32_t games)
{
    for (uint32_t n = 0; n < games; n++) {
        memset(&twin, 0, sizeof twin);
        twin.rows = (int)(n % 5 == 0 ? 1 : 1 + below(14));
        twin.cols = (int)(1 + below(n % 5 == 0 ? 60 : 14));
        uint32_t cells = (uint32_t)(twin.rows * twin.cols);
        twin.mines = (int)(n % 11 == 0 ? below(cells + 1) : below(cells / 5 + 2));
        setting s = {n % 2 == 1, n, (mines_first_click)below(3)};
        twin.random = s.random;
        if (!s.random) {
            for (int left = twin.mines; left > 0;) {
                uint32_t cell = below(cells);
                left -= !twin.mine[cell];
                twin.mine[cell] = 1;
            }
        }
        mines_game *game = new_game(&s), *copy;
        compare(game, 0);
        uint32_t steps = 20 + below(100);
        for (uint32_t i = 0; i < steps; i++) {
            int before = step(game, &s);
            solvable(game);
            if (below(40) == 0) { /* go on with a copy, after the original has been spoilt */
                CHECK_SAME(mines_game_copy(game, &copy), MINES_OK);
                for (uint32_t k = 0; k < 10; k++) {
                    mines_game_undo(game, NULL);
                    mines_game_act(game, (mines_action_kind)below(3), below((uint32_t)twin.rows), 0, NULL, NULL);
                }
                mines_game_free(game);
                game = copy;
                compare(game, before);
            }
        }
        there_and_back(game, &s);
        mines_game_free(game);
    }
}

/* ---- Corners ---- */

/* A game from rows split by '/', '*' for a mine. */
static mines_game *game_of(const char *text)
{
    position p;
    uint8_t mask[PLAIN_CELLS];
    mines_game *game;
    position_read(&p, text, 0);
    for (size_t i = 0; i < p.rows * p.cols; i++)
        mask[i] = p.cells[i] == '*';
    CHECK_SAME(mines_game_new(mask, p.rows, p.cols, NULL, &game), MINES_OK);
    return game;
}

/* The board with rows split by '/' and flags as F. */
static const char *shown(const mines_game *game)
{
    static char text[2 * PLAIN_CELLS];
    char board[PLAIN_CELLS], *end = text;
    uint8_t flags[PLAIN_CELLS];
    mines_game_info info = info_of(game);
    mines_game_board(game, board);
    mines_game_flags(game, flags);
    for (uint32_t i = 0; i < info.rows * info.cols; i++) {
        if (i > 0 && i % info.cols == 0)
            *end++ = '/';
        *end++ = flags[i] ? 'F' : board[i];
    }
    *end = '\0';
    return text;
}

static const mines_action_kind OPEN = MINES_ACTION_OPEN, FLAG = MINES_ACTION_FLAG, CHORD = MINES_ACTION_CHORD;

static void chords(void)
{
    /* both mines around a number are flagged: all others open, and the 0s among them flood */
    mines_game *game = game_of("*...*/...../..*../...../....*");
    CHECK_SAME(act(game, CHORD, 1, 1), MINES_REFUSAL_UNOPENED);
    CHECK_SAME(act(game, OPEN, 1, 1), MINES_REFUSAL_NONE);
    CHECK_SAME(act(game, CHORD, 1, 1), MINES_REFUSAL_COUNT);
    CHECK_SAME(act(game, FLAG, 0, 0), MINES_REFUSAL_NONE);
    CHECK_SAME(act(game, CHORD, 1, 1), MINES_REFUSAL_COUNT);    /* one flag, two mines */
    CHECK_SAME(act(game, CHORD, 0, 0), MINES_REFUSAL_UNOPENED); /* a flagged cell */
    CHECK_SAME(act(game, FLAG, 2, 2), MINES_REFUSAL_NONE);
    CHECK_SAME(act(game, FLAG, 1, 2), MINES_REFUSAL_NONE);
    CHECK_SAME(act(game, CHORD, 1, 1), MINES_REFUSAL_COUNT); /* one too many */
    CHECK_SAME(act(game, FLAG, 1, 2), MINES_REFUSAL_NONE);
    CHECK_SAME(act(game, CHORD, 1, 1), MINES_REFUSAL_NONE);
    CHECK_TEXT(shown(game), "F101-/1212-/01F--/0112-/0001-");
    CHECK_SAME(act(game, CHORD, 1, 1), MINES_REFUSAL_NOTHING);
    CHECK_SAME(act(game, CHORD, 0, 2), MINES_REFUSAL_ZERO);
    CHECK_SAME(mines_game_changed(game, NULL, 0), 0);
    CHECK_SAME(act(game, CHORD, 1, 2), MINES_REFUSAL_NONE); /* beside the same flag */
    CHECK_TEXT(shown(game), "F101-/1212-/01F1-/0112-/0001-");
    CHECK_SAME(info_of(game).state, MINES_GAME_PLAYING);
    mines_game_free(game);

    /* corner and edge */
    game = game_of(".*/..");
    act(game, OPEN, 0, 0);
    act(game, FLAG, 0, 1);
    CHECK_SAME(act(game, CHORD, 0, 0), MINES_REFUSAL_NONE);
    CHECK_TEXT(shown(game), "1F/11");
    CHECK_SAME(info_of(game).state, MINES_GAME_WON);
    CHECK_SAME(act(game, FLAG, 0, 1), MINES_REFUSAL_OVER);
    CHECK_SAME(act(game, OPEN, 0, 1), MINES_REFUSAL_OVER);
    CHECK_SAME(act(game, CHORD, 0, 0), MINES_REFUSAL_OVER);
    mines_game_free(game);
    game = game_of("*.*/...");
    act(game, OPEN, 0, 1);
    act(game, FLAG, 0, 0);
    act(game, FLAG, 0, 2);
    CHECK_SAME(act(game, CHORD, 0, 1), MINES_REFUSAL_NONE);
    CHECK_TEXT(shown(game), "F2F/121");
    mines_game_free(game);

    /* a wrong flag: both mines that it leaves open go off, and the safe cells open, with the flood behind them */
    game = game_of("**.../...../...../.....");
    act(game, OPEN, 1, 1);
    act(game, FLAG, 0, 2);
    act(game, FLAG, 1, 0);
    CHECK_SAME(act(game, CHORD, 1, 1), MINES_REFUSAL_NONE);
    CHECK_TEXT(shown(game), "++F00/F2100/00000/00000");
    mines_game_info info = info_of(game);
    CHECK_SAME(info.state, MINES_GAME_LOST);
    CHECK_SAME(info.exploded, 2);
    CHECK_SAME(act(game, FLAG, 0, 2), MINES_REFUSAL_OVER);
    CHECK_SAME(mines_game_undo(game, NULL), MINES_OK);
    CHECK_TEXT(shown(game), "--F--/F2---/-----/-----");
    CHECK_SAME(info_of(game).state, MINES_GAME_PLAYING);
    mines_game_free(game);
}

static void floods(void)
{
    /* past flags, which stay closed, and into what lies behind them */
    mines_game *game = game_of("...../...../...../*....");
    act(game, FLAG, 1, 2);
    act(game, FLAG, 0, 4);
    act(game, FLAG, 3, 0);
    CHECK_SAME(act(game, OPEN, 0, 4), MINES_REFUSAL_FLAGGED);
    CHECK_SAME(act(game, OPEN, 0, 0), MINES_REFUSAL_NONE);
    CHECK_TEXT(shown(game), "0000F/00F00/11000/F1000");
    CHECK_SAME(info_of(game).state, MINES_GAME_PLAYING);
    CHECK_SAME(act(game, OPEN, 0, 0), MINES_REFUSAL_OPENED);
    CHECK_SAME(act(game, FLAG, 0, 0), MINES_REFUSAL_OPENED);
    act(game, FLAG, 0, 4);
    CHECK_TEXT(shown(game), "0000-/00F00/11000/F1000"); /* a flag taken away opens nothing */
    act(game, OPEN, 0, 4);
    act(game, FLAG, 1, 2);
    CHECK_SAME(act(game, CHORD, 1, 1), MINES_REFUSAL_ZERO);
    act(game, OPEN, 1, 2);
    CHECK_TEXT(shown(game), "00000/00000/11000/F1000");
    CHECK_SAME(info_of(game).state, MINES_GAME_WON);
    mines_game_free(game);

    /* a wall of flags holds the flood */
    game = game_of(".....");
    act(game, FLAG, 0, 2);
    act(game, OPEN, 0, 1);
    CHECK_TEXT(shown(game), "00F--");
    mines_game_free(game);
}

static void ends(void)
{
    mines_game *game = game_of("..."); /* no mine */
    CHECK_SAME(info_of(game).state, MINES_GAME_NEW);
    act(game, OPEN, 0, 1);
    CHECK_SAME(info_of(game).state, MINES_GAME_WON);
    mines_game_free(game);
    game = game_of("**"); /* no safe cell */
    CHECK_SAME(info_of(game).state, MINES_GAME_NEW);
    act(game, OPEN, 0, 1);
    CHECK_SAME(info_of(game).state, MINES_GAME_LOST);
    CHECK_TEXT(shown(game), "-+");
    mines_game_free(game);
    game = game_of("."); /* flags may stay */
    act(game, FLAG, 0, 0);
    CHECK_SAME(info_of(game).state, MINES_GAME_NEW);
    act(game, FLAG, 0, 0);
    act(game, OPEN, 0, 0);
    CHECK_SAME(info_of(game).state, MINES_GAME_WON);
    mines_game_free(game);
    for (int first = MINES_FIRST_ANYTHING; first <= MINES_FIRST_OPENING; first++) {
        CHECK_SAME(mines_game_new_random(3, 3, 9, 1, (mines_first_click)first, &game), MINES_OK);
        act(game, OPEN, 1, 1);
        CHECK_SAME(info_of(game).state, MINES_GAME_LOST);
        mines_game_free(game);
    }
    CHECK_SAME(mines_game_new_random(3, 3, 8, 1, MINES_FIRST_OPENING, &game), MINES_OK);
    act(game, OPEN, 1, 1);
    CHECK_SAME(info_of(game).state, MINES_GAME_WON);
    CHECK_TEXT(shown(game), "---/-8-/---");
    mines_game_free(game);
}

/* The mines that a first click finds are those of the first board that mines_generate makes of the same request. */
static void as_generated(void)
{
    for (uint32_t n = 0; n < 30; n++) {
        mines_request request = {.size = sizeof request, .rows = 16, .cols = 30, .mines = 99};
        request.first = (mines_first_click)(n % 3);
        request.row = below(16);
        request.col = below(30);
        mines_game *game;
        uint8_t laid[480], made[480];
        CHECK_SAME(mines_game_new_random(16, 30, 99, n, request.first, &game), MINES_OK);
        act(game, OPEN, request.row, request.col);
        CHECK_SAME(mines_game_mask(game, laid), MINES_OK);
        CHECK_SAME(mines_generate(&request, NULL, n, 0, 1, 1, made, NULL), MINES_OK);
        CHECK(memcmp(laid, made, sizeof made) == 0);
        mines_game_free(game);
    }
}

static void arguments(void)
{
    mines_game *game = (mines_game *)&twin;
    uint8_t mask[4] = {0};
    CHECK_SAME(mines_game_new(mask, 0, 4, NULL, &game), MINES_BAD_ARGUMENT);
    CHECK(game == NULL);
    CHECK_SAME(mines_game_new(mask, 4, 0, NULL, &game), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_game_new(mask, 1, MINES_MAX_GAME_SIDE + 1, NULL, &game), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_game_new(mask, SIZE_MAX, SIZE_MAX, NULL, &game), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_game_new(mask, MINES_MAX_GAME_SIDE, 8193, NULL, &game), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_game_new(NULL, 1, 4, NULL, &game), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_game_new(mask, 1, 4, NULL, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_game_new_random(2, 2, 5, 1, MINES_FIRST_SAFE, &game), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_game_new_random(2, 2, 1, 1, (mines_first_click)3, &game), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_game_copy(NULL, &game), MINES_BAD_ARGUMENT);
    CHECK(game == NULL);
    mines_game_free(NULL);
    CHECK_SAME(mines_game_changed(NULL, NULL, 0), 0);
    CHECK_SAME(mines_game_log(NULL, NULL, 0), 0);

    /* no more is written than asked for, and a call that does nothing changed nothing */
    uint32_t cells[4] = {77, 77, 77, 77};
    mines_action log[3] = {{77, 77, 77}, {77, 77, 77}, {77, 77, 77}};
    game = game_of("..*./..*.");
    act(game, FLAG, 0, 2);
    act(game, OPEN, 1, 0);
    CHECK_SAME(mines_game_changed(game, cells, 3), 4);
    CHECK(cells[0] == 0 && cells[1] == 1 && cells[2] == 4 && cells[3] == 77);
    CHECK_SAME(mines_game_log(game, log, 1), 2);
    CHECK(log[0].kind == MINES_ACTION_FLAG && log[0].row == 0 && log[0].col == 2 && log[1].kind == 77);
    CHECK_SAME(mines_game_act(game, MINES_ACTION_OPEN, 2, 0, NULL, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_game_changed(game, cells, 3), 0);
    CHECK_SAME(mines_game_act(game, (mines_action_kind)4, 0, 0, NULL, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_game_act(NULL, MINES_ACTION_OPEN, 0, 0, NULL, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_game_undo(NULL, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_game_redo(NULL, NULL, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_game_get_info(game, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_game_board(game, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_game_flags(game, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_game_mask(game, NULL), MINES_BAD_ARGUMENT);
    mines_game_free(game);

    for (int i = -1; i < 12; i++)
        CHECK(mines_refusal_text((mines_refusal)i)[0] != '\0');
    CHECK_TEXT(mines_refusal_text((mines_refusal)10), "unknown reason");
    CHECK(strcmp(mines_refusal_text(MINES_REFUSAL_NOT_BEHIND), "unknown reason") != 0);
}

/* ---- The journal ---- */

/* Runs come out in order and joined, however they went in. */
static void runs(void)
{
    enum { MOST = 4000 };
    static uint32_t site[MOST];
    for (uint32_t n = 0; n < 300; n++) {
        mcore_arena arena;
        mcore_poll poll;
        mcore_poll_init(&poll, NULL, UINT64_MAX);
        mcore_undo_log journal;
        mcore_arena_init(&arena, UINT64_MAX);
        mcore_undo_log_init(&journal, &arena);
        uint32_t count = n < 100 ? 1 + n : 1 + below(MOST), most = (uint32_t)1 << (12 + n % 17), lowest = below(most);
        for (uint32_t i = 0; i < count; i++) /* all different, in both directions, near one another or far */
            site[i] = lowest + (n % 3 == 0 ? i : n % 3 == 1 ? count - i : i * (most / MOST + 1));
        for (uint32_t i = count; i-- > 1 && n % 2 == 0;) {
            uint32_t other = below(i + 1), moved = site[i];
            site[i] = site[other];
            site[other] = moved;
        }
        CHECK(mcore_undo_log_begin(&journal));
        for (uint32_t i = 0; i < count; i++)
            CHECK(mcore_undo_log_note(&journal, site[i]));
        CHECK(mcore_undo_log_commit(&journal, &poll, MINES_ACTION_OPEN, site[0], 0, false));
        uint32_t noted = 0;
        uint64_t sum = 0, wanted = 0;
        for (uint32_t i = 0; i < journal.runs; i++) {
            const mcore_run *run = &journal.run[i];
            CHECK(run->length > 0 && (i == 0 || run[-1].site + run[-1].length < run->site));
            noted += run->length;
            for (uint32_t k = 0; k < run->length; k++)
                sum += (uint64_t)(run->site + k) * (run->site + k);
        }
        for (uint32_t i = 0; i < count; i++)
            wanted += (uint64_t)site[i] * site[i];
        CHECK_SAME(noted, count);
        CHECK(sum == wanted);
        CHECK(journal.changed == 0 && journal.changed_end == journal.runs && journal.done == 1);
        mcore_arena_free(&arena);
    }
}

/* ---- Large boards ---- */

/* What a first click on a cell opens when some cells are flagged, by a queue of cells. */
static size_t flooded(const uint8_t *mask, const uint8_t *flags, uint32_t side, uint32_t first, uint8_t *opened)
{
    uint32_t *queue = malloc(sizeof *queue * side * side);
    size_t head = 0, end = 0;
    memset(opened, 0, (size_t)side * side);
    queue[end++] = first;
    opened[first] = 1;
    for (; head < end; head++) {
        uint32_t row = queue[head] / side, col = queue[head] % side, around = 0;
        uint32_t top = row > 0 ? row - 1 : 0, left = col > 0 ? col - 1 : 0;
        for (int pass = 0; pass < 2; pass++) {
            for (uint32_t r = top; r <= row + 1 && r < side; r++) {
                for (uint32_t c = left; c <= col + 1 && c < side; c++) {
                    uint32_t cell = r * side + c;
                    around += pass == 0 && mask[cell];
                    if (pass == 1 && !opened[cell] && !flags[cell]) {
                        opened[cell] = 1;
                        queue[end++] = cell;
                    }
                }
            }
            if (around > 0)
                break;
        }
    }
    free(queue);
    return end;
}

/* Floods of all shapes against the queue. */
static void large_floods(void)
{
    enum { SIDE = 160, CELLS = SIDE * SIDE };
    static uint8_t mask[CELLS], flags[CELLS], opened[CELLS];
    static char board[CELLS];
    static uint32_t changed[CELLS];
    for (uint32_t n = 0; n < 60; n++) {
        mines_game *game;
        for (uint32_t i = 0; i < CELLS; i++) {
            mask[i] = below(1000) < n * 3;
            flags[i] = below(1000) < (n % 4) * 40;
        }
        if (n % 10 == 9) { /* a snake: every fourth row is mines but for one end */
            for (uint32_t i = 0; i < CELLS; i++)
                mask[i] = i / SIDE % 6 == 5 && (i / SIDE % 12 == 5 ? i % SIDE < SIDE - 3 : i % SIDE >= 3);
        }
        uint32_t first = below(CELLS);
        mask[first] = flags[first] = 0;
        CHECK_SAME(mines_game_new(mask, SIDE, SIDE, NULL, &game), MINES_OK);
        for (uint32_t i = 0; i < CELLS; i++) {
            if (flags[i])
                mines_game_act(game, MINES_ACTION_FLAG, i / SIDE, i % SIDE, NULL, NULL);
        }
        act(game, OPEN, first / SIDE, first % SIDE);
        size_t count = flooded(mask, flags, SIDE, first, opened), at = 0;
        mines_game_board(game, board);
        CHECK_SAME(mines_game_changed(game, changed, CELLS), count);
        CHECK_SAME(info_of(game).opened, count);
        for (uint32_t i = 0; i < CELLS; i++) {
            CHECK((board[i] != '-') == opened[i]);
            if (opened[i])
                CHECK(changed[at++] == i);
        }
        mines_game_free(game);
    }
}

static void huge(void)
{
    const uint32_t side = 4000, middle = side / 2;
    uint8_t *mask = calloc(side, side);
    uint32_t last[3];
    mines_game *game;
    CHECK_SAME(mines_game_new(mask, side, side, NULL, &game), MINES_OK);
    for (int round = 0; round < 2; round++) {
        CHECK_SAME(act(game, OPEN, middle, middle), MINES_REFUSAL_NONE);
        CHECK_SAME(info_of(game).state, MINES_GAME_WON);
        CHECK_SAME(mines_game_changed(game, last, 3), side * side);
        CHECK(last[0] == 0 && last[2] == 2);
        CHECK_SAME(mines_game_undo(game, NULL), MINES_OK);
        CHECK_SAME(mines_game_changed(game, NULL, 0), side * side);
        CHECK_SAME(info_of(game).opened, 0);
    }
    CHECK(game->record.arena.used <
          (uint64_t)side * side * 11 / 10); /* a byte a cell, and by the row what an action opened */
    mines_game_free(game);
    free(mask);

    /* the longest board, and the largest index */
    mask = calloc(MINES_MAX_GAME_SIDE, 1);
    mask[MINES_MAX_GAME_SIDE - 1] = 1;
    CHECK_SAME(mines_game_new(mask, MINES_MAX_GAME_SIDE, 1, NULL, &game), MINES_OK);
    act(game, OPEN, 0, 0);
    CHECK_SAME(info_of(game).state, MINES_GAME_WON);
    CHECK_SAME(act(game, FLAG, 0, 0), MINES_REFUSAL_OVER);
    mines_game_free(game);
    CHECK_SAME(mines_game_new(mask, 1, MINES_MAX_GAME_SIDE, NULL, &game), MINES_OK);
    act(game, FLAG, 0, MINES_MAX_GAME_SIDE - 1);
    CHECK(mines_game_changed(game, last, 1) == 1 && last[0] == MINES_MAX_GAME_SIDE - 1);
    mines_game_free(game);
    free(mask);
}

/* ---- Want of memory ---- */

/* Nothing is done, and the same is done when there is memory. */
static void no_memory(void)
{
    enum { SIDE = 500, CELLS = SIDE * SIDE };
    static char board[CELLS], after[CELLS];
    for (uint64_t seed = 0; seed < 4; seed++) {
        mines_game *game, *copy;
        mines_refusal refusal;
        uint32_t done = 9;
        mines_game_new_random(SIDE, SIDE, CELLS / 20, seed, MINES_FIRST_OPENING, &game);
        act(game, FLAG, 0, 0);
        act(game, FLAG, 0, 1);
        mines_game_undo(game, NULL);
        mines_game_info info = info_of(game);
        game->record.arena.limit = 0; /* not even for the mask */
        CHECK_SAME(mines_game_act(game, MINES_ACTION_OPEN, 250, 250, NULL, &refusal), MINES_OUT_OF_MEMORY);
        CHECK_SAME(mines_game_changed(game, NULL, 0), 0);
        mines_game_info same = info_of(game);
        CHECK(memcmp(&info, &same, sizeof info) == 0);
        game->record.arena.limit = game->record.arena.used + CELLS + 200; /* for the mask, but not for the journal */
        CHECK_SAME(mines_game_act(game, MINES_ACTION_OPEN, 250, 250, NULL, &refusal), MINES_OUT_OF_MEMORY);
        same = info_of(game);
        CHECK(memcmp(&info, &same, sizeof info) == 0);
        CHECK(same.placed == 0 && same.opened == 0 && same.flags == 1 && same.undone == 1);
        mines_game_board(game, board);
        for (uint32_t i = 0; i < CELLS; i++)
            CHECK(board[i] == '-');
        game->record.arena.limit = UINT64_MAX;
        CHECK_SAME(mines_game_redo(game, NULL, &done), MINES_OK);
        CHECK_SAME(done, 1);
        CHECK_SAME(info_of(game).flags, 2);
        act(game, OPEN, 250, 250);
        mines_game_board(game, board);
        info = info_of(game);
        CHECK(info.state == MINES_GAME_PLAYING && info.opened > CELLS / 2);

        /* back and forth takes nothing: the mines lie where they lay */
        game->record.arena.limit = 0;
        mines_game_undo(game, NULL);
        CHECK(mines_game_redo(game, NULL, &done) == MINES_OK && done == 1);
        mines_game_board(game, after);
        CHECK(memcmp(board, after, CELLS) == 0);
        game->record.arena.limit = UINT64_MAX;

        /* a copy made before the flood has to ask for its own memory to do it again */
        mines_game_undo(game, NULL);
        mines_game_undo(game, NULL);
        CHECK_SAME(mines_game_copy(game, &copy), MINES_OK);
        mines_game_free(game);
        CHECK_SAME(mines_game_redo(copy, NULL, &done), MINES_OK);
        copy->record.arena.limit = 0;
        CHECK_SAME(mines_game_redo(copy, NULL, &done), MINES_OUT_OF_MEMORY);
        CHECK_SAME(done, 0);
        CHECK(info_of(copy).opened == 0 && info_of(copy).undone == 1 && info_of(copy).actions == 2);
        copy->record.arena.limit = UINT64_MAX;
        CHECK_SAME(mines_game_redo(copy, NULL, &done), MINES_OK);
        CHECK_SAME(done, 1);
        mines_game_board(copy, after);
        CHECK(memcmp(board, after, CELLS) == 0);
        same = info_of(copy);
        CHECK(memcmp(&info, &same, sizeof info) == 0);
        mines_game_free(copy);
    }
}

/* ---- Interrupts ---- */

static int refuse_later(void *context, double progress)
{
    uint32_t *left = context;
    CHECK(progress < 0);
    return --*left == 0;
}

enum { BIG = 3000, BIG_CELLS = BIG * BIG }; /* takes a few times as long as work goes on between two asks */

/* Nothing has been done since `info`, when nothing was opened. */
static void check_untouched(const mines_game *game, const mines_game_info *info, char *board)
{
    mines_game_info now = info_of(game);
    CHECK(memcmp(info, &now, sizeof now) == 0);
    CHECK_SAME(mines_game_changed(game, NULL, 0), 0);
    CHECK_SAME(mines_game_board(game, board), MINES_OK);
    for (size_t i = 0; i < BIG_CELLS; i++)
        CHECK(board[i] == '-');
}

/* What is stopped at the first ask, at the second, the fourth and so on was not done; when it is no longer stopped it
   comes to the same as where nobody asks. */
static void interrupts(void)
{
    uint32_t left, stopped = 0, done;
    mines_options options = {.size = sizeof options, .poll = refuse_later, .context = &left};
    mines_status status;
    mines_refusal refusal;
    mines_game *game, *calm;
    char *board = malloc(BIG_CELLS), *after = malloc(BIG_CELLS);
    uint8_t *mask = malloc(BIG_CELLS);
    CHECK_SAME(mines_game_new_random(BIG, BIG, BIG_CELLS / 20, 9, MINES_FIRST_OPENING, &calm), MINES_OK);
    CHECK_SAME(act(calm, OPEN, 700, 700), MINES_REFUSAL_NONE);
    CHECK_SAME(mines_game_mask(calm, mask), MINES_OK);
    CHECK_SAME(mines_game_board(calm, board), MINES_OK);

    /* the first click, after which an undone flag could be put again */
    CHECK_SAME(mines_game_new_random(BIG, BIG, BIG_CELLS / 20, 9, MINES_FIRST_OPENING, &game), MINES_OK);
    act(game, FLAG, 0, 0);
    mines_game_undo(game, NULL);
    mines_game_info info = info_of(game);
    uint32_t asked = 1;
    for (; left = asked, (status = mines_game_act(game, MINES_ACTION_OPEN, 700, 700, &options, &refusal)) != MINES_OK;
         asked *= 2, stopped++) {
        CHECK(status == MINES_INTERRUPTED && refusal == MINES_REFUSAL_NONE);
        check_untouched(game, &info, after);
    }
    CHECK(stopped > 0);
    mines_game_board(game, after);
    CHECK(memcmp(board, after, BIG_CELLS) == 0);

    /* the same again */
    mines_game_undo(game, NULL);
    info = info_of(game);
    for (asked = 1; left = asked, (status = mines_game_redo(game, &options, &done)) != MINES_OK;
         asked *= 2, stopped++) {
        CHECK(status == MINES_INTERRUPTED && done == 0);
        check_untouched(game, &info, after);
    }
    CHECK_SAME(done, 1);
    mines_game_board(game, after);
    CHECK(memcmp(board, after, BIG_CELLS) == 0);
    mines_game_free(game);

    /* a game on these mines */
    for (asked = 1; left = asked, (status = mines_game_new(mask, BIG, BIG, &options, &game)) != MINES_OK; asked *= 2) {
        CHECK_SAME(status, MINES_INTERRUPTED);
        CHECK(game == NULL);
    }
    act(game, OPEN, 700, 700);
    mines_game_board(game, after);
    CHECK(memcmp(board, after, BIG_CELLS) == 0);
    mines_game_free(game);
    mines_game_free(calm);
    free(board);
    free(after);
    free(mask);
}

static int meddle(void *context, double progress)
{
    mines_game *game = *(mines_game **)context, *copy;
    mines_game_info info;
    mines_action log;
    char board[4];
    uint8_t cells[4];
    uint32_t cell, done = 9;
    (void)progress;
    CHECK_SAME(mines_game_act(game, MINES_ACTION_FLAG, 0, 0, NULL, NULL), MINES_BUSY);
    CHECK(mines_game_undo(game, &done) == MINES_BUSY && done == 0);
    CHECK(mines_game_redo(game, NULL, &done) == MINES_BUSY && done == 0);
    CHECK(mines_game_copy(game, &copy) == MINES_BUSY && copy == NULL);
    CHECK(mines_game_changed(game, &cell, 1) == 0 && mines_game_log(game, &log, 1) == 0);
    CHECK_SAME(mines_game_get_info(game, &info), MINES_BUSY);
    CHECK_SAME(mines_game_board(game, board), MINES_BUSY);
    CHECK_SAME(mines_game_flags(game, cells), MINES_BUSY);
    CHECK_SAME(mines_game_mask(game, cells), MINES_BUSY);
    mines_game_free(game);
    return 0;
}

/* Who is asked meanwhile can do nothing with the game. */
static void busy(void)
{
    mines_game *game, *calm;
    mines_options options = {.size = sizeof options, .poll = meddle, .context = &game};
    char *board = malloc(BIG_CELLS), *after = malloc(BIG_CELLS);
    mines_refusal refusal;
    unsigned long before = check_count;
    CHECK_SAME(mines_game_new_random(BIG, BIG, BIG_CELLS / 20, 9, MINES_FIRST_OPENING, &game), MINES_OK);
    act(game, FLAG, 20, 20);
    CHECK_SAME(mines_game_copy(game, &calm), MINES_OK);
    CHECK_SAME(act(calm, OPEN, 700, 700), MINES_REFUSAL_NONE);
    CHECK_SAME(mines_game_act(game, MINES_ACTION_OPEN, 700, 700, &options, &refusal), MINES_OK);
    CHECK(check_count > before + 12); /* it was asked */
    mines_game_info info = info_of(game), same = info_of(calm);
    CHECK(memcmp(&info, &same, sizeof info) == 0);
    mines_game_board(game, board);
    mines_game_board(calm, after);
    CHECK(memcmp(board, after, BIG_CELLS) == 0);
    mines_game_undo(game, NULL);
    CHECK_SAME(mines_game_redo(game, &options, NULL), MINES_OK);
    mines_game_board(game, board);
    CHECK(memcmp(board, after, BIG_CELLS) == 0);
    mines_game_free(game);
    mines_game_free(calm);
    free(board);
    free(after);
}

int main(void)
{
    chords();
    floods();
    ends();
    as_generated();
    arguments();
    side_by_side(400);
    for (int reason = MINES_REFUSAL_NONE; reason <= MINES_REFUSAL_NOTHING; reason++)
        CHECK(seen[reason] > 50); /* the games went through all of them */
    runs();
    large_floods();
    huge();
    no_memory();
    interrupts();
    busy();
    return check_done("test_game");
}
