public import LocationModel

/// What was decided about a client or is asked for, or a rule of the policy, as `Authorizations` tells it.
public struct ReportedAuthorization: Codable, Sendable, Hashable {
    /// What is asked for and not answered.
    public enum Request: String, Codable, Sendable, Hashable, CaseIterable {
        /// Coordinates while it is in use.
        case whenInUse
        /// Coordinates at any time.
        case always
        /// Always in the place of whenInUse.
        case upgrade
        /// Always, which it was given provisionally and makes use of.
        case keepAlways
        /// Full accuracy for this use.
        case temporaryFullAccuracy
    }

    /// The user; absent of a rule that names none.
    public var user: Int?
    /// The systemd unit; absent of what is said of a user, or of everyone.
    public var unit: String?
    /// Whether it may have coordinates; absent of a rule that leaves that open.
    public var authorizationStatus: AuthorizationStatus?
    /// How exactly; absent of a rule that leaves that open.
    public var accuracyAuthorization: AccuracyAuthorization?
    /// Where the rule of the policy stands that holds for it.
    public var rulePlace: String?
    /// True where it ends with its use.
    public var isOnce: Bool
    /// True where always was given when it was asked for, and nobody has been asked whether that is meant.
    public var isProvisional: Bool
    /// What is asked for.
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
