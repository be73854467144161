import LocationModel
import LocdTestSupport
import Testing

@Suite struct PrivacyZonesTests {
    private static func region(
        _ shape: RegionShape, _ privacy: RegionPrivacy? = .cut, _ identifier: String = "home"
    ) -> Region {
        var region = Region(identifier: identifier, shape: shape)
        region.privacy = privacy
        return region
    }

    private static let home = Coordinate(latitude: 47.5, longitude: 8.5)

    @Test func `A zone holds its region and reaches about twice as far`() throws {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<500 {
            let home = Coordinate(
                latitude: Double.random(in: -90...90, using: &random),
                longitude: Double.random(in: -180...180, using: &random))
            let radius = Double.random(in: 100...3000, using: &random)
            let zones = PrivacyZones([Self.region(.circle(center: home, radius: radius))])
            let zone = try #require(zones.zone(at: home))
            for bearing in stride(from: 0.0, to: 360, by: 30) {
                #expect(zones.zone(at: home.moved(by: radius * 0.999, bearing: bearing)) == zone)
            }
            #expect(zone.radius < 2.05 * radius + 2)
        }
    }

    /// What many tracks show is the circle at which they break off. It must be the same wherever in the cell the region
    /// is.
    @Test func `The zone tells of the region's middle no more than its cell`() throws {
        let radius = 200.0
        let zone = try #require(
            PrivacyZones([Self.region(.circle(center: Self.home, radius: radius))]).zone(at: Self.home))
        var random = SeededGenerator(seed: 4)
        var farthest = 0.0
        for _ in 0..<2000 {
            let other = zone.center.moved(
                by: Double.random(in: 0...radius, using: &random), bearing: Double.random(in: 0..<360, using: &random))
            let theirs = PrivacyZones([Self.region(.circle(center: other, radius: radius))]).zone(at: zone.center)
            if theirs == zone { farthest = max(farthest, other.distance(to: zone.center)) }
        }
        // Regions almost a radius away from the middle of the zone look the same.
        #expect(farthest > 0.9 * radius)
        #expect(Self.home.distance(to: zone.center) > 1)
    }

    @Test func `A small region is taken for a hundred metres`() throws {
        let zones = PrivacyZones([Self.region(.circle(center: Self.home, radius: 5))])
        for bearing in stride(from: 0.0, to: 360, by: 15) {
            #expect(zones.zone(at: Self.home.moved(by: 99, bearing: bearing)) != nil)
        }
        #expect(zones.zone(at: Self.home.moved(by: 310, bearing: 45)) == nil)
    }

    @Test func `Polygons and corridors are held by their zones`() throws {
        let far = Self.home.moved(by: 4000, bearing: 60)
        let line = try #require(Polyline([Self.home, far, far.moved(by: 3000, bearing: 170)]))
        let corridor = PrivacyZones([Self.region(.corridor(line, width: 300))])
        let corners = [
            Coordinate(latitude: 10, longitude: 179.99), Coordinate(latitude: 10.02, longitude: -179.99),
            Coordinate(latitude: 9.99, longitude: -179.98),
        ]
        let polygon = Polygon(exterior: try #require(Ring(corners)))
        let across = PrivacyZones([Self.region(.polygons([polygon]))])
        var random = SeededGenerator(seed: 5)
        var inside = 0
        for _ in 0..<3000 {
            let place = Self.home.moved(
                by: Double.random(in: 0...8000, using: &random), bearing: Double.random(in: 0..<360, using: &random))
            if line.distance(to: place) <= 150 {
                inside += 1
                #expect(corridor.zone(at: place) != nil)
            }
            // Half the width and three quarters of a piece as long as it is wide; so much that the zone's middle may be
            // off, and twice as much that it reaches.
            if line.distance(to: place) > 1130 { #expect(corridor.zone(at: place) == nil) }
            let east = Double.random(in: -0.02...0.02, using: &random)
            let other = Coordinate(
                latitude: Double.random(in: 9.98...10.03, using: &random), longitude: east < 0 ? 180 + east : east - 180
            )
            if polygon.contains(other) {
                inside += 1
                #expect(across.zone(at: other) != nil)
            }
        }
        #expect(inside > 200)
    }

    @Test func `Cut regions are not blurred and their names are hidden`() {
        let zones = PrivacyZones([
            Self.region(.circle(center: Self.home, radius: 500), .blur, "village"),
            Self.region(.circle(center: Self.home, radius: 100), .cut, "house"),
            Self.region(.circle(center: Self.home, radius: 9000), nil, "county"),
        ])
        #expect(zones.zone(at: Self.home)?.privacy == .cut)
        #expect(zones.zone(at: Self.home.moved(by: 450, bearing: 10))?.privacy == .blur)
        #expect(zones.zone(at: Self.home.moved(by: 3000, bearing: 10)) == nil)
        #expect(["village", "house", "county"].map(zones.hides) == [true, true, false])
        #expect(PrivacyZones([Self.region(.circle(center: Self.home, radius: 9), nil)]).isEmpty)
    }

    @Test func `Many zones are searched by place`() {
        let regions = (0..<2000).map { number in
            Self.region(
                .circle(center: Self.home.moved(by: 900 * Double(number), bearing: 70), radius: 100), .cut, "\(number)")
        }
        let zones = PrivacyZones(regions)
        for number in stride(from: 0, to: 2000, by: 97) {
            #expect(zones.zone(at: Self.home.moved(by: 900 * Double(number), bearing: 70)) != nil)
        }
    }
}
