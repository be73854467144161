/// The hardware's report on one epoch, neither filtered nor validated. Values that it did not report are `nil`.
public struct Fix: Sendable, Hashable {
    /// The type of solution that the receiver reports.
    public enum Mode: String, Sendable, Hashable, Codable {
        /// No solution.
        case none
        /// Latitude and longitude.
        case fix2D = "2d"
        /// Latitude, longitude and altitude.
        case fix3D = "3d"
    }

    /// The type of solution that the receiver reports.
    public var mode: Mode
    /// The receiver's time of the epoch, UTC.
    public var timestamp: Timestamp?
    /// Degrees WGS 84, as reported: may be out of range.
    public var coordinate: Coordinate?
    /// Radius in metres that contains the true position with 68 % probability, if already known; greater than 0. The receiver's
    /// own error estimates are in ``errors``.
    public var horizontalAccuracy: Double?
    /// Metres above mean sea level.
    public var altitude: Double?
    /// Metres above the WGS 84 ellipsoid.
    public var ellipsoidalAltitude: Double?
    /// Metres, 68 %, of both altitudes, if already known; greater than 0.
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
    /// The receiver's own error estimates; used if ``horizontalAccuracy`` and ``verticalAccuracy`` are `nil`.
    public var errors = ErrorEstimates()
    /// Whether the fix comes from a simulator or a recording.
    public var isSimulated: Bool

    /// Creates a fix with only a mode and the given values.
    public init(mode: Mode, timestamp: Timestamp? = nil, coordinate: Coordinate? = nil, isSimulated: Bool = false) {
        self.mode = mode
        self.timestamp = timestamp
        self.coordinate = coordinate
        self.isSimulated = isSimulated
    }
}
