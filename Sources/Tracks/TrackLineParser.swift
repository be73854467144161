internal import LocationModel

/// Bytes of one line → what it says. A JSONDecoder would take some fifty times as long.
enum TrackLineParser {
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> TrackLine {
        var scanner = JSONScanner(bytes)
        scanner.skipWhitespace()
        if scanner.isAtEnd { return .blank }
        var fields = TrackFields()
        guard readObject(&scanner, into: &fields) else { return .malformed(TrackLineFault(.notJSON)) }
        do throws(TrackLineFault) {
            return try record(of: fields, scanner)
        } catch {
            return .malformed(error)
        }
    }

    private static func readObject(_ scanner: inout JSONScanner, into fields: inout TrackFields) -> Bool {
        guard scanner.take(UInt8(ascii: "{")) else { return false }
        scanner.skipWhitespace()
        if !scanner.take(UInt8(ascii: "}")) {
            repeat {
                scanner.skipWhitespace()
                guard let text = scanner.string() else { return false }
                scanner.skipWhitespace()
                guard scanner.take(UInt8(ascii: ":")) else { return false }
                scanner.skipWhitespace()
                let key =
                    text.isEscaped
                    ? scanner.decode(text).flatMap(TrackKey.init(name:)) : TrackKey(scanner, text.range)
                if let key {
                    guard fields.read(key, from: &scanner) else { return false }
                } else {
                    guard scanner.skipValue() else { return false }
                }
                scanner.skipWhitespace()
            } while scanner.take(UInt8(ascii: ","))
            guard scanner.take(UInt8(ascii: "}")) else { return false }
        }
        scanner.skipWhitespace()
        return scanner.isAtEnd
    }

    private static func record(of fields: TrackFields, _ scanner: JSONScanner) throws(TrackLineFault) -> TrackLine {
        guard let type = fields.type else { throw TrackLineFault(.noType) }
        if !type.isEscaped, scanner.matches(type.range, "location") {
            return .record(.event(.location(try location(of: fields, scanner))))
        }
        guard let name = scanner.decode(type) else { throw TrackLineFault(.noType) }
        switch name {
        case "location": return .record(.event(.location(try location(of: fields, scanner))))
        case "pause":
            guard let cause = try cause(of: fields, scanner, Pause.Cause.self) else { return .unknown(type: name) }
            let timestamp = try required(fields.timestamp, .timestamp, fields)
            return .record(
                .event(.pause(Pause(timestamp: timestamp, coordinate: coordinate(of: fields), cause: cause))))
        case "resume":
            guard let cause = try cause(of: fields, scanner, Resume.Cause.self) else { return .unknown(type: name) }
            let timestamp = try required(fields.timestamp, .timestamp, fields)
            return .record(
                .event(.resume(Resume(timestamp: timestamp, coordinate: coordinate(of: fields), cause: cause))))
        case "gap":
            guard let cause = try cause(of: fields, scanner, OutageCause.self) else { return .unknown(type: name) }
            let from = try required(fields.from, .from, fields)
            let to = try required(fields.to, .to, fields)
            return .record(.event(.gap(Gap(from: from, to: to, cause: cause))))
        case "timeReset":
            let timestamp = try required(fields.timestamp, .timestamp, fields)
            let previous = try required(fields.previous, .previous, fields)
            return .record(.event(.timeReset(TimeReset(timestamp: timestamp, previous: previous))))
        case "visit": return .record(.event(.visit(try visit(of: fields))))
        case "region":
            guard let cause = try cause(of: fields, scanner, RegionEvent.Cause.self),
                let state = try word(fields.state, .state, fields, scanner, RegionState.self)
            else { return .unknown(type: name) }
            guard let identifier = scanner.decode(try required(fields.identifier, .identifier, fields)) else {
                throw TrackLineFault(.invalid, key: TrackKey.identifier.name)
            }
            let timestamp = try required(fields.timestamp, .timestamp, fields)
            return .record(
                .event(
                    .region(RegionEvent(timestamp: timestamp, identifier: identifier, state: state, cause: cause))))
        case "loss":
            guard let cause = try cause(of: fields, scanner, TrackLoss.Cause.self) else { return .unknown(type: name) }
            let from = try required(fields.from, .from, fields)
            let to = try required(fields.to, .to, fields)
            guard let lines = whole(try required(fields.lines, .lines, fields), atLeast: 1) else {
                throw TrackLineFault(.invalid, key: TrackKey.lines.name)
            }
            return .record(.loss(TrackLoss(from: from, to: to, lines: lines, cause: cause)))
        case "header":
            guard let schema = whole(try required(fields.schema, .schema, fields), atLeast: 1) else {
                throw TrackLineFault(.invalid, key: TrackKey.schema.name)
            }
            return .record(
                .header(
                    TrackHeader(
                        schema: schema, version: fields.version.flatMap(scanner.decode),
                        receiver: fields.receiver.flatMap(scanner.decode))))
        default: return .unknown(type: name)
        }
    }

    private static func location(of fields: TrackFields, _ scanner: JSONScanner) throws(TrackLineFault) -> Location {
        let timestamp = try required(fields.timestamp, .timestamp, fields)
        let latitude = try required(fields.latitude, .latitude, fields)
        guard abs(latitude) <= 90 else { throw TrackLineFault(.invalid, key: TrackKey.latitude.name) }
        let longitude = try required(fields.longitude, .longitude, fields)
        guard abs(longitude) <= 180 else { throw TrackLineFault(.invalid, key: TrackKey.longitude.name) }
        var location = Location(
            timestamp: timestamp, coordinate: Coordinate(latitude: latitude, longitude: longitude),
            isSimulated: fields.simulated ?? false)
        location.horizontalAccuracy = fields.horizontalAccuracy.flatMap { $0 > 0 ? $0 : nil }
        location.altitude = fields.altitude
        location.ellipsoidalAltitude = fields.ellipsoidalAltitude
        location.verticalAccuracy = fields.verticalAccuracy.flatMap { $0 > 0 ? $0 : nil }
        location.speed = fields.speed.flatMap { $0 >= 0 ? $0 : nil }
        location.speedAccuracy = fields.speedAccuracy.flatMap { $0 >= 0 ? $0 : nil }
        location.course = fields.course.flatMap { $0 >= 0 && $0 <= 360 ? ($0 == 360 ? 0 : $0) : nil }
        location.courseAccuracy = fields.courseAccuracy.flatMap { $0 >= 0 ? $0 : nil }
        location.satellitesUsed = fields.satellitesUsed.flatMap { whole($0, atLeast: 0) }
        location.hdop = fields.hdop.flatMap { $0 >= 0 ? $0 : nil }
        if let fix = fields.fix {
            if scanner.matches(fix.range, "3d") {
                location.fix = .fix3D
            } else if scanner.matches(fix.range, "2d") {
                location.fix = .fix2D
            }
        }
        return location
    }

    private static func visit(of fields: TrackFields) throws(TrackLineFault) -> Visit {
        let timestamp = try required(fields.timestamp, .timestamp, fields)
        _ = try required(fields.latitude, .latitude, fields)
        _ = try required(fields.longitude, .longitude, fields)
        guard let place = coordinate(of: fields) else { throw TrackLineFault(.invalid, key: TrackKey.latitude.name) }
        return Visit(
            timestamp: timestamp, arrivalDate: fields.arrivalDate, departureDate: fields.departureDate,
            coordinate: place, horizontalAccuracy: fields.horizontalAccuracy.flatMap { $0 > 0 ? $0 : nil },
            since: fields.since)
    }

    private static func coordinate(of fields: TrackFields) -> Coordinate? {
        guard let latitude = fields.latitude, let longitude = fields.longitude else { return nil }
        let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        return coordinate.isValid ? coordinate : nil
    }

    private static func required<Value>(
        _ value: Value?, _ key: TrackKey, _ fields: TrackFields
    ) throws(TrackLineFault) -> Value {
        guard let value else { throw TrackLineFault(fields.isWrong(key) ? .invalid : .missing, key: key.name) }
        return value
    }

    /// `nil` where a newer version wrote a cause that this one has no word for.
    private static func cause<Cause: RawRepresentable<String>>(
        of fields: TrackFields, _ scanner: JSONScanner, _: Cause.Type
    ) throws(TrackLineFault) -> Cause? {
        try word(fields.cause, .cause, fields, scanner, Cause.self)
    }

    /// `nil` where a newer version wrote a word that this one does not know.
    private static func word<Word: RawRepresentable<String>>(
        _ text: JSONScanner.Text?, _ key: TrackKey, _ fields: TrackFields, _ scanner: JSONScanner, _: Word.Type
    ) throws(TrackLineFault) -> Word? {
        guard let word = scanner.decode(try required(text, key, fields)) else {
            throw TrackLineFault(.invalid, key: key.name)
        }
        return Word(rawValue: word)
    }

    /// A whole number in 0...2^53, where figures are exact.
    private static func whole(_ value: Double, atLeast minimum: Int) -> Int? {
        guard value >= Double(minimum), value <= 9_007_199_254_740_992, value == value.rounded() else { return nil }
        return Int(value)
    }
}
