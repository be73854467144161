import LocationModel
package import LocdProtocol

/// The authorization of this program, with its accuracy.
package struct ClientAuthorization: Sendable, Hashable {
    var status: CLAuthorizationStatus
    var accuracy: CLAccuracyAuthorization
    /// Whether location services are on for anybody. If they are off, the status is denied.
    var areServicesEnabled = true
    /// Whether the daemon listens to beacons.
    var isRangingAvailable = false
    /// Whether the program requires a ``CLServiceSession`` of itself and holds none.
    var lacksServiceSession = false
    /// Whether a request of the program is not answered yet.
    var isBeingAsked = false

    static let servicesOff = ClientAuthorization(
        status: .denied, accuracy: .fullAccuracy, areServicesEnabled: false)
    /// The daemon has not reported it yet.
    static let unknown = ClientAuthorization(
        status: .notDetermined, accuracy: .fullAccuracy, areServicesEnabled: false)

    /// Why beacons are not ranged for this program; `nil` if they are, or once somebody has decided.
    var rangingError: CLError.Code? {
        if !isRangingAvailable { return .rangingUnavailable }
        return status == .notDetermined || isAuthorized && accuracy == .fullAccuracy ? nil : .denied
    }

    var isAuthorized: Bool { status == .authorizedAlways || status == .authorizedWhenInUse }
}

extension ClientAuthorization {
    package init(_ reply: LocationInterface.Authorization.Reply) {
        self.init(
            status: CLAuthorizationStatus(reply.authorizationStatus),
            accuracy: reply.accuracyAuthorization == .fullAccuracy ? .fullAccuracy : .reducedAccuracy,
            areServicesEnabled: reply.locationServicesEnabled,
            isRangingAvailable: reply.isRangingAvailable)
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
