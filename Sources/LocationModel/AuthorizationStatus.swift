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
