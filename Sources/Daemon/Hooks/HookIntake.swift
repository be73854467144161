package import LocationModel
package import LocationServices
package import LocdConfiguration
import Synchronization

/// Takes what the pipeline delivers without ever blocking, and keeps the events for hooks until ``HookService``
/// collects them.
package final class HookIntake: Sendable {
    /// The maximum number of events waiting to be collected; only a disk that hangs leads to so many.
    static let limit = 4096

    /// The collected events.
    package struct Batch: Sendable {
        package var events: [HookEvent] = []
        /// The number of events dropped because the queue was full.
        package var lost = 0
        /// The number of events left out because of the name of their region.
        package var refused = 0
        package var significantChange: SignificantChange.State?
    }

    private struct State {
        var source: HookEventSource
        var isNeeded: Bool
        var batch = Batch()
        var condition: ReceiverCondition?
        var wantsPlaces: Bool
        /// Where the time zone was last looked up.
        var place: Location?
    }

    private let state: Mutex<State>
    private let onEvents: @Sendable () -> Void
    /// Signals changes of the receiver; one element stands for any number.
    let conditions: AsyncStream<Void>
    private let conditionChanged: AsyncStream<Void>.Continuation
    /// Signals locations while the time zone is followed; one element stands for any number.
    let places: AsyncStream<Void>
    private let placeChanged: AsyncStream<Void>.Continuation
    /// Whether the time zone is followed even if no hook asks for it.
    private let followsTimeZone: Bool
    /// The metres and seconds between two lookups: a border is noticed soon, and a parked machine looks once a minute.
    private static let look = (distance: 250.0, time: 60.0)

    /// An intake.
    /// - Parameter place: Where the machine was when an earlier run ended.
    /// - Parameter followsTimeZone: Whether the time zone is followed even if no hook asks for it.
    /// - Parameter onEvents: Called when there is something to collect; must return immediately.
    package init(
        hooks: [Hook], zones: PrivacyZones, resuming significantChange: SignificantChange.State?,
        at place: Coordinate? = nil, followsTimeZone: Bool = false, onEvents: @escaping @Sendable () -> Void
    ) {
        state = Mutex(
            State(
                source: HookEventSource(zones, resuming: significantChange, at: place), isNeeded: !hooks.isEmpty,
                wantsPlaces: followsTimeZone || hooks.wantTimeZone))
        self.followsTimeZone = followsTimeZone
        self.onEvents = onEvents
        (conditions, conditionChanged) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        (places, placeChanged) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Takes an event of the recorder, private regions included.
    package func receive(_ events: [LocationEvent]) {
        let (isNew, isElsewhere) = state.withLock { state in
            guard state.isNeeded || state.wantsPlaces else { return (false, false) }
            let before = state.batch.events.count
            for event in events {
                for found in state.source.receive(event) where state.isNeeded { Self.add(found, to: &state.batch) }
            }
            state.batch.refused = state.source.refused
            state.batch.significantChange = state.source.state
            guard state.wantsPlaces, let here = state.source.location, Self.isDue(here, after: state.place) else {
                return (state.batch.events.count > before, false)
            }
            state.place = here
            return (state.batch.events.count > before, true)
        }
        if isElsewhere { placeChanged.yield() }
        if isNew { onEvents() }
    }

    private static func isDue(_ here: Location, after last: Location?) -> Bool {
        guard let last else { return true }
        return !(0..<look.time).contains(here.timestamp.seconds(since: last.timestamp))
            || here.coordinate.distance(to: last.coordinate) >= look.distance
    }

    /// Takes a change of the time zone: its hooks get the event, and the report is saved.
    func changed(to change: TimeZoneChange) {
        var event = HookEvent(.timeZone, at: change.timestamp)
        event.timeZone = change.timeZone
        state.withLock { state in
            if state.isNeeded { Self.add(event, to: &state.batch) }
        }
        onEvents()
    }

    package func changed(to condition: ReceiverCondition) {
        state.withLock { $0.condition = condition }
        conditionChanged.yield()
    }

    /// Signals the condition once more: some time has passed.
    func lookAgain() { conditionChanged.yield() }

    /// Takes an event that does not come from a location.
    package func add(_ event: HookEvent) {
        let isNew = state.withLock { state in
            guard state.isNeeded else { return false }
            Self.add(event, to: &state.batch)
            return true
        }
        if isNew { onEvents() }
    }

    /// Replaces the hooks or the private regions.
    package func apply(_ hooks: [Hook], _ zones: PrivacyZones) {
        state.withLock { state in
            state.isNeeded = !hooks.isEmpty
            state.wantsPlaces = followsTimeZone || hooks.wantTimeZone
            state.source.apply(zones)
        }
    }

    var condition: ReceiverCondition? { state.withLock(\.condition) }
    var place: Location? { state.withLock(\.place) }
    /// Whether the time zone is followed.
    var wantsPlaces: Bool { state.withLock(\.wantsPlaces) }

    /// The events since the last call.
    func take() -> Batch {
        state.withLock { state in
            defer {
                state.batch.events.removeAll()
                state.batch.lost = 0
            }
            return state.batch
        }
    }

    private static func add(_ event: HookEvent, to batch: inout Batch) {
        guard batch.events.count < limit else {
            batch.lost += 1
            return
        }
        batch.events.append(event)
    }
}

extension [Hook] {
    /// Whether one of the hooks asks for time zones.
    var wantTimeZone: Bool { contains { $0.events.contains(.timeZone) } }
}
