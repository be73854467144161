public import LocationModel

/// What became of the fixes since the daemon started.
public struct FixCounts: Codable, Sendable, Hashable {
    /// Delivered as locations.
    public var accepted: Int
    /// Not usable, by the name of a `RejectionReason`.
    public var rejected: [String: Int]
    /// Accepted without their altitude, which was absurd.
    public var altitudesRejected: Int

    /// The counts of the gate. A reason that never occurred is left out.
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
