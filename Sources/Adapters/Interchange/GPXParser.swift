internal import CExpat
public import LocationModel

/// Reads GPX 1.0 and 1.1 with expat, storing only the points.
///
/// One bad value costs itself: it is counted, with the line of the first one. A damaged part costs itself, too: reading
/// continues at the next point. Hostile files end with an error that names the line: entities are refused, points and
/// nesting are bounded, and external resources are never fetched.
public final class GPXParser {
    /// The maximum number of points of a file.
    public static let maximumPoints = 2_000_000
    private static let maximumDepth = 64
    private static let maximumText = 256
    /// The maximum number of damaged parts after which reading continues.
    private static let maximumDamages = 10_000

    private typealias Name = (namespace: String, local: String)
    private typealias Attributes = UnsafeMutablePointer<UnsafePointer<XML_Char>?>

    private var points: [GPXDocument.Kind: [[GPXDocument.Point]]] = [:]
    private var rejected: [RejectionReason: Int] = [:]
    private var faults: [String: GPXDocument.Fault] = [:]
    private let times: ClosedRange<Timestamp>
    private var count = 0
    private var depth = 0
    /// The root element: its namespace, and its prefix with a colon.
    private var root: (namespace: String, prefix: String)?
    /// The namespaces of each prefix, and the depths of their declarations. A file may use a prefix without declaring
    /// it.
    private var namespaces: [String: [String]] = [:]
    private var declarations: [(prefix: String, depth: Int)] = []
    /// The point being read, its type, its depth, and whether its time is invalid.
    private var open: (kind: GPXDocument.Kind, point: GPXDocument.Point, depth: Int, isRejected: Bool)?
    /// The text of the point's child being read, its name and its depth.
    private var child: (name: String, text: [UInt8], depth: Int)?
    private var failure: String?
    /// Why the parser was stopped at a part that is left out.
    private var damage: String?
    private var parser: XML_Parser
    /// Whether the parser reads elements of ours, in front of the rest of a damaged file.
    private var isResuming = false
    /// Lines before the bytes that the parser reads.
    private var linesBefore = 0
    private var line: Int { linesBefore + Int(clamping: cexpat_line(parser)) }

    private init(_ parser: XML_Parser, _ times: ClosedRange<Timestamp>) {
        self.parser = parser
        self.times = times
    }

    /// Whether a file begins like XML; UTF-16 has a zero beside each character.
    public static func looksLikeXML(_ bytes: [UInt8]) -> Bool {
        let text = XMLText.isUTF16(bytes) ? XMLText.readable(Array(bytes.prefix(4096))) : bytes
        return text.first { $0 != 32 && !(9...13).contains($0) && !XMLText.byteOrderMark.contains($0) }
            == UInt8(ascii: "<")
    }

    /// Reads a whole file. `name` is for the error's sentence; a time outside `times` is invalid. Throws if it is not
    /// GPX, or contains no usable point.
    public static func document(
        _ bytes: [UInt8], name: String, times: ClosedRange<Timestamp> = .earliest ... .latest
    ) throws(GPXError) -> GPXDocument {
        let text = XMLText.readable(bytes)
        let encoding = XMLText.encoding(of: text)
        guard let parser = XML_ParserCreate(encoding) else { throw noMemory(name) }
        let reader = GPXParser(parser, times)
        defer { XML_ParserFree(reader.parser) }
        return try withExtendedLifetime(reader) { () throws(GPXError) in
            try reader.read(text, encoding, name: name)
        }
    }

    private func read(_ text: [UInt8], _ encoding: String, name: String) throws(GPXError) -> GPXDocument {
        var start = 0
        var lead = ""
        for _ in 0...Self.maximumDamages {
            guard let damage = parse(text[start...], after: lead) else { break }
            if let failure { throw GPXError("\(name):\(line): \(failure)") }
            let words = self.damage ?? XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) }
            guard let root else {
                throw GPXError("\(name):\(line): is not well-formed XML; export the file again", cause: words)
            }
            note("is damaged; points are missing here", words ?? "")
            guard
                let next = XMLText.elements(
                    ["trkpt", "trkseg"], prefix: root.prefix, in: text[max(damage, start + 1)...])
            else { break }
            guard let parser = XML_ParserCreate(encoding) else { throw Self.noMemory(name) }
            linesBefore += text[start..<next.index].count { $0 == UInt8(ascii: "\n") }
            XML_ParserFree(self.parser)
            self.parser = parser
            undeclare(from: 2)
            (start, depth, open, child, self.damage) = (next.index, 0, nil, nil, nil)
            lead = "<\(root.prefix)gpx><\(root.prefix)trk>" + (next.name == "trkpt" ? "<\(root.prefix)trkseg>" : "")
        }
        let faults = self.faults.values.sorted { ($0.line, $0.reason) < ($1.line, $1.reason) }
        let kinds = [GPXDocument.Kind.track, .route, .waypoint].map { kind in
            (kind: kind, segments: points[kind, default: []].filter { !$0.isEmpty })
        }.filter { !$0.segments.isEmpty }
        guard let found = kinds.first else {
            guard let fault = faults.first else {
                throw GPXError("\(name) has no track points, route points or waypoints")
            }
            throw GPXError("\(name):\(fault.line): no point is usable: \(fault.reason)", cause: fault.example)
        }
        return GPXDocument(
            kind: found.kind, segments: found.segments,
            otherPoints: kinds.dropFirst().reduce(0) { $0 + $1.segments.joined().count }, rejected: rejected,
            faults: faults)
    }

    private static func noMemory(_ name: String) -> GPXError {
        GPXError("\(name) cannot be read: not enough memory")
    }

    /// Parses text after elements of ours. Returns the index at which the text is damaged; `nil` if it is not.
    private func parse(_ text: ArraySlice<UInt8>, after lead: String) -> Int? {
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
        isResuming = true
        if !lead.isEmpty { XML_Parse(parser, lead, Int32(lead.utf8.count), 0) }
        isResuming = false
        // expat counts in Int32, so larger files are parsed in parts.
        let part = 1 << 20
        var offset = text.startIndex
        repeat {
            let end = min(offset + part, text.endIndex)
            let status = text[offset..<end].withUnsafeBytes { part in
                XML_Parse(
                    parser, part.baseAddress?.assumingMemoryBound(to: XML_Char.self), Int32(part.count),
                    end == text.endIndex ? 1 : 0)
            }
            guard status == XML_STATUS_OK else {
                let damage = Int(cexpat_byte(parser)) - lead.utf8.count
                return min(max(text.startIndex + damage, text.startIndex), text.endIndex)
            }
            offset = end
        } while offset < text.endIndex
        return nil
    }

    /// Counts something that cannot be used.
    private func note(_ reason: String, _ example: String) {
        faults[reason, default: GPXDocument.Fault(reason: reason, count: 0, line: line, example: example)].count += 1
    }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> GPXParser? {
        pointer.map { Unmanaged<GPXParser>.fromOpaque($0).takeUnretainedValue() }
    }

    private func fail(_ message: String) {
        guard failure == nil else { return }
        failure = message
        XML_StopParser(parser, XML_Bool(XML_FALSE))
    }

    /// Leaves out the part that is being read.
    private func stop(_ words: String) {
        damage = words
        XML_StopParser(parser, XML_Bool(XML_FALSE))
    }

    // MARK: What expat says

    private func start(_ element: UnsafePointer<XML_Char>?, _ attributes: Attributes?) {
        guard failure == nil, damage == nil, let element else { return }
        depth += 1
        guard !isResuming else { return }
        guard depth <= Self.maximumDepth else { return stop("nests deeper than \(Self.maximumDepth) elements") }
        let values = Self.values(attributes)
        declare(values)
        let qualified = String(cString: element)
        let name = resolve(qualified)
        if depth == 1 {
            guard name.local == "gpx" else {
                return fail(
                    "begins with \(Self.shown(name.local)) instead of <gpx>; convert it to GPX, for example with gpsbabel"
                )
            }
            root = (name.namespace, String(qualified.dropLast(3)))
            return
        }
        let isGPX =
            name.namespace.isEmpty || name.namespace == root?.namespace
            || name.namespace.lowercased().contains("topografix.com/gpx/")
        // Another file was written behind a truncated one.
        if isGPX, name.local == "gpx" { return stop("<gpx> inside <gpx>") }
        if open != nil, isGPX, ["trkseg", "trkpt", "rtept", "wpt"].contains(name.local) {
            note("is damaged; points are missing here", "<\(name.local)> inside a point")
            (open, child) = (nil, nil)
        }
        if let open {
            if depth == open.depth + 1 {
                if isGPX { child = (name.local, [], depth) }
            } else if Self.isExtension(name) || isGPX && depth == open.depth + 2 && Self.isMotion(name) {
                child = (name.local, [], depth)
            }
            return
        }
        guard isGPX else { return }
        switch name.local {
        case "trkseg": points[.track, default: []].append([])
        case "rte": points[.route, default: []].append([])
        case "trkpt": begin(.track, name.local, values)
        case "rtept": begin(.route, name.local, values)
        case "wpt": begin(.waypoint, name.local, values)
        default: break
        }
    }

    private static func values(_ attributes: Attributes?) -> [String: String] {
        var values: [String: String] = [:]
        var index = 0
        while let attributes, let key = attributes[index], let value = attributes[index + 1] {
            values[String(cString: key)] = String(cString: value)
            index += 2
        }
        return values
    }

    private func declare(_ attributes: [String: String]) {
        for (key, value) in attributes where key == "xmlns" || key.hasPrefix("xmlns:") {
            let prefix = String(key.dropFirst(6))
            namespaces[prefix, default: []].append(value)
            declarations.append((prefix, depth))
        }
    }

    /// The namespace and the local name. The namespace of a prefix that was never declared is the prefix with a colon.
    private func resolve(_ name: String) -> Name {
        guard let colon = name.firstIndex(of: ":") else { return (namespaces["", default: []].last ?? "", name) }
        let prefix = String(name[..<colon])
        return (namespaces[prefix, default: []].last ?? prefix + ":", String(name[name.index(after: colon)...]))
    }

    private func end() {
        guard failure == nil, damage == nil else { return }
        if let open {
            if depth == open.depth {
                close(open.kind, open.point, isRejected: open.isRejected)
            } else if let child, depth == child.depth {
                take(child.name, child.text)
                self.child = nil
            }
        }
        // Those of the root stay: more may follow after it in a damaged file.
        undeclare(from: max(depth, 2))
        depth -= 1
    }

    /// Forgets the namespaces that elements of this depth and deeper declared.
    private func undeclare(from depth: Int) {
        while let last = declarations.last, last.depth >= depth {
            namespaces[last.prefix]?.removeLast()
            declarations.removeLast()
        }
    }

    private func characters(_ text: UnsafeBufferPointer<XML_Char>) {
        guard failure == nil, let child, depth == child.depth, Self.wanted.contains(child.name) else { return }
        // One byte more: then it is too long.
        let room = max(Self.maximumText + 1 - child.text.count, 0)
        self.child?.text.append(contentsOf: text.prefix(room).lazy.map { UInt8(bitPattern: $0) })
    }

    // MARK: Points

    private static let wanted: Set<String> = [
        "ele", "time", "geoidheight", "speed", "course", "cog", "fix", "sat", "hdop",
    ]

    private func begin(_ kind: GPXDocument.Kind, _ element: String, _ attributes: [String: String]) {
        count += 1
        guard count <= Self.maximumPoints else {
            return fail("is more than \(Self.maximumPoints) points; split the file")
        }
        func degrees(_ name: String, _ limit: Int) -> Double? {
            let text = attributes[name]
            if let value = text.flatMap({ decimal($0.utf8) }), abs(value) <= Double(limit) { return value }
            note("<\(element)> needs \(name), degrees from -\(limit) to \(limit)", Self.shown(text))
            return nil
        }
        guard let latitude = degrees("lat", 90), let longitude = degrees("lon", 180) else {
            rejected[.invalidCoordinate, default: 0] += 1
            return
        }
        let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        open = (kind, GPXDocument.Point(coordinate: coordinate), depth, false)
    }

    private func take(_ name: String, _ text: [UInt8]) {
        let trimmed = text.trimmingXMLSpace
        // Loggers leave unknown values empty.
        if trimmed.isEmpty { return }
        let shown = Self.shown(String(decoding: trimmed, as: UTF8.self))
        switch name {
        case "time":
            let time = trimmed.count > Self.maximumText ? nil : Self.time(trimmed)
            if let time, times.contains(time) {
                open?.point.time = time
                return
            }
            open?.isRejected = true
            note(
                time == nil ? "<time> is not a valid time such as 2026-11-21T06:00:00Z" : "<time> is impossible", shown)
        case "fix": open?.point.fix = GPXDocument.Fix(rawValue: String(decoding: trimmed, as: UTF8.self))
        case "ele", "geoidheight", "speed", "course", "hdop", "sat": takeFigure(name, trimmed, shown)
        // COROS and GPSResults call it so.
        case "cog": takeFigure("course", trimmed, shown)
        default: break
        }
    }

    /// XML's dateTime. It may omit the zone; GPX says that it is UTC then. 24:00:00 is the end of the day. Loggers also
    /// write ISO 8601's short offsets, `+0100` and `+01`.
    private static func time(_ text: [UInt8]) -> Timestamp? {
        if let time = Timestamp(rfc3339: text) ?? Timestamp(rfc3339: text + [UInt8(ascii: "Z")]) { return time }
        let sign = text.lastIndex { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
        if let sign, sign >= 19, [3, 5].contains(text.count - sign) {
            let minutes = text.count - sign == 5 ? Array(text.suffix(2)) : Array("00".utf8)
            return time(text[...(sign + 2)] + [UInt8(ascii: ":")] + minutes)
        }
        guard text.count >= 19, text[11..<19].elementsEqual("24:00:00".utf8) else { return nil }
        var zero = text
        zero.replaceSubrange(11..<13, with: "00".utf8)
        guard let midnight = time(zero), midnight.milliseconds % 1000 == 0 else {
            return nil
        }
        return midnight.advanced(bySeconds: 86_400)
    }

    /// A number. For unknown values, loggers write `NaN` or numbers out of any range.
    private func takeFigure(_ name: String, _ text: [UInt8], _ shown: String) {
        if isNotANumber(text) { return }
        guard text.count <= Self.maximumText, let value = decimal(text) else {
            return note("<\(name)> is not a number", shown)
        }
        let range: PlausibleRange =
            switch name {
            case "speed": .speed
            case "course": .course
            case "hdop": .dilution
            case "sat": .satellites
            default: .altitude
            }
        guard let value = value.within(range) else { return note("<\(name)> is not plausible", shown) }
        switch name {
        case "ele": open?.point.elevation = value
        case "geoidheight": open?.point.geoidHeight = value
        case "speed": open?.point.speed = value
        case "course": open?.point.course = value == 360 ? 0 : value
        case "hdop": open?.point.hdop = value > 0 ? value : nil
        default: open?.point.satellites = Int(exactly: value)
        }
    }

    private func close(_ kind: GPXDocument.Kind, _ point: GPXDocument.Point, isRejected: Bool) {
        open = nil
        guard !isRejected else {
            rejected[.noTime, default: 0] += 1
            return
        }
        // A point outside a segment, and a waypoint, which has none, get a segment of their own.
        if points[kind, default: []].isEmpty { points[kind] = [[]] }
        let last = points[kind, default: []].count - 1
        points[kind]?[last].append(point)
    }

    // MARK: Words

    private static func isMotion(_ name: Name) -> Bool { name.local == "speed" || name.local == "course" }

    /// Whether it is a figure of Garmin's or OsmAnd's extension of a track point; some files do not declare the prefix.
    private static func isExtension(_ name: Name) -> Bool {
        let namespace = name.namespace.lowercased()
        return isMotion(name)
            && (["gpxtpx:", "osmand:"].contains(namespace) || namespace.contains("osmand.net")
                || namespace.contains("garmin.com/xmlschemas/trackpointextension/"))
    }

    /// Untrusted text for a message of ours: short, and without characters that move a terminal's cursor.
    private static func shown(_ text: String?) -> String {
        guard let text else { return "none" }
        let cleaned = text.unicodeScalars.prefix(40).map {
            $0.value < 32 || (127..<160).contains($0.value) ? "?" : String($0)
        }
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

/// The reason why a GPX file cannot be used: a sentence with file, line and remedy, and the parser's message.
public struct GPXError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong, where, and what to do about it.
    public let message: String
    /// The parser's message, if any.
    public let cause: String?

    /// Creates an error from a message and its cause.
    public init(_ message: String, cause: String? = nil) {
        self.message = message
        self.cause = cause
    }

    /// The message, followed by its cause in parentheses.
    public var description: String {
        cause.map { "\(message) (\($0))" } ?? message
    }
}
