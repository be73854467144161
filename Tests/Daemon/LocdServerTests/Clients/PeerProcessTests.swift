import CLinux
import Glibc
import LocdTestSupport
import Subprocess
import SystemSupport
import Testing

@testable import LocdServer

/// Whose control group a connection has: the process's that made it, and nobody's who has its number by now.
@Suite(.timeLimit(.minutes(15))) struct PeerProcessTests {
    /// Whether the kernel (6.5 and newer) opens the process of a peer.
    private static let isSupported: Bool = {
        var pair: [CInt] = [-1, -1]
        guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair) == 0 else { return false }
        defer { for descriptor in pair { close(descriptor) } }
        var process: CInt = -1
        guard clinux_peer_process(pair[0], &process) == 0 else { return false }
        close(process)
        return true
    }()

    @Test func `A peer that is there is in its control group`() throws {
        var pair: [CInt] = [-1, -1]
        try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair) == 0)
        defer { for descriptor in pair { close(descriptor) } }
        let mine = try #require(ControlGroup(process: getpid()))
        #expect(ControlGroup(peerOf: pair[0], process: getpid())?.path == mine.path)
    }

    @Test func `A closed descriptor has no peer`() {
        #expect(ControlGroup(peerOf: -1, process: getpid()) == nil)
    }

    @Test(
        .enabled(if: isSupported, "the kernel does not open the process of a peer (6.5 does)"),
        .enabled(if: access("/usr/bin/python3", X_OK) == 0, "there is no Python"))
    func `The number of a peer that ended is nobody's`() async throws {
        try await TemporaryDirectory.with { directory in
            let listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
            defer { close(listener) }
            let address = try #require(UnixAddress("\(directory)/socket"))
            try #require(address.withPointer { bind(listener, $0, $1) } == 0 && listen(listener, 1) == 0)
            // It connects and is gone: whoever starts now may be given its number.
            let client = "import socket, sys; socket.socket(socket.AF_UNIX).connect(sys.argv[1])"
            let result = try await Subprocess.run(
                .name("python3"), arguments: ["-c", client, "\(directory)/socket"], output: .discarded)
            try #require(result.terminationStatus.isSuccess)
            let connection = accept(listener, nil, nil)
            try #require(connection >= 0)
            defer { close(connection) }
            // Such a process, which is there and has a control group: this one.
            try #require(ControlGroup(process: getpid()) != nil)
            #expect(ControlGroup(peerOf: connection, process: getpid()) == nil)
        }
    }
}
