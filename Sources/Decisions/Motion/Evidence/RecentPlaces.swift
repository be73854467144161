internal import Glibc

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
        places.count < 200
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
        let range = range / (MotionThresholds.deviationsOfRange * deviation)
        isDoubtful = range > MotionThresholds.doubtfulRange
        return range > 1 ? places.first?.time : nil
    }

    /// Metres: how far it ranges, and how far it goes on as it went, in one figure. Noise without memory turns back, a
    /// random walk goes anywhere, and a drift that goes on is slow.
    private var range: Double { pow(variance * variance * leading, 1.0 / 6) }

    /// Square metres per axis, from the mean of all. Of few places, noise may be far apart.
    private var variance: Double {
        let count = Double(places.count)
        let mean = places.reduce(.zero) { $0 + $1.position } * (1 / count)
        return places.reduce(0) { $0 + ($1.position - mean).square } / 2 / (count + MotionThresholds.doubtfulSamples)
    }

    /// Square metres: the mean product of two steps of eight seconds, one after the other; 0 if it mostly turns back.
    private var leading: Double {
        let steps = zip(places, places.dropFirst()).map { before, place in
            (8 / (place.time - before.time)) * (place.position - before.position)
        }
        let products = zip(steps, steps.dropFirst()).reduce(0) { $0 + $1.0.dot($1.1) }
        return max(products, 0) / max(Double(steps.count - 1), 1)
    }
}
