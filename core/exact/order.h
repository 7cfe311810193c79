/*
 * order.h - what arrives: a component. What leaves: an order of its boxes in which the layered count stays small.
 *
 * The size of a layer is estimated as the product of the ranges that the residuals of the numbers in progress can take.
 * The order is grown greedily: always complete the number whose last boxes raise that product least, the box that
 * raises it least first. Several starting points are tried, and random ones where the estimate stays large; the same
 * position always gets the same order.
 */
#ifndef MCORE_ORDER_H
#define MCORE_ORDER_H

#include "../base/arena.h"
#include "../base/common.h"
#include "../base/poll.h"
#include "reduce.h"

/* order: component->boxes indices into reduced->box, filled. Fails with MINES_INTERRUPTED or the arena's status. */
mines_status mcore_order(const mcore_reduced *reduced, const mcore_component *component, uint32_t *order,
                         mcore_arena *arena, mcore_poll *poll);

#endif
