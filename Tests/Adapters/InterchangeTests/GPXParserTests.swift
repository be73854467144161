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
    func `Track points come with elevation and time`(namespace: String) throws {
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

    @Test func `Motion and quality come from GPX 1.0 and from Garmin's extension`() throws {
        let text = """
            <gpx xmlns="http://www.topografix.com/GPX/1/1"
            xmlns:g="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" xmlns:x="urn:x"><trk><trkseg>
            <trkpt lat="1" lon="2"><fix>3d</fix><sat>9</sat><hdop>1.5</hdop><extensions><g:TrackPointExtension>
            <g:hr>60</g:hr><g:speed>12.5</g:speed><g:course>360</g:course><x:speed>99</x:speed>
            </g:TrackPointExtension></extensions></trkpt>
            <trkpt lat="1" lon="2"><speed>-1</speed><course>361</course><hdop>0</hdop><sat>2.5</sat><fix>x</fix></trkpt>
            <trkpt lat="1" lon="2"><speed/><course>15</course></trkpt>
            <trkpt lat="1" lon="2"><speed>2.295</speed><cog>249.859</cog></trkpt>
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
        #expect(points[3].speed == 2.295 && points[3].course == 249.859)
    }

    @Test(
        arguments: ["ele", "geoidheight", "speed", "course", "hdop", "sat"],
        ["", " \n ", "NaN", "nan", "-nan", " NAN "])
    func `Figure that is empty or no number at all is unknown`(element: String, text: String) throws {
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

    @Test func `Empty time is unknown`() throws {
        let document = try document(track("<trkpt lat='1' lon='2'><time/></trkpt><trkpt lat='1' lon='2'/>"))
        #expect(document.segments[0].map(\.time) == [nil, nil])
    }

    @Test func `Time without zone is UTC`() throws {
        let document = try document(track("<trkpt lat='1' lon='2'><time>2026-11-21T06:00:00</time></trkpt>"))
        #expect(document.segments[0][0].time == Timestamp("2026-11-21T06:00:00Z"))
    }

    @Test func `Tracks go before routes and routes before waypoints`() throws {
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

    @Test func `Foreign and nested elements are not the points`() throws {
        let document = try document(
            """
            <gpx xmlns="http://www.topografix.com/GPX/1/1" xmlns:x="urn:x"><metadata><time>nonsense</time></metadata>
            <trk><trkseg><trkpt lat="1" lon="2"><x:time>nonsense</x:time>
            <extensions><ele>nonsense</ele><x:trkpt lat="9" lon="9"/></extensions></trkpt></trkseg></trk></gpx>
            """)
        #expect(document.segments == [[GPXDocument.Point(coordinate: Coordinate(latitude: 1, longitude: 2))]])
    }

    @Test func `Encodings other than UTF-8 are read`() throws {
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
        ("<gpx><wpt lat='' lon='2'></wpt></gpx>", "test.gpx:1:", "needs lat"),
        ("<gpx><wpt lat='1' lon='2'>\n<time>yesterday</time></wpt></gpx>", "test.gpx:2:", "<time>"),
        ("<kml/>", "test.gpx:1:", "begins with \"kml\" instead of <gpx>; convert it to GPX"),
        ("<gpx>\n<wpt lat='1' lon='2'>", "test.gpx:2:", "damaged"),
        ("<gpx>\n</wpt></gpx>", "test.gpx:2:", "damaged"),
        ("<gpx><trk><trkseg/></trk></gpx>", "test.gpx", "has no track points"),
        ("", "test.gpx:1:", "not well-formed"),
        ("<", "test.gpx:1:", "not well-formed"),
    ])
    func `Files without a usable point are refused with the line`(text: String, place: String, words: String) throws {
        let error = try #require(failure(text))
        #expect(error.description.hasPrefix(place), "\(error)")
        #expect(error.description.contains(words), "\(error)")
    }

    private static let good = "<trkpt lat='1' lon='2'><ele>3</ele><time>2026-11-21T06:00:00Z</time></trkpt>"

    /// One bad value between two good points.
    @Test(arguments: [
        ("<trkpt lat='91' lon='2'><ele>7</ele></trkpt>", "<trkpt> needs lat", 2, RejectionReason.invalidCoordinate),
        ("<trkpt lat='54,5' lon='2'/>", "<trkpt> needs lat", 2, .invalidCoordinate),
        ("<trkpt lat='5' lon='east'/>", "<trkpt> needs lon", 2, .invalidCoordinate),
        ("<trkpt lat='5' lon='2'><time>yesterday</time></trkpt>", "<time> is not a valid time", 2, .noTime),
        ("<trkpt lat='5' lon='2'><time>12086-10-02T10:00:01Z</time></trkpt>", "<time> is not a valid time", 2, .noTime),
        ("<trkpt lat='5' lon='2'><time>2026-02-30T10:00:01Z</time></trkpt>", "<time> is not a valid time", 2, .noTime),
        ("<trkpt lat='5' lon='2'><time>2026-06-10T24:00:01Z</time></trkpt>", "<time> is not a valid time", 2, .noTime),
        ("<trkpt lat='5' lon='2'><time>2026-06-10T10:00:00+1</time></trkpt>", "<time> is not a valid time", 2, .noTime),
        ("<trkpt lat='5' lon='2'><time>1970-01-01T00:00:00Z</time></trkpt>", "<time> is impossible", 2, .noTime),
        ("<trkpt lat='5' lon='2'><time>9999-12-31T00:00:00Z</time></trkpt>", "<time> is impossible", 2, .noTime),
        ("<trkpt lat='5' lon='2'><ele>12,5</ele></trkpt>", "<ele> is not a number", 3, nil),
        ("<trkpt lat='5' lon='2'><ele>Infinity</ele></trkpt>", "<ele> is not a number", 3, nil),
        ("<trkpt lat='5' lon='2'><ele>1e308</ele></trkpt>", "<ele> is not plausible", 3, nil),
        ("<trkpt lat='5' lon='2'><hdop>good</hdop></trkpt>", "<hdop> is not a number", 3, nil),
        ("<trkpt lat='5' lon='2'><sat>9 of 12</sat></trkpt>", "<sat> is not a number", 3, nil),
        ("<trkpt lat='5' lon='2'><speed>\(String(repeating: "1", count: 9999))</speed></trkpt>", "<speed>", 3, nil),
        ("<trkpt lat='5' lon='2'><ele>7</trkpt>", "is damaged", 2, nil),
        ("<trkpt lat='5' lon=<trkpt", "is damaged", 2, nil),
        ("<trkpt lat='5' lat='6' lon='7'/>", "is damaged", 2, nil),
        ("<trkpt lat='5' lon='2'><extensions><a xmlns='urn:b'><c>7</trkpt>", "is damaged", 2, nil),
    ])
    func `Bad value costs itself`(bad: String, words: String, count: Int, reason: RejectionReason?) throws {
        let times = try #require(Timestamp("1980-01-06T00:00:00Z"))...(try #require(Timestamp("2027-01-01T00:00:00Z")))
        let text = track(Self.good + "\n\n" + bad + "\n" + Self.good)
        let document = try GPXParser.document(Array(text.utf8), name: "x", times: times)
        #expect(document.segments.map(\.count) == [count])
        #expect(document.segments[0].last?.elevation == 3)
        #expect(document.rejected == (reason.map { [$0: 1] } ?? [:]))
        let fault = try #require(document.faults.first)
        #expect(document.faults.count == 1 && (fault.count == 1 || words == "is damaged"))
        #expect(fault.line == 3 && fault.reason.hasPrefix(words), "\(fault)")
    }

    @Test func `Same faults are counted with their first line`() throws {
        let bad = "<trkpt lat='1' lon='2'><ele>12.5 m</ele></trkpt>\n"
        let document = try document(track("\n" + bad + bad + bad))
        #expect(document.faults.map(\.description) == [#"line 2: <ele> is not a number: "12.5 m" (3 times)"#])
    }

    /// A file that lacks its end has what it had before.
    @Test func `Truncated file gives its whole points`() throws {
        let whole = track(Self.good + Self.good + Self.good)
        let part = String(whole.dropLast(30 + "</trkseg></trk></gpx>".count))
        let document = try document(part)
        #expect(document.pointCount == 2)
        #expect(document.faults.map { $0.count } == [1])
        // A second file behind it, as after a restart of the logger.
        #expect(try self.document(part + whole).segments.map { $0.count } == [2, 3])
    }

    @Test(arguments: [
        "<gpx xmlns='http://www.topografix.com/GPX/8/2'>", "<gpx xmlns='https://www.topografix.com/GPX/1/1'>",
        "<gpx xmlns='http://www.topografix.com/GPX/1/1/'>", "<gpx xmlns='http://www.example.org/own'>",
        "<gpx xmlns='HTTP://WWW.TOPOGRAFIX.COM/GPX/1/1'>", "<gpx xmlns=''>",
        "<gpx xmlns:topo='http://www.topografix.com/GPX/1/1'>",
    ])
    func `Namespaces are read as found in the wild`(root: String) throws {
        #expect(try document("\(root)<trk><trkseg>\(Self.good)</trkseg></trk></gpx>").segments[0][0].elevation == 3)
        let prefixed = Self.good.split(separator: "<").map { $0.first == "/" ? "</g:\($0.dropFirst())" : "<g:\($0)" }
            .joined()
        let other = "<g:\(root.dropFirst())<g:trk><g:trkseg>\(prefixed)</g:trkseg></g:trk></g:gpx>"
        #expect(try document(other).segments[0][0].elevation == 3)
    }

    @Test(arguments: [
        "<osmand:speed>7.5</osmand:speed>", "<o:speed xmlns:o='https://osmand.net'>7.5</o:speed>", "<speed>7.5</speed>",
    ])
    func `Speed of other extensions is read`(element: String) throws {
        let text = track("<trkpt lat='1' lon='2'><extensions>\(element)<x:speed>9</x:speed></extensions></trkpt>")
        #expect(try document(text).segments[0][0].speed == 7.5)
    }

    @Test func `Prefix without a declaration costs nothing`() throws {
        let text = track(
            """
            <trkpt lat='1' lon='2'><extensions><ns3:TrackPointExtension><ns3:hr>60</ns3:hr></ns3:TrackPointExtension>
            <gpxtpx:TrackPointExtension><gpxtpx:speed>4</gpxtpx:speed></gpxtpx:TrackPointExtension></extensions></trkpt>
            """)
        #expect(try document(text).segments[0][0].speed == 4)
    }

    @Test(arguments: [
        ("2026-06-10T24:00:00Z", "2026-06-11T00:00:00Z"), ("2026-12-31T24:00:00.000", "2027-01-01T00:00:00Z"),
        ("2026-06-10T24:00:00+14:00", "2026-06-10T10:00:00Z"), ("2026-06-10T23:30:00-09:30", "2026-06-11T09:00:00Z"),
        ("2026-06-10T10:00:00.123456789Z", "2026-06-10T10:00:00.123Z"),
        ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"), ("2026-06-10T10:00:00+0100", "2026-06-10T09:00:00Z"),
        ("2026-06-10T10:00:00.5-0930", "2026-06-10T19:30:00.5Z"), ("2026-06-10T24:00:00+14", "2026-06-10T10:00:00Z"),
    ])
    func `Valid times of XML are read`(text: String, time: String) throws {
        let document = try document(track("<trkpt lat='1' lon='2'><time> \(text)\n</time></trkpt>"))
        #expect(document.segments[0][0].time == Timestamp(time))
    }

    /// Bytes of other encodings, and characters that XML does not allow, are in names only.
    @Test(arguments: [
        ("1.0' encoding='windows-1252", [0x80, 0x9F, 0xE9]), ("1.0' encoding='ISO-8859-15", [0xA4]),
        ("1.0' encoding='KOI8-R", [0xC1, 0xFF]), ("1.0' encoding='Shift_JIS", [0x83, 0x5C, 0x82, 0x7C]),
        ("1.0' encoding='no-such-encoding", [0xE9]), ("1.0' encoding='UTF-8", [0xE9, 0x20]), ("1.1", [0xC3, 0xA9]),
        ("1.0", Array("Rock & Sand &nbsp; &deg; &#xB; &#1; &#x110000; &#x1F6A4; &amp;".utf8)),
        ("1.0", [0, 1, 0x1B, 0x0C, 0x7F]),
    ])
    func `Names in any encoding cost nothing`(declaration: String, name: [UInt8]) throws {
        let head = "\n<?xml version='\(declaration)'?><gpx><wpt lat='1' lon='2'><name>"
        let bytes = Array(head.utf8) + name + Array("</name></wpt></gpx>".utf8)
        let document = try GPXParser.document(bytes, name: "x")
        #expect(document.pointCount == 1 && document.faults.isEmpty)
    }

    @Test(arguments: [true, false], [true, false])
    func `UTF-16 is read in both orders`(isBig: Bool, hasMark: Bool) throws {
        let text =
            (hasMark ? "\u{FEFF}" : "") + "<?xml version='1.0' encoding='UTF-16'?><gpx><wpt lat='1' lon='2'/></gpx>"
        let bytes = text.utf16.flatMap { unit in
            let pair = [UInt8(unit & 255), UInt8(unit >> 8)]
            return isBig ? pair.reversed() : pair
        }
        #expect(GPXParser.looksLikeXML(bytes))
        #expect(try GPXParser.document(bytes, name: "x").pointCount == 1)
    }

    @Test func `Kind and other points are known`() throws {
        let waypoint = "<wpt lat='1' lon='1'/>"
        let route = "<rte><rtept lat='2' lon='2'/></rte>"
        #expect(try document("<gpx>\(waypoint)</gpx>").kind == .waypoint)
        #expect(try document("<gpx>\(route)</gpx>").kind == .route)
        let all = try document("<gpx>\(waypoint)\(route)<trk><trkseg>\(Self.good)</trkseg></trk></gpx>")
        #expect(all.kind == .track && all.otherPoints == 2)
    }

    @Test func `Entities are refused`() throws {
        let bomb = """
            <!DOCTYPE gpx [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
            <gpx><wpt lat="1" lon="2"><name>&b;</name></wpt></gpx>
            """
        #expect(try #require(failure(bomb)).description.contains("entity"))
        let foreign = "<!DOCTYPE gpx [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><gpx><wpt lat='1' lon='2'/></gpx>"
        #expect(try #require(failure(foreign)).description.contains("entity"))
    }

    /// What is nested too deeply costs itself: an extension, or files one behind the other without their ends.
    @Test func `Nesting is bounded`() throws {
        let deep = String(repeating: "<a>", count: 100_000)
        #expect(try #require(failure("<gpx>" + deep)).description.contains("nests deeper"))
        let closed = deep + deep.replacing("<a>", with: "</a>")
        let extended = try document(
            track(Self.good + "<trkpt lat='1' lon='2'><extensions>\(closed)</extensions></trkpt>\n" + Self.good))
        #expect(extended.pointCount == 2)
        #expect(
            extended.faults.map(\.description) == [
                "line 1: is damaged; points are missing here: nests deeper than 64 elements"
            ])
        let part = track(Self.good).dropLast("</trkseg></trk></gpx>".count)
        #expect(try document(String(repeating: String(part), count: 100)).pointCount == 100)
    }

    @Test func `Foreign text in an error is short and harmless`() throws {
        let attribute = "&#10;\u{7F}" + String(repeating: "x", count: 10_000)
        let error = try #require(failure("<gpx><wpt lat='\(attribute)' lon='2'/></gpx>"))
        #expect(error.description.utf8.count < 200)
        #expect(error.description.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 })
    }

    @Test func `A prefix is refused where the track is not whole`() {
        let file = Array(track("<trkpt lat='1.5' lon='2'><ele>3</ele><time>2026-11-21T06:00:00Z</time></trkpt>").utf8)
        let end = file.count - "</trkseg></trk></gpx>".utf8.count
        for length in 0..<end { #expect(failure(Array(file.prefix(length))) != nil) }
        for length in end..<file.count { #expect(failure(Array(file.prefix(length))) == nil) }
    }
}
