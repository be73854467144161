import LocationModel
import LocationServices
import LocdTestSupport
import Receivers
import SystemSupport
import Testing

extension LongSystemTests {
    /// Three clients with filters none, 10 and 500 m and accuracies best, hundredMeters and kilometer on one receiver.
    @Suite("Several managers") struct SeveralManagers {
        private static func fixes(of recording: Recording) throws -> [Fix] {
            var reader = try RecordingReader(path: recording.path)
            var fixes: [Fix] = []
            while let batch = try reader.next() {
                fixes += batch.compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
            }
            return fixes
        }

        @Test(
            "of a recording each gets what it would get alone",
            arguments: [Recording.drive, .drift, .city].filter(\.isThere))
        func likeAlone(recording: Recording) async throws {
            let fixes = try Self.fixes(of: recording)
            let together = await HubBench.events(fixes, HubBench.threeClients)
            for (settings, events) in zip(HubBench.threeClients, together) {
                #expect(await HubBench.events(fixes, [settings]) == [events])
            }
            let counts = together.map(\.locations.count)
            #expect(counts[0] > counts[1] && counts[1] > counts[2] && counts[2] > 0, "\(counts)")
        }

        @Test(
            "when the demanding ones stop, gpsd sees its watcher go between looks",
            .enabled(if: Program.hasGPSD, "gpsd is not installed: make deps"))
        func watcherBetweenLooks() async throws {
            try await Stage.run { stage in
                let port = try stage.freePort()
                _ = try await stage.receiver("loop", "--time-to-first-fix", "0")
                // Not -n: it opens the receiver for a watcher only.
                _ = try await stage.gpsd(port: port, opensAtOnce: false)
                let clock = MonotonicClock.system()
                let hub = LocationHub(
                    receiver: GPSDReceiver(
                        GPSDAddress(host: "127.0.0.1", port: port), clock: clock,
                        on: try ExecutorThread(named: "receiver")),
                    staleAfter: .seconds(5), lookInterval: .seconds(2), clock: clock)
                let sinks = HubBench.threeClients.map { _ in RecordingSink() }
                let managers = zip(HubBench.threeClients, sinks).map { settings, sink in
                    LocationManager(settings: settings, hub: hub, sink: sink)
                }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { await hub.run() }
                    defer { group.cancelAll() }
                    for manager in managers { manager.startUpdatingLocation() }
                    try await stage.until("each has a location") { sinks.allSatisfy { !$0.locations.isEmpty } }
                    #expect(try Connections.count(to: port) > 0)
                    // With only one of the demanding ones gone, it is held.
                    managers[0].stopUpdatingLocation()
                    try await stage.until("the hub knows of two") { await hub.status.managers == 2 }
                    let known = sinks[1].locations.count
                    try await stage.until("the second is served") { sinks[1].locations.count > known + 2 }
                    #expect(try Connections.count(to: port) > 0)
                    managers[1].stopUpdatingLocation()
                    for look in 1...2 {
                        try await stage.until("the watcher is gone before look \(look)") {
                            try Connections.count(to: port) == 0
                        }
                        let accepted = await hub.status.accepted
                        try await stage.until("look \(look) brought a fix") { await hub.status.accepted > accepted }
                    }
                    #expect(await hub.status.lastLookWasGood)
                }
                try await stage.until("nobody watches in the end") { try Connections.count(to: port) == 0 }
            }
        }
    }
}
