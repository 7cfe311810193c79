#include "classic_game.h"

static bool placed(const mines_game *game)
{
    return !game->of.classic.random || game->field.opened + game->field.found > 0;
}

static mines_game_state state(const mines_game *game)
{
    const mcore_field *field = &game->field;
    if (field->found > 0)
        return MINES_GAME_LOST;
    if (field->opened == 0)
        return MINES_GAME_NEW;
    return field->opened == field->rows * field->cols - field->mines ? MINES_GAME_WON : MINES_GAME_PLAYING;
}

/* The site of neighbour k, 0 .. 7, ascending. */
static uint32_t neighbour(const mcore_field *field, uint32_t site, int k)
{
    static const int8_t down[] = {-1, -1, -1, 0, 0, 1, 1, 1}, right[] = {-1, 0, 1, -1, 1, -1, 0, 1};
    return (uint32_t)((int32_t)site + down[k] * (int32_t)field->stride + right[k]);
}

static mines_refusal refuse_chord(const mcore_field *field, uint32_t site)
{
    uint8_t value = field->cell[site];
    if (!(value & MCORE_CELL_OPENED))
        return MINES_REFUSAL_UNOPENED;
    if ((value & MCORE_CELL_NUMBER) == 0)
        return MINES_REFUSAL_ZERO;
    uint32_t flags = 0, closed = 0;
    for (int k = 0; k < 8; k++) {
        uint8_t other = field->cell[neighbour(field, site, k)];
        flags += (other & MCORE_CELL_FLAG) != 0;
        closed += !(other & MCORE_CELL_KEPT);
    }
    if (flags != (value & MCORE_CELL_NUMBER))
        return MINES_REFUSAL_COUNT;
    return closed > 0 ? MINES_REFUSAL_NONE : MINES_REFUSAL_NOTHING;
}

static mines_refusal refusal(const mines_game *game, mines_action_kind kind, uint32_t site)
{
    mines_game_state now = state(game);
    uint8_t value = game->field.cell[site];
    if (now != MINES_GAME_NEW && now != MINES_GAME_PLAYING)
        return MINES_REFUSAL_OVER;
    if (kind == MINES_ACTION_CHORD)
        return refuse_chord(&game->field, site);
    if (value & MCORE_CELL_OPENED)
        return MINES_REFUSAL_OPENED;
    return kind == MINES_ACTION_OPEN && value & MCORE_CELL_FLAG ? MINES_REFUSAL_FLAGGED : MINES_REFUSAL_NONE;
}

/* Place the mines of a random game for a first click. They stay on the field when the click is undone: nothing shows
   them, and the same click needs them again. */
static bool place(mines_game *game, uint32_t site, mcore_poll *poll)
{
    if (placed(game) || game->of.classic.placed_for == site)
        return true;
    game->of.classic.placed_for = MCORE_NONE;
    if (!mcore_field_place_mines(&game->field, &game->arena, game->of.classic.seed, game->of.classic.first_click, site,
                                 poll))
        return false;
    game->of.classic.placed_for = site;
    return true;
}

static bool chord(mcore_field *field, mcore_undo_log *log, mcore_poll *poll, uint32_t site)
{
    for (int k = 0; k < 8; k++) {
        uint32_t other = neighbour(field, site, k);
        if (!(field->cell[other] & MCORE_CELL_KEPT) && !mcore_field_open(field, log, poll, other))
            return false;
    }
    return mcore_field_flood(field, log, poll);
}

static bool perform(mines_game *game, mines_action_kind kind, uint32_t site, mcore_poll *poll)
{
    if (kind == MINES_ACTION_FLAG)
        return mcore_field_toggle_flag(&game->field, &game->log, site);
    if (kind == MINES_ACTION_CHORD)
        return chord(&game->field, &game->log, poll, site);
    return place(game, site, poll) && mcore_field_open(&game->field, &game->log, poll, site) &&
           mcore_field_flood(&game->field, &game->log, poll);
}

static void get_info(const mines_game *game, mines_game_info *info) { info->flags = game->field.flagged; }

static void flagged(const mines_game *game, uint8_t *flagged)
{
    mcore_field_bits(&game->field, MCORE_CELL_FLAG, flagged);
}

static const mcore_game_rules classic_rules = {
    .kind = MINES_GAME_CLASSIC,
    .actions = 1u << MINES_ACTION_OPEN | 1u << MINES_ACTION_FLAG | 1u << MINES_ACTION_CHORD,
    .refusal = refusal,
    .perform = perform,
    .placed = placed,
    .state = state,
    .get_info = get_info,
    .flagged = flagged,
};

mines_game *mcore_classic_from_mask(const uint8_t *mask, uint32_t rows, uint32_t cols, mcore_poll *poll)
{
    mines_game *game = mcore_game_new(&classic_rules, rows, cols, 0);
    if (game != NULL && mcore_field_set_mines(&game->field, mask, poll))
        return game;
    mcore_game_free(game);
    return NULL;
}

mines_game *mcore_classic_random(uint32_t rows, uint32_t cols, uint32_t mines, uint64_t seed,
                                 mines_first_click first_click)
{
    mines_game *game = mcore_game_new(&classic_rules, rows, cols, mines);
    if (game != NULL) {
        game->of.classic.random = true;
        game->of.classic.seed = seed;
        game->of.classic.first_click = first_click;
        game->of.classic.placed_for = MCORE_NONE;
    }
    return game;
}
