import CoreLocation

/// Whether this program may have motion data.
@_weakLinked public enum CMAuthorizationStatus: Int, Sendable {
    /// No decision is stored for this program yet.
    case notDetermined = 0
    /// The administrator's policy rules it out.
    case restricted = 1
    /// This program may not have it, or only reduced locations.
    case denied = 2
    /// This program may have it.
    case authorized = 3
}

extension CMAuthorizationStatus {
    /// What follows from the authorization for locations: motion is derived from exact ones.
    init(_ status: CLAuthorizationStatus, _ accuracy: CLAccuracyAuthorization) {
        self =
            switch status {
            case .notDetermined: .notDetermined
            case .restricted: .restricted
            case .denied: .denied
            case .authorizedAlways, .authorizedWhenInUse: accuracy == .fullAccuracy ? .authorized : .denied
            }
    }
}
