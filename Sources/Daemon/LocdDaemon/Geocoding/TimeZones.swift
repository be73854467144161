import Geocoding
import Glibc
import LocationModel
import LocationServices
import LocdLog
import Logging
import Synchronization
import SystemSupport

/// The time zone at a place, from a table that is opened with the first question.
final class TimeZones: Sendable {
    private struct State {
        var table: TimeZoneTable?
        var reporter = FailureReporter()
        /// A table that cannot be read is not tried at each location.
        var isTriedAgain = Duration.zero
    }

    /// How long a table that cannot be read is left alone.
    private static let pause = Duration.seconds(300)

    private let path: String?
    private let clock: MonotonicClock
    private let logger: Logger
    private let state = Mutex(State())

    init(path: String?, clock: MonotonicClock, logger: Logger) {
        self.path = path
        self.clock = clock
        self.logger = logger
    }

    /// Whether there is a table. Without one nobody is told that there is none, unless a hook wants to know the zone.
    var isInstalled: Bool { path.map { access($0, R_OK) == 0 } ?? false }

    /// The identifier of the zone at a place; `nil` if there is no table. Waits for the disk.
    func identifier(at place: Coordinate) -> String? {
        guard let path else { return nil }
        return state.withLock { state in
            guard state.table != nil || clock.now() >= state.isTriedAgain else { return nil }
            do throws(PlaceTableError) {
                let table = if let table = state.table { table } else { try TimeZoneTable(try TableBytes(path: path)) }
                state.table = table
                let zone = try table.identifier(at: place)
                if state.reporter.succeeds() { logger.log(.placesUsable, "Table of time zones readable again") }
                return zone
            } catch {
                state.table = nil
                state.isTriedAgain = clock.now() + Self.pause
                if state.reporter.fails(at: clock.now()) {
                    logger.log(.placesUnusable, "Table of time zones unusable: \(error)")
                }
                return nil
            }
        }
    }
}
