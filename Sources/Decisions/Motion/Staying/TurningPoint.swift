package import LocationModel

/// Where a way turned back, between two locations that are recorded.
///
/// Of the locations that were held back since the last recorded one it knows the one that lies farthest from that. Once
/// the way over it is clearly longer than the straight line, it was a turn.
package struct TurningPoint: Sendable, Hashable, Codable {
    private var start: PlaneVector?
    /// Where that is.
    package private(set) var place = PlaneVector.zero
    private var distance = 0.0
    /// The farthest location, if any was held back.
    package private(set) var location: Location?
    /// The distance travelled up to there, by the reported speeds.
    package private(set) var travel = ReportedTravel()

    /// Nothing was recorded yet.
    package init() {}

    /// A location was recorded at this place.
    package mutating func begin(at place: PlaneVector?) {
        start = place
        location = nil
        distance = 0
    }

    /// A location was held back.
    package mutating func note(_ location: Location, at place: PlaneVector, _ travel: ReportedTravel) {
        guard let start else { return }
        let distance = (place - start).length
        guard distance > self.distance else { return }
        (self.location, self.place, self.distance, self.travel) = (location, place, distance, travel)
    }

    /// Metres over the farthest location.
    package func length(to now: PlaneVector) -> Double { distance + (now - place).length }

    /// Metres by which the way over the farthest location is longer than the straight line.
    package func detour(to now: PlaneVector) -> Double {
        guard let start, location != nil else { return 0 }
        return length(to: now) - (now - start).length
    }

    /// Whether it can have been written by this type: what is read from a file is anything.
    package var isValid: Bool {
        let numbers: [Double] = [start?.north ?? 0, start?.east ?? 0, place.north, place.east, distance]
        return numbers.allSatisfy { $0.isFinite && abs($0) < 1e12 } && location?.isValid != false
    }
}
