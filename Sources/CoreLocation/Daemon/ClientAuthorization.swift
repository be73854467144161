import LocationModel
import LocdProtocol

/// What this program may have, and how exactly.
struct ClientAuthorization: Sendable, Hashable {
    var status: CLAuthorizationStatus
    var accuracy: CLAccuracyAuthorization
    /// Whether coordinates are for anybody. Where they are not, the status is denied.
    var areServicesEnabled = true

    /// Location services are off.
    static let servicesOff = ClientAuthorization(
        status: .denied, accuracy: .fullAccuracy, areServicesEnabled: false)
    /// The daemon has not said it yet.
    static let unknown = ClientAuthorization(
        status: .notDetermined, accuracy: .fullAccuracy, areServicesEnabled: false)

    var isAuthorized: Bool { status == .authorizedAlways || status == .authorizedWhenInUse }
}

extension ClientAuthorization {
    init(_ reply: LocationInterface.Authorization.Reply) {
        self.init(
            status: CLAuthorizationStatus(reply.authorizationStatus),
            accuracy: reply.accuracyAuthorization == .fullAccuracy ? .fullAccuracy : .reducedAccuracy,
            areServicesEnabled: reply.locationServicesEnabled)
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
