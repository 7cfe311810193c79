/* test_faults_apart.c - the same where everything that the library takes is a block of its own: each can be refused. */
#define MCORE_SEPARATE
#include "../../core/base/arena.c"

#define NAME "test_faults_apart"
#include "test_faults.c"
