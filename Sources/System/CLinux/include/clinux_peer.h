#pragma once

#include <stddef.h>
#include <stdint.h>

// The types are those of the kernel's answer, spelled without <sys/types.h>: a second module that declares uid_t leaves it
// to chance which of them Swift takes it from.

/// Who is at the other end of a Unix socket, as the kernel noted it when the connection was made.
typedef struct {
    uint32_t uid;
    uint32_t gid;
    int32_t pid;
} clinux_peer;

/// Reads the credentials of the peer of a connected Unix socket (SO_PEERCRED). Returns 0 or an errno.
int clinux_peer_credentials(int socket, clinux_peer *peer);

/// Reads the supplementary groups of the peer (SO_PEERGROUPS) into `groups`, which has room for `capacity`.
/// Sets `count` to how many there are. Returns 0, ERANGE where there is not room enough, or another errno.
int clinux_peer_groups(int socket, uint32_t *groups, size_t capacity, size_t *count);

/// Opens the process of the peer (SO_PEERPIDFD), itself and not whoever has its number by now, into `descriptor`; close it. Returns 0;
/// ENOPROTOOPT where the kernel is older than 6.5; another errno where the process is gone, or there is none.
int clinux_peer_process(int socket, int *descriptor);

/// Whether the process of a descriptor has ended, which it has before its number goes to another one. Where the kernel does not say, it has.
int clinux_process_has_ended(int descriptor);
