/* api_generate.c - the exported functions of generation: they check arguments and hand on. */
#include "../base/common.h"

#include "../base/fp_precision.h"
#include "../base/options.h"
#include "../generation/generate.h"

static bool sides_known(size_t rows, size_t cols, size_t most)
{
    return rows >= 1 && cols >= 1 && rows <= most && cols <= most;
}

static bool request_known(const mines_request *r)
{
    if (r == NULL || r->size != sizeof *r || !sides_known(r->rows, r->cols, MINES_MAX_GAME_SIDE) ||
        (uint64_t)r->rows * r->cols > MINES_MAX_GAME_CELLS || r->mines > r->rows * r->cols || r->row >= r->rows ||
        r->col >= r->cols || (r->most_bbbv != 0 && r->most_bbbv < r->least_bbbv))
        return false;
    if (r->first != MINES_FIRST_ANYTHING && r->first != MINES_FIRST_SAFE && r->first != MINES_FIRST_OPENING)
        return false;
    if (r->logic == MINES_LOGIC_ANY)
        return true;
    return (r->logic == MINES_LOGIC_NO_GUESS || r->logic == MINES_LOGIC_NO_GUESS_REPAIRED) &&
           r->first != MINES_FIRST_ANYTHING && sides_known(r->rows, r->cols, MINES_MAX_SIDE);
}

MINES_API MCORE_REALIGN mines_status mines_generate(const mines_request *request, const mines_options *options,
                                                    uint64_t seed, uint64_t first, uint64_t count, uint32_t threads,
                                                    uint8_t *masks, uint64_t *tried)
{
    MCORE_ROUND_TO_DOUBLE;
    if (tried != NULL)
        *tried = 0;
    if (!request_known(request) || !mcore_options_known(options) || (masks == NULL && count != 0) ||
        first > UINT64_MAX - count || count > SIZE_MAX / ((size_t)request->rows * request->cols))
        return MINES_BAD_ARGUMENT;
    mcore_poll poll;
    mcore_poll_init(&poll, options, UINT64_MAX);
    uint64_t unused;
    return mcore_generate(request, mcore_options_memory(options), &poll, seed, first, count, threads, masks,
                          tried != NULL ? tried : &unused);
}

MINES_API MCORE_REALIGN mines_status mines_no_guess(const uint8_t *masks, size_t count, size_t rows, size_t cols,
                                                    size_t row, size_t col, const mines_options *options,
                                                    uint32_t threads, uint8_t *answers)
{
    MCORE_ROUND_TO_DOUBLE;
    if (!sides_known(rows, cols, MINES_MAX_SIDE) || row >= rows || col >= cols || !mcore_options_known(options) ||
        (count != 0 && (masks == NULL || answers == NULL)) || count > SIZE_MAX / (rows * cols))
        return MINES_BAD_ARGUMENT;
    mcore_poll poll;
    mcore_poll_init(&poll, options, UINT64_MAX);
    return mcore_no_guess_many(masks, count, (uint32_t)rows, (uint32_t)cols, (uint32_t)row, (uint32_t)col,
                               mcore_options_memory(options), &poll, threads, answers);
}
