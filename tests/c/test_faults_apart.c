/* test_faults_apart.c - test_faults.c with a separate block for everything that the library allocates, so that each can
   be refused. */
#define MCORE_SEPARATE
#include "../../core/base/arena.c"

#define NAME "test_faults_apart"
#include "test_faults.c"
