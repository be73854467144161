// Written by `make generate` from org.varlink.service.varlink and org.locd.Location.varlink; do not edit.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import LocationModel

/// The parameters of `GetInterfaceDescription`.
public struct GetInterfaceDescriptionParameters: VarlinkParameters, Hashable {
    public var interface: String

    public init(interface: String) {
        self.interface = interface
    }
}

/// Describes a service.
public enum ServiceInterface {
    /// The name.
    public static let name = "org.varlink.service"

    /// The interface file: the documentation, in the Varlink interface language.
    public static var description: String {
        String(decoding: PackageResources.org_varlink_service_varlink, as: UTF8.self)
    }

    /// All methods.
    public static let methods: [any VarlinkMethod.Type] = [GetInfo.self, GetInterfaceDescription.self]

    /// The vendor and the interfaces of the service.
    public enum GetInfo: VarlinkMethod {
        public static let name = "org.varlink.service.GetInfo"

        /// The reply of `GetInfo`.
        public struct Reply: Codable, Sendable, Hashable {
            public var vendor: String
            public var product: String
            public var version: String
            public var url: String
            public var interfaces: [String]

            public init(vendor: String, product: String, version: String, url: String, interfaces: [String]) {
                self.vendor = vendor
                self.product = product
                self.version = version
                self.url = url
                self.interfaces = interfaces
            }
        }
    }

    /// The text of one interface.
    public enum GetInterfaceDescription: VarlinkMethod {
        public static let name = "org.varlink.service.GetInterfaceDescription"
        public typealias Parameters = GetInterfaceDescriptionParameters

        /// The reply of `GetInterfaceDescription`.
        public struct Reply: Codable, Sendable, Hashable {
            public var description: String

            public init(description: String) {
                self.description = description
            }
        }
    }
}

/// The parameters of `Why`.
public struct WhyParameters: VarlinkParameters, Hashable {
    /// The first moment, RFC 3339; null: as far back as stored
    public var from: String?
    /// The first moment after it, RFC 3339; null: until now
    public var to: String?
    /// Maximum number, 1 to 1000; the latest are returned. null: 1000
    public var limit: Int?
    /// Whether to include fixes in private regions; ignored unless the caller is an administrator. null: no
    public var privateRegions: Bool?

    public init(from: String? = nil, to: String? = nil, limit: Int? = nil, privateRegions: Bool? = nil) {
        self.from = from
        self.to = to
        self.limit = limit
        self.privateRegions = privateRegions
    }
}

/// The parameters of `Location`.
public struct LocationParameters: LabelledParameters, Hashable {
    /// The label that the client gives itself, 0 to 64 bytes
    public var label: String?
    /// As in Settings. Default: best
    public var desiredAccuracy: String?
    /// s, 0.1 to 3600. Default: 10
    public var timeout: Double?

    public init(label: String? = nil, desiredAccuracy: String? = nil, timeout: Double? = nil) {
        self.label = label
        self.desiredAccuracy = desiredAccuracy
        self.timeout = timeout
    }
}

/// The parameters of `Heading`.
public struct HeadingParameters: LabelledParameters, Hashable {
    /// The label that the client gives itself, 0 to 64 bytes
    public var label: String?
    /// degrees from the last delivered heading, 0 to 180; 0: all. Default: 1
    public var headingFilter: Double?

    public init(label: String? = nil, headingFilter: Double? = nil) {
        self.label = label
        self.headingFilter = headingFilter
    }
}

/// The parameters of `Visits`, `Regions` and `Authorization`.
public struct LabelParameters: LabelledParameters, Hashable {
    /// The label that the client gives itself, 0 to 64 bytes
    public var label: String?

    public init(label: String? = nil) {
        self.label = label
    }
}

/// The parameters of `Events`.
public struct EventsParameters: LabelledParameters, Hashable {
    /// The label that the client gives itself, 0 to 64 bytes
    public var label: String?
    /// What to start. Default: nothing
    public var services: [SessionService]?
    /// The settings of a session.
    public var settings: SessionSettings?

    public init(label: String? = nil, services: [SessionService]? = nil, settings: SessionSettings? = nil) {
        self.label = label
        self.services = services
        self.settings = settings
    }
}

/// The parameters of `Configure`.
public struct ConfigureParameters: SessionBoundParameters, Hashable {
    /// As the first reply of its stream names it
    public var session: String
    /// The settings of a session.
    public var settings: SessionSettings

    public init(session: String, settings: SessionSettings) {
        self.session = session
        self.settings = settings
    }
}

/// The parameters of `Start` and `Stop`.
public struct ServicesParameters: SessionBoundParameters, Hashable {
    /// As the first reply of its stream names it
    public var session: String
    public var services: [SessionService]

    public init(session: String, services: [SessionService]) {
        self.session = session
        self.services = services
    }
}

/// The parameters of `RequestLocation`.
public struct RequestLocationParameters: SessionBoundParameters, Hashable {
    /// As the first reply of its stream names it
    public var session: String
    /// s, 0.1 to 3600. Default: 10
    public var timeout: Double?

    public init(session: String, timeout: Double? = nil) {
        self.session = session
        self.timeout = timeout
    }
}

/// The parameters of `AllowDeferredLocationUpdates`.
public struct DeferralParameters: SessionBoundParameters, Hashable {
    /// As the first reply of its stream names it
    public var session: String
    public var distance: Double
    public var timeout: Double

    public init(session: String, distance: Double, timeout: Double) {
        self.session = session
        self.distance = distance
        self.timeout = timeout
    }
}

/// The parameters of `DisallowDeferredLocationUpdates`, `EnterBackground`, `EnterForeground`, `Sleep` and `Wake`.
public struct SessionParameters: SessionBoundParameters, Hashable {
    /// As the first reply of its stream names it
    public var session: String

    public init(session: String) {
        self.session = session
    }
}

/// The parameters of `RaiseAccuracy`.
public struct RaiseAccuracyParameters: SessionBoundParameters, Hashable {
    /// As the first reply of its stream names it
    public var session: String
    public var desiredAccuracy: String
    public var seconds: Double

    public init(session: String, desiredAccuracy: String, seconds: Double) {
        self.session = session
        self.desiredAccuracy = desiredAccuracy
        self.seconds = seconds
    }
}

/// The parameters of `OverrideRecorder`.
public struct OverrideRecorderParameters: VarlinkParameters, Hashable {
    /// As in Settings: this accuracy for a number of seconds, as RaiseAccuracy does for a session
    public var desiredAccuracy: String?
    /// 0 to 86400; 0 ends it
    public var seconds: Double?
    /// Whether it records locations 500 m and 5 minutes apart only, as Sleep does for a session; null: no change
    public var isAsleep: Bool?

    public init(desiredAccuracy: String? = nil, seconds: Double? = nil, isAsleep: Bool? = nil) {
        self.desiredAccuracy = desiredAccuracy
        self.seconds = seconds
        self.isAsleep = isAsleep
    }
}

/// The parameters of `AddRegion`.
public struct AddRegionParameters: LabelledParameters, Hashable {
    /// The label that the client gives itself, 0 to 64 bytes
    public var label: String?
    /// A place with a boundary, or the surroundings of beacons: exactly one of circle, polygons, corridor and beacons.
    public var region: ReportedRegion
    public var until: String?
    public var isShared: Bool?

    public init(label: String? = nil, region: ReportedRegion, until: String? = nil, isShared: Bool? = nil) {
        self.label = label
        self.region = region
        self.until = until
        self.isShared = isShared
    }
}

/// The parameters of `RemoveRegion` and `RegionState`.
public struct RegionParameters: LabelledParameters, Hashable {
    /// The label that the client gives itself, 0 to 64 bytes
    public var label: String?
    /// Of the region
    public var identifier: String

    public init(label: String? = nil, identifier: String) {
        self.label = label
        self.identifier = identifier
    }
}

/// The parameters of `RequestAuthorization`.
public struct RequestAuthorizationParameters: LabelledParameters, Hashable {
    public enum Request: String, Codable, Sendable, Hashable, CaseIterable {
        case whenInUse
        case always
    }

    /// The label that the client gives itself, 0 to 64 bytes
    public var label: String?
    public var request: Request
    /// What the program says it needs it for, at most 512 bytes; the agent receives it
    public var purpose: String?

    public init(label: String? = nil, request: Request, purpose: String? = nil) {
        self.label = label
        self.request = request
        self.purpose = purpose
    }
}

/// The parameters of `RequestTemporaryFullAccuracyAuthorization`.
public struct TemporaryFullAccuracyParameters: LabelledParameters, Hashable {
    /// The label that the client gives itself, 0 to 64 bytes
    public var label: String?
    /// The purpose, 1 to 64 bytes; the agent receives it
    public var purposeKey: String
    /// The purpose in a sentence, as above
    public var purpose: String?

    public init(label: String? = nil, purposeKey: String, purpose: String? = nil) {
        self.label = label
        self.purposeKey = purposeKey
        self.purpose = purpose
    }
}

/// The parameters of `Authorize`.
public struct AuthorizeParameters: VarlinkParameters, Hashable {
    /// The number; 4294967295 for all programs of other machines together (locd.yaml(5): sharing.network), which have
    /// no unit
    public var user: Int
    /// The systemd unit: NAME.service, or user@NUMBER.service/NAME.service of a user manager; null: all units of the
    /// user without a decision of their own
    public var unit: String?
    /// authorizedWhenInUse or authorizedAlways. Default: authorizedWhenInUse
    public var authorizationStatus: AuthorizationStatus?
    /// Default: fullAccuracy
    public var accuracyAuthorization: AccuracyAuthorization?
    /// Only until its last session, or the connection that asked, ends; then no decision is stored. Default: false
    public var once: Bool?

    public init(
        user: Int, unit: String? = nil, authorizationStatus: AuthorizationStatus? = nil,
        accuracyAuthorization: AccuracyAuthorization? = nil, once: Bool? = nil
    ) {
        self.user = user
        self.unit = unit
        self.authorizationStatus = authorizationStatus
        self.accuracyAuthorization = accuracyAuthorization
        self.once = once
    }
}

/// The parameters of `Deny` and `Reset`.
public struct ClientParameters: VarlinkParameters, Hashable {
    /// The number; 4294967295 for all programs of other machines together (locd.yaml(5): sharing.network), which have
    /// no unit
    public var user: Int
    /// The systemd unit: NAME.service, or user@NUMBER.service/NAME.service of a user manager; null: all units of the
    /// user without a decision of their own
    public var unit: String?

    public init(user: Int, unit: String? = nil) {
        self.user = user
        self.unit = unit
    }
}

/// The parameters of `Answer`.
public struct AnswerParameters: VarlinkParameters, Hashable {
    /// neverAsk decides nothing, and keeps everybody from being asked about this client, until it is decided or reset
    public enum Answer: String, Codable, Sendable, Hashable, CaseIterable {
        case once
        case authorizedWhenInUse
        case authorizedAlways
        case denied
        case neverAsk
    }

    /// Of the question
    public var identifier: String
    /// neverAsk decides nothing, and keeps everybody from being asked about this client, until it is decided or reset
    public var answer: Answer
    /// Default: as it is
    public var accuracyAuthorization: AccuracyAuthorization?

    public init(identifier: String, answer: Answer, accuracyAuthorization: AccuracyAuthorization? = nil) {
        self.identifier = identifier
        self.answer = answer
        self.accuracyAuthorization = accuracyAuthorization
    }
}

/// The parameters of `AuthorizationOf`.
public struct UserParameters: VarlinkParameters, Hashable {
    /// The number
    public var user: Int
    /// The numbers of the user's groups. Default: none
    public var groups: [Int]?

    public init(user: Int, groups: [Int]? = nil) {
        self.user = user
        self.groups = groups
    }
}

/// The parameters of `MotionHistory`.
public struct MotionHistoryParameters: LabelledParameters, Hashable {
    /// The label that the client gives itself, 0 to 64 bytes
    public var label: String?
    /// The first moment, RFC 3339
    public var from: String
    /// The first moment after the period
    public var to: String

    public init(label: String? = nil, from: String, to: String) {
        self.label = label
        self.from = from
        self.to = to
    }
}

/// The parameters of `ReportSteps`.
public struct StepsParameters: VarlinkParameters, Hashable {
    /// The beginning of the period, RFC 3339
    public var from: String
    /// The first moment after it
    public var to: String
    public var numberOfSteps: Int
    /// m on foot
    public var distance: Double?
    public var floorsAscended: Int?
    public var floorsDescended: Int?

    public init(
        from: String, to: String, numberOfSteps: Int, distance: Double? = nil, floorsAscended: Int? = nil,
        floorsDescended: Int? = nil
    ) {
        self.from = from
        self.to = to
        self.numberOfSteps = numberOfSteps
        self.distance = distance
        self.floorsAscended = floorsAscended
        self.floorsDescended = floorsDescended
    }
}

/// The parameters of `ReverseGeocode`.
public struct ReverseGeocodeParameters: VarlinkParameters, Hashable {
    /// degrees WGS 84
    public var latitude: Double
    public var longitude: Double
    /// The language of the names, such as de_CH; null: the local names
    public var locale: String?

    public init(latitude: Double, longitude: Double, locale: String? = nil) {
        self.latitude = latitude
        self.longitude = longitude
        self.locale = locale
    }
}

/// The parameters of `Geocode`.
public struct GeocodeParameters: VarlinkParameters, Hashable {
    /// A town, state or country, followed by the area that contains it; 1 to 1024 bytes
    public var address: String
    /// The language of the names, such as de_CH; null: the local names
    public var locale: String?
    /// Places within radius (m) of it come first
    public var center: Coordinate?
    public var radius: Double?

    public init(address: String, locale: String? = nil, center: Coordinate? = nil, radius: Double? = nil) {
        self.address = address
        self.locale = locale
        self.center = center
        self.radius = radius
    }
}

/// The parameters of `ReportAdvertisements`.
public struct AdvertisementsParameters: VarlinkParameters, Hashable {
    public var advertisements: [ReportedAdvertisement]

    public init(advertisements: [ReportedAdvertisement]) {
        self.advertisements = advertisements
    }
}

/// A reply of `Status`.
public struct StatusReply: Codable, Sendable, Hashable {
    /// Of locd
    public var version: String
    /// s since the daemon started
    public var uptime: Double
    /// Of the caller
    public var authorizationStatus: AuthorizationStatus
    /// The receiver and the link to it.
    public var receiver: ReceiverStatus
    /// null while the position is trusted
    public var integrity: IntegrityStatus?
    /// s since the last usable fix arrived
    public var locationAge: Double?
    /// m, radius, of the last usable fix
    public var horizontalAccuracy: Double?
    /// The last usable fix; in a private region null, or the center of its zone
    public var location: ReportedLocation?
    /// null if unknown: without a recorder, a minute after the last fix, in a private region, and without full accuracy
    public var motion: MotionStatus?
    /// The fixes since the daemon started.
    public var fixes: FixCounts
    /// The track.
    public var recorder: RecorderStatus
    /// Number of connections, without the caller's: to this socket, and of programs that use another protocol
    public var clients: Int
    /// The hooks, in the order of the configuration; empty without full accuracy
    public var hooks: [HookStatus]
    /// The time zone, as the tz database names it; null without full accuracy, and if it is not known: it is followed
    /// while locd records and has the table of time zones
    public var timeZone: String?
    /// null while sensors.compass is off
    public var compass: CompassStatus?
    /// null while sensors.beacons is off
    public var beacons: BeaconStatus?
    /// null while sensors.steps is off
    public var steps: StepsStatus?
    /// Other problems, a sentence each: a changed configuration that was refused (its words for root and the group
    /// locd), an old track file that cannot be compressed or removed
    public var problems: [String]

    public init(
        version: String, uptime: Double, authorizationStatus: AuthorizationStatus, receiver: ReceiverStatus,
        integrity: IntegrityStatus? = nil, locationAge: Double? = nil, horizontalAccuracy: Double? = nil,
        location: ReportedLocation? = nil, motion: MotionStatus? = nil, fixes: FixCounts, recorder: RecorderStatus,
        clients: Int, hooks: [HookStatus], timeZone: String? = nil, compass: CompassStatus? = nil,
        beacons: BeaconStatus? = nil, steps: StepsStatus? = nil, problems: [String]
    ) {
        self.version = version
        self.uptime = uptime
        self.authorizationStatus = authorizationStatus
        self.receiver = receiver
        self.integrity = integrity
        self.locationAge = locationAge
        self.horizontalAccuracy = horizontalAccuracy
        self.location = location
        self.motion = motion
        self.fixes = fixes
        self.recorder = recorder
        self.clients = clients
        self.hooks = hooks
        self.timeZone = timeZone
        self.compass = compass
        self.beacons = beacons
        self.steps = steps
        self.problems = problems
    }
}

/// A reply of `Why`.
public struct WhyReply: Codable, Sendable, Hashable {
    /// Of the caller
    public var authorizationStatus: AuthorizationStatus
    /// Whether recording is enabled
    public var isRecording: Bool
    /// True if there are no fixes in that period: these are the nearest ones on either side
    public var isNearest: Bool
    /// True if there were more than the limit
    public var isCut: Bool
    /// As in ReceiverStatus
    public var refused: String?
    public var fixes: [ReportedOutcome]

    public init(
        authorizationStatus: AuthorizationStatus, isRecording: Bool, isNearest: Bool, isCut: Bool,
        refused: String? = nil, fixes: [ReportedOutcome]
    ) {
        self.authorizationStatus = authorizationStatus
        self.isRecording = isRecording
        self.isNearest = isNearest
        self.isCut = isCut
        self.refused = refused
        self.fixes = fixes
    }
}

/// A reply of `Updates`.
public struct UpdatesReply: Codable, Sendable, Hashable {
    /// In the first reply only
    public var session: String?
    /// In all replies except the first one and those with missed
    public var location: ReportedLocation?
    /// Number of locations dropped since the previous reply, because this caller reads too slowly
    public var missed: Int?

    public init(session: String? = nil, location: ReportedLocation? = nil, missed: Int? = nil) {
        self.session = session
        self.location = location
        self.missed = missed
    }
}

/// A reply of `Heading`.
public struct HeadingReply: Codable, Sendable, Hashable {
    /// In the first reply only
    public var session: String?
    /// The direction of the bow, which may differ from the direction of travel.
    public var heading: ReportedHeading?
    /// Number of headings dropped since the previous reply
    public var missed: Int?

    public init(session: String? = nil, heading: ReportedHeading? = nil, missed: Int? = nil) {
        self.session = session
        self.heading = heading
        self.missed = missed
    }
}

/// A reply of `Visits`.
public struct VisitsReply: Codable, Sendable, Hashable {
    /// In the first reply only
    public var session: String?
    /// A stay at a place: reported on arrival, and once more when it ends.
    public var visit: ReportedVisit?
    /// Always null: visits are never dropped
    public var missed: Int?

    public init(session: String? = nil, visit: ReportedVisit? = nil, missed: Int? = nil) {
        self.session = session
        self.visit = visit
        self.missed = missed
    }
}

/// A reply of `Events`.
public struct EventsReply: Codable, Sendable, Hashable {
    /// In the first reply only
    public var session: String?
    /// The authorization of the client, in the first reply only; events report changes
    public var authorizationStatus: AuthorizationStatus?
    /// The accuracy that a caller is authorized for.
    public var accuracyAuthorization: AccuracyAuthorization?
    /// The events, in order; in all replies except the first one and those with missed
    public var events: [ReportedEvent]?
    /// Number of locations and headings dropped since the previous reply
    public var missed: Int?

    public init(
        session: String? = nil, authorizationStatus: AuthorizationStatus? = nil,
        accuracyAuthorization: AccuracyAuthorization? = nil, events: [ReportedEvent]? = nil, missed: Int? = nil
    ) {
        self.session = session
        self.authorizationStatus = authorizationStatus
        self.accuracyAuthorization = accuracyAuthorization
        self.events = events
        self.missed = missed
    }
}

/// Core Location for Linux: the position of this machine, and the state of its receiver.
///
/// Names are Core Location's. Units: degrees WGS 84, metres, metres per second, degrees true, seconds; accuracies are
/// 68 %. Unknown values are absent (null), never zero. New members may be added: ignore members that you do not
/// support.
///
/// Updates, Heading, Visits and Events are streams: call them with more. The first reply comes immediately and contains
/// only the session. Any process of the same user and systemd unit can configure it over a second connection
/// (Configure, Start, Stop and the other methods with a session). A session ends with its connection. Regions and
/// visits of a client belong to its user, its unit, and the label that it gives itself. The daemon keeps them over
/// restarts, monitors them while the client is away, and delivers the missed events when it returns.
///
/// Events in the administrator's private regions are never delivered to a caller. In a region that is cut there is no
/// location: streams of Events report the failure locationUnknown once, and afterwards a gap privateRegion. In a region
/// that is blurred there is one place, the center of a zone that contains it, with the zone's radius as the accuracy.
///
/// The administrator decides which clients receive coordinates (locd.yaml(5): clients.yaml), also while locd runs.
/// Decisions apply to a user or a systemd unit, which the kernel names; the label is not considered. With
/// reducedAccuracy all such callers receive the same location: the center of a cell of some kilometres, with an honest
/// horizontalAccuracy and nothing else, created at most four times an hour and up to 20 minutes old; no heading, no
/// regions, no track. The authorization of a caller can change at any time: a stream of Events reports the change in
/// order and continues with it; other streams end with an error if they have nothing left to deliver.
///
/// A slow reader loses the oldest locations and headings, is informed of their number, and slows nobody else. All other
/// events are queued; if too many are queued, the session ends with the error TooSlow.
public enum LocationInterface {
    /// The name.
    public static let name = "org.locd.Location"

    /// The interface file: the documentation, in the Varlink interface language.
    public static var description: String {
        String(decoding: PackageResources.org_locd_Location_varlink, as: UTF8.self)
    }

    /// All methods.
    public static let methods: [any VarlinkMethod.Type] = [
        Status.self, Sky.self, Why.self, Location.self, Updates.self, Heading.self, Visits.self, Events.self,
        Configure.self, Start.self, Stop.self, RequestLocation.self, AllowDeferredLocationUpdates.self,
        DisallowDeferredLocationUpdates.self, EnterBackground.self, EnterForeground.self, RaiseAccuracy.self,
        Sleep.self, Wake.self, OverrideRecorder.self, Regions.self, AddRegion.self, RemoveRegion.self, RegionState.self,
        Authorization.self, RequestAuthorization.self, RequestTemporaryFullAccuracyAuthorization.self, Authorize.self,
        Deny.self, Reset.self, Agent.self, Answer.self, Authorizations.self, AuthorizationOf.self, Clients.self,
        Uses.self, Tracks.self, MotionHistory.self, ReportSteps.self, ReverseGeocode.self, Geocode.self,
        Configuration.self, ReportAdvertisements.self, Reload.self,
    ]

    /// Status of the daemon, the receiver and the track. Open to every local user; the location and the current file
    /// are included only for callers with access to coordinates; with reducedAccuracy the location is the reduced one,
    /// and there is no file.
    public enum Status: VarlinkMethod {
        public static let name = "org.locd.Location.Status"
        public typealias Reply = StatusReply
    }

    /// The satellites in view, as last reported; empty while the receiver sends no data.
    public enum Sky: VarlinkMethod {
        public static let name = "org.locd.Location.Sky"

        /// The reply of `Sky`.
        public struct Reply: Codable, Sendable, Hashable {
            /// The receiver's time of the view, UTC, RFC 3339 with milliseconds; null if it reported none
            public var timestamp: String?
            public var satellites: [ReportedSatellite]

            public init(timestamp: String? = nil, satellites: [ReportedSatellite]) {
                self.timestamp = timestamp
                self.satellites = satellites
            }
        }
    }

    /// The results for the latest fixes, the earliest first; the daemon stores some thousand. Times are the receiver's;
    /// if it reported none, they are estimated from the fixes around. Open to every local user; details that depend on
    /// movement (recorded fixes, distances and speeds) are included only for callers with full accuracy. Fixes in a
    /// private region are left out: one outage with the cause privateRegion stands for them.
    public enum Why: VarlinkMethod {
        public static let name = "org.locd.Location.Why"
        public typealias Parameters = WhyParameters
        public typealias Reply = WhyReply
    }

    /// One location of the desired accuracy; at the timeout the best one so far, or the error LocationUnknown.
    public enum Location: VarlinkMethod {
        public static let name = "org.locd.Location.Location"
        public typealias Parameters = LocationParameters

        /// The reply of `Location`.
        public struct Reply: Codable, Sendable, Hashable {
            /// A usable fix.
            public var location: ReportedLocation

            public init(location: ReportedLocation) {
                self.location = location
            }
        }
    }

    /// A stream of locations. The members after the label are those of Settings.
    public enum Updates: VarlinkStream {
        public static let name = "org.locd.Location.Updates"
        public typealias Parameters = UpdatesParameters
        public typealias Reply = UpdatesReply
    }

    /// A stream of headings, if the receiver sends them.
    public enum Heading: VarlinkStream {
        public static let name = "org.locd.Location.Heading"
        public typealias Parameters = HeadingParameters
        public typealias Reply = HeadingReply
    }

    /// A stream of the visits of this client. It starts to monitor them; monitoring continues until it is stopped
    /// (Stop).
    public enum Visits: VarlinkStream {
        public static let name = "org.locd.Location.Visits"
        public typealias Parameters = LabelParameters
        public typealias Reply = VisitsReply
    }

    /// A stream of all events of this session: those of its services, and the visits and regions of its client. Open to
    /// every local user: a client that is not authorized receives an event when that changes, and its services start
    /// then.
    public enum Events: VarlinkStream {
        public static let name = "org.locd.Location.Events"
        public typealias Parameters = EventsParameters
        public typealias Reply = EventsReply
    }

    /// Sets all settings of a session; its state is kept.
    public enum Configure: VarlinkMethod {
        public static let name = "org.locd.Location.Configure"
        public typealias Parameters = ConfigureParameters
    }

    /// Starts services of a session. Starting a running service has no effect.
    public enum Start: VarlinkMethod {
        public static let name = "org.locd.Location.Start"
        public typealias Parameters = ServicesParameters
    }

    /// Stops services of a session.
    public enum Stop: VarlinkMethod {
        public static let name = "org.locd.Location.Stop"
        public typealias Parameters = ServicesParameters
    }

    /// Requests one location in a stream of Events or Updates; if none arrives within the timeout (s, 0.1 to 3600,
    /// default 10), Events reports the failure locationUnknown. It has no effect while location updates or another
    /// request are running.
    public enum RequestLocation: VarlinkMethod {
        public static let name = "org.locd.Location.RequestLocation"
        public typealias Parameters = RequestLocationParameters
    }

    /// Holds locations until the distance (m) was travelled or the timeout (s) passed; then they are delivered as one
    /// batch.
    public enum AllowDeferredLocationUpdates: VarlinkMethod {
        public static let name = "org.locd.Location.AllowDeferredLocationUpdates"
        public typealias Parameters = DeferralParameters
    }

    /// Ends a deferral: the held locations are delivered immediately.
    public enum DisallowDeferredLocationUpdates: VarlinkMethod {
        public static let name = "org.locd.Location.DisallowDeferredLocationUpdates"
        public typealias Parameters = SessionParameters
    }

    /// The client went to the background: its events are queued, at most 1000, and it demands no more than
    /// hundredMeters of the receiver.
    public enum EnterBackground: VarlinkMethod {
        public static let name = "org.locd.Location.EnterBackground"
        public typealias Parameters = SessionParameters
    }

    /// The client is back: the queued events are delivered as one batch.
    public enum EnterForeground: VarlinkMethod {
        public static let name = "org.locd.Location.EnterForeground"
        public typealias Parameters = SessionParameters
    }

    /// Requests an accuracy (as in Settings) of the receiver for a number of seconds, 0 to 86400, in the fixes' time,
    /// from the next fix on; afterwards the previous demand applies again. The latest call counts; 0 seconds end it.
    public enum RaiseAccuracy: VarlinkMethod {
        public static let name = "org.locd.Location.RaiseAccuracy"
        public typealias Parameters = RaiseAccuracyParameters
    }

    /// Limits the updates of the session to locations 500 m and 5 minutes apart, until Wake. Its other services
    /// continue.
    public enum Sleep: VarlinkMethod {
        public static let name = "org.locd.Location.Sleep"
        public typealias Parameters = SessionParameters
    }

    /// Ends Sleep. Locations that it held back are not delivered.
    public enum Wake: VarlinkMethod {
        public static let name = "org.locd.Location.Wake"
        public typealias Parameters = SessionParameters
    }

    /// Changes what the recorder asks of the receiver and writes; for root and the daemon's own user. The error
    /// RecorderOff means that this daemon records nothing.
    public enum OverrideRecorder: VarlinkMethod {
        public static let name = "org.locd.Location.OverrideRecorder"
        public typealias Parameters = OverrideRecorderParameters
    }

    /// The regions of this client, and after them, with fullAccuracy, those of the administrator and those that other
    /// clients share. The list omits the administrator's private regions and those whose boundary crosses a private
    /// one; in a private region their states are unknown.
    public enum Regions: VarlinkMethod {
        public static let name = "org.locd.Location.Regions"
        public typealias Parameters = LabelParameters

        /// The reply of `Regions`.
        public struct Reply: Codable, Sendable, Hashable {
            public var regions: [MonitoredRegion]

            public init(regions: [MonitoredRegion]) {
                self.regions = regions
            }
        }
    }

    /// Monitors a region until it is removed, and replaces one with the same identifier. Adding a region while inside
    /// it is not an entry. Only the administrator can make a region private, in the regions file. Limits: 20000 points
    /// for the regions of a client, 100000 for those of all clients of a user (a circle has one), 1024 bytes for a
    /// name; otherwise InvalidRegion. until: the region ends by itself at this time (RFC 3339), by the clock of the
    /// machine; null: never. A region of beacons is the error RangingUnavailable if this daemon does not listen to
    /// beacons. isShared: the administrator's hooks and sessions with administeredRegions get its events too. Sharing
    /// needs authorizedAlways and fullAccuracy, and a name that no region of the administrator's has; null: false.
    public enum AddRegion: VarlinkMethod {
        public static let name = "org.locd.Location.AddRegion"
        public typealias Parameters = AddRegionParameters
    }

    /// Stops monitoring a region. Open to every local user.
    public enum RemoveRegion: VarlinkMethod {
        public static let name = "org.locd.Location.RemoveRegion"
        public typealias Parameters = RegionParameters
    }

    /// The state of a region: the client's own, otherwise the administrator's region of that name.
    public enum RegionState: VarlinkMethod {
        public static let name = "org.locd.Location.RegionState"
        public typealias Parameters = RegionParameters

        /// The reply of `RegionState`.
        public struct Reply: Codable, Sendable, Hashable {
            /// The state of a region.
            public var state: LocationModel.RegionState

            public init(state: LocationModel.RegionState) {
                self.state = state
            }
        }
    }

    /// The authorization of the caller. Open to every local user.
    public enum Authorization: VarlinkMethod {
        public static let name = "org.locd.Location.Authorization"
        public typealias Parameters = LabelParameters

        /// The reply of `Authorization`.
        public struct Reply: Codable, Sendable, Hashable {
            /// The authorization of a caller.
            public var authorizationStatus: AuthorizationStatus
            /// The accuracy that a caller is authorized for.
            public var accuracyAuthorization: AccuracyAuthorization
            /// False if the administrator disabled coordinates for everybody; then the status is denied
            public var locationServicesEnabled: Bool
            /// Whether headings can be expected: the receiver has reported one, or the machine has a compass
            /// (sensors.compass)
            public var headingAvailable: Bool
            /// Whether this daemon listens to beacons (sensors.beacons)
            public var isRangingAvailable: Bool
            /// Whether anything counts steps: a counter of the machine, or another device (sensors.steps).
            public var stepCountingAvailable: Bool

            public init(
                authorizationStatus: AuthorizationStatus, accuracyAuthorization: AccuracyAuthorization,
                locationServicesEnabled: Bool, headingAvailable: Bool, isRangingAvailable: Bool,
                stepCountingAvailable: Bool
            ) {
                self.authorizationStatus = authorizationStatus
                self.accuracyAuthorization = accuracyAuthorization
                self.locationServicesEnabled = locationServicesEnabled
                self.headingAvailable = headingAvailable
                self.isRangingAvailable = isRangingAvailable
                self.stepCountingAvailable = stepCountingAvailable
            }
        }
    }

    /// Requests authorization, as Core Location's requestWhenInUseAuthorization and requestAlwaysAuthorization do. If
    /// no decision is stored, the administrator's agent is asked, and the reply comes after its answer; without an
    /// agent the reply comes immediately, and the administrator sees the request. A client with authorizedWhenInUse can
    /// request always once. In all other cases it has no effect, nor while all sessions of the client are in the
    /// background. Open to every local user.
    public enum RequestAuthorization: VarlinkMethod {
        public static let name = "org.locd.Location.RequestAuthorization"
        public typealias Parameters = RequestAuthorizationParameters
        public typealias Reply = Authorization.Reply
    }

    /// Requests full accuracy until the client's last session ends. The reply contains the result, for yes and for no.
    /// The error PromptDeclined means that nobody was asked: it is not necessary, a rule of the policy decides, or
    /// nobody is available to decide.
    public enum RequestTemporaryFullAccuracyAuthorization: VarlinkMethod {
        public static let name = "org.locd.Location.RequestTemporaryFullAccuracyAuthorization"
        public typealias Parameters = TemporaryFullAccuracyParameters
        public typealias Reply = Authorization.Reply
    }

    /// Authorizes a client. For root and the daemon's own user, like the following methods.
    public enum Authorize: VarlinkMethod {
        public static let name = "org.locd.Location.Authorize"
        public typealias Parameters = AuthorizeParameters
    }

    /// Denies a client access to coordinates.
    public enum Deny: VarlinkMethod {
        public static let name = "org.locd.Location.Deny"
        public typealias Parameters = ClientParameters
    }

    /// Deletes the decision for a client, and its requests.
    public enum Reset: VarlinkMethod {
        public static let name = "org.locd.Location.Reset"
        public typealias Parameters = ClientParameters
    }

    /// The questions of clients without a stored decision, for a program that asks a person; a stream. The first reply
    /// has neither member. withdrawn is the identifier of a question that another agent answered, or whose time is
    /// over. Root and the daemon's own user are asked about every client; others about their own, if clients.userAgents
    /// is true.
    public enum Agent: VarlinkStream {
        public static let name = "org.locd.Location.Agent"

        /// The reply of `Agent`.
        public struct Reply: Codable, Sendable, Hashable {
            /// What an agent is asked: who wants what.
            public var question: AgentQuestion?
            public var withdrawn: String?

            public init(question: AgentQuestion? = nil, withdrawn: String? = nil) {
                self.question = question
                self.withdrawn = withdrawn
            }
        }
    }

    /// Answers a question of Agent; the first answer counts. InvalidParameter (identifier) for a question that is not
    /// open, or of another user.
    public enum Answer: VarlinkMethod {
        public static let name = "org.locd.Location.Answer"
        public typealias Parameters = AnswerParameters
    }

    /// Decisions and requests by user and unit, then the rules of the policy.
    public enum Authorizations: VarlinkMethod {
        public static let name = "org.locd.Location.Authorizations"

        /// The reply of `Authorizations`.
        public struct Reply: Codable, Sendable, Hashable {
            public var locationServicesEnabled: Bool
            public var authorizations: [ReportedAuthorization]

            public init(locationServicesEnabled: Bool, authorizations: [ReportedAuthorization]) {
                self.locationServicesEnabled = locationServicesEnabled
                self.authorizations = authorizations
            }
        }
    }

    /// The authorization of another user's processes that run in no unit, as the policy, the decisions and the group
    /// say now. For a server that passes coordinates on, such as locd-web; it requires fullAccuracy of the caller.
    public enum AuthorizationOf: VarlinkMethod {
        public static let name = "org.locd.Location.AuthorizationOf"
        public typealias Parameters = UserParameters
        public typealias Reply = Authorization.Reply
    }

    /// The sessions and clients.
    public enum Clients: VarlinkMethod {
        public static let name = "org.locd.Location.Clients"

        /// The reply of `Clients`.
        public struct Reply: Codable, Sendable, Hashable {
            public var clients: [ReportedClient]

            public init(clients: [ReportedClient]) {
                self.clients = clients
            }
        }
    }

    /// Who uses the location now, and then who used it, the latest first; at most some hundred. Open to every local
    /// user: callers without full accuracy get the clients of their own user only.
    public enum Uses: VarlinkMethod {
        public static let name = "org.locd.Location.Uses"

        /// The reply of `Uses`.
        public struct Reply: Codable, Sendable, Hashable {
            public var uses: [ReportedUse]

            public init(uses: [ReportedUse]) {
                self.uses = uses
            }
        }
    }

    /// The files of the track, the earliest first; locd track reads them.
    public enum Tracks: VarlinkMethod {
        public static let name = "org.locd.Location.Tracks"

        /// The reply of `Tracks`.
        public struct Reply: Codable, Sendable, Hashable {
            public var directory: String
            public var files: [ReportedTrackFile]

            public init(directory: String, files: [ReportedTrackFile]) {
                self.directory = directory
                self.files = files
            }
        }
    }

    /// What the track says about motion in a period of at most seven days. Nothing of private regions is included. The
    /// track is read anew for each call, one call at a time.
    public enum MotionHistory: VarlinkMethod {
        public static let name = "org.locd.Location.MotionHistory"
        public typealias Parameters = MotionHistoryParameters

        /// The reply of `MotionHistory`.
        public struct Reply: Codable, Sendable, Hashable {
            /// Whether a track is recorded
            public var isRecording: Bool
            /// In order; the first one may have begun up to half an hour before the period. At most 20000, the latest
            public var activities: [ReportedActivity]
            /// m walked and run
            public var distance: Double
            /// s walked and run
            public var activeTime: Double
            /// Steps, of the source that counted more: a counter of the machine, or other devices (ReportSteps). null
            /// if nothing counted; floors only as other devices reported them
            public var numberOfSteps: Int?
            public var floorsAscended: Int?
            public var floorsDescended: Int?

            public init(
                isRecording: Bool, activities: [ReportedActivity], distance: Double, activeTime: Double,
                numberOfSteps: Int? = nil, floorsAscended: Int? = nil, floorsDescended: Int? = nil
            ) {
                self.isRecording = isRecording
                self.activities = activities
                self.distance = distance
                self.activeTime = activeTime
                self.numberOfSteps = numberOfSteps
                self.floorsAscended = floorsAscended
                self.floorsDescended = floorsDescended
            }
        }
    }

    /// Reports steps that another device counted, such as a watch or a phone. For administrators, and for users and
    /// units that the policy lets report them (clients.yaml: reportsSteps). Times are by the clock of this machine. The
    /// period must not end in the future, begin more than a day ago, or overlap one that was reported before
    /// (StepsOverlap), and nobody makes more than 5 steps, 10 m or 1 floor a second: InvalidParameter names the member
    /// that is out of range. Reported steps and those of the machine's own counter are not added: the larger number
    /// counts.
    public enum ReportSteps: VarlinkMethod {
        public static let name = "org.locd.Location.ReportSteps"
        public typealias Parameters = StepsParameters
    }

    /// The places at a coordinate, the most likely first. Open to every local user: it reveals nothing about the
    /// position of this machine. Places are looked up in a table; if the administrator configured an address server,
    /// the coordinate is sent there.
    public enum ReverseGeocode: VarlinkMethod {
        public static let name = "org.locd.Location.ReverseGeocode"
        public typealias Parameters = ReverseGeocodeParameters

        /// The reply of `ReverseGeocode`.
        public struct Reply: Codable, Sendable, Hashable {
            public var placemarks: [Placemark]

            public init(placemarks: [Placemark]) {
                self.placemarks = placemarks
            }
        }
    }

    /// The location of a named place, the most likely first. Open to every local user, as above.
    public enum Geocode: VarlinkMethod {
        public static let name = "org.locd.Location.Geocode"
        public typealias Parameters = GeocodeParameters

        /// The reply of `Geocode`.
        public struct Reply: Codable, Sendable, Hashable {
            public var placemarks: [Placemark]
            /// Whether part of the address, such as a street, was ignored
            public var isPartial: Bool

            public init(placemarks: [Placemark], isPartial: Bool) {
                self.placemarks = placemarks
                self.isPartial = isPartial
            }
        }
    }

    /// The configuration with which the daemon runs. It names the directory of the track, so it needs full accuracy.
    public enum Configuration: VarlinkMethod {
        public static let name = "org.locd.Location.Configuration"

        /// The reply of `Configuration`.
        public struct Reply: Codable, Sendable, Hashable {
            public var settings: [ReportedSetting]

            public init(settings: [ReportedSetting]) {
                self.settings = settings
            }
        }
    }

    /// Reports advertisements that another receiver heard, such as a gateway with a radio of its own, or a program
    /// under test; at most 256, in the order in which they were heard, and soon: they count as heard now. iBeacon,
    /// AltBeacon and Eddystone-UID are recognized; others are ignored. For root and the daemon's own user. The error
    /// RangingUnavailable means that sensors.beacons is off.
    public enum ReportAdvertisements: VarlinkMethod {
        public static let name = "org.locd.Location.ReportAdvertisements"
        public typealias Parameters = AdvertisementsParameters

        /// The reply of `ReportAdvertisements`.
        public struct Reply: Codable, Sendable, Hashable {
            /// How many of them are those of beacons
            public var beacons: Int

            public init(beacons: Int) {
                self.beacons = beacons
            }
        }
    }

    /// Reads the configuration again, as SIGHUP does; for root and the daemon's own user. The error ReloadRefused lists
    /// the problems; then the current configuration stays in force.
    public enum Reload: VarlinkMethod {
        public static let name = "org.locd.Location.Reload"

        /// The reply of `Reload`.
        public struct Reply: Codable, Sendable, Hashable {
            /// A sentence for each key that changed
            public var changes: [String]

            public init(changes: [String]) {
                self.changes = changes
            }
        }
    }
}
