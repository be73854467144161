/// A client's authorization: Core Location's `authorizationStatus` and `accuracyAuthorization` together.
public struct Authorization: Sendable, Hashable, Codable {
    /// Whether the client has access to coordinates.
    public var status: AuthorizationStatus
    /// The authorized accuracy; meaningless unless the status is authorized.
    public var accuracy: AccuracyAuthorization

    /// Creates an authorization.
    public init(_ status: AuthorizationStatus, accuracy: AccuracyAuthorization = .fullAccuracy) {
        self.status = status
        self.accuracy = accuracy
    }

    /// Full accuracy at any time.
    public static let everything = Authorization(.authorizedAlways)

    /// How much a client with this authorization receives.
    public var disclosure: Disclosure {
        guard status.isAuthorized else { return .nothing }
        return accuracy == .fullAccuracy ? .everything : .reduced
    }
}

extension Authorization: JSONRecord {
    package func write(to members: inout some MemberWriter) {
        members.member("authorizationStatus", status.rawValue)
        members.member("accuracyAuthorization", accuracy.rawValue)
    }

    package init?(from members: inout some MemberReader) throws(MemberFault) {
        guard let status = try members.requiredWord("authorizationStatus", as: AuthorizationStatus.self) else {
            return nil
        }
        let accuracy = members.word("accuracyAuthorization", as: AccuracyAuthorization.self)
        self.init(status, accuracy: accuracy ?? .fullAccuracy)
    }
}

/// The accuracy that a client is authorized for, in Core Location's terms.
public enum AccuracyAuthorization: String, Sendable, Hashable, Codable, CaseIterable {
    /// Full accuracy.
    case fullAccuracy
    /// Reduced accuracy; see ``ReducedAccuracy``.
    case reducedAccuracy
}

/// How much of this machine's location a client receives, from the least to the most.
public enum Disclosure: Sendable, Hashable, Comparable, CaseIterable {
    /// No location.
    case nothing
    /// Occasional locations with reduced accuracy; see ``ReducedAccuracy``.
    case reduced
    /// All locations with full accuracy.
    case everything
}

/// The authorization status of a client, in Core Location's terms.
public enum AuthorizationStatus: String, Sendable, Hashable, Codable, CaseIterable {
    /// No decision is stored yet.
    case notDetermined
    /// The administrator's policy denies access, and the client's user cannot change that.
    case restricted
    /// Access was denied.
    case denied
    /// Access to coordinates while the client is in use.
    case authorizedWhenInUse
    /// Access to coordinates at any time.
    case authorizedAlways

    /// Whether the status grants access to coordinates.
    public var isAuthorized: Bool { self == .authorizedWhenInUse || self == .authorizedAlways }
}
