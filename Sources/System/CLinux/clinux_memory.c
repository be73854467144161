#include "clinux_memory.h"

#include <malloc.h>

void clinux_memory_settle(void)
{
    // The initial values of glibc's own; setting them is what keeps them from growing.
    mallopt(M_MMAP_THRESHOLD, 128 << 10);
    mallopt(M_TRIM_THRESHOLD, 128 << 10);
    mallopt(M_ARENA_MAX, 1);
}

void clinux_memory_give_back(void)
{
    malloc_trim(0);
}
