/// The direction in which the bow points, which may differ from the direction of travel.
public struct Heading: Sendable, Hashable {
    /// The time, UTC, if known.
    public var timestamp: Timestamp?
    /// Degrees from magnetic north, 0..<360.
    public var magneticHeading: Double?
    /// Degrees from true north, 0..<360.
    public var trueHeading: Double?
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
        if usesOutdatedModel { members.member("usesOutdatedModel", true) }
    }

    package init(from members: inout some MemberReader) {
        self.init(
            timestamp: members.moment("timestamp"), magneticHeading: members.angle("magneticHeading"),
            trueHeading: members.angle("trueHeading"))
        usesOutdatedModel = members.flag("usesOutdatedModel") ?? false
    }
}
