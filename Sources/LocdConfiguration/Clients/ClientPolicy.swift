public import Glibc
public import LocationModel

/// What `/etc/locd/clients.yaml` says: the administrator's word about clients, stronger than anything that is decided while
/// locd runs. `ClientPolicy()` is what holds without a file: it says nothing of anybody.
public struct ClientPolicy: Sendable, Hashable {
    /// What is said of one unit, one user, or everyone else. At least one of both is there.
    public struct Rule: Sendable, Hashable {
        /// Whether it may have coordinates; `nil` leaves that to who decides.
        public var authorizationStatus: AuthorizationStatus?
        /// How exactly; `nil` leaves that to who decides, and is full accuracy where the rule itself allows.
        public var accuracyAuthorization: AccuracyAuthorization?
        /// Where it stands.
        public var origin: ConfigurationOrigin

        /// What becomes of an authorization under this rule.
        package func applied(to authorization: Authorization) -> Authorization {
            Authorization(
                authorizationStatus ?? authorization.status,
                accuracy: accuracyAuthorization
                    ?? (authorizationStatus == nil ? authorization.accuracy : .fullAccuracy))
        }
    }

    /// False denies everything to everybody but those who administer the daemon.
    public var locationServicesEnabled = true
    /// Of whom no other rule says anything.
    public var everyone: Rule?
    /// By number.
    public var users: [uid_t: Rule] = [:]
    /// By name, as ``ControlGroup/unit`` has it.
    public var units: [String: Rule] = [:]

    /// How many rules there are.
    public var count: Int { users.count + units.count + (everyone == nil ? 0 : 1) }

    /// No rules.
    public init() {}

    /// The one rule that holds for a client: that of its unit, else that of its user, else that of everyone.
    public func rule(for owner: ClientOwner) -> Rule? {
        owner.unit.flatMap { units[$0] } ?? users[owner.user] ?? everyone
    }
}
