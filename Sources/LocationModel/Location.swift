/// A usable fix: a place and a time that passed the gate. Values that the receiver did not report are `nil`.
public struct Location: Sendable, Hashable, Codable {
    /// The receiver's time, UTC.
    public var timestamp: Timestamp
    /// Degrees WGS 84, always valid.
    public var coordinate: Coordinate
    /// Radius in metres that contains the true position with 68 % probability; greater than 0.
    public var horizontalAccuracy: Double?
    /// Metres above mean sea level.
    public var altitude: Double?
    /// Metres above the WGS 84 ellipsoid.
    public var ellipsoidalAltitude: Double?
    /// Metres, 68 %, of both altitudes; greater than 0.
    public var verticalAccuracy: Double?
    /// Metres per second over ground, 0 or more.
    public var speed: Double?
    /// Metres per second, 68 %.
    public var speedAccuracy: Double?
    /// Direction of travel in degrees true, 0..<360.
    public var course: Double?
    /// Degrees, 68 %.
    public var courseAccuracy: Double?
    /// The type of solution: 2D or 3D.
    public var fix: Fix.Mode?
    /// Satellites in the solution.
    public var satellitesUsed: Int?
    /// Horizontal dilution of precision.
    public var hdop: Double?
    /// Whether the location comes from a simulator or a recording.
    public var isSimulated: Bool

    /// Creates a location with only a time and a place.
    public init(timestamp: Timestamp, coordinate: Coordinate, isSimulated: Bool = false) {
        self.timestamp = timestamp
        self.coordinate = coordinate
        self.isSimulated = isSimulated
    }

    /// Metres to `other` along the WGS 84 geodesic, ignoring altitude.
    public func distance(to other: Location) -> Double {
        coordinate.distance(to: other.coordinate)
    }
}
