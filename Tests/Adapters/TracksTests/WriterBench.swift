import LocationModel
import LocationServices
import LocdTestSupport
import TrackTestSupport
import Tracks

/// A writer on a simulated disk and a clock that a test moves.
struct WriterBench {
    static let header = TrackHeader.sample
    static let headerLine = line(.header(header))

    let disk: SimulatedDisk
    let clock: ManualClock
    var configuration: TrackConfiguration

    init(
        sync: TrackSync = .interval(.seconds(5)), rotation: TrackRotation = .daily,
        disk: SimulatedDisk = SimulatedDisk()
    ) {
        self.disk = disk
        clock = ManualClock()
        configuration = TrackConfiguration(directory: "/tracks", sync: sync, rotation: rotation, header: Self.header)
    }

    /// A writer that is not opened yet.
    func writer(
        onProblem: @escaping @Sendable (TrackError?) -> Void = { _ in }
    ) throws(TrackError) -> TrackWriter {
        try TrackWriter(configuration: configuration, fileSystem: disk, onProblem: onProblem, clock: clock.clock)
    }
}

extension TrackWriter {
    /// Appends and flushes; false where the disk did not take all.
    @discardableResult
    func write(_ events: [LocationEvent]) async -> Bool {
        append(events)
        do throws(TrackError) {
            try flush()
            return true
        } catch {
            return false
        }
    }
}
