public import LocationModel

/// The fixes since the daemon started.
public struct FixCounts: Codable, Sendable, Hashable {
    /// Number of fixes delivered as locations.
    public var accepted: Int
    /// Number of unusable fixes, by the name of a `RejectionReason`.
    public var rejected: [String: Int]
    /// Number of fixes accepted without their implausible altitude.
    public var altitudesRejected: Int

    /// The counts of the gate. Reasons that never occurred are omitted.
    public init(accepted: Int = 0, rejected: [RejectionReason: Int] = [:], altitudesRejected: Int = 0) {
        self.accepted = accepted
        self.rejected = Self.names(of: rejected)
        self.altitudesRejected = altitudesRejected
    }

    static func names(of counts: [RejectionReason: Int]) -> [String: Int] {
        var named: [String: Int] = [:]
        for (reason, count) in counts where count > 0 { named[reason.rawValue] = count }
        return named
    }
}
