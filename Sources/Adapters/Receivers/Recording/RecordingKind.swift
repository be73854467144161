import NMEA
import Tracks

/// The format of a recording.
public enum RecordingKind: String, Sendable, Hashable, CaseIterable {
    /// NMEA 0183, with any other data between the sentences.
    case nmea
    /// gpsd's JSON as `gpspipe -w` writes it, also with sentences (`-r`) and times (`-t`).
    case gpsd
    /// A track of locd.
    case track

    /// The driver of such a receiver, as `ReceiverLink.driver` names it.
    var driver: String {
        switch self {
        case .nmea: "NMEA0183"
        case .gpsd: "gpsd"
        case .track: "locd track"
        }
    }

    /// Detects the kind from the beginning of a recording; `nil` if it is unknown.
    ///
    /// Reports of gpsd take precedence over sentences: a capture of both has each epoch twice, and gpsd's is more
    /// complete. A banner of gpsd alone does not: `gpspipe -r` writes it before sentences.
    init?(detecting head: UnsafeRawBufferPointer) {
        var hasBanner = false
        let parser = GPSDLineParser()
        var lines = LineSplitter()
        var found: RecordingKind?
        func look(_ line: UnsafeRawBufferPointer) {
            guard found == nil else { return }
            for said in parser?.object(in: line).flatMap({ parser?.parse($0) }) ?? [] {
                switch said {
                case .report, .sky, .gst, .damaged(isReport: true): found = .gpsd
                case .version, .devices, .refusal: hasBanner = true
                case .sentence, .other, .damaged: break
                }
            }
            guard found == nil, line.first == UInt8(ascii: "{") else { return }
            switch TrackLine(parsing: line.assumingMemoryBound(to: UInt8.self)) {
            case .record, .unknown: found = .track
            case .blank, .malformed: break
            }
        }
        lines.split(head, look)
        lines.finish(look)
        if let found {
            self = found
        } else if Self.hasSentences(head) {
            self = .nmea
        } else if hasBanner {
            self = .gpsd
        } else {
            return nil
        }
    }

    private static func hasSentences(_ head: UnsafeRawBufferPointer) -> Bool {
        var scanner = SentenceScanner(policy: .learned)
        var hasSentence = false
        // An unknown sentence proves NMEA only by its checksum: binary logs are full of dollar signs.
        scanner.scan(head) { hasSentence = hasSentence || $0.hasChecksum || Sentence($0) != nil }
        scanner.finish { hasSentence = hasSentence || $0.hasChecksum || Sentence($0) != nil }
        return hasSentence || scanner.statistics.encapsulated + scanner.statistics.wrongChecksums > 0
    }
}
