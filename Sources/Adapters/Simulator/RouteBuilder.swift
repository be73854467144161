import LocationModel

/// Builds a route: stand here, drive along these places, lose the signal for a while.
struct RouteBuilder {
    struct Place {
        var coordinate: Coordinate
        /// Metres above mean sea level.
        var altitude: Double
        /// Metres of the geoid above the ellipsoid, where known.
        var geoidSeparation: Double?
    }

    /// Metres per second squared: a car that is in no hurry.
    private static let acceleration = 1.5

    private(set) var knots: [Route.Knot] = []
    private var elapsed: Double { knots.last?.elapsed ?? 0 }

    /// Passes a place `seconds` after the one before; negative counts as 0.
    mutating func pass(_ place: Place, after seconds: Double) {
        append(place, at: elapsed + max(seconds, 0))
    }

    /// Stays where it is.
    mutating func stand(seconds: Double) {
        guard var knot = knots.last else { return }
        knot.elapsed += max(seconds, 0)
        knots.append(knot)
    }

    /// Loses the signal here, for `seconds` until the next place is passed.
    mutating func loseSignal() {
        guard !knots.isEmpty else { return }
        knots[knots.count - 1].losesSignal = true
    }

    /// Drives along the places at up to `speed` metres per second (greater than 0), from rest to rest. The first place
    /// is the beginning: pass it before, or the route passes it at once.
    mutating func drive(along places: [Place], speed: Double) {
        guard let first = places.first else { return }
        if knots.isEmpty { pass(first, after: 0) }
        var distances = [0.0]
        for (from, to) in zip(places, places.dropFirst()) {
            distances.append((distances.last ?? 0) + from.coordinate.distance(to: to.coordinate))
        }
        let profile = SpeedProfile(distance: distances.last ?? 0, speed: speed, acceleration: Self.acceleration)
        var changes = profile.changes[...]
        let began = elapsed
        for leg in places.indices.dropFirst() {
            while let distance = changes.first, distance < distances[leg] {
                changes.removeFirst()
                guard distance > distances[leg - 1] else { continue }
                let between = Self.between(
                    places[leg - 1], places[leg],
                    fraction: (distance - distances[leg - 1]) / (distances[leg] - distances[leg - 1]))
                append(between, at: began + profile.time(at: distance))
            }
            append(places[leg], at: began + profile.time(at: distances[leg]))
        }
    }

    private mutating func append(_ place: Place, at moment: Double) {
        knots.append(
            Route.Knot(
                elapsed: max(moment, elapsed), coordinate: place.coordinate, altitude: place.altitude,
                geoidSeparation: place.geoidSeparation))
    }

    private static func between(_ from: Place, _ to: Place, fraction: Double) -> Place {
        let geodesic = from.coordinate.geodesic(to: to.coordinate)
        var place = from
        place.coordinate = from.coordinate.moved(
            by: geodesic.distance * fraction, bearing: geodesic.initialBearing)
        place.altitude += (to.altitude - from.altitude) * fraction
        return place
    }
}

/// Distance over time from rest to rest: accelerate evenly, continue, brake evenly.
struct SpeedProfile {
    /// Metres.
    let distance: Double
    /// The steady speed in metres per second; less than requested if the distance is too short to reach it.
    let speed: Double
    /// Metres per second squared.
    let acceleration: Double

    /// All greater than 0, `distance` 0 or more.
    init(distance: Double, speed: Double, acceleration: Double) {
        self.distance = distance
        self.speed = min(speed, (distance * acceleration).squareRoot())
        self.acceleration = acceleration
    }

    /// Metres until the speed is reached, and the same for braking.
    private var ramp: Double { speed * speed / (2 * acceleration) }

    /// Seconds for the whole distance.
    var duration: Double {
        speed > 0 ? 2 * speed / acceleration + (distance - 2 * ramp) / speed : 0
    }

    /// Seconds for the first `passed` metres (0...distance).
    func time(at passed: Double) -> Double {
        guard speed > 0 else { return 0 }
        if passed < ramp { return (2 * max(passed, 0) / acceleration).squareRoot() }
        if passed > distance - ramp {
            return duration - (2 * max(distance - passed, 0) / acceleration).squareRoot()
        }
        return speed / acceleration + (passed - ramp) / speed
    }

    /// The distances, in order, at which a route that is even between its knots needs a knot to follow the ramps: one
    /// for each second of them.
    var changes: [Double] {
        // Beyond ten minutes of ramp nobody looks; this limits the cost of an absurd speed.
        let seconds = Int(rounding: min(speed / acceleration, 600), .up)
        guard seconds > 0 else { return [] }
        let ramps = (1...seconds).map { second in
            let time = min(Double(second), speed / acceleration)
            return acceleration * time * time / 2
        }
        return ramps + ramps.reversed().map { distance - $0 }
    }
}
