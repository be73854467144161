public import Glibc
public import LocdConfiguration

/// The identity of a client: the user and systemd unit that the kernel reports, and the label that it gives itself
/// within them.
public struct ClientIdentity: Sendable, Hashable, Codable {
    /// The user.
    public var user: uid_t
    /// The systemd unit that it runs in; `nil` outside a unit, as in a terminal. See ``ControlGroup/unit``.
    public var unit: String?
    /// The label that it gives itself, which is not verified; `nil` if it gives none.
    public var label: String?

    /// Whether both have the same user and unit, so that each may configure the other's sessions.
    func isSameOwner(as other: ClientIdentity) -> Bool {
        user == other.user && unit == other.unit
    }

    /// The owner: its user and unit.
    public var owner: ClientOwner { ClientOwner(user: user, unit: unit) }
}
