import LocationModel

extension VarlinkError {
    /// The members of all errors in one struct; each error sets its own.
    struct Members: Codable {
        var interface: String?
        var method: String?
        var parameter: String?
        var status: AuthorizationStatus?
        var reason: InvalidMessage?
        var detail: String?
        var maximum: Int?
        var identifier: String?
        var waiting: Int?
        var problems: [String]?
        var place: String?
        var until: String?
    }

    var members: Members {
        switch self {
        case .interfaceNotFound(let name): Members(interface: name)
        case .methodNotFound(let name), .methodNotImplemented(let name): Members(method: name)
        case .invalidParameter(let name): Members(parameter: name)
        case .notAuthorized(let status): Members(status: status)
        case .invalidMessage(let reason, let detail): Members(reason: reason, detail: detail)
        case .tooManyConnections(let maximum): Members(maximum: maximum)
        case .noSuchRegion(let identifier): Members(identifier: identifier)
        case .invalidRegion(let identifier, let detail): Members(detail: detail, identifier: identifier)
        case .regionLimit(let maximum), .clientLimit(let maximum): Members(maximum: maximum)
        case .tooSlow(let waiting): Members(waiting: waiting)
        case .reloadRefused(let problems): Members(problems: problems)
        case .geocoderUnavailable(let detail): Members(detail: detail)
        case .ruledByPolicy(let place): Members(place: place)
        case .stepsOverlap(let until): Members(until: until)
        case .permissionDenied, .expectedMore, .locationUnknown, .noSuchSession, .fullAccuracyRequired, .promptDeclined,
            .decisionNotKept, .rangingUnavailable, .stepCountingUnavailable, .geocodeFoundNoResult, .geocodeLimit,
            .other:
            Members()
        }
    }

    /// Reads an error; one that is unknown, or lacks its members, becomes ``other(_:)``.
    init(name: String, members: Members) {
        let known: VarlinkError? =
            switch name {
            case "org.varlink.service.InterfaceNotFound": members.interface.map { .interfaceNotFound($0) }
            case "org.varlink.service.MethodNotFound": members.method.map { .methodNotFound($0) }
            case "org.varlink.service.MethodNotImplemented": members.method.map { .methodNotImplemented($0) }
            case "org.varlink.service.InvalidParameter": members.parameter.map { .invalidParameter($0) }
            case "org.varlink.service.PermissionDenied": .permissionDenied
            case "org.varlink.service.ExpectedMore": .expectedMore
            case "org.locd.Location.NotAuthorized": members.status.map { .notAuthorized($0) }
            case "org.locd.Location.FullAccuracyRequired": .fullAccuracyRequired
            case "org.locd.Location.PromptDeclined": .promptDeclined
            case "org.locd.Location.RuledByPolicy": members.place.map { .ruledByPolicy(place: $0) }
            case "org.locd.Location.DecisionNotKept": .decisionNotKept
            case "org.locd.Location.InvalidMessage":
                members.reason.map { .invalidMessage($0, detail: members.detail ?? "") }
            case "org.locd.Location.TooManyConnections": members.maximum.map { .tooManyConnections(maximum: $0) }
            case "org.locd.Location.LocationUnknown": .locationUnknown
            case "org.locd.Location.NoSuchSession": .noSuchSession
            case "org.locd.Location.NoSuchRegion": members.identifier.map { .noSuchRegion($0) }
            case "org.locd.Location.InvalidRegion":
                members.identifier.map { .invalidRegion(identifier: $0, detail: members.detail ?? "") }
            case "org.locd.Location.RangingUnavailable": .rangingUnavailable
            case "org.locd.Location.RegionLimit": members.maximum.map { .regionLimit(maximum: $0) }
            case "org.locd.Location.ClientLimit": members.maximum.map { .clientLimit(maximum: $0) }
            case "org.locd.Location.TooSlow": members.waiting.map { .tooSlow(waiting: $0) }
            case "org.locd.Location.ReloadRefused": members.problems.map { .reloadRefused($0) }
            case "org.locd.Location.StepCountingUnavailable": .stepCountingUnavailable
            case "org.locd.Location.StepsOverlap": members.until.map { .stepsOverlap(until: $0) }
            case "org.locd.Location.GeocodeFoundNoResult": .geocodeFoundNoResult
            case "org.locd.Location.GeocodeLimit": .geocodeLimit
            case "org.locd.Location.GeocoderUnavailable": .geocoderUnavailable(detail: members.detail ?? "")
            default: nil
            }
        self = known ?? .other(name)
    }
}
