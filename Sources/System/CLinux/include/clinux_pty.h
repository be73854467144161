#pragma once

#include <stddef.h>

/// Opens a pseudo-terminal: the master non-blocking and close-on-exec, the slave raw and of mode 0666, so that a
/// daemon that dropped its privileges can read it. The slave is not held open: the master keeps the pair alive, its
/// settings last, and POLLHUP on the master tells that nobody has the slave open.
/// Writes the slave's path to `path`. Returns the master's descriptor, or -1 with errno (ERANGE: `capacity` too small).
int clinux_pty_open(char *path, size_t capacity);

/// Makes the slave raw again and discards what nobody read. Returns 0, or -1 with errno.
int clinux_pty_reset(const char *path);

/// Bytes that wait in the slave's line discipline for a reader, or -1 with errno.
int clinux_pty_unread(const char *path);
