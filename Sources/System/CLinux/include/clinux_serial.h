#pragma once

#include <stdint.h>

// Serial lines at any speed. Each function returns 0, or -1 with errno.

// Makes a terminal raw, 8N1, without flow control, at `baud` bits a second, odd speeds included, and throws away what it
// has received so far. A read gives at least one byte, or fails with EAGAIN where the descriptor is non-blocking.
int clinux_serial_configure(int descriptor, uint32_t baud);

// The speed at which a terminal receives, 0 where it cannot be told.
uint32_t clinux_serial_speed(int descriptor);

// Lets nobody else open the terminal (but root) until it is closed.
int clinux_serial_claim(int descriptor);

// Takes that back. The kernel does so with the last close, which of a pseudo-terminal is its maker's.
void clinux_serial_release(int descriptor);

// 1 where the kernel's clock is synchronised to a time source, 0 where it is not or does not say.
int clinux_clock_is_synchronized(void);
