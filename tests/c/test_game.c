/* test_game.c - the classic game against the plain rules, move by move; special positions; large boards; lack of
   memory; interrupts; the undo log. */
#include "../../core/generation/placement.h"

#include "played_game.h"

static const mines_action_kind OPEN = MINES_ACTION_OPEN, FLAG = MINES_ACTION_FLAG, CHORD = MINES_ACTION_CHORD;

/* ---- Side by side */

static uint64_t seed_of_game;
static mines_first_click rule_of_game;

static mines_game *new_game(void)
{
    mines_game *game;
    uint8_t mask[PLAIN_CELLS];
    uint32_t rows = (uint32_t)twin.rows, cols = (uint32_t)twin.cols;
    twin_mask(mask);
    if (twin.random)
        CHECK_SAME(mines_game_new_random(rows, cols, (uint32_t)twin.mines, seed_of_game, rule_of_game, NULL, &game),
                   MINES_OK);
    else
        CHECK_SAME(mines_game_new(mask, rows, cols, NULL, &game), MINES_OK);
    return game;
}

static void first_click(int row, int col)
{
    uint8_t mask[PLAIN_CELLS];
    const mcore_placement placing = {(uint32_t)twin.rows, (uint32_t)twin.cols, (uint32_t)twin.mines,
                                     rule_of_game,        (uint32_t)row,       (uint32_t)col};
    mcore_placement_board(&placing, seed_of_game, 0, NULL, mask);
    for (int i = 0; i < twin.rows * twin.cols; i++)
        twin.mine[i] = (char)mask[i];
}

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

static void side_by_side(uint32_t games)
{
    static const play classic = {
        .choose = choose,
        .first_click = first_click,
        .new_game = new_game,
        .kinds = {MINES_ACTION_OPEN, MINES_ACTION_FLAG},
        .wrong = {MINES_ACTION_BOMB, (mines_action_kind)4},
        .undo = 8,
        .redo = 6,
        .fail = 2,
    };
    for (uint32_t n = 0; n < games; n++) {
        memset(&twin, 0, sizeof twin);
        twin.rows = (int)(n % 5 == 0 ? 1 : 1 + below(14));
        twin.cols = (int)(1 + below(n % 5 == 0 ? 60 : 14));
        uint32_t cells = (uint32_t)(twin.rows * twin.cols);
        twin.mines = (int)(n % 11 == 0 ? below(cells + 1) : below(cells / 5 + 2));
        twin.random = n % 2 == 1;
        seed_of_game = n;
        rule_of_game = (mines_first_click)below(3);
        for (int left = twin.random ? 0 : twin.mines; left > 0;) {
            uint32_t cell = below(cells);
            left -= !twin.mine[cell];
            twin.mine[cell] = 1;
        }
        play_game(&classic, 20 + below(100));
    }
}

/* ---- Special positions */

/* A game from rows separated by '/', '*' for a mine. */
static mines_game *game_of(const char *text)
{
    uint8_t mask[PLAIN_CELLS];
    uint32_t rows, cols;
    mines_game *game;
    mask_of(text, mask, &rows, &cols);
    CHECK_SAME(mines_game_new(mask, rows, cols, NULL, &game), MINES_OK);
    return game;
}

static void chords(void)
{
    /* both mines around a number are flagged: the other neighbours open, and the 0s among them flood */
    mines_game *game = game_of("*...*/...../..*../...../....*");
    CHECK_SAME(act(game, CHORD, 1, 1), MINES_REFUSAL_UNOPENED);
    CHECK_SAME(act(game, OPEN, 1, 1), MINES_REFUSAL_NONE);
    CHECK_SAME(act(game, CHORD, 1, 1), MINES_REFUSAL_COUNT);
    CHECK_SAME(act(game, FLAG, 0, 0), MINES_REFUSAL_NONE);
    CHECK_SAME(act(game, CHORD, 1, 1), MINES_REFUSAL_COUNT);    /* one flag, two mines */
    CHECK_SAME(act(game, CHORD, 0, 0), MINES_REFUSAL_UNOPENED); /* a flagged cell */
    CHECK_SAME(act(game, FLAG, 2, 2), MINES_REFUSAL_NONE);
    CHECK_SAME(act(game, FLAG, 1, 2), MINES_REFUSAL_NONE);
    CHECK_SAME(act(game, CHORD, 1, 1), MINES_REFUSAL_COUNT); /* one flag too many */
    CHECK_SAME(act(game, FLAG, 1, 2), MINES_REFUSAL_NONE);
    CHECK_SAME(act(game, CHORD, 1, 1), MINES_REFUSAL_NONE);
    CHECK_TEXT(shown(game), "F101-/1212-/01F--/0112-/0001-");
    CHECK_SAME(act(game, CHORD, 1, 1), MINES_REFUSAL_NOTHING);
    CHECK_SAME(act(game, CHORD, 0, 2), MINES_REFUSAL_ZERO);
    CHECK_SAME(changed_count(game), 0);
    CHECK_SAME(act(game, CHORD, 1, 2), MINES_REFUSAL_NONE); /* next to the same flag */
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

    /* wrong flags: both mines that have none explode, and the safe cells open with their flood */
    game = game_of("**.../...../...../.....");
    act(game, OPEN, 1, 1);
    act(game, FLAG, 0, 2);
    act(game, FLAG, 1, 0);
    CHECK_SAME(act(game, CHORD, 1, 1), MINES_REFUSAL_NONE);
    CHECK_TEXT(shown(game), "++F00/F2100/00000/00000");
    mines_game_info info = info_of(game);
    CHECK_SAME(info.state, MINES_GAME_LOST);
    CHECK_SAME(info.found, 2);
    CHECK_SAME(act(game, FLAG, 0, 2), MINES_REFUSAL_OVER);
    CHECK_SAME(mines_game_undo(game, NULL, NULL), MINES_OK);
    CHECK_TEXT(shown(game), "--F--/F2---/-----/-----");
    CHECK_SAME(info_of(game).state, MINES_GAME_PLAYING);
    mines_game_free(game);
}

static void floods(void)
{
    /* a flood leaves flagged cells closed and goes around them */
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
    CHECK_TEXT(shown(game), "0000-/00F00/11000/F1000"); /* removing a flag opens nothing */
    act(game, OPEN, 0, 4);
    act(game, FLAG, 1, 2);
    CHECK_SAME(act(game, CHORD, 1, 1), MINES_REFUSAL_ZERO);
    act(game, OPEN, 1, 2);
    CHECK_TEXT(shown(game), "00000/00000/11000/F1000");
    CHECK_SAME(info_of(game).state, MINES_GAME_WON);
    mines_game_free(game);

    /* a wall of flags stops the flood */
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
    game = game_of("."); /* a flag alone doesn't begin a game */
    act(game, FLAG, 0, 0);
    CHECK_SAME(info_of(game).state, MINES_GAME_NEW);
    act(game, FLAG, 0, 0);
    act(game, OPEN, 0, 0);
    CHECK_SAME(info_of(game).state, MINES_GAME_WON);
    mines_game_free(game);
    for (int first = MINES_FIRST_ANYTHING; first <= MINES_FIRST_OPENING; first++) {
        CHECK_SAME(mines_game_new_random(3, 3, 9, 1, (mines_first_click)first, NULL, &game), MINES_OK);
        act(game, OPEN, 1, 1);
        CHECK_SAME(info_of(game).state, MINES_GAME_LOST);
        mines_game_free(game);
    }
    CHECK_SAME(mines_game_new_random(3, 3, 8, 1, MINES_FIRST_OPENING, NULL, &game), MINES_OK);
    act(game, OPEN, 1, 1);
    CHECK_SAME(info_of(game).state, MINES_GAME_WON);
    CHECK_TEXT(shown(game), "---/-8-/---");
    mines_game_free(game);
}

/* A random game has the mines of the first board that mines_generate makes for the same request. */
static void as_generated(void)
{
    for (uint32_t n = 0; n < 30; n++) {
        mines_generate_request request = {.size = sizeof request, .rows = 16, .cols = 30, .mines = 99};
        request.first_click = (mines_first_click)(n % 3);
        request.row = below(16);
        request.col = below(30);
        mines_game *game;
        uint8_t placed[480], made[480];
        CHECK_SAME(mines_game_new_random(16, 30, 99, n, request.first_click, NULL, &game), MINES_OK);
        act(game, OPEN, request.row, request.col);
        CHECK_SAME(mines_game_mask(game, placed), MINES_OK);
        CHECK_SAME(mines_generate(&request, n, 0, 1, &SIZED(mines_options, .threads = 1), made, NULL), MINES_OK);
        CHECK(memcmp(placed, made, sizeof made) == 0);
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
    CHECK_SAME(mines_game_new(mask, UINT32_MAX, UINT32_MAX, NULL, &game), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_game_new(mask, MINES_MAX_GAME_SIDE, 8193, NULL, &game), MINES_BAD_ARGUMENT);
    game = (mines_game *)&twin;
    CHECK_SAME(mines_game_new_random(2, 2, 5, 1, MINES_FIRST_SAFE, NULL, &game), MINES_BAD_ARGUMENT);
    CHECK(game == NULL);
    CHECK_SAME(mines_game_new_random(2, 2, 1, 1, (mines_first_click)3, NULL, &game), MINES_BAD_ARGUMENT);
    mines_game_free(NULL);

    /* a call that fails or is refused has changed nothing */
    game = game_of("..*./..*.");
    act(game, OPEN, 1, 0);
    CHECK_SAME(changed_count(game), 4);
    CHECK_SAME(mines_game_act(game, MINES_ACTION_OPEN, 2, 0, NULL, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(changed_count(game), 0);
    CHECK_SAME(undo(game), MINES_REFUSAL_NONE);
    CHECK_SAME(changed_count(game), 4);
    CHECK_SAME(undo(game), MINES_REFUSAL_NO_UNDO);
    CHECK_SAME(changed_count(game), 0);
    CHECK_SAME(redo(game), MINES_REFUSAL_NONE);
    CHECK_SAME(changed_count(game), 4);
    CHECK_SAME(redo(game), MINES_REFUSAL_NO_REDO);
    CHECK_SAME(changed_count(game), 0);
    undo(game);
    CHECK_SAME(mines_game_redo(game, &(mines_options){.size = 1}, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(changed_count(game), 0);
    CHECK_SAME(mines_game_act(game, (mines_action_kind)4, 0, 0, NULL, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_game_act(game, (mines_action_kind)-1, 0, 0, NULL, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_game_act(game, (mines_action_kind)32, 0, 0, NULL, NULL), MINES_BAD_ARGUMENT);
    mines_game_free(game);
}

/* ---- The undo log */

/* Runs are sorted and joined, whatever order the cells were recorded in. */
static void runs(void)
{
    enum { MOST = 4000 };
    static uint32_t site[MOST];
    for (uint32_t n = 0; n < 300; n++) {
        mcore_arena arena;
        mcore_poll poll;
        mcore_poll_init(&poll, NULL, UINT64_MAX);
        mcore_undo_log log;
        mcore_arena_init(&arena, UINT64_MAX);
        mcore_undo_log_init(&log, &arena);
        uint32_t count = n < 100 ? 1 + n : 1 + below(MOST), most = (uint32_t)1 << (12 + n % 17), lowest = below(most);
        for (uint32_t i = 0; i < count; i++) /* all different, ascending or descending, dense or sparse */
            site[i] = lowest + (n % 3 == 0 ? i : n % 3 == 1 ? count - i : i * (most / MOST + 1));
        for (uint32_t i = count; i-- > 1 && n % 2 == 0;) {
            uint32_t other = below(i + 1), moved = site[i];
            site[i] = site[other];
            site[other] = moved;
        }
        CHECK(mcore_undo_log_begin(&log));
        for (uint32_t i = 0; i < count; i++)
            CHECK(mcore_undo_log_record(&log, site[i]));
        CHECK(mcore_undo_log_commit(&log, &poll, MINES_ACTION_OPEN, site[0], 0, false));
        uint32_t recorded = 0;
        uint64_t sum = 0, wanted = 0;
        for (uint32_t i = 0; i < log.runs; i++) {
            const mcore_run *run = &log.run[i];
            CHECK(run->length > 0 && (i == 0 || run[-1].site + run[-1].length < run->site));
            recorded += run->length;
            for (uint32_t k = 0; k < run->length; k++)
                sum += (uint64_t)(run->site + k) * (run->site + k);
        }
        for (uint32_t i = 0; i < count; i++)
            wanted += (uint64_t)site[i] * site[i];
        CHECK_SAME(recorded, count);
        CHECK(sum == wanted);
        CHECK(log.changed == 0 && log.changed_end == log.runs && log.done == 1);
        mcore_arena_free(&arena);
    }
}

/* ---- Large boards */

/* What a first click opens when some cells are flagged, by a queue of cells. */
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

/* Floods of many shapes against the queue. */
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
        if (n % 10 == 9) { /* a snake: every sixth row is full of mines except at one end */
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
        size_t count = flooded(mask, flags, SIDE, first, opened), at = 0, changes = 0;
        mines_game_board(game, board);
        CHECK_SAME(mines_game_changed(game, changed, CELLS, &changes), MINES_OK);
        CHECK_SAME(changes, count);
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
    const uint32_t side = 4000, middle = side / 2, cells = side * side;
    uint8_t *mask = calloc(side, side);
    uint32_t *changed = malloc(cells * sizeof *changed);
    size_t count;
    mines_game *game;
    CHECK_SAME(mines_game_new(mask, side, side, NULL, &game), MINES_OK);
    for (int round = 0; round < 2; round++) {
        CHECK_SAME(act(game, OPEN, middle, middle), MINES_REFUSAL_NONE);
        CHECK_SAME(info_of(game).state, MINES_GAME_WON);
        CHECK_SAME(mines_game_changed(game, changed, cells, &count), MINES_OK);
        CHECK(count == cells && changed[0] == 0 && changed[cells - 1] == cells - 1);
        CHECK_SAME(mines_game_undo(game, NULL, NULL), MINES_OK);
        CHECK_SAME(changed_count(game), cells);
        CHECK_SAME(info_of(game).opened, 0);
    }
    CHECK(game->arena.used < (uint64_t)cells * 11 / 10); /* one byte per cell, and the runs of an action */
    mines_game_free(game);
    free(changed);
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
    uint32_t last = 0;
    CHECK_SAME(mines_game_changed(game, &last, 1, &count), MINES_OK);
    CHECK(count == 1 && last == MINES_MAX_GAME_SIDE - 1);
    mines_game_free(game);
    free(mask);
}

/* ---- Lack of memory */

/* An action without memory changes nothing, and succeeds when there is memory. */
static void no_memory(void)
{
    enum { SIDE = 500, CELLS = SIDE * SIDE };
    static char board[CELLS], after[CELLS];
    for (uint64_t seed = 0; seed < 4; seed++) {
        mines_game *game, *copy;
        mines_refusal refusal;
        mines_game_new_random(SIDE, SIDE, CELLS / 20, seed, MINES_FIRST_OPENING, NULL, &game);
        act(game, FLAG, 0, 0);
        act(game, FLAG, 0, 1);
        mines_game_undo(game, NULL, NULL);
        mines_game_info info = info_of(game);
        game->arena.limit = 0; /* not even for the mask */
        CHECK_SAME(mines_game_act(game, MINES_ACTION_OPEN, 250, 250, NULL, &refusal), MINES_OUT_OF_MEMORY);
        CHECK_SAME(changed_count(game), 0);
        mines_game_info same = info_of(game);
        CHECK(memcmp(&info, &same, sizeof info) == 0);
        game->arena.limit = game->arena.used + CELLS + 200; /* for the mask, but not for the log */
        CHECK_SAME(mines_game_act(game, MINES_ACTION_OPEN, 250, 250, NULL, &refusal), MINES_OUT_OF_MEMORY);
        same = info_of(game);
        CHECK(memcmp(&info, &same, sizeof info) == 0);
        CHECK(same.placed == 0 && same.opened == 0 && same.flags == 1 && same.undone == 1);
        mines_game_board(game, board);
        for (uint32_t i = 0; i < CELLS; i++)
            CHECK(board[i] == '-');
        game->arena.limit = UINT64_MAX;
        CHECK_SAME(redo(game), MINES_REFUSAL_NONE);
        CHECK_SAME(info_of(game).flags, 2);
        act(game, OPEN, 250, 250);
        mines_game_board(game, board);
        info = info_of(game);
        CHECK(info.state == MINES_GAME_PLAYING && info.opened > CELLS / 2);

        /* undo and redo of the first click need no memory: the mines stay placed */
        game->arena.limit = 0;
        mines_game_undo(game, NULL, NULL);
        CHECK_SAME(redo(game), MINES_REFUSAL_NONE);
        mines_game_board(game, after);
        CHECK(memcmp(board, after, CELLS) == 0);
        game->arena.limit = UINT64_MAX;

        /* a copy made before the flood has to allocate memory of its own to redo it */
        mines_game_undo(game, NULL, NULL);
        mines_game_undo(game, NULL, NULL);
        CHECK_SAME(mines_game_copy(game, NULL, &copy), MINES_OK);
        mines_game_free(game);
        CHECK_SAME(redo(copy), MINES_REFUSAL_NONE);
        copy->arena.limit = 0;
        CHECK_SAME(mines_game_redo(copy, NULL, &refusal), MINES_OUT_OF_MEMORY);
        CHECK_SAME(refusal, MINES_REFUSAL_NONE);
        CHECK(info_of(copy).opened == 0 && info_of(copy).undone == 1 && info_of(copy).actions == 2);
        copy->arena.limit = UINT64_MAX;
        CHECK_SAME(redo(copy), MINES_REFUSAL_NONE);
        mines_game_board(copy, after);
        CHECK(memcmp(board, after, CELLS) == 0);
        same = info_of(copy);
        CHECK(memcmp(&info, &same, sizeof info) == 0);
        mines_game_free(copy);
    }
}

/* ---- Interrupts */

/* An action interrupted at the first poll, the second, the fourth and so on changes nothing; one that is polled often
   but not interrupted has the same result as one without polls. */
static void interrupts(void)
{
    uint32_t left, stopped = 0;
    mines_options options = {.size = sizeof options, .poll = interrupt_later, .context = &left};
    mines_status status;
    mines_refusal refusal;
    mines_game *game, *calm;
    char *board = malloc(BIG_CELLS), *after = malloc(BIG_CELLS);
    uint8_t *mask = malloc(BIG_CELLS);
    CHECK_SAME(mines_game_new_random(BIG, BIG, BIG_CELLS / 20, 9, MINES_FIRST_OPENING, NULL, &calm), MINES_OK);
    CHECK_SAME(act(calm, OPEN, 700, 700), MINES_REFUSAL_NONE);
    CHECK_SAME(mines_game_mask(calm, mask), MINES_OK);
    CHECK_SAME(mines_game_board(calm, board), MINES_OK);

    /* the first click, when an undone flag could be redone */
    CHECK_SAME(mines_game_new_random(BIG, BIG, BIG_CELLS / 20, 9, MINES_FIRST_OPENING, NULL, &game), MINES_OK);
    act(game, FLAG, 0, 0);
    mines_game_undo(game, NULL, NULL);
    mines_game_info info = info_of(game);
    uint32_t polls = 1;
    for (; left = polls, (status = mines_game_act(game, MINES_ACTION_OPEN, 700, 700, &options, &refusal)) != MINES_OK;
         polls *= 2, stopped++) {
        CHECK(status == MINES_INTERRUPTED && refusal == MINES_REFUSAL_NONE);
        check_untouched(game, &info, after);
    }
    CHECK(stopped > 0);
    mines_game_board(game, after);
    CHECK(memcmp(board, after, BIG_CELLS) == 0);

    /* redo it */
    mines_game_undo(game, NULL, NULL);
    info = info_of(game);
    for (polls = 1; left = polls, (status = mines_game_redo(game, &options, &refusal)) != MINES_OK;
         polls *= 2, stopped++) {
        CHECK(status == MINES_INTERRUPTED && refusal == MINES_REFUSAL_NONE);
        check_untouched(game, &info, after);
    }
    CHECK_SAME(refusal, MINES_REFUSAL_NONE);
    mines_game_board(game, after);
    CHECK(memcmp(board, after, BIG_CELLS) == 0);
    mines_game_free(game);

    /* a game with these mines */
    for (polls = 1; left = polls, (status = mines_game_new(mask, BIG, BIG, &options, &game)) != MINES_OK; polls *= 2) {
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

/* The poll function of a call can't use its game, and changes nothing in trying. */
static void busy(void)
{
    mines_game *game, *calm;
    mines_options options = {.size = sizeof options, .poll = meddle, .context = &game};
    char *board = malloc(BIG_CELLS), *after = malloc(BIG_CELLS);
    mines_refusal refusal;
    unsigned long before = check_count;
    CHECK_SAME(mines_game_new_random(BIG, BIG, BIG_CELLS / 20, 9, MINES_FIRST_OPENING, NULL, &game), MINES_OK);
    act(game, FLAG, 20, 20);
    CHECK_SAME(mines_game_copy(game, NULL, &calm), MINES_OK);
    CHECK_SAME(act(calm, OPEN, 700, 700), MINES_REFUSAL_NONE);
    CHECK_SAME(mines_game_act(game, MINES_ACTION_OPEN, 700, 700, &options, &refusal), MINES_OK);
    CHECK(check_count > before + 12); /* it was called */
    mines_game_info info = info_of(calm);
    check_info(game, &info);
    mines_game_board(game, board);
    mines_game_board(calm, after);
    CHECK(memcmp(board, after, BIG_CELLS) == 0);
    mines_game_undo(game, NULL, NULL);
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
    for (int i = MINES_REFUSAL_NONE; i <= MINES_REFUSAL_NOTHING; i++)
        CHECK(refused[i] > 50);
    CHECK(refused[MINES_REFUSAL_NO_UNDO] > 5 && refused[MINES_REFUSAL_NO_REDO] > 50);
    runs();
    large_floods();
    huge();
    no_memory();
    interrupts();
    busy();
    return check_done("test_game");
}
