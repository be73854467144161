import Interchange
import LocationModel
import LocdTestSupport
import Testing

@Suite("GPX, read")
struct GPXParserTests {
    private func document(_ text: String) throws -> GPXDocument {
        try GPXParser.document(Array(text.utf8), name: "test.gpx")
    }

    private func failure(_ text: String) -> GPXError? {
        failure(Array(text.utf8))
    }

    private func failure(_ bytes: [UInt8]) -> GPXError? {
        do throws(GPXError) {
            _ = try GPXParser.document(bytes, name: "test.gpx")
            return nil
        } catch {
            return error
        }
    }

    private func track(_ points: String) -> String {
        "<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>\(points)</trkseg></trk></gpx>"
    }

    @Test(arguments: [
        "xmlns=\"http://www.topografix.com/GPX/1/1\"", "xmlns=\"http://www.topografix.com/GPX/1/0\"", "",
    ])
    func trackPointsComeWithElevationAndTime(namespace: String) throws {
        let document = try document(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" \(namespace)><trk><name>lat &amp; lon</name><trkseg>
            <trkpt lat="47.5" lon=" -8.25 "><ele> 450.5 </ele><time>2026-11-21T07:00:00+01:00</time></trkpt>
            <trkpt lon="180" lat="-90"><geoidheight>47</geoidheight></trkpt>
            </trkseg></trk></gpx>
            """)
        let points = try #require(document.segments.first)
        #expect(points.count == 2)
        #expect(points[0].coordinate == Coordinate(latitude: 47.5, longitude: -8.25))
        #expect(points[0].elevation == 450.5)
        #expect(points[0].time == Timestamp("2026-11-21T06:00:00Z"))
        #expect(points[0].geoidHeight == nil)
        #expect(points[1].coordinate == Coordinate(latitude: -90, longitude: 180))
        #expect(points[1].elevation == nil)
        #expect(points[1].geoidHeight == 47)
        #expect(!document.isTimed)
    }

    @Test func motionAndQualityComeFromGPX10AndFromGarminsExtension() throws {
        let text = """
            <gpx xmlns="http://www.topografix.com/GPX/1/1"
            xmlns:g="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" xmlns:x="urn:x"><trk><trkseg>
            <trkpt lat="1" lon="2"><fix>3d</fix><sat>9</sat><hdop>1.5</hdop><extensions><g:TrackPointExtension>
            <g:hr>60</g:hr><g:speed>12.5</g:speed><g:course>360</g:course><x:speed>99</x:speed>
            </g:TrackPointExtension></extensions></trkpt>
            <trkpt lat="1" lon="2"><speed>-1</speed><course>361</course><hdop>0</hdop><sat>2.5</sat><fix>x</fix></trkpt>
            <trkpt lat="1" lon="2"><speed/><course>15</course></trkpt>
            </trkseg></trk></gpx>
            """
        let points = try #require(try document(text).segments.first)
        #expect(points[0].speed == 12.5)
        #expect(points[0].course == 0)
        #expect(points[0].fix == .fix3D)
        #expect(points[0].satellites == 9)
        #expect(points[0].hdop == 1.5)
        #expect(points[1] == GPXDocument.Point(coordinate: Coordinate(latitude: 1, longitude: 2)))
        #expect(points[2].speed == nil)
        #expect(points[2].course == 15)
        #expect(throws: GPXError.self) { try document("<gpx><wpt lat='1' lon='2'><speed>fast</speed></wpt></gpx>") }
    }

    @Test(
        arguments: ["ele", "geoidheight", "speed", "course", "hdop", "sat"],
        ["", " \n ", "NaN", "nan", "-nan", " NAN "])
    func figureThatIsEmptyOrNoNumberAtAllIsUnknown(element: String, text: String) throws {
        let document = try document(
            track(
                """
                <trkpt lat="1" lon="2"><\(element)>\(text)</\(element)></trkpt>
                <trkpt lat="1" lon="3"><\(element)>4</\(element)></trkpt>
                """))
        let points = try #require(document.segments.first)
        #expect(points[0] == GPXDocument.Point(coordinate: Coordinate(latitude: 1, longitude: 2)))
        #expect(points[1] != GPXDocument.Point(coordinate: Coordinate(latitude: 1, longitude: 3)))
    }

    @Test func emptyTimeIsUnknown() throws {
        let document = try document(track("<trkpt lat='1' lon='2'><time/></trkpt><trkpt lat='1' lon='2'/>"))
        #expect(document.segments[0].map(\.time) == [nil, nil])
    }

    @Test func timeWithoutZoneIsUTC() throws {
        let document = try document(track("<trkpt lat='1' lon='2'><time>2026-11-21T06:00:00</time></trkpt>"))
        #expect(document.segments[0][0].time == Timestamp("2026-11-21T06:00:00Z"))
    }

    @Test func tracksGoBeforeRoutesAndRoutesBeforeWaypoints() throws {
        let waypoint = "<wpt lat='1' lon='1'/>"
        let route = "<rte><rtept lat='2' lon='2'/></rte>"
        let track =
            "<trk><trkseg><trkpt lat='3' lon='3'/></trkseg><trkseg/><trkseg><trkpt lat='4' lon='4'/></trkseg></trk>"
        func latitudes(_ body: String) throws -> [[Double]] {
            try document("<gpx>\(body)</gpx>").segments.map { $0.map(\.coordinate.latitude) }
        }
        #expect(try latitudes(waypoint + route + track) == [[3], [4]])
        #expect(try latitudes(waypoint + waypoint + route) == [[2]])
        #expect(try latitudes(waypoint + waypoint) == [[1, 1]])
    }

    @Test func foreignAndNestedElementsAreNotThePoints() throws {
        let document = try document(
            """
            <gpx xmlns="http://www.topografix.com/GPX/1/1" xmlns:x="urn:x"><metadata><time>nonsense</time></metadata>
            <trk><trkseg><trkpt lat="1" lon="2"><x:time>nonsense</x:time>
            <extensions><ele>nonsense</ele><x:trkpt lat="9" lon="9"/></extensions></trkpt></trkseg></trk></gpx>
            """)
        #expect(document.segments == [[GPXDocument.Point(coordinate: Coordinate(latitude: 1, longitude: 2))]])
    }

    @Test func encodingsOtherThanUTF8AreRead() throws {
        var bytes = Array("<?xml version='1.0' encoding='ISO-8859-1'?><gpx><wpt lat='1' lon='2'><name>Z".utf8)
        bytes += [0xFC] + Array("rich</name></wpt></gpx>".utf8)
        #expect(try GPXParser.document(bytes, name: "x").pointCount == 1)
        let wide = "\u{FEFF}<gpx><wpt lat='1' lon='2'/></gpx>".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        #expect(try GPXParser.document(wide, name: "x").pointCount == 1)
    }

    @Test(arguments: [
        ("<gpx>\n<wpt lat='91' lon='2'/></gpx>", "test.gpx:2:", "-90 to 90"),
        ("<gpx>\n\n<wpt lat='1'/></gpx>", "test.gpx:3:", "needs lon"),
        ("<gpx><wpt lat='nan' lon='2'/></gpx>", "test.gpx:1:", "needs lat"),
        ("<gpx><wpt lat='0x1p3' lon='2'/></gpx>", "test.gpx:1:", "needs lat"),
        ("<gpx><wpt lat='1' lon='1e999'/></gpx>", "test.gpx:1:", "needs lon"),
        ("<gpx><wpt lat='1' lon='2'><ele>inf</ele></wpt></gpx>", "test.gpx:1:", "<ele>"),
        ("<gpx><wpt lat='1' lon='2'><ele>high</ele></wpt></gpx>", "test.gpx:1:", "<ele>"),
        ("<gpx><wpt lat='1' lon='2'><hdop>nanometres</hdop></wpt></gpx>", "test.gpx:1:", "<hdop>"),
        ("<gpx><wpt lat='' lon='2'></wpt></gpx>", "test.gpx:1:", "needs lat"),
        ("<gpx><wpt lat='1' lon='2'>\n<time>yesterday</time></wpt></gpx>", "test.gpx:2:", "<time>"),
        ("<kml/>", "test.gpx:1:", "begins with \"kml\""),
        ("<gpx>\n<wpt lat='1' lon='2'>", "test.gpx:2:", "not well-formed"),
        ("<gpx>\n</wpt></gpx>", "test.gpx:2:", "not well-formed"),
        ("<gpx><trk><trkseg/></trk></gpx>", "test.gpx", "has no track points"),
        ("", "test.gpx:1:", "not well-formed"),
        ("<gpx>\u{1}</gpx>", "test.gpx:1:", "not well-formed"),
    ])
    func brokenFilesAreRefusedWithTheLine(text: String, place: String, words: String) throws {
        let error = try #require(failure(text))
        #expect(error.description.hasPrefix(place), "\(error)")
        #expect(error.description.contains(words), "\(error)")
    }

    @Test func entitiesAreRefused() throws {
        let bomb = """
            <!DOCTYPE gpx [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
            <gpx><wpt lat="1" lon="2"><name>&b;</name></wpt></gpx>
            """
        #expect(try #require(failure(bomb)).description.contains("entity"))
        let foreign = "<!DOCTYPE gpx [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><gpx><wpt lat='1' lon='2'/></gpx>"
        #expect(try #require(failure(foreign)).description.contains("entity"))
    }

    @Test func nestingAndTextAreBounded() throws {
        let deep = "<gpx>" + String(repeating: "<a>", count: 100_000)
        #expect(try #require(failure(deep)).description.contains("nests deeper"))
        let long = "<gpx><wpt lat='1' lon='2'><ele>" + String(repeating: "1", count: 100_000)
        #expect(try #require(failure(long)).description.contains("too long for"))
    }

    @Test func foreignTextInAnErrorIsShortAndHarmless() throws {
        let attribute = "&#10;\u{7F}" + String(repeating: "x", count: 10_000)
        let error = try #require(failure("<gpx><wpt lat='\(attribute)' lon='2'/></gpx>"))
        #expect(error.description.utf8.count < 200)
        #expect(error.description.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 })
    }

    @Test func everyPrefixAndEveryByteChangedEndsInAnAnswer() {
        let file = Array(track("<trkpt lat='1.5' lon='2'><ele>3</ele><time>2026-11-21T06:00:00Z</time></trkpt>").utf8)
        for length in 0..<file.count { #expect(failure(Array(file.prefix(length))) != nil) }
        // Knuth's linear congruence: the same changes at every run.
        var state: UInt64 = 1
        func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 33
        }
        for _ in 0..<2000 {
            var changed = file
            changed[Int(next() % UInt64(file.count))] = UInt8(truncatingIfNeeded: next())
            _ = failure(changed)
        }
    }
}
