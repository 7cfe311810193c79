#include "game.h"

static mines_game *new_game(uint32_t rows, uint32_t cols, uint32_t mines)
{
    mines_game *game = msc_record_new(sizeof *game, rows, cols, mines);
    if (game != NULL)
        game->laid = MSC_NONE;
    return game;
}

mines_game *msc_game_of_mask(const uint8_t *mask, uint32_t rows, uint32_t cols, msc_poll *poll)
{
    mines_game *game = new_game(rows, cols, 0);
    if (game != NULL && msc_field_lay(&game->record.field, mask, poll))
        return game;
    msc_record_free(game);
    return NULL;
}

mines_game *msc_game_random(uint32_t rows, uint32_t cols, uint32_t mines, uint64_t seed, mines_first_click first)
{
    mines_game *game = new_game(rows, cols, mines);
    if (game != NULL) {
        game->random = true;
        game->seed = seed;
        game->first = first;
    }
    return game;
}

bool msc_game_placed(const mines_game *game)
{
    return !game->random || game->record.field.opened + game->record.field.found > 0;
}

mines_game_state msc_game_state(const mines_game *game)
{
    const msc_field *field = &game->record.field;
    if (field->found > 0)
        return MINES_GAME_LOST;
    if (field->opened == 0)
        return MINES_GAME_NEW;
    return field->opened == field->rows * field->cols - field->mines ? MINES_GAME_WON : MINES_GAME_PLAYING;
}

/* The site of neighbour number k, 0 .. 7, ascending. */
static uint32_t neighbour(const msc_field *field, uint32_t site, int k)
{
    static const int8_t down[] = {-1, -1, -1, 0, 0, 1, 1, 1}, right[] = {-1, 0, 1, -1, 1, -1, 0, 1};
    return (uint32_t)((int32_t)site + down[k] * (int32_t)field->stride + right[k]);
}

static mines_refusal refuse_chord(const msc_field *field, uint32_t site)
{
    uint8_t value = field->cell[site];
    if (!(value & MSC_CELL_OPENED))
        return MINES_REFUSAL_UNOPENED;
    if ((value & MSC_CELL_NUMBER) == 0)
        return MINES_REFUSAL_ZERO;
    uint32_t flags = 0, closed = 0;
    for (int k = 0; k < 8; k++) {
        uint8_t other = field->cell[neighbour(field, site, k)];
        flags += (other & MSC_CELL_MARKED) != 0;
        closed += !(other & MSC_CELL_PASSED);
    }
    if (flags != (value & MSC_CELL_NUMBER))
        return MINES_REFUSAL_COUNT;
    return closed > 0 ? MINES_REFUSAL_NONE : MINES_REFUSAL_NOTHING;
}

static mines_refusal refuse(const mines_game *game, mines_action_kind kind, uint32_t site)
{
    mines_game_state state = msc_game_state(game);
    uint8_t value = game->record.field.cell[site];
    if (state != MINES_GAME_NEW && state != MINES_GAME_PLAYING)
        return MINES_REFUSAL_OVER;
    if (kind == MINES_ACTION_CHORD)
        return refuse_chord(&game->record.field, site);
    if (value & MSC_CELL_OPENED)
        return MINES_REFUSAL_OPENED;
    return kind == MINES_ACTION_OPEN && value & MSC_CELL_MARKED ? MINES_REFUSAL_FLAGGED : MINES_REFUSAL_NONE;
}

/* The mines of a random game lie for this first click. They stay where they are when it is undone: nothing shows them,
   and the same click finds them there again. */
static bool lay(mines_game *game, uint32_t site, msc_poll *poll)
{
    if (msc_game_placed(game) || game->laid == site)
        return true;
    game->laid = MSC_NONE;
    if (!msc_field_deal(&game->record.field, &game->record.arena, game->seed, game->first, site, poll))
        return false;
    game->laid = site;
    return true;
}

static bool chord(msc_field *field, msc_journal *journal, msc_poll *poll, uint32_t site)
{
    for (int k = 0; k < 8; k++) {
        uint32_t other = neighbour(field, site, k);
        if (!(field->cell[other] & MSC_CELL_PASSED) && !msc_field_open(field, journal, poll, other))
            return false;
    }
    return msc_field_flood(field, journal, poll);
}

/* What the action does; nothing forbids it. */
static bool perform(mines_game *game, mines_action_kind kind, uint32_t site, msc_poll *poll)
{
    msc_field *field = &game->record.field;
    msc_journal *journal = &game->record.journal;
    if (kind == MINES_ACTION_FLAG)
        return msc_field_toggle(field, journal, site);
    if (kind == MINES_ACTION_CHORD)
        return chord(field, journal, poll, site);
    return lay(game, site, poll) && msc_field_open(field, journal, poll, site) && msc_field_flood(field, journal, poll);
}

static mines_status act(mines_game *game, mines_action_kind kind, uint32_t site, msc_poll *poll, bool again)
{
    msc_journal *journal = &game->record.journal;
    game->record.busy = true;
    bool done = msc_journal_begin(journal) && perform(game, kind, site, poll) &&
                msc_journal_commit(journal, poll, kind, site, 0, again);
    mines_status status = done ? MINES_OK : msc_record_give_up(&game->record, poll);
    game->record.busy = false;
    return status;
}

mines_status msc_game_act(mines_game *game, mines_action_kind kind, uint32_t site, msc_poll *poll,
                          mines_refusal *refusal)
{
    *refusal = refuse(game, kind, site);
    if (*refusal == MINES_REFUSAL_NONE)
        return act(game, kind, site, poll, false);
    msc_journal_still(&game->record.journal);
    return MINES_OK;
}

bool msc_game_undo(mines_game *game) { return msc_record_back(&game->record) != NULL; }

mines_status msc_game_redo(mines_game *game, msc_poll *poll, bool *done)
{
    const msc_step *step = msc_record_next(&game->record);
    *done = false;
    if (step == NULL)
        return MINES_OK;
    mines_status status = act(game, (mines_action_kind)step->kind, step->site, poll, true);
    *done = status == MINES_OK;
    return status;
}
