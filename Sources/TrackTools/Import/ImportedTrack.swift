public import LocationModel

/// What a foreign file became: the records of a track, not yet written.
public struct ImportedTrack: Sendable {
    /// In the order in which they are to be written.
    public internal(set) var events: [LocationEvent] = []
    /// What was left out, by the reason.
    public internal(set) var rejected: [RejectionReason: Int] = [:]

    /// How many locations there are.
    public var locationCount: Int {
        events.count {
            if case .location = $0 { true } else { false }
        }
    }

    /// Takes a location, and says before it what separates it from the one before.
    mutating func append(_ location: Location, gap: Gap? = nil, timeReset: TimeReset? = nil) {
        if let timeReset { events.append(.timeReset(timeReset)) } else if let gap { events.append(.gap(gap)) }
        events.append(.location(location))
    }

    mutating func reject(_ reason: RejectionReason, count: Int = 1) {
        rejected[reason, default: 0] += count
    }
}
