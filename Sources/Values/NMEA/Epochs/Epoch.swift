/// What a receiver said about one moment, its sentences put together. What it did not say is `nil`.
public struct Epoch: Sendable, Hashable {
    /// How much of a solution the receiver claims.
    public enum Mode: UInt8, Sendable, Hashable {
        /// No solution.
        case none = 1
        /// Latitude and longitude.
        case fix2D = 2
        /// Latitude, longitude and altitude.
        case fix3D = 3
    }

    /// Where the day of ``time`` comes from.
    public enum DateSource: Sendable, Hashable {
        /// The receiver's own, as it is.
        case receiver
        /// The receiver's own, moved by whole rollovers of 1024 weeks.
        case snapped
        /// Not the receiver's: ``EpochPolicy/presumedMoment``.
        case presumed
    }

    /// How much of a solution the receiver claims.
    public var mode: Mode = .none
    /// How the solution came about, if reported.
    public var status: FixStatus?
    /// The time of day.
    public var timeOfDay: TimeOfDay?
    /// Milliseconds since 1970-01-01T00:00:00Z, where the day is known.
    public var time: Int64?
    /// Where the day comes from; `nil` where ``time`` is.
    public var dateSource: DateSource?
    /// The point; `nil` too where the receiver claims a solution and its coordinates are malformed.
    public var position: Position?
    /// Metres above mean sea level.
    public var altitude: Double?
    /// Metres above the WGS 84 ellipsoid.
    public var ellipsoidalAltitude: Double?
    /// The receiver's statistics of error, of this moment.
    public var gst: GST?
    /// The receiver's own accuracy (`PUBX,00`, `PSRFEPE`), horizontal; metres, above 0.
    public var horizontalAccuracy: Double?
    /// The receiver's own accuracy (`PUBX,00`, `PSRFEPE`), vertical; metres, above 0.
    public var verticalAccuracy: Double?
    /// Garmin's estimate of the error.
    public var pgrme: PGRME?
    /// Metres per second over ground, 0 or more.
    public var speed: Double?
    /// Degrees true, 0..<360.
    public var course: Double?
    /// What the receiver said last of its antenna and of jamming.
    public var warnings = ReceptionWarnings()
    /// Satellites in the solution.
    public var satellitesUsed: Int?
    /// Horizontal dilution of precision, above 0.
    public var hdop: Double?
    /// Vertical dilution of precision, above 0; `nil` where the altitude is not solved for.
    public var vdop: Double?

    /// An epoch of which nothing is known.
    public init() {}
}

/// What the assembler cannot know from the sentences. It reads no clock.
public struct EpochPolicy: Sendable, Hashable {
    /// Milliseconds since 1970 near which the receiver's dates must lie; a date more than 512 weeks away from it is
    /// moved by multiples of 1024 weeks. For a live receiver only: the build date, or the synchronized clock.
    /// `nil`: dates stay as they are.
    public var rolloverReference: Int64?

    /// Milliseconds since 1970 near which a time of day lies that comes without any date: the system's time where it is
    /// synchronised, or a date given for a recording. Within twelve hours. `nil`: such an epoch has no ``Epoch/time``.
    public var presumedMoment: Int64?

    /// No snapping, no presumed date.
    public init() {}
}
