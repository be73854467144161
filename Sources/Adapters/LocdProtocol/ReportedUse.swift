/// A client that uses the location or did since the daemon started, in the reply of `Uses`.
public struct ReportedUse: Codable, Sendable, Hashable {
    /// The user's ID; 4294967295 for a program of another machine, whose label is its address.
    public var user: Int
    /// The systemd unit of the client.
    public var unit: String?
    /// The label that it gives itself.
    public var label: String?
    /// The process ID that it had last.
    public var process: Int?
    /// Whether it uses the location now: a stream runs, or a request waits.
    public var isActive: Bool
    /// Seconds since it last got a location, or an event that reveals one; absent before the first.
    public var lastUseAge: Double?

    /// A client that does not use the location.
    public init(user: Int, unit: String? = nil, label: String? = nil) {
        self.user = user
        self.unit = unit
        self.label = label
        isActive = false
    }
}
