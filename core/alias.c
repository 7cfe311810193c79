#include "alias.h"

#include "bits.h"

bool msc_alias_room(msc_alias *alias, msc_arena *arena, size_t outcomes)
{
    alias->weight = msc_resize(arena, alias->weight, outcomes, sizeof *alias->weight);
    alias->keep = msc_resize(arena, alias->keep, outcomes, sizeof *alias->keep);
    alias->next = msc_resize(arena, alias->next, outcomes, sizeof *alias->next);
    alias->threshold = msc_resize(arena, alias->threshold, outcomes, sizeof *alias->threshold);
    alias->other = msc_resize(arena, alias->other, outcomes, sizeof *alias->other);
    return arena->status == MINES_OK;
}

uint32_t msc_alias_keep(msc_alias *alias, uint32_t n)
{
    uint32_t kept = 0;
    msc_rescale(alias->weight, n);
    for (uint32_t i = 0; i < n; i++) {
        if (alias->weight[i] > 0.0) {
            alias->weight[kept] = alias->weight[i];
            alias->keep[kept++] = i;
        }
    }
    return kept;
}

void msc_alias_make(msc_alias *alias, uint32_t n)
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
