import LocationModel
import LocdProtocol
import LocdTestSupport
import Testing

/// What `locd region list --json` prints, `locd region add` reads.
@Suite struct RegionCollectionTests {
    private static func ring(_ places: [(Double, Double)]) throws -> Ring {
        try #require(Ring(places.map { Coordinate(latitude: $0.0, longitude: $0.1) }))
    }

    private static func regions() throws -> [Region] {
        var circle = Region(
            identifier: "anchor \"A\"\u{1B}", center: Coordinate(latitude: -36.848_460_1, longitude: 174.763_332_2),
            radius: 40.5)
        circle.name = "Grüße, 港"
        circle.notifyOnEntry = false
        circle.priority = -3
        let outer = try ring([(-17, 179.5), (-17, -179.5), (-16, -179.5), (-16, 179.5)])
        let hole = try ring([(-16.6, 179.9), (-16.6, -179.9), (-16.4, -179.9)])
        let other = try ring([(47, 8), (47, 9), (48, 8.5)])
        var area = Region(
            identifier: "7", shape: .polygons([Polygon(exterior: outer, holes: [hole]), Polygon(exterior: other)]))
        area.notifyOnExit = false
        let line = try #require(
            Polyline(
                [(1e-7, -0.000_000_1), (0.1, 0.2), (-89.9, 180)].map { Coordinate(latitude: $0.0, longitude: $0.1) }))
        let beacons = try #require(BeaconConstraint("E2C56DB5-DFFB-48D2-B060-D0F5A71096E0:1"))
        return [
            circle, area, Region(identifier: "way", shape: .corridor(line, width: 0.1)),
            Region(identifier: "shop", shape: .beacons(beacons)),
        ]
    }

    @Test func `Every region is read back as it was`() throws {
        let regions = try Self.regions()
        let reported = regions.map { MonitoredRegion(region: ReportedRegion($0), state: .inside) }
        let text = try RegionCollection(reported).jsonText()
        #expect(!text.contains("\n"))
        #expect(try RegionFile.regions(text.utf8) == regions)
        #expect(try RegionFile.regions(RegionCollection([]).jsonText().utf8).isEmpty)
    }

    @Test func `What only the daemon knows is among the properties`() throws {
        var region = MonitoredRegion(
            region: ReportedRegion(Region(identifier: "a", center: .sample, radius: 10)), state: .outside,
            isAdministered: true)
        region.until = "2026-11-22T12:00:00.000Z"
        let text = try RegionCollection([region]).jsonText()
        #expect(text.contains(#""isAdministered":true"#) && text.contains(#""state":"outside""#))
        #expect(text.contains(#""until":"2026-11-22T12:00:00.000Z""#))
    }
}
