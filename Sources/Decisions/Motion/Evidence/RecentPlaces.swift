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
        places.removeAll { $0.time <= time - MotionThresholds.leadingMemory }
        places.append(Place(position: position, time: time))
        let latest = places.drop { $0.time <= time - MotionThresholds.rangeMemory }
        let range = Self.range(of: latest) / (MotionThresholds.deviationsOfRange * deviation)
        let leading = leadsOn ? Self.range(of: places[...]) / (MotionThresholds.deviationsOfLeading * deviation) : 0
        isDoubtful = max(range, leading) > MotionThresholds.doubtfulRange
        return leading > 1 ? places.first?.time : range > 1 ? latest.first?.time : nil
    }

    /// Metres per axis: the deviation from the mean of all. Of few places, noise may be far apart.
    private static func range(of places: ArraySlice<Place>) -> Double {
        let count = Double(places.count)
        let mean = places.reduce(.zero) { $0 + $1.position } * (1 / count)
        let squares = places.reduce(0) { $0 + ($1.position - mean).square } / 2
        return (squares / (count + MotionThresholds.doubtfulSamples)).squareRoot()
    }

    /// Whether it mostly goes on as it went eight seconds before, at the pace of a stroll and clearly more than by
    /// chance: noise without memory turns back, a random walk goes anywhere, and a drift that goes on is slower.
    private var leadsOn: Bool {
        let velocities = zip(places, places.dropFirst()).map { before, place in
            (1 / (place.time - before.time)) * (place.position - before.position)
        }
        let products = zip(velocities, velocities.dropFirst()).map { $0.dot($1) }
        let error = products.reduce(0) { $0 + $1 * $1 }.squareRoot()
        let certain = products.reduce(0, +) - MotionThresholds.errorsOfLeading * error
        return certain > MotionThresholds.leastLeading * Double(products.count)
    }
}
