/* cpu.c - no kernel asks for a feature yet: every machine has the same word. */
#include "cpu.h"

uint32_t msc_cpu_features(void) { return 0; }
