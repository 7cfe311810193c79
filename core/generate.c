#include "generate.h"

#include "arena.h"
#include "crew.h"
#include "judge.h"
#include "metrics.h"
#include "place.h"
#include "repair.h"
#include "threads.h"

#include <string.h>

enum { SHARE_CELLS = 1 << 16 /* cells of the boards that a thread takes at a time where they cost little */ };

#define BLOCKS ((uint64_t)1 << 55) /* streams of a board */

/* What the threads of a call share. */
typedef struct job {
    const mines_request *request;
    msc_placing placing;
    bool logic, limits; /* no guess; a range of 3BV */
    uint64_t tries;     /* for each board; UINT64_MAX: no limit */
    uint64_t memory, seed, first;
    uint8_t *masks;
    bool few; /* boards: first their first blocks, and `found` says which are; then each of the others by all threads */
    bool found[MINES_MAX_THREADS];
    bool together;  /* all threads search blocks of one board: */
    uint64_t board;

    msc_lock lock; /* for what follows */
    uint64_t tried;
    uint64_t best; /* candidate of that board, in its mask; UINT64_MAX: none yet */
} job;

/* A thread's own. */
typedef struct worker {
    job *job;
    msc_poll *poll;
    msc_judge judge;
    msc_metrics metrics;
    uint64_t tried;
} worker;

/* No board can have a 3BV in the range: every safe cell counts at most 1, and an opening all its cells no more. */
static bool out_of_reach(const mines_request *request, const msc_placing *p)
{
    uint32_t kept = msc_place_kept(p), safe = p->rows * p->cols - p->mines, most = safe;
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

static uint64_t best_so_far(job *j)
{
    msc_lock_take(&j->lock);
    uint64_t best = j->best;
    msc_lock_give(&j->lock);
    return best;
}

/* Go through a block of a board's candidates, up to one that is as wished: *candidate; UINT64_MAX where none is, or an
   earlier block has one. */
static mines_status search(worker *w, uint64_t number, uint64_t block, uint8_t *mask, uint64_t *candidate)
{
    job *j = w->job;
    msc_random random;
    msc_random_set_part(&random, j->seed, number, block, MSC_PURPOSE_PLACE);
    *candidate = UINT64_MAX;
    for (uint64_t at = block * MSC_BLOCK; at < (block + 1) * MSC_BLOCK && at < j->tries; at++) {
        bool found;
        mines_status status = try_one(w, &random, mask, &found);
        if (status != MINES_OK || w->poll->stop)
            return status != MINES_OK ? status : MINES_INTERRUPTED;
        if (found) {
            *candidate = at;
            return MINES_OK;
        }
        if (msc_poll_step(w->poll, 200))
            return MINES_INTERRUPTED;
        if (j->together && best_so_far(j) < at)
            break;
    }
    return MINES_OK;
}

static mines_status begin(worker *w, job *j, msc_poll *poll)
{
    memset(w, 0, sizeof *w);
    w->job = j;
    w->poll = poll;
    mines_status status = MINES_OK;
    if (j->logic)
        status = msc_judge_init(&w->judge, j->placing.rows, j->placing.cols, j->memory);
    if (j->limits && status == MINES_OK)
        status = msc_metrics_init(&w->metrics, j->placing.rows, j->placing.cols, j->memory);
    return status;
}

static void end(worker *w, job *j)
{
    msc_judge_free(&w->judge);
    msc_metrics_free(&w->metrics);
    msc_lock_take(&j->lock);
    j->tried += w->tried;
    msc_lock_give(&j->lock);
}

static uint8_t *mask_of(const job *j, uint64_t board)
{
    return j->masks + (size_t)board * j->placing.rows * j->placing.cols;
}

/* A board to its end or, where there are few, its first block. */
static mines_status find_board(worker *w, job *j, uint64_t board)
{
    uint64_t candidate = UINT64_MAX;
    for (uint64_t block = 0; candidate == UINT64_MAX && block < BLOCKS && block * MSC_BLOCK < j->tries; block++) {
        mines_status status = search(w, j->first + board, block, mask_of(j, board), &candidate);
        if (j->few)
            j->found[board] = candidate != UINT64_MAX;
        if (status != MINES_OK || j->few)
            return status;
    }
    return candidate != UINT64_MAX ? MINES_OK : MINES_NOT_FOUND;
}

static mines_status find_boards(msc_crew *crew, msc_poll *poll, void *context)
{
    job *j = context;
    worker w;
    mines_status status = begin(&w, j, poll);
    for (uint64_t first, last; status == MINES_OK && msc_crew_take(crew, poll, &first, &last);)
        for (uint64_t i = first; i < last && status == MINES_OK; i++)
            status = find_board(&w, j, i);
    end(&w, j);
    return status;
}

/* ---- One board, all threads ---- */

static void keep_best(job *j, uint64_t candidate, const uint8_t *mask)
{
    msc_lock_take(&j->lock);
    if (candidate < j->best) {
        j->best = candidate;
        /* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): no search without a mask */
        memcpy(mask_of(j, j->board), mask, (size_t)j->placing.rows * j->placing.cols);
    }
    msc_lock_give(&j->lock);
}

/* Blocks are handed out in their order: when one has a board, only those before it still matter. */
static mines_status find_blocks(msc_crew *crew, msc_poll *poll, void *context)
{
    job *j = context;
    msc_arena arena;
    msc_arena_init(&arena, j->memory);
    uint8_t *mask = msc_take(&arena, (size_t)j->placing.rows * j->placing.cols, 1);
    worker w;
    mines_status status = begin(&w, j, poll);
    status = mask == NULL ? arena.status : status;
    for (uint64_t block, last; status == MINES_OK && msc_crew_take(crew, poll, &block, &last);) {
        uint64_t candidate;
        block++; /* the first one has been looked at */
        if (block * MSC_BLOCK >= best_so_far(j))
            break;
        status = search(&w, j->first + j->board, block, mask, &candidate);
        if (status == MINES_OK && candidate != UINT64_MAX)
            keep_best(j, candidate, mask);
    }
    end(&w, j);
    msc_arena_free(&arena);
    return status;
}

static mines_status find_together(job *j, uint64_t board, uint32_t threads, msc_poll *poll)
{
    uint64_t blocks = j->tries / MSC_BLOCK + (j->tries % MSC_BLOCK != 0), before = j->tried;
    blocks = blocks < BLOCKS ? blocks : BLOCKS;
    j->together = true;
    j->board = board;
    j->best = UINT64_MAX;
    mines_status status = msc_crew_run(blocks - 1, 1, threads, poll, find_blocks, j);
    if (status != MINES_OK)
        return status;
    if (j->best == UINT64_MAX)
        return MINES_NOT_FOUND;
    j->tried = before + j->best + 1 - MSC_BLOCK; /* what was looked at beyond the best does not count */
    return MINES_OK;
}

static mines_status find_all(job *j, uint64_t count, uint32_t threads, msc_poll *poll)
{
    uint32_t cells = j->placing.rows * j->placing.cols;
    uint64_t share = j->logic || j->limits || cells > SHARE_CELLS ? 1 : SHARE_CELLS / cells;
    if (count < MINES_MAX_THREADS && threads != 1 && (j->logic || j->limits))
        j->few = count < msc_min(threads != 0 ? threads : msc_threads_available(), MINES_MAX_THREADS);
    mines_status status = msc_crew_run(count, share, threads, poll, find_boards, j);
    for (uint64_t i = 0; i < count && j->few && status == MINES_OK; i++)
        if (!j->found[i])
            status = j->tries > MSC_BLOCK ? find_together(j, i, threads, poll) : MINES_NOT_FOUND;
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
        .tries = request->tries != 0 ? request->tries : UINT64_MAX,
        .memory = memory,
        .seed = seed,
        .first = first,
        .masks = masks,
    };
    uint32_t cells = request->rows * request->cols, mines = request->mines, kept = msc_place_kept(&j.placing);
    if (mines == 0 || mines == cells || (kept > 0 && (mines == cells - kept || mines == cells - 1)))
        j.tries = 1; /* there is only one board */
    *tried = 0;
    if (count > 0 && out_of_reach(request, &j.placing))
        return MINES_NOT_FOUND;
    if (!msc_lock_init(&j.lock))
        return MINES_OUT_OF_MEMORY;
    mines_status status = find_all(&j, count, threads, poll);
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
