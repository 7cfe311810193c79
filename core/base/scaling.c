#include "scaling.h"

#include <string.h>

double mcore_power_of_two(int power)
{
    double result = 1.0;
    for (; power >= 64; power -= 64)
        result *= 18446744073709551616.0;
    for (; power <= -64; power += 64)
        result /= 18446744073709551616.0;
    double rest = (double)((uint64_t)1 << (power < 0 ? -power : power));
    return power < 0 ? result / rest : result * rest;
}

int mcore_exponent(double x)
{
    uint64_t bits;
    int power = 0;
    if (!(x > 0.0))
        return 0;
    for (; x < 2.2250738585072014e-308; power -= 64) /* subnormal */
        x *= 18446744073709551616.0;
    memcpy(&bits, &x, sizeof bits);
    return power + (int)(bits >> 52) - 1023;
}

double mcore_square_root(double x)
{
    if (x <= 0.0)
        return 0.0;
    int half = mcore_exponent(x) / 2;
    x *= mcore_power_of_two(-half);
    x *= mcore_power_of_two(-half); /* 1/2 .. 4 */
    double root = 0.5 * x + 0.5;
    for (int i = 0; i < 6; i++) /* Newton: each step doubles the correct digits */
        root = 0.5 * (root + x / root);
    return root * mcore_power_of_two(half);
}

int mcore_rescale(double *x, size_t n)
{
    double largest = 0.0;
    for (size_t i = 0; i < n; i++)
        largest = x[i] > largest ? x[i] : largest;
    int power = mcore_exponent(largest);
    if (power == 0)
        return 0;
    double factor = mcore_power_of_two(-power);
    for (size_t i = 0; i < n; i++)
        x[i] *= factor;
    return -power;
}
