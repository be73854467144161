public import LocationModel

/// A point of a ``Trace``: where something was, and when.
public struct TracePoint: Sendable, Hashable {
    /// Degrees WGS 84.
    public var coordinate: Coordinate
    /// When it was there.
    public var timestamp: Timestamp
    /// The mean speed in m/s on the way that leads here from the point before; NaN if it is not known.
    public var speed: Float

    /// A point; `speed` in m/s, `nil` if it is not known.
    public init(_ coordinate: Coordinate, at timestamp: Timestamp, speed: Double? = nil) {
        self.coordinate = coordinate
        self.timestamp = timestamp
        self.speed = Float(speed ?? .nan)
    }
}
