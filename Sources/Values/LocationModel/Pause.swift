/// Location updates paused.
public struct Pause: Sendable, Hashable {
    /// The cause of a pause.
    public enum Cause: String, Sendable, Hashable, Codable {
        /// The position did not change for as long as the activity type requires.
        case stationary
    }

    /// The time of the fix that led to the decision.
    public var timestamp: Timestamp
    /// The parked position, if known.
    public var coordinate: Coordinate?
    /// The cause of a pause.
    public var cause: Cause

    /// Creates a pause at a time and, if known, a place.
    public init(timestamp: Timestamp, coordinate: Coordinate?, cause: Cause) {
        self.timestamp = timestamp
        self.coordinate = coordinate
        self.cause = cause
    }
}

extension Pause: JSONRecord {
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
