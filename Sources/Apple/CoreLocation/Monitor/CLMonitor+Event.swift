import Synchronization

extension CLMonitor {
    /// An event of a condition.
    public struct Event: Sendable {
        /// Whether a condition holds.
        public enum State: UInt, Sendable, Codable {
            /// Not determined yet.
            case unknown = 0
            /// The condition is satisfied.
            case satisfied = 1
            /// The condition is not satisfied.
            case unsatisfied = 2
            /// The condition is not monitored.
            case unmonitored = 3
        }

        /// The identifier of the condition.
        public let identifier: String
        /// The condition that was satisfied, if it is narrower than the condition itself: the beacon that is here.
        public let refinement: (any CLCondition)?
        /// Whether the condition holds.
        public let state: State
        /// When the state was determined.
        public let date: Date
        /// This program is not authorized for locations.
        public internal(set) var authorizationDenied = false
        /// Location services are off.
        public internal(set) var authorizationDeniedGlobally = false
        /// The administrator's policy rules locations out.
        public internal(set) var authorizationRestricted = false
        /// Never here.
        public internal(set) var insufficientlyInUse = false
        /// This program has reduced accuracy.
        public internal(set) var accuracyLimited = false
        /// This condition cannot be monitored here.
        public internal(set) var conditionUnsupported = false
        /// The maximum number of conditions is reached.
        public internal(set) var conditionLimitExceeded = false
        /// The conditions could not be written to disk.
        public internal(set) var persistenceUnavailable = false
        /// Never here.
        public internal(set) var serviceSessionRequired = false
        /// No decision is stored for this program yet.
        public internal(set) var authorizationRequestInProgress = false
        /// Distinguishes its condition from earlier and later ones with the identifier.
        var version = 0

        init(identifier: String, state: State, date: Date, refinement: (any CLCondition)? = nil) {
            self.identifier = identifier
            self.state = state
            self.date = date
            self.refinement = refinement
        }
    }

    /// A condition, and the event of it that was handled last.
    public struct Record: Sendable {
        /// The condition.
        public let condition: any CLCondition
        /// The latest event that was handled; while an event is being handled, the previous one.
        public let lastEvent: Event
    }

    /// The events of the conditions. If there are several loops, each event goes to one of them; after a cancelled
    /// loop the next one continues.
    public struct Events: AsyncSequence, Sendable {
        /// An event.
        public typealias Element = Event

        let core: MonitorCore

        /// Iterates.
        public func makeAsyncIterator() -> Iterator {
            Iterator(core: core)
        }

        /// Takes the events one after the other.
        public struct Iterator: AsyncIteratorProtocol {
            private let handling: Handling

            init(core: MonitorCore) {
                handling = Handling(core: core)
            }

            /// The next event; the previous one then counts as handled, as the last one does when the loop ends.
            /// `nil` once the task is cancelled.
            public mutating func next() async throws -> Event? {
                await handling.next()
            }
        }

        /// The event that a loop handles now.
        private final class Handling: Sendable {
            private let core: MonitorCore
            private let event = Mutex<Event?>(nil)

            init(core: MonitorCore) {
                self.core = core
            }

            deinit { finish() }

            func next() async -> Event? {
                finish()
                let next = await core.nextEvent()
                event.withLock { $0 = next }
                return next
            }

            private func finish() {
                let handled = event.withLock { event in
                    defer { event = nil }
                    return event
                }
                if let handled { core.didHandle(handled) }
            }
        }
    }
}
