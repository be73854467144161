#define _GNU_SOURCE
#include "clinux_pty.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

static void close_keeping_errno(int descriptor)
{
    int cause = errno;
    close(descriptor);
    errno = cause;
}

static int open_slave(const char *path)
{
    return open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
}

static int make_raw(int descriptor)
{
    struct termios settings;
    if (tcgetattr(descriptor, &settings) != 0) return -1;
    cfmakeraw(&settings);
    return tcsetattr(descriptor, TCSANOW, &settings);
}

int clinux_pty_open(char *path, size_t capacity)
{
    int master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (master < 0) return -1;
    int cause = 0;
    if (grantpt(master) != 0 || unlockpt(master) != 0) {
        close_keeping_errno(master);
        return -1;
    }
    if ((cause = ptsname_r(master, path, capacity)) != 0) {
        close(master);
        errno = cause;
        return -1;
    }
    // One open and close by ourselves: from then on the master knows POLLHUP.
    int slave = open_slave(path);
    if (slave < 0) {
        close_keeping_errno(master);
        return -1;
    }
    if (make_raw(slave) != 0 || fchmod(slave, 0666) != 0) {
        close_keeping_errno(slave);
        close_keeping_errno(master);
        return -1;
    }
    close(slave);
    return master;
}

int clinux_pty_reset(const char *path)
{
    int slave = open_slave(path);
    if (slave < 0) return -1;
    int failed = make_raw(slave) != 0;
    // Not tcflush: it forgets what the line discipline holds, and leaves what waits behind that.
    char discarded[4096];
    for (int i = 0; i < 256 && read(slave, discarded, sizeof discarded) > 0; i++) {}
    close_keeping_errno(slave);
    return failed ? -1 : 0;
}

int clinux_pty_unread(const char *path)
{
    int slave = open_slave(path);
    if (slave < 0) return -1;
    int count = 0;
    // The kernel moves bytes to the slave when it gets to it; asking whether there are any makes it do so now.
    struct pollfd state = { .fd = slave, .events = POLLIN };
    int failed = poll(&state, 1, 0) < 0 || ioctl(slave, FIONREAD, &count) != 0;
    close_keeping_errno(slave);
    return failed ? -1 : count;
}
