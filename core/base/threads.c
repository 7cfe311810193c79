#if !defined(_WIN32) && !defined(_GNU_SOURCE)
#  define _GNU_SOURCE /* sched_getaffinity */
#endif

#include "threads.h"

#include "fp_precision.h"

#if defined(_WIN32)

#  define WIN32_LEAN_AND_MEAN
#  include <windows.h>

typedef HANDLE thread_handle;
typedef CRITICAL_SECTION system_lock;

#else

#  include <pthread.h>
#  include <sched.h>
#  include <unistd.h>

typedef pthread_t thread_handle;
typedef pthread_mutex_t system_lock;

#endif

typedef struct thread_start {
    void (*fn)(void *arg, uint32_t index);
    void *arg;
    uint32_t index;
} thread_start;

_Static_assert(sizeof(system_lock) <= sizeof(mcore_lock), "mcore_lock must hold the system's lock");

static system_lock *system_lock_of(mcore_lock *lock) { return (system_lock *)(void *)&lock->storage; }

#if defined(_WIN32)

static MCORE_REALIGN DWORD WINAPI entry(void *data)
{
    MCORE_ROUND_TO_DOUBLE;
    const thread_start *start = data;
    start->fn(start->arg, start->index);
    return 0;
}

static bool begin(thread_handle *handle, thread_start *start)
{
    *handle = CreateThread(NULL, 0, entry, start, 0, NULL);
    return *handle != NULL;
}

static void join(thread_handle handle)
{
    WaitForSingleObject(handle, INFINITE);
    CloseHandle(handle);
}

uint32_t mcore_threads_available(void)
{
    DWORD_PTR process, system;
    uint32_t count = 0;
    if (GetProcessAffinityMask(GetCurrentProcess(), &process, &system)) {
        for (; process != 0; process &= process - 1)
            count++;
    }
    return count > 0 ? count : 1;
}

bool mcore_lock_init(mcore_lock *lock)
{
    InitializeCriticalSection(system_lock_of(lock));
    return true;
}

void mcore_lock_free(mcore_lock *lock) { DeleteCriticalSection(system_lock_of(lock)); }
void mcore_lock_acquire(mcore_lock *lock) { EnterCriticalSection(system_lock_of(lock)); }
void mcore_lock_release(mcore_lock *lock) { LeaveCriticalSection(system_lock_of(lock)); }

#else

static MCORE_REALIGN void *entry(void *data)
{
    MCORE_ROUND_TO_DOUBLE;
    const thread_start *start = data;
    start->fn(start->arg, start->index);
    return NULL;
}

static bool begin(thread_handle *handle, thread_start *start)
{
    return pthread_create(handle, NULL, entry, start) == 0;
}

static void join(thread_handle handle) { pthread_join(handle, NULL); }

uint32_t mcore_threads_available(void)
{
#  if defined(__linux__) && defined(CPU_COUNT)
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) {
        int count = CPU_COUNT(&set);
        if (count > 0)
            return (uint32_t)count;
    }
#  endif
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 && online < 65536 ? (uint32_t)online : 1;
}

bool mcore_lock_init(mcore_lock *lock) { return pthread_mutex_init(system_lock_of(lock), NULL) == 0; }
void mcore_lock_free(mcore_lock *lock) { pthread_mutex_destroy(system_lock_of(lock)); }
void mcore_lock_acquire(mcore_lock *lock) { pthread_mutex_lock(system_lock_of(lock)); }
void mcore_lock_release(mcore_lock *lock) { pthread_mutex_unlock(system_lock_of(lock)); }

#endif

void mcore_threads_run(uint32_t n, void (*fn)(void *arg, uint32_t index), void *arg)
{
    thread_handle handle[MINES_MAX_THREADS];
    thread_start start[MINES_MAX_THREADS];
    uint32_t begun = 1;
    while (begun < n) {
        start[begun].fn = fn;
        start[begun].arg = arg;
        start[begun].index = begun;
        if (!begin(&handle[begun], &start[begun]))
            break;
        begun++;
    }
    fn(arg, 0);
    for (uint32_t i = 1; i < begun; i++)
        join(handle[i]);
}
