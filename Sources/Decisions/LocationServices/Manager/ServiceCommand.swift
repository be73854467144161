internal import LocationModel

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
