/// One format: what stands before, for each run, and after.
protocol ExportEncoder {
    mutating func begin(_ text: inout TextBuffer)
    mutating func append(_ run: ExportRun, to text: inout TextBuffer)
    mutating func end(_ text: inout TextBuffer)
}
