import LocationModel

/// What this program may have, and how exactly.
struct ClientAuthorization: Sendable, Hashable {
    var status: CLAuthorizationStatus
    var accuracy: CLAccuracyAuthorization

    /// Location services are off.
    static let servicesOff = ClientAuthorization(status: .denied, accuracy: .fullAccuracy)

    var isAuthorized: Bool { status == .authorizedAlways || status == .authorizedWhenInUse }
}

extension ClientAuthorization {
    init(_ status: AuthorizationStatus, _ accuracy: AccuracyAuthorization) {
        self.init(
            status: CLAuthorizationStatus(status),
            accuracy: accuracy == .fullAccuracy ? .fullAccuracy : .reducedAccuracy)
    }
}

extension CLAuthorizationStatus {
    init(_ status: AuthorizationStatus) {
        self =
            switch status {
            case .notDetermined: .notDetermined
            case .restricted: .restricted
            case .denied: .denied
            case .authorizedWhenInUse: .authorizedWhenInUse
            case .authorizedAlways: .authorizedAlways
            }
    }
}
