/// A polygon on the WGS 84 ellipsoid, given by its corners in order, the last joined to the first.
public struct GeodesicPolygon: Sendable, Hashable {
    /// The corners, three or more; valid.
    public let corners: [Coordinate]

    /// `nil` for fewer than three corners, or one that is not valid.
    public init?(corners: [Coordinate]) {
        guard corners.count >= 3, corners.allSatisfy(\.isValid) else { return nil }
        self.corners = corners
    }

    /// Square metres, whichever way around the corners are given; its sides are geodesics. For a polygon
    /// whose sides cross, the areas that run the other way around are taken off.
    public var area: Double {
        abs(geodesicArea(of: corners))
    }

    /// Whether a place is within. Its sides are straight lines of latitude and longitude then, as GeoJSON has them
    /// (RFC 7946, 3.1.1), the shorter way around; a polygon around a pole contains neither pole. Of places on a side, those
    /// on western and southern ones are within.
    public func contains(_ place: Coordinate) -> Bool {
        guard place.isValid, let first = corners.first else { return false }
        // Laid out from the first corner on, a side across the antimeridian is as short as any other.
        var longitudes = [first.longitude]
        for (corner, next) in zip(corners, corners.dropFirst() + [first]) {
            longitudes.append((longitudes.last ?? 0) + wrappedLongitude(next.longitude - corner.longitude))
        }
        return [-360.0, 0, 360].contains { isInside(place.latitude, place.longitude + $0, longitudes) }
    }

    /// Whether a ray eastwards crosses an odd number of sides; `longitudes` are those of the corners, and of the first again.
    private func isInside(_ latitude: Double, _ longitude: Double, _ longitudes: [Double]) -> Bool {
        var isInside = false
        for (index, corner) in corners.enumerated() {
            let next = corners[index + 1 < corners.count ? index + 1 : 0]
            guard (corner.latitude > latitude) != (next.latitude > latitude) else { continue }
            let part = (latitude - corner.latitude) / (next.latitude - corner.latitude)
            let crossing = longitudes[index] + part * (longitudes[index + 1] - longitudes[index])
            if crossing > longitude { isInside.toggle() }
        }
        return isInside
    }
}
