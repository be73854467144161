public import LocationModel

extension FixCounts {
    /// The counts of the gate. Reasons that never occurred are omitted.
    public init(accepted: Int = 0, rejected: [RejectionReason: Int] = [:], altitudesRejected: Int = 0) {
        self.init(accepted: accepted, rejected: Self.names(of: rejected), altitudesRejected: altitudesRejected)
    }

    static func names(of counts: [RejectionReason: Int]) -> [String: Int] {
        var named: [String: Int] = [:]
        for (reason, count) in counts where count > 0 { named[reason.rawValue] = count }
        return named
    }
}
