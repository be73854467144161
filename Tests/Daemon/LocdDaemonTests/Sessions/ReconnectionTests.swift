import FoundationEssentials
import Glibc
import LocationModel
import LocdProtocol
import LocdTestSupport
import Testing

@testable import LocdClient
@testable import LocdConfiguration
@testable import LocdDaemon
@testable import LocdServer

@Suite(.timeLimit(.minutes(15))) struct ReconnectionTests {
    private let atOnce = Reconnection(first: .zero, longest: .zero)

    @Test func `A session outlives the daemon, and goes on with what it had`() async throws {
        try await TemporaryDirectory.with { directory in
            let client = LocdClient(socketPath: "\(directory)/s", timeout: .seconds(60))
            let session = client.session(label: "map", services: [.updatingLocation], reconnection: atOnce)
            var updates = session.makeAsyncIterator()
            guard case .disconnected(let error, _)? = try await updates.next() else { throw VarlinkError.noSuchSession }
            #expect(error.code == .notReachable)
            // Kept for the daemon's return.
            var settings = SessionSettings()
            settings.distanceFilter = 50
            try await session.configure(settings)
            try await session.start(.activityUpdates)
            for _ in 0..<2 {
                try await DaemonHarness.run(in: directory, settings: "recorder: {enabled: false}\n") { harness in
                    try await connected(&updates)
                    #expect(session.isConnected)
                    let there = try await client.clients()
                    #expect(there.map(\.services) == [[.updatingLocation, .activityUpdates]])
                    #expect(there.map(\.label) == ["map"])
                    await harness.receiver.calls.wait { $0 == [.start] }
                    for second in 0..<4 {
                        harness.receiver.say(.sample(Double(second), north: 20 * Double(second), speed: 20))
                    }
                    var found: [Location] = []
                    while found.count < 2, let update = try await updates.next() {
                        if case .events(let events) = update { found += events.locations }
                    }
                    #expect(found.map(\.timestamp) == [.sample(0), .sample(3)])
                }
            }
            while case .events? = try await updates.next() {}
            #expect(!session.isConnected)
        }
    }

    @Test func `A program that a client starts inherits none of its connections`() async throws {
        try await DaemonHarness.run(settings: "recorder: {enabled: false}\n") { harness in
            let path = "\(harness.directory)/s"
            var updates = LocdClient(socketPath: path, timeout: .seconds(60)).session().makeAsyncIterator()
            try await connected(&updates)
            try await DaemonSocket.with(path: path, timeout: nil) { _ in
                let ends = (try? clientEnds(of: path)) ?? []
                #expect(ends.count == 2)
                for end in ends { #expect(fcntl(end, F_GETFD) == FD_CLOEXEC) }
            }
        }
    }

    /// The descriptors of this process that are connected to a socket.
    private func clientEnds(of path: String) throws -> [CInt] {
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { CInt($0) }
        return descriptors.filter { descriptor in
            var address = sockaddr_un()
            var length = socklen_t(MemoryLayout<sockaddr_un>.size)
            let isConnected = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) == 0 }
            }
            guard isConnected, CInt(address.sun_family) == AF_UNIX else { return false }
            return withUnsafeBytes(of: address.sun_path) { $0.starts(with: path.utf8 + [0]) }
        }
    }

    private func connected(_ updates: inout LocationSession.Iterator) async throws {
        while let update = try await updates.next() {
            if case .connected = update { return }
        }
    }

    /// All connections that this user may have but `free`.
    private func occupied(_ client: LocdClient, free: Int) async throws -> [LocationSession.Iterator] {
        var others: [LocationSession.Iterator] = []
        while others.count < Configuration().api.maximumConnectionsPerUser - free {
            var other = client.session(reconnection: .never).makeAsyncIterator()
            _ = try await other.next()
            others.append(other)
        }
        return others
    }

    @Test func `A change that the daemon has no room for is an error, and sent with the next one`() async throws {
        try await DaemonHarness.run(settings: "recorder: {enabled: false}\n") { harness in
            let session = harness.client.session(
                label: "map", services: [.updatingLocation], reconnection: .never)
            var updates = session.makeAsyncIterator()
            try await connected(&updates)
            var others = try await occupied(harness.client, free: 1)
            let error = await #expect(throws: LocdClientError.self) { try await session.stop(.updatingLocation) }
            guard case .refused(.tooManyConnections)? = error?.code else { throw VarlinkError.noSuchSession }
            #expect(session.isConnected)
            others.removeAll()
            await eventually { (try? await session.start(.activityUpdates)) != nil }
            let services = try await harness.client.clients().filter { $0.label == "map" }.map(\.services)
            #expect(services == [[.activityUpdates]])
        }
    }

    @Test func `A change that the daemon has no room for is repeated, until it has`() async throws {
        try await DaemonHarness.run(settings: "recorder: {enabled: false}\n") { harness in
            let (pauses, hasRoom) = (Watched<[Duration]>([]), Watched(false))
            let session = LocationSession(
                client: harness.client, label: "map", services: [.updatingLocation], settings: SessionSettings(),
                reconnection: Reconnection(first: .seconds(1)),
                sleep: { pause in
                    pauses.change { $0.append(pause) }
                    if pauses.value.count >= 2 { await hasRoom.wait { $0 } }
                })
            var updates = session.makeAsyncIterator()
            try await connected(&updates)
            var others = try await occupied(harness.client, free: 1)
            async let stopped: Void = session.stop(.updatingLocation)
            await pauses.wait { $0.count >= 2 }
            #expect(pauses.value.prefix(2) == [.seconds(1), .seconds(2)])
            others.removeAll()
            hasRoom.change { $0 = true }
            try await stopped
            let services = try await harness.client.clients().filter { $0.label == "map" }.map(\.services)
            #expect(services == [[]])
        }
    }

    @Test func `A session gives up when its policy says so`() async throws {
        let client = LocdClient(socketPath: "/nowhere/s")
        let session = client.session(reconnection: Reconnection(first: .zero, longest: .zero, attempts: 3))
        var updates = session.makeAsyncIterator()
        for _ in 0..<2 {
            guard case .disconnected? = try await updates.next() else {
                Issue.record("It did not try again")
                return
            }
        }
        let error = await #expect(throws: LocdClientError.self) { _ = try await updates.next() }
        #expect(error?.code == .notReachable)
        let after = try await updates.next()
        if after != nil { Issue.record("It went on") }
    }

    @Test func `The pause doubles up to the longest`() {
        let policy = Reconnection(first: .seconds(1), longest: .seconds(10), attempts: 7)
        #expect((1...7).map { policy.pause(after: $0) } == [1, 2, 4, 8, 10, 10].map { .seconds($0) } + [nil])
        #expect(Reconnection().pause(after: .max) == .seconds(30))
        #expect(Reconnection.never.pause(after: 1) == nil)
    }
}
