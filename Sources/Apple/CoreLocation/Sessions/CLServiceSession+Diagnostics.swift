extension CLServiceSession {
    /// Obstacles for the needs of a session.
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
        /// Full accuracy was requested, but is not available.
        public internal(set) var fullAccuracyDenied = false
        /// Locations at any time were requested, but are not available.
        public internal(set) var alwaysAuthorizationDenied = false
        /// No decision is stored yet, or a request is not answered yet.
        public internal(set) var authorizationRequestInProgress = false

        init(_ authorization: ClientAuthorization, _ requirement: AuthorizationRequirement, needsFullAccuracy: Bool) {
            let diagnosis = Diagnosis(authorization)
            authorizationDenied = diagnosis == .denied || diagnosis == .servicesOff
            authorizationDeniedGlobally = diagnosis == .servicesOff
            authorizationRestricted = diagnosis == .restricted
            serviceSessionRequired = diagnosis == .sessionRequired
            let lacks = Self.lacks(authorization, requirement, needsFullAccuracy: needsFullAccuracy)
            // Nothing is denied before the answer.
            let isAsked = authorization.isBeingAsked && (lacks.accuracy || lacks.always)
            authorizationRequestInProgress = isAsked || diagnosis == .undecided && requirement != .none
            fullAccuracyDenied = lacks.accuracy && !isAsked
            alwaysAuthorizationDenied = lacks.always && !isAsked
        }

        /// What an authorized program lacks.
        static func lacks(
            _ authorization: ClientAuthorization, _ requirement: AuthorizationRequirement, needsFullAccuracy: Bool
        ) -> (accuracy: Bool, always: Bool) {
            (
                needsFullAccuracy && authorization.isAuthorized && authorization.accuracy == .reducedAccuracy,
                requirement == .always && authorization.status == .authorizedWhenInUse
            )
        }
    }

    /// The state now, and each change, until the session ends.
    public struct Diagnostics: AsyncSequence, Sendable {
        /// The present obstacles.
        public typealias Element = Diagnostic

        let source: SessionDiagnostics
        let requirement: AuthorizationRequirement
        let needsFullAccuracy: Bool

        /// Iterates.
        public func makeAsyncIterator() -> Iterator {
            let stream = source.makeStream { [requirement, needsFullAccuracy] authorization in
                Diagnostic.lacks(authorization, requirement, needsFullAccuracy: needsFullAccuracy) != (false, false)
            }
            return Iterator(source: stream.makeAsyncIterator(), sequence: self)
        }

        /// Takes the states one after the other.
        public struct Iterator: AsyncIteratorProtocol {
            var source: AsyncStream<ClientAuthorization>.AsyncIterator
            let sequence: Diagnostics

            /// The next state; `nil` once the session or the task has ended.
            public mutating func next() async throws -> Diagnostic? {
                await source.next().map {
                    Diagnostic($0, sequence.requirement, needsFullAccuracy: sequence.needsFullAccuracy)
                }
            }
        }
    }
}
