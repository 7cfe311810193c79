#include "counterexample.h"

#include <string.h>

enum { FREE = 0, FLIPPED = 1, LEFT_ALONE = 2 };

_Static_assert((int)MCORE_KNOWN_NOTHING == 0 && (int)FREE == 0, "mends() takes both for zeros");

/* A number that is wrong is mended by one of its cells: the one flipped now, after others that led to nothing. */
typedef struct mcore_choice {
    uint32_t number;
    uint32_t trail; /* length of the trail before */
    int k;          /* the neighbour flipped now */
} choice;

bool mcore_counterexample_init(mcore_counterexample *a, mcore_arena *arena, const mcore_local_rules *d)
{
    uint32_t cells = d->rows * d->cols;
    *a = (mcore_counterexample){
        .steps = 1000,
        .flipped = mcore_arena_alloc(arena, cells, sizeof(uint32_t)),
        .excess = mcore_arena_alloc_zeroed(arena, d->sites, 1),
        .state = mcore_arena_alloc_zeroed(arena, d->sites, 1),
        .wrong = mcore_arena_alloc(arena, cells, sizeof(uint32_t)),
        .where = mcore_arena_alloc(arena, d->sites, sizeof(uint32_t)),
        .trail = mcore_arena_alloc(arena, cells, sizeof(uint32_t)),
        .choice = mcore_arena_alloc(arena, cells, sizeof(choice)),
    };
    return arena->status == MINES_OK;
}

/* Flip a cell, or back. */
static void turn(mcore_counterexample *a, const mcore_local_rules *d, uint32_t site, int by)
{
    for (int k = 0; k < 8; k++) {
        uint32_t number = mcore_local_rules_neighbour(d, site, k);
        if (d->known[number] != MCORE_KNOWN_OPENED)
            continue;
        int before = a->excess[number], after = before + by;
        a->excess[number] = (int8_t)after;
        if (before == 0) {
            a->where[number] = a->wrongs;
            a->wrong[a->wrongs++] = number;
        } else if (after == 0) {
            uint32_t last = a->wrong[--a->wrongs];
            a->wrong[a->where[number]] = last;
            a->where[last] = a->where[number];
        }
    }
}

static int flip_of(const mcore_local_rules *d, uint32_t site) { return d->mine[site] ? -1 : 1; }

static void flip(mcore_counterexample *a, const mcore_local_rules *d, uint32_t site)
{
    a->state[site] = FLIPPED;
    a->trail[a->trails++] = site;
    a->gained += flip_of(d, site);
    turn(a, d, site, flip_of(d, site));
}

/* Take the last cells of the trail back, down to its first `length`. */
static void take_back(mcore_counterexample *a, const mcore_local_rules *d, uint32_t length)
{
    while (a->trails > length) {
        uint32_t site = a->trail[--a->trails];
        if (a->state[site] == FLIPPED) {
            a->gained -= flip_of(d, site);
            turn(a, d, site, -flip_of(d, site));
        }
        a->state[site] = FREE;
    }
}

/* A cell that brings a number nearer to what it should be. */
static bool mends(const mcore_counterexample *a, const mcore_local_rules *d, uint32_t number, uint32_t site)
{
    /* undecided, free, and a mine or not as wanted: three zeros, without branches */
    return (d->known[site] | a->state[site] | (d->mine[site] ^ (a->excess[number] > 0))) == 0;
}

/* How many cells more than it needs a number has to be mended. */
static int slack(const mcore_counterexample *a, const mcore_local_rules *d, uint32_t number)
{
    int cells = 0, excess = a->excess[number];
    for (int k = 0; k < 8; k++)
        cells += mends(a, d, number, mcore_local_rules_neighbour(d, number, k));
    return cells - (excess < 0 ? -excess : excess);
}

/* The wrong number with the least slack; MCORE_NONE where one can't be mended. */
static uint32_t most_pressing(const mcore_counterexample *a, const mcore_local_rules *d)
{
    uint32_t best = MCORE_NONE;
    int least = 9;
    for (uint32_t i = 0; i < a->wrongs; i++) {
        int here = slack(a, d, a->wrong[i]);
        if (here < 0)
            return MCORE_NONE;
        if (here < least) {
            least = here;
            best = a->wrong[i];
        }
    }
    return best;
}

/* Flip the next cell of a choice; false where none is left, or too few. */
static bool next(mcore_counterexample *a, const mcore_local_rules *d, choice *c)
{
    if (c->k >= 0) { /* what was flipped led to nothing */
        uint32_t site = mcore_local_rules_neighbour(d, c->number, c->k);
        a->state[site] = LEFT_ALONE;
        a->trail[a->trails++] = site;
        if (slack(a, d, c->number) < 0)
            return false;
    }
    while (++c->k < 8) {
        uint32_t site = mcore_local_rules_neighbour(d, c->number, c->k);
        if (mends(a, d, c->number, site)) {
            flip(a, d, site);
            return true;
        }
    }
    return false;
}

mcore_counterexample_result mcore_counterexample_find(mcore_counterexample *a, const mcore_local_rules *d,
                                                      uint32_t site)
{
    uint32_t depth = 0;
    a->gained = 0;
    flip(a, d, site);
    mcore_counterexample_result finding = MCORE_COUNTEREXAMPLE_NONE;
    for (a->step = 0;; a->step++) {
        if (a->wrongs == 0) {
            finding = MCORE_COUNTEREXAMPLE_FOUND;
            break;
        }
        if (a->step >= a->steps) {
            finding = MCORE_COUNTEREXAMPLE_GAVE_UP;
            break;
        }
        uint32_t number = most_pressing(a, d);
        if (number != MCORE_NONE)
            a->choice[depth++] = (choice){number, a->trails, -1};
        while (depth > 0) {
            choice *c = a->choice + depth - 1;
            if (c->k >= 0) /* the cells left alone before it stay on the trail */
                take_back(a, d, a->trails - 1);
            if (next(a, d, c))
                break;
            take_back(a, d, c->trail);
            depth--;
        }
        if (depth == 0)
            break;
    }
    int32_t gained = a->gained;
    a->flips = 0;
    for (uint32_t i = 0; i < a->trails && finding == MCORE_COUNTEREXAMPLE_FOUND; i++)
        if (a->state[a->trail[i]] == FLIPPED)
            a->flipped[a->flips++] = a->trail[i];
    take_back(a, d, 0);
    a->gained = gained;
    return finding;
}
