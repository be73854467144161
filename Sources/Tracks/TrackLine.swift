/// What one line of a track file says to a reader of this version.
public enum TrackLine: Sendable, Hashable {
    /// A record.
    case record(TrackRecord)
    /// Valid JSON of a type, or a gap of a cause, that this version does not know: written by a newer one, to be skipped.
    case unknown(type: String)
    /// Nothing but white space.
    case blank
    /// Not to be used, and why.
    case malformed(TrackLineFault)

    /// Reads one line, with or without its newline.
    ///
    /// Keys that are not known are skipped, whatever their value; the order of keys does not matter, and of a key that
    /// comes twice the last counts. `null` is absent. An optional figure that is out of its range is absent too: it
    /// costs the figure, not the location.
    public init(parsing bytes: UnsafeBufferPointer<UInt8>) {
        self = TrackLineParser.parse(bytes)
    }

    /// Reads one line of text; see ``init(parsing:)-(UnsafeBufferPointer<UInt8>)``.
    public init(parsing text: String) {
        var text = text
        self = text.withUTF8 { TrackLineParser.parse($0) }
    }

    /// False where the line is not a whole JSON object, as what a power cut leaves is not.
    var isJSON: Bool {
        guard case .malformed(let fault) = self else { return true }
        return !(fault.code == .notJSON || fault.code == .torn || fault.code == .tooLong)
    }
}
