public import LocationModel

/// The commands of a client to the services other than standard updates.
enum ServiceCommand: Sendable {
    case requestLocation(timeout: Duration)
    case startSignificantChanges
    case stopSignificantChanges
    case startVisits
    case stopVisits
    case startHeading
    case stopHeading
    case startActivity
    case stopActivity
    case startMonitoring([Region])
    case stopMonitoring(String)
    case monitor(MonitoredServices)
    case startRanging
    case stopRanging
    case allowDeferred(distance: Double, timeout: Double)
    case disallowDeferred
    case enterBackground
    case enterForeground

    /// Whether it requests the position: a client without authorization then gets a refusal.
    var asksForPlaces: Bool {
        switch self {
        case .requestLocation, .startSignificantChanges: true
        default: false
        }
    }
}

/// Everything that a client monitors besides its locations: services that are not in it end.
public struct MonitoredServices: Sendable, Hashable {
    /// Whether visits are delivered.
    public var visits: Bool
    /// The monitored regions, each with its own identifier.
    public var regions: [Region]

    /// Monitors nothing by default.
    public init(visits: Bool = false, regions: [Region] = []) {
        self.visits = visits
        self.regions = regions
    }
}
