import LocdProtocol

/// Who may call a method. It is asked in one place, for every method, before the method is done.
package enum Access: Sendable {
    /// Every local user; the method itself leaves out what a caller may not have.
    case everybody
    /// Those who may have coordinates, exactly.
    case location
    /// Root and the daemon's own user.
    case administration

    /// Refuses a caller that may not.
    func check(_ caller: Caller) throws(VarlinkError) {
        switch self {
        case .everybody: return
        case .location:
            let authorization = caller.authorization
            guard authorization.allowsCoordinates else { throw .notAuthorized(authorization.status) }
        case .administration:
            guard caller.isAdministrator else { throw .permissionDenied }
        }
    }
}
