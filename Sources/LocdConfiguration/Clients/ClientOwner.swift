public import Glibc

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
