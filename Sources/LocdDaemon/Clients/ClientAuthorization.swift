public import LocationModel

/// What a client may have, and how exactly.
public struct ClientAuthorization: Sendable, Hashable {
    /// Whether it may have coordinates.
    public var status: AuthorizationStatus
    /// How exactly; meaningless until it may.
    public var accuracy: AccuracyAuthorization

    /// An authorization.
    public init(_ status: AuthorizationStatus, accuracy: AccuracyAuthorization = .fullAccuracy) {
        self.status = status
        self.accuracy = accuracy
    }

    /// Whether exact coordinates may be given. Whoever may have them only roughly gets none while nothing makes them so.
    var allowsCoordinates: Bool { status.isAuthorized && accuracy == .fullAccuracy }
}
