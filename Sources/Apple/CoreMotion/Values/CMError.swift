import LocdClient

/// The code of an error in ``CMErrorDomain``.
@_weakLinked public struct CMError: RawRepresentable, Hashable, Sendable {
    /// The number.
    public var rawValue: UInt32

    /// The code of a number.
    public init(_ rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The code of a number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// The domain of Core Motion's errors.
@_weakLinked public let CMErrorDomain: String = "CMErrorDomain"
/// No error.
@_weakLinked public let CMErrorNULL = CMError(100)
/// The device must move before it can tell.
@_weakLinked public let CMErrorDeviceRequiresMovement = CMError(101)
/// True north is not available.
@_weakLinked public let CMErrorTrueNorthNotAvailable = CMError(102)
/// Another error.
@_weakLinked public let CMErrorUnknown = CMError(103)
/// Activities are not available: no daemon, or no track.
@_weakLinked public let CMErrorMotionActivityNotAvailable = CMError(104)
/// This program is not authorized for activities.
@_weakLinked public let CMErrorMotionActivityNotAuthorized = CMError(105)
/// Never: no entitlements here.
@_weakLinked public let CMErrorMotionActivityNotEntitled = CMError(106)
/// A parameter is invalid.
@_weakLinked public let CMErrorInvalidParameter = CMError(107)
/// The action is not possible now.
@_weakLinked public let CMErrorInvalidAction = CMError(108)
/// The sensor is not available.
@_weakLinked public let CMErrorNotAvailable = CMError(109)
/// Never: no entitlements here.
@_weakLinked public let CMErrorNotEntitled = CMError(110)
/// This program is not authorized.
@_weakLinked public let CMErrorNotAuthorized = CMError(111)
/// No data.
@_weakLinked public let CMErrorNilData = CMError(112)
/// A size is wrong.
@_weakLinked public let CMErrorSize = CMError(113)

extension CMError {
    /// The error that handlers receive; `cause`: the daemon's words for why and what to do.
    func error(because cause: LocdClientError? = nil) -> any Error {
        let details: [String: Any]? = cause.map {
            [NSUnderlyingErrorKey: $0, NSDebugDescriptionErrorKey: $0.description]
        }
        return NSError(domain: CMErrorDomain, code: Int(rawValue), userInfo: details)
    }
}
