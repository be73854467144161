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
        reply.steps = reply.steps.map { StepsStatus($0.state) }
        reply.recorder.settingsInForce = nil
        // The system's error text names the file.
        reply.recorder.detail = nil
        if reply.recorder.state == .paused { reply.recorder.cause = nil }
        return reply
    }
}

/// The status of the beacons, in the reply of `Status`.
public struct BeaconStatus: Codable, Sendable, Hashable {
    /// Whether something listens, and somebody wants to know.
    public enum State: String, Codable, Sendable, Hashable, CaseIterable {
        /// Nothing listens: this machine has no adapter that is powered, and no other receiver has reported.
        case absent
        /// Nobody monitors or ranges beacons.
        case idle
        /// Beacons are listened to.
        case active
    }

    /// Whether something listens, and somebody wants to know.
    public var state: State

    /// Beacons.
    public init(_ state: State) {
        self.state = state
    }
}

/// The status of the compass, in the reply of `Status`.
public struct CompassStatus: Codable, Sendable, Hashable {
    /// Whether it is there and used.
    public enum State: String, Codable, Sendable, Hashable, CaseIterable {
        /// iio-sensor-proxy does not run, or knows of no compass.
        case absent
        /// Nobody wants headings.
        case idle
        /// It is claimed.
        case active
    }

    /// Whether it is there and used.
    public var state: State
    /// Degrees from magnetic north, of the latest heading while it is active.
    public var magneticHeading: Double?

    /// A compass.
    public init(_ state: State, magneticHeading: Double? = nil) {
        self.state = state
        self.magneticHeading = magneticHeading.map { ($0 * 10).rounded() / 10 }
    }
}

/// Whether the machine moves now, in the reply of `Status`.
public struct MotionStatus: Codable, Sendable, Hashable {
    /// Whether it moves.
    public enum State: String, Codable, Sendable, Hashable, CaseIterable {
        /// It moves.
        case moving
        /// It has halted.
        case parked
    }

    /// Whether it moves.
    public var state: State
    /// Since when, UTC, RFC 3339 with milliseconds; `nil` if it began before anything was known.
    public var since: String?

    /// A state since a moment.
    public init(_ state: State, since: Timestamp? = nil) {
        self.state = state
        self.since = since?.description
    }
}

/// The status of step counting, in the reply of `Status`.
public struct StepsStatus: Codable, Sendable, Hashable {
    /// The state of the machine's step counter.
    public enum State: String, Codable, Sendable, Hashable, CaseIterable {
        /// The machine has no step counter, or it cannot be read.
        case absent
        /// It is switched off.
        case disabled
        /// It counts.
        case active
    }

    /// The state of the machine's step counter.
    public var state: State
    /// Steps since the daemon started, of the source that counted more; `nil` if none has counted yet.
    public var numberOfSteps: Int?
    /// Steps since the daemon started that other devices reported; `nil` if none did.
    public var reported: Int?

    /// A status.
    public init(_ state: State, numberOfSteps: Int? = nil, reported: Int? = nil) {
        self.state = state
        self.numberOfSteps = numberOfSteps
        self.reported = reported
    }
}

/// The status of a hook, in the reply of `Status`.
public struct HookStatus: Codable, Sendable, Hashable {
    /// The destination of its events, `unix:PATH`.
    public var to: String
    /// Its events.
    public var on: [String]
    /// The name or the pattern of its regions.
    public var region: String?
    /// Events queued for delivery.
    public var waiting: Int
    /// Events delivered since the hook was configured.
    public var delivered: Int
    /// Events dropped because too many were queued.
    public var dropped: Int
    /// Why the last attempt failed.
    public var failure: String?
    /// Seconds since this run of the daemon last delivered an event.
    public var lastDeliveryAge: Double?

    /// A hook.
    public init(
        to: String, on: [String], region: String?, waiting: Int, delivered: Int, dropped: Int, failure: String? = nil,
        lastDeliveryAge: Duration? = nil
    ) {
        self.to = to
        self.on = on
        self.region = region
        self.waiting = waiting
        self.delivered = delivered
        self.dropped = dropped
        self.failure = failure
        self.lastDeliveryAge = lastDeliveryAge?.secondsInMilliseconds
    }
}

/// The receiver and the link to it, in the reply of `Status`.
public struct ReceiverStatus: Codable, Sendable, Hashable {
    /// The source, as the configuration spells it: `gpsd://localhost:2947`.
    public var source: String
    /// The device in use: `/dev/ttyUSB0`.
    public var device: String?
    /// The driver: gpsd's name of it, or `NMEA0183`.
    public var driver: String?
    /// The receiver's state.
    public var state: ReceiverState
    /// Seconds in this state.
    public var stateAge: Double
    /// Why there is no fix. While ``state`` is `released`: why the last look found no fix; absent if it found one.
    public var cause: OutageCause?
    /// The system's error text: "Connection refused".
    public var detail: String?
    /// What to do about it, in one sentence.
    public var remedy: String?
    /// What was refused lately beside good data, by reason, with the remedy; `nil` if that was little.
    public var refused: String?
    /// Satellites in the solution.
    public var satellitesUsed: Int?
    /// Satellites in view.
    public var satellitesVisible: Int?

    /// A receiver in a state.
    public init(source: String, state: ReceiverState, stateAge: Duration) {
        self.source = source
        self.state = state
        self.stateAge = stateAge.secondsInMilliseconds
    }
}
