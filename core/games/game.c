#include "game.h"

static mines_game *new_game(uint32_t rows, uint32_t cols, uint32_t mines)
{
    mines_game *game = mcore_game_base_new(sizeof *game, rows, cols, mines);
    if (game != NULL)
        game->laid = MCORE_NONE;
    return game;
}

mines_game *mcore_game_of_mask(const uint8_t *mask, uint32_t rows, uint32_t cols, mcore_poll *poll)
{
    mines_game *game = new_game(rows, cols, 0);
    if (game != NULL && mcore_field_set_mines(&game->record.field, mask, poll))
        return game;
    mcore_game_base_free(game);
    return NULL;
}

mines_game *mcore_game_random(uint32_t rows, uint32_t cols, uint32_t mines, uint64_t seed, mines_first_click first)
{
    mines_game *game = new_game(rows, cols, mines);
    if (game != NULL) {
        game->random = true;
        game->seed = seed;
        game->first = first;
    }
    return game;
}

bool mcore_game_placed(const mines_game *game)
{
    return !game->random || game->record.field.opened + game->record.field.found > 0;
}

mines_game_state mcore_game_state(const mines_game *game)
{
    const mcore_field *field = &game->record.field;
    if (field->found > 0)
        return MINES_GAME_LOST;
    if (field->opened == 0)
        return MINES_GAME_NEW;
    return field->opened == field->rows * field->cols - field->mines ? MINES_GAME_WON : MINES_GAME_PLAYING;
}

/* The site of neighbour number k, 0 .. 7, ascending. */
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
        flags += (other & MCORE_CELL_MARKED) != 0;
        closed += !(other & MCORE_CELL_PASSED);
    }
    if (flags != (value & MCORE_CELL_NUMBER))
        return MINES_REFUSAL_COUNT;
    return closed > 0 ? MINES_REFUSAL_NONE : MINES_REFUSAL_NOTHING;
}

static mines_refusal refuse(const mines_game *game, mines_action_kind kind, uint32_t site)
{
    mines_game_state state = mcore_game_state(game);
    uint8_t value = game->record.field.cell[site];
    if (state != MINES_GAME_NEW && state != MINES_GAME_PLAYING)
        return MINES_REFUSAL_OVER;
    if (kind == MINES_ACTION_CHORD)
        return refuse_chord(&game->record.field, site);
    if (value & MCORE_CELL_OPENED)
        return MINES_REFUSAL_OPENED;
    return kind == MINES_ACTION_OPEN && value & MCORE_CELL_MARKED ? MINES_REFUSAL_FLAGGED : MINES_REFUSAL_NONE;
}

/* The mines of a random game lie for this first click. They stay where they are when it is undone: nothing shows them,
   and the same click finds them there again. */
static bool lay(mines_game *game, uint32_t site, mcore_poll *poll)
{
    if (mcore_game_placed(game) || game->laid == site)
        return true;
    game->laid = MCORE_NONE;
    if (!mcore_field_place_mines(&game->record.field, &game->record.arena, game->seed, game->first, site, poll))
        return false;
    game->laid = site;
    return true;
}

static bool chord(mcore_field *field, mcore_undo_log *journal, mcore_poll *poll, uint32_t site)
{
    for (int k = 0; k < 8; k++) {
        uint32_t other = neighbour(field, site, k);
        if (!(field->cell[other] & MCORE_CELL_PASSED) && !mcore_field_open(field, journal, poll, other))
            return false;
    }
    return mcore_field_flood(field, journal, poll);
}

/* What the action does; nothing forbids it. */
static bool perform(mines_game *game, mines_action_kind kind, uint32_t site, mcore_poll *poll)
{
    mcore_field *field = &game->record.field;
    mcore_undo_log *journal = &game->record.journal;
    if (kind == MINES_ACTION_FLAG)
        return mcore_field_toggle(field, journal, site);
    if (kind == MINES_ACTION_CHORD)
        return chord(field, journal, poll, site);
    return lay(game, site, poll) && mcore_field_open(field, journal, poll, site) &&
           mcore_field_flood(field, journal, poll);
}

static mines_status act(mines_game *game, mines_action_kind kind, uint32_t site, mcore_poll *poll, bool again)
{
    mcore_undo_log *journal = &game->record.journal;
    game->record.busy = true;
    bool done = mcore_undo_log_begin(journal) && perform(game, kind, site, poll) &&
                mcore_undo_log_commit(journal, poll, kind, site, 0, again);
    mines_status status = done ? MINES_OK : mcore_game_base_give_up(&game->record, poll);
    game->record.busy = false;
    return status;
}

mines_status mcore_game_act(mines_game *game, mines_action_kind kind, uint32_t site, mcore_poll *poll,
                            mines_refusal *refusal)
{
    *refusal = refuse(game, kind, site);
    if (*refusal == MINES_REFUSAL_NONE)
        return act(game, kind, site, poll, false);
    mcore_undo_log_clear_changes(&game->record.journal);
    return MINES_OK;
}

bool mcore_game_undo(mines_game *game) { return mcore_game_base_back(&game->record) != NULL; }

mines_status mcore_game_redo(mines_game *game, mcore_poll *poll, bool *done)
{
    const mcore_step *step = mcore_game_base_next(&game->record);
    *done = false;
    if (step == NULL)
        return MINES_OK;
    mines_status status = act(game, (mines_action_kind)step->kind, step->site, poll, true);
    *done = status == MINES_OK;
    return status;
}
