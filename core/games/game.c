#include "game.h"

#include <stdlib.h>

mines_game *mcore_game_new(const mcore_game_rules *rules, uint32_t rows, uint32_t cols, uint32_t mines)
{
    mines_game *game = calloc(1, sizeof *game);
    if (game == NULL)
        return NULL;
    game->rules = rules;
    mcore_arena_init(&game->arena, UINT64_MAX);
    mcore_undo_log_init(&game->log, &game->arena);
    if (!mcore_field_init(&game->field, &game->arena, rows, cols, mines)) {
        mcore_game_free(game);
        return NULL;
    }
    return game;
}

mines_game *mcore_game_copy(const mines_game *game)
{
    mines_game *copy = malloc(sizeof *copy);
    if (copy == NULL)
        return NULL;
    *copy = *game;
    mcore_arena_init(&copy->arena, game->arena.limit);
    if (!mcore_field_copy(&copy->field, &game->field, &copy->arena) ||
        !mcore_undo_log_copy(&copy->log, &game->log, &copy->arena)) {
        mcore_game_free(copy);
        return NULL;
    }
    return copy;
}

void mcore_game_free(mines_game *game)
{
    if (game == NULL)
        return;
    mcore_arena_free(&game->arena);
    free(game);
}

/* Revert what the current action did so far. The status says why it failed. */
static mines_status abandon(mines_game *game, const mcore_poll *poll)
{
    mcore_field_revert(&game->field, &game->log, mcore_undo_log_end(&game->log), game->log.runs);
    mcore_undo_log_discard(&game->log);
    return poll->stop ? MINES_INTERRUPTED : MINES_OUT_OF_MEMORY;
}

/* An action that is allowed. redo: it is the next undone one. */
static mines_status act(mines_game *game, mines_action_kind kind, uint32_t site, mcore_poll *poll, bool redo)
{
    const mcore_game_rules *rules = game->rules;
    uint32_t found = game->field.found;
    mines_status status = MINES_OK;
    game->busy = true;
    if (!mcore_undo_log_begin(&game->log) || !rules->perform(game, kind, site, poll) ||
        !mcore_undo_log_commit(&game->log, poll, kind, site, game->turn, redo))
        status = abandon(game, poll);
    else if (rules->performed != NULL)
        rules->performed(game, kind, game->field.found > found);
    game->busy = false;
    return status;
}

mines_status mcore_game_act(mines_game *game, mines_action_kind kind, uint32_t site, mcore_poll *poll,
                            mines_refusal *refusal)
{
    *refusal = game->rules->refusal(game, kind, site);
    if (*refusal == MINES_REFUSAL_NONE)
        return act(game, kind, site, poll, false);
    mcore_undo_log_clear_changes(&game->log);
    return MINES_OK;
}

mines_refusal mcore_game_undo(mines_game *game)
{
    mcore_undo_log *log = &game->log;
    mcore_undo_log_clear_changes(log);
    if (log->done == 0)
        return MINES_REFUSAL_NO_UNDO;
    game->busy = true;
    const mcore_step *step = mcore_undo_log_undo(log);
    mcore_field_revert(&game->field, log, log->changed, log->changed_end);
    if (game->rules->undone != NULL)
        game->rules->undone(game, step);
    game->busy = false;
    return MINES_REFUSAL_NONE;
}

mines_status mcore_game_redo(mines_game *game, mcore_poll *poll, mines_refusal *refusal)
{
    const mcore_undo_log *log = &game->log;
    mcore_undo_log_clear_changes(&game->log);
    *refusal = log->done < log->steps ? MINES_REFUSAL_NONE : MINES_REFUSAL_NO_REDO;
    if (*refusal != MINES_REFUSAL_NONE)
        return MINES_OK;
    const mcore_step *step = &log->step[log->done];
    return act(game, (mines_action_kind)step->kind, step->site, poll, true);
}

void mcore_game_get_info(const mines_game *game, mines_game_info *info)
{
    info->kind = game->rules->kind;
    info->rows = game->field.rows;
    info->cols = game->field.cols;
    info->mines = game->field.mines;
    info->state = game->rules->state(game);
    info->placed = game->rules->placed(game);
    info->opened = game->field.opened;
    info->found = game->field.found;
    info->actions = game->log.done;
    info->undone = game->log.steps - game->log.done;
    info->turn = game->turn;
    info->winner = -1;
    game->rules->get_info(game, info);
}

size_t mcore_game_changed_count(const mines_game *game)
{
    size_t count = 0;
    for (uint32_t i = game->log.changed; i < game->log.changed_end; i++)
        count += game->log.run[i].length;
    return count;
}

void mcore_game_changed(const mines_game *game, uint32_t *cells)
{
    uint32_t stride = game->field.stride;
    for (uint32_t i = game->log.changed; i < game->log.changed_end; i++) {
        const mcore_run *run = &game->log.run[i];
        uint32_t cell = (run->site / stride - 1) * game->field.cols + run->site % stride - 1;
        for (uint32_t k = 0; k < run->length; k++)
            *cells++ = cell + k;
    }
}

void mcore_game_log(const mines_game *game, mines_action *actions)
{
    uint32_t stride = game->field.stride;
    for (uint32_t i = 0; i < game->log.done; i++) {
        const mcore_step *step = &game->log.step[i];
        actions[i] = (mines_action){step->kind, step->site / stride - 1, step->site % stride - 1};
    }
}
