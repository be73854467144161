public import LocationModel

extension StatusReply {
    /// The status of a daemon, with the daemon's own authorization until ``redacted(for:reduced:isAdministrator:)``.
    /// - Parameters:
    ///   - lastLocation: The last usable fix, and the time since it arrived.
    public init(
        version: String = LocdRelease.version, uptime: Duration, receiver: ReceiverStatus,
        lastLocation: (location: Location, age: Duration)? = nil, fixes: FixCounts, recorder: RecorderStatus,
        clients: Int = 0, problems: [String] = []
    ) {
        self.init(
            version: version, uptime: uptime.secondsInMilliseconds, authorizationStatus: .authorizedAlways,
            receiver: receiver, locationAge: lastLocation?.age.secondsInMilliseconds,
            horizontalAccuracy: lastLocation?.location.horizontalAccuracy?.roundedAccuracy,
            location: lastLocation.map { ReportedLocation($0.location) }, fixes: fixes, recorder: recorder,
            clients: clients, hooks: [], problems: problems)
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
        // Nor is there a reason for it that says whether the machine moves.
        if var integrity = reply.integrity {
            let reasons = integrity.reasons.filter { IntegrityReason(rawValue: $0)?.tellsMotion != true }
            if reasons != integrity.reasons {
                integrity.reasons = reasons
                integrity.summary = "Position \(integrity.state == .notTrusted ? "NOT TRUSTED" : "doubtful")"
            }
            integrity.since = nil
            reply.integrity = integrity
        }
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

extension ReceiverStatus {
    /// A receiver in a state.
    public init(source: String, state: ReceiverState, stateAge: Duration) {
        self.init(source: source, state: state, stateAge: stateAge.secondsInMilliseconds)
    }
}
