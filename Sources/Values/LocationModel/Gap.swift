/// A gap in the stream: no accepted fix between two times.
public struct Gap: Sendable, Hashable, Codable {
    /// The time of the last accepted fix before the gap.
    public var from: Timestamp
    /// The time of the first accepted fix after the gap.
    public var to: Timestamp
    /// The cause of most of the gap.
    public var cause: OutageCause

    /// Creates a gap between two times.
    public init(from: Timestamp, to: Timestamp, cause: OutageCause) {
        self.from = from
        self.to = to
        self.cause = cause
    }
}

extension Gap: JSONRecord {
    package func write(to members: inout some MemberWriter) {
        members.member("from", from)
        members.member("to", to)
        members.member("cause", cause.rawValue)
    }

    package init?(from members: inout some MemberReader) throws(MemberFault) {
        guard let cause = try members.requiredWord("cause", as: OutageCause.self) else { return nil }
        self.init(from: try members.requiredMoment("from"), to: try members.requiredMoment("to"), cause: cause)
    }
}
