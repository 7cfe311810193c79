/*
 * thinning.h - keeps the layers of a graph small: where a layer has too many states, a few are kept to represent all.
 *
 * Each kept state gets a multiplier (resample.h). Every path that is left completes the component, and forward vectors
 * that include the multipliers are right on average over `random`. The caller owns mcore_thinning; the masses of two
 * layers live in the arena and are released by mcore_thinning_release().
 */
#ifndef MCORE_THINNING_H
#define MCORE_THINNING_H

#include "../base/arena.h"
#include "../base/common.h"
#include "../base/rng.h"
#include "weights.h"

/* Set most, weights and random, and the rest to 0. One serves all components of a position in turn. */
typedef struct mcore_thinning {
    uint32_t most;                /* states that a layer keeps, on average */
    const mcore_weights *weights; /* by which states are compared; the vectors may be filled with others */
    mcore_random random;
    bool used; /* some state was left out */

    /* While a graph is built: by state of the layer that is read and of the one that is written, the weight of all ways
       to the state. */
    double *mass, *next_mass;
    uint32_t *kept; /* by state of a layer: its index in the layer after thinning, or MCORE_NONE */
    size_t mass_capacity, next_mass_capacity, kept_capacity;
} mcore_thinning;

/* Start a graph: one state of mass 1 in the layer to be read. False if the arena is exhausted. */
bool mcore_thinning_begin(mcore_thinning *thinning, mcore_arena *arena);

/* Make room for `states` states in the layer that is written. */
static inline bool mcore_thinning_reserve(mcore_thinning *thinning, size_t states, mcore_arena *arena)
{
    return mcore_arena_reserve(arena, (void **)&thinning->next_mass, &thinning->next_mass_capacity, states,
                               sizeof *thinning->next_mass);
}

/* The layer of `count` states is written: fill multiplier[0 .. count - 1] and make it the one that is read. Returns
   true if states were left out: thinning->kept then says which are kept, and their multipliers come first. Also false
   if the arena is exhausted, as its status says. */
bool mcore_thinning_layer(mcore_thinning *thinning, uint32_t count, double *multiplier, mcore_arena *arena);

/* Return the masses to the arena. */
void mcore_thinning_release(mcore_thinning *thinning, mcore_arena *arena);

#endif
