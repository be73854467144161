import LocationModel
import LocdClient
import LocdProtocol

extension CLError {
    /// Core Location's code for a failure of the daemon with the same name.
    init(_ failure: LocationFailure.Error) {
        let code: Code =
            switch failure {
            case .locationUnknown: .locationUnknown
            case .denied: .denied
            case .headingFailure: .headingFailure
            case .regionMonitoringDenied: .regionMonitoringDenied
            case .regionMonitoringFailure: .regionMonitoringFailure
            case .rangingUnavailable: .rangingUnavailable
            case .deferredFailed: .deferredFailed
            case .deferredNotUpdatingLocation: .deferredNotUpdatingLocation
            case .deferredAccuracyTooLow: .deferredAccuracyTooLow
            case .deferredDistanceFiltered: .deferredDistanceFiltered
            case .deferredCanceled: .deferredCanceled
            }
        self.init(code)
    }

    /// A code, with the daemon's message and remedy.
    init(_ code: Code, because error: LocdClientError) {
        self.init(
            code, userInfo: [NSUnderlyingErrorKey: error, NSDebugDescriptionErrorKey: error.description])
    }

    /// Whether the daemon refused it because this user asked for too many places.
    package var isOfLimit: Bool {
        (userInfo[NSUnderlyingErrorKey] as? LocdClientError)?.code == .refused(.geocodeLimit)
    }
}

extension LocdClientError {
    /// Whether the daemon could not be asked, as opposed to having refused.
    var isUnreachable: Bool {
        switch code {
        case .notReachable, .timedOut, .disconnected: true
        default: false
        }
    }

    /// Whether there is no daemon, as opposed to one that hangs, or closes the connection because it restarts or has
    /// too many.
    var isOfAbsence: Bool { code == .notReachable }

    /// Whether it refuses because this client has reduced accuracy.
    var isOfAccuracy: Bool { code == .refused(.fullAccuracyRequired) }

    /// The client's authorization, if that is the reason of the refusal.
    var refusedStatus: AuthorizationStatus? {
        switch code {
        case .refused(.notAuthorized(let status)): status
        case .permissionDenied: .denied
        default: nil
        }
    }
}
