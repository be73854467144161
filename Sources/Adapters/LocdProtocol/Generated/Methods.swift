// Written by `make generate` from org.locd.Location.varlink; do not edit.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import LocationModel

/// The parameters of `Why`.
public struct WhyParameters: VarlinkParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["from", "to", "limit", "privateRegions"] }

    /// The first moment, RFC 3339; null: as far back as stored
    public var from: String?
    /// The first moment after it, RFC 3339; null: until now
    public var to: String?
    /// Maximum number, 1 to 1000; the latest are returned. null: 1000
    public var limit: Int?
    /// Whether to include fixes in private regions; ignored unless the caller is an administrator. null: no
    public var privateRegions: Bool?

    /// All members.
    public init(from: String? = nil, to: String? = nil, limit: Int? = nil, privateRegions: Bool? = nil) {
        self.from = from
        self.to = to
        self.limit = limit
        self.privateRegions = privateRegions
    }
}

/// The parameters of `Location`.
public struct LocationParameters: LabelledParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["label", "desiredAccuracy", "timeout"] }

    /// The label that the client gives itself, 0 to 64 bytes
    public var label: String?
    /// As in Settings. Default: best
    public var desiredAccuracy: String?
    /// s, 0.1 to 3600. Default: 10
    public var timeout: Double?

    /// All members.
    public init(label: String? = nil, desiredAccuracy: String? = nil, timeout: Double? = nil) {
        self.label = label
        self.desiredAccuracy = desiredAccuracy
        self.timeout = timeout
    }
}

extension UpdatesParameters {
    /// The names of all members.
    public static var parameterNames: Set<String> {
        [
            "label", "desiredAccuracy", "distanceFilter", "activityType", "pausesLocationUpdatesAutomatically",
            "holdsPositionWhenStationary", "maximumHorizontalAccuracy", "maximumAge", "maximumSpeed", "minimumInterval",
            "smoothing", "headingFilter", "rangedBeacons",
        ]
    }
}

/// The parameters of `Heading`.
public struct HeadingParameters: LabelledParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["label", "headingFilter"] }

    public var label: String?
    public var headingFilter: Double?

    /// All members.
    public init(label: String? = nil, headingFilter: Double? = nil) {
        self.label = label
        self.headingFilter = headingFilter
    }
}

/// The parameters of `Visits`, `Regions` and `Authorization`.
public struct LabelParameters: LabelledParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["label"] }

    public var label: String?

    /// All members.
    public init(label: String? = nil) {
        self.label = label
    }
}

/// The parameters of `Events`.
public struct EventsParameters: LabelledParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["label", "services", "settings"] }

    public var label: String?
    /// What to start. Default: nothing
    public var services: [SessionService]?
    public var settings: SessionSettings?

    /// All members.
    public init(label: String? = nil, services: [SessionService]? = nil, settings: SessionSettings? = nil) {
        self.label = label
        self.services = services
        self.settings = settings
    }
}

/// The parameters of `Configure`.
public struct ConfigureParameters: SessionBoundParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["session", "settings"] }

    public var session: String
    public var settings: SessionSettings

    /// All members.
    public init(session: String, settings: SessionSettings) {
        self.session = session
        self.settings = settings
    }
}

/// The parameters of `Start` and `Stop`.
public struct ServicesParameters: SessionBoundParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["session", "services"] }

    public var session: String
    public var services: [SessionService]

    /// All members.
    public init(session: String, services: [SessionService]) {
        self.session = session
        self.services = services
    }
}

/// The parameters of `RequestLocation`.
public struct RequestLocationParameters: SessionBoundParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["session", "timeout"] }

    public var session: String
    public var timeout: Double?

    /// All members.
    public init(session: String, timeout: Double? = nil) {
        self.session = session
        self.timeout = timeout
    }
}

/// The parameters of `AllowDeferredLocationUpdates`.
public struct DeferralParameters: SessionBoundParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["session", "distance", "timeout"] }

    public var session: String
    public var distance: Double
    public var timeout: Double

    /// All members.
    public init(session: String, distance: Double, timeout: Double) {
        self.session = session
        self.distance = distance
        self.timeout = timeout
    }
}

/// The parameters of `DisallowDeferredLocationUpdates`, `EnterBackground`, `EnterForeground`, `Sleep` and `Wake`.
public struct SessionParameters: SessionBoundParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["session"] }

    public var session: String

    /// All members.
    public init(session: String) {
        self.session = session
    }
}

/// The parameters of `RaiseAccuracy`.
public struct RaiseAccuracyParameters: SessionBoundParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["session", "desiredAccuracy", "seconds"] }

    public var session: String
    public var desiredAccuracy: String
    public var seconds: Double

    /// All members.
    public init(session: String, desiredAccuracy: String, seconds: Double) {
        self.session = session
        self.desiredAccuracy = desiredAccuracy
        self.seconds = seconds
    }
}

/// The parameters of `AddRegion`.
public struct AddRegionParameters: LabelledParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["label", "region", "until", "isShared"] }

    public var label: String?
    public var region: ReportedRegion
    public var until: String?
    public var isShared: Bool?

    /// All members.
    public init(label: String? = nil, region: ReportedRegion, until: String? = nil, isShared: Bool? = nil) {
        self.label = label
        self.region = region
        self.until = until
        self.isShared = isShared
    }
}

/// The parameters of `RemoveRegion` and `RegionState`.
public struct RegionParameters: LabelledParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["label", "identifier"] }

    public var label: String?
    public var identifier: String

    /// All members.
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

    /// The names of all members.
    public static var parameterNames: Set<String> { ["label", "request"] }

    public var label: String?
    public var request: Request

    /// All members.
    public init(label: String? = nil, request: Request) {
        self.label = label
        self.request = request
    }
}

/// The parameters of `RequestTemporaryFullAccuracyAuthorization`.
public struct TemporaryFullAccuracyParameters: LabelledParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["label", "purposeKey"] }

    public var label: String?
    /// The purpose, 1 to 64 bytes; the agent receives it
    public var purposeKey: String

    /// All members.
    public init(label: String? = nil, purposeKey: String) {
        self.label = label
        self.purposeKey = purposeKey
    }
}

/// The parameters of `Authorize`.
public struct AuthorizeParameters: VarlinkParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> {
        ["user", "unit", "authorizationStatus", "accuracyAuthorization", "once"]
    }

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

    /// All members.
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
    /// The names of all members.
    public static var parameterNames: Set<String> { ["user", "unit"] }

    public var user: Int
    public var unit: String?

    /// All members.
    public init(user: Int, unit: String? = nil) {
        self.user = user
        self.unit = unit
    }
}

/// The parameters of `Answer`.
public struct AnswerParameters: VarlinkParameters, Hashable {
    public enum Answer: String, Codable, Sendable, Hashable, CaseIterable {
        case once
        case authorizedWhenInUse
        case authorizedAlways
        case denied
    }

    /// The names of all members.
    public static var parameterNames: Set<String> { ["identifier", "answer", "accuracyAuthorization"] }

    public var identifier: String
    public var answer: Answer
    /// Default: as it is
    public var accuracyAuthorization: AccuracyAuthorization?

    /// All members.
    public init(identifier: String, answer: Answer, accuracyAuthorization: AccuracyAuthorization? = nil) {
        self.identifier = identifier
        self.answer = answer
        self.accuracyAuthorization = accuracyAuthorization
    }
}

/// The parameters of `AuthorizationOf`.
public struct UserParameters: VarlinkParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["user", "groups"] }

    /// The number
    public var user: Int
    /// The numbers of the user's groups. Default: none
    public var groups: [Int]?

    /// All members.
    public init(user: Int, groups: [Int]? = nil) {
        self.user = user
        self.groups = groups
    }
}

/// The parameters of `MotionHistory`.
public struct MotionHistoryParameters: LabelledParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["label", "from", "to"] }

    public var label: String?
    /// The first moment, RFC 3339
    public var from: String
    /// The first moment after the period
    public var to: String

    /// All members.
    public init(label: String? = nil, from: String, to: String) {
        self.label = label
        self.from = from
        self.to = to
    }
}

/// The parameters of `ReportSteps`.
public struct StepsParameters: VarlinkParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> {
        ["from", "to", "numberOfSteps", "distance", "floorsAscended", "floorsDescended"]
    }

    /// The beginning of the period, RFC 3339
    public var from: String
    /// The first moment after it
    public var to: String
    public var numberOfSteps: Int
    /// m on foot
    public var distance: Double?
    public var floorsAscended: Int?
    public var floorsDescended: Int?

    /// All members.
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
    /// The names of all members.
    public static var parameterNames: Set<String> { ["latitude", "longitude", "locale"] }

    /// degrees WGS 84
    public var latitude: Double
    public var longitude: Double
    /// The language of the names, such as de_CH; null: the local names
    public var locale: String?

    /// All members.
    public init(latitude: Double, longitude: Double, locale: String? = nil) {
        self.latitude = latitude
        self.longitude = longitude
        self.locale = locale
    }
}

/// The parameters of `Geocode`.
public struct GeocodeParameters: VarlinkParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["address", "locale", "center", "radius"] }

    /// A town, state or country, followed by the area that contains it; 1 to 1024 bytes
    public var address: String
    public var locale: String?
    /// Places within radius (m) of it come first
    public var center: Coordinate?
    public var radius: Double?

    /// All members.
    public init(address: String, locale: String? = nil, center: Coordinate? = nil, radius: Double? = nil) {
        self.address = address
        self.locale = locale
        self.center = center
        self.radius = radius
    }
}

/// The parameters of `ReportAdvertisements`.
public struct AdvertisementsParameters: VarlinkParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["advertisements"] }

    public var advertisements: [ReportedAdvertisement]

    /// All members.
    public init(advertisements: [ReportedAdvertisement]) {
        self.advertisements = advertisements
    }
}
