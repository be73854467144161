import LocdProtocol

/// Declares how long a feature of this program needs locations, and for which purpose. Keep it that long: meanwhile an
/// authorization and full accuracy that were granted for this use last.
///
/// Only live updates of a program whose Info.plist has `NSLocationRequireExplicitServiceSession` require one. Creating
/// one requests authorization, and again when the daemon returns; its ``diagnostics`` report the result.
@_weakLinked public final class CLServiceSession: Sendable {
    /// The needs of a session.
    public enum AuthorizationRequirement: Int, Sendable {
        /// Nothing is requested; a required session is held nevertheless.
        case none = 0
        /// Locations while the program is in use.
        case whenInUse = 1
        /// Locations at any time.
        case always = 2
    }

    private let diagnosed: SessionDiagnostics
    private let requirement: AuthorizationRequirement
    private let needsFullAccuracy: Bool

    /// A session that begins now.
    public convenience init(authorization: AuthorizationRequirement) {
        self.init(authorization, purposeKey: nil)
    }

    /// A session of a feature that needs exact locations.
    public convenience init(authorization: AuthorizationRequirement, fullAccuracyPurposeKey: String) {
        self.init(authorization, purposeKey: fullAccuracyPurposeKey)
    }

    private init(_ requirement: AuthorizationRequirement, purposeKey: String?) {
        self.requirement = requirement
        needsFullAccuracy = purposeKey != nil
        diagnosed = SessionDiagnostics(hub: .current)
        let needs = ServiceNeeds(request: requirement.request, fullAccuracyPurposeKey: purposeKey)
        diagnosed.hub.hold(ObjectIdentifier(diagnosed), for: needs)
    }

    deinit {
        invalidate()
    }

    /// Ends it, and its diagnostics.
    public func invalidate() {
        if diagnosed.end() { diagnosed.hub.release(ObjectIdentifier(diagnosed)) }
    }

    /// Obstacles for the needs of the session: the state now, and each change.
    public var diagnostics: Diagnostics {
        Diagnostics(source: diagnosed, requirement: requirement, needsFullAccuracy: needsFullAccuracy)
    }
}

extension CLServiceSession.AuthorizationRequirement {
    /// The request to the daemon.
    fileprivate var request: RequestAuthorizationParameters.Request? {
        switch self {
        case .none: nil
        case .whenInUse: .whenInUse
        case .always: .always
        }
    }
}
