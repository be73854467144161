#define _GNU_SOURCE
#include "clinux_peer.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>

#ifndef SO_PEERGROUPS
#define SO_PEERGROUPS 59
#endif
// Linux 6.5; Debian 12 builds against the headers of 6.1.
#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif

int clinux_peer_credentials(int socket, clinux_peer *peer) {
    struct ucred credentials;
    socklen_t length = sizeof credentials;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &length) != 0) return errno;
    if (length < sizeof credentials) return EPROTO;
    // What is no Unix socket, or has no peer, answers with nobody instead of an error.
    if (credentials.uid == (uid_t)-1) return ENOTCONN;
    peer->uid = credentials.uid;
    peer->gid = credentials.gid;
    peer->pid = credentials.pid;
    return 0;
}

int clinux_peer_groups(int socket, uint32_t *groups, size_t capacity, size_t *count) {
    socklen_t length = (socklen_t)(capacity * sizeof *groups);
    int failed = getsockopt(socket, SOL_SOCKET, SO_PEERGROUPS, groups, &length);
    int reason = failed ? errno : 0;
    *count = reason == 0 || reason == ERANGE ? length / sizeof *groups : 0;
    return reason;
}

int clinux_peer_process(int socket, int *descriptor) {
    socklen_t length = sizeof *descriptor;
    *descriptor = -1;
    return getsockopt(socket, SOL_SOCKET, SO_PEERPIDFD, descriptor, &length) == 0 ? 0 : errno;
}

int clinux_process_has_ended(int descriptor) {
    struct pollfd process = {.fd = descriptor, .events = POLLIN};
    int ready;
    do ready = poll(&process, 1, 0);
    while (ready < 0 && errno == EINTR);
    return ready != 0;
}
