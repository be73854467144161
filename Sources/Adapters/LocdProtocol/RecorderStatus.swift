public import LocationModel

extension RecorderStatus {
    /// A recorder in a state, with its counts since the daemon started.
    public init(
        state: State, stateAge: Duration, lines: Int = 0, bytes: Int = 0, lastSyncAge: Duration? = nil,
        queued: Int = 0, lost: Int = 0, held: [RejectionReason: Int] = [:]
    ) {
        self.init(
            state: state, stateAge: stateAge.secondsInMilliseconds, lines: lines, bytes: bytes,
            lastSyncAge: lastSyncAge?.secondsInMilliseconds, queued: queued, lost: lost,
            held: FixCounts.names(of: held))
    }

    /// Removes all that follows the way of this machine, in a private region too: counts of lines are lengths, and the
    /// moments of a stop, with a speed, are places.
    mutating func removeMovement() {
        if state == .paused, cause == "stationary" { (state, cause) = (.recording, nil) }
        if state == .recording { stateAge = nil }
        (lines, bytes, lastSyncAge, queued, lost) = (nil, nil, nil, nil, nil)
        held = held.filter { RejectionReason(rawValue: $0.key)?.tellsOfMovementWhenHeldBack == false }
    }
}

extension SettingsStatus {
    /// Settings with the reason why they are in force.
    public init(
        reason: SettingsReason, activity: MotionActivity.Kind? = nil, desiredAccuracy: DesiredAccuracy,
        distanceFilter: Double?, minimumInterval: Double?
    ) {
        self.init(
            reason: reason, activity: activity?.rawValue, desiredAccuracy: desiredAccuracy.description,
            distanceFilter: distanceFilter, minimumInterval: minimumInterval)
    }
}
