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
