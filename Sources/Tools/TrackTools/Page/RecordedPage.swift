internal import Cartography
internal import FoundationEssentials
internal import Geocoding
internal import LocationModel
internal import Phrasing

/// A track as one file: the page of `locd web` with its data in it, without what is live. It needs no network, and its
/// Content-Security-Policy forbids it.
package struct RecordedPage {
    /// Bytes of squares of the ground at most.
    private static let squareBudget = 1_500_000
    /// Squares of one zoom level at most.
    private static let squaresOfLevel = 24
    private static let townsOfView = 60
    /// The farthest that two places are apart, in metres.
    private static let wholeEarth = 20_004_000.0

    private let title: String
    private let creator: String
    private let document: DayDocument
    private let ground: Ground

    /// - Parameter creator: The program that makes it, such as `locd 0.1.0`.
    package init(_ document: DayDocument, title: String?, creator: String, ground: Ground) {
        (self.document, self.creator, self.ground) = (document, creator, ground)
        self.title = title ?? document.range.description
    }

    /// The file, of files of which none is missing.
    package func bytes(_ files: PageFiles) -> [UInt8] {
        func text(_ path: String) -> String { String(decoding: files.file(at: path)?.bytes ?? [], as: UTF8.self) }
        var (page, scripts) = (text("/"), [String]())
        func put(_ text: String, for tag: String) {
            guard let range = page.firstRange(of: tag) else { return }
            page.replaceSubrange(range, with: text)
        }
        func script(_ attributes: String, _ text: String) -> String {
            scripts.append("'\(SHA256.source(Array(text.utf8)))'")
            return "<script\(attributes)>\(text)</script>"
        }
        for path in ["/lib/leaflet.css", "/lib/dygraph.css", "/page.css"] {
            put("<style>\(text(path))</style>", for: "<link rel=\"stylesheet\" href=\"\(path)\">")
        }
        for path in ["/lib/leaflet.js", "/lib/dygraph.js"] {
            put(script("", text(path)), for: "<script src=\"\(path)\" defer></script>")
        }
        // A module in a file has no address from which others could be found: they have names.
        func named(_ path: String) -> String {
            text(path).split(separator: "'./", omittingEmptySubsequences: false).joined(separator: "'page/")
        }
        let modules = ["alarm", "halts", "map", "sky", "words"].map { name in
            "\"page/\(name).js\":\"data:text/javascript;base64,\(Data(named("/\(name).js").utf8).base64EncodedString())\""
        }
        put(
            script(" type=\"importmap\"", "{\"imports\":{\(modules.joined(separator: ","))}}")
                + script(" type=\"module\"", named("/page.js")),
            for: "<script src=\"/page.js\" type=\"module\"></script>")
        put(
            """
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src data: \
            \(scripts.joined(separator: " ")); style-src 'unsafe-inline'; img-src data:; base-uri 'none'; \
            form-action 'none'">
            """, for: "<meta charset=\"utf-8\">")
        put("<script type=\"application/json\" id=\"recorded\">\(data)</script>\n</body>", for: "</body>")
        return Array(page.utf8)
    }

    /// `{"title":…,"session":{…},"towns":[…],"squares":{"zoom/column/row":{…},…},"day":{…}}`
    package var data: String {
        let places = document.day.picture.trace.points.map(\.coordinate)
        let box = BoundingBox(of: places)
        let squaresAndDay = squares(in: box) + Array(",\"day\":".utf8) + document.json
        let bytes = JSONText.object(last: "squares", squaresAndDay) { line in
            line.member("title", title)
            line.object("session") { line in
                line.member("access", "full" as StaticString)
                line.member("units", document.units.rawValue)
                line.member("hasMap", ground.hasMap)
                line.member("hasTowns", ground.hasTowns)
                line.member(
                    "tilesAttribution",
                    PictureSources.ground(hasMap: ground.hasMap, hasTowns: ground.hasTowns, creator: creator))
            }
            line.objects("towns", towns(around: places, box)) { $1.write(to: &$0) }
        }
        // No text in it ends the element that it is in.
        return String(decoding: bytes, as: UTF8.self).split(separator: "<", omittingEmptySubsequences: false)
            .joined(separator: "\\u003c")
    }

    /// The squares that the track touches, from the whole Earth to as near as is affordable. The page draws a part of a
    /// larger one where there is none.
    private func squares(in box: BoundingBox) -> [UInt8] {
        var text = TextBuffer()
        text.append("{" as StaticString)
        for zoom in 0...Ground.highestZoom {
            guard let level = MercatorSquare.touching(box, zoom: zoom, limit: Self.squaresOfLevel) else { break }
            for (column, row) in level where text.bytes.count < Self.squareBudget {
                guard let square = ground.square(zoom: zoom, column: column, row: row) else { continue }
                text.append("\(text.bytes.count > 1 ? "," : "")\"\(zoom)/\(column)/\(row)\":")
                text.append(square)
            }
        }
        text.append("}" as StaticString)
        return text.bytes
    }

    /// The most populous towns of ever larger surroundings.
    private func towns(around places: [Coordinate], _ box: BoundingBox) -> [Town] {
        let size = Coordinate(latitude: box.south, longitude: box.west).distance(
            to: Coordinate(latitude: box.north, longitude: wrappedLongitude(box.west + min(box.width, 179))))
        var towns: Set<Town> = []
        for reach in sequence(first: max(size, 1000), next: { $0 < Self.wholeEarth ? $0 * 5 : nil }) {
            let box = BoundingBox(of: places, reaching: min(reach, Self.wholeEarth))
            towns.formUnion(ground.towns(within: box, limit: Self.townsOfView))
        }
        return towns.sorted { ($0.population, $0.name) > ($1.population, $1.name) }
    }
}
