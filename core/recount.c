#include "recount.h"

#include "natural.h"
#include "total.h"

#include <float.h>

bool msc_recount_may_lose(const msc_reduced *reduced)
{
    enum { NOTHING_LOST = 500 };
    uint32_t undecided = reduced->sea_cells;
    for (uint32_t i = 0; i < reduced->boxes; i++)
        undecided += reduced->box[i].size;
    return undecided > NOTHING_LOST;
}

void msc_recount_begin(msc_recount *r, const msc_reduced *reduced, const msc_graph *graph, const msc_certain *certain,
                       uint32_t width, msc_arena *arena, msc_poll *poll)
{
    *r = (msc_recount){
        .reduced = reduced, .graph = graph, .certain = certain, .width = width, .arena = arena, .poll = poll};
}

mines_status msc_recount_ask(msc_recount *r, const msc_ask *ask, double *answer)
{
    size_t room = msc_total_words(r->reduced);
    mines_status status = MINES_OK;
    if (r->all == NULL) {
        uint32_t *all = msc_take(r->arena, room, sizeof *all);
        r->some = msc_take(r->arena, room * r->width, sizeof *r->some);
        if (r->arena->status != MINES_OK)
            return r->arena->status;
        msc_arena_init(&r->scratch, r->arena->limit - r->arena->used);
        status = msc_total(r->reduced, r->graph, r->certain, &r->scratch, r->poll, all, &r->all_length);
        if (status != MINES_OK)
            return status;
        r->all = all;
    }
    msc_arena_rewind(&r->scratch);
    status = msc_total_asked(r->reduced, r->graph, r->certain, ask, r->width, &r->scratch, r->poll, r->some);
    for (uint32_t m = 0; m < r->width && status == MINES_OK; m++) {
        const uint32_t *some = r->some + m * room;
        size_t length = msc_natural_length(some, room);
        answer[m] = length > 0 ? msc_natural_ratio(some, length, r->all, r->all_length) : 0.0;
        if (length > 0 && answer[m] < DBL_MIN)
            answer[m] = DBL_MIN;
    }
    return status;
}

void msc_recount_end(msc_recount *r) { msc_arena_free(&r->scratch); }
