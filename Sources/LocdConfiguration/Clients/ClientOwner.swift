public import Glibc

/// What is decided about: a user's programs, or one systemd unit of a user. Both are the kernel's word.
public struct ClientOwner: Sendable, Hashable, Codable {
    /// The user.
    public var user: uid_t
    /// The systemd unit; `nil` for whatever else of the user's runs, and for all units of which nothing else is said.
    public var unit: String?

    /// An owner of clients.
    public init(user: uid_t, unit: String? = nil) {
        self.user = user
        self.unit = unit
    }
}
