internal import LocationModel

/// When the locations lay in private regions: removes what was noted about fixes there.
///
/// An outcome of a fix has no place, but its time, and the metres between fixes, are one: the first is known.
public struct PrivateStays: Sendable {
    private struct Stay {
        /// Of the first location in the region, by both clocks.
        var begin: (arrival: Duration, time: Timestamp)
        /// Of the first location behind it; `nil` while the stay lasts.
        var end: (arrival: Duration, time: Timestamp)?
    }

    /// The maximum number of stays. What lies before the first of them is hidden if there were more.
    private static let limit = 256

    private var stays: [Stay] = []
    /// Outcomes up to this instant are hidden.
    private var forgotten: Duration?
    /// Whether the recorder may have measured from a place in a region before anything that is noted here.
    private var beginsInRegion = false

    /// Nothing was in a private region.
    init() {}

    mutating func note(_ location: Location, isHidden: Bool, at arrival: Duration) {
        let isOpen = stays.last.map { $0.end == nil } ?? false
        guard isOpen != isHidden else { return }
        if isHidden {
            stays.append(Stay(begin: (arrival, location.timestamp)))
            if stays.count > Self.limit { forget(until: stays.removeFirst().end?.arrival) }
        } else {
            stays[stays.count - 1].end = (arrival, location.timestamp)
        }
    }

    /// Hides everything up to an instant, because it is unknown what of it is private now; `nil` if nothing was noted.
    mutating func forget(until instant: Duration?) {
        forgotten = instant ?? forgotten
        beginsInRegion = true
    }

    /// The outcomes without those in private regions: one outage stands for each stay. Distances from a place in a
    /// region are left out too.
    public func redacted(_ outcomes: [FixOutcome], at now: Duration) -> [FixOutcome] {
        guard !stays.isEmpty || beginsInRegion else { return outcomes }
        var shown = outcomes.filter { outcome in
            forgotten.map { outcome.firstArrival > $0 } ?? true && !stays.contains { Self.isIn($0, outcome) }
        }
        for stay in stays where forgotten.map({ stay.begin.arrival > $0 }) ?? true {
            var outage = FixOutcome(
                .outage(.privateRegion), timestamp: stay.begin.time, arrival: stay.begin.arrival)
            (outage.lastTimestamp, outage.lastArrival) = (stay.end?.time, stay.end?.arrival ?? now)
            shown.append(outage)
        }
        shown.sort { ($0.lastArrival, $0.firstArrival) < ($1.lastArrival, $1.firstArrival) }
        // The recorder measures from the last recorded place, which lies in the region until one behind it is recorded.
        var measuresFromRegion = beginsInRegion
        for index in shown.indices {
            switch shown[index].kind {
            case .outage(.privateRegion): measuresFromRegion = true
            case .delivered: measuresFromRegion = false
            case .withheld where measuresFromRegion: shown[index].figures = FixOutcome.Figures()
            case .withheld, .rejected, .outage: break
            }
        }
        return shown
    }

    /// Whether a part of it is in the stay, by either clock: a fix may be decided again after the region was left.
    private static func isIn(_ stay: Stay, _ outcome: FixOutcome) -> Bool {
        if outcome.lastArrival >= stay.begin.arrival, stay.end.map({ outcome.firstArrival < $0.arrival }) ?? true {
            return true
        }
        guard let first = outcome.firstTimestamp, let end = stay.end else { return false }
        return outcome.lastTimestamp ?? first >= stay.begin.time && first < end.time
    }
}
