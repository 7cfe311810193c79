/*
 * fuzz_game.c - the game. Bytes are a size, mines and then actions, undo, redo, wrong calls; after each the game stands
 * where its rules written plainly (tests/c/plain_rules.h) do. Then back to the start, forth again, and once more from
 * the log.
 */
#include "fuzz.h"

#include "../c/plain_rules.h"

enum { MOST_STEPS = 200 };

static plain twin; /* large: not on the stack */

typedef struct setting {
    bool random;
    mines_first_click first;
    uint64_t seed;
    uint8_t *mask; /* in a room */
} setting;

static mines_game *new_game(const setting *s)
{
    mines_game *game = NULL;
    size_t rows = (size_t)twin.rows, cols = (size_t)twin.cols;
    FUZZ_CHECK((s->random ? mines_game_new_random(rows, cols, (uint32_t)twin.mines, s->seed, s->first, &game)
                          : mines_game_new(s->mask, rows, cols, NULL, &game)) == MINES_OK);
    return game;
}

/* The game stands where the twin does, and the last call changed what differs from past[before]. */
static void compare(const mines_game *game, int before)
{
    unsigned rooms = fuzz_rooms_taken;
    size_t cells = (size_t)(twin.rows * twin.cols), changes = 0;
    size_t count = mines_game_changed(game, NULL, 0);
    FUZZ_CHECK(count <= cells);
    char *board = fuzz_room(cells, 1);
    uint8_t *flags = fuzz_room(cells, 1);
    uint32_t *changed = fuzz_room(count, sizeof *changed);
    FUZZ_CHECK(mines_game_board(game, board) == MINES_OK);
    FUZZ_CHECK(mines_game_flags(game, flags) == MINES_OK);
    FUZZ_CHECK(mines_game_changed(game, changed, count) == count);
    for (size_t i = 0; i < cells; i++) {
        char look = plain_look(&twin, twin.at, (int)i);
        FUZZ_CHECK(board[i] == (look == 'F' ? '-' : look) && flags[i] == (look == 'F'));
        if (look != plain_look(&twin, before, (int)i))
            FUZZ_CHECK(changes < count && changed[changes++] == i);
    }
    FUZZ_CHECK(count == changes);
    mines_game_info info;
    FUZZ_CHECK(mines_game_get_info(game, &info) == MINES_OK);
    FUZZ_CHECK(info.state == plain_state(&twin) && info.placed == plain_placed(&twin));
    FUZZ_CHECK(info.opened == (uint32_t)plain_count(&twin, plain_now(&twin)->opened, 0));
    FUZZ_CHECK(info.exploded == (uint32_t)plain_count(&twin, plain_now(&twin)->opened, 1));
    FUZZ_CHECK(info.flags == (uint32_t)plain_flags(&twin) && info.mines == (uint32_t)twin.mines);
    FUZZ_CHECK(info.actions == (uint32_t)twin.at && info.undone == (uint32_t)(twin.last - twin.at));
    fuzz_rooms_taken = rooms;
}

/* The first click of a random game laid its mines: they keep the rule, and the twin takes them. */
static void laid(const mines_game *game, const setting *s, int row, int col)
{
    uint8_t mask[PLAIN_CELLS];
    int count = 0, near = 0, room = 0;
    FUZZ_CHECK(mines_game_mask(game, mask) == MINES_OK);
    for (int i = 0; i < twin.rows * twin.cols; i++) {
        bool touches = abs(i / twin.cols - row) <= 1 && abs(i % twin.cols - col) <= 1;
        FUZZ_CHECK(mask[i] <= 1);
        twin.mine[i] = (char)mask[i];
        count += mask[i];
        near += touches && mask[i];
        room += !touches;
    }
    FUZZ_CHECK(count == twin.mines);
    if (s->first != MINES_FIRST_ANYTHING)
        FUZZ_CHECK(!mask[row * twin.cols + col] || count == twin.rows * twin.cols);
    if (s->first == MINES_FIRST_OPENING)
        FUZZ_CHECK(near == (count > room ? count - room : 0));
}

static void act(mines_game *game, const setting *s, mines_action_kind kind, int row, int col)
{
    int before = twin.at;
    bool was_placed = plain_placed(&twin);
    mines_refusal refusal = (mines_refusal)99, wanted = plain_refusal(&twin, kind, row, col);
    FUZZ_CHECK(mines_game_act(game, kind, (size_t)row, (size_t)col, NULL, &refusal) == MINES_OK);
    FUZZ_CHECK(refusal == wanted);
    if (wanted == MINES_REFUSAL_NONE) {
        if (!was_placed && kind == MINES_ACTION_OPEN)
            laid(game, s, row, col);
        plain_act(&twin, kind, row, col);
    }
    compare(game, before);
}

static void step(mines_game *game, const setting *s, fuzz_input *in)
{
    static const mines_action_kind kinds[] = {MINES_ACTION_OPEN,  MINES_ACTION_OPEN, MINES_ACTION_CHORD,
                                              MINES_ACTION_CHORD, MINES_ACTION_FLAG, MINES_ACTION_FLAG};
    uint32_t what = fuzz_below(in, 16), cell = fuzz_byte(in) % (uint32_t)(twin.rows * twin.cols), done = 9;
    int before = twin.at, row = (int)cell / twin.cols, col = (int)cell % twin.cols;
    if (what < 12) {
        act(game, s, kinds[what / 2], row, col);
    } else if (what < 14) {
        FUZZ_CHECK(mines_game_undo(game, &done) == MINES_OK && done == (twin.at > 0));
        twin.at -= twin.at > 0;
        compare(game, before);
    } else if (what == 14) {
        FUZZ_CHECK(mines_game_redo(game, NULL, &done) == MINES_OK && done == (twin.at < twin.last));
        twin.at += twin.at < twin.last;
        compare(game, before);
    } else {
        FUZZ_CHECK(mines_game_act(game, MINES_ACTION_OPEN, (size_t)row, (size_t)twin.cols, NULL, NULL) ==
                   MINES_BAD_ARGUMENT);
        FUZZ_CHECK(mines_game_act(game, MINES_ACTION_FLAG, SIZE_MAX - cell, 0, NULL, NULL) == MINES_BAD_ARGUMENT);
        FUZZ_CHECK(mines_game_act(game, (mines_action_kind)(3 + cell), 0, 0, NULL, NULL) == MINES_BAD_ARGUMENT);
        compare(game, before);
    }
}

static void there_and_back(mines_game *game, const setting *s)
{
    uint32_t done;
    int now = twin.at;
    mines_action *log = fuzz_room((size_t)now, sizeof *log);
    FUZZ_CHECK(mines_game_log(game, log, (size_t)now) == (size_t)now);
    for (; twin.at > 0; twin.at--)
        FUZZ_CHECK(memcmp(&log[twin.at - 1], &plain_now(&twin)->by, sizeof *log) == 0 &&
                   mines_game_undo(game, &done) == MINES_OK && done == 1);
    FUZZ_CHECK(mines_game_undo(game, &done) == MINES_OK && done == 0);
    compare(game, 0);
    for (; twin.at < now; twin.at++)
        FUZZ_CHECK(mines_game_redo(game, NULL, &done) == MINES_OK && done == 1);
    compare(game, now > 0 ? now - 1 : 0);
    mines_game *other = new_game(s), *copy = NULL;
    for (int i = 0; i < now; i++) {
        mines_refusal refusal;
        FUZZ_CHECK(mines_game_act(other, (mines_action_kind)log[i].kind, log[i].row, log[i].col, NULL, &refusal) ==
                       MINES_OK &&
                   refusal == MINES_REFUSAL_NONE);
    }
    twin.last = now;
    FUZZ_CHECK(mines_game_copy(other, &copy) == MINES_OK);
    compare(other, now > 0 ? now - 1 : 0);
    mines_game_free(other);
    compare(copy, now > 0 ? now - 1 : 0);
    mines_game_free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input in = fuzz_begin(data, size);
    setting s = {0};
    twin.at = twin.last = 0;
    memset(&twin.past[0], 0, sizeof twin.past[0]);
    twin.rows = (int)(1 + fuzz_below(&in, 14));
    twin.cols = (int)(1 + fuzz_below(&in, 14));
    size_t cells = (size_t)(twin.rows * twin.cols);
    uint8_t how = fuzz_byte(&in);
    s.random = twin.random = how & 1;
    s.first = (mines_first_click)((how >> 1) % 3);
    memset(twin.mine, 0, sizeof twin.mine);
    if (s.random) {
        twin.mines = (int)fuzz_below(&in, (uint32_t)cells + 1);
        s.seed = fuzz_byte(&in);
    } else {
        uint8_t byte = 0;
        s.mask = fuzz_room(cells, 1);
        twin.mines = 0;
        for (size_t i = 0; i < cells; i++) {
            byte = i % 4 == 0 ? fuzz_byte(&in) : (uint8_t)(byte >> 2);
            twin.mine[i] = (byte & 3) == 3;
            s.mask[i] = (uint8_t)(twin.mine[i] ? 1 + i % 255 : 0); /* whatever is not 0 */
            twin.mines += twin.mine[i];
        }
    }
    mines_game *game = new_game(&s);
    compare(game, 0);
    for (int i = 0; i < MOST_STEPS && fuzz_left(&in) > 0; i++)
        step(game, &s, &in);
    there_and_back(game, &s);
    mines_game_free(game);
    return 0;
}
