public import LocationModel

/// The reply of `Status`: the status of the daemon, its receiver and its track.
///
/// The daemon fills in everything; only ``redacted(for:reduced:isAdministrator:)`` removes what a caller is not
/// authorized to see.
public struct StatusReply: Codable, Sendable, Hashable {
    /// The version of locd.
    public var version: String
    /// Seconds since the daemon started.
    public var uptime: Double
    /// The authorization of the caller.
    public var authorizationStatus: AuthorizationStatus
    /// The receiver and the link to it.
    public var receiver: ReceiverStatus
    /// Seconds since the last usable fix arrived.
    public var locationAge: Double?
    /// Radius in metres, 68 %, of the last usable fix.
    public var horizontalAccuracy: Double?
    /// The last usable fix; in a private region absent, or the center of its zone. Only for callers with access to
    /// coordinates.
    public var location: ReportedLocation?
    /// Whether the machine moves now; `nil` if that is unknown: without a recorder, a minute after the last fix, in a
    /// private region, and for callers without full accuracy.
    public var motion: MotionStatus?
    /// The fixes since the daemon started.
    public var fixes: FixCounts
    /// The track.
    public var recorder: RecorderStatus
    /// Number of connections, without the caller's: to the socket, and of programs that use another protocol.
    public var clients: Int
    /// The hooks, in the order of the configuration; only for callers with full accuracy.
    public var hooks: [HookStatus] = []
    /// The time zone that was last reported to hooks, as the tz database names it; only for callers with full accuracy.
    public var timeZone: String?
    /// The compass; `nil` while it is switched off.
    public var compass: CompassStatus?
    /// The beacons; `nil` while they are switched off.
    public var beacons: BeaconStatus?
    /// The counting of steps; `nil` while it is switched off.
    public var steps: StepsStatus?
    /// Other problems, a sentence each.
    public var problems: [String]

    /// The status of a daemon, with the daemon's own authorization until ``redacted(for:reduced:isAdministrator:)``.
    /// - Parameters:
    ///   - lastLocation: The last usable fix, and the time since it arrived.
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

    /// The status for a caller with this authorization. Everybody sees the health. Only authorized callers see
    /// coordinates and the path of the track; with reduced accuracy, they see only the reduced location. Only
    /// administrators see what follows the way, as the number of lines does.
    ///
    /// - Parameters:
    ///   - reduced: The location for callers with reduced accuracy.
    ///   - isAdministrator: Whether the caller administers the daemon, and may see what private regions hide.
    public func redacted(
        for authorization: Authorization, reduced: Location? = nil, isAdministrator: Bool = false
    ) -> StatusReply {
        var reply = self
        reply.authorizationStatus = authorization.status
        if !isAdministrator {
            if recorder.lost ?? 0 > 0 { reply.problems.append("lines of the track were lost: see journalctl -u locd") }
            reply.recorder.removeMovement()
        }
        guard authorization.disclosure != .everything else { return reply }
        reply.location = authorization.disclosure == .reduced ? reduced.map { ReportedLocation($0) } : nil
        reply.recorder.file = nil
        reply.motion = nil
        // The hooks name regions and show whether their boundaries were crossed.
        reply.hooks = []
        // It tells on which side of a border this is.
        reply.timeZone = nil
        // Which way it points is for those who may have headings.
        reply.compass?.magneticHeading = nil
        reply.steps = reply.steps.map { StepsStatus(state: $0.state) }
        reply.recorder.settingsInForce = nil
        // The system's error text names the file.
        reply.recorder.detail = nil
        if reply.recorder.state == .paused { reply.recorder.cause = nil }
        return reply
    }
}

extension CompassStatus {
    /// A compass; the heading is rounded to a tenth of a degree.
    public init(_ state: State, magneticHeading: Double? = nil) {
        self.init(state: state, magneticHeading: magneticHeading.map { ($0 * 10).rounded() / 10 })
    }
}

extension ReceiverStatus {
    /// A receiver in a state.
    public init(source: String, state: ReceiverState, stateAge: Duration) {
        self.init(source: source, state: state, stateAge: stateAge.secondsInMilliseconds)
    }
}
