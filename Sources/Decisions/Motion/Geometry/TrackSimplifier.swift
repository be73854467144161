internal import Glibc
public import LocationModel

/// Removes unnecessary points from a line, after D. H. Douglas and T. K. Peucker (1973): every removed point is within
/// a tolerance of the remaining line.
///
/// Distances are measured in space from the great ellipse through two kept points: within 0.01 % of the geodesic's for
/// lines of a few hundred kilometres. There is no recursion; time grows like n log n on tracks, and at worst like n².
public enum TrackSimplifier {
    /// The indices of the kept points, in order, always with the first and the last. `tolerance` is in metres, above 0.
    public static func kept(_ places: [Coordinate], tolerance: Double) -> [Int] {
        guard places.count > 2, tolerance > 0 else { return Array(places.indices) }
        let points = places.map(GeocentricPoint.init)
        var isKept = [Bool](repeating: false, count: points.count)
        isKept[0] = true
        isKept[points.count - 1] = true
        var open = [0..<(points.count - 1)]
        while let range = open.popLast() {
            guard let worst = farthest(points, range.lowerBound, range.upperBound, beyond: tolerance) else { continue }
            isKept[worst] = true
            if worst - range.lowerBound > 1 { open.append(range.lowerBound..<worst) }
            if range.upperBound - worst > 1 { open.append(worst..<range.upperBound) }
        }
        return isKept.indices.filter { isKept[$0] }
    }

    /// The point between two others that is farthest from the line between them; `nil` if all are within the tolerance.
    private static func farthest(
        _ points: [GeocentricPoint], _ first: Int, _ last: Int, beyond tolerance: Double
    ) -> Int? {
        let arc = GeocentricArc(from: points[first], to: points[last])
        var largest = tolerance * tolerance
        var worst: Int?
        points.withUnsafeBufferPointer { points in
            for index in (first + 1)..<last {
                let square = arc.squareOfDistance(to: points[index])
                if square > largest {
                    largest = square
                    worst = index
                }
            }
        }
        return worst
    }
}

/// A point in metres from the centre of the Earth, on axes that rotate with it.
struct GeocentricPoint {
    var x, y, z: Double

    init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// Converts a coordinate on the ellipsoid.
    init(_ place: Coordinate) {
        let latitude = place.latitude * .pi / 180
        let longitude = place.longitude * .pi / 180
        let sine = sin(latitude)
        let normal = WGS84.radii(atSineOfLatitude: sine).primeVertical
        x = normal * cos(latitude) * cos(longitude)
        y = normal * cos(latitude) * sin(longitude)
        z = normal * (1 - WGS84.eccentricitySquared) * sine
    }

    static func - (left: GeocentricPoint, right: GeocentricPoint) -> GeocentricPoint {
        GeocentricPoint(x: left.x - right.x, y: left.y - right.y, z: left.z - right.z)
    }

    func dot(_ other: GeocentricPoint) -> Double { x * other.x + y * other.y + z * other.z }

    func cross(_ other: GeocentricPoint) -> GeocentricPoint {
        GeocentricPoint(
            x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x)
    }
}

/// The shorter arc between two points, in the plane through the centre of the Earth.
struct GeocentricArc {
    private let from, to: GeocentricPoint
    /// The unit normal of the plane; `nil` if the two points coincide.
    private let normal: GeocentricPoint?
    /// The tangents of the arc at both ends, in the plane.
    private let alongFrom, alongTo: GeocentricPoint

    init(from: GeocentricPoint, to: GeocentricPoint) {
        self.from = from
        self.to = to
        // From the difference, because the cross product of two nearly equal vectors loses precision.
        let across = from.cross(to - from)
        let length = across.dot(across).squareRoot()
        // A millimetre, times the Earth's radius.
        guard length > 6000 else {
            normal = nil
            alongFrom = from
            alongTo = to
            return
        }
        let normal = GeocentricPoint(x: across.x / length, y: across.y / length, z: across.z / length)
        self.normal = normal
        alongFrom = normal.cross(from)
        alongTo = normal.cross(to)
    }

    /// The square of the distance, in square metres.
    @inline(__always)
    func squareOfDistance(to point: GeocentricPoint) -> Double {
        let fromStart = point - from
        guard let normal, fromStart.dot(alongFrom) >= 0 else { return fromStart.dot(fromStart) }
        let fromEnd = point - to
        guard fromEnd.dot(alongTo) <= 0 else { return fromEnd.dot(fromEnd) }
        let distance = fromStart.dot(normal)
        return distance * distance
    }
}
