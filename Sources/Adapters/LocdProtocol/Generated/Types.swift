// Written by `make generate` from org.varlink.service.varlink and org.locd.Location.varlink; do not edit.
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
    /// The receiver's state.
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
    /// In the solution
    public var satellitesUsed: Int?
    /// In view
    public var satellitesVisible: Int?

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

/// A position that is not to be trusted, or not quite.
public struct IntegrityStatus: Codable, Sendable, Hashable {
    /// Whether the position is to be trusted: jamming, spoofing, a receiver at fault.
    public var state: IntegrityState
    /// positionAgainstSpeed, positionAgainstRest, frozenPosition, timeStep, timeDrift, timeAgainstSystem, jamming,
    /// signalStrength, satelliteGeometry, constellationLost, antenna, deadReckoning, altitude
    public var reasons: [String]
    /// The receiver's time when the state began, UTC, RFC 3339; null without full accuracy, and if there are private
    /// regions
    public var since: String?
    /// The state and the reasons, in a sentence
    public var summary: String
    /// What it means, and what to do about it, in a sentence or two
    public var remedy: String

    public init(state: IntegrityState, reasons: [String], since: String? = nil, summary: String, remedy: String) {
        self.state = state
        self.reasons = reasons
        self.since = since
        self.summary = summary
        self.remedy = remedy
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

    public init(accepted: Int, rejected: [String: Int], altitudesRejected: Int) {
        self.accepted = accepted
        self.rejected = rejected
        self.altitudesRejected = altitudesRejected
    }
}

extension RecorderStatus {
    /// The state of the recorder. off: not configured. waiting: for a usable fix. recording. paused: on purpose, see
    /// cause. failed: cannot write.
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
    /// Why the settings in force differ from the configured ones.
    public var reason: SettingsReason
    /// The activity, if it was the reason: unknown, stationary, walking, running, cycling, automotive
    public var activity: String?
    /// A name of Core Location, or metres
    public var desiredAccuracy: String
    /// m from the last recorded location
    public var distanceFilter: Double?
    /// s between recorded locations
    public var minimumInterval: Double?

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
    /// parked: it has halted
    public enum State: String, Codable, Sendable, Hashable, CaseIterable {
        case moving
        case parked
    }

    /// parked: it has halted
    public var state: State
    /// Since when, UTC, RFC 3339; null if it began before anything was known
    public var since: String?

    public init(state: State, since: String? = nil) {
        self.state = state
        self.since = since
    }
}

/// The track.
public struct RecorderStatus: Codable, Sendable, Hashable {
    /// The state of the recorder.
    public var state: RecorderStatus.State
    /// s in this state; while recording, only for administrators (root and the user that runs locd)
    public var stateAge: Double?
    /// Why it failed, or is paused (stationary); the latter only for callers with full accuracy
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
    /// administrators: tooFast, notTrusted, distanceFilter, minimumInterval, stationary, paused
    public var held: [String: Int]
    /// The settings in force instead of the configured ones; only for callers with full accuracy
    public var settingsInForce: SettingsStatus?

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

    public init(state: State, numberOfSteps: Int? = nil, reported: Int? = nil) {
        self.state = state
        self.numberOfSteps = numberOfSteps
        self.reported = reported
    }
}

/// A satellite in view. With the time, directions reveal the position of the observer: they are null while there is no
/// location, and in a private region.
public struct ReportedSatellite: Codable, Sendable, Hashable {
    /// null if the receiver does not report it
    public var constellation: Satellite.Constellation?
    /// The receiver's number for it; numbering schemes differ
    public var identifier: Int
    /// dB-Hz, carrier to noise density; null if there is no signal
    public var signalStrength: Double?
    /// Degrees above the horizon, -90 to 90; null if unknown
    public var elevation: Double?
    /// Degrees from true north, clockwise, 0 to 360; null if unknown
    public var azimuth: Double?
    /// Whether the solution uses it
    public var isUsed: Bool

    public init(
        constellation: Satellite.Constellation? = nil, identifier: Int, signalStrength: Double? = nil,
        elevation: Double? = nil, azimuth: Double? = nil, isUsed: Bool
    ) {
        self.constellation = constellation
        self.identifier = identifier
        self.signalStrength = signalStrength
        self.elevation = elevation
        self.azimuth = azimuth
        self.isUsed = isUsed
    }
}

/// The result for a fix, or for several equal ones in a row. recorded: it is in the track. withheld: it was usable, but
/// the recorder's own filters held it back. rejected: it was not usable. outage: there was no fix, no receiver, or no
/// data.
public struct ReportedOutcome: Codable, Sendable, Hashable {
    /// The result
    public enum Outcome: String, Codable, Sendable, Hashable, CaseIterable {
        case recorded
        case withheld
        case rejected
        case outage
    }

    /// The result
    public var outcome: Outcome
    /// Why it was not recorded: a reason as in FixCounts and RecorderStatus; for an outage, an OutageCause
    public var reason: String?
    /// Number of fixes in a row, 1 or more; 0 for an outage
    public var count: Int
    /// The receiver's time of the first of them, UTC, RFC 3339 with milliseconds; null if it reported none
    public var timestamp: String?
    /// The receiver's time of the last of them
    public var lastTimestamp: String?
    /// If it reported no time: its time at the first of them, estimated from the fixes around; the same at each call
    public var approximateTimestamp: String?
    /// s since the last of them arrived; for an outage, since it ended
    public var age: Double
    /// s from the first of them to the last; for an outage, its duration
    public var duration: Double
    /// The measured value of the last of them and its limit, in the unit of the reason. inaccurate: m of
    /// horizontalAccuracy. distanceFilter: m from the last recorded location. stationary, paused: m from the parked
    /// position. tooFast, frozen: m/s. tooOld, minimumInterval, timeBackwards, timeForwards: s. recorded: m of
    /// horizontalAccuracy
    public var measured: Double?
    /// In the same unit
    public var limit: Double?

    public init(
        outcome: Outcome, reason: String? = nil, count: Int, timestamp: String? = nil, lastTimestamp: String? = nil,
        approximateTimestamp: String? = nil, age: Double, duration: Double, measured: Double? = nil,
        limit: Double? = nil
    ) {
        self.outcome = outcome
        self.reason = reason
        self.count = count
        self.timestamp = timestamp
        self.lastTimestamp = lastTimestamp
        self.approximateTimestamp = approximateTimestamp
        self.age = age
        self.duration = duration
        self.measured = measured
        self.limit = limit
    }
}

/// The settings of a session. A null member has its default; Configure sets all of them.
public struct SessionSettings: Codable, Sendable, Hashable {
    /// Smoothing of positions, before they are filtered. Default: none
    public enum Smoothing: String, Codable, Sendable, Hashable, CaseIterable {
        case movingAverage
        case weightedMovingAverage
        case kalman
    }

    /// bestForNavigation, best, nearestTenMeters, hundredMeters, kilometer, threeKilometers, reduced, or metres such as
    /// "25". It is a demand, never a filter, except reduced, which delivers locations as with reducedAccuracy. Default:
    /// best
    public var desiredAccuracy: String?
    /// m from the last delivered location, 0 to 100000; default 0: all
    public var distanceFilter: Double?
    /// Default: other
    public var activityType: ActivityType?
    /// Whether updates pause while standing still, and resume automatically. Default: true
    public var pausesLocationUpdatesAutomatically: Bool?
    /// Whether drift while standing still is withheld. Default: false
    public var holdsPositionWhenStationary: Bool?
    /// m, 0.01 to 100000; less accurate locations are withheld. Default: any
    public var maximumHorizontalAccuracy: Double?
    /// s, 0.1 to 86400; older locations are withheld. Default: any
    public var maximumAge: Double?
    /// m/s, 0.1 to 12000, between consecutive locations. Default: any
    public var maximumSpeed: Double?
    /// s between locations, 0 to 86400. Default: 0
    public var minimumInterval: Double?
    /// Smoothing of positions, before they are filtered. Default: none
    public var smoothing: Smoothing?
    /// degrees from the last delivered heading, 0 to 180; 0: all. Default: 1
    public var headingFilter: Double?
    /// What rangingBeacons ranges, at most 20: UUID, UUID:MAJOR (all beacons of a group, or of a part of it) or
    /// UUID:MAJOR:MINOR. Default: nothing
    public var rangedBeacons: [String]?

    public init(
        desiredAccuracy: String? = nil, distanceFilter: Double? = nil, activityType: ActivityType? = nil,
        pausesLocationUpdatesAutomatically: Bool? = nil, holdsPositionWhenStationary: Bool? = nil,
        maximumHorizontalAccuracy: Double? = nil, maximumAge: Double? = nil, maximumSpeed: Double? = nil,
        minimumInterval: Double? = nil, smoothing: Smoothing? = nil, headingFilter: Double? = nil,
        rangedBeacons: [String]? = nil
    ) {
        self.desiredAccuracy = desiredAccuracy
        self.distanceFilter = distanceFilter
        self.activityType = activityType
        self.pausesLocationUpdatesAutomatically = pausesLocationUpdatesAutomatically
        self.holdsPositionWhenStationary = holdsPositionWhenStationary
        self.maximumHorizontalAccuracy = maximumHorizontalAccuracy
        self.maximumAge = maximumAge
        self.maximumSpeed = maximumSpeed
        self.minimumInterval = minimumInterval
        self.smoothing = smoothing
        self.headingFilter = headingFilter
        self.rangedBeacons = rangedBeacons
    }
}

/// The services that a session can start and stop, with the names of Core Location's methods. monitoringVisits belongs
/// to the client, not to the session: it continues until it is stopped, in any session. administeredRegions reports
/// entries to and exits from the administrator's regions, and from those that other clients share. timeZone reports
/// changes of the time zone, if locd records and has the table of time zones. Both need fullAccuracy, and report
/// nothing without it. receiver reports the state of the receiver at once and whenever it changes, to every local user.
/// rangingBeacons reports the beacons of the settings once a second, or the failure rangingUnavailable when nothing
/// listens; it needs fullAccuracy. In a private region nothing is reported of beacons. stepUpdates reports steps every
/// 10 s while somebody walks, and needs fullAccuracy as well.
public enum SessionService: String, Codable, Sendable, Hashable, CaseIterable {
    case updatingLocation
    case updatingHeading
    case monitoringSignificantLocationChanges
    case monitoringVisits
    case rangingBeacons
    case activityUpdates
    case administeredRegions
    case timeZone
    case stepUpdates
    case receiver
}

extension ReportedRegion {
    /// A closed line; the last point is joined to the first one.
    public struct Ring: Codable, Sendable, Hashable {
        public var points: [Coordinate]

        public init(points: [Coordinate]) {
            self.points = points
        }
    }
}

extension ReportedRegion {
    /// An area within one ring and outside of others. The edges are straight in longitude and latitude, as in RFC 7946.
    public struct Polygon: Codable, Sendable, Hashable {
        /// A closed line; the last point is joined to the first one.
        public var exterior: ReportedRegion.Ring
        public var holes: [ReportedRegion.Ring]?

        public init(exterior: ReportedRegion.Ring, holes: [ReportedRegion.Ring]? = nil) {
            self.exterior = exterior
            self.holes = holes
        }
    }
}

extension ReportedRegion {
    /// All points around a center within the radius: m, above 0 and at most 1000000
    public struct Circle: Codable, Sendable, Hashable {
        /// degrees WGS 84
        public var center: Coordinate
        public var radius: Double

        public init(center: Coordinate, radius: Double) {
            self.center = center
            self.radius = radius
        }
    }
}

extension ReportedRegion {
    /// All points on either side of a line within half of the width: m, above 0 and at most 1000000
    public struct Corridor: Codable, Sendable, Hashable {
        public var line: [Coordinate]
        public var width: Double

        public init(line: [Coordinate], width: Double) {
            self.line = line
            self.width = width
        }
    }
}

/// A place with a boundary, or the surroundings of beacons: exactly one of circle, polygons, corridor and beacons.
public struct ReportedRegion: Codable, Sendable, Hashable {
    /// Its name among the regions of its client, 1 to 255 bytes
    public var identifier: String
    /// A name for people
    public var name: String?
    /// All points around a center within the radius: m, above 0 and at most 1000000
    public var circle: ReportedRegion.Circle?
    public var polygons: [ReportedRegion.Polygon]?
    /// All points on either side of a line within half of the width: m, above 0 and at most 1000000
    public var corridor: ReportedRegion.Corridor?
    /// UUID, UUID:MAJOR or UUID:MAJOR:MINOR
    public var beacons: String?
    /// Default: true
    public var notifyOnEntry: Bool?
    /// Default: true
    public var notifyOnExit: Bool?
    /// Of beacons: report the state again, as requested, when a session of the user is unlocked inside. Default: false
    public var notifyEntryStateOnDisplay: Bool?
    /// Of more than 20 regions, those with higher priority are monitored, then the nearest ones. Default: 0
    public var priority: Int?

    public init(
        identifier: String, name: String? = nil, circle: ReportedRegion.Circle? = nil,
        polygons: [ReportedRegion.Polygon]? = nil, corridor: ReportedRegion.Corridor? = nil, beacons: String? = nil,
        notifyOnEntry: Bool? = nil, notifyOnExit: Bool? = nil, notifyEntryStateOnDisplay: Bool? = nil,
        priority: Int? = nil
    ) {
        self.identifier = identifier
        self.name = name
        self.circle = circle
        self.polygons = polygons
        self.corridor = corridor
        self.beacons = beacons
        self.notifyOnEntry = notifyOnEntry
        self.notifyOnExit = notifyOnExit
        self.notifyEntryStateOnDisplay = notifyEntryStateOnDisplay
        self.priority = priority
    }
}

/// A monitored region.
public struct MonitoredRegion: Codable, Sendable, Hashable {
    /// A place with a boundary, or the surroundings of beacons: exactly one of circle, polygons, corridor and beacons.
    public var region: ReportedRegion
    /// The state of a region.
    public var state: LocationModel.RegionState
    /// Whether it is the administrator's: clients cannot change it. Default: false
    public var isAdministered: Bool?
    /// When it ends by itself (RFC 3339, UTC); null: never
    public var until: String?
    /// See AddRegion. Default: false
    public var isShared: Bool?
    /// The other client that shares it; null: this client, or the administrator
    public var owner: String?

    public init(
        region: ReportedRegion, state: LocationModel.RegionState, isAdministered: Bool? = nil, until: String? = nil,
        isShared: Bool? = nil, owner: String? = nil
    ) {
        self.region = region
        self.state = state
        self.isAdministered = isAdministered
        self.until = until
        self.isShared = isShared
        self.owner = owner
    }
}

/// A stored decision, a request, or a rule of the policy.
public struct ReportedAuthorization: Codable, Sendable, Hashable {
    /// The request. upgrade: always instead of whenInUse. keepAlways: whether to keep a provisional always, now that it
    /// is used
    public enum Request: String, Codable, Sendable, Hashable, CaseIterable {
        case whenInUse
        case always
        case upgrade
        case keepAlways
        case temporaryFullAccuracy
    }

    /// null for a rule without a user
    public var user: Int?
    /// null if it applies to a user, or to everyone
    public var unit: String?
    /// null for a rule that leaves it open
    public var authorizationStatus: AuthorizationStatus?
    /// null for a rule that leaves it open
    public var accuracyAuthorization: AccuracyAuthorization?
    /// The place of the policy's rule for it
    public var rulePlace: String?
    /// It ends when the client stops using it
    public var isOnce: Bool
    /// Always was granted on request, and nobody has confirmed it yet
    public var isProvisional: Bool
    /// The request. upgrade: always instead of whenInUse. keepAlways: whether to keep a provisional always, now that it
    /// is used
    public var request: Request?

    public init(
        user: Int? = nil, unit: String? = nil, authorizationStatus: AuthorizationStatus? = nil,
        accuracyAuthorization: AccuracyAuthorization? = nil, rulePlace: String? = nil, isOnce: Bool,
        isProvisional: Bool, request: Request? = nil
    ) {
        self.user = user
        self.unit = unit
        self.authorizationStatus = authorizationStatus
        self.accuracyAuthorization = accuracyAuthorization
        self.rulePlace = rulePlace
        self.isOnce = isOnce
        self.isProvisional = isProvisional
        self.request = request
    }
}

/// What an agent is asked: who wants what. Texts of the client (label, purposeKey) are its own words.
public struct AgentQuestion: Codable, Sendable, Hashable {
    /// What the answer refers to
    public var identifier: String
    /// The user's number and name
    public var user: Int
    public var userName: String?
    /// The systemd unit that it runs in
    public var unit: String?
    /// What the program calls itself, a desktop identifier for example
    public var label: String?
    /// Its process ID
    public var process: Int?
    /// As in KnownAuthorization
    public var request: ReportedAuthorization.Request
    /// What full accuracy is for
    public var purposeKey: String?
    /// What the client says it needs it for, in its own words
    public var purpose: String?
    /// Its authorization now
    public var authorizationStatus: AuthorizationStatus
    /// The accuracy that a caller is authorized for.
    public var accuracyAuthorization: AccuracyAuthorization

    public init(
        identifier: String, user: Int, userName: String? = nil, unit: String? = nil, label: String? = nil,
        process: Int? = nil, request: ReportedAuthorization.Request, purposeKey: String? = nil, purpose: String? = nil,
        authorizationStatus: AuthorizationStatus, accuracyAuthorization: AccuracyAuthorization
    ) {
        self.identifier = identifier
        self.user = user
        self.userName = userName
        self.unit = unit
        self.label = label
        self.process = process
        self.request = request
        self.purposeKey = purposeKey
        self.purpose = purpose
        self.authorizationStatus = authorizationStatus
        self.accuracyAuthorization = accuracyAuthorization
    }
}

/// A session, or a client that is away and whose regions or visits are monitored.
public struct ReportedClient: Codable, Sendable, Hashable {
    /// The method of its stream; null for a client that is away
    public enum Method: String, Codable, Sendable, Hashable, CaseIterable {
        case Updates
        case Heading
        case Visits
        case Events
        case NMEA
        case gpsd
        case GeoClue
    }

    /// 4294967295 for a program of another machine, whose label is its address
    public var user: Int
    /// The systemd unit that it runs in; null without one, as on a terminal
    public var unit: String?
    /// Its label, which is not verified
    public var label: String?
    /// Only for a session
    public var process: Int?
    /// The method of its stream; null for a client that is away
    public var method: Method?
    /// Those that the session started
    public var services: [SessionService]
    /// The settings that the session requested; null for a client that is away
    public var settings: SessionSettings?
    /// The settings in force instead
    public var settingsInForce: SettingsStatus?
    /// Number of the regions of the client
    public var regions: Int
    /// s since the session began
    public var age: Double?
    /// Replies sent to the session
    public var delivered: Int
    /// Locations and headings that it lost because it reads too slowly
    public var missed: Int
    /// Replies queued for it; for a client that is away, events
    public var waiting: Int
    /// Whether the client is in the background
    public var isInBackground: Bool

    public init(
        user: Int, unit: String? = nil, label: String? = nil, process: Int? = nil, method: Method? = nil,
        services: [SessionService], settings: SessionSettings? = nil, settingsInForce: SettingsStatus? = nil,
        regions: Int, age: Double? = nil, delivered: Int, missed: Int, waiting: Int, isInBackground: Bool
    ) {
        self.user = user
        self.unit = unit
        self.label = label
        self.process = process
        self.method = method
        self.services = services
        self.settings = settings
        self.settingsInForce = settingsInForce
        self.regions = regions
        self.age = age
        self.delivered = delivered
        self.missed = missed
        self.waiting = waiting
        self.isInBackground = isInBackground
    }
}

/// A client that uses the location, or did since the daemon started. A use is a location, heading, visit, region event
/// or activity that a stream delivered, and a reply of Location, Sky, MotionHistory and RegionState, and of Status with
/// a location. Reading the track's files does not count.
public struct ReportedUse: Codable, Sendable, Hashable {
    /// 4294967295 for a program of another machine, whose label is its address
    public var user: Int
    /// The systemd unit that it runs in; null without one, as on a terminal
    public var unit: String?
    /// Its label, which is not verified
    public var label: String?
    /// The process that it had last
    public var process: Int?
    /// Whether it uses the location now: a stream runs, or a request for a location waits
    public var isActive: Bool
    /// s since its last use; null before the first
    public var lastUseAge: Double?

    public init(
        user: Int, unit: String? = nil, label: String? = nil, process: Int? = nil, isActive: Bool,
        lastUseAge: Double? = nil
    ) {
        self.user = user
        self.unit = unit
        self.label = label
        self.process = process
        self.isActive = isActive
        self.lastUseAge = lastUseAge
    }
}

/// A file of the track.
public struct ReportedTrackFile: Codable, Sendable, Hashable {
    /// Name below the directory
    public var name: String
    /// The first day in it, UTC, YYYY-MM-DD
    public var day: String
    /// Only for administrators: it counts lines of private regions
    public var bytes: Int?
    /// Whether it is compressed
    public var isCompressed: Bool

    public init(name: String, day: String, bytes: Int? = nil, isCompressed: Bool) {
        self.name = name
        self.day = day
        self.bytes = bytes
        self.isCompressed = isCompressed
    }
}

/// An activity that began at a time, recognized from the recorded locations.
public struct ReportedActivity: Codable, Sendable, Hashable {
    /// When it was recognized, UTC, RFC 3339 with milliseconds
    public var timestamp: String
    public var activity: MotionActivity.Kind
    public var confidence: MotionActivity.Confidence

    public init(timestamp: String, activity: MotionActivity.Kind, confidence: MotionActivity.Confidence) {
        self.timestamp = timestamp
        self.activity = activity
        self.confidence = confidence
    }
}

/// A key of the configuration in force.
public struct ReportedSetting: Codable, Sendable, Hashable {
    /// As the file spells it, with its section: recorder.distanceFilter
    public var key: String
    /// As it is written in the file
    public var value: String
    /// default, the file and the line, or the environment variable that set it
    public var origin: String
    /// What was read since and waits for a restart, as it is written in the file
    public var pending: String?

    public init(key: String, value: String, origin: String, pending: String? = nil) {
        self.key = key
        self.value = value
        self.origin = origin
        self.pending = pending
    }
}

/// A Bluetooth advertisement, as a receiver hears it.
public struct ReportedAdvertisement: Codable, Sendable, Hashable {
    /// The payload: structures of a length, a type and data, in hexadecimal digits, 1650 bytes at most
    public var data: String
    /// The strength of the signal, -127 to 20 dBm
    public var rssi: Int

    public init(data: String, rssi: Int) {
        self.data = data
        self.rssi = rssi
    }
}
