/// The status of the compass, in the reply of `Status`.
public struct CompassStatus: Codable, Sendable, Hashable {
    /// Whether it is there and used.
    public enum State: String, Codable, Sendable, Hashable, CaseIterable {
        /// iio-sensor-proxy does not run, or knows of no compass.
        case absent
        /// Nobody wants headings.
        case idle
        /// It is claimed.
        case active
    }

    /// Whether it is there and used.
    public var state: State
    /// Degrees from magnetic north, of the latest heading while it is active.
    public var magneticHeading: Double?

    /// A compass.
    public init(_ state: State, magneticHeading: Double? = nil) {
        self.state = state
        self.magneticHeading = magneticHeading.map { ($0 * 10).rounded() / 10 }
    }
}
