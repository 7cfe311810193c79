/*
 * played_game.h - plays games of the library and of the plain rules side by side, both kinds of game alike, for
 * test_game.c and test_flags.c.
 */
#ifndef PLAYED_GAME_H
#define PLAYED_GAME_H

#include "../../core/games/game.h"

#include "calls.h"
#include "check.h"
#include "plain_rules.h"
#include "positions.h"

enum { REFUSALS = MINES_REFUSAL_NO_REDO + 1 };

static plain twin; /* the plain game; large, so not on the stack */
static uint64_t test_random = 1;
static unsigned long refused[REFUSALS]; /* how often each refusal occurred */
static unsigned long endings[3];        /* how often a game of Flags ended in a draw, and won by player 0 and 1 */

static uint32_t below(uint32_t n) { return random_below(&test_random, n); }

/* ---- Calls that succeed */

static mines_refusal act(mines_game *game, mines_action_kind kind, uint32_t row, uint32_t col)
{
    mines_refusal refusal = (mines_refusal)-1;
    CHECK_SAME(mines_game_act(game, kind, row, col, NULL, &refusal), MINES_OK);
    return refusal;
}

static mines_refusal undo(mines_game *game)
{
    mines_refusal refusal = (mines_refusal)-1;
    CHECK_SAME(mines_game_undo(game, NULL, &refusal), MINES_OK);
    return refusal;
}

static mines_refusal redo(mines_game *game)
{
    mines_refusal refusal = (mines_refusal)-1;
    CHECK_SAME(mines_game_redo(game, NULL, &refusal), MINES_OK);
    return refusal;
}

static mines_game_info info_of(const mines_game *game)
{
    mines_game_info info = {.size = sizeof info};
    CHECK_SAME(mines_game_get_info(game, &info), MINES_OK);
    return info;
}

static size_t changed_count(const mines_game *game)
{
    size_t count = 999;
    mines_status status = mines_game_changed(game, NULL, 0, &count);
    CHECK_SAME(status, count > 0 ? MINES_TOO_SMALL : MINES_OK);
    return count;
}

static void check_info(const mines_game *game, const mines_game_info *wanted)
{
    mines_game_info got = info_of(game);
    CHECK_SAME(got.kind, wanted->kind);
    CHECK(got.rows == wanted->rows && got.cols == wanted->cols && got.mines == wanted->mines);
    CHECK_SAME(got.state, wanted->state);
    CHECK_SAME(got.placed, wanted->placed);
    CHECK_SAME(got.opened, wanted->opened);
    CHECK_SAME(got.found, wanted->found);
    CHECK_SAME(got.flags, wanted->flags);
    CHECK_SAME(got.actions, wanted->actions);
    CHECK_SAME(got.undone, wanted->undone);
    CHECK_SAME(got.wins, wanted->wins);
    CHECK_SAME(got.turn, wanted->turn);
    CHECK(got.score[0] == wanted->score[0] && got.score[1] == wanted->score[1]);
    CHECK(got.bombs[0] == wanted->bombs[0] && got.bombs[1] == wanted->bombs[1]);
    CHECK_SAME(got.radius, wanted->radius);
    CHECK_SAME(got.can_bomb, wanted->can_bomb);
    CHECK_SAME(got.winner, wanted->winner);
}

/* ---- Side by side */

/* The two games are in the same position, and the last call changed what differs from past[before]. */
static void compare(const mines_game *game, int before)
{
    size_t cells = (size_t)(twin.rows * twin.cols), changes = 0, count = 0, logged = 0;
    char board[PLAIN_CELLS];
    uint8_t flagged[PLAIN_CELLS], owner[PLAIN_CELLS], mask[PLAIN_CELLS];
    uint32_t changed[PLAIN_CELLS];
    static mines_action log[PLAIN_PAST];
    CHECK_SAME(mines_game_board(game, board), MINES_OK);
    CHECK_SAME(mines_game_flagged(game, flagged), MINES_OK);
    CHECK_SAME(mines_game_owner(game, owner), MINES_OK);
    CHECK_SAME(mines_game_changed(game, changed, cells, &count), MINES_OK);
    for (size_t i = 0; i < cells; i++) {
        char cell = plain_cell(&twin, twin.at, (int)i);
        CHECK(board[i] == (cell == 'F' ? '-' : cell));
        CHECK(flagged[i] == (cell == 'F'));
        CHECK(owner[i] == (twin.flags && cell == '+' ? plain_now(&twin)->opened[i] : 0));
        if (cell != plain_cell(&twin, before, (int)i))
            CHECK(changes < count && changed[changes++] == i);
    }
    CHECK_SAME(count, changes);
    mines_game_info wanted = plain_info(&twin);
    check_info(game, &wanted);
    CHECK_SAME(mines_game_mask(game, mask), plain_placed(&twin) ? MINES_OK : MINES_NOT_PLACED);
    for (size_t i = 0; i < cells && plain_placed(&twin); i++)
        CHECK(mask[i] == twin.mine[i]);
    CHECK_SAME(mines_game_log(game, log, PLAIN_PAST, &logged), MINES_OK);
    CHECK_SAME(logged, twin.at);
    for (int i = 0; i < twin.at; i++)
        CHECK(memcmp(&log[i], &twin.past[i + 1].by, sizeof *log) == 0);
}

/* The solver accepts the board. */
static void check_solvable(const mines_game *game)
{
    char board[PLAIN_CELLS];
    mines_solution *solution;
    mines_game_board(game, board);
    CHECK_SAME(
        mines_solve(board, (uint32_t)twin.rows, (uint32_t)twin.cols, (uint32_t)twin.mines, NULL, &solution, NULL),
        MINES_OK);
    mines_solution_free(solution);
}

/* What differs between the kinds. */
typedef struct play {
    mines_action (*choose)(void);          /* a random action, mostly one that keeps the game going */
    void (*first_click)(int row, int col); /* NULL, or place the twin's mines for its first click */
    mines_game *(*new_game)(void);         /* the same game from its start */
    mines_action_kind kinds[2];            /* two of its kinds of action, */
    mines_action_kind wrong[2];            /* and two that it doesn't have */
    uint32_t undo, redo, fail;             /* percentages of undo, redo and calls that fail */
} play;

static void check_failing(mines_game *game, const play *p)
{
    uint32_t rows = (uint32_t)twin.rows, cols = (uint32_t)twin.cols;
    mines_refusal refusal = MINES_REFUSAL_OVER;
    CHECK_SAME(mines_game_act(game, p->kinds[0], rows, 0, NULL, &refusal), MINES_BAD_ARGUMENT);
    CHECK_SAME(refusal, MINES_REFUSAL_NONE);
    CHECK_SAME(mines_game_act(game, p->kinds[1], 0, cols, NULL, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_game_act(game, p->kinds[0], UINT32_MAX, UINT32_MAX, NULL, NULL), MINES_BAD_ARGUMENT);
    for (int i = 0; i < 2; i++)
        CHECK_SAME(mines_game_act(game, p->wrong[i], 0, 0, NULL, NULL), MINES_BAD_ARGUMENT);
}

/* One call of each game. Returns the twin's position before. */
static int step(mines_game *game, const play *p)
{
    int before = twin.at;
    uint32_t chance = below(100);
    mines_refusal wanted;
    if (chance < p->undo || (chance < 40 && plain_over(&twin))) {
        wanted = twin.at > 0 ? MINES_REFUSAL_NONE : MINES_REFUSAL_NO_UNDO;
        CHECK_SAME(undo(game), wanted);
        twin.at -= twin.at > 0;
        refused[wanted]++;
    } else if (chance < p->undo + p->redo) {
        wanted = twin.at < twin.last ? MINES_REFUSAL_NONE : MINES_REFUSAL_NO_REDO;
        CHECK_SAME(redo(game), wanted);
        twin.at += twin.at < twin.last;
        refused[wanted]++;
    } else if (chance < p->undo + p->redo + p->fail) {
        check_failing(game, p);
    } else {
        mines_action a = p->choose();
        mines_action_kind kind = (mines_action_kind)a.kind;
        wanted = plain_refusal(&twin, kind, (int)a.row, (int)a.col);
        if (wanted == MINES_REFUSAL_NONE) {
            if (kind == MINES_ACTION_OPEN && !plain_placed(&twin))
                p->first_click((int)a.row, (int)a.col);
            plain_act(&twin, kind, (int)a.row, (int)a.col);
            if (twin.flags && plain_over(&twin))
                endings[plain_winner(&twin) + 1]++;
        }
        CHECK_SAME(act(game, kind, a.row, a.col), wanted);
        refused[wanted]++;
    }
    compare(game, before);
    return before;
}

/* Undo everything, redo it, and repeat the log in a new game. */
static void there_and_back(mines_game *game, const play *p)
{
    static mines_action log[PLAIN_PAST];
    int now = twin.at;
    size_t count = 0;
    CHECK_SAME(mines_game_log(game, log, PLAIN_PAST, &count), MINES_OK);
    while (twin.at > 0) {
        CHECK_SAME(undo(game), MINES_REFUSAL_NONE);
        twin.at--;
        compare(game, twin.at + 1);
    }
    CHECK_SAME(undo(game), MINES_REFUSAL_NO_UNDO);
    while (twin.at < now) {
        CHECK_SAME(mines_game_redo(game, NULL, NULL), MINES_OK);
        twin.at++;
        compare(game, twin.at - 1);
    }
    mines_game *other = p->new_game();
    for (size_t i = 0; i < count; i++)
        CHECK_SAME(act(other, (mines_action_kind)log[i].kind, log[i].row, log[i].col), MINES_REFUSAL_NONE);
    twin.last = twin.at;
    CHECK_SAME(redo(other), MINES_REFUSAL_NO_REDO);
    CHECK_SAME(changed_count(other), 0);
    compare(other, twin.at);
    mines_game_free(other);
}

/* A game of `steps` steps from the start; the twin is at its start. */
static void play_game(const play *p, uint32_t steps)
{
    mines_game *game = p->new_game(), *copy;
    compare(game, 0);
    for (uint32_t i = 0; i < steps; i++) {
        int before = step(game, p);
        check_solvable(game);
        if (below(40) != 0)
            continue;
        /* continue with a copy; changes of the original don't affect it */
        CHECK_SAME(mines_game_copy(game, NULL, &copy), MINES_OK);
        for (uint32_t k = 0; k < 10; k++) {
            mines_game_undo(game, NULL, NULL);
            mines_game_act(game, p->kinds[below(2)], below((uint32_t)twin.rows), 0, NULL, NULL);
        }
        mines_game_free(game);
        game = copy;
        compare(game, before);
    }
    there_and_back(game, p);
    mines_game_free(game);
}

/* The board with rows separated by '/', flags as F and mines found in Flags as A and B. */
static const char *shown(const mines_game *game)
{
    static char text[2 * PLAIN_CELLS];
    char board[PLAIN_CELLS], *end = text;
    uint8_t flagged[PLAIN_CELLS], owner[PLAIN_CELLS];
    mines_game_info info = info_of(game);
    mines_game_board(game, board);
    mines_game_flagged(game, flagged);
    mines_game_owner(game, owner);
    for (uint32_t i = 0; i < info.rows * info.cols; i++) {
        if (i > 0 && i % info.cols == 0)
            *end++ = '/';
        *end++ = flagged[i] ? 'F' : owner[i] == 1 ? 'A' : owner[i] == 2 ? 'B' : board[i];
    }
    *end = '\0';
    return text;
}

/* The mask of rows separated by '/', '*' for a mine. */
static void mask_of(const char *text, uint8_t *mask, uint32_t *rows, uint32_t *cols)
{
    position p;
    position_read(&p, text, 0);
    for (uint32_t i = 0; i < p.rows * p.cols; i++)
        mask[i] = p.cells[i] == '*';
    *rows = p.rows;
    *cols = p.cols;
}

/* The twin's mask, in which any byte but 0 is a mine. */
static void twin_mask(uint8_t *mask)
{
    for (int i = 0; i < PLAIN_CELLS; i++)
        mask[i] = (uint8_t)(twin.mine[i] * (1 + i % 255));
}

/* ---- Poll functions */

/* Interrupts at the *context-th call. */
static int interrupt_later(void *context, double progress)
{
    uint32_t *left = context;
    CHECK(progress < 0);
    return --*left == 0;
}

/* A 3000 x 3000 board takes several polls. */
enum { BIG = 3000, BIG_CELLS = BIG * BIG };

/* The game is as `info` says, nothing is open, and the last call changed nothing. */
static void check_untouched(const mines_game *game, const mines_game_info *info, char *board)
{
    check_info(game, info);
    CHECK_SAME(changed_count(game), 0);
    CHECK_SAME(mines_game_board(game, board), MINES_OK);
    CHECK(board[0] == '-' && memcmp(board, board + 1, BIG_CELLS - 1) == 0);
}

/* Calls every function with the game that is in use by the call that polls. */
static int meddle(void *context, double progress)
{
    mines_game *game = *(mines_game **)context, *copy;
    mines_game_info info = {.size = sizeof info};
    mines_action log;
    mines_refusal refusal = MINES_REFUSAL_OVER;
    char board[4];
    uint8_t cells[4];
    uint32_t cell;
    size_t count = 9;
    (void)progress;
    CHECK(mines_game_act(game, MINES_ACTION_OPEN, 0, 0, NULL, &refusal) == MINES_BUSY && refusal == 0);
    CHECK(mines_game_undo(game, NULL, &refusal) == MINES_BUSY && refusal == MINES_REFUSAL_NONE);
    CHECK(mines_game_redo(game, NULL, &refusal) == MINES_BUSY && refusal == MINES_REFUSAL_NONE);
    CHECK(mines_game_copy(game, NULL, &copy) == MINES_BUSY && copy == NULL);
    CHECK(mines_game_changed(game, &cell, 1, &count) == MINES_BUSY && count == 0);
    CHECK(mines_game_log(game, &log, 1, &count) == MINES_BUSY && count == 0);
    CHECK_SAME(mines_game_get_info(game, &info), MINES_BUSY);
    CHECK_SAME(mines_game_board(game, board), MINES_BUSY);
    CHECK_SAME(mines_game_flagged(game, cells), MINES_BUSY);
    CHECK_SAME(mines_game_owner(game, cells), MINES_BUSY);
    CHECK_SAME(mines_game_mask(game, cells), MINES_BUSY);
    mines_game_free(game);
    return 0;
}

#endif
