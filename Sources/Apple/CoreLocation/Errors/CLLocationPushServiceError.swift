/// Why location pushes are not available: always `unsupportedPlatform` here.
@_weakLinked public struct CLLocationPushServiceError: CustomNSError, Error, Hashable, Sendable {
    /// What went wrong.
    public enum Code: Int, Sendable, Hashable {
        /// Not known.
        case unknown = 0
        /// The program has no extension for pushes.
        case missingPushExtension = 1
        /// The program names no server environment.
        case missingPushServerEnvironment = 2
        /// The program may not ask for them.
        case missingEntitlement = 3
        /// This platform has none.
        case unsupportedPlatform = 4

        /// Lets `catch CLLocationPushServiceError.unsupportedPlatform` match.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? CLLocationPushServiceError)?.code == code
        }
    }

    /// The domain of its `NSError`.
    public static var errorDomain: String { CLLocationPushServiceErrorDomain }

    /// What went wrong.
    public let code: Code

    /// An error of a code.
    public init(_ code: Code) {
        self.code = code
    }

    /// Of the code.
    public var errorCode: Int { code.rawValue }

    /// ``Code/unknown``
    public static var unknown: Code { .unknown }
    /// ``Code/missingPushExtension``
    public static var missingPushExtension: Code { .missingPushExtension }
    /// ``Code/missingPushServerEnvironment``
    public static var missingPushServerEnvironment: Code { .missingPushServerEnvironment }
    /// ``Code/missingEntitlement``
    public static var missingEntitlement: Code { .missingEntitlement }
    /// ``Code/unsupportedPlatform``
    public static var unsupportedPlatform: Code { .unsupportedPlatform }
}
