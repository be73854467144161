import FoundationEssentials
import LocationModel
import LocdTestSupport
import Testing
import TrackTestSupport

@testable import TrackTools

@Suite("Waypoints and placemarks")
struct ExportMarkTests {
    private func export(_ format: ExportFormat, _ steps: [TrackStep], byDay: Bool = false) throws -> String {
        let directory = TemporaryDirectory()
        var options = ExportOptions()
        options.hasMarks = true
        options.title = "Van"
        let destination = try ExportDestination(path: directory.path + "/out")
        let day: @Sendable (Timestamp) -> String = { "\($0.day.day)" }
        var exporter = TrackExporter(format, options: options, to: destination, day: byDay ? day : nil)
        for step in steps { try exporter.add(step) }
        try exporter.finish()
        try destination.commit()
        return try directory.text("out")
    }

    private var steps: [TrackStep] {
        let place = Coordinate(latitude: -47.5, longitude: 8.5)
        let way = locations(300).compactMap { event -> TrackStep? in
            if case .location(let location) = event { .location(location) } else { nil }
        }
        return [
            .region(
                RegionEvent(
                    timestamp: moment("2026-11-21T05:59:59Z"), identifier: "a<b", state: .outside, cause: .crossed))
        ] + way + [
            .visit(
                Visit(
                    timestamp: moment("2026-11-21T06:20:00Z"), arrivalDate: moment("2026-11-21T06:05:00Z"),
                    departureDate: nil, coordinate: place, since: moment("2026-11-21T06:05:00Z"))),
            .visit(
                Visit(
                    timestamp: moment("2026-11-21T07:00:00Z"), arrivalDate: moment("2026-11-21T06:05:00Z"),
                    departureDate: moment("2026-11-21T06:59:00Z"), coordinate: place,
                    since: moment("2026-11-21T06:05:00Z"))),
        ]
    }

    @Test func `Waypoints stand before the track`() throws {
        let text = try export(.gpx, steps)
        let head = text.components(separatedBy: "<trk>")[0]
        #expect(head.contains("<name>Left a&lt;b</name><type>exit</type></wpt>"))
        #expect(
            head.contains(
                "<wpt lat=\"-47.5\" lon=\"8.5\"><time>2026-11-21T06:05:00.000Z</time><name>Visit</name>"
                    + "<desc>2026-11-21T06:05:00.000Z to 2026-11-21T06:59:00.000Z</desc><type>visit</type></wpt>"))
        #expect(head.components(separatedBy: "<type>visit</type>").count - 1 == 1)
        #expect(head.contains("<name>Stop</name>"), "the places of the track hardly move")
        #expect(text.components(separatedBy: "<wpt").count - 1 == 3)
        #expect(text.components(separatedBy: "<trkpt").count - 1 == 300)
        #expect(text.hasSuffix("</trkseg>\n</trk>\n</gpx>\n"))
    }

    @Test func `Placemarks stand in a document`() throws {
        let text = try export(.kml, steps)
        #expect(text.components(separatedBy: "<Placemark>").count - 1 == 4)
        #expect(text.contains("<Point><coordinates>8.5,-47.5</coordinates></Point>"))
        #expect(text.contains("<TimeSpan><begin>2026-11-21T06:05:00.000Z</begin>"))
        #expect(text.hasSuffix("</Document>\n</kml>\n"))
    }

    @Test func `Each day is a track`() throws {
        let two =
            steps.prefix(20)
            + locations(20, from: "2026-11-22T00:00:10Z").compactMap { event -> TrackStep? in
                if case .location(let location) = event { .location(location) } else { nil }
            }
        let gpx = try export(.gpx, Array(two), byDay: true)
        #expect(gpx.contains("<trk><name>Van 21</name>") && gpx.contains("<trk><name>Van 22</name>"))
        #expect(gpx.components(separatedBy: "<trk>").count == gpx.components(separatedBy: "</trk>").count)
        let kml = try export(.kml, Array(two), byDay: true)
        #expect(kml.components(separatedBy: "<gx:MultiTrack>").count - 1 == 2)
    }

    /// More than fits into memory goes through a file, and comes out in order.
    @Test func `A long track keeps its order`() throws {
        let spool = TextSpool()
        let part = Array("0123456789abcdef".utf8)
        let block = (0..<65_536).flatMap { _ in part }
        for index in 0..<20 { try spool.append([UInt8(index)] + block) }
        let directory = TemporaryDirectory()
        let destination = try ExportDestination(path: directory.path + "/out")
        try spool.copy(to: destination)
        try destination.commit()
        let all = try Array(Data(contentsOf: URL(filePath: directory.path + "/out")))
        #expect(all.count == 20 * (block.count + 1))
        #expect((0..<20).allSatisfy { all[$0 * (block.count + 1)] == UInt8($0) })
    }
}
