internal import CExpat
internal import LocationModel

/// Reads GPX 1.0 and 1.1 with expat: in one pass, storing only the points.
///
/// Hostile files end with an error that names the line: entities are refused, points and nesting are bounded, and
/// external resources are never fetched.
public final class GPXParser {
    /// The maximum number of points of a file.
    public static let maximumPoints = 2_000_000
    private static let maximumDepth = 64
    private static let maximumText = 256

    private enum Kind { case track, route, waypoint }

    private var points: [Kind: [[GPXDocument.Point]]] = [:]
    private var count = 0
    private var depth = 0
    /// The point being read, its type and its depth.
    private var open: (kind: Kind, point: GPXDocument.Point, depth: Int)?
    /// The text of the point's child being read, its name and its depth.
    private var child: (name: String, text: [UInt8], depth: Int)?
    private var failure: String?
    private let parser: XML_Parser

    private init(_ parser: XML_Parser) {
        self.parser = parser
    }

    /// Reads a whole file. `name` is for the error's sentence. Throws if it is not GPX, is damaged, or contains no
    /// point.
    public static func document(_ bytes: [UInt8], name: String) throws(GPXError) -> GPXDocument {
        // "uri|local": a point's own time differs from the `time` of an extension.
        guard let parser = XML_ParserCreateNS(nil, XML_Char(bitPattern: UInt8(ascii: "|"))) else {
            throw GPXError("\(name) cannot be read: not enough memory")
        }
        defer { XML_ParserFree(parser) }
        let reader = GPXParser(parser)
        return try withExtendedLifetime(reader) { () throws(GPXError) in
            try reader.parse(bytes, name: name)
        }
    }

    private func parse(_ bytes: [UInt8], name: String) throws(GPXError) -> GPXDocument {
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { reader, name, attributes in GPXParser.of(reader)?.start(name, attributes) },
            { reader, _ in GPXParser.of(reader)?.end() })
        XML_SetCharacterDataHandler(parser) { reader, text, length in
            GPXParser.of(reader)?.characters(UnsafeBufferPointer(start: text, count: Int(length)))
        }
        XML_SetEntityDeclHandler(parser) { reader, _, _, _, _, _, _, _, _ in
            GPXParser.of(reader)?.fail("declares an entity, which is not allowed in GPX")
        }
        // expat counts in Int32, so larger files are parsed in parts.
        let part = 1 << 20
        var offset = 0
        repeat {
            let end = min(offset + part, bytes.count)
            let status = bytes[offset..<end].withUnsafeBytes { part in
                XML_Parse(
                    parser, part.baseAddress?.assumingMemoryBound(to: XML_Char.self), Int32(part.count),
                    end == bytes.count ? 1 : 0)
            }
            guard status == XML_STATUS_OK else { throw error(name) }
            offset = end
        } while offset < bytes.count
        let kinds = [points[.track], points[.route], points[.waypoint]].compactMap { $0?.filter { !$0.isEmpty } }
        guard let segments = kinds.first(where: { !$0.isEmpty }) else {
            throw GPXError(
                "\(name) has no track points, route points or waypoints")
        }
        return GPXDocument(segments: segments)
    }

    private func error(_ name: String) -> GPXError {
        let line = XML_GetCurrentLineNumber(parser)
        if let failure { return GPXError("\(name):\(line): \(failure)") }
        let words = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) }
        return GPXError(
            "\(name):\(line): is not well-formed XML; export the file again",
            cause: words)
    }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> GPXParser? {
        pointer.map { Unmanaged<GPXParser>.fromOpaque($0).takeUnretainedValue() }
    }

    private func fail(_ message: String) {
        guard failure == nil else { return }
        failure = message
        XML_StopParser(parser, XML_Bool(XML_FALSE))
    }

    // MARK: What expat says

    private func start(_ name: UnsafePointer<XML_Char>?, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?)
    {
        guard failure == nil, let name else { return }
        depth += 1
        guard depth <= Self.maximumDepth else { return fail("nests deeper than \(Self.maximumDepth) elements") }
        let local = Self.localName(String(cString: name))
        if depth == 1 {
            return local == "gpx" ? () : fail("begins with \(Self.shown(String(cString: name))) instead of <gpx>")
        }
        if let open {
            if depth == open.depth + 1 {
                if let local { child = (local, [], depth) }
            } else if let name = Self.garminName(String(cString: name)) {
                child = (name, [], depth)
            }
            return
        }
        switch local {
        case "trkseg": points[.track, default: []].append([])
        case "rte": points[.route, default: []].append([])
        case "trkpt": begin(.track, "trkpt", attributes)
        case "rtept": begin(.route, "rtept", attributes)
        case "wpt": begin(.waypoint, "wpt", attributes)
        default: break
        }
    }

    private func end() {
        guard failure == nil else { return }
        if let open {
            if depth == open.depth {
                close(open.kind, open.point)
            } else if let child, depth == child.depth {
                take(child.name, child.text)
                self.child = nil
            }
        }
        depth -= 1
    }

    private func characters(_ text: UnsafeBufferPointer<XML_Char>) {
        guard failure == nil, let child, depth == child.depth, Self.wanted.contains(child.name) else { return }
        let name = child.name
        self.child?.text.append(contentsOf: text.lazy.map { UInt8(bitPattern: $0) })
        if self.child?.text.count ?? 0 > Self.maximumText { fail("<\(name)> is too long for a number or time") }
    }

    // MARK: Points

    private static let wanted: Set<String> = [
        "ele", "time", "geoidheight", "speed", "course", "fix", "sat", "hdop",
    ]

    private func begin(
        _ kind: Kind, _ element: String, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
    ) {
        count += 1
        guard count <= Self.maximumPoints else {
            return fail("is more than \(Self.maximumPoints) points; split the file")
        }
        var values: [String: String] = [:]
        var index = 0
        while let attributes, let key = attributes[index], let value = attributes[index + 1] {
            values[String(cString: key)] = String(cString: value)
            index += 2
        }
        guard let latitude = values["lat"].flatMap({ decimal($0.utf8) }), abs(latitude) <= 90 else {
            return fail("<\(element)> needs lat, degrees from -90 to 90; it has \(Self.shown(values["lat"]))")
        }
        guard let longitude = values["lon"].flatMap({ decimal($0.utf8) }), abs(longitude) <= 180 else {
            return fail("<\(element)> needs lon, degrees from -180 to 180; it has \(Self.shown(values["lon"]))")
        }
        open = (kind, GPXDocument.Point(coordinate: Coordinate(latitude: latitude, longitude: longitude)), depth)
    }

    private func take(_ name: String, _ text: [UInt8]) {
        let trimmed = text.trimmingXMLSpace
        // Loggers leave unknown values empty.
        if trimmed.isEmpty { return }
        let shown = Self.shown(String(decoding: trimmed, as: UTF8.self))
        switch name {
        case "time":
            // XML's dateTime may omit the zone; GPX says that it is UTC then.
            guard let time = Timestamp(rfc3339: trimmed) ?? Timestamp(rfc3339: trimmed + [UInt8(ascii: "Z")]) else {
                return fail("<time> is not a valid time such as 2026-11-21T06:00:00Z: \(shown)")
            }
            open?.point.time = time
        case "fix": open?.point.fix = GPXDocument.Fix(rawValue: String(decoding: trimmed, as: UTF8.self))
        case "ele", "geoidheight", "speed", "course", "hdop", "sat": takeFigure(name, trimmed, shown)
        default: break
        }
    }

    /// A number. For unknown values, loggers write `NaN` or numbers out of any range.
    private func takeFigure(_ name: String, _ text: [UInt8], _ shown: String) {
        if isNotANumber(text) { return }
        guard let value = decimal(text) else { return fail("<\(name)> is not a number: \(shown)") }
        switch name {
        case "ele": open?.point.elevation = value
        case "geoidheight": open?.point.geoidHeight = value
        case "speed": open?.point.speed = value >= 0 ? value : nil
        case "course": open?.point.course = (0...360).contains(value) ? (value == 360 ? 0 : value) : nil
        case "hdop": open?.point.hdop = value > 0 ? value : nil
        default: open?.point.satellites = Int(exactly: value).flatMap { (0...1000).contains($0) ? $0 : nil }
        }
    }

    private func close(_ kind: Kind, _ point: GPXDocument.Point) {
        open = nil
        // A point outside a segment, and a waypoint, which has none, get a segment of their own.
        if points[kind, default: []].isEmpty { points[kind] = [[]] }
        let last = points[kind, default: []].count - 1
        points[kind]?[last].append(point)
    }

    // MARK: Words

    /// The name in GPX's namespaces or in none; `nil` for any other namespace.
    private static func localName(_ name: String) -> String? {
        guard let bar = name.lastIndex(of: "|") else { return name }
        return name.hasPrefix("http://www.topografix.com/GPX/1/") ? String(name[name.index(after: bar)...]) : nil
    }

    /// The name in one of Garmin's extensions of a track point; `nil` for anything else.
    private static func garminName(_ name: String) -> String? {
        guard let bar = name.lastIndex(of: "|"),
            name.hasPrefix("http://www.garmin.com/xmlschemas/TrackPointExtension/v")
        else { return nil }
        let local = String(name[name.index(after: bar)...])
        return local == "speed" || local == "course" ? local : nil
    }

    /// Untrusted text for a message of ours: short, and without characters that move a terminal's cursor.
    private static func shown(_ text: String?) -> String {
        guard let text else { return "none" }
        let cleaned = text.unicodeScalars.prefix(40).map { $0.value < 32 || $0.value == 127 ? "?" : String($0) }
        return "\"\(cleaned.joined())\"" + (text.unicodeScalars.count > 40 ? "…" : "")
    }
}

/// A decimal number as XML spells it, finite; `nil` for anything else, words like `nan` and hexadecimals included.
private func decimal(_ text: some Collection<UInt8>) -> Double? {
    let trimmed = Array(text).trimmingXMLSpace
    let isPlain = trimmed.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }
    guard isPlain, let value = Double(String(decoding: trimmed, as: UTF8.self)), value.isFinite else { return nil }
    return value
}

/// Whether it is `NaN`, as in XML Schema or as various systems print it.
private func isNotANumber(_ text: [UInt8]) -> Bool {
    let word = text.first == UInt8(ascii: "-") || text.first == UInt8(ascii: "+") ? text[1...] : text[...]
    return word.elementsEqual("nan".utf8) { $0 | 0x20 == $1 }
}

extension [UInt8] {
    /// Without white space at both ends.
    fileprivate var trimmingXMLSpace: [UInt8] {
        func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
        guard let first = firstIndex(where: { !isSpace($0) }), let last = lastIndex(where: { !isSpace($0) }) else {
            return []
        }
        return Array(self[first...last])
    }
}
