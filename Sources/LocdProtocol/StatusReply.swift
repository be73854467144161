public import LocationModel

/// How the daemon, its receiver and its track are: the reply of `Status`.
///
/// The daemon fills in everything; what a caller may not have is taken out in one place, ``redacted(for:)``.
public struct StatusReply: Codable, Sendable, Hashable {
    /// Of locd.
    public var version: String
    /// Seconds since the daemon started.
    public var uptime: Double
    /// Of the caller.
    public var authorizationStatus: AuthorizationStatus
    /// The receiver and the link to it.
    public var receiver: ReceiverStatus
    /// Seconds since the last usable fix arrived.
    public var locationAge: Double?
    /// Radius in metres, 68 %, of the last usable fix.
    public var horizontalAccuracy: Double?
    /// The last usable fix, and in a private region what may be told of it; only for callers that may have coordinates.
    public var location: ReportedLocation?
    /// What became of the fixes since the daemon started.
    public var fixes: FixCounts
    /// The track.
    public var recorder: RecorderStatus
    /// Other connections to the socket than that of the caller.
    public var clients: Int
    /// What else is wrong, a sentence each.
    public var problems: [String]

    /// The status of a daemon; the caller is taken for the daemon's own until ``redacted(for:)``.
    /// - Parameters:
    ///   - lastLocation: The last usable fix, and how long ago it arrived.
    public init(
        version: String = LocdRelease.version, uptime: Duration, receiver: ReceiverStatus,
        lastLocation: (location: Location, age: Duration)? = nil, fixes: FixCounts, recorder: RecorderStatus,
        clients: Int = 0, problems: [String] = []
    ) {
        self.version = version
        self.uptime = uptime.secondsInMilliseconds
        authorizationStatus = .authorizedAlways
        self.receiver = receiver
        locationAge = lastLocation?.age.secondsInMilliseconds
        location = lastLocation.map { ReportedLocation($0.location) }
        horizontalAccuracy = lastLocation?.location.horizontalAccuracy?.roundedAccuracy
        self.fixes = fixes
        self.recorder = recorder
        self.clients = clients
        self.problems = problems
    }

    /// What a caller with this authorization may see: health for everybody; coordinates, the path of the track and why
    /// locations were held back only for the authorized; with reduced accuracy, a rough location.
    ///
    /// - Parameter reduced: The location for those who may have no exact one.
    public func redacted(for authorization: Authorization, reduced: Location? = nil) -> StatusReply {
        var reply = self
        reply.authorizationStatus = authorization.status
        guard authorization.disclosure != .everything else { return reply }
        reply.location = authorization.disclosure == .reduced ? reduced.map { ReportedLocation($0) } : nil
        reply.recorder.file = nil
        reply.recorder.settingsInForce = nil
        // The words of the system name the file.
        reply.recorder.detail = nil
        if reply.recorder.state == .paused { reply.recorder.cause = nil }
        reply.recorder.held = reply.recorder.held.filter { reason, _ in
            RejectionReason(rawValue: reason)?.tellsOfMovementWhenHeldBack == false
        }
        return reply
    }
}
