#pragma once

/// From now on SIGINT, SIGTERM and SIGHUP do not end the process but make the returned descriptor readable, whichever
/// thread they meet; the second of them ends it at once, as it would have without us.
/// Call it once in a process. Returns a descriptor that is close-on-exec, or -1 with errno.
int clinux_stop_descriptor(void);
