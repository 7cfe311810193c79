/* test_faults_apart.c - the same where everything that the library takes is a block of its own: each can be refused. */
#define MSC_SEPARATE
#include "../../core/arena.c"

#define NAME "test_faults_apart"
#include "test_faults.c"
