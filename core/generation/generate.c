#include "generate.h"

#include "../base/arena.h"
#include "../base/parallel.h"
#include "../base/threads.h"
#include "../metrics/metrics.h"
#include "no_guess.h"
#include "placement.h"
#include "repair.h"

#include <string.h>

enum { SHARE_CELLS = 1 << 16 /* a thread takes cheap boards of that many cells in all at a time */ };

#define BLOCKS ((uint64_t)1 << 55) /* streams per board */

/* One call, shared by its threads. */
typedef struct job {
    const mines_generate_request *request;
    mcore_placement placement;
    bool logic, limits; /* whether there is a condition on guesses, or on the 3BV */
    uint64_t tries;     /* per board; UINT64_MAX: no limit */
    uint64_t memory, seed, first;
    uint8_t *masks;
    bool few; /* fewer boards than threads: first search the first block of each, then all others together */
    bool found[MINES_MAX_THREADS]; /* whether a board was found in its first block */
    bool together;                 /* all threads search blocks of `board` */
    uint64_t board;

    mcore_lock lock; /* protects the following members */
    uint64_t tried;
    uint64_t best; /* the first suitable candidate of `board` so far, whose mask is stored; UINT64_MAX: none */
} job;

/* One thread. */
typedef struct worker {
    job *job;
    mcore_poll *poll;
    mcore_no_guess no_guess;
    mcore_metrics metrics;
    uint64_t tried;
} worker;

/* Whether the minimum 3BV is impossible: a safe cell counts at most 1, and so does an opening with all its cells. */
static bool out_of_reach(const mines_generate_request *request, const mcore_placement *p)
{
    uint32_t kept = mcore_placement_protected(p), safe = p->rows * p->cols - p->mines, most = safe;
    if (p->first_click == MINES_FIRST_OPENING && kept <= safe)
        most = safe - kept + 1;
    return request->min_bbbv > most;
}

static bool in_range(worker *w, const uint8_t *mask)
{
    const mines_generate_request *request = w->job->request;
    if (!w->job->limits)
        return true;
    uint32_t bbbv = mcore_metrics_bbbv(&w->metrics, mask, w->poll);
    return bbbv >= request->min_bbbv && (request->max_bbbv == 0 || bbbv <= request->max_bbbv);
}

/* Try the next candidate of a stream; *found: it meets the request. */
static mines_status try_one(worker *w, mcore_random *random, uint8_t *mask, bool *found)
{
    const job *j = w->job;
    *found = false;
    w->tried++;
    if (!mcore_placement_next(&j->placement, random, w->poll, mask))
        return MINES_INTERRUPTED;
    if (j->request->logic == MINES_GENERATE_NO_GUESS_REPAIRED) {
        mines_status status = mcore_repair(&w->no_guess, &j->placement, random, w->poll, mask, found);
        *found = *found && in_range(w, mask);
        return status;
    }
    *found = in_range(w, mask);
    if (j->logic && *found)
        return mcore_no_guess_board(&w->no_guess, mask, j->placement.row, j->placement.col, w->poll, found);
    return MINES_OK;
}

static uint64_t best_so_far(job *j)
{
    mcore_lock_acquire(&j->lock);
    uint64_t best = j->best;
    mcore_lock_release(&j->lock);
    return best;
}

/* Search a block of a board's candidates. *candidate is the first that meets the request; UINT64_MAX if there is none,
   or an earlier block turned out to have one. */
static mines_status search(worker *w, uint64_t number, uint64_t block, uint8_t *mask, uint64_t *candidate)
{
    job *j = w->job;
    mcore_random random;
    mcore_random_set_part(&random, j->seed, number, block, MCORE_PURPOSE_PLACEMENT);
    *candidate = UINT64_MAX;
    for (uint64_t at = block * MCORE_GENERATE_BLOCK; at < (block + 1) * MCORE_GENERATE_BLOCK && at < j->tries; at++) {
        bool found;
        mines_status status = try_one(w, &random, mask, &found);
        if (status != MINES_OK || w->poll->stop)
            return status != MINES_OK ? status : MINES_INTERRUPTED;
        if (found) {
            *candidate = at;
            return MINES_OK;
        }
        if (mcore_poll_step(w->poll, 200))
            return MINES_INTERRUPTED;
        if (j->together && best_so_far(j) < at)
            break;
    }
    return MINES_OK;
}

static mines_status begin(worker *w, job *j, mcore_poll *poll)
{
    memset(w, 0, sizeof *w);
    w->job = j;
    w->poll = poll;
    mines_status status = MINES_OK;
    if (j->logic)
        status = mcore_no_guess_init(&w->no_guess, j->placement.rows, j->placement.cols, j->memory);
    if (j->limits && status == MINES_OK)
        status = mcore_metrics_init(&w->metrics, j->placement.rows, j->placement.cols, j->memory);
    return status;
}

static void end(worker *w, job *j)
{
    mcore_no_guess_free(&w->no_guess);
    mcore_metrics_free(&w->metrics);
    mcore_lock_acquire(&j->lock);
    j->tried += w->tried;
    mcore_lock_release(&j->lock);
}

static uint8_t *mask_of(const job *j, uint64_t board)
{
    return j->masks + (size_t)board * j->placement.rows * j->placement.cols;
}

/* Find a board, or with `few` search its first block only. */
static mines_status find_board(worker *w, job *j, uint64_t board)
{
    uint64_t candidate = UINT64_MAX;
    for (uint64_t block = 0; candidate == UINT64_MAX && block < BLOCKS && block * MCORE_GENERATE_BLOCK < j->tries;
         block++) {
        mines_status status = search(w, j->first + board, block, mask_of(j, board), &candidate);
        if (j->few)
            j->found[board] = candidate != UINT64_MAX;
        if (status != MINES_OK || j->few)
            return status;
    }
    return candidate != UINT64_MAX ? MINES_OK : MINES_NOT_FOUND;
}

static mines_status find_boards(mcore_parallel *parallel, mcore_poll *poll, void *context)
{
    job *j = context;
    worker w;
    mines_status status = begin(&w, j, poll);
    for (uint64_t first, last; status == MINES_OK && mcore_parallel_next(parallel, poll, &first, &last);)
        for (uint64_t i = first; i < last && status == MINES_OK; i++)
            status = find_board(&w, j, i);
    end(&w, j);
    return status;
}

/* ---- One board on all threads ------------------------------------------------------------------------------------ */

static void keep_best(job *j, uint64_t candidate, const uint8_t *mask)
{
    mcore_lock_acquire(&j->lock);
    if (candidate < j->best) {
        j->best = candidate;
        /* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): no search without a mask */
        memcpy(mask_of(j, j->board), mask, (size_t)j->placement.rows * j->placement.cols);
    }
    mcore_lock_release(&j->lock);
}

/* Blocks are handed out in order: once one has a suitable candidate, only those before it still matter. */
static mines_status find_blocks(mcore_parallel *parallel, mcore_poll *poll, void *context)
{
    job *j = context;
    mcore_arena arena;
    mcore_arena_init(&arena, j->memory);
    uint8_t *mask = mcore_arena_alloc(&arena, (size_t)j->placement.rows * j->placement.cols, 1);
    worker w;
    mines_status status = begin(&w, j, poll);
    status = mask == NULL ? arena.status : status;
    for (uint64_t block, last; status == MINES_OK && mcore_parallel_next(parallel, poll, &block, &last);) {
        uint64_t candidate;
        block++; /* the first block has been searched already */
        if (block * MCORE_GENERATE_BLOCK >= best_so_far(j))
            break;
        status = search(&w, j->first + j->board, block, mask, &candidate);
        if (status == MINES_OK && candidate != UINT64_MAX)
            keep_best(j, candidate, mask);
    }
    end(&w, j);
    mcore_arena_free(&arena);
    return status;
}

static mines_status find_together(job *j, uint64_t board, uint32_t threads, mcore_poll *poll)
{
    uint64_t blocks = j->tries / MCORE_GENERATE_BLOCK + (j->tries % MCORE_GENERATE_BLOCK != 0), before = j->tried;
    blocks = blocks < BLOCKS ? blocks : BLOCKS;
    j->together = true;
    j->board = board;
    j->best = UINT64_MAX;
    mines_status status = mcore_parallel_run(blocks - 1, 1, threads, poll, find_blocks, j);
    if (status != MINES_OK)
        return status;
    if (j->best == UINT64_MAX)
        return MINES_NOT_FOUND;
    j->tried = before + j->best + 1 - MCORE_GENERATE_BLOCK; /* candidates after the best one do not count */
    return MINES_OK;
}

static mines_status find_all(job *j, uint64_t count, uint32_t threads, mcore_poll *poll)
{
    uint32_t cells = j->placement.rows * j->placement.cols;
    uint64_t share = j->logic || j->limits || cells > SHARE_CELLS ? 1 : SHARE_CELLS / cells;
    if (count < MINES_MAX_THREADS && threads != 1 && (j->logic || j->limits))
        j->few = count < mcore_min(threads != 0 ? threads : mcore_threads_available(), MINES_MAX_THREADS);
    mines_status status = mcore_parallel_run(count, share, threads, poll, find_boards, j);
    for (uint64_t i = 0; i < count && j->few && status == MINES_OK; i++)
        if (!j->found[i])
            status = j->tries > MCORE_GENERATE_BLOCK ? find_together(j, i, threads, poll) : MINES_NOT_FOUND;
    return status;
}

mines_status mcore_generate(const mines_generate_request *request, uint64_t memory, mcore_poll *poll, uint64_t seed,
                            uint64_t first, uint64_t count, uint32_t threads, uint8_t *masks, uint64_t *tried)
{
    job j = {
        .request = request,
        .placement = {request->rows, request->cols, request->mines, request->first_click, request->row, request->col},
        .logic = request->logic != MINES_GENERATE_ANY,
        .limits = request->min_bbbv > 0 || request->max_bbbv > 0,
        .tries = request->tries != 0 ? request->tries : UINT64_MAX,
        .memory = memory,
        .seed = seed,
        .first = first,
        .masks = masks,
    };
    uint32_t cells = request->rows * request->cols, mines = request->mines,
             kept = mcore_placement_protected(&j.placement);
    if (mines == 0 || mines == cells || (kept > 0 && (mines == cells - kept || mines == cells - 1)))
        j.tries = 1; /* only one board is possible */
    *tried = 0;
    if (count > 0 && out_of_reach(request, &j.placement))
        return MINES_NOT_FOUND;
    if (!mcore_lock_init(&j.lock))
        return MINES_OUT_OF_MEMORY;
    mines_status status = find_all(&j, count, threads, poll);
    mcore_lock_free(&j.lock);
    *tried = j.tried;
    return status;
}

/* ---- Checks for guesses ------------------------------------------------------------------------------------------ */

typedef struct checks {
    const uint8_t *masks;
    uint32_t rows, cols, row, col;
    uint64_t memory;
    uint8_t *answers;
} checks;

static mines_status check_boards(mcore_parallel *parallel, mcore_poll *poll, void *context)
{
    const checks *v = context;
    size_t cells = (size_t)v->rows * v->cols;
    mcore_no_guess no_guess;
    mines_status status = mcore_no_guess_init(&no_guess, v->rows, v->cols, v->memory);
    for (uint64_t first, last; status == MINES_OK && mcore_parallel_next(parallel, poll, &first, &last);) {
        for (size_t i = (size_t)first; i < last && status == MINES_OK; i++) {
            bool won;
            status = mcore_no_guess_board(&no_guess, v->masks + i * cells, v->row, v->col, poll, &won);
            v->answers[i] = won;
        }
    }
    mcore_no_guess_free(&no_guess);
    return status;
}

mines_status mcore_no_guess_many(const uint8_t *masks, size_t count, uint32_t rows, uint32_t cols, uint32_t row,
                                 uint32_t col, uint64_t memory, mcore_poll *poll, uint32_t threads, uint8_t *answers)
{
    checks v = {masks, rows, cols, row, col, memory, answers};
    uint64_t share = SHARE_CELLS / 16 / (rows * cols);
    return mcore_parallel_run(count, share > 0 ? share : 1, threads, poll, check_boards, &v);
}
