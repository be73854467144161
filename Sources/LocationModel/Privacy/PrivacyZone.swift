/// A circle within which nobody learns where somebody is. It stands for a private region, and holds it.
///
/// Where tracks break off shows, after a few of them, the circle at which they do, and its middle would be the very place
/// that was to be hidden (W. U. Hassan et al., USENIX Security 2018). So the circle is not drawn around the region, but
/// around the middle of the cell of a public grid that the region's middle lies in. All that tracks can show is that cell,
/// and it reaches about as far as the region.
public struct PrivacyZone: Sendable, Hashable {
    /// Smaller regions are taken for this large, in metres: a receiver that stands drifts 50 m.
    public static let leastRadius = 100.0

    /// The middle of a cell; not of the region.
    public let center: Coordinate
    /// Metres: about twice the region's radius, so that in some direction the zone reaches three times as far.
    public let radius: Double
    /// What is told of the time in it.
    public let privacy: RegionPrivacy

    /// The zone of all places within `radius` metres of `place`.
    init(hiding place: Coordinate, radius: Double, privacy: RegionPrivacy) {
        let radius = max(radius, Self.leastRadius)
        // A square whose corners are as far from its middle as the region's edge is.
        let cell = SnapGrid(pitch: radius * 2.0.squareRoot()).cell(of: place)
        center = cell.center
        self.radius = radius + cell.reach
        self.privacy = privacy
    }

    /// Whether a place lies in it.
    public func contains(_ place: Coordinate) -> Bool { center.distance(to: place) <= radius }

    /// What may be told of a location in it: nothing, or the zone in its place. All else that is known of it could tell where in the
    /// zone it is.
    public func redacted(_ location: Location) -> Location? {
        guard privacy == .blur else { return nil }
        var delivered = Location(timestamp: location.timestamp, coordinate: center, isSimulated: location.isSimulated)
        delivered.horizontalAccuracy = radius
        return delivered
    }

    /// The zones of a region; none where it is not private.
    ///
    /// A circle has one; polygons have one each, around the circle that holds them. A corridor has one for each piece of
    /// its line, about as long as it is wide, and ten thousand at most.
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
        }
    }
}
