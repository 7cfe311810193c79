/* test_flags.c - Minesweeper Flags against its rules written plainly, move by move, under all switches; its corners;
   want of memory; interrupts. */
#include "../../core/games/flags_game.h"
#include "../../core/generation/placement.h"

#include "check.h"
#include "plain_rules.h"
#include "positions.h"

static plain twin; /* large: not on the stack */
static uint64_t state_of_test = 2;
static unsigned long seen[10];   /* how often each reason came up, */
static unsigned long endings[3]; /* and how often games ended drawn, or won by player 0 or 1 */

static uint32_t below(uint32_t n) { return random_below(&state_of_test, n); }

static mines_refusal act(mines_flags_game *game, mines_action_kind kind, size_t row, size_t col)
{
    mines_refusal refusal = (mines_refusal)-1;
    CHECK_SAME(mines_flags_game_act(game, kind, row, col, NULL, &refusal), MINES_OK);
    return refusal;
}

static mines_flags_info info_of(const mines_flags_game *game)
{
    mines_flags_info info = {0};
    CHECK_SAME(mines_flags_game_get_info(game, &info), MINES_OK);
    return info;
}

/* ---- Side by side ---- */

/* The library's game stands where the twin does, and the last call changed what differs from past[before]. */
static void compare(const mines_flags_game *game, int before)
{
    int cells = twin.rows * twin.cols, changes = 0;
    char board[PLAIN_CELLS];
    uint8_t owner[PLAIN_CELLS], mask[PLAIN_CELLS];
    uint32_t changed[PLAIN_CELLS];
    static mines_action log[PLAIN_PAST];
    const plain_position *now = plain_now(&twin);
    CHECK_SAME(mines_flags_game_board(game, board), MINES_OK);
    CHECK_SAME(mines_flags_game_owner(game, owner), MINES_OK);
    CHECK_SAME(mines_flags_game_mask(game, mask), MINES_OK);
    size_t count = mines_flags_game_changed(game, changed, PLAIN_CELLS);
    for (int i = 0; i < cells; i++) {
        char look = plain_look(&twin, twin.at, i);
        CHECK(board[i] == look);
        CHECK(owner[i] == (look == '+' ? now->opened[i] : 0));
        CHECK(mask[i] == twin.mine[i]);
        if (look != plain_look(&twin, before, i))
            CHECK(changes < (int)count && changed[changes++] == (uint32_t)i);
    }
    CHECK_SAME(count, changes);
    mines_flags_info info = info_of(game);
    CHECK(info.rows == (uint32_t)twin.rows && info.cols == (uint32_t)twin.cols && info.mines == (uint32_t)twin.mines);
    CHECK_SAME(info.wins, twin.rules.wins);
    CHECK_SAME(info.turn, now->turn);
    for (int player = 0; player < 2; player++) {
        CHECK_SAME(info.score[player], plain_score(&twin, player));
        CHECK_SAME(info.bombs[player], now->bombs[player]);
    }
    CHECK_SAME(info.over, plain_over(&twin));
    CHECK_SAME(info.winner, plain_winner(&twin));
    CHECK_SAME(info.opened, plain_count(&twin, now->opened, 0));
    CHECK_SAME(info.actions, twin.at);
    CHECK_SAME(info.undone, twin.last - twin.at);
    CHECK_SAME(mines_flags_game_log(game, log, PLAIN_PAST), twin.at);
    for (int i = 0; i < twin.at; i++)
        CHECK(memcmp(&log[i], &twin.past[i + 1].by, sizeof *log) == 0);
}

/* The solver takes the board as it is. */
static void solvable(const mines_flags_game *game)
{
    char board[PLAIN_CELLS];
    mines_solution *solution;
    mines_flags_game_board(game, board);
    CHECK_SAME(mines_solve(board, (size_t)twin.rows, (size_t)twin.cols, (uint32_t)twin.mines, NULL, &solution, NULL),
               MINES_OK);
    mines_solution_free(solution);
}

/* Rules and what is not said in them, for the twin; the twin's mines are set. */
static void settle(const mines_flags_rules *rules)
{
    twin.flags = true;
    twin.rules = *rules;
    twin.rules.wins = rules->wins != 0 ? rules->wins : (uint32_t)twin.mines / 2 + 1;
    twin.rules.radius = rules->radius != 0 ? rules->radius : 2;
    for (int player = 0; player < 2; player++)
        twin.past[0].bombs[player] = rules->no_bombs ? 0 : rules->bombs != 0 ? (int)rules->bombs : 1;
}

static mines_flags_game *new_game(const mines_flags_rules *rules, bool given, uint64_t seed)
{
    mines_flags_game *game;
    uint8_t mask[PLAIN_CELLS];
    for (int i = 0; i < PLAIN_CELLS; i++)
        mask[i] = (uint8_t)(twin.mine[i] * (1 + i % 255)); /* whatever is not 0 */
    CHECK_SAME(mines_flags_game_new(rules, given ? mask : NULL, seed, NULL, &game), MINES_OK);
    return game;
}

/* Mostly such that the game goes on, with as many mines found as there are, and bombs. */
static mines_action choose(void)
{
    uint32_t rows = (uint32_t)twin.rows, cols = (uint32_t)twin.cols, wanted = below(2);
    mines_action action = {0};
    for (int tries = 0; tries < 8; tries++) {
        action = (mines_action){below(4) == 0 ? MINES_ACTION_BOMB : MINES_ACTION_OPEN, below(rows), below(cols)};
        if (action.kind == MINES_ACTION_BOMB || (uint32_t)twin.mine[action.row * cols + action.col] == wanted)
            break;
    }
    return action;
}

/* One call on both sides; gives where the twin stood before. */
static int step(mines_flags_game *game)
{
    int before = twin.at;
    uint32_t dice = below(100), done = 9;
    if (dice < 5 || (dice < 40 && plain_over(&twin))) {
        CHECK_SAME(mines_flags_game_undo(game, &done), MINES_OK);
        CHECK_SAME(done, twin.at > 0);
        twin.at -= twin.at > 0;
    } else if (dice < 9) {
        CHECK_SAME(mines_flags_game_redo(game, NULL, &done), MINES_OK);
        CHECK_SAME(done, twin.at < twin.last);
        twin.at += twin.at < twin.last;
    } else if (dice < 11) {
        size_t rows = (size_t)twin.rows, cols = (size_t)twin.cols;
        mines_refusal refusal = MINES_REFUSAL_OVER;
        CHECK_SAME(mines_flags_game_act(game, MINES_ACTION_OPEN, rows, 0, NULL, &refusal), MINES_BAD_ARGUMENT);
        CHECK_SAME(refusal, MINES_REFUSAL_NONE);
        CHECK_SAME(mines_flags_game_act(game, MINES_ACTION_BOMB, 0, cols, NULL, NULL), MINES_BAD_ARGUMENT);
        CHECK_SAME(mines_flags_game_act(game, MINES_ACTION_FLAG, 0, 0, NULL, NULL), MINES_BAD_ARGUMENT);
        CHECK_SAME(mines_flags_game_act(game, MINES_ACTION_CHORD, 0, 0, NULL, NULL), MINES_BAD_ARGUMENT);
    } else {
        mines_action a = choose();
        mines_action_kind kind = (mines_action_kind)a.kind;
        mines_refusal refusal = plain_refusal(&twin, kind, (int)a.row, (int)a.col);
        if (refusal == MINES_REFUSAL_NONE) {
            plain_act(&twin, kind, (int)a.row, (int)a.col);
            if (plain_over(&twin))
                endings[plain_winner(&twin) + 1]++;
        }
        CHECK_SAME(act(game, kind, a.row, a.col), refusal);
        seen[refusal]++;
    }
    compare(game, before);
    return before;
}

/* All the way back and forth, and once more from the log. */
static void there_and_back(mines_flags_game *game, const mines_flags_rules *rules, bool given, uint64_t seed)
{
    static mines_action log[PLAIN_PAST];
    uint32_t done;
    int now = twin.at;
    size_t count = mines_flags_game_log(game, log, PLAIN_PAST);
    while (twin.at > 0) {
        CHECK(mines_flags_game_undo(game, &done) == MINES_OK && done == 1);
        twin.at--;
        compare(game, twin.at + 1);
    }
    CHECK(mines_flags_game_undo(game, &done) == MINES_OK && done == 0);
    while (twin.at < now) {
        CHECK(mines_flags_game_redo(game, NULL, NULL) == MINES_OK);
        twin.at++;
        compare(game, twin.at - 1);
    }
    mines_flags_game *other = new_game(rules, given, seed);
    for (size_t i = 0; i < count; i++)
        CHECK_SAME(act(other, (mines_action_kind)log[i].kind, log[i].row, log[i].col), MINES_REFUSAL_NONE);
    twin.last = twin.at;
    compare(other, now > 0 ? now - 1 : 0);
    mines_flags_game_free(other);
}

static void side_by_side(uint32_t games)
{
    for (uint32_t n = 0; n < games; n++) {
        memset(&twin, 0, sizeof twin);
        mines_flags_rules rules = {.size = sizeof rules, .rows = 1 + below(14), .cols = 1 + below(14)};
        uint32_t cells = rules.rows * rules.cols;
        rules.mines = below(cells / 3 + 1) + 1;
        if (n % 3 != 0) { /* otherwise the usual rules */
            rules.wins = below(2) * (1 + below(rules.mines + 1));
            rules.bombs = below(3);
            rules.radius = below(4);
            rules.no_bombs = below(8) == 0;
            rules.bomb_anytime = below(2);
            rules.bomb_plays_on = below(2);
            rules.bomb_no_flood = below(2);
        }
        bool given = n % 2 == 0;
        uint8_t mask[PLAIN_CELLS] = {0};
        const mcore_placement placing = {rules.rows, rules.cols, rules.mines, MINES_FIRST_ANYTHING, 0, 0};
        mcore_placement_board(&placing, n, 0, NULL, mask);
        for (uint32_t i = 0; i < cells; i++)
            twin.mine[i] = (char)mask[i];
        twin.rows = (int)rules.rows;
        twin.cols = (int)rules.cols;
        twin.mines = (int)rules.mines;
        settle(&rules);
        mines_flags_game *game = new_game(&rules, given, n), *copy;
        compare(game, 0);
        uint32_t steps = 20 + below(120);
        for (uint32_t i = 0; i < steps; i++) {
            int before = step(game);
            solvable(game);
            if (below(40) == 0) { /* go on with a copy, after the original has been spoilt */
                CHECK_SAME(mines_flags_game_copy(game, &copy), MINES_OK);
                for (uint32_t k = 0; k < 10; k++) {
                    mines_flags_game_undo(game, NULL);
                    mines_flags_game_act(game, MINES_ACTION_OPEN, below(rules.rows), 0, NULL, NULL);
                }
                mines_flags_game_free(game);
                game = copy;
                compare(game, before);
            }
        }
        there_and_back(game, &rules, given, n);
        mines_flags_game_free(game);
    }
}

/* ---- Corners ---- */

static const mines_action_kind OPEN = MINES_ACTION_OPEN, BOMB = MINES_ACTION_BOMB;

/* A game from rows split by '/', '*' for a mine; rules may be NULL. */
static mines_flags_game *game_of(const char *text, const mines_flags_rules *rules)
{
    position p;
    uint8_t mask[PLAIN_CELLS];
    mines_flags_rules sized = {.size = sizeof sized};
    if (rules != NULL)
        sized = *rules;
    mines_flags_game *game;
    position_read(&p, text, 0);
    sized.rows = (uint32_t)p.rows;
    sized.cols = (uint32_t)p.cols;
    for (size_t i = 0; i < p.rows * p.cols; i++)
        mask[i] = p.cells[i] == '*';
    CHECK_SAME(mines_flags_game_new(&sized, mask, 0, NULL, &game), MINES_OK);
    return game;
}

/* The board with rows split by '/' and found mines as A and B. */
static const char *shown(const mines_flags_game *game)
{
    static char text[2 * PLAIN_CELLS];
    char board[PLAIN_CELLS], *end = text;
    uint8_t owner[PLAIN_CELLS];
    mines_flags_info info = info_of(game);
    mines_flags_game_board(game, board);
    mines_flags_game_owner(game, owner);
    for (uint32_t i = 0; i < info.rows * info.cols; i++) {
        if (i > 0 && i % info.cols == 0)
            *end++ = '/';
        *end++ = owner[i] == 1 ? 'A' : owner[i] == 2 ? 'B' : board[i];
    }
    *end = '\0';
    return text;
}

static void the_usual_game(void)
{
    mines_flags_game *game, *other;
    CHECK_SAME(mines_flags_game_new(NULL, NULL, 7, NULL, &game), MINES_OK);
    mines_flags_info info = info_of(game);
    CHECK(info.rows == 16 && info.cols == 16 && info.mines == 51 && info.wins == 26);
    CHECK(info.turn == 0 && info.bombs[0] == 1 && info.bombs[1] == 1 && info.winner == -1 && info.over == 0);
    uint8_t mask[256], same[256];
    mines_flags_game_mask(game, mask);
    uint32_t found = 0, last = 0;
    for (uint32_t i = 0; i < 256 && found < 26; i++) { /* player 0 finds one after the other */
        if (mask[i] == 0)
            continue;
        CHECK_SAME(act(game, OPEN, i / 16, i % 16), MINES_REFUSAL_NONE);
        found++;
        info = info_of(game);
        CHECK(info.score[0] == found && info.score[1] == 0 && info.over == (found == 26));
        CHECK(info.winner == (found == 26 ? 0 : -1) && (found == 26 || info.turn == 0));
        last = i;
    }
    CHECK_SAME(act(game, OPEN, 15, 15), MINES_REFUSAL_OVER);
    CHECK_SAME(act(game, BOMB, 15, 15), MINES_REFUSAL_OVER);
    CHECK_SAME(act(game, OPEN, last / 16, last % 16), MINES_REFUSAL_OVER);
    mines_flags_game_undo(game, NULL);
    info = info_of(game);
    CHECK(info.score[0] == 25 && info.over == 0 && info.turn == 0);
    mines_flags_rules rules = {.size = sizeof rules};
    CHECK_SAME(mines_flags_game_new(&rules, NULL, 7, NULL, &other), MINES_OK);
    mines_flags_game_mask(other, same);
    CHECK(memcmp(mask, same, 256) == 0);
    mines_flags_game_free(other);
    CHECK_SAME(mines_flags_game_new(&rules, NULL, 8, NULL, &other), MINES_OK);
    mines_flags_game_mask(other, same);
    CHECK(memcmp(mask, same, 256) != 0);
    mines_flags_game_free(other);
    mines_flags_game_free(game);
}

static void bombs(void)
{
    /* 7 mines; the bomb of player 1 is clipped by the corner, takes all in it, floods out of it and ends the turn */
    const char *text = "**...../....*../......./......./......./**.**..";
    mines_flags_game *game = game_of(text, NULL);
    CHECK_SAME(act(game, BOMB, 0, 0), MINES_REFUSAL_NOT_BEHIND);
    act(game, OPEN, 5, 0);
    CHECK_SAME(info_of(game).turn, 0);
    CHECK_SAME(act(game, BOMB, 0, 0), MINES_REFUSAL_NOT_BEHIND); /* he is ahead */
    act(game, OPEN, 5, 2);
    CHECK_SAME(info_of(game).turn, 1);
    CHECK_TEXT(shown(game), "-------/-------/-------/-------/-------/A-2----");
    CHECK_SAME(act(game, BOMB, 0, 0), MINES_REFUSAL_NONE);
    CHECK_TEXT(shown(game), "BB1--10/2211-10/0001110/0000000/2222210/A-2--10");
    mines_flags_info info = info_of(game);
    CHECK(info.turn == 0 && info.score[0] == 1 && info.score[1] == 2 && info.bombs[0] == 1 && info.bombs[1] == 0);
    CHECK_SAME(act(game, BOMB, 1, 0), MINES_REFUSAL_NOTHING); /* he is behind, but all is open there */
    CHECK_SAME(act(game, OPEN, 2, 0), MINES_REFUSAL_OPENED);
    CHECK_SAME(info_of(game).turn, 0); /* a refused action does not pass the turn */
    CHECK_SAME(act(game, BOMB, 2, 6), MINES_REFUSAL_NONE);
    info = info_of(game);
    CHECK(info.turn == 1 && info.score[0] == 2 && info.bombs[0] == 0);
    CHECK_SAME(act(game, BOMB, 5, 6), MINES_REFUSAL_BOMB_USED);
    mines_flags_game_undo(game, NULL);
    mines_flags_game_undo(game, NULL);
    info = info_of(game);
    CHECK(info.turn == 1 && info.score[1] == 0 && info.bombs[0] == 1 && info.bombs[1] == 1 && info.undone == 2);
    mines_flags_game_free(game);

    /* the switches */
    mines_flags_rules rules = {.size = sizeof rules, .radius = 1, .bomb_anytime = 1, .bomb_plays_on = 1};
    game = game_of(text, &rules);
    CHECK_SAME(act(game, BOMB, 0, 0), MINES_REFUSAL_NONE);
    CHECK_TEXT(shown(game), "AA-----/22-----/-------/-------/-------/-------");
    CHECK_SAME(info_of(game).turn, 0);
    CHECK_SAME(act(game, BOMB, 5, 0), MINES_REFUSAL_BOMB_USED);
    mines_flags_game_free(game);
    rules = (mines_flags_rules){.size = sizeof rules, .bombs = 2, .bomb_anytime = 1, .bomb_no_flood = 1};
    game = game_of(text, &rules);
    CHECK_SAME(act(game, BOMB, 0, 0), MINES_REFUSAL_NONE);
    CHECK_TEXT(shown(game), "AA1----/221----/000----/-------/-------/-------");
    CHECK_SAME(info_of(game).turn, 1);
    CHECK_SAME(act(game, OPEN, 2, 3), MINES_REFUSAL_NONE); /* 0s that opened nothing stay as they are */
    CHECK_TEXT(shown(game), "AA1----/221----/0001---/-------/-------/-------");
    CHECK_SAME(act(game, OPEN, 3, 3), MINES_REFUSAL_NONE); /* a flood passes them by */
    CHECK_TEXT(shown(game), "AA1--10/221--10/0001110/0000000/2222210/-----10");
    mines_flags_game_free(game);
    rules = (mines_flags_rules){.size = sizeof rules, .bombs = 2, .bomb_anytime = 1, .no_bombs = 1};
    game = game_of(text, &rules);
    CHECK_SAME(act(game, BOMB, 0, 0), MINES_REFUSAL_BOMB_USED);
    mines_flags_game_free(game);
    rules = (mines_flags_rules){.size = sizeof rules, .radius = UINT32_MAX, .bomb_anytime = 1};
    game = game_of(text, &rules); /* a bomb may win, by more than is needed */
    CHECK_SAME(act(game, BOMB, 3, 3), MINES_REFUSAL_NONE);
    info = info_of(game);
    CHECK(info.over == 1 && info.winner == 0 && info.score[0] == 7 && info.opened == 35);
    mines_flags_game_free(game);
}

static void ends(void)
{
    mines_flags_game *game = game_of("*.*.", NULL); /* two mines, 2 win: one each is a draw */
    act(game, OPEN, 0, 0);
    act(game, OPEN, 0, 1);
    act(game, OPEN, 0, 2);
    mines_flags_info info = info_of(game);
    CHECK_TEXT(shown(game), "A2B-");
    CHECK(info.over == 1 && info.winner == -1 && info.score[0] == 1 && info.score[1] == 1);
    CHECK_SAME(act(game, OPEN, 0, 3), MINES_REFUSAL_OVER);
    mines_flags_game_free(game);
    game = game_of("...", NULL); /* no mine to find */
    info = info_of(game);
    CHECK(info.over == 1 && info.winner == -1 && info.mines == 0);
    mines_flags_game_free(game);
    mines_flags_rules rules = {.size = sizeof rules, .wins = 9};
    game = game_of("**", &rules); /* more than there are: nobody wins */
    act(game, OPEN, 0, 0);
    act(game, OPEN, 0, 1);
    info = info_of(game);
    CHECK(info.over == 1 && info.winner == -1 && info.score[0] == 2);
    mines_flags_game_free(game);
    rules.wins = 1;
    game = game_of(".**", &rules);
    act(game, OPEN, 0, 0);
    act(game, OPEN, 0, 2);
    CHECK_SAME(info_of(game).winner, 1);
    CHECK_SAME(act(game, OPEN, 0, 1), MINES_REFUSAL_OVER);
    mines_flags_game_free(game);
}

static void arguments(void)
{
    mines_flags_game *game = (mines_flags_game *)&twin;
    mines_flags_rules rules = {.size = sizeof rules - 4};
    uint8_t mask[256] = {0, 1, 1};
    CHECK_SAME(mines_flags_game_new(&rules, NULL, 0, NULL, &game), MINES_BAD_ARGUMENT);
    CHECK(game == NULL);
    rules = (mines_flags_rules){.size = sizeof rules, .rows = 5, .cols = 10};
    CHECK_SAME(mines_flags_game_new(&rules, NULL, 0, NULL, &game), MINES_BAD_ARGUMENT); /* 51 of 50 */
    rules.mines = 50;
    CHECK_SAME(mines_flags_game_new(&rules, NULL, 0, NULL, &game), MINES_OK);
    mines_flags_game_free(game);
    CHECK_SAME(mines_flags_game_new(&rules, mask, 0, NULL, &game), MINES_BAD_ARGUMENT); /* it has 2 */
    rules.mines = 2;
    CHECK_SAME(mines_flags_game_new(&rules, mask, 0, NULL, &game), MINES_OK);
    mines_flags_game_free(game);
    CHECK_SAME(mines_flags_game_new(NULL, mask, 0, NULL, &game), MINES_OK); /* 16 x 16 with as many as it has */
    CHECK_SAME(info_of(game).mines, 2);
    uint32_t cells[3] = {77, 77, 77};
    mines_action log[2] = {{77, 77, 77}, {77, 77, 77}};
    act(game, OPEN, 15, 15);
    act(game, OPEN, 0, 1);
    mines_flags_game_undo(game, NULL);
    CHECK_SAME(mines_flags_game_changed(game, cells, 3), 1);
    CHECK(cells[0] == 1 && cells[1] == 77);
    mines_flags_game_undo(game, NULL);
    CHECK(mines_flags_game_changed(game, cells, 2) > 200 && cells[2] == 77);
    mines_flags_game_redo(game, NULL, NULL);
    mines_flags_game_redo(game, NULL, NULL);
    CHECK_SAME(mines_flags_game_log(game, log, 1), 2);
    CHECK(log[0].kind == MINES_ACTION_OPEN && log[0].row == 15 && log[0].col == 15 && log[1].row == 77);
    CHECK_SAME(mines_flags_game_act(game, MINES_ACTION_OPEN, 16, 0, NULL, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_flags_game_changed(game, cells, 3), 0);
    CHECK_SAME(mines_flags_game_act(NULL, MINES_ACTION_OPEN, 0, 0, NULL, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_flags_game_undo(NULL, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_flags_game_redo(NULL, NULL, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_flags_game_get_info(game, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_flags_game_board(game, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_flags_game_owner(game, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_flags_game_mask(game, NULL), MINES_BAD_ARGUMENT);
    mines_flags_game_free(game);
    CHECK_SAME(mines_flags_game_copy(NULL, &game), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_flags_game_new(NULL, NULL, 0, NULL, NULL), MINES_BAD_ARGUMENT);
    rules = (mines_flags_rules){.size = sizeof rules, .rows = MINES_MAX_GAME_SIDE + 1};
    CHECK_SAME(mines_flags_game_new(&rules, mask, 0, NULL, &game), MINES_BAD_ARGUMENT);
    mines_flags_game_free(NULL);
    CHECK_SAME(mines_flags_game_changed(NULL, NULL, 0), 0);
    CHECK_SAME(mines_flags_game_log(NULL, NULL, 0), 0);
}

/* Nothing is done without memory, by the second player's bomb in this case, and the same is done when there is some. */
static void no_memory(void)
{
    mines_flags_rules rules = {
        .size = sizeof rules, .rows = 500, .cols = 500, .mines = 12500, .radius = 60, .bomb_anytime = 1};
    mines_flags_game *game;
    uint32_t done = 9;
    static char before[250000], after[250000];
    CHECK_SAME(mines_flags_game_new(&rules, NULL, 3, NULL, &game), MINES_OK);
    uint8_t *mask = malloc(250000);
    mines_flags_game_mask(game, mask);
    size_t first = 0;
    while (mask[first] != 0 || mask[first + 1] == 0) /* the first player opens one cell: a number */
        first++;
    act(game, OPEN, 0, first);
    free(mask);
    mines_flags_info info = info_of(game), same;
    CHECK(info.turn == 1 && info.opened == 1);
    mines_flags_game_board(game, before);
    game->record.arena.limit = 0;
    CHECK_SAME(mines_flags_game_act(game, MINES_ACTION_BOMB, 250, 250, NULL, NULL), MINES_OUT_OF_MEMORY);
    same = info_of(game);
    CHECK(memcmp(&info, &same, sizeof info) == 0);
    mines_flags_game_board(game, after);
    CHECK(memcmp(before, after, sizeof after) == 0);
    CHECK_SAME(mines_flags_game_changed(game, NULL, 0), 0);
    game->record.arena.limit = UINT64_MAX;
    CHECK_SAME(act(game, BOMB, 250, 250), MINES_REFUSAL_NONE);
    same = info_of(game);
    CHECK(same.score[1] > 300 && same.turn == 0 && same.bombs[1] == 0 && same.opened > 100000);
    CHECK(mines_flags_game_undo(game, &done) == MINES_OK && done == 1);
    same = info_of(game);
    CHECK(same.undone == 1);
    same.undone = 0;
    CHECK(memcmp(&info, &same, sizeof info) == 0);
    mines_flags_game_board(game, after);
    CHECK(memcmp(before, after, sizeof after) == 0);
    mines_flags_game_free(game);
}

static int refuse_later(void *context, double progress)
{
    uint32_t *left = context;
    CHECK(progress < 0);
    return --*left == 0;
}

/* A bomb over the whole board that is stopped was not thrown; when it is no longer stopped it is what it is for who
   does not ask, with and without a flood. */
static void interrupts(void)
{
    enum { BIG = 3000, BIG_CELLS = BIG * BIG };
    uint32_t left, stopped = 0, asked = 1, done;
    mines_options options = {.size = sizeof options, .poll = refuse_later, .context = &left};
    mines_flags_rules rules = {
        .size = sizeof rules, .rows = BIG, .cols = BIG, .mines = BIG_CELLS / 20, .radius = BIG, .bomb_anytime = 1};
    mines_flags_game *game;
    char *board = malloc(BIG_CELLS);
    for (int round = 0; round < 2; round++) {
        rules.bomb_no_flood = round == 1;
        mines_status status;
        for (asked = 1; left = asked, (status = mines_flags_game_new(&rules, NULL, 4, &options, &game)) != MINES_OK;
             asked *= 2)
            CHECK(status == MINES_INTERRUPTED && game == NULL);
        mines_flags_info info = info_of(game), same;
        for (asked = 1; left = asked, (status = mines_flags_game_act(game, BOMB, 10, 10, &options, NULL)) != MINES_OK;
             asked *= 2, stopped++) {
            CHECK_SAME(status, MINES_INTERRUPTED);
            same = info_of(game);
            CHECK(memcmp(&info, &same, sizeof same) == 0);
            mines_flags_game_board(game, board);
            CHECK(board[0] == '-' && memcmp(board, board + 1, BIG_CELLS - 1) == 0);
        }
        same = info_of(game);
        CHECK(same.opened == BIG_CELLS - rules.mines && same.score[0] == rules.mines && same.over == 1);
        mines_flags_game_undo(game, NULL);
        for (asked = 1; left = asked, (status = mines_flags_game_redo(game, &options, &done)) != MINES_OK; asked *= 2) {
            CHECK(status == MINES_INTERRUPTED && done == 0);
            CHECK_SAME(info_of(game).undone, 1);
        }
        mines_flags_info again = info_of(game);
        CHECK(done == 1 && memcmp(&again, &same, sizeof same) == 0);
        mines_flags_game_free(game);
    }
    CHECK(stopped > 0);
    free(board);
}

static int meddle(void *context, double progress)
{
    mines_flags_game *game = *(mines_flags_game **)context, *copy;
    mines_flags_info info;
    mines_action log;
    char board[4];
    uint8_t cells[4];
    uint32_t cell, done = 9;
    (void)progress;
    CHECK_SAME(mines_flags_game_act(game, BOMB, 0, 0, NULL, NULL), MINES_BUSY);
    CHECK(mines_flags_game_undo(game, &done) == MINES_BUSY && done == 0);
    CHECK(mines_flags_game_redo(game, NULL, &done) == MINES_BUSY && done == 0);
    CHECK(mines_flags_game_copy(game, &copy) == MINES_BUSY && copy == NULL);
    CHECK(mines_flags_game_changed(game, &cell, 1) == 0 && mines_flags_game_log(game, &log, 1) == 0);
    CHECK_SAME(mines_flags_game_get_info(game, &info), MINES_BUSY);
    CHECK_SAME(mines_flags_game_board(game, board), MINES_BUSY);
    CHECK_SAME(mines_flags_game_owner(game, cells), MINES_BUSY);
    CHECK_SAME(mines_flags_game_mask(game, cells), MINES_BUSY);
    mines_flags_game_free(game);
    return 0;
}

/* Who is asked meanwhile can do nothing with the game. */
static void busy(void)
{
    enum { BIG = 3000 };
    mines_flags_rules rules = {
        .size = sizeof rules, .rows = BIG, .cols = BIG, .mines = BIG * BIG / 20, .radius = BIG, .bomb_anytime = 1};
    mines_flags_game *game;
    mines_options options = {.size = sizeof options, .poll = meddle, .context = &game};
    CHECK_SAME(mines_flags_game_new(&rules, NULL, 4, NULL, &game), MINES_OK);
    unsigned long before = check_count;
    CHECK_SAME(mines_flags_game_act(game, BOMB, 10, 10, &options, NULL), MINES_OK);
    CHECK(check_count > before + 12); /* it was asked */
    mines_flags_info info = info_of(game);
    CHECK(info.opened == BIG * BIG - rules.mines && info.score[0] == rules.mines && info.over == 1 &&
          info.actions == 1);
    mines_flags_game_free(game);
}

int main(void)
{
    the_usual_game();
    bombs();
    ends();
    arguments();
    side_by_side(500);
    /* the games went through all of it */
    CHECK(seen[MINES_REFUSAL_NONE] > 1000 && seen[MINES_REFUSAL_OVER] > 50 && seen[MINES_REFUSAL_OPENED] > 50);
    CHECK(seen[MINES_REFUSAL_NOTHING] > 5 && seen[MINES_REFUSAL_BOMB_USED] > 50 && seen[MINES_REFUSAL_NOT_BEHIND] > 50);
    CHECK(endings[0] > 10 && endings[1] > 20 && endings[2] > 20);
    no_memory();
    interrupts();
    busy();
    return check_done("test_flags");
}
