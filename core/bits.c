#include "bits.h"

#include <string.h>

double msc_power_of_two(int power)
{
    double result = 1.0;
    for (; power >= 64; power -= 64)
        result *= 18446744073709551616.0;
    for (; power <= -64; power += 64)
        result /= 18446744073709551616.0;
    double rest = (double)((uint64_t)1 << (power < 0 ? -power : power));
    return power < 0 ? result / rest : result * rest;
}

int msc_exponent(double x)
{
    uint64_t bits;
    int power = 0;
    if (!(x > 0.0))
        return 0;
    for (; x < 2.2250738585072014e-308; power -= 64) /* denormal: no exponent of its own */
        x *= 18446744073709551616.0;
    memcpy(&bits, &x, sizeof bits);
    return power + (int)(bits >> 52) - 1023;
}

int msc_rescale(double *x, size_t n)
{
    double largest = 0.0;
    for (size_t i = 0; i < n; i++)
        largest = x[i] > largest ? x[i] : largest;
    int power = msc_exponent(largest);
    if (power == 0)
        return 0;
    double factor = msc_power_of_two(-power);
    for (size_t i = 0; i < n; i++)
        x[i] *= factor;
    return -power;
}
