/* api_flags.c - the exported functions of Minesweeper Flags: they check arguments and hand on. */
#include "../base/common.h"

#include "../base/options.h"
#include "../games/flags_game.h"

/* Mines of a mask. */
static uint32_t count(const uint8_t *mask, size_t cells)
{
    uint32_t mines = 0;
    for (size_t i = 0; i < cells; i++)
        mines += mask[i] != 0;
    return mines;
}

static uint32_t or_usual(uint32_t value, uint32_t usual) { return value != 0 ? value : usual; }

/* Fill the defaults in; false where the rules are not allowed. */
static bool settle(mines_flags_rules *rules, const uint8_t *mask)
{
    rules->rows = or_usual(rules->rows, 16);
    rules->cols = or_usual(rules->cols, 16);
    if (!mcore_field_fits(rules->rows, rules->cols))
        return false;
    uint32_t cells = rules->rows * rules->cols, given = rules->mines;
    rules->mines = mask != NULL ? count(mask, cells) : or_usual(given, 51);
    if (rules->mines > cells || (mask != NULL && given != 0 && given != rules->mines))
        return false;
    rules->wins = or_usual(rules->wins, rules->mines / 2 + 1);
    rules->bombs = rules->no_bombs ? 0 : or_usual(rules->bombs, 1);
    rules->radius = or_usual(rules->radius, 2);
    return true;
}

static mines_status give(mines_flags_game *made, mines_flags_game **game)
{
    *game = made;
    return made != NULL ? MINES_OK : MINES_OUT_OF_MEMORY;
}

MINES_API MCORE_REALIGN mines_status mines_flags_game_new(const mines_flags_rules *rules, const uint8_t *mask,
                                                          uint64_t seed, const mines_options *options,
                                                          mines_flags_game **game)
{
    if (game == NULL)
        return MINES_BAD_ARGUMENT;
    *game = NULL;
    mines_flags_rules settled = {.size = sizeof settled};
    if ((rules != NULL && rules->size != sizeof *rules) || !mcore_options_known(options))
        return MINES_BAD_ARGUMENT;
    if (rules != NULL)
        settled = *rules;
    if (!settle(&settled, mask))
        return MINES_BAD_ARGUMENT;
    mcore_poll poll;
    mcore_poll_init(&poll, options, UINT64_MAX);
    mines_status status = give(mcore_flags_new(&settled, mask, seed, &poll), game);
    return poll.stop ? MINES_INTERRUPTED : status;
}

MINES_API MCORE_REALIGN mines_status mines_flags_game_copy(const mines_flags_game *game, mines_flags_game **copy)
{
    if (copy == NULL)
        return MINES_BAD_ARGUMENT;
    *copy = NULL;
    mines_status status = mcore_game_base_usable(game, true);
    return status == MINES_OK ? give(mcore_game_base_copy(game, sizeof *game), copy) : status;
}

MINES_API MCORE_REALIGN void mines_flags_game_free(mines_flags_game *game)
{
    if (mcore_game_base_usable(game, true) == MINES_OK)
        mcore_game_base_free(game);
}

MINES_API MCORE_REALIGN mines_status mines_flags_game_act(mines_flags_game *game, mines_action_kind kind, size_t row,
                                                          size_t col, const mines_options *options,
                                                          mines_refusal *refusal)
{
    mines_refusal unused;
    if (refusal == NULL)
        refusal = &unused;
    *refusal = MINES_REFUSAL_NONE;
    mines_status status = mcore_game_base_usable(game, true);
    if (status != MINES_OK)
        return status;
    if ((kind != MINES_ACTION_OPEN && kind != MINES_ACTION_BOMB) || row >= game->record.field.rows ||
        col >= game->record.field.cols || !mcore_options_known(options)) {
        mcore_undo_log_clear_changes(&game->record.journal);
        return MINES_BAD_ARGUMENT;
    }
    mcore_poll poll;
    mcore_poll_init(&poll, options, UINT64_MAX);
    return mcore_flags_act(game, kind, mcore_field_site(&game->record.field, (uint32_t)row, (uint32_t)col), &poll,
                           refusal);
}

MINES_API MCORE_REALIGN mines_status mines_flags_game_undo(mines_flags_game *game, uint32_t *done)
{
    mines_status status = mcore_game_base_usable(game, true);
    bool undone = status == MINES_OK && mcore_flags_undo(game);
    if (done != NULL)
        *done = undone;
    return status;
}

MINES_API MCORE_REALIGN mines_status mines_flags_game_redo(mines_flags_game *game, const mines_options *options,
                                                           uint32_t *done)
{
    if (done != NULL)
        *done = 0;
    mines_status status = mcore_game_base_usable(game, mcore_options_known(options));
    if (status != MINES_OK)
        return status;
    mcore_poll poll;
    mcore_poll_init(&poll, options, UINT64_MAX);
    bool redone;
    status = mcore_flags_redo(game, &poll, &redone);
    if (done != NULL)
        *done = redone;
    return status;
}

MINES_API MCORE_REALIGN size_t mines_flags_game_changed(const mines_flags_game *game, uint32_t *cells, size_t capacity)
{
    return mcore_game_base_usable(game, true) == MINES_OK
               ? mcore_game_base_changed(&game->record, cells, cells != NULL ? capacity : 0)
               : 0;
}

MINES_API MCORE_REALIGN size_t mines_flags_game_log(const mines_flags_game *game, mines_action *actions,
                                                    size_t capacity)
{
    return mcore_game_base_usable(game, true) == MINES_OK
               ? mcore_game_base_log(&game->record, actions, actions != NULL ? capacity : 0)
               : 0;
}

MINES_API MCORE_REALIGN mines_status mines_flags_game_get_info(const mines_flags_game *game, mines_flags_info *info)
{
    mines_status status = mcore_game_base_usable(game, info != NULL);
    if (status != MINES_OK)
        return status;
    const mcore_field *field = &game->record.field;
    *info = (mines_flags_info){
        .rows = field->rows,
        .cols = field->cols,
        .mines = field->mines,
        .wins = game->rules.wins,
        .turn = game->turn,
        .score = {mcore_flags_score(game, 0), mcore_flags_score(game, 1)},
        .bombs = {game->bombs[0], game->bombs[1]},
        .over = mcore_flags_over(game),
        .winner = mcore_flags_winner(game),
        .opened = field->opened,
        .actions = game->record.journal.done,
        .undone = game->record.journal.steps - game->record.journal.done,
    };
    return MINES_OK;
}

MINES_API MCORE_REALIGN mines_status mines_flags_game_board(const mines_flags_game *game, char *board)
{
    mines_status status = mcore_game_base_usable(game, board != NULL);
    if (status != MINES_OK)
        return status;
    mcore_field_board(&game->record.field, board);
    return MINES_OK;
}

MINES_API MCORE_REALIGN mines_status mines_flags_game_owner(const mines_flags_game *game, uint8_t *owner)
{
    mines_status status = mcore_game_base_usable(game, owner != NULL);
    if (status != MINES_OK)
        return status;
    mcore_flags_owner(game, owner);
    return MINES_OK;
}

MINES_API MCORE_REALIGN mines_status mines_flags_game_mask(const mines_flags_game *game, uint8_t *mask)
{
    mines_status status = mcore_game_base_usable(game, mask != NULL);
    if (status != MINES_OK)
        return status;
    mcore_field_bits(&game->record.field, MCORE_CELL_MINE, mask);
    return MINES_OK;
}
