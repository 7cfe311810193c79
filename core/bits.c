#include "bits.h"

#include <string.h>

int msc_lowest_anywhere(uint64_t x)
{
    /* the top six bits of this number's shifts are all different; which shift gave them is looked up */
    static const uint8_t place[64] = {
        0,  1,  2,  53, 3,  7,  54, 27, 4,  38, 41, 8,  34, 55, 48, 28, 62, 5,  39, 46, 44, 42,
        22, 9,  24, 35, 59, 56, 49, 18, 29, 11, 63, 52, 6,  26, 37, 40, 33, 47, 61, 45, 43, 21,
        23, 58, 17, 10, 51, 25, 36, 32, 60, 20, 57, 16, 50, 31, 19, 15, 30, 14, 13, 12,
    };
    return place[((x & (~x + 1)) * 0x022fdd63cc95386du) >> 58];
}

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

double msc_square_root(double x)
{
    if (x <= 0.0)
        return 0.0;
    int half = msc_exponent(x) / 2;
    x *= msc_power_of_two(-half);
    x *= msc_power_of_two(-half); /* 1/2 .. 4 */
    double root = 0.5 * x + 0.5;
    for (int i = 0; i < 6; i++) /* Newton: each step doubles the digits */
        root = 0.5 * (root + x / root);
    return root * msc_power_of_two(half);
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
