import LocationModel
package import LocdProtocol

/// The authorization that a method requires. It is checked in one place, for every method, before the method runs.
package enum Access: Sendable {
    /// Every local user; the method itself leaves out what a caller is not authorized for.
    case everybody
    /// Callers with full or reduced accuracy.
    case location
    /// Callers with full accuracy.
    case fullAccuracy
    /// Root, the daemon's own user, and those whom the policy lets report steps.
    case stepReports
    /// Root and the daemon's own user.
    case administration

    /// Refuses an unauthorized caller. If nobody has decided about the caller, its call is a request, as an iteration
    /// of Core Location's live updates is.
    package func check(_ caller: Caller, _ method: String) async throws(VarlinkError) {
        switch self {
        case .everybody: return
        case .location, .fullAccuracy:
            if caller.authorization.status == .notDetermined { try await caller.request(.whenInUse) }
            let authorization = caller.authorization
            let refusal = self == .location && authorization.disclosure == .reduced ? nil : authorization.refusal
            caller.note(method, authorization, isGranted: refusal == nil)
            if let refusal { throw refusal }
        case .stepReports:
            guard caller.isAdministrator || caller.mayReportSteps else { throw .permissionDenied }
        case .administration:
            guard caller.isAdministrator else { throw .permissionDenied }
        }
    }
}

extension Authorization {
    /// Why it does not suffice for full accuracy; `nil` if it does.
    var refusal: VarlinkError? {
        switch disclosure {
        case .nothing: .notAuthorized(status)
        case .reduced: .fullAccuracyRequired
        case .everything: nil
        }
    }
}
