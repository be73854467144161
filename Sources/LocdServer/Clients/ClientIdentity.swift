public import Glibc
public import LocdConfiguration

/// Who a client is: the user and the systemd unit that the kernel names, and the label that it gives itself within these.
public struct ClientIdentity: Sendable, Hashable, Codable {
    /// The user.
    public var user: uid_t
    /// The systemd unit that it runs in; `nil` where it is none, as in a terminal. See ``ControlGroup/unit``.
    public var unit: String?
    /// What it calls itself; `nil` for nothing. Anybody may call itself anything.
    public var label: String?

    /// A client.
    public init(user: uid_t, unit: String? = nil, label: String? = nil) {
        self.user = user
        self.unit = unit
        self.label = label
    }

    /// Whether the kernel says the same of both: one may configure the other's sessions.
    func isSameOwner(as other: ClientIdentity) -> Bool {
        user == other.user && unit == other.unit
    }
}

extension ClientIdentity {
    /// Whose it is.
    public var owner: ClientOwner { ClientOwner(user: user, unit: unit) }
}
