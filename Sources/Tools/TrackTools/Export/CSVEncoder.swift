/// Comma-separated values (RFC 4180): a line of names, then one for each location; unknown values are empty.
struct CSVEncoder: ExportEncoder {
    /// The columns, in their order. None of their values needs quotes.
    let fields: [TrackField]

    mutating func begin(_ text: inout TextBuffer) {
        text.append(fields.map(\.rawValue).joined(separator: ","))
        text.append("\r\n" as StaticString)
    }

    mutating func append(_ run: ExportRun, to text: inout TextBuffer) {
        for location in run.locations {
            for (index, field) in fields.enumerated() {
                if index > 0 { text.append("," as StaticString) }
                _ = field.append(location, segment: run.segment, to: &text, quoting: false)
            }
            text.append("\r\n" as StaticString)
        }
    }

    mutating func end(_ text: inout TextBuffer) {}
}
