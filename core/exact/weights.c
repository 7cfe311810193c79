#include "weights.h"

#include "../base/scaling.h"

const uint8_t mcore_binomial[MCORE_BOX_CELLS + 1][MCORE_BOX_CELLS + 1] = {
    {1},
    {1, 1},
    {1, 2, 1},
    {1, 3, 3, 1},
    {1, 4, 6, 4, 1},
    {1, 5, 10, 10, 5, 1},
    {1, 6, 15, 20, 15, 6, 1},
    {1, 7, 21, 35, 35, 21, 7, 1},
    {1, 8, 28, 56, 70, 56, 28, 8, 1},
};

void mcore_weights_set(mcore_weights *weights, int tilt)
{
    weights->tilt = tilt;
    weights->boolean = false;
    for (int j = 0; j <= MCORE_BOX_CELLS; j++)
        weights->theta_power[j] = mcore_power_of_two(j * tilt);
    for (int n = 0; n <= MCORE_BOX_CELLS; n++) {
        for (int j = 0; j <= MCORE_BOX_CELLS; j++)
            weights->weight[n][j] = mcore_binomial[n][j] * weights->theta_power[j];
    }
}

void mcore_weights_set_boolean(mcore_weights *weights)
{
    mcore_weights_set(weights, 0);
    weights->boolean = true;
}

int mcore_weights_normalise(const mcore_weights *weights, double *x, size_t n)
{
    if (!weights->boolean)
        return mcore_rescale(x, n);
    for (size_t i = 0; i < n; i++)
        x[i] = x[i] > 0.0 ? 1.0 : 0.0;
    return 0;
}

void mcore_weights_normalise_by_slow(const mcore_weights *weights, int power, double *x, size_t n)
{
    if (weights->boolean) {
        (void)mcore_weights_normalise(weights, x, n);
        return;
    }
    double factor = mcore_power_of_two(power);
    for (size_t i = 0; i < n; i++)
        x[i] *= factor;
}
