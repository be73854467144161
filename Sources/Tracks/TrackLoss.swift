public import LocationModel

/// Lines that the writer had to give up because the disk took none and the queue in memory was full.
/// It stands where they would have stood: the track has a hole here, and this is its cause.
public struct TrackLoss: Sendable, Hashable {
    /// Why lines were given up.
    public enum Cause: String, Sendable, Hashable, Codable, CaseIterable {
        /// No space or no quota was left.
        case diskFull
        /// The file system was mounted read-only.
        case readOnly
        /// The directory or file could not be opened or created.
        case notAccessible
        /// The disk reported errors.
        case inputOutput
        /// The disk worked, and was too slow for what came.
        case tooSlow
    }

    /// The time of the first line that is missing.
    public var from: Timestamp
    /// The time of the last line that is missing; earlier than `from` where time went back among them.
    public var to: Timestamp
    /// How many lines are missing, 1 or more.
    public var lines: Int
    /// Why.
    public var cause: Cause

    /// A loss of `lines` lines between two moments.
    public init(from: Timestamp, to: Timestamp, lines: Int, cause: Cause) {
        self.from = from
        self.to = to
        self.lines = lines
        self.cause = cause
    }
}

extension TrackLoss: JSONRecord {
    static let type: StaticString = "loss"

    package func write(to members: inout some MemberWriter) {
        members.member("from", from)
        members.member("to", to)
        members.member("lines", lines)
        members.member("cause", cause.rawValue)
    }

    package init?(from members: inout some MemberReader) throws(MemberFault) {
        guard let cause = try members.requiredWord("cause", as: Cause.self) else { return nil }
        let from = try members.requiredMoment("from")
        let to = try members.requiredMoment("to")
        let lines = try members.requiredWhole("lines")
        guard lines >= 1 else { throw MemberFault(.invalid, "lines") }
        self.init(from: from, to: to, lines: lines, cause: cause)
    }
}
