#pragma once

#include <stdint.h>
#include <sys/eventfd.h>

// What Glibc's module map leaves out: what a thread that blocks needs, and a way to rename.

// A close-on-exec, non-blocking event descriptor that reads as "nothing happened"; -1 and errno on failure.
static inline int clinux_eventfd(void) {
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

// A close-on-exec, non-blocking timer on the clock that counts suspended time, not set; -1 and errno on failure.
int clinux_timer(void);

// Makes a timer readable at an instant of its clock, which may have passed; 0 and 0 mean never.
void clinux_timer_set(int timer, int64_t seconds, int64_t nanoseconds);

// Renames a file unless the new name exists. 0, or -1 and errno: EEXIST, or EINVAL where the file system cannot.
int clinux_rename_exclusively(const char *path, const char *new_path);
