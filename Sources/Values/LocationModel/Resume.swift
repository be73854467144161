/// Location updates resumed.
public struct Resume: Sendable, Hashable {
    /// The cause of a resumption.
    public enum Cause: String, Sendable, Hashable, Codable {
        /// The position left the surroundings of the parked position.
        case displacement
        /// A sustained speed.
        case speed
        /// The client turned automatic pauses off.
        case requested
    }

    /// The time of the fix that led to the decision.
    public var timestamp: Timestamp
    /// The position at that time, if known.
    public var coordinate: Coordinate?
    /// The cause of a resumption.
    public var cause: Cause

    /// Creates a resumption at a time and, if known, a place.
    public init(timestamp: Timestamp, coordinate: Coordinate?, cause: Cause) {
        self.timestamp = timestamp
        self.coordinate = coordinate
        self.cause = cause
    }
}

extension Resume: JSONRecord {
    package func write(to members: inout some MemberWriter) {
        members.member("timestamp", timestamp)
        members.place(coordinate)
        members.member("cause", cause.rawValue)
    }

    package init?(from members: inout some MemberReader) throws(MemberFault) {
        guard let cause = try members.requiredWord("cause", as: Cause.self) else { return nil }
        self.init(timestamp: try members.requiredMoment("timestamp"), coordinate: members.place(), cause: cause)
    }
}
