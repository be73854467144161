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
    /// Where the bow points, in degrees true, 0..<360, if a heading came since the location before.
    public var trueHeading: Double?
    /// The type of solution: 2D or 3D.
    public var fix: Fix.Mode?
    /// Satellites in the solution.
    public var satellitesUsed: Int?
    /// Horizontal dilution of precision.
    public var hdop: Double?
    /// Whether the location is to be trusted; `nil` if nothing speaks against it.
    public var integrity: IntegrityState?
    /// Whether the location comes from a simulator or a recording.
    public var isSimulated: Bool

    /// Creates a location with only a time and a place.
    public init(timestamp: Timestamp, coordinate: Coordinate, isSimulated: Bool = false) {
        self.timestamp = timestamp
        self.coordinate = coordinate
        self.isSimulated = isSimulated
    }

    /// Metres within which a location of unknown accuracy counts as true: who asks for a better one does not get it.
    package static let boundOfUnknownAccuracy = 100.0

    /// Metres to `other` along the WGS 84 geodesic, ignoring altitude.
    public func distance(to other: Location) -> Double {
        coordinate.distance(to: other.coordinate)
    }
}

extension Location: JSONRecord {
    /// Writes coordinates with 7 decimals (1 cm), speeds with 2, metres and angles with 1, and an accuracy below 1 m,
    /// as for RTK, with 3. Rounding keeps every value in its range: an accuracy does not become 0, nor a course 360.
    package func write(to members: inout some MemberWriter) {
        members.member("timestamp", timestamp)
        members.place(coordinate)
        members.accuracy("horizontalAccuracy", horizontalAccuracy)
        members.member("altitude", altitude, decimals: 1)
        members.member("ellipsoidalAltitude", ellipsoidalAltitude, decimals: 1)
        members.accuracy("verticalAccuracy", verticalAccuracy)
        members.member("speed", speed, decimals: 2)
        members.member("speedAccuracy", speedAccuracy, atLeast: 0.01, decimals: 2)
        members.angle("course", course)
        members.member("courseAccuracy", courseAccuracy, atLeast: 0.1, decimals: 1)
        members.angle("trueHeading", trueHeading)
        members.member(ifKnown: "fix", fix?.rawValue)
        members.member("satellitesUsed", satellitesUsed)
        members.member("hdop", hdop, atLeast: 0.1, decimals: 1)
        members.member(ifKnown: "integrity", integrity?.rawValue)
        if isSimulated { members.member("simulated", true) }
    }

    /// Reads a location. A value out of its range counts as absent, an accuracy worse than any as the worst one; the
    /// rest of the location stays valid.
    package init(from members: inout some MemberReader) throws(MemberFault) {
        self.init(timestamp: try members.requiredMoment("timestamp"), coordinate: try members.requiredPlace())
        horizontalAccuracy = members.accuracy("horizontalAccuracy")
        altitude = members.number("altitude", within: .altitude)
        ellipsoidalAltitude = members.number("ellipsoidalAltitude", within: .altitude)
        verticalAccuracy = members.accuracy("verticalAccuracy")
        speed = members.number("speed", within: .speed)
        speedAccuracy = members.number("speedAccuracy", within: .speedAccuracy)
        course = members.angle("course")
        courseAccuracy = members.number("courseAccuracy", within: .courseAccuracy)
        trueHeading = members.angle("trueHeading")
        fix = members.spells("fix", "3d") ? .fix3D : members.spells("fix", "2d") ? .fix2D : nil
        satellitesUsed = members.whole("satellitesUsed", within: .satellites)
        hdop = members.number("hdop", within: .dilution)
        integrity = members.word("integrity", as: IntegrityState.self)
        isSimulated = members.flag("simulated") ?? false
    }
}
