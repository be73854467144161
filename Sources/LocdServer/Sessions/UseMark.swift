import LocationModel
import LocationServices
import Synchronization

/// When a session last got a location, or what tells of one. It costs a look at the clock for each delivery.
final class UseMark: Sendable {
    private static let never = Int64.min
    /// Nanoseconds of the monotonic clock.
    private let nanoseconds = Atomic<Int64>(UseMark.never)

    /// The instant; `nil` if there was none.
    var instant: Duration? {
        let value = nanoseconds.load(ordering: .relaxed)
        return value == Self.never ? nil : .nanoseconds(value)
    }

    /// Events are on their way to the client.
    func note(_ events: [LocationEvent], _ clock: MonotonicClock) {
        guard events.contains(where: \.isUse) else { return }
        nanoseconds.store(clock.now().wholeNanoseconds, ordering: .relaxed)
    }
}

extension LocationEvent {
    /// As its kind says, without a look at its record: this is asked for each session and location.
    fileprivate var isUse: Bool {
        if case .location = self { true } else { kind.tellsPlace }
    }
}
