/* api_generate.c - the exported functions of generation. */
#include "../base/common.h"

#include "../generation/generate.h"
#include "call.h"

static bool sides_allowed(uint32_t rows, uint32_t cols, uint32_t most)
{
    return rows >= 1 && cols >= 1 && rows <= most && cols <= most;
}

static bool request_allowed(const mines_generate_request *r)
{
    if (!mcore_size_known(r, sizeof *r) || !sides_allowed(r->rows, r->cols, MINES_MAX_GAME_SIDE) ||
        (uint64_t)r->rows * r->cols > MINES_MAX_GAME_CELLS || r->mines > r->rows * r->cols || r->row >= r->rows ||
        r->col >= r->cols || (r->max_bbbv != 0 && r->max_bbbv < r->min_bbbv))
        return false;
    if (r->first_click != MINES_FIRST_ANYTHING && r->first_click != MINES_FIRST_SAFE &&
        r->first_click != MINES_FIRST_OPENING)
        return false;
    if (r->logic == MINES_GENERATE_ANY)
        return true;
    return (r->logic == MINES_GENERATE_NO_GUESS || r->logic == MINES_GENERATE_NO_GUESS_REPAIRED) &&
           r->first_click != MINES_FIRST_ANYTHING && sides_allowed(r->rows, r->cols, MINES_MAX_SIDE);
}

MINES_API mines_status mines_generate(const mines_generate_request *request, uint64_t seed, uint64_t first_index,
                                      uint64_t count, const mines_options *options, uint8_t *masks, uint64_t *tried)
{
    MCORE_CALL(call, options);
    uint64_t unused;
    if (tried == NULL)
        tried = &unused;
    *tried = 0;
    if (!call.valid || !request_allowed(request) || (masks == NULL && count != 0) || first_index > UINT64_MAX - count ||
        count > SIZE_MAX / ((size_t)request->rows * request->cols))
        return MINES_BAD_ARGUMENT;
    return mcore_generate(request, call.memory, &call.poll, seed, first_index, count, call.threads, masks, tried);
}

MINES_API mines_status mines_no_guess(const uint8_t *masks, size_t count, uint32_t rows, uint32_t cols, uint32_t row,
                                      uint32_t col, const mines_options *options, uint8_t *answers)
{
    MCORE_CALL(call, options);
    if (!call.valid || !sides_allowed(rows, cols, MINES_MAX_SIDE) || row >= rows || col >= cols ||
        (count != 0 && (masks == NULL || answers == NULL)) || count > SIZE_MAX / ((size_t)rows * cols))
        return MINES_BAD_ARGUMENT;
    return mcore_no_guess_many(masks, count, rows, cols, row, col, call.memory, &call.poll, call.threads, answers);
}
