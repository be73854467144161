public import LocationModel

/// What a call is answered with where it cannot be answered: the errors of `org.varlink.service` and those of
/// `org.locd.Location`.
public enum VarlinkError: Error, Sendable, Hashable {
    /// There is no such interface here.
    case interfaceNotFound(String)
    /// The interface has no such method; the full name.
    case methodNotFound(String)
    /// The interface defines the method, and this service does not do it; the full name.
    case methodNotImplemented(String)
    /// A parameter is unknown, missing or of the wrong type.
    case invalidParameter(String)
    /// The caller may not do this.
    case permissionDenied
    /// The method answers only calls that ask for more.
    case expectedMore
    /// The caller may not have this, because of its authorization.
    case notAuthorized(AuthorizationStatus)
    /// The caller may have places only roughly, and this needs full accuracy.
    case fullAccuracyRequired
    /// Nobody was asked, or nobody answered: there is no need for it, or nobody there who decides.
    case promptDeclined
    /// The policy of the administrator rules this, and is stronger than a decision; the place of its rule.
    case ruledByPolicy(place: String)
    /// What was decided holds, and ends with the daemon: it could not be written.
    case decisionNotKept
    /// What came is no call; the connection ends.
    case invalidMessage(InvalidMessage, detail: String)
    /// The caller's user has as many connections as a user may have; the connection ends.
    case tooManyConnections(maximum: Int)
    /// No location that can be used came in time.
    case locationUnknown
    /// There is no such session of the caller's user and unit.
    case noSuchSession
    /// The client has no such region.
    case noSuchRegion(String)
    /// The region cannot be monitored; what is wrong with it, a sentence.
    case invalidRegion(identifier: String, detail: String)
    /// The client has as many regions as a client may have.
    case regionLimit(maximum: Int)
    /// The user has as many clients with regions or visits as a user may have.
    case clientLimit(maximum: Int)
    /// So many events waited for the reader that the session ended.
    case tooSlow(waiting: Int)
    /// The configuration was refused; a sentence for each problem.
    case reloadRefused([String])
    /// Nothing is known of a place, or nothing is called so.
    case geocodeFoundNoResult
    /// The user asks the geocoder more often than a user may.
    case geocodeLimit
    /// There is no place table, or it cannot be used; why and what to do.
    case geocoderUnavailable(detail: String)
    /// An error that this version does not know; its full name.
    case other(String)

    /// Why something that came is no message.
    public enum InvalidMessage: String, Sendable, Hashable, Codable, CaseIterable {
        /// No JSON object, or not that of a message.
        case malformed
        /// Longer than a message may be.
        case tooLong
        /// Nested deeper than a message may be.
        case tooDeep
        /// Half-sent for too long.
        case incomplete
    }

    /// The full name, as it stands on the wire.
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
        case .regionLimit: "org.locd.Location.RegionLimit"
        case .clientLimit: "org.locd.Location.ClientLimit"
        case .tooSlow: "org.locd.Location.TooSlow"
        case .reloadRefused: "org.locd.Location.ReloadRefused"
        case .geocodeFoundNoResult: "org.locd.Location.GeocodeFoundNoResult"
        case .geocodeLimit: "org.locd.Location.GeocodeLimit"
        case .geocoderUnavailable: "org.locd.Location.GeocoderUnavailable"
        case .other(let name): name
        }
    }
}
