/// Why Core Location cannot fulfil a request.
///
/// `catch CLError.denied`, `error as? CLError`, `switch error.code` and `(error as NSError).code` all work.
@_weakLinked public struct CLError: CustomNSError, Error, @unchecked Sendable {
    // Unchecked: values of `userInfo` are whatever its maker put there, and do not change.

    /// The domain of its `NSError`.
    public static var errorDomain: String { kCLErrorDomain }

    /// What went wrong.
    public let code: Code
    /// Further details: for failures of the daemon `NSUnderlyingErrorKey` and, as text, `NSDebugDescriptionErrorKey`.
    public let userInfo: [String: Any]

    /// An error of a code.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        self.userInfo = userInfo
    }

    /// The error of an `NSError`, whatever its domain; `locationUnknown` if it has no code of Core Location.
    public init(_nsError error: NSError) {
        self.init(Code(rawValue: error.code) ?? .locationUnknown, userInfo: error.userInfo)
    }

    /// Of the code.
    public var errorCode: Int { code.rawValue }
    /// Further details: for failures of the daemon `NSUnderlyingErrorKey` and, as text, `NSDebugDescriptionErrorKey`.
    public var errorUserInfo: [String: Any] { userInfo }

    /// The region that is monitored instead, if the error names one.
    public var alternateRegion: CLRegion? { userInfo[kCLErrorUserInfoAlternateRegionKey] as? CLRegion }
}

extension CLError: Hashable {
    /// Equal if code and user info are equal.
    public static func == (left: CLError, right: CLError) -> Bool {
        left.code == right.code && NSDictionary(dictionary: left.userInfo).isEqual(to: right.userInfo)
    }

    /// Of the code.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
    }
}

extension CLError {
    /// The error of an `NSError` in its domain; `nil` for another domain or an unknown code.
    init?(_ error: NSError) {
        guard error.domain == kCLErrorDomain, Code(rawValue: error.code) != nil else { return nil }
        self.init(_nsError: error)
    }

    /// The same error as a value of this type, if it is an `NSError` of its domain, which `as? CLError` would not
    /// accept.
    static func cast(_ error: any Error) -> any Error {
        CLError(error as NSError) ?? error
    }
}
