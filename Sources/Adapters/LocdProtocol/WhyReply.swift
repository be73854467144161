public import LocationModel

extension WhyParameters {
    /// The maximum number of outcomes in a reply.
    public static let maximumLimit = 1000

    /// The first moment. Throws if it is not a valid time.
    public var firstMoment: Timestamp? {
        get throws(VarlinkError) { try moment(from, "from") }
    }

    /// The first moment after it. Throws if it is not a valid time.
    public var endMoment: Timestamp? {
        get throws(VarlinkError) { try moment(to, "to") }
    }

    /// The maximum number of outcomes. Throws if it is out of range.
    public var effectiveLimit: Int {
        get throws(VarlinkError) {
            let limit = limit ?? Self.maximumLimit
            guard (1...Self.maximumLimit).contains(limit) else { throw .invalidParameter("limit") }
            return limit
        }
    }

    private func moment(_ text: String?, _ name: String) throws(VarlinkError) -> Timestamp? {
        guard let text else { return nil }
        guard let moment = Timestamp(text) else { throw .invalidParameter(name) }
        return moment
    }
}

extension WhyReply {
    /// A reply with the daemon's own authorization until ``redacted(for:)``.
    public init(isRecording: Bool, isNearest: Bool = false, isCut: Bool = false, fixes: [ReportedOutcome]) {
        self.init(
            authorizationStatus: .authorizedAlways, isRecording: isRecording, isNearest: isNearest, isCut: isCut,
            fixes: fixes)
    }

    /// The reply for a caller with this authorization. Everybody sees the health of the receiver; only callers with
    /// full accuracy see what depends on movement.
    public func redacted(for authorization: Authorization) -> WhyReply {
        var reply = self
        reply.authorizationStatus = authorization.status
        guard authorization.disclosure != .everything else { return reply }
        reply.fixes.removeAll(where: \.tellsOfMovement)
        return reply
    }
}
