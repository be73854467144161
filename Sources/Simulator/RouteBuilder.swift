import LocationModel

/// Builds a route: stand here, drive along these places, lose the signal for a while.
struct RouteBuilder {
    /// A place on the route.
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
