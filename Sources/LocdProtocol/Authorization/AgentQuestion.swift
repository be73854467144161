public import LocationModel

/// A question for an agent: which client requests what.
public struct AgentQuestion: Codable, Sendable, Hashable {
    /// The identifier that the answer refers to.
    public var identifier: String
    /// The user's ID.
    public var user: Int
    /// The user's name, if it has one.
    public var userName: String?
    /// The systemd unit of the client.
    public var unit: String?
    /// The label that the program gives itself, such as a desktop identifier. It is not verified.
    public var label: String?
    /// The process ID.
    public var process: Int?
    /// The requested authorization.
    public var request: ReportedAuthorization.Request
    /// The purpose of full accuracy.
    public var purposeKey: String?
    /// The client's current authorization.
    public var authorizationStatus: AuthorizationStatus
    /// The accuracy that it is authorized for.
    public var accuracyAuthorization: AccuracyAuthorization

    /// A question about a request of a user.
    public init(
        identifier: String, user: Int, request: ReportedAuthorization.Request, authorizationStatus: AuthorizationStatus,
        accuracyAuthorization: AccuracyAuthorization
    ) {
        self.identifier = identifier
        self.user = user
        self.request = request
        self.authorizationStatus = authorizationStatus
        self.accuracyAuthorization = accuracyAuthorization
    }
}
