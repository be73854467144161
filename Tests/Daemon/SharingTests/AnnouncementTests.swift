import LocdConfiguration
import LocdProtocol
import SystemSupport
import Testing

@testable import Sharing

/// What is announced on the network, and what follows from what Avahi says; the real Avahi is in the system tests.
struct AnnouncementTests {
    private static let service = AnnouncedService(type: "_nmea-0183._tcp", port: 10_110, family: .IPv4)
    private static let group = "/Client1/EntryGroup1"

    private func core() -> AnnouncementCore { AnnouncementCore([Self.service], host: "boat") }

    /// What is asked of Avahi to announce under a name.
    private func publishing(_ name: String, attempt: Int) -> [AnnouncementCore.Action] {
        [
            .reset(group: Self.group), .add(group: Self.group, name: name, Self.service, attempt: attempt),
            .commit(group: Self.group, attempt: attempt),
        ]
    }

    @Test func `Only what is open to the network is announced, an address of both versions once`() {
        let services = AnnouncedService.all(of: [
            SharingListener(.unix(path: "/run/locd/nmea.sock"), .NMEA),
            SharingListener(.tcp(host: "127.0.0.1", port: 10_110), .NMEA),
            SharingListener(.tcp(host: "0.0.0.0", port: 10_110), .NMEA),
            SharingListener(.tcp(host: "::", port: 10_110), .NMEA),
            SharingListener(.tcp(host: "192.0.2.1", port: 10_111), .NMEA),
            SharingListener(.tcp(host: "::", port: 2947), .gpsd),
        ])
        #expect(
            services == [
                AnnouncedService(type: "_nmea-0183._tcp", port: 10_110, family: .any),
                AnnouncedService(type: "_nmea-0183._tcp", port: 10_111, family: .IPv4, suffix: " (10111)"),
                AnnouncedService(type: "_gpsd._tcp", port: 2947, family: .IPv6),
            ])
        #expect(AnnouncedService.all(of: [SharingListener(.tcp(host: "::1", port: 1), .gpsd)]).isEmpty)
    }

    @Test func `A name fits into a label of DNS`() {
        #expect(AnnouncedService.name(host: "boat", number: 1, suffix: "") == "locd on boat")
        #expect(AnnouncedService.name(host: "boat", number: 2, suffix: " (1)") == "locd on boat (1) #2")
        let long = AnnouncedService.name(host: String(repeating: "ü", count: 60), number: 12, suffix: " (10111)")
        #expect(long.utf8.count <= 63 && long.hasPrefix("locd on üü") && long.hasSuffix(" (10111) #12"))
    }

    @Test func `It is announced once Avahi has it`() {
        var core = core()
        #expect(core.begin() == [.createGroup])
        let first = core.created(Self.group)
        #expect(first == publishing("locd on boat", attempt: 2))
        #expect(core.changed(Self.group, state: 1, error: "") == [])
        #expect(core.changed("/other", state: 2, error: "") == [])
        #expect(core.changed(Self.group, state: 2, error: "") == [.announced(name: "locd on boat")])
        #expect(core.changed(Self.group, state: 2, error: "") == [])
        // Another name of the machine.
        #expect(core.serverRuns() == publishing("locd on boat", attempt: 3))
    }

    @Test func `A name that is taken is changed, and not for ever`() {
        var core = core()
        _ = core.begin()
        _ = core.created(Self.group)
        let local = core.refused(attempt: 2, "org.freedesktop.Avahi.CollisionError")
        #expect(local == publishing("locd on boat #2", attempt: 3))
        // The same attempt fails in several replies.
        #expect(core.refused(attempt: 2, "org.freedesktop.Avahi.CollisionError") == [])
        #expect(core.changed(Self.group, state: 3, error: "") == publishing("locd on boat #3", attempt: 4))
        var last: [AnnouncementCore.Action] = []
        for _ in 0..<AnnouncementCore.maximumNumber { last = core.changed(Self.group, state: 3, error: "") }
        #expect(last == [.failed("the name is taken, and 31 others like it")])
    }

    @Test func `Without Avahi nothing is wrong, and when it comes all begins anew`() {
        var core = core()
        _ = core.begin()
        #expect(core.notCreated("org.freedesktop.DBus.Error.ServiceUnknown") == [])
        #expect(core.begin() == [.createGroup])
        _ = core.created(Self.group)
        core.forget()
        #expect(core.changed(Self.group, state: 2, error: "") == [] && core.serverRuns() == [])
        #expect(core.refused(attempt: 3, "org.freedesktop.Avahi.CollisionError") == [])
        #expect(core.begin() == [.createGroup])
        #expect(core.created("/Client1/EntryGroup2").count == 3)
    }

    @Test func `A refusal is told once`() {
        var core = core()
        _ = core.begin()
        #expect(
            core.notCreated("org.freedesktop.DBus.Error.AccessDenied")
                == [.failed("org.freedesktop.DBus.Error.AccessDenied")])
        _ = core.created(Self.group)
        #expect(core.refused(attempt: 2, "org.freedesktop.Avahi.NotPermittedError").count == 1)
        #expect(core.refused(attempt: 2, "org.freedesktop.Avahi.NotPermittedError").isEmpty)
    }
}

/// Which programs are of this machine, by their addresses alone.
struct TCPPeerTests {
    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "192.0.2.1", true), ("::1", "::1", true),
        ("192.0.2.1", "192.0.2.1", true), ("2001:db8::1", "2001:db8::1", true),
        ("192.0.2.2", "192.0.2.1", false), ("2001:db8::2", "2001:db8::1", false), ("fe80::1", "2001:db8::1", false),
    ])
    func `Who comes from an address of this machine is not the network's`(
        _ remote: String, _ local: String, _ isHere: Bool
    ) async throws {
        let peer = try #require(TCPPeer(from: (remote, 40_000), to: (local, 10_110)))
        #expect(peer.isOnThisMachine == isHere && peer.address == remote)
        // No socket of this machine has these ports.
        let users = LoopbackUsers(on: try ExecutorThread(named: "test-reading"))
        #expect(await peer.localUser(users) == nil)
    }

    @Test(arguments: ["", "localhost", "192.0.2.1.2", "fe80::1%lo"]) func `What is no address is nobody`(_ text: String)
    {
        #expect(TCPPeer(from: (text, 1), to: ("127.0.0.1", 10_110)) == nil)
    }
}
