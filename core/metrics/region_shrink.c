#include "region_shrink.h"

#define NAME shrink32
#define WORD uint32_t
#include "region_shrink_template.h"
#undef NAME
#undef WORD

#define NAME shrink64
#define WORD uint64_t
#include "region_shrink_template.h"
#undef NAME
#undef WORD

uint32_t mcore_region_shrink(const mcore_bitboard_shape *shape, const uint64_t *bits, uint64_t *left, bool *any)
{
    return shape->cols <= 32 ? shrink32(bits, shape->rows, left, any) : shrink64(bits, shape->rows, left, any);
}
