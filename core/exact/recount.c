#include "recount.h"

#include "../base/bignum.h"
#include "total.h"

#include <float.h>

bool mcore_recount_may_underflow(const mcore_reduced *reduced)
{
    enum { NOTHING_LOST = 500 };
    uint32_t undecided = reduced->sea_cells;
    for (uint32_t i = 0; i < reduced->boxes; i++)
        undecided += reduced->box[i].size;
    return undecided > NOTHING_LOST;
}

void mcore_recount_begin(mcore_recount *r, const mcore_reduced *reduced, const mcore_graph *graph,
                         const mcore_certain *certain, uint32_t width, mcore_arena *arena, mcore_poll *poll)
{
    *r = (mcore_recount){
        .reduced = reduced, .graph = graph, .certain = certain, .width = width, .arena = arena, .poll = poll};
}

mines_status mcore_recount_query(mcore_recount *r, const mcore_cell_query *ask, double *answer)
{
    size_t room = mcore_total_words(r->reduced);
    mines_status status = MINES_OK;
    if (r->all == NULL) {
        uint32_t *all = mcore_arena_alloc(r->arena, room, sizeof *all);
        r->some = mcore_arena_alloc(r->arena, room * r->width, sizeof *r->some);
        if (r->arena->status != MINES_OK)
            return r->arena->status;
        mcore_arena_init(&r->scratch, r->arena->limit - r->arena->used);
        status = mcore_total(r->reduced, r->graph, r->certain, &r->scratch, r->poll, all, &r->all_length);
        if (status != MINES_OK)
            return status;
        r->all = all;
    }
    mcore_arena_rewind(&r->scratch);
    status = mcore_total_query(r->reduced, r->graph, r->certain, ask, r->width, &r->scratch, r->poll, r->some);
    for (uint32_t m = 0; m < r->width && status == MINES_OK; m++) {
        const uint32_t *some = r->some + m * room;
        size_t length = mcore_bignum_length(some, room);
        answer[m] = length > 0 ? mcore_bignum_ratio(some, length, r->all, r->all_length) : 0.0;
        if (length > 0 && answer[m] < DBL_MIN)
            answer[m] = DBL_MIN;
    }
    return status;
}

void mcore_recount_end(mcore_recount *r) { mcore_arena_free(&r->scratch); }
