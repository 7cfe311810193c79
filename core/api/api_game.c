/* api_game.c - the exported functions of games, for both kinds. */
#include "../base/common.h"

#include "../games/classic_game.h"
#include "../games/flags_game.h"
#include "../games/game.h"
#include "call.h"

#include <string.h>

MINES_API const char *mines_refusal_text(mines_refusal refusal)
{
    static const char *const texts[] = {
        [MINES_REFUSAL_NONE] = "not refused",
        [MINES_REFUSAL_OVER] = "the game is over",
        [MINES_REFUSAL_OPENED] = "the cell is already open",
        [MINES_REFUSAL_FLAGGED] = "the cell is flagged",
        [MINES_REFUSAL_UNOPENED] = "the cell is not open",
        [MINES_REFUSAL_ZERO] = "the number of the cell is 0",
        [MINES_REFUSAL_COUNT] = "the number of flags around the cell differs from its number",
        [MINES_REFUSAL_NOTHING] = "there is nothing left to open",
        [MINES_REFUSAL_BOMB_USED] = "the player has no bomb left",
        [MINES_REFUSAL_NOT_BEHIND] = "the player is not behind",
        [MINES_REFUSAL_NO_UNDO] = "there is no action to undo",
        [MINES_REFUSAL_NO_REDO] = "there is no action to redo",
    };
    size_t index = (size_t)refusal;
    return index < sizeof texts / sizeof *texts ? texts[index] : "unknown reason";
}

/* ---- Constructors */

/* A new handle, NULL if it couldn't be made, as the result of a call. */
static mines_status deliver(mines_game *made, const mcore_call *call, mines_game **game)
{
    *game = made;
    if (made != NULL)
        return MINES_OK;
    return call->poll.stop ? MINES_INTERRUPTED : MINES_OUT_OF_MEMORY;
}

MINES_API mines_status mines_game_new(const uint8_t *mask, uint32_t rows, uint32_t cols, const mines_options *options,
                                      mines_game **game)
{
    MCORE_CALL(call, options);
    if (game != NULL)
        *game = NULL;
    if (!call.valid || game == NULL || mask == NULL || !mcore_field_fits(rows, cols))
        return MINES_BAD_ARGUMENT;
    return deliver(mcore_classic_from_mask(mask, rows, cols, &call.poll), &call, game);
}

MINES_API mines_status mines_game_new_random(uint32_t rows, uint32_t cols, uint32_t mines, uint64_t seed,
                                             mines_first_click first_click, const mines_options *options,
                                             mines_game **game)
{
    MCORE_CALL(call, options);
    if (game != NULL)
        *game = NULL;
    if (!call.valid || game == NULL || !mcore_field_fits(rows, cols) || mines > rows * cols ||
        (first_click != MINES_FIRST_ANYTHING && first_click != MINES_FIRST_SAFE && first_click != MINES_FIRST_OPENING))
        return MINES_BAD_ARGUMENT;
    return deliver(mcore_classic_random(rows, cols, mines, seed, first_click), &call, game);
}

MINES_API mines_status mines_game_new_flags(const mines_flags_rules *rules, const uint8_t *mask, uint64_t seed,
                                            const mines_options *options, mines_game **game)
{
    MCORE_CALL(call, options);
    if (game != NULL)
        *game = NULL;
    if (!call.valid || game == NULL || (rules != NULL && !mcore_size_known(rules, sizeof *rules)))
        return MINES_BAD_ARGUMENT;
    mines_flags_rules complete = {.size = sizeof complete};
    if (rules != NULL)
        complete = *rules;
    if (!mcore_flags_complete(&complete, mask))
        return MINES_BAD_ARGUMENT;
    return deliver(mcore_flags_new(&complete, mask, seed, &call.poll), &call, game);
}

/* Whether a call may use the game. valid: its other arguments are. */
static mines_status check(const mines_game *game, bool valid)
{
    if (game == NULL || !valid)
        return MINES_BAD_ARGUMENT;
    return game->busy ? MINES_BUSY : MINES_OK;
}

MINES_API mines_status mines_game_copy(const mines_game *game, const mines_options *options, mines_game **copy)
{
    MCORE_CALL(call, options);
    if (copy != NULL)
        *copy = NULL;
    mines_status status = check(game, call.valid && copy != NULL);
    return status == MINES_OK ? deliver(mcore_game_copy(game), &call, copy) : status;
}

MINES_API void mines_game_free(mines_game *game)
{
    if (check(game, true) == MINES_OK)
        mcore_game_free(game);
}

/* ---- Actions */

/* The same for a call that changes the game. Unless the game is busy, it has no changed cells after this. */
static mines_status check_change(mines_game *game, bool valid)
{
    mines_status status = check(game, true);
    if (status != MINES_OK)
        return status;
    mcore_undo_log_clear_changes(&game->log);
    return valid ? MINES_OK : MINES_BAD_ARGUMENT;
}

/* Where to store the refusal, which is none so far. */
static mines_refusal *clear(mines_refusal *refusal, mines_refusal *unused)
{
    if (refusal == NULL)
        refusal = unused;
    *refusal = MINES_REFUSAL_NONE;
    return refusal;
}

MINES_API mines_status mines_game_act(mines_game *game, mines_action_kind kind, uint32_t row, uint32_t col,
                                      const mines_options *options, mines_refusal *refusal)
{
    MCORE_CALL(call, options);
    mines_refusal unused;
    refusal = clear(refusal, &unused);
    mines_status status = check_change(game, call.valid);
    if (status != MINES_OK)
        return status;
    bool known = (uint32_t)kind < 32 && (game->rules->actions >> (uint32_t)kind & 1) != 0;
    if (!known || row >= game->field.rows || col >= game->field.cols)
        return MINES_BAD_ARGUMENT;
    return mcore_game_act(game, kind, mcore_field_site(&game->field, row, col), &call.poll, refusal);
}

MINES_API mines_status mines_game_undo(mines_game *game, const mines_options *options, mines_refusal *refusal)
{
    MCORE_CALL(call, options);
    mines_refusal unused;
    refusal = clear(refusal, &unused);
    mines_status status = check_change(game, call.valid);
    if (status == MINES_OK)
        *refusal = mcore_game_undo(game);
    return status;
}

MINES_API mines_status mines_game_redo(mines_game *game, const mines_options *options, mines_refusal *refusal)
{
    MCORE_CALL(call, options);
    mines_refusal unused;
    refusal = clear(refusal, &unused);
    mines_status status = check_change(game, call.valid);
    return status == MINES_OK ? mcore_game_redo(game, &call.poll, refusal) : status;
}

/* ---- Queries */

MINES_API mines_status mines_game_changed(const mines_game *game, uint32_t *cells, size_t capacity, size_t *count)
{
    if (count != NULL)
        *count = 0;
    mines_status status = check(game, count != NULL && (cells != NULL || capacity == 0));
    if (status != MINES_OK)
        return status;
    *count = mcore_game_changed_count(game);
    if (*count > capacity)
        return MINES_TOO_SMALL;
    mcore_game_changed(game, cells);
    return MINES_OK;
}

MINES_API mines_status mines_game_log(const mines_game *game, mines_action *actions, size_t capacity, size_t *count)
{
    if (count != NULL)
        *count = 0;
    mines_status status = check(game, count != NULL && (actions != NULL || capacity == 0));
    if (status != MINES_OK)
        return status;
    *count = game->log.done;
    if (*count > capacity)
        return MINES_TOO_SMALL;
    mcore_game_log(game, actions);
    return MINES_OK;
}

MINES_API mines_status mines_game_get_info(const mines_game *game, mines_game_info *info)
{
    mines_status status = check(game, mcore_size_known(info, sizeof *info));
    if (status != MINES_OK)
        return status;
    *info = (mines_game_info){.size = sizeof *info};
    mcore_game_get_info(game, info);
    return MINES_OK;
}

MINES_API mines_status mines_game_board(const mines_game *game, char *board)
{
    mines_status status = check(game, board != NULL);
    if (status == MINES_OK)
        mcore_field_board(&game->field, board);
    return status;
}

/* Bytes per cell by a function of the rules, 0 if the game has none. */
static mines_status write_cells(const mines_game *game, void (*write)(const mines_game *, uint8_t *), uint8_t *cells)
{
    if (write != NULL)
        write(game, cells);
    else
        memset(cells, 0, (size_t)game->field.rows * game->field.cols);
    return MINES_OK;
}

MINES_API mines_status mines_game_flagged(const mines_game *game, uint8_t *flagged)
{
    mines_status status = check(game, flagged != NULL);
    return status == MINES_OK ? write_cells(game, game->rules->flagged, flagged) : status;
}

MINES_API mines_status mines_game_owner(const mines_game *game, uint8_t *owner)
{
    mines_status status = check(game, owner != NULL);
    return status == MINES_OK ? write_cells(game, game->rules->owner, owner) : status;
}

MINES_API mines_status mines_game_mask(const mines_game *game, uint8_t *mask)
{
    mines_status status = check(game, mask != NULL);
    if (status != MINES_OK)
        return status;
    if (!game->rules->placed(game))
        return MINES_NOT_PLACED;
    mcore_field_bits(&game->field, MCORE_CELL_MINE, mask);
    return MINES_OK;
}
