#include "flags_game.h"

mines_flags_game *mcore_flags_new(const mines_flags_rules *rules, const uint8_t *mask, uint64_t seed, mcore_poll *poll)
{
    mines_flags_game *game = mcore_game_base_new(sizeof *game, rules->rows, rules->cols, rules->mines);
    if (game == NULL)
        return NULL;
    game->rules = *rules;
    game->bombs[0] = game->bombs[1] = rules->bombs;
    mcore_field *field = &game->record.field;
    if (mask != NULL ? mcore_field_set_mines(field, mask, poll)
                     : mcore_field_place_mines(field, &game->record.arena, seed, MINES_FIRST_ANYTHING,
                                               mcore_field_site(field, 0, 0), poll))
        return game;
    mcore_game_base_free(game);
    return NULL;
}

uint32_t mcore_flags_score(const mines_flags_game *game, uint32_t player)
{
    return player == 0 ? game->record.field.found - game->record.field.marked : game->record.field.marked;
}

int32_t mcore_flags_winner(const mines_flags_game *game)
{
    for (uint32_t player = 0; player < 2; player++) {
        if (mcore_flags_score(game, player) >= game->rules.wins)
            return (int32_t)player;
    }
    return -1;
}

bool mcore_flags_over(const mines_flags_game *game)
{
    return game->record.field.found == game->record.field.mines || mcore_flags_winner(game) >= 0;
}

/* The cells that a bomb opens: rows top .. bottom, columns left .. right, and the site of the first one. */
typedef struct square {
    uint32_t height, width;
    uint32_t site;
} square;

static square square_around(const mines_flags_game *game, uint32_t site)
{
    const mcore_field *field = &game->record.field;
    uint32_t row = site / field->stride - 1, col = site % field->stride - 1, radius = game->rules.radius;
    uint32_t top = row - mcore_min(row, radius), bottom = row + mcore_min(field->rows - 1 - row, radius);
    uint32_t left = col - mcore_min(col, radius), right = col + mcore_min(field->cols - 1 - col, radius);
    return (square){bottom - top + 1, right - left + 1, mcore_field_site(field, top, left)};
}

/* Is any cell of it unopened? */
static bool closed(const mcore_field *field, square square)
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

static mines_refusal refuse(const mines_flags_game *game, mines_action_kind kind, uint32_t site)
{
    uint32_t turn = game->turn;
    if (mcore_flags_over(game))
        return MINES_REFUSAL_OVER;
    if (kind == MINES_ACTION_OPEN)
        return game->record.field.cell[site] & MCORE_CELL_OPENED ? MINES_REFUSAL_OPENED : MINES_REFUSAL_NONE;
    if (game->bombs[turn] == 0)
        return MINES_REFUSAL_BOMB_USED;
    if (!game->rules.bomb_anytime && mcore_flags_score(game, turn) >= mcore_flags_score(game, 1 - turn))
        return MINES_REFUSAL_NOT_BEHIND;
    return closed(&game->record.field, square_around(game, site)) ? MINES_REFUSAL_NONE : MINES_REFUSAL_NOTHING;
}

static bool bomb(mines_flags_game *game, uint32_t site, mcore_poll *poll)
{
    mcore_field *field = &game->record.field;
    square square = square_around(game, site);
    for (uint32_t down = 0; down < square.height; down++) {
        uint32_t first = square.site + down * field->stride;
        for (uint32_t other = first; other < first + square.width; other++) {
            if (field->cell[other] & MCORE_CELL_OPENED)
                continue;
            if (!(game->rules.bomb_no_flood ? mcore_field_open_one(field, &game->record.journal, other)
                                            : mcore_field_open(field, &game->record.journal, poll, other)))
                return false;
        }
        if (mcore_poll_step(poll, mcore_poll_work(square.width)))
            return false;
    }
    return game->rules.bomb_no_flood || mcore_field_flood(field, &game->record.journal, poll);
}

static bool perform(mines_flags_game *game, mines_action_kind kind, uint32_t site, mcore_poll *poll)
{
    if (kind == MINES_ACTION_BOMB)
        return bomb(game, site, poll);
    mcore_field *field = &game->record.field;
    mcore_undo_log *journal = &game->record.journal;
    return mcore_field_open(field, journal, poll, site) && mcore_field_flood(field, journal, poll);
}

/* What follows from an action that was done: whose mines those are that it found, and whose turn it is. */
static void settle(mines_flags_game *game, mines_action_kind kind, bool found)
{
    const mcore_undo_log *journal = &game->record.journal;
    uint32_t turn = game->turn;
    if (turn == 1)
        mcore_field_claim(&game->record.field, journal, journal->changed, journal->changed_end);
    if (kind == MINES_ACTION_BOMB)
        game->bombs[turn]--;
    bool plays_on = found && (kind == MINES_ACTION_OPEN || game->rules.bomb_plays_on);
    game->turn = plays_on ? turn : 1 - turn;
}

static mines_status act(mines_flags_game *game, mines_action_kind kind, uint32_t site, mcore_poll *poll, bool again)
{
    mcore_undo_log *journal = &game->record.journal;
    uint32_t found = game->record.field.found;
    game->record.busy = true;
    bool done = mcore_undo_log_begin(journal) && perform(game, kind, site, poll) &&
                mcore_undo_log_commit(journal, poll, kind, site, game->turn, again);
    mines_status status = done ? MINES_OK : mcore_game_base_give_up(&game->record, poll);
    if (done)
        settle(game, kind, game->record.field.found > found);
    game->record.busy = false;
    return status;
}

mines_status mcore_flags_act(mines_flags_game *game, mines_action_kind kind, uint32_t site, mcore_poll *poll,
                             mines_refusal *refusal)
{
    *refusal = refuse(game, kind, site);
    if (*refusal == MINES_REFUSAL_NONE)
        return act(game, kind, site, poll, false);
    mcore_undo_log_clear_changes(&game->record.journal);
    return MINES_OK;
}

bool mcore_flags_undo(mines_flags_game *game)
{
    const mcore_step *step = mcore_game_base_back(&game->record);
    if (step == NULL)
        return false;
    game->turn = step->player;
    game->bombs[step->player] += step->kind == MINES_ACTION_BOMB;
    return true;
}

mines_status mcore_flags_redo(mines_flags_game *game, mcore_poll *poll, bool *done)
{
    const mcore_step *step = mcore_game_base_next(&game->record);
    *done = false;
    if (step == NULL)
        return MINES_OK;
    mines_status status = act(game, (mines_action_kind)step->kind, step->site, poll, true);
    *done = status == MINES_OK;
    return status;
}

void mcore_flags_owner(const mines_flags_game *game, uint8_t *owner)
{
    const mcore_field *field = &game->record.field;
    for (uint32_t row = 0; row < field->rows; row++) {
        const uint8_t *cell = field->cell + mcore_field_site(field, row, 0);
        for (uint32_t col = 0; col < field->cols; col++) {
            bool found = (cell[col] & MCORE_CELL_MINE) != 0 && (cell[col] & MCORE_CELL_OPENED) != 0;
            *owner++ = found ? (cell[col] & MCORE_CELL_MARKED ? 2 : 1) : 0;
        }
    }
}
