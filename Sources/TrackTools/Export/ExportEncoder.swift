/// One format: what stands before, for each run, and after.
protocol ExportEncoder {
    mutating func begin(_ text: inout TextBuffer)
    mutating func append(_ run: ExportRun, to text: inout TextBuffer)
    mutating func end(_ text: inout TextBuffer)
    /// Named places; a format that has none writes nothing.
    mutating func append(_ marks: [ExportMark], to text: inout TextBuffer)
    /// What follows is a track of its own, of that name.
    mutating func beginTrack(_ name: String, _ text: inout TextBuffer)
}

extension ExportEncoder {
    mutating func append(_ marks: [ExportMark], to text: inout TextBuffer) {}
    mutating func beginTrack(_ name: String, _ text: inout TextBuffer) {}
}
