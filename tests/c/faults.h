/*
 * faults.h - refuses requests of the library to the system, for C tests. The linker redirects them here (--wrap in
 * core/Makefile), so that the objects under test are those that are shipped.
 *
 * A request is one for memory, a thread or a lock. Between faults_on and faults_off requests are counted, and those
 * with numbers in [from, to) are refused. Allocated blocks are always counted.
 */
#ifndef FAULTS_H
#define FAULTS_H

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef enum fault_kind { FAULT_MEMORY, FAULT_THREAD, FAULT_LOCK, FAULT_KINDS } fault_kind;

static struct {
    atomic_bool on;
    atomic_ulong requests; /* since faults_plan, between faults_on and faults_off */
    atomic_ulong from, to;
    atomic_ulong refused[FAULT_KINDS]; /* since faults_plan */
    atomic_long held;                  /* allocated blocks */
} faults;

/* Refuse the requests from .. to - 1, counted from 0 from now on. */
static inline void faults_plan(unsigned long from, unsigned long to)
{
    faults.requests = 0;
    faults.from = from;
    faults.to = to;
    for (int kind = 0; kind < FAULT_KINDS; kind++)
        faults.refused[kind] = 0;
}

static inline void faults_on(void) { faults.on = true; }
static inline void faults_off(void) { faults.on = false; }

static inline bool faults_refuse(fault_kind kind)
{
    if (!faults.on)
        return false;
    unsigned long number = faults.requests++;
    bool refused = number >= faults.from && number < faults.to;
    if (refused)
        faults.refused[kind]++;
    return refused;
}

/* ---- Replacements of the system's functions, with the names that the linker expects */

/* NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *data, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *data);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*entry)(void *), void *argument);
int __real_pthread_mutex_init(pthread_mutex_t *lock, const pthread_mutexattr_t *attributes);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *data, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __wrap_free(void *data);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*entry)(void *), void *argument);
int __wrap_pthread_mutex_init(pthread_mutex_t *lock, const pthread_mutexattr_t *attributes);

static inline void *faults_count(void *data)
{
    faults.held += data != NULL;
    return data;
}

void *__wrap_malloc(size_t size) { return faults_refuse(FAULT_MEMORY) ? NULL : faults_count(__real_malloc(size)); }

void *__wrap_calloc(size_t count, size_t size)
{
    return faults_refuse(FAULT_MEMORY) ? NULL : faults_count(__real_calloc(count, size));
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return faults_refuse(FAULT_MEMORY) ? NULL : faults_count(__real_aligned_alloc(alignment, size));
}

void *__wrap_realloc(void *data, size_t size)
{
    if (faults_refuse(FAULT_MEMORY))
        return NULL;
    void *moved = __real_realloc(data, size);
    return data == NULL ? faults_count(moved) : moved;
}

void __wrap_free(void *data)
{
    faults.held -= data != NULL;
    __real_free(data);
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*entry)(void *), void *argument)
{
    return faults_refuse(FAULT_THREAD) ? EAGAIN : __real_pthread_create(thread, attributes, entry, argument);
}

int __wrap_pthread_mutex_init(pthread_mutex_t *lock, const pthread_mutexattr_t *attributes)
{
    return faults_refuse(FAULT_LOCK) ? ENOMEM : __real_pthread_mutex_init(lock, attributes);
}
/* NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */

#endif
