#include "alias.h"

#include "../base/scaling.h"

bool mcore_alias_reserve(mcore_alias *alias, mcore_arena *arena, size_t outcomes)
{
    alias->weight = mcore_arena_realloc(arena, alias->weight, outcomes, sizeof *alias->weight);
    alias->keep = mcore_arena_realloc(arena, alias->keep, outcomes, sizeof *alias->keep);
    alias->next = mcore_arena_realloc(arena, alias->next, outcomes, sizeof *alias->next);
    alias->threshold = mcore_arena_realloc(arena, alias->threshold, outcomes, sizeof *alias->threshold);
    alias->other = mcore_arena_realloc(arena, alias->other, outcomes, sizeof *alias->other);
    return arena->status == MINES_OK;
}

uint32_t mcore_alias_prune(mcore_alias *alias, uint32_t n)
{
    uint32_t kept = 0;
    mcore_rescale(alias->weight, n);
    for (uint32_t i = 0; i < n; i++) {
        if (alias->weight[i] > 0.0) {
            alias->weight[kept] = alias->weight[i];
            alias->keep[kept++] = i;
        }
    }
    return kept;
}

void mcore_alias_build(mcore_alias *alias, uint32_t n)
{
    double *weight = alias->weight, sum = 0.0;
    uint32_t *stack = alias->next;
    for (uint32_t i = 0; i < n; i++)
        sum += weight[i];
    uint32_t small = 0, large = n; /* two stacks in one array */
    for (uint32_t i = 0; i < n; i++) {
        weight[i] = weight[i] / sum * n;
        alias->other[i] = i;
        alias->threshold[i] = UINT64_MAX;
        if (weight[i] < 1.0)
            stack[small++] = i;
        else
            stack[--large] = i;
    }
    while (small > 0 && large < n) {
        uint32_t poor = stack[--small], rich = stack[large];
        alias->threshold[poor] = (uint64_t)(weight[poor] * 18446744073709551616.0);
        alias->other[poor] = rich;
        weight[rich] -= 1.0 - weight[poor];
        if (weight[rich] < 1.0) {
            large++;
            stack[small++] = rich;
        }
    }
}
