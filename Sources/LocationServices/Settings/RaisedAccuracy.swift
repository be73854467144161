internal import LocationModel

/// An accuracy that was requested for a duration. The duration is counted in the time of the fixes, from the first one
/// after the request, so that a search for satellites does not shorten it.
struct RaisedAccuracy: Sendable, Hashable, Codable {
    let accuracy: DesiredAccuracy
    /// Seconds.
    private let duration: Double
    private var end: Timestamp?
    /// The latest time before the end.
    private var latest: Timestamp?
    private var isPastEnd = false

    init(_ accuracy: DesiredAccuracy, seconds duration: Double) {
        self.accuracy = accuracy
        self.duration = duration
    }

    /// Takes the time of the next location; true if the duration is over. Two in a row must agree, because one may be
    /// absurd.
    mutating func isOver(at timestamp: Timestamp) -> Bool {
        guard let end else {
            (self.end, latest) = (timestamp.advanced(bySeconds: duration), timestamp)
            return false
        }
        defer { isPastEnd = timestamp >= end }
        if timestamp < end {
            latest = timestamp
            return false
        }
        return isPastEnd
    }

    /// The receiver's time went back: the remaining duration stays.
    mutating func timeReset(_ reset: TimeReset) {
        guard let end, let latest else { return }
        let left = min(max(end.seconds(since: latest), 0), duration)
        (self.end, self.latest) = (reset.timestamp.advanced(bySeconds: left), reset.timestamp)
        isPastEnd = false
    }
}
