public import LocationModel

/// The errors that a call can return: those of `org.varlink.service` and those of `org.locd.Location`.
public enum VarlinkError: Error, Sendable, Hashable {
    /// The service has no such interface.
    case interfaceNotFound(String)
    /// The interface has no such method; the full name.
    case methodNotFound(String)
    /// The interface defines the method, but this service does not implement it; the full name.
    case methodNotImplemented(String)
    /// A parameter is unknown, missing or of the wrong type.
    case invalidParameter(String)
    /// The caller is not permitted to do this.
    case permissionDenied
    /// The method only accepts calls with `more`.
    case expectedMore
    /// The caller is not authorized for this; its authorization.
    case notAuthorized(AuthorizationStatus)
    /// The caller has reduced accuracy, and this requires full accuracy.
    case fullAccuracyRequired
    /// Permission was not requested, or not answered: it is not necessary, or nobody is available to decide.
    case promptDeclined
    /// A rule of the administrator's policy decides, and overrides stored decisions; the place of the rule.
    case ruledByPolicy(place: String)
    /// The decision applies now, but could not be saved: it ends with the daemon.
    case decisionNotKept
    /// The message is not a valid call; the connection is closed.
    case invalidMessage(InvalidMessage, detail: String)
    /// The caller's user has the maximum number of connections; the connection is closed.
    case tooManyConnections(maximum: Int)
    /// No usable location arrived in time.
    case locationUnknown
    /// The caller's user and unit have no such session.
    case noSuchSession
    /// The client has no such region.
    case noSuchRegion(String)
    /// The region cannot be monitored; the problem, in one sentence.
    case invalidRegion(identifier: String, detail: String)
    /// This daemon does not listen to beacons: `sensors.beacons` is off.
    case rangingUnavailable
    /// The client has the maximum number of regions.
    case regionLimit(maximum: Int)
    /// The user has the maximum number of clients with regions or visits.
    case clientLimit(maximum: Int)
    /// The session ended because too many events were queued for its reader; their number.
    case tooSlow(waiting: Int)
    /// The configuration was refused; a sentence for each problem.
    case reloadRefused([String])
    /// This daemon counts no steps: `sensors.steps` is off.
    case stepCountingUnavailable
    /// Steps were reported until a moment after the beginning of this period; RFC 3339.
    case stepsOverlap(until: String)
    /// No place found.
    case geocodeFoundNoResult
    /// The user sends too many requests to the geocoder.
    case geocodeLimit
    /// The place table is missing or unusable; the reason and the remedy.
    case geocoderUnavailable(detail: String)
    /// An error that is unknown to this version; its full name.
    case other(String)

    /// Why a message is invalid.
    public enum InvalidMessage: String, Sendable, Hashable, Codable, CaseIterable {
        /// Not a JSON object, or an object that is not a message.
        case malformed
        /// Longer than the limit.
        case tooLong
        /// Nested deeper than the limit.
        case tooDeep
        /// Not complete in time.
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
        case .notAuthorized: "org.locd.Location.NotAuthorized"
        case .fullAccuracyRequired: "org.locd.Location.FullAccuracyRequired"
        case .promptDeclined: "org.locd.Location.PromptDeclined"
        case .ruledByPolicy: "org.locd.Location.RuledByPolicy"
        case .decisionNotKept: "org.locd.Location.DecisionNotKept"
        case .invalidMessage: "org.locd.Location.InvalidMessage"
        case .tooManyConnections: "org.locd.Location.TooManyConnections"
        case .locationUnknown: "org.locd.Location.LocationUnknown"
        case .noSuchSession: "org.locd.Location.NoSuchSession"
        case .noSuchRegion: "org.locd.Location.NoSuchRegion"
        case .invalidRegion: "org.locd.Location.InvalidRegion"
        case .rangingUnavailable: "org.locd.Location.RangingUnavailable"
        case .regionLimit: "org.locd.Location.RegionLimit"
        case .clientLimit: "org.locd.Location.ClientLimit"
        case .tooSlow: "org.locd.Location.TooSlow"
        case .reloadRefused: "org.locd.Location.ReloadRefused"
        case .stepCountingUnavailable: "org.locd.Location.StepCountingUnavailable"
        case .stepsOverlap: "org.locd.Location.StepsOverlap"
        case .geocodeFoundNoResult: "org.locd.Location.GeocodeFoundNoResult"
        case .geocodeLimit: "org.locd.Location.GeocodeLimit"
        case .geocoderUnavailable: "org.locd.Location.GeocoderUnavailable"
        case .other(let name): name
        }
    }
}
