/// What a client may have, and how exactly: Core Location's `authorizationStatus` and `accuracyAuthorization` together.
public struct Authorization: Sendable, Hashable, Codable {
    /// Whether it may have coordinates.
    public var status: AuthorizationStatus
    /// How exactly; meaningless until it may.
    public var accuracy: AccuracyAuthorization

    /// An authorization.
    public init(_ status: AuthorizationStatus, accuracy: AccuracyAuthorization = .fullAccuracy) {
        self.status = status
        self.accuracy = accuracy
    }

    /// Everything, at any time.
    public static let everything = Authorization(.authorizedAlways)

    /// How much it lets a client be told.
    public var disclosure: Disclosure {
        guard status.isAuthorized else { return .nothing }
        return accuracy == .fullAccuracy ? .everything : .reduced
    }
}
