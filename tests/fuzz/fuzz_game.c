/*
 * fuzz_game.c - the classic game. The input gives a size, mines, and then actions, undo, redo and calls that fail;
 * after each the game is compared with the plain rules. Then everything is undone, redone, and repeated from the log.
 */
#include "played_game.h"

typedef struct setting {
    bool random;
    mines_first_click first;
    uint64_t seed;
    uint8_t *mask;
} setting;

static setting set;

static mines_game *new_game(void)
{
    mines_game *game = NULL;
    uint32_t rows = (uint32_t)twin.rows, cols = (uint32_t)twin.cols;
    FUZZ_CHECK((set.random ? mines_game_new_random(rows, cols, (uint32_t)twin.mines, set.seed, set.first, NULL, &game)
                           : mines_game_new(set.mask, rows, cols, NULL, &game)) == MINES_OK);
    return game;
}

/* The first click of a random game placed its mines: they satisfy the rule, and the twin gets them. */
static void place(const mines_game *game, int row, int col)
{
    uint8_t mask[PLAIN_CELLS];
    int count = 0, near = 0, far = 0;
    FUZZ_CHECK(mines_game_mask(game, mask) == MINES_OK);
    for (int i = 0; i < twin.rows * twin.cols; i++) {
        bool touches = abs(i / twin.cols - row) <= 1 && abs(i % twin.cols - col) <= 1;
        FUZZ_CHECK(mask[i] <= 1);
        twin.mine[i] = (char)mask[i];
        count += mask[i];
        near += touches && mask[i];
        far += !touches;
    }
    FUZZ_CHECK(count == twin.mines);
    if (set.first != MINES_FIRST_ANYTHING)
        FUZZ_CHECK(!mask[row * twin.cols + col] || count == twin.rows * twin.cols);
    if (set.first == MINES_FIRST_OPENING)
        FUZZ_CHECK(near == (count > far ? count - far : 0));
}

static void step(mines_game *game, fuzz_input *in)
{
    static const mines_action_kind kinds[] = {MINES_ACTION_OPEN,  MINES_ACTION_OPEN, MINES_ACTION_CHORD,
                                              MINES_ACTION_CHORD, MINES_ACTION_FLAG, MINES_ACTION_FLAG};
    uint32_t what = fuzz_below(in, 16), cell = fuzz_byte(in) % (uint32_t)(twin.rows * twin.cols);
    uint32_t row = cell / (uint32_t)twin.cols, cols = (uint32_t)twin.cols;
    int before = twin.at;
    if (what < 12) {
        act(game, kinds[what / 2], (int)row, (int)(cell % cols), place);
    } else if (what < 14) {
        undo(game);
    } else if (what == 14) {
        redo(game);
    } else {
        FUZZ_CHECK(mines_game_act(game, MINES_ACTION_OPEN, row, cols, NULL, NULL) == MINES_BAD_ARGUMENT);
        FUZZ_CHECK(mines_game_act(game, MINES_ACTION_FLAG, UINT32_MAX - cell, 0, NULL, NULL) == MINES_BAD_ARGUMENT);
        FUZZ_CHECK(mines_game_act(game, (mines_action_kind)(3 + cell), 0, 0, NULL, NULL) == MINES_BAD_ARGUMENT);
    }
    compare(game, before);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input in = fuzz_begin(data, size);
    uint32_t rows = 1 + fuzz_below(&in, 14), cols = 1 + fuzz_below(&in, 14), cells = rows * cols;
    start_twin(rows, cols, false);
    uint8_t how = fuzz_byte(&in);
    set = (setting){.random = how & 1, .first = (mines_first_click)((how >> 1) % 3)};
    twin.random = set.random;
    if (set.random) {
        twin.mines = (int)fuzz_below(&in, cells + 1);
        set.seed = fuzz_byte(&in);
    } else {
        uint8_t byte = 0;
        set.mask = fuzz_buffer(cells, 1);
        for (uint32_t i = 0; i < cells; i++) {
            byte = i % 4 == 0 ? fuzz_byte(&in) : (uint8_t)(byte >> 2);
            twin.mine[i] = (byte & 3) == 3;
            set.mask[i] = (uint8_t)(twin.mine[i] ? 1 + i % 255 : 0); /* any byte but 0 is a mine */
            twin.mines += twin.mine[i];
        }
    }
    mines_game *game = new_game();
    compare(game, 0);
    for (int i = 0; i < MOST_STEPS && fuzz_left(&in) > 0; i++)
        step(game, &in);
    there_and_back(game, new_game());
    mines_game_free(game);
    return 0;
}
