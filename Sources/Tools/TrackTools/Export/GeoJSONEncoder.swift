internal import LocationModel

/// GeoJSON (RFC 7946): a feature for each run, its times in `coordTimes`. A run of one location is a Point.
struct GeoJSONEncoder: ExportEncoder {
    private var isFirst = true

    mutating func begin(_ text: inout TextBuffer) {
        text.append("{\"type\":\"FeatureCollection\",\"features\":[" as StaticString)
    }

    mutating func append(_ run: ExportRun, to text: inout TextBuffer) {
        var rest = run.line[...]
        while let first = rest.first {
            // A line across the antimeridian is cut there (RFC 7946, 3.1.9), or it would run around the Earth.
            var end = rest.startIndex + 1
            var longitude = first.coordinate.longitude
            while end < rest.endIndex, abs(rest[end].coordinate.longitude - longitude) <= 180 {
                longitude = rest[end].coordinate.longitude
                end += 1
            }
            feature(rest[..<end], run.segment, &text)
            rest = rest[end...]
        }
    }

    mutating func end(_ text: inout TextBuffer) {
        text.append("\n]}\n" as StaticString)
    }

    private mutating func feature(_ locations: ArraySlice<Location>, _ segment: Int, _ text: inout TextBuffer) {
        if !isFirst { text.append("," as StaticString) }
        isFirst = false
        text.append("\n{\"type\":\"Feature\",\"geometry\":{\"type\":" as StaticString)
        let isLine = locations.count > 1
        if isLine {
            text.append("\"LineString\",\"coordinates\":[" as StaticString)
        } else {
            text.append("\"Point\",\"coordinates\":" as StaticString)
        }
        for (index, location) in locations.enumerated() {
            if index > 0 { text.append("," as StaticString) }
            Self.position(location, &text)
        }
        if isLine { text.append("]" as StaticString) }
        text.append("},\"properties\":{\"segment\":" as StaticString)
        text.append(segment)
        text.append(",\"coordTimes\":[" as StaticString)
        for (index, location) in locations.enumerated() {
            text.append(index > 0 ? ",\"" as StaticString : "\"" as StaticString)
            text.append(location.timestamp)
            text.append("\"" as StaticString)
        }
        text.append("]}}" as StaticString)
    }

    /// The height above the ellipsoid, as RFC 7946 requires, otherwise the one above sea level.
    static func position(_ location: Location, _ text: inout TextBuffer) {
        text.append("[" as StaticString)
        text.append(location.coordinate.longitude, decimals: 7)
        text.append("," as StaticString)
        text.append(location.coordinate.latitude, decimals: 7)
        if let altitude = location.ellipsoidalAltitude ?? location.altitude, altitude.isFinite {
            text.append("," as StaticString)
            text.append(altitude, decimals: 1)
        }
        text.append("]" as StaticString)
    }
}
