#include "thinning.h"

#include "../base/scaling.h"
#include "resample.h"

bool mcore_thinning_begin(mcore_thinning *t, mcore_arena *arena)
{
    if (!mcore_arena_reserve(arena, (void **)&t->mass, &t->mass_capacity, 1, sizeof *t->mass))
        return false;
    t->mass[0] = 1.0;
    return true;
}

static void swap_layers(mcore_thinning *t)
{
    double *mass = t->mass;
    size_t capacity = t->mass_capacity;
    t->mass = t->next_mass;
    t->mass_capacity = t->next_mass_capacity;
    t->next_mass = mass;
    t->next_mass_capacity = capacity;
}

bool mcore_thinning_layer(mcore_thinning *t, uint32_t count, double *multiplier, mcore_arena *arena)
{
    if (!mcore_arena_reserve(arena, (void **)&t->kept, &t->kept_capacity, count, sizeof *t->kept))
        return false;
    swap_layers(t);
    (void)mcore_rescale(t->mass, count); /* only ratios matter */
    if (count <= t->most) {
        for (uint32_t i = 0; i < count; i++)
            multiplier[i] = 1.0;
        return false;
    }
    t->used = true;
    mcore_resample(t->mass, count, t->most, &t->random, multiplier);
    for (uint32_t i = 0, next = 0; i < count; i++) {
        t->kept[i] = MCORE_NONE;
        if (multiplier[i] == 0.0)
            continue;
        t->mass[next] = t->mass[i] * multiplier[i];
        multiplier[next] = multiplier[i];
        t->kept[i] = next++;
    }
    return true;
}

void mcore_thinning_release(mcore_thinning *t, mcore_arena *arena)
{
    mcore_arena_release(arena, t->mass);
    mcore_arena_release(arena, t->next_mass);
    mcore_arena_release(arena, t->kept);
    t->mass = t->next_mass = NULL;
    t->kept = NULL;
    t->mass_capacity = t->next_mass_capacity = t->kept_capacity = 0;
}
