#include "clinux_thread.h"

#include <errno.h>
#include <sys/inotify.h>
#include <unistd.h>

int clinux_watch_directory(const char *path) {
    int watch = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    if (watch < 0) return -1;
    if (inotify_add_watch(watch, path, IN_CREATE | IN_MOVED_TO | IN_ATTRIB | IN_ONLYDIR) >= 0) return watch;
    int code = errno;
    close(watch);
    errno = code;
    return -1;
}
