/// The domain of ``MKError``.
@_weakLinked public let MKErrorDomain = "MKErrorDomain"

/// Why MapKit has no answer.
@_weakLinked public struct MKError: CustomNSError, Hashable, Sendable {
    /// Apple's numbers.
    @_weakLinked public enum Code: UInt, Sendable {
        case unknown = 1
        /// The daemon cannot be reached, or cannot answer.
        case serverFailure = 2
        /// Too many requests: 60 at once, then one a second.
        case loadingThrottled = 3
        /// There is no such place.
        case placemarkNotFound = 4
        /// There is no router.
        case directionsNotFound = 5
        /// It is not GeoJSON.
        case decodingFailed = 6

        /// Lets `catch MKError.placemarkNotFound` match.
        public static func ~= (code: Self, error: any Error) -> Bool { (error as? MKError)?.code == code }
    }

    /// What it is.
    public let code: Code
    private let reason: String

    /// An error.
    public init(_ code: Code) { self.init(code, "MapKit error \(code.rawValue) (\(code))") }

    init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// A geocoder's.
    init(geocoding error: any Error) {
        switch error {
        case CLError.geocodeFoundNoResult: self.init(.placemarkNotFound, "no such place")
        case CLError.network where (error as? CLError)?.isOfLimit == true:
            self.init(.loadingThrottled, "too many requests for places; send at most one a second")
        case CLError.network:
            let cause = (error as NSError).userInfo[NSDebugDescriptionErrorKey].map { ": \($0)" } ?? ""
            self.init(.serverFailure, "locd cannot look places up\(cause)")
        default: self.init(.unknown, error.localizedDescription)
        }
    }

    /// Its domain.
    public static var errorDomain: String { MKErrorDomain }
    /// Its number.
    public var errorCode: Int { Int(code.rawValue) }
    /// Its sentence.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: reason] }

    /// Something else.
    public static var unknown: Code { .unknown }
    /// The daemon cannot be reached, or cannot answer.
    public static var serverFailure: Code { .serverFailure }
    /// Too many requests.
    public static var loadingThrottled: Code { .loadingThrottled }
    /// There is no such place.
    public static var placemarkNotFound: Code { .placemarkNotFound }
    /// There is no router.
    public static var directionsNotFound: Code { .directionsNotFound }
    /// It is not GeoJSON.
    public static var decodingFailed: Code { .decodingFailed }
}
