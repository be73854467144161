#pragma once

#include <sys/eventfd.h>

// What a thread that blocks needs and Glibc's module map leaves out.

// A close-on-exec, non-blocking event descriptor that reads as "nothing happened"; -1 and errno on failure.
static inline int clinux_eventfd(void) {
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}
