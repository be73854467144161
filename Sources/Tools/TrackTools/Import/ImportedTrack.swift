public import LocationModel
internal import Motion
internal import Tracks

/// The content of an imported file: the records of a track, not yet written.
public struct ImportedTrack: Sendable {
    /// In the order of writing.
    public internal(set) var events: [LocationEvent] = []
    /// The number of points that were left out, by reason.
    public internal(set) var rejected: [RejectionReason: Int] = [:]
    /// What else a person should know of the file, in sentences: values that cannot be used, with their lines.
    public internal(set) var notes: [String] = []
    /// ``rejected`` as text: `2 noTime, 1 nullIsland`.
    public var reasons: String {
        rejected.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.value) \($0.key.rawValue)" }
            .joined(separator: ", ")
    }

    /// The number of locations.
    public var locationCount: Int {
        events.count {
            if case .location = $0 { true } else { false }
        }
    }

    /// Takes a location, and adds before it the event that separates it from the previous one.
    mutating func append(_ location: Location, gap: Gap? = nil, timeReset: TimeReset? = nil) {
        if let timeReset { events.append(.timeReset(timeReset)) } else if let gap { events.append(.gap(gap)) }
        events.append(.location(location))
    }

    /// Leaves out excursions of the position, and puts a gap before a leap that stays, as the recorder does.
    mutating func filterLeaps() {
        var limits = TrackFilter.Limits()
        limits.maximumSpeed = LeapDetector.highestSpeed
        var filter = TrackFilter(limits)
        var kept: [LocationEvent] = []
        let keep = { (record: TrackRecord) in
            if case .event(let event) = record { kept.append(event) }
        }
        for event in events { filter.add(.event(event), keep) }
        filter.restart(keep)
        events = kept
        for (reason, count) in filter.refused { reject(reason, count: count) }
    }

    mutating func reject(_ reason: RejectionReason, count: Int = 1) {
        if count > 0 { rejected[reason, default: 0] += count }
    }
}
