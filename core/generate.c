#include "generate.h"

#include "crew.h"
#include "judge.h"
#include "metrics.h"
#include "place.h"
#include "repair.h"
#include "threads.h"

#include <string.h>

enum { SHARE_CELLS = 1 << 16 /* cells of the boards that a thread takes at a time where they cost little */ };

/* What the threads of a call share. */
typedef struct job {
    const mines_request *request;
    msc_placing placing;
    bool logic, limits, single; /* no guess; a range of 3BV; there is only one board to try */
    uint64_t memory, seed, first;
    uint8_t *masks;
    msc_lock lock; /* for what follows */
    uint64_t tried;
} job;

/* A thread's own. */
typedef struct worker {
    const job *job;
    msc_poll *poll;
    msc_judge judge;
    msc_metrics metrics;
    uint64_t tried;
} worker;

/* Cells where the rule of the first click wants no mine. */
static uint32_t kept_cells(const msc_placing *p)
{
    if (p->first != MINES_FIRST_OPENING)
        return p->first == MINES_FIRST_SAFE ? 1 : 0;
    uint32_t down = 1u + (p->row > 0) + (p->row + 1 < p->rows);
    uint32_t across = 1u + (p->col > 0) + (p->col + 1 < p->cols);
    return down * across;
}

/* No board can have a 3BV in the range: every safe cell counts at most 1, and an opening all its cells no more. */
static bool out_of_reach(const mines_request *request, const msc_placing *p)
{
    uint32_t kept = kept_cells(p), safe = p->rows * p->cols - p->mines, most = safe;
    if (p->first == MINES_FIRST_OPENING && kept <= safe)
        most = safe - kept + 1;
    return request->least_bbbv > most;
}

static bool in_range(worker *w, const uint8_t *mask)
{
    const mines_request *request = w->job->request;
    if (!w->job->limits)
        return true;
    uint32_t bbbv = msc_metrics_bbbv(&w->metrics, mask, w->poll);
    return bbbv >= request->least_bbbv && (request->most_bbbv == 0 || bbbv <= request->most_bbbv);
}

/* The next candidate of a stream; *found: it is as wished. */
static mines_status try_one(worker *w, msc_random *random, uint8_t *mask, bool *found)
{
    const job *j = w->job;
    *found = false;
    w->tried++;
    if (!msc_place(&j->placing, random, w->poll, mask))
        return MINES_INTERRUPTED;
    if (j->request->logic == MINES_LOGIC_NO_GUESS_REPAIRED) {
        mines_status status = msc_repair(&w->judge, &j->placing, random, w->poll, mask, found);
        *found = *found && in_range(w, mask);
        return status;
    }
    *found = in_range(w, mask);
    if (j->logic && *found)
        return msc_judge_board(&w->judge, mask, j->placing.row, j->placing.col, w->poll, found);
    return MINES_OK;
}

static mines_status find_board(worker *w, uint64_t number, uint8_t *mask)
{
    const job *j = w->job;
    uint64_t tries = j->single ? 1 : j->request->tries;
    msc_random random;
    msc_random_set(&random, j->seed, number, MSC_PURPOSE_PLACE);
    for (uint64_t tried = 0; tries == 0 || tried < tries; tried++) {
        bool found;
        mines_status status = try_one(w, &random, mask, &found);
        if (status != MINES_OK || w->poll->stop)
            return status != MINES_OK ? status : MINES_INTERRUPTED;
        if (found)
            return MINES_OK;
        if (msc_poll_step(w->poll, 200))
            return MINES_INTERRUPTED;
    }
    return MINES_NOT_FOUND;
}

static mines_status find_boards(msc_crew *crew, msc_poll *poll, void *context)
{
    job *j = context;
    size_t cells = (size_t)j->placing.rows * j->placing.cols;
    worker w;
    memset(&w, 0, sizeof w);
    w.job = j;
    w.poll = poll;
    mines_status status = MINES_OK;
    if (j->logic)
        status = msc_judge_init(&w.judge, j->placing.rows, j->placing.cols, j->memory);
    if (j->limits && status == MINES_OK)
        status = msc_metrics_init(&w.metrics, j->placing.rows, j->placing.cols, j->memory);
    for (uint64_t first, last; status == MINES_OK && msc_crew_take(crew, poll, &first, &last);)
        for (uint64_t i = first; i < last && status == MINES_OK; i++)
            status = find_board(&w, j->first + i, j->masks + (size_t)i * cells);
    msc_judge_free(&w.judge);
    msc_metrics_free(&w.metrics);
    msc_lock_take(&j->lock);
    j->tried += w.tried;
    msc_lock_give(&j->lock);
    return status;
}

mines_status msc_generate(const mines_request *request, uint64_t memory, msc_poll *poll, uint64_t seed, uint64_t first,
                          uint64_t count, uint32_t threads, uint8_t *masks, uint64_t *tried)
{
    job j = {
        .request = request,
        .placing = {request->rows, request->cols, request->mines, request->first, request->row, request->col},
        .logic = request->logic != MINES_LOGIC_ANY,
        .limits = request->least_bbbv > 0 || request->most_bbbv > 0,
        .memory = memory,
        .seed = seed,
        .first = first,
        .masks = masks,
    };
    uint32_t cells = request->rows * request->cols, mines = request->mines, kept = kept_cells(&j.placing);
    j.single = mines == 0 || mines == cells || (kept > 0 && (mines == cells - kept || mines == cells - 1));
    *tried = 0;
    if (count > 0 && out_of_reach(request, &j.placing))
        return MINES_NOT_FOUND;
    if (!msc_lock_init(&j.lock))
        return MINES_OUT_OF_MEMORY;
    uint64_t share = j.logic || j.limits || cells > SHARE_CELLS ? 1 : SHARE_CELLS / cells;
    mines_status status = msc_crew_run(count, share, threads, poll, find_boards, &j);
    msc_lock_free(&j.lock);
    *tried = j.tried;
    return status;
}

/* ---- Verdicts ---------------------------------------------------------------------------------------------------- */

typedef struct verdicts {
    const uint8_t *masks;
    uint32_t rows, cols, row, col;
    uint64_t memory;
    uint8_t *answers;
} verdicts;

static mines_status judge_boards(msc_crew *crew, msc_poll *poll, void *context)
{
    const verdicts *v = context;
    size_t cells = (size_t)v->rows * v->cols;
    msc_judge judge;
    mines_status status = msc_judge_init(&judge, v->rows, v->cols, v->memory);
    for (uint64_t first, last; status == MINES_OK && msc_crew_take(crew, poll, &first, &last);) {
        for (size_t i = (size_t)first; i < last && status == MINES_OK; i++) {
            bool won;
            status = msc_judge_board(&judge, v->masks + i * cells, v->row, v->col, poll, &won);
            v->answers[i] = won;
        }
    }
    msc_judge_free(&judge);
    return status;
}

mines_status msc_judge_many(const uint8_t *masks, size_t count, uint32_t rows, uint32_t cols, uint32_t row,
                            uint32_t col, uint64_t memory, msc_poll *poll, uint32_t threads, uint8_t *answers)
{
    verdicts v = {masks, rows, cols, row, col, memory, answers};
    uint64_t share = SHARE_CELLS / 16 / (rows * cols);
    return msc_crew_run(count, share > 0 ? share : 1, threads, poll, judge_boards, &v);
}
