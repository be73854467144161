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
