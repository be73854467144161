/// What a scanner has met since it began, and what became of its sentences.
public struct ScannerStatistics: Sendable, Hashable {
    /// Bytes of any kind.
    public var bytes: UInt64 = 0
    /// Of these, bytes of lines with sentences of any kind, refused ones too.
    public var ofSentences: UInt64 = 0
    /// Sentences handed over.
    public var sentences: UInt64 = 0
    /// Of these, sentences whose checksum was there and right.
    public var checksummed: UInt64 = 0
    /// AIS and other encapsulated sentences (`!`) whose checksum was there and right; they are not handed over.
    public var encapsulated: UInt64 = 0
    /// Sentences refused for a checksum that was wrong or cut.
    public var wrongChecksums: UInt64 = 0
    /// Sentences refused for having no checksum, by ``ChecksumPolicy``.
    public var missingChecksums: UInt64 = 0
    /// Sentences given up at ``SentenceScanner/maximumLength``.
    public var overlong: UInt64 = 0

    /// Sentences that were handed over and left out: their time is not that of the dated sentences.
    /// ``NMEADecoder/statistics`` counts them.
    public var otherTimes: UInt64 = 0
    /// Positions of another place at a time that has one: ten metres and more apart, they are of two receivers;
    /// likewise.
    public var otherPlaces: UInt64 = 0
    /// The datum of the positions, if it is not WGS 84; likewise.
    public var otherDatum: String?

    /// So many are no accident.
    private static let manyOtherPlaces = 10

    /// Proofs that the line is read at its right speed: whatever carried a right checksum, and what has none.
    public var readable: UInt64 { sentences &+ encapsulated &+ missingChecksums }

    /// What arrived and gave no position, by reason, with the option that helps; for people.
    public var withoutPosition: String {
        Self.words([(sentences &- otherTimes, "without a position"), (encapsulated, "of AIS")] + refusals)
    }

    /// What was refused, by reason, with the option that helps; for people. Empty if nothing was.
    public var refused: String { Self.words(refusals) }

    /// The same beside what was accepted, and another datum; `nil` if fewer than one in ten sentences were refused.
    public var notableRefusals: String? {
        let places = "\(otherPlaces) other positions at one time (of two receivers on the line, let only one pass)"
        let notable = [
            Self.notable(refusals, beside: sentences &- otherTimes &+ encapsulated, otherDatum: otherDatum),
            otherPlaces < Self.manyOtherPlaces ? nil : places,
        ].compactMap(\.self)
        return notable.isEmpty ? nil : notable.joined(separator: "; ")
    }

    /// What is wrong with sentences and reports of another time, with the option that helps.
    public static let otherTime =
        "with another time than the dated ones (let the receiver send no GLL; of two receivers, let only one pass)"

    /// Counts of what was refused, by reason, beside what was accepted, if one of them is one in ten or more, and
    /// another datum than WGS 84; `nil` if there is neither.
    public static func notable(
        _ refusals: [(UInt64, String)], beside accepted: UInt64, otherDatum: String? = nil
    ) -> String? {
        let isMuch = refusals.contains { $0.0 > accepted / 9 }
        let datum = otherDatum.map { "positions are in the datum \($0) (set the receiver to WGS 84)" }
        let notable = [isMuch ? words(refusals + [(accepted, "accepted")]) : nil, datum].compactMap(\.self)
        return notable.isEmpty ? nil : notable.joined(separator: "; ")
    }

    /// A datum by its name in sentences or for gpsd; `nil` for WGS 84, those that are the same to a metre or two, and
    /// none.
    public static func otherDatum(_ name: String) -> String? {
        let same = ["", "W84", "WGS84", "WGS 84", "NAD83", "P90", "PE90", "PZ90.11", "Unknown"]
        return same.contains(name) ? nil : name
    }

    private var refusals: [(UInt64, String)] {
        let others = overlong == 0 && bytes > ofSentences ? bytes - ofSentences : 0
        return [
            (missingChecksums, "refused without a checksum (checksum=optional accepts them)"),
            (wrongChecksums, "refused with a wrong checksum (damaged on the line: check its cable and speed)"),
            (overlong, "refused as too long"),
            (otherTimes, Self.otherTime),
            // Less is what loggers write around the sentences.
            (others > bytes / 2 ? others : 0, "bytes of another protocol (set the receiver to NMEA, or use gpsd)"),
        ]
    }

    private static func words(_ counts: [(UInt64, String)]) -> String {
        counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }

    /// What was met since earlier ones.
    public func since(_ earlier: Self) -> Self {
        var difference = self
        difference.bytes &-= earlier.bytes
        difference.ofSentences &-= earlier.ofSentences
        difference.sentences &-= earlier.sentences
        difference.checksummed &-= earlier.checksummed
        difference.encapsulated &-= earlier.encapsulated
        difference.wrongChecksums &-= earlier.wrongChecksums
        difference.missingChecksums &-= earlier.missingChecksums
        difference.overlong &-= earlier.overlong
        difference.otherTimes &-= earlier.otherTimes
        difference.otherPlaces &-= earlier.otherPlaces
        return difference
    }
}
