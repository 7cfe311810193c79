/*
 * order.h - an order of a component's boxes that keeps the graph (graph.h) small.
 *
 * The size of a layer is estimated as the product of the ranges that the residuals of the active numbers can take. The
 * order grows greedily: always complete the number whose remaining boxes raise that product least, and place first the
 * box that raises it least. Several starting numbers are tried, and random ones where the estimate stays large. The
 * same position always gets the same order.
 */
#ifndef MCORE_ORDER_H
#define MCORE_ORDER_H

#include "../base/arena.h"
#include "../base/common.h"
#include "../base/poll.h"
#include "reduce.h"

/* Fill order[0 .. component->boxes - 1] with indices into reduced->box. Fails with MINES_INTERRUPTED or the arena's
   status. Temporary arrays stay in the arena. */
mines_status mcore_order(const mcore_reduced *reduced, const mcore_component *component, uint32_t *order,
                         mcore_arena *arena, mcore_poll *poll);

#endif
