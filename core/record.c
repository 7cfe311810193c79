#include "record.h"

#include <stdlib.h>
#include <string.h>

void *msc_record_new(size_t bytes, uint32_t rows, uint32_t cols, uint32_t mines)
{
    msc_record *record = calloc(1, bytes);
    if (record == NULL)
        return NULL;
    msc_arena_init(&record->arena, UINT64_MAX);
    msc_journal_init(&record->journal, &record->arena);
    if (!msc_field_init(&record->field, &record->arena, rows, cols, mines)) {
        msc_record_free(record);
        return NULL;
    }
    return record;
}

void *msc_record_copy(const void *handle, size_t bytes)
{
    const msc_record *record = handle;
    msc_record *copy = malloc(bytes);
    if (copy == NULL)
        return NULL;
    memcpy(copy, handle, bytes);
    msc_arena_init(&copy->arena, record->arena.limit);
    if (!msc_field_copy(&copy->field, &record->field, &copy->arena) ||
        !msc_journal_copy(&copy->journal, &record->journal, &copy->arena)) {
        msc_record_free(copy);
        return NULL;
    }
    return copy;
}

void msc_record_free(void *handle)
{
    msc_record *record = handle;
    if (record == NULL)
        return;
    msc_arena_free(&record->arena);
    free(record);
}

mines_status msc_record_usable(const void *handle, bool known)
{
    const msc_record *record = handle;
    if (record == NULL || !known)
        return MINES_BAD_ARGUMENT;
    return record->busy ? MINES_BUSY : MINES_OK;
}

mines_status msc_record_give_up(msc_record *record, const msc_poll *poll)
{
    msc_journal *journal = &record->journal;
    msc_field_put_back(&record->field, journal, msc_journal_end(journal), journal->runs);
    msc_journal_drop(journal);
    return poll->stop ? MINES_INTERRUPTED : MINES_OUT_OF_MEMORY;
}

const msc_step *msc_record_back(msc_record *record)
{
    msc_journal *journal = &record->journal;
    msc_journal_still(journal);
    if (journal->done == 0)
        return NULL;
    record->busy = true;
    const msc_step *step = msc_journal_back(journal);
    msc_field_put_back(&record->field, journal, journal->changed, journal->changed_end);
    record->busy = false;
    return step;
}

const msc_step *msc_record_next(msc_record *record)
{
    msc_journal *journal = &record->journal;
    msc_journal_still(journal);
    return journal->done < journal->steps ? &journal->step[journal->done] : NULL;
}

size_t msc_record_changed(const msc_record *record, uint32_t *cells, size_t capacity)
{
    const msc_journal *journal = &record->journal;
    uint32_t stride = record->field.stride;
    size_t count = 0;
    for (uint32_t i = journal->changed; i < journal->changed_end; i++) {
        const msc_run *run = &journal->run[i];
        /* Two sites of the wall stand between the rows; the cell before the first row would be number -stride - 1. */
        uint32_t cell = run->site - stride - 1 - 2 * (run->site / stride - 1);
        for (uint32_t k = 0; k < run->length && count + k < capacity; k++)
            cells[count + k] = cell + k;
        count += run->length;
    }
    return count;
}

size_t msc_record_log(const msc_record *record, mines_action *actions, size_t capacity)
{
    const msc_journal *journal = &record->journal;
    uint32_t stride = record->field.stride;
    for (uint32_t i = 0; i < journal->done && i < capacity; i++) {
        const msc_step *step = &journal->step[i];
        actions[i] = (mines_action){step->kind, step->site / stride - 1, step->site % stride - 1};
    }
    return journal->done;
}
