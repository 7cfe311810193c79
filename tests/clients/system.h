/*
 * system.h - what the client programs need of the system: loading libraries, and threads with a given stack size. POSIX
 * and Win32; C99 and C++.
 */
#ifndef CLIENTS_SYSTEM_H
#define CLIENTS_SYSTEM_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void (*any_function)(void);
typedef void (*thread_function)(void *argument);

static inline void fail(const char *what)
{
    fprintf(stderr, "failed: %s\n", what);
    exit(1);
}

#define REQUIRE(condition) ((condition) ? (void)0 : fail(#condition))

typedef struct begun {
    thread_function function;
    void *argument;
} begun;

#if defined(_WIN32)
#  define WIN32_LEAN_AND_MEAN
#  include <windows.h>

typedef HMODULE library;
typedef HANDLE thread;

static inline library library_open(const char *file) { return LoadLibraryA(file); }
static inline any_function library_find(library lib, const char *name)
{
    return (any_function)GetProcAddress(lib, name);
}
static inline int library_close(library lib) { return FreeLibrary(lib) != 0; }

static inline DWORD WINAPI thread_entry(void *data)
{
    begun *b = (begun *)data;
    b->function(b->argument);
    return 0;
}

static inline thread thread_begin(begun *b, size_t stack)
{
    HANDLE handle =
        CreateThread(NULL, stack, thread_entry, b, stack != 0 ? STACK_SIZE_PARAM_IS_A_RESERVATION : 0, NULL);
    REQUIRE(handle != NULL);
    return handle;
}

static inline void thread_end(thread handle)
{
    REQUIRE(WaitForSingleObject(handle, INFINITE) == WAIT_OBJECT_0);
    CloseHandle(handle);
}

#else
#  include <dlfcn.h>
#  include <pthread.h>

typedef void *library;
typedef pthread_t thread;

static inline library library_open(const char *file) { return dlopen(file, RTLD_NOW | RTLD_LOCAL); }
static inline int library_close(library lib) { return dlclose(lib) == 0; }

static inline any_function library_find(library lib, const char *name)
{
    void *found = dlsym(lib, name);
    any_function function = NULL;
    memcpy(&function, &found, sizeof function); /* ISO C has no cast from objects to functions */
    return function;
}

static inline void *thread_entry(void *data)
{
    begun *b = (begun *)data;
    b->function(b->argument);
    return NULL;
}

static inline thread thread_begin(begun *b, size_t stack)
{
    pthread_attr_t attributes;
    pthread_t handle;
    REQUIRE(pthread_attr_init(&attributes) == 0);
    REQUIRE(stack == 0 || pthread_attr_setstacksize(&attributes, stack) == 0);
    REQUIRE(pthread_create(&handle, &attributes, thread_entry, b) == 0);
    pthread_attr_destroy(&attributes);
    return handle;
}

static inline void thread_end(thread handle) { REQUIRE(pthread_join(handle, NULL) == 0); }

#endif

#endif
