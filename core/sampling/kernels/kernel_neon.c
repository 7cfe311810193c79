/* kernel_neon.c - the kernel for 64-bit ARM: vectors of 16 bytes. */
#include "kernel.h"

#include "../../base/cpu.h"

#if MCORE_NEON

#  include <arm_neon.h>

#  define KERNEL mcore_kernel_neon
#  define NAME "neon"
#  define TARGET
#  define VEC 16
typedef uint64x2_t vec;

#  define V_BYTES vreinterpretq_u8_u64
#  define V_WORDS vreinterpretq_u64_u8

#  define V_LOAD(from) V_WORDS(vld1q_u8((const uint8_t *)(const void *)(from)))
#  define V_STORE(to, x) vst1q_u8((uint8_t *)(void *)(to), V_BYTES(x))
#  define V_ZERO() vdupq_n_u64(0)
#  define V_SET64(x) vdupq_n_u64(x)
#  define V_XOR veorq_u64
#  define V_XOR3(a, b, c) V_XOR(a, V_XOR(b, c))
#  define V_AND vandq_u64
#  define V_OR vorrq_u64
#  define V_NOR_AND(a, b, c) vbicq_u64(c, vorrq_u64(a, b))
#  define V_SELECT vbslq_u64
#  define V_ADD64 vaddq_u64
#  define V_SHL64 vshlq_n_u64
#  define V_SHR64 vshrq_n_u64
#  define V_ROL64(x, by) vsriq_n_u64(vshlq_n_u64(x, by), x, 64 - (by))
#  define V_MUL32(a, b) vmull_u32(vmovn_u64(a), vmovn_u64(b))

typedef struct guess {
    uint16_t scale, recip;
} guess;

static inline guess narrow_guess(mcore_sea_factor factor) { return (guess){factor.scale, factor.recip}; }

/* Eight guesses. */
static inline uint16x8_t guesses(uint16x8_t have, guess cell)
{
    uint16x8_t x = vmulq_n_u16(have, cell.scale);
    uint32x4_t low = vmull_n_u16(vget_low_u16(x), cell.recip), high = vmull_n_u16(vget_high_u16(x), cell.recip);
    return vuzp2q_u16(vreinterpretq_u16_u32(low), vreinterpretq_u16_u32(high));
}

static inline void narrow_row(const guess *cell, vec row, uint8_t *rem, unsigned b, vec *mine, vec *unsure)
{
    uint8x16_t have = vld1q_u8(rem), bit = vdupq_n_u8((uint8_t)(1u << b)), r = V_BYTES(row);
    uint8x16_t g = vcombine_u8(vmovn_u16(guesses(vmovl_u8(vget_low_u8(have)), *cell)),
                               vmovn_u16(guesses(vmovl_u8(vget_high_u8(have)), *cell)));
    uint8x16_t below = vcltq_u8(r, g), equal = vceqq_u8(r, g);
    vst1q_u8(rem, vaddq_u8(have, below));
    *mine = V_OR(*mine, V_WORDS(vandq_u8(below, bit)));
    *unsure = V_OR(*unsure, V_WORDS(vandq_u8(equal, bit)));
}

/* Eight lanes of a wide row: returns -1 for a mine; *near is -1 where the byte is the guess or one more. */
static inline uint8x8_t wide_half(mcore_sea_factor factor, uint8x8_t row, uint16_t *rem, uint8x8_t *near)
{
    uint16x8_t have = vld1q_u16(rem);
    uint16x8_t over = vsubq_u16(vmovl_u8(row), guesses(have, (guess){factor.scale, factor.recip}));
    uint16x8_t below = vcltzq_s16(vreinterpretq_s16_u16(over));
    vst1q_u16(rem, vaddq_u16(have, below));
    *near = vmovn_u16(vcltq_u16(over, vdupq_n_u16(2)));
    return vmovn_u16(below);
}

static inline void wide_row(mcore_sea_factor factor, vec row, uint16_t *rem, unsigned b, vec *mine, vec *unsure)
{
    uint8x16_t r = V_BYTES(row), bit = vdupq_n_u8((uint8_t)(1u << b));
    uint8x8_t near_low, near_high;
    uint8x8_t low = wide_half(factor, vget_low_u8(r), rem, &near_low);
    uint8x8_t high = wide_half(factor, vget_high_u8(r), rem + 8, &near_high);
    *mine = V_OR(*mine, V_WORDS(vandq_u8(vcombine_u8(low, high), bit)));
    *unsure = V_OR(*unsure, V_WORDS(vandq_u8(vcombine_u8(near_low, near_high), bit)));
}

/* Narrow each byte to a nibble, then each nibble to a bit. */
static inline uint64_t some_bits(const uint8_t *bytes)
{
    uint64_t some = 0;
    for (unsigned g = 0; g < 4; g++) {
        uint8x16_t x = vld1q_u8(bytes + 16 * g);
        uint8x8_t nibbles = vshrn_n_u16(vreinterpretq_u16_u8(vtstq_u8(x, x)), 4);
        uint64_t bits = vget_lane_u64(vreinterpret_u64_u8(nibbles), 0) & 0x1111111111111111u;
        bits = (bits | bits >> 3) & 0x0303030303030303u;
        bits = (bits | bits >> 6) & 0x000f000f000f000fu;
        bits = (bits | bits >> 12) & 0x000000ff000000ffu;
        some |= ((bits | bits >> 24) & 0xffff) << 16 * g;
    }
    return some;
}

static inline vec plane_ones(const vec *x)
{
    uint8x16_t a = vaddq_u8(vcntq_u8(V_BYTES(x[0])), vcntq_u8(V_BYTES(x[1])));
    uint8x16_t b = vaddq_u8(vcntq_u8(V_BYTES(x[2])), vcntq_u8(V_BYTES(x[3])));
    return vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(vaddq_u8(a, b))));
}

static inline vec add_up(const vec *x) { return vpaddq_u64(x[0], x[1]); }

#  include "kernel_template.h"

#endif
