import Glibc

extension Coordinate {
    /// Whether `other` lies at most `radius` metres away: exactly `distance(to: other) <= radius`, mostly without
    /// computing the geodesic. False if the distance is not defined.
    public func isWithin(_ radius: Double, of other: Coordinate) -> Bool {
        // Along a meridian and a parallel it is no shorter, and a degree of either is less than 111.7 km.
        let (north, east) = (abs(other.latitude - latitude), abs(other.longitude - longitude))
        if (north + east) * 112_000 <= radius, east <= 1, max(abs(latitude), abs(other.latitude)) <= 80 { return true }
        if let bounds = distanceBounds(to: other) {
            if bounds.upperBound <= radius { return true }
            if bounds.lowerBound > radius { return false }
        }
        return distance(to: other) <= radius
    }

    /// Whether `other` lies nearer than `limit` metres: exactly `distance(to: other) < limit`, mostly without computing
    /// the geodesic. False if the distance is not defined.
    public func isNearer(than limit: Double, to other: Coordinate) -> Bool {
        if let bounds = distanceBounds(to: other) {
            if bounds.upperBound < limit { return true }
            if bounds.lowerBound >= limit { return false }
        }
        return distance(to: other) < limit
    }

    /// Bounds of the geodesic's length in metres, if the surroundings may be treated as flat: for two points of at most
    /// 80 degrees of latitude that differ by at most 0.1 degrees of latitude and 0.5 of longitude (so by less than 60
    /// km). The radii are the smallest and the largest of the ellipsoid (meridian and prime vertical), and a thousandth
    /// on either side covers the curvature.
    func distanceBounds(to other: Coordinate) -> ClosedRange<Double>? {
        let north = abs(other.latitude - latitude)
        let east = abs(wrappedLongitude(other.longitude - longitude))
        guard north <= 0.1, east <= 0.5, abs(latitude) <= 80, abs(other.latitude) <= 80 else { return nil }
        let radians = Double.pi / 180
        let shrunkEast = east * cos((latitude + other.latitude) / 2 * radians) * radians
        let scaledNorth = north * radians
        let (atEquator, atPole) = (WGS84.radii(atSineOfLatitude: 0), WGS84.radii(atSineOfLatitude: 1))
        let least = (square(atEquator.meridian * scaledNorth) + square(atEquator.primeVertical * shrunkEast))
            .squareRoot()
        let largest = (square(atPole.meridian * scaledNorth) + square(atPole.primeVertical * shrunkEast)).squareRoot()
        return (least * 0.999)...(largest * 1.001)
    }
}

private func square(_ value: Double) -> Double { value * value }
