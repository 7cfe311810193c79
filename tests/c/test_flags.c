/* test_flags.c - Minesweeper Flags against the plain rules, move by move, with all rules; special positions; lack of
   memory; interrupts. */
#include "../../core/generation/placement.h"

#include "played_game.h"

static const mines_action_kind OPEN = MINES_ACTION_OPEN, BOMB = MINES_ACTION_BOMB;

/* ---- Side by side */

static mines_flags_rules rules_of_game;
static bool random_game; /* without a mask */
static uint64_t seed_of_game;

static mines_game *new_game(void)
{
    mines_game *game;
    uint8_t mask[PLAIN_CELLS];
    twin_mask(mask);
    CHECK_SAME(mines_game_new_flags(&rules_of_game, random_game ? NULL : mask, seed_of_game, NULL, &game), MINES_OK);
    return game;
}

/* Set the twin's rules, with their defaults; its mines are set. */
static void set_rules(const mines_flags_rules *rules)
{
    twin.flags = true;
    twin.rules = *rules;
    twin.rules.wins = rules->wins != 0 ? rules->wins : (uint32_t)twin.mines / 2 + 1;
    twin.rules.radius = rules->radius != 0 ? rules->radius : 2;
    for (int player = 0; player < 2; player++)
        twin.past[0].bombs[player] = rules->no_bombs ? 0 : rules->bombs != 0 ? (int)rules->bombs : 1;
}

/* Half of the opened cells are mines. */
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

static void side_by_side(uint32_t games)
{
    static const play flags = {
        .choose = choose,
        .new_game = new_game,
        .kinds = {MINES_ACTION_OPEN, MINES_ACTION_BOMB},
        .wrong = {MINES_ACTION_FLAG, MINES_ACTION_CHORD},
        .undo = 5,
        .redo = 4,
        .fail = 2,
    };
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
        random_game = n % 2 != 0;
        seed_of_game = n;
        uint8_t mask[PLAIN_CELLS] = {0};
        const mcore_placement placing = {rules.rows, rules.cols, rules.mines, MINES_FIRST_ANYTHING, 0, 0};
        mcore_placement_board(&placing, n, 0, NULL, mask);
        for (uint32_t i = 0; i < cells; i++)
            twin.mine[i] = (char)mask[i];
        twin.rows = (int)rules.rows;
        twin.cols = (int)rules.cols;
        twin.mines = (int)rules.mines;
        set_rules(&rules);
        rules_of_game = rules;
        play_game(&flags, 20 + below(120));
    }
}

/* ---- Special positions */

/* A game from rows separated by '/', '*' for a mine; rules may be NULL. */
static mines_game *game_of(const char *text, const mines_flags_rules *rules)
{
    uint8_t mask[PLAIN_CELLS];
    mines_flags_rules sized = {.size = sizeof sized};
    if (rules != NULL)
        sized = *rules;
    mines_game *game;
    mask_of(text, mask, &sized.rows, &sized.cols);
    CHECK_SAME(mines_game_new_flags(&sized, mask, 0, NULL, &game), MINES_OK);
    return game;
}

static void the_usual_game(void)
{
    mines_game *game, *other;
    CHECK_SAME(mines_game_new_flags(NULL, NULL, 7, NULL, &game), MINES_OK);
    mines_game_info info = info_of(game);
    CHECK(info.rows == 16 && info.cols == 16 && info.mines == 51 && info.wins == 26);
    CHECK(info.turn == 0 && info.bombs[0] == 1 && info.bombs[1] == 1 && info.winner == -1 &&
          info.state == MINES_GAME_NEW);
    CHECK(info.kind == MINES_GAME_FLAGS && info.placed == 1 && info.radius == 2 && info.can_bomb == 0);
    uint8_t mask[256], same[256];
    mines_game_mask(game, mask);
    uint32_t found = 0, last = 0;
    for (uint32_t i = 0; i < 256 && found < 26; i++) { /* player 0 finds one mine after the other */
        if (mask[i] == 0)
            continue;
        CHECK_SAME(act(game, OPEN, i / 16, i % 16), MINES_REFUSAL_NONE);
        found++;
        info = info_of(game);
        CHECK(info.score[0] == found && info.score[1] == 0 && (info.state == MINES_GAME_OVER) == (found == 26));
        CHECK(info.winner == (found == 26 ? 0 : -1) && (found == 26 || info.turn == 0));
        last = i;
    }
    CHECK_SAME(act(game, OPEN, 15, 15), MINES_REFUSAL_OVER);
    CHECK_SAME(act(game, BOMB, 15, 15), MINES_REFUSAL_OVER);
    CHECK_SAME(act(game, OPEN, last / 16, last % 16), MINES_REFUSAL_OVER);
    mines_game_undo(game, NULL, NULL);
    info = info_of(game);
    CHECK(info.score[0] == 25 && info.state != MINES_GAME_OVER && info.turn == 0);
    mines_flags_rules rules = {.size = sizeof rules};
    CHECK_SAME(mines_game_new_flags(&rules, NULL, 7, NULL, &other), MINES_OK);
    mines_game_mask(other, same);
    CHECK(memcmp(mask, same, 256) == 0);
    mines_game_free(other);
    CHECK_SAME(mines_game_new_flags(&rules, NULL, 8, NULL, &other), MINES_OK);
    mines_game_mask(other, same);
    CHECK(memcmp(mask, same, 256) != 0);
    mines_game_free(other);
    mines_game_free(game);
}

static void bombs(void)
{
    /* 7 mines; player 1's bomb is clipped by the corner, finds all mines in it, floods beyond it and ends the turn */
    const char *text = "**...../....*../......./......./......./**.**..";
    mines_game *game = game_of(text, NULL);
    CHECK_SAME(act(game, BOMB, 0, 0), MINES_REFUSAL_NOT_BEHIND);
    act(game, OPEN, 5, 0);
    CHECK_SAME(info_of(game).turn, 0);
    CHECK_SAME(act(game, BOMB, 0, 0), MINES_REFUSAL_NOT_BEHIND); /* the player is ahead */
    act(game, OPEN, 5, 2);
    CHECK_SAME(info_of(game).turn, 1);
    CHECK_TEXT(shown(game), "-------/-------/-------/-------/-------/A-2----");
    CHECK_SAME(act(game, BOMB, 0, 0), MINES_REFUSAL_NONE);
    CHECK_TEXT(shown(game), "BB1--10/2211-10/0001110/0000000/2222210/A-2--10");
    mines_game_info info = info_of(game);
    CHECK(info.turn == 0 && info.score[0] == 1 && info.score[1] == 2 && info.bombs[0] == 1 && info.bombs[1] == 0);
    CHECK_SAME(act(game, BOMB, 1, 0), MINES_REFUSAL_NOTHING); /* the player is behind, but all cells there are open */
    CHECK_SAME(act(game, OPEN, 2, 0), MINES_REFUSAL_OPENED);
    CHECK_SAME(info_of(game).turn, 0); /* a refused action doesn't end the turn */
    CHECK_SAME(act(game, BOMB, 2, 6), MINES_REFUSAL_NONE);
    info = info_of(game);
    CHECK(info.turn == 1 && info.score[0] == 2 && info.bombs[0] == 0);
    CHECK_SAME(act(game, BOMB, 5, 6), MINES_REFUSAL_BOMB_USED);
    mines_game_undo(game, NULL, NULL);
    mines_game_undo(game, NULL, NULL);
    info = info_of(game);
    CHECK(info.turn == 1 && info.score[1] == 0 && info.bombs[0] == 1 && info.bombs[1] == 1 && info.undone == 2);
    mines_game_free(game);

    /* other rules */
    mines_flags_rules rules = {.size = sizeof rules, .radius = 1, .bomb_anytime = 1, .bomb_plays_on = 1};
    game = game_of(text, &rules);
    CHECK_SAME(act(game, BOMB, 0, 0), MINES_REFUSAL_NONE);
    CHECK_TEXT(shown(game), "AA-----/22-----/-------/-------/-------/-------");
    CHECK_SAME(info_of(game).turn, 0);
    CHECK_SAME(act(game, BOMB, 5, 0), MINES_REFUSAL_BOMB_USED);
    mines_game_free(game);
    rules = (mines_flags_rules){.size = sizeof rules, .bombs = 2, .bomb_anytime = 1, .bomb_no_flood = 1};
    game = game_of(text, &rules);
    CHECK_SAME(act(game, BOMB, 0, 0), MINES_REFUSAL_NONE);
    CHECK_TEXT(shown(game), "AA1----/221----/000----/-------/-------/-------");
    CHECK_SAME(info_of(game).turn, 1);
    CHECK_SAME(act(game, OPEN, 2, 3), MINES_REFUSAL_NONE); /* opened 0s don't flood later */
    CHECK_TEXT(shown(game), "AA1----/221----/0001---/-------/-------/-------");
    CHECK_SAME(act(game, OPEN, 3, 3), MINES_REFUSAL_NONE); /* and another flood doesn't go through them */
    CHECK_TEXT(shown(game), "AA1--10/221--10/0001110/0000000/2222210/-----10");
    mines_game_free(game);
    rules = (mines_flags_rules){.size = sizeof rules, .bombs = 2, .bomb_anytime = 1, .no_bombs = 1};
    game = game_of(text, &rules);
    CHECK_SAME(act(game, BOMB, 0, 0), MINES_REFUSAL_BOMB_USED);
    mines_game_free(game);
    rules = (mines_flags_rules){.size = sizeof rules, .radius = UINT32_MAX, .bomb_anytime = 1};
    game = game_of(text, &rules); /* a bomb may win with more mines than needed */
    CHECK_SAME(act(game, BOMB, 3, 3), MINES_REFUSAL_NONE);
    info = info_of(game);
    CHECK(info.state == MINES_GAME_OVER && info.winner == 0 && info.score[0] == 7 && info.opened == 35);
    mines_game_free(game);
}

static void ends(void)
{
    mines_game *game = game_of("*.*.", NULL); /* two mines, and 2 win: one each is a draw */
    act(game, OPEN, 0, 0);
    act(game, OPEN, 0, 1);
    act(game, OPEN, 0, 2);
    mines_game_info info = info_of(game);
    CHECK_TEXT(shown(game), "A2B-");
    CHECK(info.state == MINES_GAME_OVER && info.winner == -1 && info.score[0] == 1 && info.score[1] == 1);
    CHECK_SAME(act(game, OPEN, 0, 3), MINES_REFUSAL_OVER);
    mines_game_free(game);
    game = game_of("...", NULL); /* without mines */
    info = info_of(game);
    CHECK(info.state == MINES_GAME_OVER && info.winner == -1 && info.mines == 0);
    mines_game_free(game);
    mines_flags_rules rules = {.size = sizeof rules, .wins = 9};
    game = game_of("**", &rules); /* more than there are mines: nobody wins */
    act(game, OPEN, 0, 0);
    act(game, OPEN, 0, 1);
    info = info_of(game);
    CHECK(info.state == MINES_GAME_OVER && info.winner == -1 && info.score[0] == 2);
    mines_game_free(game);
    rules.wins = 1;
    game = game_of(".**", &rules);
    act(game, OPEN, 0, 0);
    act(game, OPEN, 0, 2);
    CHECK_SAME(info_of(game).winner, 1);
    CHECK_SAME(act(game, OPEN, 0, 1), MINES_REFUSAL_OVER);
    mines_game_free(game);
}

static void arguments(void)
{
    mines_game *game = (mines_game *)&twin;
    mines_flags_rules rules = {.size = sizeof rules, .rows = 5, .cols = 10};
    uint8_t mask[256] = {0, 1, 1};
    CHECK_SAME(mines_game_new_flags(&rules, NULL, 0, NULL, &game), MINES_BAD_ARGUMENT); /* 51 mines, 50 cells */
    CHECK(game == NULL);
    rules.mines = 50;
    CHECK_SAME(mines_game_new_flags(&rules, NULL, 0, NULL, &game), MINES_OK);
    mines_game_free(game);
    CHECK_SAME(mines_game_new_flags(&rules, mask, 0, NULL, &game), MINES_BAD_ARGUMENT); /* the mask has 2 */
    rules.mines = 2;
    CHECK_SAME(mines_game_new_flags(&rules, mask, 0, NULL, &game), MINES_OK);
    mines_game_free(game);
    rules = (mines_flags_rules){.size = sizeof rules, .rows = MINES_MAX_GAME_SIDE + 1};
    CHECK_SAME(mines_game_new_flags(&rules, mask, 0, NULL, &game), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_game_new_flags(NULL, mask, 0, NULL, &game), MINES_OK); /* 16 x 16, with the mines of the mask */
    CHECK_SAME(info_of(game).mines, 2);

    /* undo and redo, and calls that fail or are refused */
    uint32_t cell = 77;
    size_t count;
    act(game, OPEN, 15, 15);
    act(game, OPEN, 0, 1);
    CHECK_SAME(undo(game), MINES_REFUSAL_NONE);
    CHECK_SAME(mines_game_changed(game, &cell, 1, &count), MINES_OK);
    CHECK(count == 1 && cell == 1);
    CHECK_SAME(undo(game), MINES_REFUSAL_NONE);
    CHECK(changed_count(game) > 200);
    CHECK_SAME(undo(game), MINES_REFUSAL_NO_UNDO);
    CHECK_SAME(changed_count(game), 0);
    CHECK_SAME(redo(game), MINES_REFUSAL_NONE);
    CHECK_SAME(redo(game), MINES_REFUSAL_NONE);
    CHECK_SAME(changed_count(game), 1);
    CHECK_SAME(mines_game_act(game, MINES_ACTION_OPEN, 16, 0, NULL, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(changed_count(game), 0);
    CHECK_SAME(mines_game_act(game, (mines_action_kind)4, 0, 0, NULL, NULL), MINES_BAD_ARGUMENT);
    CHECK_SAME(mines_game_act(game, (mines_action_kind)-1, 0, 0, NULL, NULL), MINES_BAD_ARGUMENT);
    mines_game_free(game);
}

/* An action without memory changes nothing, here player 1's bomb, and succeeds when there is memory. */
static void no_memory(void)
{
    mines_flags_rules rules = {
        .size = sizeof rules, .rows = 500, .cols = 500, .mines = 12500, .radius = 60, .bomb_anytime = 1};
    mines_game *game;
    static char before[250000], after[250000];
    CHECK_SAME(mines_game_new_flags(&rules, NULL, 3, NULL, &game), MINES_OK);
    uint8_t *mask = malloc(250000);
    mines_game_mask(game, mask);
    uint32_t first = 0;
    while (mask[first] != 0 || mask[first + 1] == 0) /* player 0 opens one cell, a number */
        first++;
    act(game, OPEN, 0, first);
    free(mask);
    mines_game_info info = info_of(game), same;
    CHECK(info.turn == 1 && info.opened == 1);
    mines_game_board(game, before);
    game->arena.limit = 0;
    CHECK_SAME(mines_game_act(game, MINES_ACTION_BOMB, 250, 250, NULL, NULL), MINES_OUT_OF_MEMORY);
    same = info_of(game);
    CHECK(memcmp(&info, &same, sizeof info) == 0);
    mines_game_board(game, after);
    CHECK(memcmp(before, after, sizeof after) == 0);
    CHECK_SAME(changed_count(game), 0);
    game->arena.limit = UINT64_MAX;
    CHECK_SAME(act(game, BOMB, 250, 250), MINES_REFUSAL_NONE);
    same = info_of(game);
    CHECK(same.score[1] > 300 && same.turn == 0 && same.bombs[1] == 0 && same.opened > 100000);
    CHECK_SAME(undo(game), MINES_REFUSAL_NONE);
    same = info_of(game);
    CHECK(same.undone == 1);
    same.undone = 0;
    CHECK(memcmp(&info, &same, sizeof info) == 0);
    mines_game_board(game, after);
    CHECK(memcmp(before, after, sizeof after) == 0);
    mines_game_free(game);
}

/* A bomb on the whole board that is interrupted at the first poll, the second, the fourth and so on changes nothing,
   with and without a flood. */
static void interrupts(void)
{
    uint32_t left, stopped = 0, polls = 1;
    mines_refusal refusal;
    mines_options options = {.size = sizeof options, .poll = interrupt_later, .context = &left};
    mines_flags_rules rules = {
        .size = sizeof rules, .rows = BIG, .cols = BIG, .mines = BIG_CELLS / 20, .radius = BIG, .bomb_anytime = 1};
    mines_game *game;
    char *board = malloc(BIG_CELLS);
    for (int round = 0; round < 2; round++) {
        rules.bomb_no_flood = round == 1;
        mines_status status;
        for (polls = 1; left = polls, (status = mines_game_new_flags(&rules, NULL, 4, &options, &game)) != MINES_OK;
             polls *= 2)
            CHECK(status == MINES_INTERRUPTED && game == NULL);
        mines_game_info info = info_of(game), same;
        for (polls = 1; left = polls, (status = mines_game_act(game, BOMB, 10, 10, &options, NULL)) != MINES_OK;
             polls *= 2, stopped++) {
            CHECK_SAME(status, MINES_INTERRUPTED);
            check_untouched(game, &info, board);
        }
        same = info_of(game);
        CHECK(same.opened == BIG_CELLS - rules.mines && same.score[0] == rules.mines && same.state == MINES_GAME_OVER);
        mines_game_undo(game, NULL, NULL);
        for (polls = 1; left = polls, (status = mines_game_redo(game, &options, &refusal)) != MINES_OK; polls *= 2) {
            CHECK(status == MINES_INTERRUPTED && refusal == MINES_REFUSAL_NONE);
            CHECK_SAME(info_of(game).undone, 1);
        }
        CHECK_SAME(refusal, MINES_REFUSAL_NONE);
        check_info(game, &same);
        mines_game_free(game);
    }
    CHECK(stopped > 0);
    free(board);
}

/* The poll function of a call can't use its game, and changes nothing in trying. */
static void busy(void)
{
    mines_flags_rules rules = {
        .size = sizeof rules, .rows = BIG, .cols = BIG, .mines = BIG * BIG / 20, .radius = BIG, .bomb_anytime = 1};
    mines_game *game;
    mines_options options = {.size = sizeof options, .poll = meddle, .context = &game};
    CHECK_SAME(mines_game_new_flags(&rules, NULL, 4, NULL, &game), MINES_OK);
    unsigned long before = check_count;
    CHECK_SAME(mines_game_act(game, BOMB, 10, 10, &options, NULL), MINES_OK);
    CHECK(check_count > before + 12); /* it was called */
    mines_game_info info = info_of(game);
    CHECK(info.opened == BIG * BIG - rules.mines && info.score[0] == rules.mines && info.state == MINES_GAME_OVER &&
          info.actions == 1);
    mines_game_free(game);
}

int main(void)
{
    the_usual_game();
    bombs();
    ends();
    arguments();
    side_by_side(500);
    CHECK(refused[MINES_REFUSAL_NONE] > 1000 && refused[MINES_REFUSAL_OVER] > 50 && refused[MINES_REFUSAL_OPENED] > 50);
    CHECK(refused[MINES_REFUSAL_NOTHING] > 5 && refused[MINES_REFUSAL_BOMB_USED] > 50 &&
          refused[MINES_REFUSAL_NOT_BEHIND] > 50);
    CHECK(refused[MINES_REFUSAL_NO_UNDO] > 5 && refused[MINES_REFUSAL_NO_REDO] > 50);
    CHECK(endings[0] > 10 && endings[1] > 20 && endings[2] > 20);
    no_memory();
    interrupts();
    busy();
    return check_done("test_flags");
}
