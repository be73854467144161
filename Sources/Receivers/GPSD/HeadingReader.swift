import NMEA

/// Reads the heading out of single sentences, as gpsd passes them on beside its reports.
struct HeadingReader {
    private var scanner = SentenceScanner()

    /// The heading in one line; `nil` if the line has none, or is damaged.
    mutating func heading(in line: UnsafeRawBufferPointer) -> HeadingSentence? {
        var found: HeadingSentence?
        func read(_ raw: RawSentence) {
            if case .heading(let heading)? = Sentence(raw) { found = heading }
        }
        scanner.scan(line, read)
        // The line is whole, whether its end is there or not.
        scanner.finish(read)
        return found
    }
}
