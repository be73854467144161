public import LocationModel

/// The parameters of `RequestAuthorization`.
public struct RequestAuthorizationParameters: LabelledParameters, Hashable {
    /// The authorizations that a client can request.
    public enum Request: String, Codable, Sendable, Hashable, CaseIterable {
        /// Coordinates while the client is in use.
        case whenInUse
        /// Coordinates at any time.
        case always
    }

    /// The names of all members.
    public static var parameterNames: Set<String> { ["label", "request"] }

    /// The label that the client gives itself.
    public var label: String?
    /// The requested authorization.
    public var request: Request

    /// Requests coordinates.
    public init(label: String? = nil, request: Request) {
        self.label = label
        self.request = request
    }
}

/// The parameters of `RequestTemporaryFullAccuracyAuthorization`.
public struct TemporaryFullAccuracyParameters: LabelledParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["label", "purposeKey"] }

    /// The label that the client gives itself.
    public var label: String?
    /// The purpose, 1 to 64 bytes; the agent receives it.
    public var purposeKey: String

    /// Requests full accuracy.
    public init(label: String? = nil, purposeKey: String) {
        self.label = label
        self.purposeKey = purposeKey
    }

    /// The validated purpose.
    /// - Throws: ``VarlinkError/invalidParameter(_:)`` if it is empty, too long, or contains control characters.
    public var effectivePurpose: String {
        get throws(VarlinkError) {
            let isPlain = purposeKey.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
            guard !purposeKey.isEmpty, purposeKey.utf8.count <= ClientLabel.maximumLength, isPlain else {
                throw .invalidParameter("purposeKey")
            }
            return purposeKey
        }
    }
}

/// The parameters of `Deny` and `Reset`: the client.
public struct ClientParameters: VarlinkParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["user", "unit"] }

    /// The user's ID.
    public var user: Int
    /// The systemd unit; absent: all units of the user without a decision of their own.
    public var unit: String?

    /// A client.
    public init(user: Int, unit: String? = nil) {
        self.user = user
        self.unit = unit
    }
}

/// The parameters of `Authorize`.
public struct AuthorizeParameters: VarlinkParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> {
        ["user", "unit", "authorizationStatus", "accuracyAuthorization", "once"]
    }

    /// The user's ID.
    public var user: Int
    /// The systemd unit; absent: all units of the user without a decision of their own.
    public var unit: String?
    /// authorizedWhenInUse or authorizedAlways; absent: authorizedWhenInUse.
    public var authorizationStatus: AuthorizationStatus?
    /// The accuracy; absent: full accuracy.
    public var accuracyAuthorization: AccuracyAuthorization?
    /// Whether the authorization ends when the client is no longer in use; absent: false.
    public var once: Bool?

    /// Authorizes a client.
    public init(
        user: Int, unit: String? = nil, authorizationStatus: AuthorizationStatus? = nil,
        accuracyAuthorization: AccuracyAuthorization? = nil, once: Bool? = nil
    ) {
        self.user = user
        self.unit = unit
        self.authorizationStatus = authorizationStatus
        self.accuracyAuthorization = accuracyAuthorization
        self.once = once
    }
}

/// The parameters of `AuthorizationOf`: a user, as the name service reports it.
public struct UserParameters: VarlinkParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["user", "groups"] }

    /// The maximum number of groups, more than any user has.
    package static let maximumGroups = 65_536

    /// The user's ID.
    public var user: Int
    /// The IDs of the user's groups; absent: none.
    public var groups: [Int]?

    /// A user in some groups.
    public init(user: Int, groups: [Int]? = nil) {
        self.user = user
        self.groups = groups
    }
}
