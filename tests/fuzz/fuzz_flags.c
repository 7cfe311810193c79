/*
 * fuzz_flags.c - Minesweeper Flags, as fuzz_game.c has the game for one player: any rules, any actions, side by side
 * with the plain rules; back to the start, forth again, once more from the log.
 */
#include "fuzz.h"

#include "../c/plain_rules.h"

enum { MOST_STEPS = 200 };

static plain twin; /* large: not on the stack */

/* The game stands where the twin does, and the last call changed what differs from past[before]. */
static void compare(const mines_flags_game *game, int before)
{
    unsigned rooms = fuzz_rooms_taken;
    const plain_position *now = plain_now(&twin);
    size_t cells = (size_t)(twin.rows * twin.cols), changes = 0;
    size_t count = mines_flags_game_changed(game, NULL, 0);
    FUZZ_CHECK(count <= cells);
    char *board = fuzz_room(cells, 1);
    uint8_t *owner = fuzz_room(cells, 1);
    uint32_t *changed = fuzz_room(count, sizeof *changed);
    FUZZ_CHECK(mines_flags_game_board(game, board) == MINES_OK);
    FUZZ_CHECK(mines_flags_game_owner(game, owner) == MINES_OK);
    FUZZ_CHECK(mines_flags_game_changed(game, changed, count) == count);
    for (size_t i = 0; i < cells; i++) {
        char look = plain_look(&twin, twin.at, (int)i);
        FUZZ_CHECK(board[i] == look && owner[i] == (look == '+' ? now->opened[i] : 0));
        if (look != plain_look(&twin, before, (int)i))
            FUZZ_CHECK(changes < count && changed[changes++] == i);
    }
    FUZZ_CHECK(count == changes);
    mines_flags_info info;
    FUZZ_CHECK(mines_flags_game_get_info(game, &info) == MINES_OK);
    FUZZ_CHECK(info.turn == (uint32_t)now->turn && info.wins == twin.rules.wins);
    for (int player = 0; player < 2; player++) {
        FUZZ_CHECK(info.score[player] == (uint32_t)plain_score(&twin, player));
        FUZZ_CHECK(info.bombs[player] == (uint32_t)now->bombs[player]);
    }
    FUZZ_CHECK(info.over == plain_over(&twin) && info.winner == plain_winner(&twin));
    FUZZ_CHECK(info.opened == (uint32_t)plain_count(&twin, now->opened, 0) && info.mines == (uint32_t)twin.mines);
    FUZZ_CHECK(info.actions == (uint32_t)twin.at && info.undone == (uint32_t)(twin.last - twin.at));
    fuzz_rooms_taken = rooms;
}

static void step(mines_flags_game *game, fuzz_input *in)
{
    uint32_t what = fuzz_below(in, 16), cell = fuzz_byte(in) % (uint32_t)(twin.rows * twin.cols), done = 9;
    int before = twin.at, row = (int)cell / twin.cols, col = (int)cell % twin.cols;
    if (what < 12) {
        mines_action_kind kind = what < 8 ? MINES_ACTION_OPEN : MINES_ACTION_BOMB;
        mines_refusal refusal = (mines_refusal)99, wanted = plain_refusal(&twin, kind, row, col);
        FUZZ_CHECK(mines_flags_game_act(game, kind, (size_t)row, (size_t)col, NULL, &refusal) == MINES_OK);
        FUZZ_CHECK(refusal == wanted);
        if (wanted == MINES_REFUSAL_NONE)
            plain_act(&twin, kind, row, col);
    } else if (what < 14) {
        FUZZ_CHECK(mines_flags_game_undo(game, &done) == MINES_OK && done == (twin.at > 0));
        twin.at -= twin.at > 0;
    } else if (what == 14) {
        FUZZ_CHECK(mines_flags_game_redo(game, NULL, &done) == MINES_OK && done == (twin.at < twin.last));
        twin.at += twin.at < twin.last;
    } else {
        size_t rows = (size_t)twin.rows;
        FUZZ_CHECK(mines_flags_game_act(game, MINES_ACTION_OPEN, rows, (size_t)col, NULL, NULL) == MINES_BAD_ARGUMENT);
        FUZZ_CHECK(mines_flags_game_act(game, MINES_ACTION_BOMB, 0, SIZE_MAX - cell, NULL, NULL) == MINES_BAD_ARGUMENT);
        FUZZ_CHECK(mines_flags_game_act(game, (mines_action_kind)(4 + cell), 0, 0, NULL, NULL) == MINES_BAD_ARGUMENT);
    }
    compare(game, before);
}

static void there_and_back(mines_flags_game *game, const mines_flags_rules *rules, const uint8_t *mask)
{
    uint32_t done;
    int now = twin.at;
    mines_action *log = fuzz_room((size_t)now, sizeof *log);
    FUZZ_CHECK(mines_flags_game_log(game, log, (size_t)now) == (size_t)now);
    for (; twin.at > 0; twin.at--)
        FUZZ_CHECK(memcmp(&log[twin.at - 1], &plain_now(&twin)->by, sizeof *log) == 0 &&
                   mines_flags_game_undo(game, &done) == MINES_OK && done == 1);
    FUZZ_CHECK(mines_flags_game_undo(game, &done) == MINES_OK && done == 0);
    compare(game, 0);
    for (; twin.at < now; twin.at++)
        FUZZ_CHECK(mines_flags_game_redo(game, NULL, &done) == MINES_OK && done == 1);
    compare(game, now > 0 ? now - 1 : 0);
    mines_flags_game *other = NULL, *copy = NULL;
    FUZZ_CHECK(mines_flags_game_new(rules, mask, 0, NULL, &other) == MINES_OK);
    for (int i = 0; i < now; i++) {
        mines_refusal refusal;
        FUZZ_CHECK(mines_flags_game_act(other, (mines_action_kind)log[i].kind, log[i].row, log[i].col, NULL,
                                        &refusal) == MINES_OK &&
                   refusal == MINES_REFUSAL_NONE);
    }
    twin.last = now;
    FUZZ_CHECK(mines_flags_game_copy(other, &copy) == MINES_OK);
    compare(other, now > 0 ? now - 1 : 0);
    mines_flags_game_free(other);
    compare(copy, now > 0 ? now - 1 : 0);
    mines_flags_game_free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input in = fuzz_begin(data, size);
    mines_flags_game *game = NULL;
    twin.at = twin.last = 0;
    memset(&twin.past[0], 0, sizeof twin.past[0]);
    twin.flags = true;
    twin.rows = (int)(1 + fuzz_below(&in, 18));
    twin.cols = (int)(1 + fuzz_below(&in, 14));
    size_t cells = (size_t)(twin.rows * twin.cols);
    uint8_t how = fuzz_byte(&in), numbers = fuzz_byte(&in), mined = fuzz_byte(&in), byte = 0;
    mines_flags_rules rules = {
        .size = sizeof rules,
        .rows = (uint32_t)twin.rows,
        .cols = (uint32_t)twin.cols,
        .wins = how & 1 ? numbers & 31 : 0,
        .bombs = numbers >> 5,
        .radius = how & 2 ? mined & 31 : mined & 3,
        .no_bombs = (how & 12) == 12,
        .bomb_anytime = how & 16,
        .bomb_plays_on = how & 32,
        .bomb_no_flood = how & 64,
    };
    uint8_t *mask = fuzz_room(cells, 1);
    if (how & 128) { /* laid at random, and then given */
        rules.mines = mined % ((uint32_t)cells + 1);
        bool fits = rules.mines != 0 || cells >= 51; /* 0 means the usual 51 */
        FUZZ_CHECK(mines_flags_game_new(&rules, NULL, mined, NULL, &game) == (fits ? MINES_OK : MINES_BAD_ARGUMENT));
        if (!fits)
            return 0;
        FUZZ_CHECK(mines_flags_game_mask(game, mask) == MINES_OK);
        mines_flags_game_free(game);
    } else {
        for (size_t i = 0; i < cells; i++) {
            byte = i % 4 == 0 ? fuzz_byte(&in) : (uint8_t)(byte >> 2);
            mask[i] = (byte & 3) == 3;
        }
    }
    twin.mines = 0;
    for (size_t i = 0; i < cells; i++) {
        twin.mine[i] = (char)mask[i];
        twin.mines += mask[i];
    }
    FUZZ_CHECK(rules.mines == 0 || rules.mines == (uint32_t)twin.mines);
    twin.rules = rules;
    twin.rules.wins = rules.wins != 0 ? rules.wins : (uint32_t)twin.mines / 2 + 1;
    twin.rules.radius = rules.radius != 0 ? rules.radius : 2;
    for (int player = 0; player < 2; player++)
        twin.past[0].bombs[player] = rules.no_bombs ? 0 : rules.bombs != 0 ? (int)rules.bombs : 1;
    FUZZ_CHECK(mines_flags_game_new(&rules, mask, 0, NULL, &game) == MINES_OK);
    compare(game, 0);
    for (int i = 0; i < MOST_STEPS && fuzz_left(&in) > 0; i++)
        step(game, &in);
    there_and_back(game, &rules, mask);
    mines_flags_game_free(game);
    return 0;
}
