import LocationModel
import LocdProtocol
import Testing

@Suite struct ReportedRegionTests {
    private let corners = [
        Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 0, longitude: 1),
        Coordinate(latitude: 1, longitude: 1),
    ]

    @Test func `Every shape is sent and read as the same region`() throws {
        let ring = try #require(Ring(corners))
        let hole = try #require(
            Ring(corners.map { Coordinate(latitude: $0.latitude / 2, longitude: $0.longitude / 2) }))
        let line = try #require(Polyline(corners))
        var regions = [
            Region(identifier: "circle", center: corners[1], radius: 100),
            Region(identifier: "polygon", name: "Ü", shape: .polygons([Polygon(exterior: ring, holes: [hole])])),
            Region(identifier: "line", shape: .corridor(line, width: 50)),
        ]
        regions[0].notifyOnEntry = false
        regions[1].notifyOnExit = false
        regions[2].priority = -3
        for region in regions { #expect(try ReportedRegion(region).region() == region) }
    }

    @Test(arguments: [
        #"{"identifier":"x"}"#, #"{"identifier":"","circle":{"center":{"latitude":1,"longitude":2},"radius":9}}"#,
        #"{"identifier":"x","circle":{"center":{"latitude":1,"longitude":2},"radius":0}}"#,
        #"{"identifier":"x","circle":{"center":{"latitude":1,"longitude":2},"radius":1000001}}"#,
        #"{"identifier":"x","polygons":[]}"#,
        #"{"identifier":"x","polygons":[{"exterior":{"points":[{"latitude":1,"longitude":2},{"latitude":1,"longitude":3}]}}]}"#,
        #"{"identifier":"x","corridor":{"line":[{"latitude":1,"longitude":2}],"width":5}}"#,
        #"{"identifier":"x","polygons":[],"corridor":{"line":[],"width":5}}"#,
    ])
    func `A region that cannot be monitored is refused with what is wrong`(_ text: String) throws {
        let reported = try decoded(ReportedRegion.self, Array(text.utf8))
        let error = #expect(throws: VarlinkError.self) { try reported.region() }
        guard case .invalidRegion(let identifier, let detail) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(identifier == reported.identifier)
        #expect(detail.hasSuffix("."))
    }

    @Test func `A point that is not on earth is not read`() {
        for text in [
            #"{"identifier":"x","circle":{"center":{"latitude":91,"longitude":2},"radius":9}}"#,
            #"{"identifier":"x","corridor":{"line":[{"latitude":1,"longitude":2},{"latitude":1,"longitude":200}],"width":5}}"#,
        ] {
            #expect(throws: (any Error).self) { try decoded(ReportedRegion.self, Array(text.utf8)) }
        }
    }
}
