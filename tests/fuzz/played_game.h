/*
 * played_game.h - plays a game of the library and the plain rules (tests/c/plain_rules.h) side by side, both kinds of
 * game alike, for fuzz_game.c and fuzz_flags.c.
 */
#ifndef PLAYED_GAME_H
#define PLAYED_GAME_H

#include "fuzz.h"

#include "../c/plain_rules.h"

enum { MOST_STEPS = 200 };

static plain twin; /* the plain game; large, so not on the stack */

/* Begin with an empty board of a size. */
static void start_twin(uint32_t rows, uint32_t cols, bool flags)
{
    twin.at = twin.last = 0;
    memset(&twin.past[0], 0, sizeof twin.past[0]);
    memset(twin.mine, 0, sizeof twin.mine);
    twin.rows = (int)rows;
    twin.cols = (int)cols;
    twin.mines = 0;
    twin.flags = flags;
    twin.random = false;
}

/* The two games are in the same position, and the last call changed what differs from past[before]. */
static void compare(const mines_game *game, int before)
{
    unsigned buffers = fuzz_buffers_used;
    size_t cells = (size_t)(twin.rows * twin.cols), changes = 0, count = 0, again = 0;
    mines_status status = mines_game_changed(game, NULL, 0, &count);
    FUZZ_CHECK(count <= cells && status == (count > 0 ? MINES_TOO_SMALL : MINES_OK));
    char *board = fuzz_buffer(cells, 1);
    uint8_t *flagged = fuzz_buffer(cells, 1), *owner = fuzz_buffer(cells, 1), *mask = fuzz_buffer(cells, 1);
    uint32_t *changed = fuzz_buffer(count, sizeof *changed);
    FUZZ_CHECK(mines_game_board(game, board) == MINES_OK);
    FUZZ_CHECK(mines_game_flagged(game, flagged) == MINES_OK);
    FUZZ_CHECK(mines_game_owner(game, owner) == MINES_OK);
    FUZZ_CHECK(mines_game_mask(game, mask) == (plain_placed(&twin) ? MINES_OK : MINES_NOT_PLACED));
    FUZZ_CHECK(mines_game_changed(game, changed, count, &again) == MINES_OK && again == count);
    for (size_t i = 0; i < cells; i++) {
        char cell = plain_cell(&twin, twin.at, (int)i);
        FUZZ_CHECK(board[i] == (cell == 'F' ? '-' : cell) && flagged[i] == (cell == 'F'));
        FUZZ_CHECK(owner[i] == (twin.flags && cell == '+' ? plain_now(&twin)->opened[i] : 0));
        FUZZ_CHECK(!plain_placed(&twin) || mask[i] == twin.mine[i]);
        if (cell != plain_cell(&twin, before, (int)i))
            FUZZ_CHECK(changes < count && changed[changes++] == i);
    }
    FUZZ_CHECK(count == changes);
    mines_game_info info = {.size = sizeof info}, wanted = plain_info(&twin);
    FUZZ_CHECK(mines_game_get_info(game, &info) == MINES_OK);
    FUZZ_CHECK(memcmp(&info, &wanted, sizeof info) == 0); /* the struct has no padding */
    fuzz_buffers_used = buffers;
}

/* An action on both sides. place: for the first click of a random game, set the twin's mines after it; else NULL. */
static void act(mines_game *game, mines_action_kind kind, int row, int col,
                void (*place)(const mines_game *game, int row, int col))
{
    bool was_placed = plain_placed(&twin);
    mines_refusal refusal = (mines_refusal)99, wanted = plain_refusal(&twin, kind, row, col);
    FUZZ_CHECK(mines_game_act(game, kind, (uint32_t)row, (uint32_t)col, NULL, &refusal) == MINES_OK);
    FUZZ_CHECK(refusal == wanted);
    if (wanted != MINES_REFUSAL_NONE)
        return;
    if (!was_placed && kind == MINES_ACTION_OPEN)
        place(game, row, col);
    plain_act(&twin, kind, row, col);
}

static void undo(mines_game *game)
{
    mines_refusal refusal = (mines_refusal)99;
    FUZZ_CHECK(mines_game_undo(game, NULL, &refusal) == MINES_OK);
    FUZZ_CHECK(refusal == (twin.at > 0 ? MINES_REFUSAL_NONE : MINES_REFUSAL_NO_UNDO));
    twin.at -= twin.at > 0;
}

static void redo(mines_game *game)
{
    mines_refusal refusal = (mines_refusal)99;
    FUZZ_CHECK(mines_game_redo(game, NULL, &refusal) == MINES_OK);
    FUZZ_CHECK(refusal == (twin.at < twin.last ? MINES_REFUSAL_NONE : MINES_REFUSAL_NO_REDO));
    twin.at += twin.at < twin.last;
}

/* Undo everything, redo it, and repeat the log in `other`, the same game at its start, which is freed. */
static void there_and_back(mines_game *game, mines_game *other)
{
    int now = twin.at;
    size_t count = 0;
    mines_action *log = fuzz_buffer((size_t)now, sizeof *log);
    FUZZ_CHECK(mines_game_log(game, log, (size_t)now, &count) == MINES_OK && count == (size_t)now);
    while (twin.at > 0) {
        FUZZ_CHECK(memcmp(&log[twin.at - 1], &plain_now(&twin)->by, sizeof *log) == 0);
        undo(game);
    }
    undo(game);
    compare(game, 0);
    while (twin.at < now)
        redo(game);
    compare(game, now > 0 ? now - 1 : 0);
    for (int i = 0; i < now; i++) {
        mines_refusal refusal;
        FUZZ_CHECK(mines_game_act(other, (mines_action_kind)log[i].kind, log[i].row, log[i].col, NULL, &refusal) ==
                       MINES_OK &&
                   refusal == MINES_REFUSAL_NONE);
    }
    twin.last = now;
    mines_game *copy = NULL;
    FUZZ_CHECK(mines_game_copy(other, NULL, &copy) == MINES_OK);
    compare(other, now > 0 ? now - 1 : 0);
    mines_game_free(other);
    compare(copy, now > 0 ? now - 1 : 0);
    mines_game_free(copy);
}

#endif
