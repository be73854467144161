public import LocationModel

/// A decision or request of a client, or a rule of the policy, in the reply of `Authorizations`.
public struct ReportedAuthorization: Codable, Sendable, Hashable {
    /// An open request.
    public enum Request: String, Codable, Sendable, Hashable, CaseIterable {
        /// Coordinates while the client is in use.
        case whenInUse
        /// Coordinates at any time.
        case always
        /// Always instead of whenInUse.
        case upgrade
        /// Whether to keep a provisional always, now that the client uses it.
        case keepAlways
        /// Full accuracy for this use.
        case temporaryFullAccuracy
    }

    /// The user's ID; absent for a rule without a user.
    public var user: Int?
    /// The systemd unit; absent if the entry applies to a user or to everyone.
    public var unit: String?
    /// Whether coordinates are authorized; absent for a rule that leaves it open.
    public var authorizationStatus: AuthorizationStatus?
    /// The accuracy; absent for a rule that leaves it open.
    public var accuracyAuthorization: AccuracyAuthorization?
    /// The place of the policy's rule that applies.
    public var rulePlace: String?
    /// True if the authorization ends when the client is no longer in use.
    public var isOnce: Bool
    /// True if always was granted on request and nobody has confirmed it yet.
    public var isProvisional: Bool
    /// The open request.
    public var request: Request?

    /// An authorization.
    public init(
        user: Int?, unit: String?, authorizationStatus: AuthorizationStatus?,
        accuracyAuthorization: AccuracyAuthorization?
    ) {
        self.user = user
        self.unit = unit
        self.authorizationStatus = authorizationStatus
        self.accuracyAuthorization = accuracyAuthorization
        isOnce = false
        isProvisional = false
    }
}
