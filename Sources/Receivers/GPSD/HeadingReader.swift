import NMEA

/// Reads the heading out of single sentences, as gpsd passes them on beside its reports.
struct HeadingReader {
    private var scanner = SentenceScanner()

    /// What one line says of the heading; `nil` where it says nothing, or is broken.
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
