/*
 * cpu.h - a leaf: what the processor can do, as a word of features. The portable kernel needs none of them; kernels for
 * vector units are chosen by them.
 */
#ifndef MSC_CPU_H
#define MSC_CPU_H

#include "common.h"

/* The features of this processor that a kernel can be chosen by: one bit each, 0 where there are none. */
uint32_t msc_cpu_features(void);

#endif
