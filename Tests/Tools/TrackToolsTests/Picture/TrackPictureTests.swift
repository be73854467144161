import Cartography
import FoundationEssentials
import LocationModel
import Phrasing
import Testing
import TrackTestSupport
import Tracks

@testable import TrackTools

@Suite("Pictures")
struct TrackPictureTests {
    private func location(_ second: Int, _ latitude: Double, _ longitude: Double, speed: Double? = 12) -> TrackRecord {
        var location = Location(
            timestamp: moment("2026-11-21T06:00:00Z").advanced(bySeconds: Double(second)),
            coordinate: Coordinate(latitude: latitude, longitude: longitude))
        location.speed = speed
        location.altitude = 400 + Double(second) / 10
        return .event(.location(location))
    }

    private func time(_ second: Int) -> Timestamp { moment("2026-11-21T06:00:00Z").advanced(bySeconds: Double(second)) }

    /// Two pieces with a gap between them, a visit and a region.
    private func day(from longitude: Double = 8.5, latitude: Double = 47.5) -> [TrackRecord] {
        func place(_ second: Int) -> (Double, Double) {
            (latitude + Double(second) * 1e-5, wrapped(longitude + Double(second) * 1e-4))
        }
        var records: [TrackRecord] = [.header(TrackHeader(version: "1", receiver: "gpsd://localhost:2947"))]
        for second in 0..<200 { records.append(location(second, place(second).0, place(second).1)) }
        records.append(
            .event(
                .region(
                    RegionEvent(timestamp: time(199), identifier: "<home> & \"co\"", state: .inside, cause: .crossed))))
        records.append(.event(.gap(Gap(from: time(199), to: time(400), cause: .noFix))))
        for second in 400..<600 { records.append(location(second, place(second).0, place(second).1)) }
        let end = Coordinate(latitude: place(600).0, longitude: place(600).1)
        for departure in [nil, time(4000)] {
            records.append(
                .event(
                    .visit(
                        Visit(
                            timestamp: time(1200), arrivalDate: time(600), departureDate: departure, coordinate: end,
                            since: time(600)))))
        }
        return records
    }

    private func wrapped(_ longitude: Double) -> Double { longitude >= 180 ? longitude - 360 : longitude }

    private func picture(_ records: [TrackRecord]) -> TrackPicture {
        var picture = TrackPicture()
        var stepper = TrackStepper()
        var piece = TrackPiece()
        for record in records {
            if case .header(let header) = record { piece.begin(header) }
            stepper.steps(of: record, in: piece) { picture.add($0) }
        }
        picture.finish()
        return picture
    }

    private func text(_ records: [TrackRecord], _ options: PictureOptions = PictureOptions()) throws -> String {
        String(decoding: try #require(try picture(records).svg(options: options)), as: UTF8.self)
    }

    /// The page of the records, with stand-ins for the libraries of Debian's packages.
    private func page(_ records: [TrackRecord], title: String? = nil, regions: [Region] = []) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, files) in [
            "leaflet": ["leaflet.min.js", "leaflet.css"], "dygraphs": ["dygraph.min.js", "dygraph.min.css"],
        ] {
            let part = folder.appending(path: name)
            try FileManager.default.createDirectory(at: part, withIntermediateDirectories: true)
            for file in files { try Data("/* \(file) */".utf8).write(to: part.appending(path: file)) }
        }
        var day = TrackDay()
        var stepper = TrackStepper()
        var piece = TrackPiece()
        for record in records {
            if case .header(let header) = record { piece.begin(header) }
            day.add(record)
            stepper.steps(of: record, in: piece) { day.add($0) }
        }
        day.finish()
        let date = try #require(CivilDate("2026-11-21"))
        let document = DayDocument(
            DayRange(first: date, last: date), day, regions: regions, faults: 0, calendar: .utc, units: .metric
        ) { _ in nil }
        let files = PageFiles(libraries: folder.path)
        #expect(files.missing.isEmpty)
        return String(
            decoding: RecordedPage(document, title: title, creator: "locd", ground: Ground(nil, places: nil)).bytes(
                files), as: UTF8.self)
    }

    private func count(_ part: String, in text: String) -> Int { text.components(separatedBy: part).count - 1 }

    @Test func `Gaps are dashed and stays and regions are marked`() throws {
        let svg = try text(day())
        #expect(count("class=\"gap\"", in: svg) == 1)
        #expect(svg.contains("<title>Gap: no fix</title>"))
        #expect(count("class=\"visit\"", in: svg) == 1)
        #expect(svg.contains("Entered &lt;home&gt; &amp; &quot;co&quot;"))
        #expect(count("class=\"start\"", in: svg) == 1 && count("class=\"end\"", in: svg) == 1)
        #expect(
            svg.contains("class=\"scale\"") && svg.contains("class=\"legend\"") && svg.contains("class=\"profile\""))
        #expect(svg.contains("<title id=\"title\">Saturday 21 November 2026</title>"))
        #expect(!svg.contains("http") || count("http", in: svg) == 1)
    }

    @Test func `What is not trusted is dotted with its reason and makes no way`() throws {
        var records = day()
        records.insert(
            .event(
                .integrity(
                    IntegrityChange(timestamp: time(199), state: .notTrusted, reasons: [.jamming], since: time(199)))),
            at: 201)
        for second in 200..<900 {
            guard case .event(.location(var location)) = location(second, 49, 8.5) else { continue }
            location.integrity = .notTrusted
            records.insert(.event(.location(location)), at: second + 2)
        }
        let drawn = picture(records)
        #expect(drawn.statistics.distance == picture(day()).statistics.distance && drawn.box == picture(day()).box)
        #expect(drawn.untrusted.count == 1 && (250...500).contains(drawn.untrusted[0].places.count))
        let title = "Position NOT TRUSTED: all signals became weaker together: jamming"
        #expect(try text(records).contains("<g class=\"untrusted\"><title>06:03 \(title)</title>"))
        #expect(try page(records).contains("\"text\":\"\(title)\",\"places\":[{\"latitude\":"))
    }

    /// The same way on many days, with a speed that changes at each location: all of it lies in the pixels of one day.
    @Test(arguments: [(60, 400), (60, 60_000)])
    func `Many days on one way are drawn in a bounded number of points`(days: Int, budget: Int) throws {
        var records: [TrackRecord] = []
        for day in 0..<days {
            records.append(.header(TrackHeader(version: "1", receiver: "gpsd://localhost:2947")))
            for second in 0..<60 {
                let side = second.isMultiple(of: 2) ? 2e-4 : 0
                records.append(
                    location(
                        day * 86_400 + second, 47.5 + side, 8.5 + Double(second) * 1e-4, speed: Double(second % 7) * 5))
            }
        }
        let scene = try #require(PictureScene(picture(records), PictureOptions()))
        let pixel = scene.extent.width / 900
        let strokes = TrackStrokes(of: scene, pixel: pixel, budget: budget)
        let points = strokes.runs.joined().reduce(0) { $0 + $1.count }
        #expect(points <= budget && points >= 2 * days)
        #expect(strokes.casing.count == days)
        // Nothing is left out: each day's line still goes from its first location to its last.
        for line in strokes.casing {
            #expect(line.first == scene.points[0] && line.last == scene.points[59])
        }
        if budget > 1_000 { #expect(strokes.runs.filter { !$0.isEmpty }.count > 4) }
    }

    @Test func `Another receiver or file is not joined`() {
        let other: [TrackRecord] = [
            .header(TrackHeader(version: "1", receiver: "file:other.gpx")), location(700, 10, 100),
            location(701, 10, 100.0001),
        ]
        let both = picture(day() + other)
        #expect(both.trace.pieces.map(\.link) == [.separate, .gap(cause: "noFix"), .separate])
    }

    /// The gap of a run that is not in the picture begins somewhere else.
    @Test func `A gap that does not begin here is not drawn`() {
        let records = [
            location(0, 47, 8), location(1, 47, 8.001),
            .event(.gap(Gap(from: time(5000), to: time(6000), cause: .noFix))), location(6000, 48, 9),
        ]
        #expect(picture(records).trace.pieces.map(\.link) == [.separate, .separate])
    }

    @Test func `No location is no picture and one is`() throws {
        let nothing = try picture([]).svg(options: PictureOptions())
        #expect(nothing == nil)
        let svg = try text([location(0, 47, 8)])
        #expect(svg.contains("class=\"track\"") && !svg.contains("nan") && !svg.contains("inf"))
    }

    @Test(arguments: [(8.5, 47.5), (179.99, -16.9), (-180, 0), (10, 89.99), (-70, -89.5), (151, -33.9)])
    func `Figures stay finite all over the Earth`(_ longitude: Double, _ latitude: Double) throws {
        let drawing = try text(day(from: longitude, latitude: latitude))
        #expect(!drawing.contains("nan") && !drawing.contains("inf\"") && !drawing.contains("e+"))
        let page = try page(day(from: longitude, latitude: latitude))
        #expect(!page.contains(":nan") && !page.contains(":inf") && page.contains("\"pieces\":[{\"link\""))
    }

    /// A way across the antimeridian is as wide as it is, not as wide as the Earth.
    @Test func `The antimeridian is no edge`() throws {
        let across = try #require(PictureScene(picture(day(from: 179.97)), PictureOptions()))
        let elsewhere = try #require(PictureScene(picture(day(from: 8.5)), PictureOptions()))
        #expect(abs(across.extent.width / elsewhere.extent.width - 1) < 1e-6)
    }

    @Test func `The same track gives the same bytes`() throws {
        #expect(try text(day()) == text(day()))
        #expect(try page(day()) == page(day()))
    }

    @Test func `Times are those of the zone`() throws {
        var options = PictureOptions()
        options.clock = PictureClock(from: time(0), to: time(4000)) { _ in (13 * 3600, "NZDT") }
        let svg = try text(day(), options)
        #expect(svg.contains("19:00–19:09 NZDT"))
    }

    @Test func `Units are those that were asked for`() throws {
        var options = PictureOptions()
        options.units = .imperial
        let svg = try text(day(), options)
        #expect(svg.contains(" mi") && svg.contains("mph") && !svg.contains("km/h"))
    }

    @Test func `The page asks nobody for anything and escapes what it is given`() throws {
        let region = Region(
            identifier: "</script><img src=x>", center: Coordinate(latitude: 47.5, longitude: 8.5), radius: 50)
        let page = try page(day(), title: "</title><script>alert(1)</script>", regions: [region])
        // Two libraries, the names of the modules, the page's own, and the data.
        #expect(count("<script", in: page) == 5 && count("</script>", in: page) == 5)
        #expect(!page.contains("<img") && page.contains("\\u003c/script>"))
        #expect(page.contains("default-src 'none'; script-src data: 'sha256-") && count("'sha256-", in: page) == 4)
        #expect(!page.contains(" src=\"") && !page.contains("<link rel=\"stylesheet") && !page.contains("'./"))
        #expect(page.contains("/* leaflet.min.js */") && page.contains("/* dygraph.min.css */"))
    }

    @Test func `Squares of the ground that a box touches`() throws {
        func touched(_ places: [Coordinate], _ zoom: Int, limit: Int = 24) -> [String]? {
            MercatorSquare.touching(BoundingBox(of: places), zoom: zoom, limit: limit)?.map { "\($0.column)/\($0.row)" }
        }
        let zurich = Coordinate(latitude: 47.37, longitude: 8.54)
        #expect(touched([zurich], 0) == ["0/0"] && touched([zurich], 10) == ["536/358"])
        let fiji = [Coordinate(latitude: -17, longitude: 179.9), Coordinate(latitude: -17, longitude: -179.9)]
        #expect(touched(fiji, 3) == ["7/4", "0/4"])
        #expect(touched([zurich, fiji[0]], 6) == nil)
        #expect(touched([Coordinate(latitude: 89.9, longitude: 0)], 2)?.allSatisfy { $0.hasSuffix("/0") } == true)
    }

    /// FIPS 180-4's own examples, and the length at which a second block begins.
    @Test func `Hashes are those of the standard`() {
        func hex(_ text: String) -> String { SHA256.hash(Array(text.utf8)).map(\.hexadecimal).joined() }
        #expect(hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(
            hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
                == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
        #expect(SHA256.source([]) == "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
    }

    @Test func `The clock finds the change of daylight saving`() {
        let change = moment("2026-10-25T01:00:00Z")
        let clock = PictureClock(from: moment("2026-10-24T12:00:00Z"), to: moment("2026-10-26T00:00:00Z")) {
            $0 < change ? (7200, "CEST") : (3600, "CET")
        }
        #expect(clock.offsets.map(\.name) == ["CEST", "CET"])
        #expect(abs(clock.offsets[1].since.seconds(since: change)) <= 1)
        #expect(clock.minute(moment("2026-10-25T00:30:00Z")) == "02:30")
        #expect(clock.minute(moment("2026-10-25T01:30:00Z")) == "02:30")
    }

    @Test func `The profile is bounded and keeps its extremes`() {
        var profile = TrackProfile()
        for second in 0..<50_000 {
            profile.add(
                at: time(second), distance: Double(second) * 10, speed: second == 31_234 ? 50 : 10,
                altitude: second == 777 ? 1500 : 400)
        }
        profile.finish(at: 500_000)
        #expect(profile.bins.count <= TrackProfile.maximumBins && profile.bins.count > 100)
        #expect(profile.bins.compactMap(\.speed).max() == 50)
        #expect(profile.bins.compactMap(\.high).max() == 1500)
        #expect(profile.bins.first?.from == time(0) && profile.bins.last?.to == time(49_999))
        #expect(profile.bins.last?.end == 500_000)
    }

    /// The recorded afternoon, and beside it an import of the morning.
    @Test func `The heading and the chart hold a file of an earlier time`() throws {
        func file(_ receiver: String, from first: Int) -> [TrackRecord] {
            [.header(TrackHeader(version: "1", receiver: receiver))]
                + (0..<200).map { location(first + $0, 47.5 + Double($0) * 1e-5, 8.5 + Double($0) * 1e-4) }
        }
        let svg = try text(file("gpsd://localhost:2947", from: 7200) + file("file:ride.gpx", from: 0))
        #expect(svg.contains("06:00–08:03 UTC"))
        let chart = try #require(svg.split(separator: "<g class=\"profile\"").last)
        let figures = chart.split(separator: " d=\"").flatMap { path in
            path.prefix { $0 != "\"" }.split { "MLZ ".contains($0) }.compactMap { Double($0) }
        }
        #expect(figures.count > 20)
        #expect(figures.allSatisfy { (0...4000).contains($0) })
    }

    @Test func `A track without speeds has those of its places`() throws {
        var profile = TrackProfile()
        for second in 0..<600 { profile.add(at: time(second), distance: Double(second) * 8, speed: nil, altitude: nil) }
        profile.finish(at: 599 * 8)
        let speeds = profile.bins.dropFirst(2).compactMap(\.speed)
        #expect(speeds.count == profile.bins.count - 2)
        #expect(speeds.allSatisfy { abs($0 - 8) < 1 })
    }
}
