internal import Glibc
package import LocationModel

/// Metres, or metres per second, north and east.
package struct PlaneVector: Sendable, Hashable, Codable {
    package var north: Double
    package var east: Double

    package init(north: Double = 0, east: Double = 0) {
        self.north = north
        self.east = east
    }

    /// The velocity that a location reports; `nil` where it does not say where to. Something this slow needs no
    /// direction.
    package init?(velocityOf location: Location) {
        guard let speed = location.speed else { return nil }
        guard let course = location.course else {
            guard speed < Self.slowestCourse else { return nil }
            self.init()
            return
        }
        self.init(north: speed * cos(course * .pi / 180), east: speed * sin(course * .pi / 180))
    }

    /// How far the reported velocities carry a position from one location to the next; `nil` where they are not both
    /// known.
    package static func carried(from last: Location, to location: Location, _ seconds: Double) -> PlaneVector? {
        carried(PlaneVector(velocityOf: last), PlaneVector(velocityOf: location), seconds)
    }

    /// The same by two velocities.
    package static func carried(_ before: PlaneVector?, _ now: PlaneVector?, _ seconds: Double) -> PlaneVector? {
        guard let before, let now else { return nil }
        return seconds / 2 * (before + now)
    }

    /// m/s below which receivers leave the course out.
    private static let slowestCourse = 0.5

    /// Neither north nor east.
    package static let zero = PlaneVector()

    package var square: Double { north * north + east * east }
    package var length: Double { square.squareRoot() }

    package func dot(_ other: PlaneVector) -> Double { north * other.north + east * other.east }

    package static func + (left: PlaneVector, right: PlaneVector) -> PlaneVector {
        PlaneVector(north: left.north + right.north, east: left.east + right.east)
    }

    package static func - (left: PlaneVector, right: PlaneVector) -> PlaneVector {
        PlaneVector(north: left.north - right.north, east: left.east - right.east)
    }

    package static func * (vector: PlaneVector, factor: Double) -> PlaneVector { factor * vector }

    package static func * (factor: Double, vector: PlaneVector) -> PlaneVector {
        PlaneVector(north: factor * vector.north, east: factor * vector.east)
    }
}

extension Coordinate {
    /// Metres north and east to another place, exactly in the direction and the length of the geodesic.
    package func offset(to other: Coordinate) -> PlaneVector {
        let (distance, bearing) = geodesic(to: other)
        let radians = bearing * .pi / 180
        return PlaneVector(north: distance * cos(radians), east: distance * sin(radians))
    }

    /// The place at this distance north and east, in metres.
    package func moved(by vector: PlaneVector) -> Coordinate {
        let distance = vector.square.squareRoot()
        guard distance > 0, distance.isFinite else { return self }
        return moved(by: distance, bearing: atan2(vector.east, vector.north) * 180 / .pi)
    }
}
