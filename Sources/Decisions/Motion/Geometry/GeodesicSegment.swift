internal import Glibc
public import LocationModel

/// The shortest way between two places on the WGS 84 ellipsoid.
public struct GeodesicSegment: Sendable, Hashable {
    /// The beginning.
    public var start: Coordinate
    /// The end.
    public var end: Coordinate

    /// The geodesic from one place to another.
    public init(from start: Coordinate, to end: Coordinate) {
        self.start = start
        self.end = end
    }

    /// The place on it that is nearest to another, its distance and its position along the geodesic, in metres.
    ///
    /// Computed step by step, each to the foot of the perpendicular on a sphere of the same curvature; it ends at a
    /// millimetre. For lengths and distances of up to some thousand kilometres. NaN if a place is invalid.
    public func nearestPoint(to place: Coordinate) -> (point: Coordinate, distance: Double, along: Double) {
        let whole = start.geodesic(to: end)
        let radius = WGS84.meanRadius
        var along = 0.0
        var point = start
        for _ in 0..<20 {
            let ahead = along < whole.distance / 2 ? point.geodesic(to: end).initialBearing : bearingOnward(at: point)
            let there = point.geodesic(to: place)
            let angle = (there.initialBearing - ahead) * .pi / 180
            let step = radius * atan2(sin(there.distance / radius) * cos(angle), cos(there.distance / radius))
            let next = min(max(along + step, 0), whole.distance)
            let change = abs(next - along)
            along = next
            point = start.moved(by: along, bearing: whole.initialBearing)
            guard change > 1e-3 else { break }
        }
        return (point, point.distance(to: place), along)
    }

    private func bearingOnward(at point: Coordinate) -> Double {
        let back = point.geodesic(to: start).initialBearing
        return back < 180 ? back + 180 : back - 180
    }
}

extension Coordinate {
    /// Metres to a point nearby, by Gauss's mid-latitude formulas with the terms of the third order; `nil` if the
    /// points lie too far apart, too near a pole, or on two sides of the antimeridian.
    ///
    /// It differs from the geodesic by less than 10 nm, as a test compares, and takes a seventh of the time: a track of
    /// a year adds up 31 million of them. The terms of the third order are those of a sphere: what e'² adds to them is
    /// below 1 nm here.
    package func shortDistance(to other: Coordinate) -> Double? {
        let (north, east) = (other.latitude - latitude, other.longitude - longitude)
        // 0.003 degrees of latitude are 333 m.
        guard abs(north) <= 0.003, abs(east) <= 0.003, abs(latitude) <= 80, abs(other.latitude) <= 80 else {
            return nil
        }
        let radians = Double.pi / 180
        let (phi, lambda) = (north * radians, east * radians)
        let middle = (latitude + north / 2) * radians
        let (sine, cosine) = (sin(middle), cos(middle))
        let radii = WGS84.radii(atSineOfLatitude: sine)
        let (across, turned) = (lambda * cosine, lambda * sine)
        let eastward = radii.primeVertical * across * (1 + (phi * phi - turned * turned) / 24)
        let northward = radii.meridian * phi * (1 - turned * turned / 8 - across * across / 12)
        return (eastward * eastward + northward * northward).squareRoot()
    }
}
