/*
 * check.h - checks for C tests. A test is a plain main() that ends with `return check_done("its name");`. A failed
 * check prints its position and the test continues; the exit status says whether any failed.
 */
#ifndef CHECK_H
#define CHECK_H

#include <math.h>
#include <stdio.h>
#include <string.h>

static unsigned long check_count;
static unsigned long check_failures;

static inline int check_that(int holds, const char *what, const char *file, int line)
{
    check_count++;
    if (!holds && ++check_failures <= 20)
        fprintf(stderr, "%s:%d: failed: %s\n", file, line, what);
    return holds;
}

/* The condition holds. Returns its truth, so that the caller can stop. */
#define CHECK(condition) check_that((condition) ? 1 : 0, #condition, __FILE__, __LINE__)

static inline int check_same(long long got, long long wanted, const char *what, const char *file, int line)
{
    int holds = got == wanted;
    check_count++;
    if (!holds && ++check_failures <= 20)
        fprintf(stderr, "%s:%d: failed: %s is %lld, not %lld\n", file, line, what, got, wanted);
    return holds;
}

/* Two integers are equal. */
#define CHECK_SAME(got, wanted) check_same((long long)(got), (long long)(wanted), #got, __FILE__, __LINE__)

static inline int check_close(double got, double wanted, double relative, const char *what, const char *file, int line)
{
    int holds = got == wanted || fabs(got - wanted) <= relative * fabs(wanted);
    check_count++;
    if (!holds && ++check_failures <= 20)
        fprintf(stderr, "%s:%d: failed: %s is %.17g, not %.17g\n", file, line, what, got, wanted);
    return holds;
}

/* A double has the promised relative error of at most 1e-12; a wanted 0 must be exactly 0. */
#define CHECK_CLOSE(got, wanted) check_close((got), (wanted), 1e-12, #got, __FILE__, __LINE__)

/* The same with another relative error. */
#define CHECK_WITHIN(got, wanted, relative) check_close((got), (wanted), (relative), #got, __FILE__, __LINE__)

static inline int check_text(const char *got, const char *wanted, const char *what, const char *file, int line)
{
    int holds = strcmp(got, wanted) == 0;
    check_count++;
    if (!holds && ++check_failures <= 20)
        fprintf(stderr, "%s:%d: failed: %s is \"%s\", not \"%s\"\n", file, line, what, got, wanted);
    return holds;
}

/* Two strings are equal. */
#define CHECK_TEXT(got, wanted) check_text((got), (wanted), #got, __FILE__, __LINE__)

/* Print the outcome; returns the exit status of main. */
static inline int check_done(const char *name)
{
    if (check_failures == 0)
        printf("%s: %lu checks passed\n", name, check_count);
    else
        printf("%s: %lu of %lu checks FAILED\n", name, check_failures, check_count);
    return check_failures == 0 ? 0 : 1;
}

#endif
