import FoundationEssentials
import Glibc
import Interchange
import LocationModel
import LocdTestSupport
import Testing
import TrackTestSupport
import Tracks

@testable import TrackTools

@Suite("Export")
struct TrackExporterTests {
    private let directory = TemporaryDirectory()

    private func export(
        _ format: ExportFormat, _ steps: [TrackStep], _ change: (inout ExportOptions) -> Void = { _ in }
    ) throws -> String {
        var options = ExportOptions()
        change(&options)
        let destination = try ExportDestination(path: directory.path + "/out")
        var exporter = TrackExporter(format, options: options, to: destination)
        for step in steps { try exporter.add(step) }
        try exporter.finish()
        try destination.commit()
        #expect(try directory.names == ["out"])
        return try directory.text("out")
    }

    private func steps(_ count: Int, breakAt: Int? = nil) -> [TrackStep] {
        locations(count).enumerated().flatMap { index, event -> [TrackStep] in
            guard case .location(let location) = event else { return [] }
            return (index == breakAt ? [.broken(.leftOut(.latest))] : []) + [.location(location)]
        }
    }

    @Test func `GPX has a segment for each run and comes back the same`() throws {
        var full = fullLocation()
        full.isSimulated = false
        let text = try export(.gpx, steps(5, breakAt: 3) + [.broken(.leftOut(.latest)), .location(full)]) {
            $0.title = "A & B <\"\u{1}>"
        }
        #expect(text.contains("<name>A &amp; B &lt;&quot;?&gt;</name>"))
        let document = try GPXParser.document(Array(text.utf8), name: "out")
        #expect(document.segments.map(\.count) == [3, 2, 1])
        let point = try #require(document.segments.last?.first)
        #expect(point.coordinate == full.coordinate)
        #expect(point.time == full.timestamp)
        #expect(point.elevation == full.altitude)
        #expect(point.speed == full.speed)
        #expect(point.course == full.course)
        #expect(point.satellites == 9)
        #expect(point.hdop == 0.9)
        #expect(point.fix == .fix3D)
    }

    /// The schema wants less than 180 degrees, also after rounding.
    @Test func `GPX writes the date line as west`() throws {
        let places = [180, -180, 179.9999999, 179.99999996, -179.99999999].map {
            Coordinate(latitude: 1, longitude: $0)
        }
        let steps = places.enumerated().map { index, place in
            TrackStep.location(Location(timestamp: moment("2026-11-21T06:00:0\(index)Z"), coordinate: place))
        }
        let text = try export(.gpx, steps)
        let longitudes = text.split(separator: "lon=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
        #expect(longitudes == ["-180", "-180", "179.9999999", "-180", "-180"])
    }

    @Test func `A course just below a full turn is written as zero`() throws {
        var location = fullLocation()
        (location.course, location.trueHeading) = (359.96, 359.95)
        #expect(try export(.gpx, [.location(location)]).contains("<gpxtpx:course>0</gpxtpx:course>"))
        let csv = try export(.csv, [.location(location)]) { $0.fields = [.course, .trueHeading] }
        #expect(csv.hasSuffix("\r\n0,0\r\n"))
        #expect(try export(.geojsonseq, [.location(location)]).contains(#""course":0"#))
    }

    /// A `gx:coord` has three values. The altitude mode has the third one ignored.
    @Test func `KML has three values for each place, also without an altitude`() throws {
        let kml = try export(.kml, [.location(fullLocation())] + steps(1))
        #expect(kml.contains("<altitudeMode>clampToGround</altitudeMode>"))
        let places = kml.split(separator: "<gx:coord>").dropFirst()
            .map { $0.prefix { $0 != "<" }.split(separator: " ") }
        #expect(places.map(\.count) == [3, 3])
        #expect(places.map(\.last) == ["-450.1", "0"])
    }

    @Test func `CSV has the columns that are asked for`() throws {
        let text = try export(.csv, [.location(fullLocation())])
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
        #expect(lines.count == 3)
        #expect(lines[0] == TrackField.allCases.map(\.rawValue).joined(separator: ",")[...])
        #expect(
            lines[1]
                == """
                2026-11-21T06:00:00.123Z,-47.5000014,8.5000021,3.2,-450.1,497.1,6,13.02,0.4,12.3,2,12.5,3d,9,0.9,true,1
                """)
        let few = try export(.csv, steps(1)) { $0.fields = [.speed, .latitude] }
        #expect(few == "speed,latitude\r\n,47.5\r\n")
    }

    private struct Collection: Decodable {
        struct Feature: Decodable {
            struct Geometry: Decodable { let type: String }
            struct Properties: Decodable {
                let segment: Int
                let coordTimes: [String]?
                let speed: Double?
            }
            let geometry: Geometry
            let properties: Properties
        }
        let features: [Feature]
    }

    @Test func `GeoJSON is cut at breaks and at the antimeridian`() throws {
        let time = moment("2026-11-21T06:00:00Z")
        let crossing = [179.9, 179.95, -179.95, -179.9].enumerated().map { index, longitude in
            TrackStep.location(
                Location(
                    timestamp: time.advanced(bySeconds: Double(index)),
                    coordinate: Coordinate(latitude: 1, longitude: longitude)))
        }
        let text = try export(.geojson, crossing + [.broken(.leftOut(.latest))] + steps(1))
        let features = try JSONDecoder().decode(Collection.self, from: Data(text.utf8)).features
        #expect(features.map(\.geometry.type) == ["LineString", "LineString", "Point"])
        #expect(features.map(\.properties.segment) == [1, 1, 2])
        // The line reaches the antimeridian, and goes on from there, half a second later.
        #expect(features.map { $0.properties.coordTimes?.count } == [3, 3, 1])
        #expect(features[0].properties.coordTimes?.last == "2026-11-21T06:00:01.500Z")
        #expect(features[1].properties.coordTimes?.first == "2026-11-21T06:00:01.500Z")
        #expect(text.contains("[179.95,1],[180,1]]") && text.contains("[[-180,1],[-179.95,1]"))
        let back = try export(.geojson, crossing.reversed())
        #expect(back.contains("[-179.95,1],[-180,1]]") && back.contains("[[180,1],[179.95,1]"))
        // One that lies on it already is no line of two equal points.
        func edge(_ longitudes: Double...) throws -> [String] {
            let steps = longitudes.map { longitude in
                TrackStep.location(
                    Location(timestamp: time, coordinate: Coordinate(latitude: 1, longitude: longitude)))
            }
            return try export(.geojson, steps).split(separator: "\n").compactMap { line -> String? in
                guard let range = line.firstRange(of: "\"coordinates\":") else { return nil }
                return String(line[range.upperBound..<line.endIndex].prefix { $0 != "}" })
            }
        }
        #expect(try edge(180, -180) == ["[180,1]", "[-180,1]"])
        #expect(try edge(180, -179.5) == ["[180,1]", "[[-180,1],[-179.5,1]]"])
        #expect(try edge(179.5, -180, -179.5) == ["[[179.5,1],[180,1]]", "[[-180,1],[-179.5,1]]"])
        #expect(try JSONDecoder().decode(Collection.self, from: Data(try export(.geojson, []).utf8)).features.isEmpty)
    }

    @Test func `GeoJSON sequence is one text for each location`() throws {
        let text = try export(.geojsonseq, [.location(fullLocation())] + steps(2))
        let texts = text.split(separator: "\u{1E}", omittingEmptySubsequences: false)
        #expect(texts.count == 4)
        #expect(texts[0].isEmpty)
        for text in texts.dropFirst() {
            #expect(text.hasSuffix("\n"))
            let feature = try JSONDecoder().decode(Collection.Feature.self, from: Data(text.utf8))
            #expect(feature.geometry.type == "Point")
        }
        let first = try JSONDecoder().decode(Collection.Feature.self, from: Data(texts[1].utf8))
        #expect(first.properties.speed == 13.02)
    }

    @Test func `NMEA comes back through the gate`() throws {
        let text = try export(.nmea, [.location(fullLocation())] + steps(20).dropFirst(2))
        #expect(text.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 80 })
        let track = try #require(ImportedTrack(nmea: Array(text.utf8), date: nil))
        #expect(track.locationCount == 19)
        #expect(track.rejected.isEmpty)
        guard case .location(let location) = track.events.first else {
            Issue.record("no location")
            return
        }
        let full = fullLocation()
        #expect(location.coordinate.distance(to: full.coordinate) < 0.001)
        #expect(location.timestamp == full.timestamp)
        #expect(try abs(#require(location.horizontalAccuracy) - 3.2) < 0.01)
        #expect(location.isSimulated)
        #expect(location.altitude == full.altitude)
    }

    @Test func `Thinning and simplifying keep the ends of each run`() throws {
        let every = try export(.csv, steps(100)) { $0.every = 10 }
        #expect(every.split(separator: "\r\n").count == 11)
        let straight = try export(.csv, steps(100, breakAt: 50)) { $0.tolerance = 1 }
        #expect(straight.split(separator: "\r\n").count == 5)
    }

    @Test func `Long run is one segment though it is handled in parts`() throws {
        let count = TrackExporter.maximumRun + 10
        let text = try export(.gpx, steps(count))
        let document = try GPXParser.document(Array(text.utf8), name: "out")
        #expect(document.segments.map(\.count) == [count])
    }

    /// The parts of a long run begin where the one before ends, so that nothing is missing between them.
    @Test func `Parts of a long run join`() throws {
        let run = steps(TrackExporter.maximumRun + 10)
        let json = try export(.geojson, run)
        let parts = try JSONDecoder().decode(Collection.self, from: Data(json.utf8)).features.map(\.properties)
        #expect(parts.map { $0.coordTimes?.count } == [TrackExporter.maximumRun, 11])
        #expect(parts[0].coordTimes?.last == parts[1].coordTimes?.first)
        let kml = try export(.kml, run + [.broken(.leftOut(.latest))] + steps(1))
        #expect(
            kml.components(separatedBy: "<gx:Track>").map { $0.components(separatedBy: "<when>").count - 1 }
                == [0, TrackExporter.maximumRun, 11, 1])
    }

    @Test func `Without commit the old content stays`() throws {
        _ = try export(.csv, steps(2))
        let before = try directory.text("out")
        do {
            let destination = try ExportDestination(path: directory.path + "/out")
            try destination.write(Array("half".utf8))
            #expect(try directory.names.count == 2)
        }
        #expect(try directory.names == ["out"])
        #expect(try directory.text("out") == before)
        let second = try ExportDestination(path: directory.path + "/out")
        #expect(throws: TrackError.self) { try second.commit(replacing: false) }
        #expect(try directory.text("out") == before)
    }

    /// As root `--output /dev/null` must not put a file in the place of the device.
    @Test func `A pipe and a device are written into, and stay what they are`() throws {
        let path = directory.path + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        do {
            let destination = try ExportDestination(path: path)
            try destination.write(Array("whole".utf8))
            try destination.commit()
        }
        var bytes = [UInt8](repeating: 0, count: 16)
        #expect(read(reader, &bytes, bytes.count) == 5)
        #expect(bytes.starts(with: Array("whole".utf8)))
        // Nobody has it open for writing any more.
        #expect(read(reader, &bytes, bytes.count) == 0)
        var status = stat()
        #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
        #expect(try directory.names == ["pipe"])
    }

    @Test(arguments: [0o600, 0o644] as [UInt32]) func `A file that is replaced keeps its permissions`(mode: UInt32)
        throws
    {
        _ = try export(.csv, [])
        let path = directory.path + "/out"
        #expect(chmod(path, mode) == 0)
        _ = try export(.csv, [])
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == mode)
    }

    @Test func `A link stays, and its file is replaced`() throws {
        _ = try export(.csv, steps(2))
        #expect(symlink("out", directory.path + "/link") == 0)
        let destination = try ExportDestination(path: directory.path + "/link")
        try destination.write(Array("new".utf8))
        try destination.commit()
        #expect(try directory.text("out") == "new")
        var status = stat()
        #expect(lstat(directory.path + "/link", &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        #expect(try directory.names.sorted() == ["link", "out"])
        #expect(throws: TrackError.self) { try ExportDestination(path: directory.path) }
    }

    @Test func `Numbers are written as they are`() {
        func text(_ value: Double, _ decimals: Int) -> String {
            var buffer = TextBuffer()
            buffer.append(value, decimals: decimals)
            return String(decoding: buffer.bytes, as: UTF8.self)
        }
        #expect(text(0, 7) == "0")
        #expect(text(-0.00000001, 7) == "0")
        #expect(text(-0.5, 1) == "-0.5")
        #expect(text(0.05, 2) == "0.05")
        #expect(text(100, 2) == "100")
        #expect(text(179.9999999, 7) == "179.9999999")
        #expect(text(-12.340, 3) == "-12.34")
        #expect(text(9.99, 1) == "10")
        #expect(text(1e300, 7) == "1e+300")
    }
}
