public import CoreLocation
import LocationModel
import LocationServices
import Motion

/// Reduces the noise of recorded positions, as `locd track export --smooth` does: only as far as the noise is white.
/// What a receiver has filtered stays unchanged.
public enum LocationSmoothing: Sendable, Hashable {
    /// The mean of so many places around each (odd, from 3), moved along by speed and course if these are known.
    case movingAverage(window: Int = 5)
    /// The same, each place weighted by its accuracy.
    case weightedMovingAverage(window: Int = 5)
    /// A Kalman filter, forwards and then backwards (Rauch, Tung, Striebel, 1965). The process noise is an acceleration
    /// in m/s², that of measurements metres along one axis; what is `nil` it finds out itself.
    case kalman(processNoise: Double? = nil, measurementNoise: Double? = nil)
}

/// What the command does with tracks, for locations that a program has: the same functions.
extension Array where Element: CLLocation {
    /// The believable locations, in order.
    /// - Parameters:
    ///   - maximumAccuracy: The largest `horizontalAccuracy`, in metres; `nil` accepts any that is valid.
    ///   - maximumAge: Seconds before the newest timestamp so far; `nil` accepts any.
    ///   - maximumSpeed: m/s of a step; faster ones are leaps and left out, unless later locations confirm them.
    public func filtered(
        maximumAccuracy: CLLocationAccuracy? = nil, maximumAge: TimeInterval? = nil,
        maximumSpeed: CLLocationSpeed? = nil
    ) -> [Element] {
        var filter = QualityFilter(
            maximumHorizontalAccuracy: maximumAccuracy, maximumAge: maximumAge, maximumSpeed: maximumSpeed)
        var (passed, doubtful): ([Element], [Element]) = ([], [])
        var newest = -Double.infinity
        for location in self {
            guard location.horizontalAccuracy >= 0, let judged = Location(location) else { continue }
            newest = Swift.max(newest, location.timestamp.timeIntervalSince1970)
            switch filter.refusal(of: judged, age: newest - location.timestamp.timeIntervalSince1970) {
            case .tooFast:
                doubtful.append(location)
                doubtful.removeFirst(Swift.max(doubtful.count - filter.doubtfulCount, 0))
            case _?: continue
            case nil:
                passed += doubtful.suffix(filter.release?.locations.count ?? 0)
                doubtful = []
                passed.append(location)
            }
        }
        return passed
    }

    /// The locations at smoothed places. Everything else of a location stays; invalid ones are left out.
    public func smoothed(_ method: LocationSmoothing) -> [CLLocation] {
        let known = compactMap { location in Location(location).map { (location, $0) } }
        let places = known.map(\.1)
        let smoothed: [Location] =
            switch method {
            case .movingAverage(let window):
                CentredAverage.smoothed(places, isWeighted: false, reach: Swift.max(window / 2, 1))
            case .weightedMovingAverage(let window):
                CentredAverage.smoothed(places, isWeighted: true, reach: Swift.max(window / 2, 1))
            case .kalman(let acceleration, let deviation):
                KalmanSmoother.smoothed(places, deviation: deviation, acceleration: acceleration)
            }
        return zip(known, smoothed).map { known, smoothed in
            known.0.moved(to: CLLocationCoordinate2D(smoothed.coordinate))
        }
    }

    /// The locations that draw the line to a tolerance in metres (Douglas and Peucker, 1973); the first and the last
    /// stay.
    public func simplified(tolerance: CLLocationDistance) -> [Element] {
        let places = map(\.coordinate.coordinate)
        return TrackSimplifier.kept(places, tolerance: tolerance).map { self[$0] }
    }

    /// Metres along the line from the first to the last.
    public var totalDistance: CLLocationDistance {
        zip(self, dropFirst()).reduce(0) { $0 + $1.1.distance(from: $1.0) }
    }
}

extension CLLocationCoordinate2D {
    /// Degrees true, 0 to 360, in which the shortest way to another place begins.
    public func bearing(to other: CLLocationCoordinate2D) -> CLLocationDirection {
        let bearing = coordinate.geodesic(to: other.coordinate).initialBearing
        return bearing < 0 ? bearing + 360 : bearing
    }

    /// The place so many metres away in a direction (degrees true).
    public func moved(by distance: CLLocationDistance, bearing: CLLocationDirection) -> CLLocationCoordinate2D {
        CLLocationCoordinate2D(coordinate.moved(by: distance, bearing: bearing))
    }

    /// The nearest place of the shortest way between two others, and its distance in metres.
    public func nearestPoint(
        from start: CLLocationCoordinate2D, to end: CLLocationCoordinate2D
    ) -> (point: CLLocationCoordinate2D, distance: CLLocationDistance) {
        let nearest = GeodesicSegment(from: start.coordinate, to: end.coordinate).nearestPoint(to: coordinate)
        return (CLLocationCoordinate2D(nearest.point), nearest.distance)
    }
}

extension Array where Element == CLLocationCoordinate2D {
    /// Square metres of the polygon with these corners; 0 with fewer than three.
    public var area: Double { polygon?.area ?? 0 }

    /// Whether the polygon with these corners contains a place.
    public func contains(_ place: CLLocationCoordinate2D) -> Bool { polygon?.contains(place.coordinate) ?? false }

    private var polygon: GeodesicPolygon? { GeodesicPolygon(corners: map(\.coordinate)) }
}
