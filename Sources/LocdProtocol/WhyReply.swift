public import LocationModel

/// What became of the latest fixes: the reply of `Why`.
///
/// The daemon fills in everything; what a caller may not have is taken out in one place, ``redacted(for:)``.
public struct WhyReply: Codable, Sendable, Hashable {
    /// Of the caller. Who may not have coordinates is not told what depends on movement.
    public var authorizationStatus: AuthorizationStatus
    /// Whether the recorder is configured; where it is not, nothing is recorded and only what the gate refused is known.
    public var isRecording: Bool
    /// True where nothing falls into the time that was asked for: what is told is what lies nearest, on either side.
    public var isNearest: Bool
    /// True where there was more than the limit: the latest are told.
    public var isCut: Bool
    /// What became of the fixes, the earliest first.
    public var fixes: [ReportedOutcome]

    /// The caller is taken for the daemon's own until ``redacted(for:)``.
    public init(isRecording: Bool, isNearest: Bool = false, isCut: Bool = false, fixes: [ReportedOutcome]) {
        authorizationStatus = .authorizedAlways
        self.isRecording = isRecording
        self.isNearest = isNearest
        self.isCut = isCut
        self.fixes = fixes
    }

    /// What a caller with this authorization may see: the health of the receiver for everybody; what depends on movement
    /// only for those who may have exact locations.
    public func redacted(for authorization: Authorization) -> WhyReply {
        var reply = self
        reply.authorizationStatus = authorization.status
        guard authorization.disclosure != .everything else { return reply }
        reply.fixes.removeAll(where: \.tellsOfMovement)
        return reply
    }

    /// One line of JSON, without the newline, as `locd why --json` prints it.
    /// - Throws: ``EncodingFailure`` where a number is not finite.
    public func json() throws(EncodingFailure) -> String {
        String(decoding: try VarlinkMessage.encode(self).dropLast(), as: UTF8.self)
    }
}
