internal import LocationModel

/// GeoJSON (RFC 7946): a feature for each run, its times in `coordTimes`. A run of one location is a Point.
struct GeoJSONEncoder: ExportEncoder {
    private var isFirst = true

    mutating func begin(_ text: inout TextBuffer) {
        text.append("{\"type\":\"FeatureCollection\",\"features\":[" as StaticString)
    }

    mutating func append(_ run: ExportRun, to text: inout TextBuffer) {
        var part: [Location] = []
        for location in run.line {
            // A line across the antimeridian is cut there (RFC 7946, 3.1.9), or it would run around the Earth.
            if let last = part.last, abs(location.coordinate.longitude - last.coordinate.longitude) > 180 {
                let (end, beginning) = Self.antimeridian(between: last, location)
                // One that lies on it is its own end.
                feature(Self.isOnAntimeridian(last) ? part : part + [end], run.segment, &text)
                part = Self.isOnAntimeridian(location) ? [] : [beginning]
            }
            part.append(location)
        }
        feature(part, run.segment, &text)
    }

    /// Whether a location is there as far as it is written, with 7 decimals.
    private static func isOnAntimeridian(_ location: Location) -> Bool {
        abs(location.coordinate.longitude) > 180 - 0.5e-7
    }

    /// The point on the antimeridian between two locations on its two sides: the end of one line, and the beginning of
    /// the other.
    private static func antimeridian(between last: Location, _ next: Location) -> (end: Location, beginning: Location) {
        let edge = last.coordinate.longitude < 0 ? -180.0 : 180
        let before = edge - last.coordinate.longitude
        let way = before + edge + next.coordinate.longitude
        let share = way == 0 ? 0 : before / way
        func between(_ first: Double, _ second: Double) -> Double { first + (second - first) * share }
        var end = Location(
            timestamp: last.timestamp.advanced(bySeconds: next.timestamp.seconds(since: last.timestamp) * share),
            coordinate: Coordinate(
                latitude: between(last.coordinate.latitude, next.coordinate.latitude), longitude: edge))
        if let first = last.altitude, let second = next.altitude { end.altitude = between(first, second) }
        if let first = last.ellipsoidalAltitude, let second = next.ellipsoidalAltitude {
            end.ellipsoidalAltitude = between(first, second)
        }
        var beginning = end
        beginning.coordinate = Coordinate(latitude: end.coordinate.latitude, longitude: -edge)
        return (end, beginning)
    }

    mutating func end(_ text: inout TextBuffer) {
        text.append("\n]}\n" as StaticString)
    }

    private mutating func feature(_ locations: [Location], _ segment: Int, _ text: inout TextBuffer) {
        if !isFirst { text.append("," as StaticString) }
        isFirst = false
        let isLine = locations.count > 1
        let type = isLine ? "LineString" : "Point"
        text.write("\n{\"type\":\"Feature\",\"geometry\":{\"type\":\"\(type)\",\"coordinates\":\(isLine ? "[" : "")")
        for (index, location) in locations.enumerated() {
            if index > 0 { text.append("," as StaticString) }
            Self.position(location, &text)
        }
        if isLine { text.append("]" as StaticString) }
        text.write("},\"properties\":{\"segment\":\(segment),\"coordTimes\":[")
        for (index, location) in locations.enumerated() {
            text.write("\(index > 0 ? "," : "")\"\(location.timestamp)\"")
        }
        text.append("]}}" as StaticString)
    }

    /// The height above the ellipsoid, as RFC 7946 requires, otherwise the one above sea level.
    static func position(_ location: Location, _ text: inout TextBuffer) {
        text.write("[\(location.coordinate.longitude, decimals: 7),\(location.coordinate.latitude, decimals: 7)")
        if let altitude = location.ellipsoidalAltitude ?? location.altitude, altitude.isFinite {
            text.write(",\(altitude, decimals: 1)")
        }
        text.append("]" as StaticString)
    }
}

/// A GeoJSON text sequence (RFC 8142): for each location a record separator, a Point with all known values, and a line
/// feed.
struct GeoJSONSequenceEncoder: ExportEncoder {
    private static let properties = TrackField.allCases.filter { $0 != .latitude && $0 != .longitude }
    let fields: [TrackField]

    mutating func append(_ run: ExportRun, to text: inout TextBuffer) {
        var value = TextBuffer()
        for location in run.locations {
            text.append("\u{1E}{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":" as StaticString)
            GeoJSONEncoder.position(location, &text)
            text.append("},\"properties\":{" as StaticString)
            var isFirst = true
            for field in fields where Self.properties.contains(field) {
                value.removeAll()
                guard field.append(location, segment: run.segment, to: &value, quoting: true) else { continue }
                text.write("\(isFirst ? "" : ",")\"\(field.rawValue)\":")
                isFirst = false
                text.append(value)
            }
            text.append("}}\n" as StaticString)
        }
    }
}
