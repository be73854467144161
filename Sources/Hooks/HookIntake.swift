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
        var place: Location?
    }

    private let state: Mutex<State>
    private let onEvents: @Sendable () -> Void
    /// One element for any number of changes of the receiver.
    let conditions: AsyncStream<Void>
    private let conditionChanged: AsyncStream<Void>.Continuation
    /// One element for any number of locations, while a hook wants to know of time zones.
    let places: AsyncStream<Void>
    private let placeChanged: AsyncStream<Void>.Continuation

    /// An intake.
    /// - Parameter onEvents: Called when there is something to collect; it must return at once.
    package init(
        hooks: [Hook], zones: PrivacyZones, resuming significantChange: SignificantChange.State?,
        onEvents: @escaping @Sendable () -> Void
    ) {
        state = Mutex(
            State(
                source: HookEventSource(zones, resuming: significantChange), isNeeded: !hooks.isEmpty,
                wantsPlaces: hooks.wantTimeZone))
        self.onEvents = onEvents
        (conditions, conditionChanged) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        (places, placeChanged) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// The recorder delivered something, private regions included.
    package func receive(_ events: [LocationEvent]) {
        let (isNew, isElsewhere) = state.withLock { state in
            guard state.isNeeded else { return (false, false) }
            let before = state.batch.events.count
            let place = state.source.location
            for event in events {
                guard let found = state.source.receive(event) else { continue }
                Self.add(found, to: &state.batch)
            }
            state.batch.refused = state.source.refused
            state.batch.significantChange = state.source.state
            let isElsewhere = state.wantsPlaces && state.source.location != place
            if isElsewhere { state.place = state.source.location }
            return (state.batch.events.count > before, isElsewhere)
        }
        if isElsewhere { placeChanged.yield() }
        if isNew { onEvents() }
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
            state.wantsPlaces = hooks.wantTimeZone
            state.source.apply(zones)
        }
    }

    var condition: ReceiverCondition? { state.withLock(\.condition) }
    var place: Location? { state.withLock(\.place) }

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
