#include "flags_game.h"

static uint32_t count_mines(const uint8_t *mask, size_t cells)
{
    uint32_t mines = 0;
    for (size_t i = 0; i < cells; i++)
        mines += mask[i] != 0;
    return mines;
}

static uint32_t or_default(uint32_t value, uint32_t usual) { return value != 0 ? value : usual; }

bool mcore_flags_complete(mines_flags_rules *rules, const uint8_t *mask)
{
    rules->rows = or_default(rules->rows, 16);
    rules->cols = or_default(rules->cols, 16);
    if (!mcore_field_fits(rules->rows, rules->cols))
        return false;
    uint32_t cells = rules->rows * rules->cols, requested = rules->mines;
    rules->mines = mask != NULL ? count_mines(mask, cells) : or_default(requested, 51);
    if (rules->mines > cells || (mask != NULL && requested != 0 && requested != rules->mines))
        return false;
    rules->wins = or_default(rules->wins, rules->mines / 2 + 1);
    rules->bombs = rules->no_bombs ? 0 : or_default(rules->bombs, 1);
    rules->radius = or_default(rules->radius, 2);
    return true;
}

static uint32_t score(const mines_game *game, uint32_t player)
{
    return player == 0 ? game->field.found - game->field.flagged : game->field.flagged;
}

static int32_t winner(const mines_game *game)
{
    for (uint32_t player = 0; player < 2; player++) {
        if (score(game, player) >= game->of.flags.rules.wins)
            return (int32_t)player;
    }
    return -1;
}

static bool over(const mines_game *game) { return game->field.found == game->field.mines || winner(game) >= 0; }

static mines_game_state state(const mines_game *game)
{
    if (over(game))
        return MINES_GAME_OVER;
    return game->field.opened + game->field.found > 0 ? MINES_GAME_PLAYING : MINES_GAME_NEW;
}

/* The cells that a bomb opens. */
typedef struct square {
    uint32_t height, width;
    uint32_t site; /* of the top left cell */
} square;

static square square_around(const mines_game *game, uint32_t site)
{
    const mcore_field *field = &game->field;
    uint32_t row = site / field->stride - 1, col = site % field->stride - 1, radius = game->of.flags.rules.radius;
    uint32_t top = row - mcore_min(row, radius), bottom = row + mcore_min(field->rows - 1 - row, radius);
    uint32_t left = col - mcore_min(col, radius), right = col + mcore_min(field->cols - 1 - col, radius);
    return (square){bottom - top + 1, right - left + 1, mcore_field_site(field, top, left)};
}

static bool any_unopened(const mcore_field *field, square square)
{
    for (uint32_t down = 0; down < square.height; down++) {
        const uint8_t *cell = field->cell + square.site + down * field->stride;
        for (uint32_t right = 0; right < square.width; right++) {
            if (!(cell[right] & MCORE_CELL_OPENED))
                return true;
        }
    }
    return false;
}

/* Why the player to move may not use a bomb on any cell. */
static mines_refusal refuse_bombs(const mines_game *game)
{
    uint32_t turn = game->turn;
    if (over(game))
        return MINES_REFUSAL_OVER;
    if (game->of.flags.bombs[turn] == 0)
        return MINES_REFUSAL_BOMB_USED;
    bool may = game->of.flags.rules.bomb_anytime || score(game, turn) < score(game, 1 - turn);
    return may ? MINES_REFUSAL_NONE : MINES_REFUSAL_NOT_BEHIND;
}

static mines_refusal refusal(const mines_game *game, mines_action_kind kind, uint32_t site)
{
    if (over(game))
        return MINES_REFUSAL_OVER;
    if (kind == MINES_ACTION_OPEN)
        return game->field.cell[site] & MCORE_CELL_OPENED ? MINES_REFUSAL_OPENED : MINES_REFUSAL_NONE;
    mines_refusal none = refuse_bombs(game);
    if (none != MINES_REFUSAL_NONE)
        return none;
    return any_unopened(&game->field, square_around(game, site)) ? MINES_REFUSAL_NONE : MINES_REFUSAL_NOTHING;
}

static bool bomb(mines_game *game, uint32_t site, mcore_poll *poll)
{
    mcore_field *field = &game->field;
    bool flood = !game->of.flags.rules.bomb_no_flood;
    square square = square_around(game, site);
    for (uint32_t down = 0; down < square.height; down++) {
        uint32_t first = square.site + down * field->stride;
        for (uint32_t other = first; other < first + square.width; other++) {
            if (field->cell[other] & MCORE_CELL_OPENED)
                continue;
            if (!(flood ? mcore_field_open(field, &game->log, poll, other)
                        : mcore_field_open_one(field, &game->log, other)))
                return false;
        }
        if (mcore_poll_step(poll, mcore_poll_work(square.width)))
            return false;
    }
    return !flood || mcore_field_flood(field, &game->log, poll);
}

static bool perform(mines_game *game, mines_action_kind kind, uint32_t site, mcore_poll *poll)
{
    if (kind == MINES_ACTION_BOMB)
        return bomb(game, site, poll);
    return mcore_field_open(&game->field, &game->log, poll, site) && mcore_field_flood(&game->field, &game->log, poll);
}

static void performed(mines_game *game, mines_action_kind kind, bool found)
{
    uint32_t turn = game->turn;
    if (turn == 1)
        mcore_field_credit_player_1(&game->field, &game->log, game->log.changed, game->log.changed_end);
    if (kind == MINES_ACTION_BOMB)
        game->of.flags.bombs[turn]--;
    bool plays_on = found && (kind == MINES_ACTION_OPEN || game->of.flags.rules.bomb_plays_on);
    game->turn = plays_on ? turn : 1 - turn;
}

static void undone(mines_game *game, const mcore_step *step)
{
    game->turn = step->player;
    game->of.flags.bombs[step->player] += step->kind == MINES_ACTION_BOMB;
}

static bool placed(const mines_game *game)
{
    (void)game;
    return true;
}

static void get_info(const mines_game *game, mines_game_info *info)
{
    info->wins = game->of.flags.rules.wins;
    info->radius = game->of.flags.rules.radius;
    info->can_bomb = refuse_bombs(game) == MINES_REFUSAL_NONE;
    info->winner = winner(game);
    for (uint32_t player = 0; player < 2; player++) {
        info->score[player] = score(game, player);
        info->bombs[player] = game->of.flags.bombs[player];
    }
}

static void owner(const mines_game *game, uint8_t *owner)
{
    const mcore_field *field = &game->field;
    const uint8_t found = MCORE_CELL_MINE | MCORE_CELL_OPENED;
    for (uint32_t row = 0; row < field->rows; row++) {
        const uint8_t *cell = field->cell + mcore_field_site(field, row, 0);
        for (uint32_t col = 0; col < field->cols; col++)
            *owner++ = (cell[col] & found) != found ? 0 : cell[col] & MCORE_CELL_PLAYER_1 ? 2 : 1;
    }
}

static const mcore_game_rules flags_game_rules = {
    .kind = MINES_GAME_FLAGS,
    .actions = 1u << MINES_ACTION_OPEN | 1u << MINES_ACTION_BOMB,
    .refusal = refusal,
    .perform = perform,
    .performed = performed,
    .undone = undone,
    .placed = placed,
    .state = state,
    .get_info = get_info,
    .owner = owner,
};

mines_game *mcore_flags_new(const mines_flags_rules *rules, const uint8_t *mask, uint64_t seed, mcore_poll *poll)
{
    mines_game *game = mcore_game_new(&flags_game_rules, rules->rows, rules->cols, rules->mines);
    if (game == NULL)
        return NULL;
    game->of.flags.rules = *rules;
    game->of.flags.bombs[0] = game->of.flags.bombs[1] = rules->bombs;
    mcore_field *field = &game->field;
    if (mask != NULL ? mcore_field_set_mines(field, mask, poll)
                     : mcore_field_place_mines(field, &game->arena, seed, MINES_FIRST_ANYTHING,
                                               mcore_field_site(field, 0, 0), poll))
        return game;
    mcore_game_free(game);
    return NULL;
}
