/// Location updates paused.
public struct Pause: Sendable, Hashable {
    /// Why.
    public enum Cause: String, Sendable, Hashable, Codable {
        /// Nothing moved for as long as the activity type says.
        case stationary
        /// Somebody asked for it.
        case requested
    }

    /// The time of the fix that brought the decision.
    public var timestamp: Timestamp
    /// The place that is held, where one is known.
    public var coordinate: Coordinate?
    /// Why.
    public var cause: Cause

    /// A pause at a moment and, where known, a place.
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
