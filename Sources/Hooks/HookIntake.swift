package import LocationModel
package import LocationServices
package import LocdConfiguration
import Synchronization

/// Takes what the pipeline delivers, without ever waiting, and keeps what hooks may want until ``HookService`` collects it.
package final class HookIntake: Sendable {
    /// Events that wait to be collected at most; only a disk that hangs lets them be so many.
    static let limit = 4096

    /// What was collected.
    package struct Batch: Sendable {
        package var events: [HookEvent] = []
        /// Events that found no room.
        package var lost = 0
        /// Events that were left out because of the name of their region.
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
    /// One element for any number of changes of the receiver.
    let conditions: AsyncStream<Void>
    private let conditionChanged: AsyncStream<Void>.Continuation
    /// One element for any number of locations, while the time zone is followed.
    let places: AsyncStream<Void>
    private let placeChanged: AsyncStream<Void>.Continuation
    /// Whether the time zone is followed, though no hook wants to know it.
    private let followsTimeZone: Bool
    /// Metres and seconds between two looks: a border is not missed for long, and a parked machine looks once a minute.
    private static let look = (distance: 250.0, time: 60.0)

    /// An intake.
    /// - Parameter followsTimeZone: Whether the time zone is followed, though no hook wants to know it.
    /// - Parameter onEvents: Called when there is something to collect; it must return at once.
    package init(
        hooks: [Hook], zones: PrivacyZones, resuming significantChange: SignificantChange.State?,
        followsTimeZone: Bool = false, onEvents: @escaping @Sendable () -> Void
    ) {
        state = Mutex(
            State(
                source: HookEventSource(zones, resuming: significantChange), isNeeded: !hooks.isEmpty,
                wantsPlaces: followsTimeZone || hooks.wantTimeZone))
        self.followsTimeZone = followsTimeZone
        self.onEvents = onEvents
        (conditions, conditionChanged) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        (places, placeChanged) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// The recorder delivered something, private regions included.
    package func receive(_ events: [LocationEvent]) {
        let (isNew, isElsewhere) = state.withLock { state in
            guard state.isNeeded || state.wantsPlaces else { return (false, false) }
            let before = state.batch.events.count
            for event in events {
                guard let found = state.source.receive(event), state.isNeeded else { continue }
                Self.add(found, to: &state.batch)
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

    /// The time zone is another one: its hooks get the event, and what was told is kept.
    func changed(to change: TimeZoneChange) {
        var event = HookEvent(.timeZone, at: change.timestamp)
        event.timeZone = change.timeZone
        state.withLock { state in
            if state.isNeeded { Self.add(event, to: &state.batch) }
        }
        onEvents()
    }

    /// The receiver's condition changed.
    package func changed(to condition: ReceiverCondition) {
        state.withLock { $0.condition = condition }
        conditionChanged.yield()
    }

    /// Something happened that no location brought.
    package func add(_ event: HookEvent) {
        let isNew = state.withLock { state in
            guard state.isNeeded else { return false }
            Self.add(event, to: &state.batch)
            return true
        }
        if isNew { onEvents() }
    }

    /// Other hooks, or other private regions, from here on.
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

    /// What came since the last time.
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
    /// Whether one of them wants to know of time zones.
    var wantTimeZone: Bool { contains { $0.events.contains(.timeZone) } }
}
