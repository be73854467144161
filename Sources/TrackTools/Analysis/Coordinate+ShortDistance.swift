internal import Glibc
internal import LocationModel

extension Coordinate {
    /// Metres to a point nearby, by Gauss's mid-latitude formulas with the terms of the third order; `nil` if the points lie
    /// too far apart, too near a pole, or on two sides of the antimeridian.
    ///
    /// It differs from the geodesic by less than 10 nm, as a test compares, and takes a seventh of the time: a track of a
    /// year adds up 31 million of them. The terms of the third order are those of a sphere: what e'² adds to them is below
    /// 1 nm here.
    func shortDistance(to other: Coordinate) -> Double? {
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
