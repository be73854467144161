import LocationModel
import LocdClient

/// Why there is no location, as the elements of Core Location's sequences report it.
enum Diagnosis: Sendable, Hashable {
    /// No location now.
    case unavailable
    /// No decision is stored yet.
    case undecided
    case denied
    case restricted
    case servicesOff
    /// The program's Info.plist requires a ``CLServiceSession``, and it holds none.
    case sessionRequired
    /// Full accuracy is required, and the client has reduced accuracy.
    case reduced

    /// The diagnosis for an error of the daemon. `wasReached`: the daemon answered before, so it will return.
    init(_ error: LocdClientError, wasReached: Bool) {
        self =
            switch error.refusedStatus {
            case .notDetermined: .undecided
            case .restricted: .restricted
            case .denied: .denied
            case .authorizedAlways, .authorizedWhenInUse: .unavailable
            case nil: error.isOfAbsence && !wasReached ? .servicesOff : .unavailable
            }
    }

    /// The diagnosis for an authorization if reduced accuracy is enough; `nil` without an obstacle.
    init?(_ authorization: ClientAuthorization) {
        switch authorization.status {
        // Nobody is asked for a program that must hold a session and does not.
        case .notDetermined: self = authorization.lacksServiceSession ? .sessionRequired : .undecided
        case .restricted: self = .restricted
        case .denied: self = authorization.areServicesEnabled ? .denied : .servicesOff
        case .authorizedAlways, .authorizedWhenInUse:
            guard authorization.lacksServiceSession else { return nil }
            self = .sessionRequired
        }
    }

    /// If services are off, both flags of denial are set: clients check either of them first.
    var update: CLLocationUpdate {
        var update = CLLocationUpdate()
        update.locationUnavailable = self == .unavailable
        update.authorizationRequestInProgress = self == .undecided
        update.authorizationDenied = self == .denied || self == .servicesOff
        update.authorizationDeniedGlobally = self == .servicesOff
        update.serviceSessionRequired = self == .sessionRequired
        update.authorizationRestricted = self == .restricted
        return update
    }
}
