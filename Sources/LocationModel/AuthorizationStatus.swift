/// What a client may have, in Core Location's words.
public enum AuthorizationStatus: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nobody has decided yet.
    case notDetermined
    /// The administrator's policy rules it out, and the client's user cannot change that.
    case restricted
    /// Somebody said no.
    case denied
    /// Coordinates while the client is in use.
    case authorizedWhenInUse
    /// Coordinates at any time.
    case authorizedAlways

    /// Whether coordinates may be given.
    public var isAuthorized: Bool { self == .authorizedWhenInUse || self == .authorizedAlways }
}
