#include "game_base.h"

#include <stdlib.h>
#include <string.h>

void *mcore_game_base_new(size_t bytes, uint32_t rows, uint32_t cols, uint32_t mines)
{
    mcore_game_base *record = calloc(1, bytes);
    if (record == NULL)
        return NULL;
    mcore_arena_init(&record->arena, UINT64_MAX);
    mcore_undo_log_init(&record->journal, &record->arena);
    if (!mcore_field_init(&record->field, &record->arena, rows, cols, mines)) {
        mcore_game_base_free(record);
        return NULL;
    }
    return record;
}

void *mcore_game_base_copy(const void *handle, size_t bytes)
{
    const mcore_game_base *record = handle;
    mcore_game_base *copy = malloc(bytes);
    if (copy == NULL)
        return NULL;
    memcpy(copy, handle, bytes);
    mcore_arena_init(&copy->arena, record->arena.limit);
    if (!mcore_field_copy(&copy->field, &record->field, &copy->arena) ||
        !mcore_undo_log_copy(&copy->journal, &record->journal, &copy->arena)) {
        mcore_game_base_free(copy);
        return NULL;
    }
    return copy;
}

void mcore_game_base_free(void *handle)
{
    mcore_game_base *record = handle;
    if (record == NULL)
        return;
    mcore_arena_free(&record->arena);
    free(record);
}

mines_status mcore_game_base_usable(const void *handle, bool known)
{
    const mcore_game_base *record = handle;
    if (record == NULL || !known)
        return MINES_BAD_ARGUMENT;
    return record->busy ? MINES_BUSY : MINES_OK;
}

mines_status mcore_game_base_give_up(mcore_game_base *record, const mcore_poll *poll)
{
    mcore_undo_log *journal = &record->journal;
    mcore_field_put_back(&record->field, journal, mcore_undo_log_end(journal), journal->runs);
    mcore_undo_log_drop(journal);
    return poll->stop ? MINES_INTERRUPTED : MINES_OUT_OF_MEMORY;
}

const mcore_step *mcore_game_base_back(mcore_game_base *record)
{
    mcore_undo_log *journal = &record->journal;
    mcore_undo_log_clear_changes(journal);
    if (journal->done == 0)
        return NULL;
    record->busy = true;
    const mcore_step *step = mcore_undo_log_back(journal);
    mcore_field_put_back(&record->field, journal, journal->changed, journal->changed_end);
    record->busy = false;
    return step;
}

const mcore_step *mcore_game_base_next(mcore_game_base *record)
{
    mcore_undo_log *journal = &record->journal;
    mcore_undo_log_clear_changes(journal);
    return journal->done < journal->steps ? &journal->step[journal->done] : NULL;
}

size_t mcore_game_base_changed(const mcore_game_base *record, uint32_t *cells, size_t capacity)
{
    const mcore_undo_log *journal = &record->journal;
    uint32_t stride = record->field.stride;
    size_t count = 0;
    for (uint32_t i = journal->changed; i < journal->changed_end; i++) {
        const mcore_run *run = &journal->run[i];
        /* Two sites of the wall stand between the rows; the cell before the first row would be number -stride - 1. */
        uint32_t cell = run->site - stride - 1 - 2 * (run->site / stride - 1);
        for (uint32_t k = 0; k < run->length && count + k < capacity; k++)
            cells[count + k] = cell + k;
        count += run->length;
    }
    return count;
}

size_t mcore_game_base_log(const mcore_game_base *record, mines_action *actions, size_t capacity)
{
    const mcore_undo_log *journal = &record->journal;
    uint32_t stride = record->field.stride;
    for (uint32_t i = 0; i < journal->done && i < capacity; i++) {
        const mcore_step *step = &journal->step[i];
        actions[i] = (mines_action){step->kind, step->site / stride - 1, step->site % stride - 1};
    }
    return journal->done;
}
