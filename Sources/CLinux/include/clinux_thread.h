#pragma once

#include <sys/eventfd.h>
#include <sys/prctl.h>

// What a thread that blocks needs and Glibc's module map leaves out.

// A close-on-exec, non-blocking event descriptor that reads as "nothing happened"; -1 and errno on failure.
static inline int clinux_eventfd(void) {
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

// Names the calling thread for ps and gdb; the kernel keeps the first 15 bytes.
static inline void clinux_name_thread(const char *name) {
    prctl(PR_SET_NAME, name, 0, 0, 0);
}
