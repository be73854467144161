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

/// The reply of `Why`: the results for the latest fixes.
///
/// The daemon fills in everything; only ``redacted(for:)`` removes what a caller is not authorized to see.
public struct WhyReply: Codable, Sendable, Hashable {
    /// The authorization of the caller. Without full accuracy, everything that depends on movement is omitted.
    public var authorizationStatus: AuthorizationStatus
    /// Whether the recorder is configured; if not, nothing is recorded and only fixes that the gate rejected are known.
    public var isRecording: Bool
    /// True if no fixes are in the requested period: these are the nearest ones on either side.
    public var isNearest: Bool
    /// True if there were more than the limit: these are the latest ones.
    public var isCut: Bool
    /// What of the receiver's data was refused lately and gave no fix, as ``ReceiverStatus/refused`` has it.
    public var refused: String?
    /// The results for the fixes, the earliest first.
    public var fixes: [ReportedOutcome]

    /// A reply with the daemon's own authorization until ``redacted(for:)``.
    public init(isRecording: Bool, isNearest: Bool = false, isCut: Bool = false, fixes: [ReportedOutcome]) {
        authorizationStatus = .authorizedAlways
        self.isRecording = isRecording
        self.isNearest = isNearest
        self.isCut = isCut
        self.fixes = fixes
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

    /// One line of JSON, without the newline, as `locd why --json` prints it.
    /// - Throws: ``EncodingFailure`` if a number is not finite.
    public func json() throws(EncodingFailure) -> String {
        String(decoding: try VarlinkMessage.encode(self).dropLast(), as: UTF8.self)
    }
}
