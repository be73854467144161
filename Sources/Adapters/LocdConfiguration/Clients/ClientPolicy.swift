public import Glibc
public import LocationModel

/// The contents of `/etc/locd/clients.yaml`: the administrator's rules for clients, which override every decision made
/// while locd runs. `ClientPolicy()` applies without a file and has no rules.
public struct ClientPolicy: Sendable, Hashable {
    /// The rule for one unit, one user, or everyone else. At least one of its two authorizations is set.
    public struct Rule: Sendable, Hashable {
        /// Whether the client is authorized to read coordinates; `nil` leaves that to the stored decision or the
        /// default.
        public var authorizationStatus: AuthorizationStatus?
        /// The accuracy; `nil` means full accuracy if the rule sets the status, else that of the stored decision or
        /// default.
        public var accuracyAuthorization: AccuracyAuthorization?
        /// The place of the rule in the configuration.
        public var origin: ConfigurationOrigin

        package func applied(to authorization: Authorization) -> Authorization {
            Authorization(
                authorizationStatus ?? authorization.status,
                accuracy: accuracyAuthorization
                    ?? (authorizationStatus == nil ? authorization.accuracy : .fullAccuracy))
        }
    }

    /// False denies everything to everybody but those who administer the daemon.
    public var locationServicesEnabled = true
    /// The rule for clients that no other rule covers.
    public var everyone: Rule?
    /// The rules for users, by user number.
    public var users: [uid_t: Rule] = [:]
    /// The rules for units, by name as in ``ControlGroup/unit``.
    public var units: [String: Rule] = [:]

    /// The Unix sockets that start the programs of users, by user number: absolute paths.
    public var userSockets: [uid_t: String] = [:]
    /// The Unix sockets that start units, by name as in ``ControlGroup/unit``: absolute paths.
    public var unitSockets: [String: String] = [:]

    /// The users that may report steps, by number.
    public var stepUsers: Set<uid_t> = []
    /// The units that may report steps, by name as in ``ControlGroup/unit``.
    public var stepUnits: Set<String> = []

    /// The number of rules.
    public var count: Int { users.count + units.count + (everyone == nil ? 0 : 1) }

    /// No rules.
    public init() {}

    /// The rule that applies to a client: that of its unit, else that of its user, else that of everyone.
    public func rule(for owner: ClientOwner) -> Rule? {
        owner.unit.flatMap { units[$0] } ?? users[owner.user] ?? everyone
    }

    /// Whether a client may report steps that another device counted: its unit may, or its user.
    public func mayReportSteps(_ owner: ClientOwner) -> Bool {
        owner.unit.map(stepUnits.contains) ?? false || stepUsers.contains(owner.user)
    }

    /// The socket that starts a client that is away: that of its unit, else that of its user; `nil` for none.
    public func wake(for owner: ClientOwner) -> String? {
        owner.unit.flatMap { unitSockets[$0] } ?? userSockets[owner.user]
    }
}

/// Whom an authorization applies to: a user's programs or one systemd unit of a user. The kernel reports both.
public struct ClientOwner: Sendable, Hashable, Codable {
    /// The user.
    public var user: uid_t
    /// The systemd unit; `nil` for the user's processes outside units, and for all units without their own decision.
    public var unit: String?

    /// An owner of clients.
    public init(user: uid_t, unit: String? = nil) {
        self.user = user
        self.unit = unit
    }
}
