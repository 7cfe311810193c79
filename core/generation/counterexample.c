#include "counterexample.h"

#include <string.h>

enum { FREE = 0, FLIPPED = 1, EXCLUDED = 2 };

_Static_assert((int)MCORE_KNOWN_NOTHING == 0 && (int)FREE == 0, "helps() relies on both being 0");

/* A wrong number is corrected by flipping one of its cells: neighbour k now, after lower ones failed. */
typedef struct mcore_choice {
    uint32_t number;
    uint32_t trail; /* the trail's length before */
    int k;          /* the neighbour flipped now */
} choice;

bool mcore_counterexample_init(mcore_counterexample *search, mcore_arena *arena, const mcore_local_rules *rules)
{
    uint32_t cells = rules->rows * rules->cols;
    *search = (mcore_counterexample){
        .steps = 1000,
        .flipped = mcore_arena_alloc(arena, cells, sizeof(uint32_t)),
        .excess = mcore_arena_alloc_zeroed(arena, rules->sites, 1),
        .state = mcore_arena_alloc_zeroed(arena, rules->sites, 1),
        .wrong = mcore_arena_alloc(arena, cells, sizeof(uint32_t)),
        .where = mcore_arena_alloc(arena, rules->sites, sizeof(uint32_t)),
        .trail = mcore_arena_alloc(arena, cells, sizeof(uint32_t)),
        .choice = mcore_arena_alloc(arena, cells, sizeof(choice)),
    };
    return arena->status == MINES_OK;
}

/* Update the numbers around a cell that gains `by` mines. */
static void add_mines(mcore_counterexample *search, const mcore_local_rules *rules, uint32_t site, int by)
{
    for (int k = 0; k < 8; k++) {
        uint32_t number = mcore_local_rules_neighbour(rules, site, k);
        if (rules->known[number] != MCORE_KNOWN_OPENED)
            continue;
        int before = search->excess[number], after = before + by;
        search->excess[number] = (int8_t)after;
        if (before == 0) {
            search->where[number] = search->wrong_count;
            search->wrong[search->wrong_count++] = number;
        } else if (after == 0) {
            uint32_t last = search->wrong[--search->wrong_count];
            search->wrong[search->where[number]] = last;
            search->where[last] = search->where[number];
        }
    }
}

/* The mines that a cell gains when it is flipped. */
static int gain_of(const mcore_local_rules *rules, uint32_t site) { return rules->mine[site] ? -1 : 1; }

static void flip(mcore_counterexample *search, const mcore_local_rules *rules, uint32_t site)
{
    search->state[site] = FLIPPED;
    search->trail[search->trail_length++] = site;
    search->gained += gain_of(rules, site);
    add_mines(search, rules, site, gain_of(rules, site));
}

/* Undo the trail back to its first `length` cells. */
static void undo_to(mcore_counterexample *search, const mcore_local_rules *rules, uint32_t length)
{
    while (search->trail_length > length) {
        uint32_t site = search->trail[--search->trail_length];
        if (search->state[site] == FLIPPED) {
            search->gained -= gain_of(rules, site);
            add_mines(search, rules, site, -gain_of(rules, site));
        }
        search->state[site] = FREE;
    }
}

/* Whether flipping a neighbour of a wrong number brings it nearer to agreement. */
static bool helps(const mcore_counterexample *search, const mcore_local_rules *rules, uint32_t number, uint32_t site)
{
    /* undecided, free, and a mine or not as needed: three zeros, tested without branches */
    return (rules->known[site] | search->state[site] | (rules->mine[site] ^ (search->excess[number] > 0))) == 0;
}

/* How many more cells can help a number than it needs. */
static int slack(const mcore_counterexample *search, const mcore_local_rules *rules, uint32_t number)
{
    int cells = 0, excess = search->excess[number];
    for (int k = 0; k < 8; k++)
        cells += helps(search, rules, number, mcore_local_rules_neighbour(rules, number, k));
    return cells - (excess < 0 ? -excess : excess);
}

/* The wrong number with the least slack; MCORE_NONE if one cannot be corrected. */
static uint32_t least_slack(const mcore_counterexample *search, const mcore_local_rules *rules)
{
    uint32_t best = MCORE_NONE;
    int least = 9;
    for (uint32_t i = 0; i < search->wrong_count; i++) {
        int here = slack(search, rules, search->wrong[i]);
        if (here < 0)
            return MCORE_NONE;
        if (here < least) {
            least = here;
            best = search->wrong[i];
        }
    }
    return best;
}

/* Flip the next cell of a choice; false if none is left, or too few. */
static bool flip_next(mcore_counterexample *search, const mcore_local_rules *rules, choice *c)
{
    if (c->k >= 0) { /* the last flip failed */
        uint32_t site = mcore_local_rules_neighbour(rules, c->number, c->k);
        search->state[site] = EXCLUDED;
        search->trail[search->trail_length++] = site;
        if (slack(search, rules, c->number) < 0)
            return false;
    }
    while (++c->k < 8) {
        uint32_t site = mcore_local_rules_neighbour(rules, c->number, c->k);
        if (helps(search, rules, c->number, site)) {
            flip(search, rules, site);
            return true;
        }
    }
    return false;
}

mcore_counterexample_result mcore_counterexample_find(mcore_counterexample *search, const mcore_local_rules *rules,
                                                      uint32_t site)
{
    uint32_t depth = 0;
    search->gained = 0;
    flip(search, rules, site);
    mcore_counterexample_result result = MCORE_COUNTEREXAMPLE_NONE;
    for (search->step = 0;; search->step++) {
        if (search->wrong_count == 0) {
            result = MCORE_COUNTEREXAMPLE_FOUND;
            break;
        }
        if (search->step >= search->steps) {
            result = MCORE_COUNTEREXAMPLE_GAVE_UP;
            break;
        }
        uint32_t number = least_slack(search, rules);
        if (number != MCORE_NONE)
            search->choice[depth++] = (choice){number, search->trail_length, -1};
        while (depth > 0) {
            choice *c = search->choice + depth - 1;
            if (c->k >= 0) /* undo its flip; the cells excluded before stay on the trail */
                undo_to(search, rules, search->trail_length - 1);
            if (flip_next(search, rules, c))
                break;
            undo_to(search, rules, c->trail);
            depth--;
        }
        if (depth == 0)
            break;
    }
    int32_t gained = search->gained;
    search->flips = 0;
    for (uint32_t i = 0; i < search->trail_length && result == MCORE_COUNTEREXAMPLE_FOUND; i++)
        if (search->state[search->trail[i]] == FLIPPED)
            search->flipped[search->flips++] = search->trail[i];
    undo_to(search, rules, 0);
    search->gained = gained;
    return result;
}
