/// One format: the text before, for each run, and after.
protocol ExportEncoder {
    mutating func begin(_ text: inout TextBuffer)
    mutating func append(_ run: ExportRun, to text: inout TextBuffer)
    mutating func end(_ text: inout TextBuffer)
    /// Named places; a format without them writes nothing.
    mutating func append(_ marks: [ExportMark], to text: inout TextBuffer)
    /// A new track with that name begins.
    mutating func beginTrack(_ name: String, _ text: inout TextBuffer)
}

extension ExportEncoder {
    mutating func append(_ marks: [ExportMark], to text: inout TextBuffer) {}
    mutating func beginTrack(_ name: String, _ text: inout TextBuffer) {}
}
