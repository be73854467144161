import LocationModel
import LocdClient

/// Why there is nothing to tell, as the sequences of Core Location say it in their elements.
enum Diagnosis: Sendable, Hashable {
    /// No location now.
    case unavailable
    /// Nobody has decided yet.
    case undecided
    case denied
    case restricted
    /// Location services are off.
    case servicesOff
    /// Full accuracy is required, and the client has reduced accuracy.
    case reduced

    /// What an error of the daemon's comes to. `wasReached`: the daemon answered before, so it comes back.
    init(_ error: LocdClientError, wasReached: Bool) {
        self =
            switch error.refusedStatus {
            case .notDetermined: .undecided
            case .restricted: .restricted
            case .denied: .denied
            case .authorizedAlways, .authorizedWhenInUse: .unavailable
            case nil: error.isUnreachable && !wasReached ? .servicesOff : .unavailable
            }
    }

    /// What an authorization comes to for what does with rough places; `nil` where there is nothing in the way.
    init?(_ authorization: ClientAuthorization) {
        switch authorization.status {
        case .notDetermined: self = .undecided
        case .restricted: self = .restricted
        case .denied: self = authorization.areServicesEnabled ? .denied : .servicesOff
        case .authorizedAlways, .authorizedWhenInUse: return nil
        }
    }

    /// Where services are off both marks of denial are set: clients look at either first.
    var update: CLLocationUpdate {
        var update = CLLocationUpdate()
        update.locationUnavailable = self == .unavailable
        update.authorizationRequestInProgress = self == .undecided
        update.authorizationDenied = self == .denied || self == .servicesOff
        update.authorizationDeniedGlobally = self == .servicesOff
        update.authorizationRestricted = self == .restricted
        return update
    }
}
