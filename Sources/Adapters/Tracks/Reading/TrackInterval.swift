public import LocationModel

/// A time interval, unlimited at an end without a bound.
public struct TrackInterval: Sendable, Hashable {
    /// The first moment in the interval.
    public var from: Timestamp?
    /// The first moment after the interval.
    public var to: Timestamp?

    /// Creates an interval from one moment up to, but not including, another.
    public init(from: Timestamp? = nil, to: Timestamp? = nil) {
        self.from = from
        self.to = to
    }

    /// All times.
    public static let all = TrackInterval()

    /// Whether a moment is in the interval.
    public func contains(_ moment: Timestamp) -> Bool {
        (from.map { moment >= $0 } ?? true) && (to.map { moment < $0 } ?? true)
    }

    /// Whether any moment of a closed range is in the interval.
    func intersects(_ times: ClosedRange<Timestamp>) -> Bool {
        (from.map { times.upperBound >= $0 } ?? true) && (to.map { times.lowerBound < $0 } ?? true)
    }

    /// How far a reader looks around an interval, in seconds: what stood longer than that has no known beginning.
    private static let furthest = 32 * 86_400.0
    /// Seconds before an interval that show a motion across its beginning.
    private static let shortest = 1800.0
    /// Seconds after the first location beyond the end.
    private static let after = 120.0

    /// The last location before the interval; `nil` if the track holds none within a month. `files` returns the paths
    /// of the files of an interval. What cannot be read counts as absent.
    public func lastLocation(files: (TrackInterval) throws(TrackError) -> [String]) -> Location? {
        lookBack { part -> Location? in
            guard let paths = try? files(part) else { return nil }
            var records = TrackRecords(files: paths, in: part)
            var last: (location: Location, piece: Int)?
            while let record = try? records.next() {
                guard case .event(.location(let location)) = record else { continue }
                // Of two pieces at the same time, as of an import beside the track, the one that goes on longer counts.
                let piece = records.piece.number
                if let last, last.piece != piece, last.location.timestamp > location.timestamp { continue }
                last = (location, piece)
            }
            return last?.location
        }?.found
    }

    /// Looks back from the beginning, each time twice as far, until something is found; also returns how far that was.
    private func lookBack<Found, Failure: Error>(
        _ find: (TrackInterval) throws(Failure) -> Found?
    ) throws(Failure) -> (found: Found, from: Timestamp)? {
        guard let from else { return nil }
        var (end, length) = (from, Self.shortest)
        while length <= Self.furthest {
            let start = from.advanced(bySeconds: -length)
            if let found = try find(TrackInterval(from: start, to: end)) { return (found, start) }
            (end, length) = (start, length * 2)
        }
        return nil
    }

    /// The interval with enough of the track around it to tell what happened at its ends: the last location before it,
    /// half an hour before that at least, and the first locations after it. `files` returns the paths of the files of
    /// an interval. What cannot be read counts as absent.
    public func withContext(
        files: (TrackInterval) throws(TrackError) -> [String]
    ) throws(TrackError) -> TrackInterval {
        func firstLocation(in part: TrackInterval) throws(TrackError) -> Timestamp? {
            var records = TrackRecords(files: try files(part), in: part)
            while let record = try? records.next() {
                if case .event(.location(let location)) = record { return location.timestamp }
            }
            return nil
        }
        var wide = self
        if let known = try lookBack({ (part) throws(TrackError) -> Timestamp? in try firstLocation(in: part) }) {
            wide.from = known.from
        }
        if let to, let next = try firstLocation(in: TrackInterval(from: to, to: to.advanced(bySeconds: Self.furthest)))
        {
            wide.to = next.advanced(bySeconds: Self.after)
        }
        return wide
    }
}
