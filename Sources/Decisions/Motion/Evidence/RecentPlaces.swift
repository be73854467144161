/// Where a receiver was in the last minutes, every eight seconds. What ranges over more than any parked receiver drifts
/// moves, whatever its noise is like.
struct RecentPlaces: Sendable, Hashable, Codable {
    private struct Place: Sendable, Hashable, Codable {
        var position: PlaneVector
        var time: Double
    }

    private var places: [Place] = []
    /// Whether they are so far apart that all of them may turn out to belong to a motion.
    private var isDoubtful = false

    /// Whether it can have been written by this type: what is read from a file is anything.
    var isValid: Bool {
        places.count < 100
            && places.allSatisfy { place in
                [place.position.north, place.position.east, place.time].allSatisfy { abs($0) < 1e12 }
            }
    }

    /// Seconds: since when it may move.
    var doubtfulSince: Double? { isDoubtful ? places.first?.time : nil }

    /// Takes the next place. Returns since when it moves, if that is proven; `deviation` is what a parked receiver is
    /// off by at most, in metres per axis.
    mutating func add(_ position: PlaneVector, at time: Double, deviation: Double) -> Double? {
        places.removeAll { $0.time <= time - MotionThresholds.rangeMemory }
        places.append(Place(position: position, time: time))
        let count = Double(places.count)
        let mean = places.reduce(.zero) { $0 + $1.position } * (1 / count)
        let squares = places.reduce(0) { $0 + ($1.position - mean).square } / 2
        // Of few places, noise may be far apart.
        let limit = MotionThresholds.deviationsOfRange * deviation
        let ratio = squares / (limit * limit * (count + MotionThresholds.doubtfulSamples))
        isDoubtful = ratio > MotionThresholds.doubtfulRange
        return ratio > 1 ? places.first?.time : nil
    }
}
