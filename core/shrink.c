#include "shrink.h"

#define NAME shrink32
#define WORD uint32_t
#include "shrink_template.h"
#undef NAME
#undef WORD

#define NAME shrink64
#define WORD uint64_t
#include "shrink_template.h"
#undef NAME
#undef WORD

uint32_t msc_shrink(const msc_shape *shape, const uint64_t *plane, uint64_t *left, bool *any)
{
    return shape->cols <= 32 ? shrink32(plane, shape->rows, left, any) : shrink64(plane, shape->rows, left, any);
}
