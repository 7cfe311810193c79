#include "sampler.h"

#include "../base/clock.h"
#include "../base/threads.h"

#include <stdlib.h>
#include <string.h>

enum {
    SEA_CHUNK = 512,         /* cells of the sea between two reads of the clock */
    BATCHES_PER_THREAD = 16, /* fewer are not worth starting a thread */
    BATCHES_AT_ONCE = 16,    /* the most that a thread takes at a time, so that the lock is rarely needed */
    LARGE_BOARD = 4096,      /* cells; from this size on both numbers are 1 */
    PLANE_ALIGN = 64,
    SHORT_NS = 200000 /* too little time to start threads */
};

/* ---- The handle -------------------------------------------------------------------------------------------------- */

/* Whether only one board is valid, with mines all over the sea. */
static bool sea_is_mined(const mcore_reduced *reduced)
{
    return reduced->components == 0 && reduced->mines_left == reduced->sea_cells;
}

static bool is_mined(const mcore_reduced *reduced, uint32_t site)
{
    uint8_t cell_class = reduced->cell_class[site];
    return cell_class == MCORE_CLASS_KNOWN || cell_class == MCORE_CLASS_MINE ||
           (cell_class == MCORE_CLASS_SEA && sea_is_mined(reduced));
}

static bool varies(const mcore_reduced *reduced, uint32_t site)
{
    uint8_t cell_class = reduced->cell_class[site];
    return cell_class == MCORE_CLASS_BOX || (cell_class == MCORE_CLASS_SEA && !sea_is_mined(reduced));
}

/* Determine for each cell what must be counted there. */
static void plan_cells(mines_sampler *s)
{
    const mcore_reduced *reduced = &s->solution->reduced;
    const mcore_board *board = &s->solution->board;
    uint32_t cell = 0;
    for (uint32_t row = 0; row < board->rows; row++) {
        for (uint32_t col = 0; col < board->cols; col++, cell++) {
            uint32_t site = mcore_site(board, row, col);
            s->site[cell] = site;
            s->always[cell] = 0;
            if (is_mined(reduced, site)) {
                s->mined[s->mined_count++] = site;
                s->always[cell] = MCORE_ALWAYS_MINE;
            } else if (varies(reduced, site)) {
                s->mine_site[s->mine_count] = site;
                s->mine_cell[s->mine_count++] = cell;
            }
            bool mined = false, varied = false; /* among the neighbours */
            for (int k = 0; k < 8; k++) {
                uint32_t other = mcore_neighbour(board, site, k);
                mined = mined || is_mined(reduced, other);
                varied = varied || varies(reduced, other);
            }
            if (mined || (reduced->cell_class[site] == MCORE_CLASS_OPENED && board->cell[site] != 0))
                continue;
            if (varied && reduced->cell_class[site] != MCORE_CLASS_OPENED) {
                s->zero_site[s->zero_count] = site;
                s->zero_cell[s->zero_count++] = cell;
            } else {
                s->always[cell] |= MCORE_ALWAYS_ZERO;
            }
        }
    }
}

static void plan_sea(mines_sampler *s)
{
    const mcore_reduced *reduced = &s->solution->reduced;
    const mcore_chain *chain = &s->solution->chain;
    uint32_t most = reduced->mines_left - chain->low[chain->components];
    s->sea = (mcore_sea){reduced->sea, reduced->sea_cells, false};
    s->sea.narrow = s->sea.cells <= MCORE_NARROW_CELLS && mcore_min(most, s->sea.cells) <= MCORE_NARROW_MINES;
    if (sea_is_mined(reduced))
        s->sea.cells = 0; /* nothing to draw; the mines may need more than 16 bits */
}

/* Drawing needs the forward vectors of all layers. If the solution keeps only some, replace it by a copy with all of
   them in the sampler's own memory. */
static mines_status complete_forward(mines_sampler *s, mcore_poll *poll)
{
    const mines_solution *from = s->solution;
    uint32_t n = from->reduced.components;
    bool whole = true;
    for (uint32_t i = 0; i < n; i++)
        whole = whole && from->graph[i].checkpoints == NULL;
    if (whole)
        return MINES_OK;
    mines_solution *to = mcore_arena_alloc(&s->arena, 1, sizeof *to);
    mcore_graph *graph = mcore_arena_alloc(&s->arena, n, sizeof *graph);
    if (s->arena.status != MINES_OK)
        return s->arena.status;
    *to = *from;
    to->graph = to->chain.graph = graph;
    s->solution = to;
    for (uint32_t i = 0; i < n; i++) {
        graph[i] = from->graph[i];
        graph[i].checkpoints = NULL;
        if (!mcore_forward_alloc(graph + i, &s->arena))
            return s->arena.status;
        if (!mcore_forward_fill_all(from->graph + i, &from->chain.weights, graph[i].forward, poll))
            return MINES_INTERRUPTED;
    }
    return MINES_OK;
}

static mines_status build(mines_sampler *s, const mcore_frontier_limits *limits, mcore_poll *poll)
{
    mcore_arena *arena = &s->arena, scratch;
    s->site = mcore_arena_alloc(arena, s->cells, sizeof *s->site);
    s->mined = mcore_arena_alloc(arena, s->cells, sizeof *s->mined);
    s->mine_site = mcore_arena_alloc(arena, s->cells, sizeof *s->mine_site);
    s->mine_cell = mcore_arena_alloc(arena, s->cells, sizeof *s->mine_cell);
    s->zero_site = mcore_arena_alloc(arena, s->cells, sizeof *s->zero_site);
    s->zero_cell = mcore_arena_alloc(arena, s->cells, sizeof *s->zero_cell);
    s->always = mcore_arena_alloc(arena, s->cells, 1);
    if (arena->status != MINES_OK)
        return arena->status;
    plan_cells(s);
    plan_sea(s);
    mines_status status = complete_forward(s, poll);
    if (status != MINES_OK)
        return status;
    mcore_arena_init(&scratch, arena->limit - arena->used);
    status = mcore_frontier_build(&s->frontier, s->solution, arena, &scratch, poll, limits);
    mcore_arena_free(&scratch);
    return status;
}

mines_status mcore_sampler_build(const mines_solution *solution, const mcore_frontier_limits *limits, uint64_t memory,
                                 mcore_poll *poll, mines_sampler **sampler)
{
    *sampler = NULL;
    mines_sampler *s = calloc(1, sizeof *s);
    if (s == NULL)
        return MINES_OUT_OF_MEMORY;
    mcore_arena_init(&s->arena, memory);
    s->solution = solution;
    s->kernel = mcore_kernel_choose();
    s->cells = (size_t)solution->board.rows * solution->board.cols;
    mines_status status = build(s, limits, poll);
    if (status == MINES_OK)
        *sampler = s;
    else
        mcore_sampler_free(s);
    return status;
}

void mcore_sampler_free(mines_sampler *sampler)
{
    if (sampler == NULL)
        return;
    mcore_arena_free(&sampler->arena);
    free(sampler);
}

/* ---- One batch --------------------------------------------------------------------------------------------------- */

typedef struct worker {
    struct job *job;
    bool caller;    /* runs on the calling thread */
    bool first;     /* the present batch is number 0 */
    uint64_t start; /* mcore_clock_thread_time() when the worker began */
    uint64_t drawn; /* boards tallied */
    uint64_t *planes;
    uint64_t *mine, *zero; /* tallies, in the order of mine_site and zero_site */
    uint32_t left[MINES_BATCH];
    mcore_rem rem;
    mcore_frontier_work frontier;
} worker;

/* One call, shared by its threads. */
typedef struct job {
    const mines_sampler *sampler;
    uint64_t seed;
    uint64_t first, count; /* boards; count 0: no limit */
    uint64_t deadline, grace;
    uint8_t *boards; /* NULL: tally instead */
    bool want_mine, want_zero;
    worker *worker[MINES_MAX_THREADS];
    uint64_t at_once; /* the most batches that a thread takes at a time */
    mcore_poll *poll; /* used only by the calling thread */

    mcore_lock lock;    /* protects the following members */
    uint64_t next, end; /* batches that no thread has taken yet */
    bool stop;
} job;

static bool stopped(job *j)
{
    mcore_lock_acquire(&j->lock);
    bool stop = j->stop;
    mcore_lock_release(&j->lock);
    return stop;
}

/* Whether the present batch is past its time. */
static bool late(const worker *w)
{
    const job *j = w->job;
    return j->deadline != UINT64_MAX && mcore_clock_now() >= j->deadline &&
           (!w->first || (j->grace != UINT64_MAX && mcore_clock_thread_time() - w->start >= j->grace));
}

/* Whether to abandon the present batch. */
static bool halt(void *context)
{
    worker *w = context;
    job *j = w->job;
    if (w->caller && mcore_poll_now(j->poll, -1.0)) {
        mcore_lock_acquire(&j->lock);
        j->stop = true;
        mcore_lock_release(&j->lock);
        return true;
    }
    return late(w) || (!w->caller && stopped(j));
}

/* Draw all planes of one batch; false if it was abandoned. */
static bool draw_batch(worker *w, uint64_t batch)
{
    const mines_sampler *s = w->job->sampler;
    mcore_lanes words, bytes;
    mcore_random steps, ties;
    s->kernel->set_lanes(&words, w->job->seed, batch, MCORE_PURPOSE_FRONTIER);
    mcore_random_set(&steps, w->job->seed, batch, MCORE_PURPOSE_STEP);
    if (!mcore_frontier_draw(&s->frontier, s->kernel, &words, &steps, &w->frontier, w->planes, w->left, halt, w))
        return false;
    if (s->sea.cells == 0)
        return true;
    if (s->sea.narrow) {
        for (int p = 0; p < MINES_BATCH; p++)
            w->rem.narrow[p] = (uint8_t)w->left[p];
    } else {
        for (int p = 0; p < MINES_BATCH; p++)
            w->rem.wide[p] = (uint16_t)w->left[p];
    }
    s->kernel->set_lanes(&bytes, w->job->seed, batch, MCORE_PURPOSE_SEA);
    mcore_random_set(&ties, w->job->seed, batch, MCORE_PURPOSE_TIE);
    for (uint32_t from = 0; from < s->sea.cells; from += SEA_CHUNK) {
        if (from > 0 && halt(w))
            return false;
        s->kernel->sea(&s->sea, from, mcore_min(s->sea.cells - from, SEA_CHUNK) + from, &w->rem, &bytes, &ties,
                       w->planes);
    }
    return true;
}

/* Write those boards of a batch that the call returns, or add them to the tallies. */
static void output_batch(worker *w, uint64_t batch)
{
    const job *j = w->job;
    const mines_sampler *s = j->sampler;
    uint64_t begin = batch * MINES_BATCH; /* its first board */
    uint32_t from = begin < j->first ? (uint32_t)(j->first - begin) : 0, to = MINES_BATCH;
    if (j->count != 0 && j->first + j->count - begin < MINES_BATCH)
        to = (uint32_t)(j->first + j->count - begin);
    if (j->boards != NULL) {
        s->kernel->unpack(w->planes, s->site, s->cells, from, to,
                          j->boards + (size_t)(begin + from - j->first) * s->cells);
        return;
    }
    uint64_t wanted[MCORE_WORDS];
    for (uint32_t i = 0; i < MCORE_WORDS; i++) {
        uint32_t lanes = to <= 64 * i ? 0 : mcore_min(to - 64 * i, 64);
        wanted[i] = lanes == 64 ? UINT64_MAX : ((uint64_t)1 << lanes) - 1;
    }
    if (j->want_mine)
        s->kernel->count_mines(w->planes, s->mine_site, s->mine_count, wanted, w->mine);
    if (j->want_zero)
        s->kernel->count_zero(w->planes, s->solution->board.stride, s->zero_site, s->zero_count, wanted, w->zero);
    w->drawn += to;
}

/* Take the next batches, *from .. *to - 1; false if none are left. Shares become smaller towards the end, so that all
   threads finish at about the same time. */
static bool next_batches(job *j, uint64_t *from, uint64_t *to)
{
    mcore_lock_acquire(&j->lock);
    uint64_t left = j->stop ? 0 : j->end - j->next, share = left / (4 * MINES_MAX_THREADS) + (left > 0);
    *from = j->next;
    j->next += share < j->at_once ? share : j->at_once;
    *to = j->next;
    mcore_lock_release(&j->lock);
    return *from < *to;
}

/* What each thread does: batches until none are left or the time is up. */
static void work(void *arg, uint32_t index)
{
    job *j = arg;
    worker *w = j->worker[index];
    uint64_t batch, end;
    w->start = mcore_clock_thread_time();
    while (next_batches(j, &batch, &end)) {
        for (; batch < end; batch++) {
            w->first = batch == 0;
            if (w->caller ? halt(w) : !w->first && late(w))
                return;
            if (!draw_batch(w, batch))
                return;
            output_batch(w, batch);
        }
    }
}

/* ---- Calls ------------------------------------------------------------------------------------------------------- */

static uint32_t useful_threads(const mines_sampler *s, uint32_t threads, uint64_t batches)
{
    if (threads == 0)
        threads = mcore_threads_available();
    threads = mcore_min(threads, MINES_MAX_THREADS);
    uint64_t share = s->cells >= LARGE_BOARD ? 1 : BATCHES_PER_THREAD;
    uint64_t useful = batches / share + (batches % share != 0);
    return useful < threads ? (uint32_t)useful : threads;
}

/* A worker and its arrays in a separate block, so that threads do not share cache lines. */
static worker *new_worker(job *j, mcore_arena *arena)
{
    const mines_sampler *s = j->sampler;
    size_t planes = (size_t)s->solution->board.sites * MCORE_WORDS;
    size_t counts = (size_t)s->mine_count + s->zero_count;
    unsigned char *block = mcore_arena_realloc(arena, NULL, sizeof(worker) + PLANE_ALIGN + (planes + counts) * 8, 1);
    if (block == NULL)
        return NULL;
    worker *w = (worker *)(void *)block;
    uintptr_t after = (uintptr_t)(block + sizeof(worker));
    size_t skip = (PLANE_ALIGN - after % PLANE_ALIGN) % PLANE_ALIGN;
    w->job = j;
    w->caller = w->first = false;
    w->drawn = 0;
    w->planes = (uint64_t *)(void *)(block + sizeof(worker) + skip);
    w->mine = w->planes + planes;
    w->zero = w->mine + s->mine_count;
    memset(w->planes, 0, (planes + counts) * sizeof *w->planes);
    for (uint32_t i = 0; i < s->mined_count; i++)
        memset(w->planes + (size_t)s->mined[i] * MCORE_WORDS, 255, MCORE_WORDS * sizeof *w->planes);
    return w;
}

/* Run the job on as many threads as the memory allows; *workers is their number. */
static mines_status run(job *j, mcore_arena *arena, uint32_t threads, uint32_t *workers)
{
    *workers = 0;
    while (*workers < threads) {
        worker *w = new_worker(j, arena);
        if (w == NULL)
            break;
        j->worker[(*workers)++] = w;
    }
    if (*workers == 0)
        return arena->status;
    j->worker[0]->caller = true;
    j->at_once = j->sampler->cells >= LARGE_BOARD ? 1 : BATCHES_AT_ONCE;
    if (!mcore_lock_init(&j->lock))
        return MINES_OUT_OF_MEMORY;
    mcore_threads_run(*workers, work, j);
    mcore_lock_free(&j->lock);
    return j->stop ? MINES_INTERRUPTED : MINES_OK;
}

mines_status mcore_sampler_draw(const mines_sampler *sampler, uint64_t memory, mcore_poll *poll, uint64_t seed,
                                uint64_t first, uint64_t count, uint32_t threads, uint8_t *boards)
{
    if (count == 0)
        return MINES_OK;
    mcore_arena arena;
    mcore_arena_init(&arena, memory);
    job j = {.sampler = sampler,
             .seed = seed,
             .first = first,
             .count = count,
             .deadline = UINT64_MAX,
             .grace = UINT64_MAX,
             .boards = boards,
             .poll = poll,
             .next = first / MINES_BATCH,
             .end = (first + count - 1) / MINES_BATCH + 1};
    uint32_t workers;
    mines_status status = run(&j, &arena, useful_threads(sampler, threads, j.end - j.next), &workers);
    mcore_arena_free(&arena);
    return status;
}

mines_status mcore_sampler_tally(const mines_sampler *sampler, uint64_t memory, mcore_poll *poll, uint64_t seed,
                                 uint64_t count, uint64_t deadline, uint64_t grace, uint32_t threads, uint64_t *mine,
                                 uint64_t *zero_around, uint64_t *drawn)
{
    const mines_sampler *s = sampler;
    mcore_arena arena;
    mcore_arena_init(&arena, memory);
    job j = {.sampler = s,
             .seed = seed,
             .count = count,
             .deadline = deadline,
             .grace = grace,
             .poll = poll,
             .want_mine = mine != NULL,
             .want_zero = zero_around != NULL,
             .end = count != 0 ? (count - 1) / MINES_BATCH + 1 : UINT64_MAX};
    if (deadline != UINT64_MAX) {
        /* more threads than processors would make the call end late; and if no time is left, only the one batch that
           is always drawn remains to be done */
        threads = threads == 0 ? MINES_MAX_THREADS : mcore_min(threads, MINES_MAX_THREADS);
        threads = mcore_clock_now() + SHORT_NS >= deadline ? 1 : mcore_min(threads, mcore_threads_available());
    }
    uint32_t workers;
    mines_status status = run(&j, &arena, useful_threads(s, threads, j.end), &workers);
    uint64_t boards = 0;
    for (uint32_t i = 0; i < workers; i++)
        boards += j.worker[i]->drawn;
    for (size_t cell = 0; cell < s->cells; cell++) {
        if (mine != NULL)
            mine[cell] = s->always[cell] & MCORE_ALWAYS_MINE ? boards : 0;
        if (zero_around != NULL)
            zero_around[cell] = s->always[cell] & MCORE_ALWAYS_ZERO ? boards : 0;
    }
    for (uint32_t i = 0; i < workers; i++) {
        for (uint32_t c = 0; c < s->mine_count && mine != NULL; c++)
            mine[s->mine_cell[c]] += j.worker[i]->mine[c];
        for (uint32_t c = 0; c < s->zero_count && zero_around != NULL; c++)
            zero_around[s->zero_cell[c]] += j.worker[i]->zero[c];
    }
    if (drawn != NULL)
        *drawn = boards;
    mcore_arena_free(&arena);
    return status;
}
