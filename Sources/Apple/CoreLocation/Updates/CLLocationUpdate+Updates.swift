import LocationModel
import LocdClient
import LocdProtocol
import Synchronization

extension CLLocationUpdate {
    /// Locations as they arrive, or why there is no location.
    public struct Updates: AsyncSequence, Sendable {
        /// A location, or why there is no location.
        public typealias Element = CLLocationUpdate

        let configuration: LiveConfiguration
        let hub: ClientHub

        /// Iterates; each iteration has a session of its own.
        public func makeAsyncIterator() -> Iterator {
            var settings = SessionSettings()
            settings.activityType = ActivityType(configuration)
            return Iterator(
                source: PersistentSession(
                    daemon: hub.daemon, label: hub.label, services: [.updatingLocation], settings: settings
                ).makeAsyncIterator(), hub: hub)
        }

        /// Reads only on demand: a slow loop slows the daemon down.
        public struct Iterator: AsyncIteratorProtocol {
            private var source: PersistentSession.Iterator
            private let hub: ClientHub
            private var waiting: ArraySlice<CLLocationUpdate> = []
            private var latest: CLLocation?
            /// Why there is no location, after it was reported.
            private var diagnosis: Diagnosis?
            private var isOver = false

            init(source: PersistentSession.Iterator, hub: ClientHub) {
                self.source = source
                self.hub = hub
            }

            /// The next update; `nil` once the task is cancelled.
            public mutating func next() async throws -> CLLocationUpdate? {
                while !isOver {
                    if let update = waiting.popFirst() { return update }
                    guard let element = await source.next() else { break }
                    await take(element)
                }
                isOver = true
                return nil
            }

            private mutating func take(_ element: PersistentSession.Element) async {
                switch element {
                case .update(.connected): await followAuthorization()
                case .update(.events(let events)):
                    for event in events {
                        if event.isOfAuthorization { await followAuthorization() } else { take(event) }
                    }
                case .update(.disconnected(let error, _)), .refused(let error):
                    report(Diagnosis(error, wasReached: hub.state.withLock(\.wasReached) || latest != nil))
                case .update(.missed): break
                }
            }

            /// Reports the obstacle, once. If the authorization is not determined, iterating requests it.
            private mutating func followAuthorization() async {
                await hub.learnAuthorization()
                if let new = hub.state.withLock(\.authorization).flatMap({ Diagnosis($0) }) {
                    if new == .undecided { hub.requestAuthorization(.whenInUse) }
                    report(new)
                } else if diagnosis != .unavailable {
                    diagnosis = nil
                }
            }

            private mutating func take(_ event: LocationEvent) {
                switch event {
                case .location(let location):
                    if hub.state.withLock(\.lacksServiceSession) { return report(.sessionRequired) }
                    diagnosis = nil
                    let location = CLLocation(location)
                    hub.note(location)
                    latest = location
                    waiting.append(update(location))
                case .pause:
                    if hub.state.withLock(\.lacksServiceSession) { return }
                    var update = update(latest)
                    update.stationary = true
                    waiting.append(update)
                case .failure(let failure) where failure.region == nil:
                    // The denial was reported when it arrived.
                    if failure.error != .denied { report(.unavailable) }
                case .timeReset: hub.timeDidReset()
                case .region, .visit: hub.deliver([event])
                default: break
                }
            }

            private mutating func report(_ new: Diagnosis) {
                guard new != diagnosis else { return }
                diagnosis = new
                var update = new.update
                update.accuracyLimited = isAccuracyLimited
                waiting.append(update)
            }

            private func update(_ location: CLLocation?) -> CLLocationUpdate {
                var update = CLLocationUpdate(location: location)
                update.accuracyLimited = isAccuracyLimited
                return update
            }

            private var isAccuracyLimited: Bool {
                hub.state.withLock(\.authorization).map { $0.isAuthorized && $0.accuracy == .reducedAccuracy } ?? false
            }
        }
    }
}

extension ActivityType {
    init(_ configuration: CLLocationUpdate.LiveConfiguration) {
        self =
            switch configuration {
            case .default: .other
            case .automotiveNavigation: .automotiveNavigation
            case .otherNavigation, .maritime: .otherNavigation
            case .fitness: .fitness
            case .airborne: .airborne
            }
    }
}
