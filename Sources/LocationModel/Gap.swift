/// A hole in the stream: no accepted fix between two moments.
public struct Gap: Sendable, Hashable, Codable {
    /// The last accepted fix before the hole.
    public var from: Timestamp
    /// The first accepted fix after it.
    public var to: Timestamp
    /// What accounts for most of it.
    public var cause: OutageCause

    /// A hole between two moments.
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
