/// Keeps a program in use while it is in the background. Programs here are never suspended: it has nothing to do; its
/// ``diagnostics`` report whether locations are available.
@_weakLinked public final class CLBackgroundActivitySession: Sendable {
    private let diagnosed = SessionDiagnostics(hub: .current)

    /// A session that begins now.
    public init() {}

    deinit {
        invalidate()
    }

    /// Ends it, and its diagnostics.
    public func invalidate() {
        diagnosed.end()
    }

    /// Obstacles for locations: the state now, and each change.
    public var diagnostics: Diagnostics { Diagnostics(source: diagnosed) }

    /// Obstacles for locations.
    public struct Diagnostic: Sendable {
        /// This program is not authorized for locations.
        public internal(set) var authorizationDenied = false
        /// Location services are off.
        public internal(set) var authorizationDeniedGlobally = false
        /// The administrator's policy rules locations out.
        public internal(set) var authorizationRestricted = false
        /// Never here.
        public internal(set) var insufficientlyInUse = false
        /// The Info.plist requires a ``CLServiceSession``, and the program holds none.
        public internal(set) var serviceSessionRequired = false
        /// No decision is stored yet.
        public internal(set) var authorizationRequestInProgress = false

        init(_ authorization: ClientAuthorization) {
            let diagnosis = Diagnosis(authorization)
            authorizationDenied = diagnosis == .denied || diagnosis == .servicesOff
            authorizationDeniedGlobally = diagnosis == .servicesOff
            authorizationRestricted = diagnosis == .restricted
            serviceSessionRequired = diagnosis == .sessionRequired
            authorizationRequestInProgress = diagnosis == .undecided
        }
    }

    /// The state now, and each change, until the session ends.
    public struct Diagnostics: AsyncSequence, Sendable {
        /// The present obstacles.
        public typealias Element = Diagnostic

        let source: SessionDiagnostics

        /// Iterates.
        public func makeAsyncIterator() -> Iterator {
            Iterator(source: source.makeStream().makeAsyncIterator())
        }

        /// Takes the states one after the other.
        public struct Iterator: AsyncIteratorProtocol {
            var source: AsyncStream<ClientAuthorization>.AsyncIterator

            /// The next state; `nil` once the session or the task has ended.
            public mutating func next() async throws -> Diagnostic? {
                await source.next().map { Diagnostic($0) }
            }
        }
    }
}
