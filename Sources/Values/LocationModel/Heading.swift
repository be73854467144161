/// The direction in which the bow points, which may differ from the direction of travel.
public struct Heading: Sendable, Hashable {
    /// The time, UTC, if known.
    public var timestamp: Timestamp?
    /// Degrees from magnetic north, 0..<360.
    public var magneticHeading: Double?
    /// Degrees from true north, 0..<360.
    public var trueHeading: Double?
    /// The maximum error in degrees, 68 %, if the source reports it.
    public var headingAccuracy: Double?
    /// The magnetic field that the source measures, if it reports it.
    public var field: MagneticVector?
    /// Whether that field is not the Earth's at this place: iron or a current nearby, or a magnetometer that needs
    /// calibration.
    public var isDisturbed = false
    /// Whether one of the two headings was computed with a magnetic model that is not valid at this time: it may be off
    /// by some tenths of a degree for each year outside its validity.
    public var usesOutdatedModel = false

    /// Creates a heading with the known values.
    public init(timestamp: Timestamp? = nil, magneticHeading: Double? = nil, trueHeading: Double? = nil) {
        self.timestamp = timestamp
        self.magneticHeading = magneticHeading
        self.trueHeading = trueHeading
    }
}

extension Heading: JSONRecord {
    package func write(to members: inout some MemberWriter) {
        members.member(ifKnown: "timestamp", timestamp)
        members.angle("magneticHeading", magneticHeading)
        members.angle("trueHeading", trueHeading)
        members.member("headingAccuracy", headingAccuracy, decimals: 1)
        members.member("x", field?.x, decimals: 2)
        members.member("y", field?.y, decimals: 2)
        members.member("z", field?.z, decimals: 2)
        if isDisturbed { members.member("isDisturbed", true) }
        if usesOutdatedModel { members.member("usesOutdatedModel", true) }
    }

    package init(from members: inout some MemberReader) {
        self.init(
            timestamp: members.moment("timestamp"), magneticHeading: members.angle("magneticHeading"),
            trueHeading: members.angle("trueHeading"))
        headingAccuracy = members.number("headingAccuracy", within: .courseAccuracy)
        let axes = (members.number("x"), members.number("y"), members.number("z"))
        if case (let x?, let y?, let z?) = axes { field = MagneticVector(x: x, y: y, z: z) }
        isDisturbed = members.flag("isDisturbed") ?? false
        usesOutdatedModel = members.flag("usesOutdatedModel") ?? false
    }
}

/// A magnetic field along the axes of its sensor, in microtesla.
public struct MagneticVector: Sendable, Hashable {
    /// Along the x axis.
    public var x: Double
    /// Along the y axis.
    public var y: Double
    /// Along the z axis.
    public var z: Double

    /// A field; `nil` beyond 100,000 µT, which no sensor of the Earth's field measures.
    public init?(x: Double, y: Double, z: Double) {
        guard [x, y, z].allSatisfy({ abs($0) <= 100_000 }) else { return nil }
        (self.x, self.y, self.z) = (x, y, z)
    }

    /// The strength of the field.
    public var strength: Double { (x * x + y * y + z * z).squareRoot() }
}
