internal import LocationModel

/// A GeoJSON text sequence (RFC 8142): for each location a record separator, a Point with all known values, and a line
/// feed.
struct GeoJSONSequenceEncoder: ExportEncoder {
    private static let properties = TrackField.allCases.filter { $0 != .latitude && $0 != .longitude }
    /// The requested fields.
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
