/// The machine came into another time zone; the first one that is known counts too.
public struct TimeZoneChange: Sendable, Hashable {
    /// The time of the location that led to it; in a track not before that of the record in front of it.
    public var timestamp: Timestamp
    /// The zone, as the tz database names it: `Europe/Zurich`.
    public var timeZone: String

    /// Creates a change to a zone.
    public init(timestamp: Timestamp, timeZone: String) {
        self.timestamp = timestamp
        self.timeZone = timeZone
    }
}

extension TimeZoneChange: JSONRecord {
    package func write(to members: inout some MemberWriter) {
        members.member("timestamp", timestamp)
        members.member("timeZone", timeZone)
    }

    package init(from members: inout some MemberReader) throws(MemberFault) {
        self.init(
            timestamp: try members.requiredMoment("timestamp"), timeZone: try members.requiredText("timeZone"))
    }
}
