public import LocationModel

/// A location as the socket tells it, with the decimals of a track line: coordinates 7, speeds 2, metres and angles 1, an
/// accuracy under 1 m 3.
public struct ReportedLocation: Codable, Sendable, Hashable {
    /// The receiver's time, UTC, RFC 3339 with milliseconds.
    public var timestamp: String
    /// Degrees north.
    public var latitude: Double
    /// Degrees east.
    public var longitude: Double
    /// Radius in metres that holds the true position with 68 %.
    public var horizontalAccuracy: Double?
    /// Metres above mean sea level.
    public var altitude: Double?
    /// Metres above the WGS 84 ellipsoid.
    public var ellipsoidalAltitude: Double?
    /// Metres, 68 %, of both altitudes.
    public var verticalAccuracy: Double?
    /// Metres per second over ground.
    public var speed: Double?
    /// Metres per second, 68 %.
    public var speedAccuracy: Double?
    /// Degrees true, 0..<360.
    public var course: Double?
    /// Degrees, 68 %.
    public var courseAccuracy: Double?
    /// `2d` or `3d`.
    public var fix: String?
    /// Satellites in the solution.
    public var satellitesUsed: Int?
    /// Horizontal dilution of precision.
    public var hdop: Double?
    /// True where a simulator or a recording made it, else absent.
    public var simulated: Bool?

    /// A location, rounded as the track rounds it.
    public init(_ location: Location) {
        timestamp = location.timestamp.description
        latitude = location.coordinate.latitude.rounded(toDecimals: 7) ?? location.coordinate.latitude
        longitude = location.coordinate.longitude.rounded(toDecimals: 7) ?? location.coordinate.longitude
        horizontalAccuracy = location.horizontalAccuracy?.roundedAccuracy
        altitude = location.altitude?.rounded(toDecimals: 1)
        ellipsoidalAltitude = location.ellipsoidalAltitude?.rounded(toDecimals: 1)
        verticalAccuracy = location.verticalAccuracy?.roundedAccuracy
        speed = location.speed?.rounded(toDecimals: 2)
        speedAccuracy = location.speedAccuracy?.rounded(toDecimals: 2)
        course = location.course?.rounded(toDecimals: 1)
        courseAccuracy = location.courseAccuracy?.rounded(toDecimals: 1)
        fix = location.fix?.rawValue
        satellitesUsed = location.satellitesUsed
        hdop = location.hdop?.rounded(toDecimals: 1)
        simulated = location.isSimulated ? true : nil
    }

    /// The location that is meant; `nil` where its time or its place is none.
    public var location: Location? {
        let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        guard let timestamp = Timestamp(timestamp), coordinate.isValid else { return nil }
        return location(at: timestamp, coordinate)
    }
}

extension ReportedLocation: LocationMembers {}
