/*
 * order.h - what arrives: a component. What leaves: an order of its boxes in which the layered count stays small.
 *
 * The size of a layer is estimated as the product of the ranges that the residuals of the numbers in progress can take.
 * The order is grown greedily: always complete the number whose last boxes raise that product least, the box that
 * raises it least first. Several starting points are tried, and random ones where the estimate stays large; the same
 * position always gets the same order.
 */
#ifndef MSC_ORDER_H
#define MSC_ORDER_H

#include "arena.h"
#include "common.h"
#include "poll.h"
#include "reduce.h"

/* order: component->boxes indices into reduced->box, filled. Fails with MINES_INTERRUPTED or the arena's status. */
mines_status msc_order(const msc_reduced *reduced, const msc_component *component, uint32_t *order, msc_arena *arena,
                       msc_poll *poll);

#endif
