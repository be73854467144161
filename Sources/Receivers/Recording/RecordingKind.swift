import NMEA
import Tracks

/// What a recording is made of.
public enum RecordingKind: String, Sendable, Hashable, CaseIterable {
    /// NMEA 0183, whatever stands between the sentences.
    case nmea
    /// gpsd's JSON, as `gpspipe -w` writes it, its sentences (`-r`) and times (`-t`) too.
    case gpsd
    /// A track of locd.
    case track

    /// What drives such a receiver, as `ReceiverLink.driver` names it.
    var driver: String {
        switch self {
        case .nmea: "NMEA0183"
        case .gpsd: "gpsd"
        case .track: "locd track"
        }
    }

    /// Tells the kind from the beginning of a recording; `nil` where it is none of them.
    ///
    /// Reports of gpsd decide before sentences do: who captures both has each epoch twice, and gpsd's is the fuller one. A
    /// banner of gpsd alone does not: `gpspipe -r` writes it in front of sentences.
    init?(detecting head: UnsafeRawBufferPointer) {
        var hasBanner = false
        var lines = LineSplitter()
        var found: RecordingKind?
        func look(_ line: UnsafeRawBufferPointer) {
            guard found == nil else { return }
            if let object = GPSDLineParser.object(in: line) {
                hasBanner = true
                if GPSDLineParser.isReport(object) { found = .gpsd }
            } else if line.first == UInt8(ascii: "{") {
                switch TrackLine(parsing: line.assumingMemoryBound(to: UInt8.self)) {
                case .record, .unknown: found = .track
                case .blank, .malformed: break
                }
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
        // A sentence that nobody knows proves no NMEA unless its checksum does: binary logs are full of dollars.
        scanner.scan(head) { hasSentence = hasSentence || $0.hasChecksum || Sentence($0) != nil }
        scanner.finish { hasSentence = hasSentence || $0.hasChecksum || Sentence($0) != nil }
        return hasSentence || scanner.statistics.encapsulated > 0
    }
}
