import SystemSupport
import Testing

@testable import Sharing

/// Which programs are of this machine, by their addresses alone.
struct TCPPeerTests {
    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "192.0.2.1", true), ("::1", "::1", true),
        ("192.0.2.1", "192.0.2.1", true), ("2001:db8::1", "2001:db8::1", true),
        ("192.0.2.2", "192.0.2.1", false), ("2001:db8::2", "2001:db8::1", false), ("fe80::1", "2001:db8::1", false),
    ])
    func whoComesFromAnAddressOfThisMachineIsNotTheNetworks(
        _ remote: String, _ local: String, _ isHere: Bool
    ) async throws {
        let peer = try #require(TCPPeer(from: (remote, 40_000), to: (local, 10_110)))
        #expect(peer.isOnThisMachine == isHere && peer.address == remote)
        // No socket of this machine has these ports.
        let users = LoopbackUsers(on: try ExecutorThread(named: "test-reading"))
        #expect(await peer.localUser(users) == nil)
    }

    @Test(arguments: ["", "localhost", "192.0.2.1.2", "fe80::1%lo"]) func whatIsNoAddressIsNobody(_ text: String) {
        #expect(TCPPeer(from: (text, 1), to: ("127.0.0.1", 10_110)) == nil)
    }
}
