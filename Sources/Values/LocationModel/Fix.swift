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
    /// Radius in metres that contains the true position with 68 % probability, if already known; greater than 0. The
    /// receiver's own error estimates are in ``errors``.
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
    /// Whether the receiver's date was moved by rollovers of 1,024 weeks.
    public var hasMovedDate = false
    /// Whether the receiver says that it is jammed.
    public var isJammed = false
    /// Whether it says that its antenna is good, or open or short-circuited; `nil` if it says neither.
    public var hasGoodAntenna: Bool?
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

/// A receiver's estimates of its own errors, in the receiver's terms. Values that it did not report are `nil`.
///
/// Receivers mean different things by an accuracy. `AccuracyModel` of LocationServices turns these figures into the 68
/// % radii of a ``Location``; nothing else does.
public struct ErrorEstimates: Sendable, Hashable {
    /// How a position was determined.
    public enum Solution: UInt8, Sendable, Hashable {
        /// From the satellites alone.
        case autonomous
        /// Corrected by a base station or SBAS.
        case differential
        /// With undegraded precise signals (PPS, or precise point positioning).
        case precise
        /// Carrier phase, whole cycles known.
        case realTimeKinematic
        /// Carrier phase, whole cycles not yet known.
        case floatRealTimeKinematic
        /// Dead reckoning.
        case estimated
        /// Entered by hand, or a surveyed point.
        case manual
        /// Made by a simulator.
        case simulated
    }

    /// How the position was determined.
    public var solution: Solution?
    /// Standard deviation in metres along one horizontal axis (GST).
    public var firstDeviation: Double?
    /// Standard deviation in metres along the axis at right angles to it (GST).
    public var secondDeviation: Double?
    /// Standard deviation of the altitude in metres (GST).
    public var altitudeDeviation: Double?
    /// The receiver's horizontal accuracy estimate, in metres (u-blox).
    public var horizontal: Double?
    /// The receiver's vertical accuracy estimate, in metres (u-blox).
    public var vertical: Double?
    /// Estimated position error, in metres: the radius of the circle that contains half of all positions (Garmin).
    public var probableHorizontal: Double?
    /// Estimated vertical error, in metres: the interval that contains half of all altitudes (Garmin).
    public var probableVertical: Double?
    /// Metres from one latitude that the receiver can report to the next.
    public var resolution: Double?
    /// Vertical dilution of precision. The horizontal one is ``Fix/hdop``.
    public var vdop: Double?

    /// Creates estimates without any values.
    public init() {}
}
