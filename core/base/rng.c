#include "rng.h"

void mcore_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4])
{
    uint32_t c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3];
    uint32_t k0 = key[0], k1 = key[1];
    for (int round = 0; round < MCORE_PHILOX_ROUNDS; round++) {
        uint64_t p0 = (uint64_t)c0 * MCORE_PHILOX_M0;
        uint64_t p1 = (uint64_t)c2 * MCORE_PHILOX_M1;
        c0 = (uint32_t)(p1 >> 32) ^ c1 ^ k0;
        c1 = (uint32_t)p1;
        c2 = (uint32_t)(p0 >> 32) ^ c3 ^ k1;
        c3 = (uint32_t)p0;
        k0 += MCORE_PHILOX_W0;
        k1 += MCORE_PHILOX_W1;
    }
    out[0] = c0;
    out[1] = c1;
    out[2] = c2;
    out[3] = c3;
}

static void init_state(uint64_t state[4], uint64_t seed, uint64_t batch, uint32_t lane, uint32_t purpose)
{
    const uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    for (uint32_t half = 0; half < 2; half++) {
        const uint32_t counter[4] = {(uint32_t)batch, (uint32_t)(batch >> 32), 2 * lane + half, purpose};
        uint32_t out[4];
        mcore_philox(counter, key, out);
        state[2 * half] = out[0] | (uint64_t)out[1] << 32;
        state[2 * half + 1] = out[2] | (uint64_t)out[3] << 32;
    }
    if ((state[0] | state[1] | state[2] | state[3]) == 0)
        state[0] = 1; /* xoshiro must not start from 0 */
}

void mcore_random_set(mcore_random *random, uint64_t seed, uint64_t batch, mcore_purpose purpose)
{
    init_state(random->s, seed, batch, 0, (uint32_t)purpose);
}

void mcore_random_set_part(mcore_random *random, uint64_t seed, uint64_t batch, uint64_t part, mcore_purpose purpose)
{
    init_state(random->s, seed, batch, part & 0x7fffffffu, (uint32_t)purpose | (uint32_t)(part >> 31) << 8);
}

void mcore_lanes_set(mcore_lanes *lanes, uint64_t seed, uint64_t batch, mcore_purpose purpose)
{
    for (uint32_t lane = 0; lane < MCORE_LANES; lane++) {
        uint64_t state[4];
        init_state(state, seed, batch, lane, (uint32_t)purpose);
        for (int i = 0; i < 4; i++)
            lanes->s[i][lane] = state[i];
    }
}
