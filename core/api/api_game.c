/* api_game.c - the exported functions of the game: they check arguments and hand on. */
#include "../base/common.h"

#include "../base/options.h"
#include "../games/game.h"

MINES_API MCORE_REALIGN const char *mines_refusal_text(mines_refusal refusal)
{
    static const char *const texts[] = {
        [MINES_REFUSAL_NONE] = "it was done",
        [MINES_REFUSAL_OVER] = "the game is over",
        [MINES_REFUSAL_OPENED] = "the cell is opened already",
        [MINES_REFUSAL_FLAGGED] = "the cell is flagged",
        [MINES_REFUSAL_UNOPENED] = "the cell is not opened",
        [MINES_REFUSAL_ZERO] = "no mines are around the cell",
        [MINES_REFUSAL_COUNT] = "the flags around the cell do not match its number",
        [MINES_REFUSAL_NOTHING] = "nothing is left to open there",
        [MINES_REFUSAL_BOMB_USED] = "the player has no bomb left",
        [MINES_REFUSAL_NOT_BEHIND] = "the player is not behind",
    };
    size_t index = (size_t)refusal;
    return index < sizeof texts / sizeof *texts ? texts[index] : "unknown reason";
}

static mines_status give(mines_game *made, mines_game **game)
{
    *game = made;
    return made != NULL ? MINES_OK : MINES_OUT_OF_MEMORY;
}

MINES_API MCORE_REALIGN mines_status mines_game_new(const uint8_t *mask, size_t rows, size_t cols,
                                                    const mines_options *options, mines_game **game)
{
    if (game == NULL)
        return MINES_BAD_ARGUMENT;
    *game = NULL;
    if (mask == NULL || !mcore_field_fits(rows, cols) || !mcore_options_known(options))
        return MINES_BAD_ARGUMENT;
    mcore_poll poll;
    mcore_poll_init(&poll, options, UINT64_MAX);
    mines_status status = give(mcore_game_of_mask(mask, (uint32_t)rows, (uint32_t)cols, &poll), game);
    return poll.stop ? MINES_INTERRUPTED : status;
}

MINES_API MCORE_REALIGN mines_status mines_game_new_random(size_t rows, size_t cols, uint32_t mines, uint64_t seed,
                                                           mines_first_click first, mines_game **game)
{
    if (game == NULL)
        return MINES_BAD_ARGUMENT;
    *game = NULL;
    if (!mcore_field_fits(rows, cols) || mines > rows * cols ||
        (first != MINES_FIRST_ANYTHING && first != MINES_FIRST_SAFE && first != MINES_FIRST_OPENING))
        return MINES_BAD_ARGUMENT;
    return give(mcore_game_random((uint32_t)rows, (uint32_t)cols, mines, seed, first), game);
}

MINES_API MCORE_REALIGN mines_status mines_game_copy(const mines_game *game, mines_game **copy)
{
    if (copy == NULL)
        return MINES_BAD_ARGUMENT;
    *copy = NULL;
    mines_status status = mcore_game_base_usable(game, true);
    return status == MINES_OK ? give(mcore_game_base_copy(game, sizeof *game), copy) : status;
}

MINES_API MCORE_REALIGN void mines_game_free(mines_game *game)
{
    if (mcore_game_base_usable(game, true) == MINES_OK)
        mcore_game_base_free(game);
}

MINES_API MCORE_REALIGN mines_status mines_game_act(mines_game *game, mines_action_kind kind, size_t row, size_t col,
                                                    const mines_options *options, mines_refusal *refusal)
{
    mines_refusal unused;
    if (refusal == NULL)
        refusal = &unused;
    *refusal = MINES_REFUSAL_NONE;
    mines_status status = mcore_game_base_usable(game, true);
    if (status != MINES_OK)
        return status;
    if ((kind != MINES_ACTION_OPEN && kind != MINES_ACTION_FLAG && kind != MINES_ACTION_CHORD) ||
        row >= game->record.field.rows || col >= game->record.field.cols || !mcore_options_known(options)) {
        mcore_undo_log_clear_changes(&game->record.journal);
        return MINES_BAD_ARGUMENT;
    }
    mcore_poll poll;
    mcore_poll_init(&poll, options, UINT64_MAX);
    return mcore_game_act(game, kind, mcore_field_site(&game->record.field, (uint32_t)row, (uint32_t)col), &poll,
                          refusal);
}

MINES_API MCORE_REALIGN mines_status mines_game_undo(mines_game *game, uint32_t *done)
{
    mines_status status = mcore_game_base_usable(game, true);
    bool undone = status == MINES_OK && mcore_game_undo(game);
    if (done != NULL)
        *done = undone;
    return status;
}

MINES_API MCORE_REALIGN mines_status mines_game_redo(mines_game *game, const mines_options *options, uint32_t *done)
{
    if (done != NULL)
        *done = 0;
    mines_status status = mcore_game_base_usable(game, mcore_options_known(options));
    if (status != MINES_OK)
        return status;
    mcore_poll poll;
    mcore_poll_init(&poll, options, UINT64_MAX);
    bool redone;
    status = mcore_game_redo(game, &poll, &redone);
    if (done != NULL)
        *done = redone;
    return status;
}

MINES_API MCORE_REALIGN size_t mines_game_changed(const mines_game *game, uint32_t *cells, size_t capacity)
{
    return mcore_game_base_usable(game, true) == MINES_OK
               ? mcore_game_base_changed(&game->record, cells, cells != NULL ? capacity : 0)
               : 0;
}

MINES_API MCORE_REALIGN size_t mines_game_log(const mines_game *game, mines_action *actions, size_t capacity)
{
    return mcore_game_base_usable(game, true) == MINES_OK
               ? mcore_game_base_log(&game->record, actions, actions != NULL ? capacity : 0)
               : 0;
}

MINES_API MCORE_REALIGN mines_status mines_game_get_info(const mines_game *game, mines_game_info *info)
{
    mines_status status = mcore_game_base_usable(game, info != NULL);
    if (status != MINES_OK)
        return status;
    const mcore_field *field = &game->record.field;
    *info = (mines_game_info){
        .rows = field->rows,
        .cols = field->cols,
        .mines = field->mines,
        .state = mcore_game_state(game),
        .placed = mcore_game_placed(game),
        .opened = field->opened,
        .exploded = field->found,
        .flags = field->marked,
        .actions = game->record.journal.done,
        .undone = game->record.journal.steps - game->record.journal.done,
    };
    return MINES_OK;
}

MINES_API MCORE_REALIGN mines_status mines_game_board(const mines_game *game, char *board)
{
    mines_status status = mcore_game_base_usable(game, board != NULL);
    if (status != MINES_OK)
        return status;
    mcore_field_board(&game->record.field, board);
    return MINES_OK;
}

MINES_API MCORE_REALIGN mines_status mines_game_flags(const mines_game *game, uint8_t *flags)
{
    mines_status status = mcore_game_base_usable(game, flags != NULL);
    if (status != MINES_OK)
        return status;
    mcore_field_bits(&game->record.field, MCORE_CELL_MARKED, flags);
    return MINES_OK;
}

MINES_API MCORE_REALIGN mines_status mines_game_mask(const mines_game *game, uint8_t *mask)
{
    mines_status status = mcore_game_base_usable(game, mask != NULL);
    if (status != MINES_OK)
        return status;
    if (!mcore_game_placed(game))
        return MINES_BAD_ARGUMENT;
    mcore_field_bits(&game->record.field, MCORE_CELL_MINE, mask);
    return MINES_OK;
}
