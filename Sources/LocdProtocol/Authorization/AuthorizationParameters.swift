public import LocationModel

/// The parameters of `RequestAuthorization`.
public struct RequestAuthorizationParameters: LabelledParameters, Hashable {
    /// What a client may ask for.
    public enum Request: String, Codable, Sendable, Hashable, CaseIterable {
        /// Coordinates while it is in use.
        case whenInUse
        /// Coordinates at any time.
        case always
    }

    /// The names of all members.
    public static var parameterNames: Set<String> { ["label", "request"] }

    /// The label that the client gives itself.
    public var label: String?
    /// What it asks for.
    public var request: Request

    /// Asks for coordinates.
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
    /// What it is for, 1 to 64 bytes: a word that the agent is told.
    public var purposeKey: String

    /// Asks for full accuracy.
    public init(label: String? = nil, purposeKey: String) {
        self.label = label
        self.purposeKey = purposeKey
    }

    /// The purpose.
    /// - Throws: ``VarlinkError/invalidParameter(_:)`` where there is none, or it is too long or has control characters.
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

/// The parameters of `Deny` and `Reset`: about whom.
public struct ClientParameters: VarlinkParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["user", "unit"] }

    /// The user's number.
    public var user: Int
    /// The systemd unit; absent: whatever of the user's of which nothing else is decided.
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

    /// The user's number.
    public var user: Int
    /// The systemd unit; absent: whatever of the user's of which nothing else is decided.
    public var unit: String?
    /// authorizedWhenInUse or authorizedAlways; absent: authorizedWhenInUse.
    public var authorizationStatus: AuthorizationStatus?
    /// How exactly; absent: with full accuracy.
    public var accuracyAuthorization: AccuracyAuthorization?
    /// Whether it ends with its use; absent: it does not.
    public var once: Bool?

    /// Allows a client something.
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
