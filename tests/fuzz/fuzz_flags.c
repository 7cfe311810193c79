/*
 * fuzz_flags.c - Minesweeper Flags, as fuzz_game.c tests the classic game: any rules, any actions, side by side with
 * the plain rules; then everything is undone, redone, and repeated from the log.
 */
#include "played_game.h"

static void step(mines_game *game, fuzz_input *in)
{
    uint32_t what = fuzz_below(in, 16), cell = fuzz_byte(in) % (uint32_t)(twin.rows * twin.cols);
    uint32_t row = cell / (uint32_t)twin.cols, col = cell % (uint32_t)twin.cols, rows = (uint32_t)twin.rows;
    int before = twin.at;
    if (what < 12) {
        act(game, what < 8 ? MINES_ACTION_OPEN : MINES_ACTION_BOMB, (int)row, (int)col, NULL);
    } else if (what < 14) {
        undo(game);
    } else if (what == 14) {
        redo(game);
    } else {
        FUZZ_CHECK(mines_game_act(game, MINES_ACTION_OPEN, rows, col, NULL, NULL) == MINES_BAD_ARGUMENT);
        FUZZ_CHECK(mines_game_act(game, MINES_ACTION_BOMB, 0, UINT32_MAX - cell, NULL, NULL) == MINES_BAD_ARGUMENT);
        FUZZ_CHECK(mines_game_act(game, (mines_action_kind)(4 + cell), 0, 0, NULL, NULL) == MINES_BAD_ARGUMENT);
    }
    compare(game, before);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input in = fuzz_begin(data, size);
    mines_game *game = NULL, *other = NULL;
    uint32_t rows = 1 + fuzz_below(&in, 18), cols = 1 + fuzz_below(&in, 14), cells = rows * cols;
    start_twin(rows, cols, true);
    uint8_t how = fuzz_byte(&in), numbers = fuzz_byte(&in), mined = fuzz_byte(&in), byte = 0;
    mines_flags_rules rules = {
        .size = sizeof rules,
        .rows = rows,
        .cols = cols,
        .wins = how & 1 ? numbers & 31 : 0,
        .bombs = numbers >> 5,
        .radius = how & 2 ? mined & 31 : mined & 3,
        .no_bombs = (how & 12) == 12,
        .bomb_anytime = how & 16,
        .bomb_plays_on = how & 32,
        .bomb_no_flood = how & 64,
    };
    uint8_t *mask = fuzz_buffer(cells, 1);
    if (how & 128) { /* random mines, whose mask is then given */
        rules.mines = mined % (cells + 1);
        bool fits = rules.mines != 0 || cells >= 51; /* 0 means the usual 51 */
        FUZZ_CHECK(mines_game_new_flags(&rules, NULL, mined, NULL, &game) == (fits ? MINES_OK : MINES_BAD_ARGUMENT));
        if (!fits)
            return 0;
        FUZZ_CHECK(mines_game_mask(game, mask) == MINES_OK);
        mines_game_free(game);
    } else {
        for (uint32_t i = 0; i < cells; i++) {
            byte = i % 4 == 0 ? fuzz_byte(&in) : (uint8_t)(byte >> 2);
            mask[i] = (byte & 3) == 3;
        }
    }
    for (uint32_t i = 0; i < cells; i++) {
        twin.mine[i] = (char)mask[i];
        twin.mines += mask[i];
    }
    FUZZ_CHECK(rules.mines == 0 || rules.mines == (uint32_t)twin.mines);
    twin.rules = rules;
    twin.rules.wins = rules.wins != 0 ? rules.wins : (uint32_t)twin.mines / 2 + 1;
    twin.rules.radius = rules.radius != 0 ? rules.radius : 2;
    for (int player = 0; player < 2; player++)
        twin.past[0].bombs[player] = rules.no_bombs ? 0 : rules.bombs != 0 ? (int)rules.bombs : 1;
    FUZZ_CHECK(mines_game_new_flags(&rules, mask, 0, NULL, &game) == MINES_OK);
    compare(game, 0);
    for (int i = 0; i < MOST_STEPS && fuzz_left(&in) > 0; i++)
        step(game, &in);
    FUZZ_CHECK(mines_game_new_flags(&rules, mask, 0, NULL, &other) == MINES_OK);
    there_and_back(game, other);
    mines_game_free(game);
    return 0;
}
