import FoundationEssentials
import LocationModel
import LocationServices
import LocdProtocol
import LocdTestSupport
import Logging
import Synchronization
import SystemSupport
import Testing

@testable import LocdServer

/// Regions that end by themselves.
@Suite(.timeLimit(.minutes(15))) struct RegionEndTests {
    private let client = ClientIdentity(user: 1000, label: "boat")
    private let anchor = Region(identifier: "anchor", center: .sample, radius: 40)
    private let harbour = Region(identifier: "harbour", center: .sample, radius: 500)

    /// A time of day that a test moves.
    private final class WallTime: Sendable {
        private let seconds = Mutex(0.0)
        func advance(by more: Double) { seconds.withLock { $0 += more } }
        var now: Timestamp { .sample(seconds.withLock { $0 }) }
    }

    private func monitors(_ time: WallTime, store: ClientStore? = nil) -> ClientMonitors {
        let clock = ManualClock().clock
        return ClientMonitors(
            hub: LocationHub(receiver: ScriptedReceiver(), staleAfter: .seconds(5), clock: clock), clock: clock,
            sessions: SessionList(staleAfter: .seconds(5)), store: store, wallTime: { time.now })
    }

    @Test func `A region is there until its time, and then it is not`() async throws {
        let time = WallTime()
        let monitors = monitors(time)
        try await monitors.add(anchor, until: .sample(3600), to: client, having: .everything)
        try await monitors.add(harbour, to: client, having: .everything)
        #expect(await monitors.regions(of: client).map(\.until) == [Timestamp.sample(3600).description, nil])
        time.advance(by: 3599)
        #expect(await monitors.state(ofRegion: "anchor", of: client) == .unknown)
        time.advance(by: 1)
        #expect(await monitors.state(ofRegion: "anchor", of: client) == nil)
        #expect(await monitors.regions(of: client).map(\.region.identifier) == ["harbour"])
        await #expect(throws: VarlinkError.noSuchRegion("anchor")) {
            try await monitors.remove("anchor", from: client)
        }
    }

    @Test func `What happens after the end is not told, and what happened before still is`() async throws {
        let time = WallTime()
        let monitors = monitors(time)
        try await monitors.add(anchor, until: .sample(100), to: client, having: .everything)
        func crossed(_ second: Double, _ state: RegionState) -> LocationEvent {
            .region(RegionEvent(timestamp: .sample(second), identifier: "anchor", state: state, cause: .crossed))
        }
        await monitors.happened([crossed(50, .outside)], to: client, hiding: PrivacyZones())
        time.advance(by: 100)
        await monitors.happened([crossed(101, .inside)], to: client, hiding: PrivacyZones())
        #expect(await monitors.reports.first?.waiting == 1)
    }

    @Test func `A region that was replaced ends when the new one says`() async throws {
        let time = WallTime()
        let monitors = monitors(time)
        try await monitors.add(anchor, until: .sample(10), to: client, having: .everything)
        try await monitors.add(anchor, to: client, having: .everything)
        time.advance(by: 1000)
        #expect(await monitors.regions(of: client).map(\.until) == [nil])
    }

    @Test func `A region cannot end before it begins`() async throws {
        let monitors = monitors(WallTime())
        await #expect(throws: VarlinkError.self) {
            try await monitors.add(anchor, until: .sample(0), to: client, having: .everything)
        }
        #expect(await monitors.regions(of: client).isEmpty)
    }

    @Test func `The end survives a restart, and a region that ended meanwhile is gone`() async throws {
        try await TemporaryDirectory.with { directory in
            let time = WallTime()
            func store() throws -> ClientStore {
                ClientStore(
                    directory: directory, thread: try ExecutorThread(named: "test"), clock: ManualClock().clock,
                    logger: Logger(label: "test"))
            }
            let before = monitors(time, store: try store())
            try await before.add(anchor, until: .sample(100), to: client, having: .everything)
            time.advance(by: 50)
            let after = monitors(time, store: try store())
            await after.load()
            #expect(await after.regions(of: client).map(\.until) == [Timestamp.sample(100).description])
            time.advance(by: 50)
            let late = monitors(time, store: try store())
            await late.load()
            #expect(await late.regions(of: client).isEmpty)
            // Nothing is left to keep.
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(directory)/clients").isEmpty)
        }
    }
}
