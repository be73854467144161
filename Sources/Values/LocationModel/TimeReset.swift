/// The receiver corrected its time backwards.
public struct TimeReset: Sendable, Hashable {
    /// The new time.
    public var timestamp: Timestamp
    /// The last valid time before the correction.
    public var previous: Timestamp

    /// Creates a step back from `previous` to `timestamp`.
    public init(timestamp: Timestamp, previous: Timestamp) {
        self.timestamp = timestamp
        self.previous = previous
    }
}

extension TimeReset: JSONRecord {
    package func write(to members: inout some MemberWriter) {
        members.member("timestamp", timestamp)
        members.member("previous", previous)
    }

    package init(from members: inout some MemberReader) throws(MemberFault) {
        self.init(
            timestamp: try members.requiredMoment("timestamp"), previous: try members.requiredMoment("previous"))
    }
}
