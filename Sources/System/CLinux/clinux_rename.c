#define _GNU_SOURCE
#include "clinux_thread.h"

#include <fcntl.h>
#include <stdio.h>

int clinux_rename_exclusively(const char *path, const char *new_path) {
    return renameat2(AT_FDCWD, path, AT_FDCWD, new_path, RENAME_NOREPLACE);
}
