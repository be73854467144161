import Glibc
import LocationModel
import LocationServices
import Synchronization
import SystemSupport
import Tracks

/// Records numbered locations as fast as it can: location N has the time N minutes after the beginning of 2026, so that
/// days end often, and are compressed soon.
enum Hammer {
    static let beginning = CivilDate("2026-01-01")?.midnight ?? .earliest
    private static let batch = 40

    static func location(_ number: Int) -> LocationEvent {
        let time = Timestamp(milliseconds: beginning.milliseconds + Int64(number) * 60_000) ?? .earliest
        let place = Coordinate(latitude: 47 + Double(number % 100_000) / 1e6, longitude: 8)
        return .location(Location(timestamp: time, coordinate: place, isSimulated: true))
    }

    static func number(_ time: Timestamp?) -> Int {
        time.map { Int(($0.milliseconds - beginning.milliseconds) / 60_000) } ?? 0
    }

    static func configuration(_ directory: String, maximumQueuedLines: Int = 100_000) -> TrackConfiguration {
        TrackConfiguration(
            directory: directory, sync: .interval(.milliseconds(20)), rotation: .size(bytes: TrackRotation.minimumSize),
            compressAfter: 1, retain: nil, header: TrackHeader(version: "test", receiver: "hammer"),
            maximumQueuedLines: maximumQueuedLines)
    }

    /// Records until killed.
    static func record(_ directory: String, _ disk: DyingFileSystem?) async throws {
        // Its hours pass by themselves, or nothing would be compressed before it is killed.
        let hours = Atomic(0)
        let clock = ContinuousClock()
        let start = clock.now
        let now: @Sendable () -> Duration = {
            start.duration(to: clock.now) + .seconds(60 * hours.load(ordering: .relaxed))
        }
        let writer = try TrackWriter(
            configuration: configuration(directory), fileSystem: disk ?? SystemFileSystem() as any FileSystem,
            clock: MonotonicClock(now: now) { until in try await Task.sleep(for: max(until - now(), .zero)) })
        var number = number(try await writer.open().lastTimestamp)
        say("tail \(number)")
        disk?.arm()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await writer.run() }
            while true {
                writer.append((1...batch).map { location(number + $0) })
                number += batch
                hours.wrappingAdd(1, ordering: .relaxed)
                try await writer.sync()
                say("synced \(number)")
            }
        }
    }

    /// A line that is out before anything else happens.
    static func say(_ words: String) {
        let bytes = Array("\(words)\n".utf8)
        _ = write(STDOUT_FILENO, bytes, bytes.count)
    }
}
