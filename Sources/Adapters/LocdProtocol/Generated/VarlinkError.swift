// Written by `make generate` from org.varlink.service.varlink and org.locd.Location.varlink; do not edit.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import LocationModel

/// The errors that a call can return.
public enum VarlinkError: Error, Sendable, Hashable {
    /// The interface does not exist.
    case interfaceNotFound(String)
    /// The interface has no such method.
    case methodNotFound(String)
    /// The interface defines the method, but this service does not implement it.
    case methodNotImplemented(String)
    /// A parameter is unknown, missing, or has the wrong type.
    case invalidParameter(String)
    /// The caller is not permitted to do this.
    case permissionDenied
    /// The method only accepts calls with more.
    case expectedMore
    /// No location: no usable one arrived in time, or the machine is in a private region. See Status for the reason.
    case locationUnknown
    /// This user and unit have no such session: it ended, or belongs to another one. Open a new stream.
    case noSuchSession
    /// This client has no such region; Regions lists them.
    case noSuchRegion(String)
    /// The region cannot be monitored; the detail describes the problem.
    case invalidRegion(identifier: String, detail: String)
    /// This daemon does not listen to beacons: sensors.beacons is off.
    case rangingUnavailable
    /// This client has the maximum number of regions. Remove some.
    case regionLimit(maximum: Int)
    /// This user has the maximum number of clients with regions or visits. Remove the regions of some, and stop their
    /// visits.
    case clientLimit(maximum: Int)
    /// The session ended because too many events were queued for its reader. Read faster, and open a new stream.
    case tooSlow(waiting: Int)
    /// This daemon records no track: recorder.enabled is false.
    case recorderOff
    /// This daemon counts no steps: sensors.steps is off.
    case stepCountingUnavailable
    /// Steps were reported until this moment (RFC 3339), which is after the beginning of the period. Report what
    /// follows it.
    case stepsOverlap(until: String)
    /// No place found.
    case geocodeFoundNoResult
    /// This user sends too many requests: allowed are 60 at once, then one a second.
    case geocodeLimit
    /// Geocoding is not available: the place table is missing or unusable. The detail contains the reason and the
    /// remedy.
    case geocoderUnavailable(detail: String)
    /// The configuration was refused, and the current one stays in force; a sentence for each problem.
    case reloadRefused([String])
    /// The caller is not authorized for this; status is its authorization.
    case notAuthorized(AuthorizationStatus)
    /// The caller has reducedAccuracy, and this requires full accuracy.
    case fullAccuracyRequired
    /// Permission was not requested, or not answered.
    case promptDeclined
    /// A rule of the policy decides for this client, and overrides decisions; change the rule, and reload.
    case ruledByPolicy(place: String)
    /// The decision applies now, but could not be saved: unless a later attempt succeeds (once a minute), it ends with
    /// the daemon. The log contains the reason.
    case decisionNotKept
    /// The message is not a valid call. The daemon closes the connection after this error. malformed: not a JSON object
    /// with a method. tooLong, tooDeep: beyond the limits. incomplete: not complete in time.
    case invalidMessage(InvalidMessage, detail: String)
    /// This user has the maximum number of connections. The daemon closes the connection after this error.
    case tooManyConnections(maximum: Int)
    /// An error that is unknown to this version; its full name.
    case other(String)

    /// The message is not a valid call. The daemon closes the connection after this error. malformed: not a JSON object
    /// with a method. tooLong, tooDeep: beyond the limits. incomplete: not complete in time.
    public enum InvalidMessage: String, Codable, Sendable, Hashable, CaseIterable {
        case malformed
        case tooLong
        case tooDeep
        case incomplete
    }

    /// The full name, as on the wire.
    public var name: String {
        switch self {
        case .interfaceNotFound: "org.varlink.service.InterfaceNotFound"
        case .methodNotFound: "org.varlink.service.MethodNotFound"
        case .methodNotImplemented: "org.varlink.service.MethodNotImplemented"
        case .invalidParameter: "org.varlink.service.InvalidParameter"
        case .permissionDenied: "org.varlink.service.PermissionDenied"
        case .expectedMore: "org.varlink.service.ExpectedMore"
        case .locationUnknown: "org.locd.Location.LocationUnknown"
        case .noSuchSession: "org.locd.Location.NoSuchSession"
        case .noSuchRegion: "org.locd.Location.NoSuchRegion"
        case .invalidRegion: "org.locd.Location.InvalidRegion"
        case .rangingUnavailable: "org.locd.Location.RangingUnavailable"
        case .regionLimit: "org.locd.Location.RegionLimit"
        case .clientLimit: "org.locd.Location.ClientLimit"
        case .tooSlow: "org.locd.Location.TooSlow"
        case .recorderOff: "org.locd.Location.RecorderOff"
        case .stepCountingUnavailable: "org.locd.Location.StepCountingUnavailable"
        case .stepsOverlap: "org.locd.Location.StepsOverlap"
        case .geocodeFoundNoResult: "org.locd.Location.GeocodeFoundNoResult"
        case .geocodeLimit: "org.locd.Location.GeocodeLimit"
        case .geocoderUnavailable: "org.locd.Location.GeocoderUnavailable"
        case .reloadRefused: "org.locd.Location.ReloadRefused"
        case .notAuthorized: "org.locd.Location.NotAuthorized"
        case .fullAccuracyRequired: "org.locd.Location.FullAccuracyRequired"
        case .promptDeclined: "org.locd.Location.PromptDeclined"
        case .ruledByPolicy: "org.locd.Location.RuledByPolicy"
        case .decisionNotKept: "org.locd.Location.DecisionNotKept"
        case .invalidMessage: "org.locd.Location.InvalidMessage"
        case .tooManyConnections: "org.locd.Location.TooManyConnections"
        case .other(let name): name
        }
    }

    /// The members of all errors in one struct; each error sets its own.
    struct Members: Codable {
        var interface: String?
        var method: String?
        var parameter: String?
        var identifier: String?
        var detail: String?
        var maximum: Int?
        var waiting: Int?
        var until: String?
        var problems: [String]?
        var status: AuthorizationStatus?
        var place: String?
        var reason: InvalidMessage?
    }

    var members: Members {
        switch self {
        case .interfaceNotFound(let interface): Members(interface: interface)
        case .methodNotFound(let method): Members(method: method)
        case .methodNotImplemented(let method): Members(method: method)
        case .invalidParameter(let parameter): Members(parameter: parameter)
        case .noSuchRegion(let identifier): Members(identifier: identifier)
        case .invalidRegion(let identifier, let detail): Members(identifier: identifier, detail: detail)
        case .regionLimit(let maximum): Members(maximum: maximum)
        case .clientLimit(let maximum): Members(maximum: maximum)
        case .tooSlow(let waiting): Members(waiting: waiting)
        case .stepsOverlap(let until): Members(until: until)
        case .geocoderUnavailable(let detail): Members(detail: detail)
        case .reloadRefused(let problems): Members(problems: problems)
        case .notAuthorized(let status): Members(status: status)
        case .ruledByPolicy(let place): Members(place: place)
        case .invalidMessage(let reason, let detail): Members(detail: detail, reason: reason)
        case .tooManyConnections(let maximum): Members(maximum: maximum)
        default: Members()
        }
    }

    /// Reads an error; one that is unknown, or lacks its members, becomes ``other(_:)``. A detail may be missing.
    init(name: String, members: Members) {
        let known: VarlinkError? =
            switch name {
            case "org.varlink.service.InterfaceNotFound": members.interface.map { .interfaceNotFound($0) }
            case "org.varlink.service.MethodNotFound": members.method.map { .methodNotFound($0) }
            case "org.varlink.service.MethodNotImplemented": members.method.map { .methodNotImplemented($0) }
            case "org.varlink.service.InvalidParameter": members.parameter.map { .invalidParameter($0) }
            case "org.varlink.service.PermissionDenied": .permissionDenied
            case "org.varlink.service.ExpectedMore": .expectedMore
            case "org.locd.Location.LocationUnknown": .locationUnknown
            case "org.locd.Location.NoSuchSession": .noSuchSession
            case "org.locd.Location.NoSuchRegion": members.identifier.map { .noSuchRegion($0) }
            case "org.locd.Location.InvalidRegion":
                members.identifier.map { .invalidRegion(identifier: $0, detail: members.detail ?? "") }
            case "org.locd.Location.RangingUnavailable": .rangingUnavailable
            case "org.locd.Location.RegionLimit": members.maximum.map { .regionLimit(maximum: $0) }
            case "org.locd.Location.ClientLimit": members.maximum.map { .clientLimit(maximum: $0) }
            case "org.locd.Location.TooSlow": members.waiting.map { .tooSlow(waiting: $0) }
            case "org.locd.Location.RecorderOff": .recorderOff
            case "org.locd.Location.StepCountingUnavailable": .stepCountingUnavailable
            case "org.locd.Location.StepsOverlap": members.until.map { .stepsOverlap(until: $0) }
            case "org.locd.Location.GeocodeFoundNoResult": .geocodeFoundNoResult
            case "org.locd.Location.GeocodeLimit": .geocodeLimit
            case "org.locd.Location.GeocoderUnavailable": .geocoderUnavailable(detail: members.detail ?? "")
            case "org.locd.Location.ReloadRefused": members.problems.map { .reloadRefused($0) }
            case "org.locd.Location.NotAuthorized": members.status.map { .notAuthorized($0) }
            case "org.locd.Location.FullAccuracyRequired": .fullAccuracyRequired
            case "org.locd.Location.PromptDeclined": .promptDeclined
            case "org.locd.Location.RuledByPolicy": members.place.map { .ruledByPolicy(place: $0) }
            case "org.locd.Location.DecisionNotKept": .decisionNotKept
            case "org.locd.Location.InvalidMessage":
                members.reason.map { .invalidMessage($0, detail: members.detail ?? "") }
            case "org.locd.Location.TooManyConnections": members.maximum.map { .tooManyConnections(maximum: $0) }
            default: nil
            }
        self = known ?? .other(name)
    }
}
