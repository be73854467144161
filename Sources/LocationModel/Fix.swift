/// What the hardware said about one epoch, neither filtered nor judged. What it did not say is `nil`.
public struct Fix: Sendable, Hashable {
    /// How much of a solution the receiver claims.
    public enum Mode: String, Sendable, Hashable, Codable {
        /// No solution.
        case none
        /// Latitude and longitude.
        case fix2D = "2d"
        /// Latitude, longitude and altitude.
        case fix3D = "3d"
    }

    /// How much of a solution the receiver claims.
    public var mode: Mode
    /// The receiver's time of the epoch, UTC.
    public var timestamp: Timestamp?
    /// Degrees WGS 84, as reported: may be out of range.
    public var coordinate: Coordinate?
    /// Radius in metres that holds the true position with 68 %, where that is known already; greater than 0.
    /// What the receiver says of its errors in its own terms stands in ``errors``.
    public var horizontalAccuracy: Double?
    /// Metres above mean sea level.
    public var altitude: Double?
    /// Metres above the WGS 84 ellipsoid.
    public var ellipsoidalAltitude: Double?
    /// Metres, 68 %, of both altitudes, where that is known already; greater than 0.
    public var verticalAccuracy: Double?
    /// Metres per second over ground, 0 or more.
    public var speed: Double?
    /// Metres per second, 68 %.
    public var speedAccuracy: Double?
    /// Direction of travel in degrees true, 0..<360.
    public var course: Double?
    /// Degrees, 68 %.
    public var courseAccuracy: Double?
    /// Satellites in the solution.
    public var satellitesUsed: Int?
    /// Horizontal dilution of precision.
    public var hdop: Double?
    /// What the receiver says of its errors; counts where ``horizontalAccuracy`` and ``verticalAccuracy`` are `nil`.
    public var errors = ErrorEstimates()
    /// True where a simulator or a recording made it.
    public var isSimulated: Bool

    /// A fix of which only the mode is known.
    public init(mode: Mode, timestamp: Timestamp? = nil, coordinate: Coordinate? = nil, isSimulated: Bool = false) {
        self.mode = mode
        self.timestamp = timestamp
        self.coordinate = coordinate
        self.isSimulated = isSimulated
    }
}
