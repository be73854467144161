#define _GNU_SOURCE
#include "clinux_memory.h"

#include <elf.h>
#include <link.h>
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

void clinux_memory_settle(void)
{
    // The initial values of glibc's own; setting them is what keeps them from growing.
    mallopt(M_MMAP_THRESHOLD, 128 << 10);
    mallopt(M_TRIM_THRESHOLD, 128 << 10);
    mallopt(M_ARENA_MAX, 1);
}

static int let_go(struct dl_phdr_info *object, size_t size, void *context)
{
    (void)size;
    (void)context;
    for (unsigned i = 0; i < object->dlpi_phnum; i++) {
        // A relocation in a segment that is not writable is kept in a page of our own, which the file does not have.
        if (object->dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
        const ElfW(Dyn) *entry = (const ElfW(Dyn) *)(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr);
        for (; entry->d_tag != DT_NULL; entry++) {
            if (entry->d_tag == DT_TEXTREL || (entry->d_tag == DT_FLAGS && (entry->d_un.d_val & DF_TEXTREL) != 0)) return 0;
        }
    }
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (unsigned i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W) != 0) continue;
        uintptr_t begin = (object->dlpi_addr + segment->p_vaddr) & ~(page - 1);
        uintptr_t end = (object->dlpi_addr + segment->p_vaddr + segment->p_filesz + page - 1) & ~(page - 1);
        (void)madvise((void *)begin, end - begin, MADV_DONTNEED);
    }
    return 0;
}

void clinux_memory_give_back(void)
{
    malloc_trim(0);
    dl_iterate_phdr(let_go, NULL);
}
