// Written by `make generate` from org.locd.Location.varlink; do not edit.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import LocationModel

/// The receiver and the link to it.
public struct ReceiverStatus: Codable, Sendable, Hashable {
    /// The source, as in the configuration: gpsd://localhost:2947
    public var source: String
    /// The device in use: /dev/ttyUSB0
    public var device: String?
    /// The driver: gpsd's name of it, or NMEA0183
    public var driver: String?
    public var state: ReceiverState
    /// s in this state
    public var stateAge: Double
    /// Why there is no fix; while released: why the last look found none
    public var cause: OutageCause?
    /// The system's error text: Connection refused
    public var detail: String?
    /// What to do about it, in one sentence
    public var remedy: String?
    /// What was refused lately beside good data, by reason, with the option or step that helps; null if that was less
    /// than a tenth
    public var refused: String?
    public var satellitesUsed: Int?
    public var satellitesVisible: Int?

    /// All members.
    public init(
        source: String, device: String? = nil, driver: String? = nil, state: ReceiverState, stateAge: Double,
        cause: OutageCause? = nil, detail: String? = nil, remedy: String? = nil, refused: String? = nil,
        satellitesUsed: Int? = nil, satellitesVisible: Int? = nil
    ) {
        self.source = source
        self.device = device
        self.driver = driver
        self.state = state
        self.stateAge = stateAge
        self.cause = cause
        self.detail = detail
        self.remedy = remedy
        self.refused = refused
        self.satellitesUsed = satellitesUsed
        self.satellitesVisible = satellitesVisible
    }
}

/// The fixes since the daemon started.
public struct FixCounts: Codable, Sendable, Hashable {
    /// Delivered as locations
    public var accepted: Int
    /// Not usable, by reason: noFix, invalidCoordinate, nullIsland, noTime, timeBackwards, timeForwards, duplicate,
    /// frozen
    public var rejected: [String: Int]
    /// Accepted without their implausible altitude
    public var altitudesRejected: Int

    /// All members.
    public init(accepted: Int, rejected: [String: Int], altitudesRejected: Int) {
        self.accepted = accepted
        self.rejected = rejected
        self.altitudesRejected = altitudesRejected
    }
}

extension RecorderStatus {
    /// off: not configured. waiting: for a usable fix. recording. paused: on purpose, see cause. failed: cannot write.
    public enum State: String, Codable, Sendable, Hashable, CaseIterable {
        case off
        case waiting
        case recording
        case paused
        case failed
    }
}

/// The settings in force instead of the recorder's configured ones.
public struct SettingsStatus: Codable, Sendable, Hashable {
    public var reason: SettingsReason
    /// The activity, if it was the reason: unknown, stationary, walking, running, cycling, automotive
    public var activity: String?
    /// A name of Core Location, or metres
    public var desiredAccuracy: String
    /// m from the last recorded location
    public var distanceFilter: Double?
    /// s between recorded locations
    public var minimumInterval: Double?

    /// All members.
    public init(
        reason: SettingsReason, activity: String? = nil, desiredAccuracy: String, distanceFilter: Double? = nil,
        minimumInterval: Double? = nil
    ) {
        self.reason = reason
        self.activity = activity
        self.desiredAccuracy = desiredAccuracy
        self.distanceFilter = distanceFilter
        self.minimumInterval = minimumInterval
    }
}

/// Whether the machine moves now, by the evidence of motion and by reported speeds.
public struct MotionStatus: Codable, Sendable, Hashable {
    public enum State: String, Codable, Sendable, Hashable, CaseIterable {
        case moving
        case parked
    }

    public var state: State
    /// Since when, UTC, RFC 3339; null if it began before anything was known
    public var since: String?

    /// All members.
    public init(state: State, since: String? = nil) {
        self.state = state
        self.since = since
    }
}

/// The track.
public struct RecorderStatus: Codable, Sendable, Hashable {
    public var state: RecorderStatus.State
    /// s in this state; while recording, only for administrators (root and the user that runs locd)
    public var stateAge: Double?
    /// Why it failed, or is paused (stationary, requested); the latter only for callers with full accuracy
    public var cause: String?
    /// What failed, with the system's error text: No space left on device; only for callers with full accuracy
    public var detail: String?
    /// What to do about it, in one sentence
    public var remedy: String?
    /// Lines written since the daemon started; only for administrators, because they grow with the way
    public var lines: Int?
    /// Bytes written since the daemon started; only for administrators
    public var bytes: Int?
    /// s since the track was last synced to the disk; only for administrators
    public var lastSyncAge: Double?
    /// The current file; only for callers with full accuracy
    public var file: String?
    /// Lines queued for writing; only for administrators
    public var queued: Int?
    /// Lines lost because they could not be written; only for administrators
    public var lost: Int?
    /// Usable locations that the recorder's own filters held back, by reason: inaccurate, tooOld; and only for
    /// administrators: tooFast, distanceFilter, minimumInterval, stationary, paused
    public var held: [String: Int]
    /// The settings in force instead of the configured ones; only for callers with full accuracy
    public var settingsInForce: SettingsStatus?

    /// All members.
    public init(
        state: RecorderStatus.State, stateAge: Double? = nil, cause: String? = nil, detail: String? = nil,
        remedy: String? = nil, lines: Int? = nil, bytes: Int? = nil, lastSyncAge: Double? = nil, file: String? = nil,
        queued: Int? = nil, lost: Int? = nil, held: [String: Int], settingsInForce: SettingsStatus? = nil
    ) {
        self.state = state
        self.stateAge = stateAge
        self.cause = cause
        self.detail = detail
        self.remedy = remedy
        self.lines = lines
        self.bytes = bytes
        self.lastSyncAge = lastSyncAge
        self.file = file
        self.queued = queued
        self.lost = lost
        self.held = held
        self.settingsInForce = settingsInForce
    }
}

/// A hook: which events go to which Unix socket, and how many wait
public struct HookStatus: Codable, Sendable, Hashable {
    /// unix:PATH
    public var to: String
    /// Its events
    public var on: [String]
    /// The name or the pattern of its regions
    public var region: String?
    /// Events that wait for delivery
    public var waiting: Int
    /// Events that were delivered, since the hook is in the configuration
    public var delivered: Int
    /// Events that were dropped because too many waited
    public var dropped: Int
    /// Why the last attempt failed; null after a delivery
    public var failure: String?
    /// s since an event was last delivered by this run
    public var lastDeliveryAge: Double?

    /// All members.
    public init(
        to: String, on: [String], region: String? = nil, waiting: Int, delivered: Int, dropped: Int,
        failure: String? = nil, lastDeliveryAge: Double? = nil
    ) {
        self.to = to
        self.on = on
        self.region = region
        self.waiting = waiting
        self.delivered = delivered
        self.dropped = dropped
        self.failure = failure
        self.lastDeliveryAge = lastDeliveryAge
    }
}

/// The compass of the machine, through iio-sensor-proxy.
public struct CompassStatus: Codable, Sendable, Hashable {
    /// absent: no proxy, or no compass; idle: nobody wants headings; active: it is claimed
    public enum State: String, Codable, Sendable, Hashable, CaseIterable {
        case absent
        case idle
        case active
    }

    /// absent: no proxy, or no compass; idle: nobody wants headings; active: it is claimed
    public var state: State
    /// Degrees from magnetic north, of the latest heading while it is active; null without full accuracy and in a
    /// private region
    public var magneticHeading: Double?

    /// All members.
    public init(state: State, magneticHeading: Double? = nil) {
        self.state = state
        self.magneticHeading = magneticHeading
    }
}

/// Bluetooth beacons, through BlueZ and from other receivers.
public struct BeaconStatus: Codable, Sendable, Hashable {
    /// absent: nothing listens, because no adapter is powered and no other receiver has reported; idle: nobody monitors
    /// or ranges beacons; active: they are listened to
    public enum State: String, Codable, Sendable, Hashable, CaseIterable {
        case absent
        case idle
        case active
    }

    /// absent: nothing listens, because no adapter is powered and no other receiver has reported; idle: nobody monitors
    /// or ranges beacons; active: they are listened to
    public var state: State

    /// All members.
    public init(state: State) {
        self.state = state
    }
}

/// The counting of steps: by a step counter of the machine (Linux IIO), and by other devices (ReportSteps).
public struct StepsStatus: Codable, Sendable, Hashable {
    /// Of the machine's counter. absent: not found, or not readable; disabled: it is switched off
    public enum State: String, Codable, Sendable, Hashable, CaseIterable {
        case absent
        case disabled
        case active
    }

    /// Of the machine's counter. absent: not found, or not readable; disabled: it is switched off
    public var state: State
    /// Since the daemon started, of the source that counted more; null if none has counted yet, without full accuracy
    /// and in a private region
    public var numberOfSteps: Int?
    /// Since the daemon started, as other devices reported them; null as above
    public var reported: Int?

    /// All members.
    public init(state: State, numberOfSteps: Int? = nil, reported: Int? = nil) {
        self.state = state
        self.numberOfSteps = numberOfSteps
        self.reported = reported
    }
}
