package import LocationModel
internal import LocationServices

/// Decides what one sink is given of the track: nothing of private regions, places no more exact than the sink's
/// accuracy, and of an old backlog only some locations.
package struct SinkFilter: Sendable {
    /// Records older than this many seconds are a backlog.
    package static let liveAge = 60.0

    /// Whether a time is live, or was while it was held back for so many seconds. A clock that is behind makes no time
    /// of the past a live one.
    static func isLive(_ time: Timestamp, at now: Timestamp, holding hold: Double = 0) -> Bool {
        abs(now.seconds(since: time)) <= liveAge + hold
    }

    private var privacy: PrivacyFilter
    private var reduced: ReducedAccuracy?
    private let kind: PublishSink.Kind
    private let thinAfter: Double?
    private let thinTo: Double
    /// What it remembers itself; ``privacy`` and ``reduced`` remember the rest.
    private var own = FilterMemory()
    /// The latest place that the sink may know, however old.
    private(set) var latest: Location?

    /// The filter of a sink that has seen nothing; its input begins at `begin`, if that is known.
    package init(_ sink: PublishSink, hiding zones: PrivacyZones, since begin: Timestamp? = nil) {
        kind = sink.kind
        privacy = PrivacyFilter(zones, since: begin)
        reduced =
            switch sink.accuracy {
            case .full: nil
            case .reduced: ReducedAccuracy()
            case .radius(let metres): ReducedAccuracy(radius: metres)
            }
        thinAfter = sink.thinAfter.map { $0 * 86400 }
        thinTo = sink.thinTo
    }

    /// What it remembers, to be given to a filter of the same sink.
    package var memory: FilterMemory {
        get {
            var memory = own
            memory.privacy = privacy.memory
            memory.reduced = reduced?.memory ?? ReducedAccuracy.Memory()
            return memory
        }
        set {
            own = newValue
            privacy.memory = newValue.privacy
            reduced?.memory = newValue.reduced
        }
    }

    /// Takes the next event of the track at a time of day, and gives what is sent of it.
    package mutating func pass(_ event: LocationEvent, at now: Timestamp) -> [PublishedRecord] {
        var records: [PublishedRecord] = []
        for event in privacy.filter(event) {
            // Its age is that of its source: a reduced one has the time of its quarter of an hour.
            let source = event.timestamp
            guard let event = blurred(event), isSent(event) else { continue }
            if case .location(let location) = event, isLater(location, at: now) { latest = location }
            guard isKept(event, from: source, at: now) else { continue }
            if case .location(let location) = event { own.place = location.coordinate }
            records.append(PublishedRecord(event, recordedAt: source, lastPlace: own.place))
        }
        return records
    }

    /// Lines of an earlier day may be written late. A place of a wrong date, ahead of the clock, is the latest only
    /// until the next one.
    private func isLater(_ location: Location, at now: Timestamp) -> Bool {
        guard let latest else { return true }
        return latest.timestamp <= location.timestamp || latest.timestamp > now.advanced(bySeconds: Self.liveAge)
    }

    private mutating func blurred(_ event: LocationEvent) -> LocationEvent? {
        guard reduced != nil else { return event }
        switch event {
        case .location(let location):
            // As for live clients: what is not trusted decides no cell.
            guard location.integrity != .notTrusted else { return nil }
            // The track's own time: the same lines give the same places whenever they are sent.
            return reduced?.receive(location, at: .milliseconds(location.timestamp.milliseconds)).map(
                LocationEvent.location)
        // All of these tell a place, or the moment at which one was left.
        case .gap(let gap):
            reduced?.skip(behind: gap)
            return nil
        default: return nil
        }
    }

    /// Whether the sink's form has words for it.
    private func isSent(_ event: LocationEvent) -> Bool {
        switch (kind, event) {
        case (.command, _), (_, .location): true
        case (.ownTracksHTTP, .region(let region)), (.mqtt, .region(let region)): region.cause == .crossed
        default: false
        }
    }

    private mutating func isKept(_ event: LocationEvent, from source: Timestamp?, at now: Timestamp) -> Bool {
        if kind == .homeAssistant { return source.map { Self.isLive($0, at: now) } ?? true }
        guard let thinAfter, let source, now.seconds(since: source) > thinAfter, case .location(let location) = event
        else { return true }
        if let last = own.lastKept, (0..<thinTo).contains(location.timestamp.seconds(since: last)) {
            own.thinned += 1
            return false
        }
        own.lastKept = location.timestamp
        return true
    }
}

/// What a ``SinkFilter`` remembers of the records before. It is kept with the cursor: after a restart the same line
/// gives the same record, with the same identifier.
package struct FilterMemory: Sendable, Hashable {
    /// Of private regions.
    var privacy = PrivacyFilter.Memory()
    var reduced = ReducedAccuracy.Memory()
    /// The time of the last location that was kept of a backlog that is thinned.
    var lastKept: Timestamp?
    /// The last place that was sent.
    var place: Coordinate?
    /// How many records were left out because of their age.
    package var thinned = 0

    /// The place for which the last one was sent: with less than full accuracy, what decided the cell.
    var decidingPlace: Coordinate? { reduced.place ?? place }

    package init() {}
}
