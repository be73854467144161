/// Steps that were counted in a period.
public struct StepCount: Sendable, Hashable {
    /// Who counted.
    public enum Source: String, Sendable, Hashable, Codable, CaseIterable {
        /// A step counter of this machine.
        case counter
        /// Another device, such as a watch or a phone, which reported them.
        case reported
    }

    /// The end of the period; in a track not before the time of the record in front of it.
    public var timestamp: Timestamp
    /// The beginning of the period.
    public var from: Timestamp
    /// The end of the period.
    public var to: Timestamp
    /// The number of steps, 0 or more.
    public var numberOfSteps: Int
    /// Metres on foot, as the other device measured them; `nil` if it did not.
    public var distance: Double?
    /// Floors ascended, as the other device counted them; `nil` if it did not.
    public var floorsAscended: Int?
    /// Floors descended, as the other device counted them; `nil` if it did not.
    public var floorsDescended: Int?
    /// Who counted.
    public var source: Source

    /// Steps in a period, with the end of the period as their time.
    public init(from: Timestamp, to: Timestamp, numberOfSteps: Int, source: Source) {
        timestamp = to
        self.from = from
        self.to = to
        self.numberOfSteps = numberOfSteps
        self.source = source
    }
}

extension StepCount: JSONRecord {
    package func write(to members: inout some MemberWriter) {
        members.member("timestamp", timestamp)
        members.member("from", from)
        members.member("to", to)
        members.member("numberOfSteps", numberOfSteps)
        members.member("distance", distance, decimals: 1)
        members.member("floorsAscended", floorsAscended)
        members.member("floorsDescended", floorsDescended)
        members.member("source", source.rawValue)
    }

    package init?(from members: inout some MemberReader) throws(MemberFault) {
        let timestamp = try members.requiredMoment("timestamp")
        let from = try members.requiredMoment("from")
        let to = try members.requiredMoment("to")
        let number = try members.requiredWhole("numberOfSteps")
        guard let numberOfSteps = number.within(.steps) else { throw MemberFault(.invalid, "numberOfSteps") }
        let distance = members.number("distance", within: .distanceOnFoot)
        let ascended = members.whole("floorsAscended", within: .floors)
        let descended = members.whole("floorsDescended", within: .floors)
        guard let source = try members.requiredWord("source", as: Source.self) else { return nil }
        self.init(from: from, to: to, numberOfSteps: numberOfSteps, source: source)
        self.timestamp = timestamp
        self.distance = distance
        floorsAscended = ascended
        floorsDescended = descended
    }
}
