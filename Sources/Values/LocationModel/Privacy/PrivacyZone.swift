/// A circle that hides all locations within it. It represents a private region, and contains it.
///
/// The points at which a few tracks break off reveal the circle. If its middle were that of the region, it would reveal
/// the hidden place (W. U. Hassan et al., USENIX Security 2018). So the circle is drawn not around the region, but
/// around the middle of the cell of a public grid that contains the region's middle. Tracks can reveal only that cell,
/// which is about as large as the region.
public struct PrivacyZone: Sendable, Hashable {
    /// The minimum radius in metres; smaller regions are enlarged to it. A stationary receiver drifts 50 m.
    public static let leastRadius = 100.0

    /// The middle of a grid cell, not of the region.
    public let center: Coordinate
    /// Metres: about twice the region's radius, so that in some directions the zone reaches three times as far.
    public let radius: Double
    /// How locations in the zone are hidden.
    public let privacy: RegionPrivacy

    /// Creates a zone that contains all places within `radius` metres of `place`.
    init(hiding place: Coordinate, radius: Double, privacy: RegionPrivacy) {
        let radius = max(radius, Self.leastRadius)
        // A square whose corners are as far from its middle as the region's edge is.
        let cell = SnapGrid(pitch: radius * 2.0.squareRoot()).cell(of: place)
        center = cell.center
        self.radius = radius + cell.reach
        self.privacy = privacy
    }

    /// Whether a place lies in the zone.
    public func contains(_ place: Coordinate) -> Bool { center.distance(to: place) <= radius }

    /// The public form of a location in the zone: `nil`, or the zone instead of the location. Other details could
    /// reveal the place within the zone.
    public func redacted(_ location: Location) -> Location? {
        guard privacy == .blur else { return nil }
        var delivered = Location(timestamp: location.timestamp, coordinate: center, isSimulated: location.isSimulated)
        delivered.horizontalAccuracy = radius
        delivered.integrity = location.integrity
        return delivered
    }

    /// The zones of a region; empty if it is not private.
    ///
    /// A circle has one; polygons have one each, around the circle that encloses them. A corridor has one for each
    /// piece of its line, about as long as the corridor is wide, and at most ten thousand.
    static func zones(of region: Region) -> [PrivacyZone] {
        guard let privacy = region.privacy else { return [] }
        switch region.shape {
        case .circle(let center, let radius):
            return [PrivacyZone(hiding: center, radius: radius, privacy: privacy)]
        case .polygons(let polygons):
            return polygons.map { polygon in
                let (center, radius) = polygon.exterior.enclosingCircle
                return PrivacyZone(hiding: center, radius: radius, privacy: privacy)
            }
        case .corridor(let line, let width):
            let (places, reach) = line.cover(spacing: max(width, leastRadius), maximum: 10_000)
            return places.map { PrivacyZone(hiding: $0, radius: width / 2 + reach, privacy: privacy) }
        // Refused where regions are read: beacons have no place that could be hidden.
        case .beacons: return []
        }
    }
}

/// How locations in a private region are hidden.
public enum RegionPrivacy: String, Sendable, Hashable, Codable, CaseIterable {
    /// Locations are omitted, leaving a gap with its cause.
    case cut
    /// Locations are replaced by occasional substitutes with a matching accuracy.
    case blur
}
