/// The status of the beacons, in the reply of `Status`.
public struct BeaconStatus: Codable, Sendable, Hashable {
    /// Whether something listens, and somebody wants to know.
    public enum State: String, Codable, Sendable, Hashable, CaseIterable {
        /// Nothing listens: this machine has no adapter that is powered, and no other receiver has reported.
        case absent
        /// Nobody monitors or ranges beacons.
        case idle
        /// Beacons are listened to.
        case active
    }

    /// Whether something listens, and somebody wants to know.
    public var state: State

    /// Beacons.
    public init(_ state: State) {
        self.state = state
    }
}
