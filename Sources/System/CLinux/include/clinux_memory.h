#pragma once

// What the C library keeps of memory that was freed, and the kernel of files that were read, on behalf of this process.

/// From now on the C library gives what is freed back to the system: a large piece at once, small ones as soon as enough of
/// them lie at the end of its heap. It would otherwise learn from each large piece to keep more, and never forget it.
/// Threads share two heaps, so that what one gives back is there for the others.
void clinux_memory_settle(void);

/// Gives back what the C library holds free, and lets go of the pages of the program and its libraries that are as their files
/// have them. Whatever runs on is mapped again, 64 kB at a time, from the kernel's cache, or from the disk where the kernel
/// needed the memory. Takes about a millisecond; any thread may call it.
void clinux_memory_give_back(void);
