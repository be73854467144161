/// A polygon on the WGS 84 ellipsoid, given by its corners in order, the last joined to the first.
public struct GeodesicPolygon: Sendable, Hashable {
    /// The corners, three or more; valid.
    public let corners: [Coordinate]

    /// Creates a polygon; `nil` if there are fewer than three corners or one is invalid.
    public init?(corners: [Coordinate]) {
        guard corners.count >= 3, corners.allSatisfy(\.isValid) else { return nil }
        self.corners = corners
    }

    /// Square metres, for either order of the corners; the sides are geodesics. If the sides cross, the areas that run
    /// the other way around are subtracted.
    public var area: Double {
        abs(geodesicArea(of: corners))
    }

    /// Whether the polygon contains a place. Here the sides are straight lines of latitude and longitude, as in GeoJSON
    /// (RFC 7946, 3.1.1), the shorter way around; a polygon around a pole contains neither pole. Places on western and
    /// southern sides are inside.
    public func contains(_ place: Coordinate) -> Bool {
        guard place.isValid, let first = corners.first else { return false }
        // Laid out from the first corner on, a side across the antimeridian is as short as any other.
        var longitudes = [first.longitude]
        for (corner, next) in zip(corners, corners.dropFirst() + [first]) {
            longitudes.append((longitudes.last ?? 0) + wrappedLongitude(next.longitude - corner.longitude))
        }
        return [-360.0, 0, 360].contains { isInside(place.latitude, place.longitude + $0, longitudes) }
    }

    /// Whether a ray eastwards crosses an odd number of sides; `longitudes` are those of the corners, with the first
    /// repeated.
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
