#include "recount.h"

#include "../base/bignum.h"
#include "total.h"

#include <float.h>

bool mcore_recount_may_underflow(const mcore_reduced *reduced)
{
    enum { SAFE_CELLS = 500 }; /* there are at most 2^500 boards */
    return mcore_reduced_undecided(reduced) > SAFE_CELLS;
}

void mcore_recount_begin(mcore_recount *r, const mcore_reduced *reduced, const mcore_graph *graph, uint32_t width,
                         mcore_arena *arena, mcore_poll *poll)
{
    *r = (mcore_recount){.reduced = reduced, .graph = graph, .width = width, .arena = arena, .poll = poll};
}

/* Count all valid boards, before the first query. */
static mines_status count_all(mcore_recount *r)
{
    size_t words = mcore_total_words(r->reduced);
    uint32_t *all = mcore_arena_alloc(r->arena, words, sizeof *all);
    r->some = mcore_arena_alloc(r->arena, words * r->width, sizeof *r->some);
    if (r->arena->status != MINES_OK)
        return r->arena->status;
    mcore_arena_init(&r->scratch, r->arena->limit - r->arena->used);
    mines_status status = mcore_total(r->reduced, r->graph, &r->scratch, r->poll, all, &r->all_length);
    if (status == MINES_OK)
        r->all = all;
    return status;
}

mines_status mcore_recount_query(mcore_recount *r, const mcore_cell_query *query, double *answer)
{
    size_t words = mcore_total_words(r->reduced);
    mines_status status = r->all == NULL ? count_all(r) : MINES_OK;
    if (status != MINES_OK)
        return status;
    mcore_arena_rewind(&r->scratch);
    status = mcore_total_query(r->reduced, r->graph, query, r->width, &r->scratch, r->poll, r->some);
    for (uint32_t m = 0; m < r->width && status == MINES_OK; m++) {
        const uint32_t *some = r->some + m * words;
        size_t length = mcore_bignum_length(some, words);
        answer[m] = length > 0 ? mcore_bignum_ratio(some, length, r->all, r->all_length) : 0.0;
        if (length > 0 && answer[m] < DBL_MIN)
            answer[m] = DBL_MIN;
    }
    return status;
}

void mcore_recount_end(mcore_recount *r) { mcore_arena_free(&r->scratch); }
