public import LocationModel

/// Lines that the writer dropped because the disk accepted none and the queue in memory was full. The record takes
/// their place in the track and contains the cause.
public struct TrackLoss: Sendable, Hashable {
    /// Why lines were dropped.
    public enum Cause: String, Sendable, Hashable, Codable, CaseIterable {
        /// No space or no quota was left.
        case diskFull
        /// The file system was mounted read-only.
        case readOnly
        /// The directory or file could not be opened or created.
        case notAccessible
        /// The disk reported errors.
        case inputOutput
        /// The disk worked, but was too slow.
        case tooSlow
    }

    /// The time of the first missing line.
    public var from: Timestamp
    /// The time of the last missing line; earlier than `from` if time went back between them.
    public var to: Timestamp
    /// The number of missing lines, 1 or more.
    public var lines: Int
    /// Why the lines were dropped.
    public var cause: Cause

    /// Creates a loss of `lines` lines between two moments.
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
        let number = try members.requiredWhole("lines")
        guard number >= 1, let lines = number.within(.lines) else { throw MemberFault(.invalid, "lines") }
        self.init(from: from, to: to, lines: lines, cause: cause)
    }
}
