package import LocationModel

/// Locations that were held back and may turn out to belong to a departure, the oldest first, within a bound.
package struct KeptLocations: Sendable, Hashable, Codable {
    package struct Kept: Sendable, Hashable, Codable {
        package var location: Location
        /// The distance travelled, by the reported speeds.
        package var travel: ReportedTravel
        /// See ``MotionEvidence/meanPosition``.
        package var place: PlaneVector
        /// Why it was held back.
        package var reason: RejectionReason

        package init(location: Location, travel: ReportedTravel, place: PlaneVector, reason: RejectionReason) {
            self.location = location
            self.travel = travel
            self.place = place
            self.reason = reason
        }
    }

    /// How many are kept: all that is looked back to at 2.5 Hz. Of more, those are given up that came sooner after
    /// another.
    static let limit = 2048
    /// The departure may lie up to this many seconds before the proof begins.
    static let longestExit = 30.0

    private var ring: [Kept] = []
    private var first = 0

    package var all: ArraySlice<Kept> { ring[first...] }

    /// Whether it can have been written by this type: what is read from a file is anything.
    package var isValid: Bool {
        ring.count <= 2 * Self.limit && first <= ring.count && all.allSatisfy(\.location.isValid)
    }

    /// Keeps one more, and none from before `start`.
    package mutating func keep(_ kept: Kept, noneBefore start: Timestamp) {
        ring.append(kept)
        if ring.count - first > Self.limit {
            let interval = MotionThresholds.longestLookBack / Double(Self.limit)
            var last: Timestamp?
            ring = all.filter { kept in
                let time = kept.location.timestamp
                let isNext = last.map { time.seconds(since: $0) >= interval } ?? true
                if isNext { last = time }
                return isNext
            }
            first = 0
        }
        while first < ring.count, ring[first].location.timestamp < start || ring.count - first > Self.limit {
            first += 1
        }
        // So seldom that each costs nothing.
        if first > 64, first * 2 > ring.count {
            ring.removeFirst(first)
            first = 0
        }
    }

    /// What is no older than `start`, and before that what was on its way already: it is told from the last location on
    /// that was at `place`, or, if none was, from the one that was nearest to it.
    package func departing(since start: Timestamp, leaving place: Coordinate?, within radius: Double) -> ArraySlice<
        Kept
    > {
        let recent = all.firstIndex { $0.location.timestamp >= start } ?? all.endIndex
        guard let place, recent < all.endIndex else { return all[recent...] }
        var exit = recent
        var outside = 0
        for index in recent..<all.endIndex {
            if all[index].location.coordinate.isWithin(radius, of: place) {
                (exit, outside) = (index, 0)
            } else {
                outside += 1
            }
            // Not an outlier: from here on it is on its way, even if that leads back.
            if outside >= 3 { break }
        }
        let earliest = start.advanced(bySeconds: -Self.longestExit)
        let window = all[...exit].drop { $0.location.timestamp < earliest }
        let least = window.reduce(Double.infinity) { min($0, $1.location.coordinate.distance(to: place)) }
        let near = max(radius / 3, least)
        guard let nearest = window.lastIndex(where: { $0.location.coordinate.isWithin(near, of: place) }),
            let last = all.last?.location
        else { return all[recent...] }
        // The place is known to within the radius: so far it may have come already.
        let time = all[nearest].location.timestamp
        let distance = max(last.coordinate.distance(to: place), radius)
        let doubt = min(radius / distance * last.timestamp.seconds(since: time), Self.longestExit / 2)
        let begin = window.lastIndex { $0.location.timestamp <= time.advanced(bySeconds: -doubt) } ?? window.startIndex
        // The place may be known so badly that it lies on the way: it stood where the reported speed was that of
        // standing.
        let isAtRest = all[recent].location.speed.map { $0 < MotionThresholds.standingSpeed } ?? false
        return all[(isAtRest ? min(begin, recent) : begin)...]
    }

    /// The same, and forgets everything.
    package mutating func take(since start: Timestamp, leaving place: Coordinate?, within radius: Double) -> ArraySlice<
        Kept
    > {
        defer { removeAll() }
        return departing(since: start, leaving: place, within: radius)
    }

    /// Forgets what is older.
    package mutating func removeAll(before time: Timestamp) {
        while first < ring.count, ring[first].location.timestamp < time { first += 1 }
    }

    package mutating func removeAll() {
        guard !ring.isEmpty else { return }
        ring.removeAll(keepingCapacity: true)
        first = 0
    }

    package static func == (left: KeptLocations, right: KeptLocations) -> Bool { left.all == right.all }

    package func hash(into hasher: inout Hasher) { hasher.combine(all) }

    package init() {}

    package init(from decoder: any Decoder) throws { ring = try [Kept](from: decoder) }

    package func encode(to encoder: any Encoder) throws { try Array(all).encode(to: encoder) }
}
