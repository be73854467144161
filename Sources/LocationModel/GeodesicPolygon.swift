internal import CGeographic

/// A polygon on the WGS 84 ellipsoid, given by its corners in order, the last joined to the first.
public struct GeodesicPolygon: Sendable, Hashable {
    /// The corners, three or more; valid.
    public let corners: [Coordinate]

    /// `nil` for fewer than three corners, or one that is not valid.
    public init?(corners: [Coordinate]) {
        guard corners.count >= 3, corners.allSatisfy(\.isValid) else { return nil }
        self.corners = corners
    }

    /// Square metres, whichever way around the corners are given; its sides are geodesics (GeographicLib). For a polygon
    /// whose sides cross, the areas that run the other way around are taken off.
    public var area: Double {
        abs(cgeographic_polygon_area(corners.flatMap { [$0.latitude, $0.longitude] }, corners.count))
    }

    /// Whether a place is within. Its sides are straight lines of latitude and longitude then, as GeoJSON has them
    /// (RFC 7946, 3.1.1), the shorter way around; a polygon around a pole contains neither pole. Of places on a side, those
    /// on western and southern ones are within.
    public func contains(_ place: Coordinate) -> Bool {
        guard place.isValid else { return false }
        var isInside = false
        // Longitudes from the place: a side across the antimeridian is as short as any other.
        func east(_ corner: Coordinate) -> Double {
            let east = corner.longitude - place.longitude
            return east > 180 ? east - 360 : east < -180 ? east + 360 : east
        }
        for (index, corner) in corners.enumerated() {
            let next = corners[index + 1 < corners.count ? index + 1 : 0]
            guard (corner.latitude > place.latitude) != (next.latitude > place.latitude) else { continue }
            let begin = east(corner)
            var end = east(next)
            if end - begin > 180 { end -= 360 } else if end - begin < -180 { end += 360 }
            let part = (place.latitude - corner.latitude) / (next.latitude - corner.latitude)
            if begin + part * (end - begin) > 0 { isInside.toggle() }
        }
        return isInside
    }
}
